//! All values of a specification, and all algebras of its parameters.
//!
//! - [`walk`] goes through the values of a sort over one algebra of the parameters, smallest
//!   terms first. Values are equal where all observations are.
//! - [`algebras`] lists the algebras of a size, one for each class of isomorphic ones.

mod algebra;
mod breadth;
mod build;
mod canonical;
mod classes;
pub mod code;
mod congruence;
mod evaluate;
mod extend;
mod formula;
mod ground;
pub mod json;
mod layout;
mod loose;
mod machine;
mod matching;
mod orbits;
mod parameters;
pub mod picture;
mod possible;
mod store;
pub mod term;
mod transitions;

pub use algebra::{Algebra, Numbers};
pub use breadth::{Bounds, End, Refusal, Visit, Walk, strata, walk};
pub use canonical::canonical;
pub use classes::{Classes, classes};
pub use congruence::{Trust, trust};
pub use extend::{Limit, algebras};
pub use loose::{Loose, loose};
pub use machine::{Machine, Stop};
pub use orbits::{Orbits, automorphisms};
pub use parameters::Parameters;
pub use store::Form;
