//! The lint for axioms that force a partial operation to be defined everywhere.
//!
//! An equation holds where both sides are defined and equal, or both undefined; a
//! predicate on an undefined term is false. So `size(push(S, E)) = size(S) + 1`, stated for
//! all stacks, also states that `push` is defined on every stack.

use std::collections::BTreeSet;

use super::{Axiom, Domain, Formula, OpId, Term, Theory, VarId};
use crate::diagnostic::{Code, Diagnostic};

/// The finding about an axiom whose unconditional part needs a term that may be undefined.
pub(super) fn finding(theory: &Theory, axiom: &Axiom) -> Option<Diagnostic> {
    let claims = claims(&axiom.formula);
    let ((op, arguments), defined) = claims.into_iter().find_map(|claim| open(theory, claim))?;
    let operation = &theory.ops[op];
    let domain = operation.domain.as_ref()?;
    let term = Term::Apply(op, arguments.to_vec()).text(theory, &axiom.variables);
    let why = match defined {
        Some(defined) => {
            let defined = defined.text(theory, &axiom.variables);
            format!("where `{term}` is undefined, `{defined}` is still defined")
        }
        None => format!("a predicate is false where `{term}` is undefined"),
    };
    Some(
        Diagnostic::warning(
            Code::DomainRuledOut,
            format!("the axiom leaves nothing outside of the domain of `{}`", operation.name),
        )
        .label(axiom.span, why)
        .label(domain.span, "so this always holds, and the outside is never tested")
        .help(help(theory, axiom, domain, arguments)),
    )
}

/// An application in a claim that may be undefined, and, in an equation, the other side, which
/// is always defined.
fn open<'t>(theory: &Theory, claim: &'t Formula) -> Option<(Application<'t>, Option<&'t Term>)> {
    let Formula::Equal(left, right) = claim else {
        let mut sides = claim.sides().into_iter();
        return Some((sides.find_map(|term| open_application(theory, term))?, None));
    };
    let one_sided = |open: &'t Term, other: &'t Term| {
        let other = Some(other).filter(|other| !has_partial(theory, other))?;
        Some((open_application(theory, open)?, Some(other)))
    };
    one_sided(left, right).or_else(|| one_sided(right, left))
}

/// An operation with its arguments.
type Application<'t> = (OpId, &'t [Term]);

fn help(theory: &Theory, axiom: &Axiom, domain: &Domain, arguments: &[Term]) -> String {
    let condition = domain.condition.substituted(arguments).text(theory, &axiom.variables);
    format!("say where the axiom holds: `… if {condition}`")
}

/// The atoms that must be true for all values.
fn claims(formula: &Formula) -> Vec<&Formula> {
    match formula {
        Formula::And(left, right) => [claims(left), claims(right)].concat(),
        atom if atom.is_atom() => vec![atom],
        _ => Vec::new(),
    }
}

fn has_partial(theory: &Theory, term: &Term) -> bool {
    term.subterms().iter().any(|term| match term {
        Term::Apply(op, _) => theory.ops[*op].domain.is_some(),
        _ => false,
    })
}

/// A partial operation on distinct variables: its arguments may be outside of its domain.
fn open_application<'t>(theory: &Theory, term: &'t Term) -> Option<Application<'t>> {
    term.subterms().into_iter().find_map(|term| match term {
        Term::Apply(op, arguments) if theory.ops[*op].domain.is_some() => {
            let variables: Vec<VarId> = arguments.iter().filter_map(variable).collect();
            let different = BTreeSet::from_iter(variables.iter().copied());
            let is_open = different.len() == arguments.len() && !arguments.is_empty();
            is_open.then_some((*op, arguments.as_slice()))
        }
        _ => None,
    })
}

fn variable(term: &Term) -> Option<VarId> {
    match term {
        Term::Variable(var) => Some(*var),
        _ => None,
    }
}
