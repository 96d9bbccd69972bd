//! The generated tests of published crates, as one program.

#[rustfmt::skip]
#[path = "generated/btree_range/main.rs"]
mod btree_range;

#[rustfmt::skip]
#[path = "generated/crop/main.rs"]
mod crop;

#[rustfmt::skip]
#[path = "generated/dashmap/main.rs"]
mod dashmap;

#[rustfmt::skip]
#[path = "generated/governor/main.rs"]
mod governor;

#[rustfmt::skip]
#[path = "generated/heapless/main.rs"]
mod heapless;

#[rustfmt::skip]
#[path = "generated/indexmap/main.rs"]
mod indexmap;

#[rustfmt::skip]
#[path = "generated/lru/main.rs"]
mod lru;

#[rustfmt::skip]
#[path = "generated/petgraph/main.rs"]
mod petgraph;

#[rustfmt::skip]
#[path = "generated/priority_queue/main.rs"]
mod priority_queue;

#[rustfmt::skip]
#[path = "generated/slotmap/main.rs"]
mod slotmap;

#[rustfmt::skip]
#[path = "generated/smallvec/main.rs"]
mod smallvec;

#[rustfmt::skip]
#[path = "generated/string/main.rs"]
mod string;
