//! What generated tests name.

pub use super::axiom::*;
pub use super::case::*;
pub use super::notice::*;
pub use super::observe::*;
pub use super::sample::*;
pub use super::table::*;
