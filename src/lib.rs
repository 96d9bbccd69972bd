//! specgen compiles algebraic specifications of generic data types into tests.
//!
//! A specification says what a type *means*: sorts, constructors, observers,
//! domain conditions and axioms. A refinement mapping says which Rust type and
//! methods carry them. From the two, specgen derives one test per way in which
//! an axiom can be true, with mock types for the type parameters.
//!
//! The modules below are the stages, in the order in which data flows through
//! them. Each stage is a function from one plain value to the next; only
//! [`disk`] touches files, and only [`cli`] the clock and the terminal. Build
//! scripts start with [`Builder`].
//!
//! One feature is off by default: with `cadical` a search can ask the solver CaDiCaL, which
//! is compiled from C++.

pub mod arena;
mod count;
pub mod diagnostic;
pub mod error;
mod fingerprint;
mod json;
mod near_name;
pub mod parallel;
pub mod source;

pub mod format;
pub mod syntax;
pub mod theory;

pub mod execute;
#[doc = include_str!("../docs/explore.md")]
pub mod explore;
pub mod rules;

pub mod goal;
pub mod model;

pub mod search;
pub mod trial;

pub mod enumerate;

pub mod testcase;

pub mod decide;
pub mod prove;

pub mod rust;

pub mod refine;

pub mod infer;
pub mod probe;

pub mod lower;

pub mod emit;

pub mod options;

pub mod pipeline;
pub mod report;
pub mod run;
pub mod show;

pub mod export;

pub mod eval;

pub mod audit;
pub mod complete;
pub mod init;
pub mod laws;

pub mod review;

pub mod disk;
pub mod project;

mod builder;
pub mod cli;

pub use builder::Builder;
pub use error::Failure;
