//! The tests that specgen wrote for the types in `mappings/`, as one program.
//!
//! The generated files are laid out by rustfmt's defaults, not by this project's
//! settings, so `cargo fmt` leaves them alone.

#[path = "../subjects/mod.rs"]
#[allow(dead_code)]
mod subjects;

mod faults;

#[rustfmt::skip]
#[path = "../../out/btreeset/main.rs"]
mod btreeset;

#[rustfmt::skip]
#[path = "../../out/treeset/main.rs"]
mod treeset;
