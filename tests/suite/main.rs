//! All integration tests, as one program, so that there is one thing to link.

mod syntax;
