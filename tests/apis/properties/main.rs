//! Hand-written properties that check what the specifications say, for the comparison of lines.

mod btree_range;
mod crop;
mod dashmap;
mod governor;
mod heapless;
mod indexmap;
mod lru;
mod petgraph;
mod priority_queue;
mod slotmap;
mod smallvec;
mod string;
