//! Axioms that an implementation breaks.

use super::breaking::{Attempt, TRIES, attempt};
use super::learner::Learner;
use crate::arena::Id;
use crate::source::Sources;
use crate::theory::Theory;

/// An axiom, and values for which it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    pub title: String,
    /// `stack.spec:24`
    pub place: String,
    pub text: String,
    /// `S = push(make(), Element0)`
    pub values: Vec<String>,
}

/// The axioms of the body that do not hold for some values.
pub fn broken(learner: &mut Learner<'_>, theory: &Theory, sources: &Sources) -> Vec<Broken> {
    let mut found = Vec::new();
    for (_, axiom) in theory.body_axioms() {
        let tried = attempt(&mut learner.scenes, &axiom.variables, &axiom.formula, TRIES);
        let Attempt::Broken(sample) = tried else { continue };
        let sight = &learner.scenes[sample.scene].sight;
        let used = axiom.formula.variables().into_iter().map(Id::index);
        let value = |place: usize| {
            let term = sight.term(sample.values[place])?;
            Some(format!("{} = {}", axiom.variables[place].name, term.text(theory)))
        };
        found.push(Broken {
            title: axiom.title(),
            place: sources.place(axiom.span),
            text: axiom.text.clone(),
            values: used.filter_map(value).collect(),
        });
    }
    found
}
