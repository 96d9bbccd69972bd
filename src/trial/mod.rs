//! Trial runs: a specification run on small terms over small algebras of its parameters.
//!
//! - [`algebras`] lists the algebras, and [`is_consistent`] says which of them the axioms of
//!   the body rule out.
//! - [`contradiction`] reports axioms that contradict each other whatever the parameters are,
//!   with the smallest term on which they do.
//! - [`open_observers`] reports observers that the axioms leave open on some of the terms;
//!   [`open_operations`] lists these and all other operations that are open.

mod algebras;
mod combinations;
mod conflict;
mod determinacy;
mod diagnose;
mod evidence;
mod extent;
mod random;
pub mod states;
mod subject;

pub use algebras::{ELEMENTS, algebras, tables};
pub use combinations::{adding_up, assignments, share};
pub use conflict::{allowed, allowed_tables};
pub use determinacy::{mostly_open, open_observers, open_operations};
pub use diagnose::contradiction;
pub use evidence::{is_consistent, tells_apart};
pub use extent::extent;
pub use random::Random;
pub use subject::Trial;
