//! Small types as users write them. The feature `faults` plants one fault in each. The first five
//! were there while guided sequences were written; the last five were written before a change to
//! them, and tried after it.

pub mod discount;
pub mod pages;
pub mod shift;
pub mod streak;
pub mod vault;

pub mod attempts;
pub mod invoice;
pub mod journal;
pub mod ladder;
pub mod seats;
