//! Entries of a mapping as small functions, which the compiler checks before the search.
//!
//! [`probe`] writes a module with one function for each entry. The user's Rust is copied as it
//! stands, with a table that leads from its bytes back to the mapping. [`report`] turns errors
//! of the compiler into diagnostics about the mapping.

mod compiler;
mod module;
mod report;
mod write;

pub use compiler::{Compiler, CompilerError, CompilerSpan, NoCompiler};
pub use module::Probe;
pub use report::report;
pub use write::probe;
