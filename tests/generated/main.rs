//! The tests that specgen wrote for the types in `mappings/`, as one program.

#[path = "../subjects/mod.rs"]
#[allow(dead_code)]
mod subjects;
