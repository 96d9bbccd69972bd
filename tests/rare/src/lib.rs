//! Small types as users write them. The feature `faults` plants one fault in each: four need a
//! rare number, one a rare order of its elements.

pub mod discount;
pub mod pages;
pub mod shift;
pub mod streak;
pub mod vault;
