//! The limits that keep the number of goals within reason.

use super::{GoalOptions, Minterms, pattern};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::theory::{Axiom, Formula, Operation, Theory};

/// A formula of `n` atoms has up to 2^n minterms.
const ATOMS: usize = 16;

/// How many aliasing goals one axiom may have.
const ALIASES: u64 = 1 << 16;

pub fn check(theory: &Theory, options: GoalOptions) -> Result<(), Vec<Diagnostic>> {
    let mut problems = Vec::new();
    for (_, axiom) in theory.body_axioms() {
        problems.extend(check_axiom(axiom, options));
    }
    for op in theory.ops.values().filter(|op| !theory.is_parameter(op.spec)) {
        problems.extend(check_domain(op));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

fn check_axiom(axiom: &Axiom, options: GoalOptions) -> Option<Diagnostic> {
    let what = format!("axiom `{}`", axiom.title());
    let atoms = Minterms::of(&axiom.formula).atoms().len();
    if atoms > ATOMS {
        return Some(too_many_atoms(&what, atoms, axiom.span));
    }
    let patterns = pattern::count(&axiom.variables);
    let aliases = patterns.and_then(|patterns| patterns.checked_mul(1 << atoms));
    let too_many = options.aliasing && aliases.is_none_or(|aliases| aliases > ALIASES);
    too_many.then(|| too_many_aliases(&what, axiom))
}

fn check_domain(op: &Operation) -> Option<Diagnostic> {
    let domain = op.domain.as_ref()?;
    let atoms = atoms_of(&domain.condition);
    let what = format!("the domain condition of `{}`", op.name);
    (atoms > ATOMS).then(|| too_many_atoms(&what, atoms, domain.span))
}

fn atoms_of(formula: &Formula) -> usize {
    Minterms::of(formula).atoms().len()
}

fn too_many_atoms(what: &str, atoms: usize, span: Span) -> Diagnostic {
    let message = format!("{what} has {atoms} atoms, which is more than {ATOMS}");
    Diagnostic::error(Code::TooManyAtoms, message)
        .label(span, format!("up to 2^{atoms} goals come from here"))
        .help("split it into several, or give a part of it a name by an observer of its own")
}

fn too_many_aliases(what: &str, axiom: &Axiom) -> Diagnostic {
    let variables = axiom.variables.len();
    let message = format!("{what} has too many ways in which its {variables} variables coincide");
    Diagnostic::error(Code::TooManyAliases, message)
        .label(axiom.span, format!("more than {ALIASES} aliasing goals come from here"))
        .help("leave out `--aliasing`, or split the axiom into several with fewer variables")
}
