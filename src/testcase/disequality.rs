//! Pairs of values in a test that differ.
//!
//! Axioms rarely state that two values differ, so an equality that always holds satisfies
//! every equation. But a goal has values that differ: those of its variables wherever
//! possible, and those that its literals distinguish.

use super::Disequality;
use crate::arena::Id;
use crate::goal::{Goal, Literal};
use crate::model::eval::{Evaluator, Value};
use crate::model::{GroundTerm, Witness};
use crate::theory::{Formula, SortKind, Term, Theory, VarId};

/// The pairs of values that differ in the witness and that the axiom does not compare
/// itself. The axiom has this many variables and these atoms.
pub fn disequalities(
    theory: &Theory,
    goal: &Goal,
    witness: &Witness,
    (variables, atoms): (usize, &[&Formula]),
) -> Vec<Disequality> {
    let bindings = witness.bindings(goal);
    let sort_of = |term: &Term| theory.sort_of(term, &goal.variables);
    let own = (0..variables).flat_map(|b| (0..b).map(move |a| [a, b]));
    let own = own
        .filter(|[a, b]| goal.variables[*a].sort == goal.variables[*b].sort)
        .filter(|[a, b]| witness.assignment[*a] != witness.assignment[*b])
        .map(|pair| pair.map(|var| Term::Variable(VarId::from_index(var))));
    let said = goal.literals.iter().filter_map(inequation);
    let said = said.filter(|terms| {
        have_same_head(&terms[0], &terms[1]) && terms.iter().all(|term| is_built(theory, term))
    });
    let (variables, assignment) = (&goal.variables, &witness.assignment);
    let evaluator = Evaluator { theory, model: &witness.model, variables, assignment };
    let is_defined =
        |terms: &[Term; 2]| terms.iter().all(|term| evaluator.term(term) != Value::Undefined);
    let mut found: Vec<Disequality> = Vec::new();
    for terms in own.chain(said).filter(is_defined) {
        let sort = sort_of(&terms[0]);
        let known = found.iter().any(|known| known.terms == terms) || is_equated(atoms, &terms);
        if known || theory.sorts[sort].kind != SortKind::Constructed {
            continue;
        }
        let values = [&terms[0], &terms[1]].map(|term| GroundTerm::instantiate(term, &bindings));
        if let [Some(left), Some(right)] = values {
            found.push(Disequality { sort, terms, values: [left, right] });
        }
    }
    found
}

/// Whether both terms are variables, or applications of the same constructor. Comparing a
/// value with one built from it in two steps shows no more than in one step.
fn have_same_head(left: &Term, right: &Term) -> bool {
    match (left, right) {
        (Term::Variable(_), Term::Variable(_)) => true,
        (Term::Apply(left, _), Term::Apply(right, _)) => left == right,
        _ => false,
    }
}

/// Whether all operations of a term are constructors.
fn is_built(theory: &Theory, term: &Term) -> bool {
    term.subterms().into_iter().all(|part| match part {
        Term::Variable(_) | Term::Int(_) => true,
        Term::Apply(op, _) => theory.ops[*op].is_constructor(),
        Term::Arithmetic(..) => false,
    })
}

/// The two terms, if the literal states that they differ.
fn inequation(literal: &Literal) -> Option<[Term; 2]> {
    match &literal.atom {
        Formula::Equal(left, right) if !literal.holds => Some([left.clone(), right.clone()]),
        _ => None,
    }
}

/// Whether the axiom compares the two terms itself. Then its tester checks them.
fn is_equated(atoms: &[&Formula], [left, right]: &[Term; 2]) -> bool {
    atoms.iter().any(|atom| match atom {
        Formula::Equal(a, b) => (a, b) == (left, right) || (b, a) == (left, right),
        _ => false,
    })
}
