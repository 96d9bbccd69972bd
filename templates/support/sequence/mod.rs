//! Tests made of sequences of operations.
//!
//! A sequence starts with a creator and goes on with operations that return the type under
//! test. Two oracles watch every step. The first runs the specification on the same steps and
//! compares what it determines with what observers answer. The second evaluates the axioms on
//! the values that the sequence reached. A failing sequence is shrunk before it is shown.
//!
//! [`test()`] is the way in. A [`Subject`] describes the type under test; generated code makes
//! it.

// Later compilers know shorter ways that the oldest one does not.
#![allow(clippy::collapsible_if, clippy::unnecessary_map_or)]

mod accounts;
mod apart;
mod built;
mod check;
mod choose;
mod corpus;
mod draw;
mod exhaustive;
mod explain;
mod generate;
mod history;
mod limits;
mod novelty;
mod numbers;
mod panics;
mod paste;
mod paste_axiom;
mod paste_text;
mod plain;
mod regressions;
mod replay;
mod run;
mod settings;
mod shrink;
mod source;
mod subject;
mod tables;
mod taste;
mod values;
mod visited;
mod watchdog;
mod world;

pub(super) use self::accounts::Accounts;
pub(super) use self::check::{Cause, Check, Problem, Run};
pub(super) use self::choose::observations;
pub(super) use self::corpus::checked;
pub(super) use self::corpus::{Budget, Corpus, Found};
pub(super) use self::draw::Draw;
pub use self::exhaustive::Claim;
pub use self::exhaustive::{exhaust, exhaust_claim};
pub(super) use self::explain::answer;
pub(super) use self::generate::Generator;
pub(super) use self::novelty::Novelty;
pub(super) use self::numbers::Numbers;
pub(super) use self::panics::{caught, last as last_panic};
pub(super) use self::regressions::{Entry, Purpose, Regressions};
pub(super) use self::replay::Sequence;
pub use self::run::test;
pub(super) use self::run::{each, sequence};
pub(super) use self::settings::Settings;
pub(super) use self::shrink::{kept_steps, shrunk};
pub use self::subject::*;
pub(super) use self::tables::tuples;
pub use self::values::*;
pub(super) use self::watchdog::*;
pub use self::world::Arguments;
pub(super) use self::world::{Step, Value, Way, World};
