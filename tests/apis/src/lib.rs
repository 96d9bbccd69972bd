//! The package has tests only: of published crates, and of std.
