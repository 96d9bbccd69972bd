//! All integration tests, as one program, so that there is one thing to link.

mod docs;
mod lookup;
mod mapping_syntax;
mod syntax;
mod theory;
