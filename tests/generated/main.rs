//! The tests that specgen wrote for the types in `mappings/`, as one program.
//!
//! The generated files are laid out by rustfmt's defaults, not by this project's
//! settings, so `cargo fmt` leaves them alone.

mod faults;

#[rustfmt::skip]
#[path = "../../out/btreeset/main.rs"]
mod btreeset;

#[rustfmt::skip]
#[path = "../../out/treeset/main.rs"]
mod treeset;

#[rustfmt::skip]
#[path = "../../out/arrayvec/main.rs"]
mod arrayvec;

#[rustfmt::skip]
#[path = "../../out/bag/main.rs"]
mod bag;

#[rustfmt::skip]
#[path = "../../out/binaryheap/main.rs"]
mod binaryheap;

#[rustfmt::skip]
#[path = "../../out/bounded_stack/main.rs"]
mod bounded_stack;

#[rustfmt::skip]
#[path = "../../out/btreemap/main.rs"]
mod btreemap;

#[rustfmt::skip]
#[path = "../../out/comparator_set/main.rs"]
mod comparator_set;

#[rustfmt::skip]
#[path = "../../out/graph/main.rs"]
mod graph;

#[rustfmt::skip]
#[path = "../../out/hashed_set/main.rs"]
mod hashed_set;

#[rustfmt::skip]
#[path = "../../out/hashmap/main.rs"]
mod hashmap;

#[rustfmt::skip]
#[path = "../../out/hashset/main.rs"]
mod hashset;

#[rustfmt::skip]
#[path = "../../out/indexmap/main.rs"]
mod indexmap;

#[rustfmt::skip]
#[path = "../../out/indexset/main.rs"]
mod indexset;

#[rustfmt::skip]
#[path = "../../out/interval_tree/main.rs"]
mod interval_tree;

#[rustfmt::skip]
#[path = "../../out/linkedlist/main.rs"]
mod linkedlist;

#[rustfmt::skip]
#[path = "../../out/one_of_set/main.rs"]
mod one_of_set;

#[rustfmt::skip]
#[path = "../../out/poset/main.rs"]
mod poset;

#[rustfmt::skip]
#[path = "../../out/priority_queue/main.rs"]
mod priority_queue;

#[rustfmt::skip]
#[path = "../../out/queue/main.rs"]
mod queue;

#[rustfmt::skip]
#[path = "../../out/rpds_map/main.rs"]
mod rpds_map;

#[rustfmt::skip]
#[path = "../../out/rpds_stack/main.rs"]
mod rpds_stack;

#[rustfmt::skip]
#[path = "../../out/search_tree/main.rs"]
mod search_tree;

#[rustfmt::skip]
#[path = "../../out/smallvec/main.rs"]
mod smallvec;

#[rustfmt::skip]
#[path = "../../out/sorted_map/main.rs"]
mod sorted_map;

#[rustfmt::skip]
#[path = "../../out/stack/main.rs"]
mod stack;

#[rustfmt::skip]
#[path = "../../out/union_find/main.rs"]
mod union_find;

#[rustfmt::skip]
#[path = "../../out/union_set/main.rs"]
mod union_set;

#[rustfmt::skip]
#[path = "../../out/vec_list/main.rs"]
mod vec_list;

#[rustfmt::skip]
#[path = "../../out/vec_stack/main.rs"]
mod vec_stack;

#[rustfmt::skip]
#[path = "../../out/vecdeque_deque/main.rs"]
mod vecdeque_deque;

#[rustfmt::skip]
#[path = "../../out/vecdeque_queue/main.rs"]
mod vecdeque_queue;
