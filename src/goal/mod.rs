//! What a test suite must exercise: one goal per thing.
//!
//! This module knows neither text nor Rust; a goal is a conjunction of literals
//! over variables, with an id that does not move when axioms are added.

use crate::arena::Id;
use crate::theory::{AxiomId, Formula, Statement, Theory, Variable};

mod bound;
mod coincidence;
mod congruence;
mod construction;
mod derive;
mod equality;
mod family;
mod lookup;
mod minterm;
mod name;
mod options;
mod pattern;
mod property;
mod violations;

pub use derive::{goals, make_unique};
pub use family::{GoalFamilies, GoalFamily};
pub use lookup::find;
pub use minterm::{Minterms, same_atom};
pub use name::snake_case;
pub use options::GoalOptions;
pub use property::Property;
pub use violations::violations;

/// One thing that a test must exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Names the axiom or domain condition. All its goals share the title.
    pub title: String,
    /// Names the goal among those of its title, mostly by its literals. Empty for a goal
    /// that only a lint searches for.
    pub case: String,
    pub kind: GoalKind,
    /// What a test for the goal checks.
    pub property: Property,
    /// Of the property; where the goal says how values are built,
    /// also those that stand for the constructors' arguments, behind them.
    pub variables: Vec<Variable>,
    /// What must hold for some assignment of the variables.
    pub literals: Vec<Literal>,
    /// Which variables must coincide. `None` leaves it open.
    pub pattern: Option<Pattern>,
}

impl Goal {
    /// A goal that is only searched for: no test is made of it, so nothing looks its property up.
    pub fn probe(title: String, variables: Vec<Variable>, literals: Vec<Literal>) -> Self {
        Goal {
            title,
            case: String::new(),
            kind: GoalKind::Law,
            property: Property::Stated(Statement::Axiom(AxiomId::from_index(0))),
            variables,
            literals,
            pattern: None,
        }
    }

    /// `title/case`: readable, unique, and the same when axioms are added elsewhere.
    pub fn id(&self) -> String {
        if self.case.is_empty() {
            self.title.clone()
        } else {
            format!("{}/{}", self.title, self.case)
        }
    }

    /// The truth of each literal's atom: `tf`.
    pub fn letters(&self) -> String {
        self.literals.iter().map(|literal| if literal.holds { 't' } else { 'f' }).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GoalKind {
    /// A minterm of an axiom.
    Axiom,
    /// A minterm of an axiom, with an equality pattern of its variables.
    Alias,
    /// An axiom, with a variable as a constructor makes it.
    Construction,
    /// An axiom, with variables that coincide.
    Coincidence,
    /// A minterm of a domain condition or of its negation.
    Domain(Side),
    Equality,
    Law,
}

/// Where a domain goal puts the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    Inside,
    Outside,
}

/// An atom with the truth value that the goal requires.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Literal {
    /// Satisfies [`Formula::is_atom`].
    pub atom: Formula,
    pub holds: bool,
}

impl Literal {
    /// `isEmpty(S)`, `not isEmpty(S)`, `E != F`
    pub fn text(&self, theory: &Theory, variables: &[Variable]) -> String {
        if self.holds {
            return self.atom.text(theory, variables);
        }
        Formula::Not(Box::new(self.atom.clone())).text(theory, variables)
    }
}

/// A partition of the variables: `blocks[v]` is the least index of a variable
/// that must have the same value as `v`. Variables of one sort in different
/// blocks must differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    pub blocks: Vec<usize>,
}
