//! The tests of the mappings with a mistake, as one program.

#[rustfmt::skip]
#[path = "generated/faults/btree_range/main.rs"]
mod btree_range;

#[rustfmt::skip]
#[path = "generated/faults/crop/main.rs"]
mod crop;

#[rustfmt::skip]
#[path = "generated/faults/dashmap/main.rs"]
mod dashmap;

#[rustfmt::skip]
#[path = "generated/faults/governor/main.rs"]
mod governor;

#[rustfmt::skip]
#[path = "generated/faults/heapless/main.rs"]
mod heapless;

#[rustfmt::skip]
#[path = "generated/faults/indexmap/main.rs"]
mod indexmap;

#[rustfmt::skip]
#[path = "generated/faults/lru/main.rs"]
mod lru;

#[rustfmt::skip]
#[path = "generated/faults/petgraph/main.rs"]
mod petgraph;

#[rustfmt::skip]
#[path = "generated/faults/priority_queue/main.rs"]
mod priority_queue;

#[rustfmt::skip]
#[path = "generated/faults/slotmap/main.rs"]
mod slotmap;

#[rustfmt::skip]
#[path = "generated/faults/smallvec/main.rs"]
mod smallvec;

#[rustfmt::skip]
#[path = "generated/faults/string/main.rs"]
mod string;
