//! Questions about a specification: a term or formula in, its answer as plain text out.

mod evaluation;
mod json;
mod lawful;
mod order;
mod session;
mod tables;
mod text;

pub use evaluation::{Evaluation, Finding, Side, TraceLine, View};
pub use json::{json, refusal_json};
pub use session::Session;
pub use text::{lines, text};
