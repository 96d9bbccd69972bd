//! Runs a specification: axioms as rules, on ground terms.
//!
//! A [`Program`] holds the rules. An [`Engine`] runs them over one algebra of the parameters
//! ([`Tables`]) and answers questions about terms. What it answers is entailed: it holds in
//! every model of the axioms over these tables.
//!
//! - An answer is a value, *undefined* (outside of a domain), or *undetermined*: no rule
//!   applies, or a premise is undetermined. Undetermined is never guessed.
//! - Every rule that applies must give the same result. Two results that differ are a
//!   [`Contradiction`], with the term and both rules.
//! - The engine counts steps and has no clock, so answers are the same everywhere. Rules that
//!   run away end as undetermined.
//!
//! This folder refers to nothing outside of itself but the standard library, so that the same
//! source can run next to the code under test.

// Editions before 2024 have no let chains.
#![allow(clippy::collapsible_if)]

mod answer;
mod apply;
mod engine;
mod equality;
mod evaluate;
mod program;
mod tables;
mod term;
mod text;
mod trace;

pub use answer::{Answer, Contradiction, Gap, Reason, Source};
pub use engine::{Engine, STEPS};
pub use program::{
    ArithmeticOperator, Axiom, Comparison, Conclusion, Expr, Formula, LOOK, Law, Operation,
    Pattern, Program, Rule, Sort, SortKind, Step,
};
pub use tables::Tables;
pub use term::{Node, TermId, Terms};
pub use trace::Line;
