//! The limit that keeps the number of goals within reason. Resolution has bounded
//! the atoms of every formula, and so its minterms; what is left is aliasing.

use super::{GoalOptions, Minterms, pattern};
use crate::diagnostic::{Code, Diagnostic};
use crate::theory::{Axiom, Theory};

/// How many aliasing goals one axiom may have.
const ALIASES: u64 = 1 << 16;

pub fn check(theory: &Theory, options: &GoalOptions) -> Result<(), Vec<Diagnostic>> {
    if !options.aliasing {
        return Ok(());
    }
    let axioms = theory.body_axioms().map(|(_, axiom)| axiom);
    let problems: Vec<_> = axioms.filter(|axiom| aliases(axiom) > ALIASES).map(report).collect();
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// At most so many aliasing goals come from an axiom.
fn aliases(axiom: &Axiom) -> u64 {
    let minterms = 1u64 << Minterms::of(&axiom.formula).atoms().len();
    let patterns = pattern::count(&axiom.variables).unwrap_or(u64::MAX);
    patterns.saturating_mul(minterms)
}

fn report(axiom: &Axiom) -> Diagnostic {
    let variables = axiom.variables.len();
    let message = format!(
        "axiom `{}` has too many ways in which its {variables} variables coincide",
        axiom.title()
    );
    Diagnostic::error(Code::TooManyAliases, message)
        .label(axiom.span, format!("more than {ALIASES} aliasing goals come from here"))
        .help("leave out `--aliasing`, or split the axiom into several with fewer variables")
}
