//! Changes of generated files, for people who review them: what changed, and why.

mod diff;
mod why;

pub use diff::diff;
pub use why::reasons;
