//! Terms and formulas about a theory, whose free names are elements of its parameters.

use super::{Formula, Term, Theory, Variable};

/// A term to evaluate, or a formula to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    Term(Term),
    Formula(Formula),
}

/// Questions about a specification, and the names that they share.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The part of the theory that the specification reaches.
    pub theory: Theory,
    pub questions: Vec<Question>,
    /// The free names, each an element of a parameter's sort.
    pub variables: Vec<Variable>,
}
