//! The tests in `main.rs` are all of this package.
