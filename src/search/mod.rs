//! The bounded search: for every goal a verdict, for covered goals a witness.
//!
//! ```text
//! goal ── refute ──> impossible, with a core
//!      └─ scope step by step: ground ── solve ── canonical ── check ──> covered
//!                                                └─ (fragment) confirm
//! ```

mod budget;
mod cache;
mod canonical;
mod carriers;
mod circuit;
mod confirm;
mod construction;
mod decode;
mod engine;
mod entail;
mod estimate;
mod find;
mod finder;
mod ground;
mod lazy;
mod models;
mod numbering;
mod options;
mod outcome;
mod piece;
mod refute;
mod sample;
mod scope;
mod solver;
mod staged;
mod symmetry;

pub use budget::{Budget, Unlimited};
pub use cache::Cache;
pub use carriers::{CarrierSize, CarrierSizes, Range};
pub use engine::{Engine, Program, ProgramOutput};
pub use entail::{Entailed, Question, entailed};
pub use find::{mode, refute, refute_likely, search, search_fragments};
pub use finder::{Aliasing, clause_count, related_pairs};
#[doc(hidden)]
pub use models::{Symmetry, listed_models};
pub use options::Options;
pub use outcome::{Core, Outcome, Progress, Reason, Tried, Unsound, Verdict};
pub use sample::sampled_parameters;
pub use scope::{ScopeError, ScopeLimits, literals};
