//! Types under test that were written for this purpose: each as a user might write
//! it, correct as it stands, with faults that can be switched on.

// Specifications say which traits and observers a type has.
#![allow(clippy::len_without_is_empty, clippy::new_without_default)]

pub mod faults;

pub mod bag;
pub mod bounded_stack;
pub mod comparator_set;
pub mod graph;
pub mod hashed_set;
pub mod interval_tree;
pub mod one_of_set;
pub mod poset;
pub mod priority_queue;
pub mod queue;
pub mod search_tree;
pub mod sorted_map;
pub mod stack;
pub mod treeset;
pub mod union_find;
pub mod union_set;
