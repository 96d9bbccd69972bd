//! Types that tests by code path are usually measured with.

pub mod array_list;
pub mod hash_table;
pub mod red_black_tree;
pub mod triangle;
