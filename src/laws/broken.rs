//! Axioms that an implementation breaks, or nearly breaks.

use super::breaking::{Attempt, TRIES, attempt_nearly};
use super::learner::Learner;
use crate::arena::Id;
use crate::model::GroundTerm;
use crate::source::Sources;
use crate::theory::{AxiomId, Theory};

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

/// Values that come near to breaking an axiom, over one algebra of the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Near {
    pub axiom: AxiomId,
    pub algebra: usize,
    pub values: Vec<GroundTerm>,
}

/// The axioms of the body that do not hold for some values, and values that come near to breaking
/// the others.
pub fn broken(
    learner: &mut Learner<'_>,
    theory: &Theory,
    sources: &Sources,
) -> (Vec<Broken>, Vec<Near>) {
    let (mut found, mut near) = (Vec::new(), Vec::new());
    for (id, axiom) in theory.body_axioms() {
        let (variables, formula) = (&axiom.variables, &axiom.formula);
        let (tried, samples) = attempt_nearly(&mut learner.scenes, variables, formula, TRIES);
        near.extend(samples.into_iter().filter_map(|sample| {
            let sight = &learner.scenes[sample.scene].sight;
            let values = sample.values.iter().map(|value| sight.term(*value));
            let values = values.collect::<Option<_>>()?;
            Some(Near { axiom: id, algebra: sample.scene, values })
        }));
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
    (found, near)
}
