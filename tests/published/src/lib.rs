//! The package has tests only: of published crates.
