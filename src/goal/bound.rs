//! The limit on aliasing goals. Resolution limits the atoms of every formula, and so its
//! minterms.

use super::{GoalOptions, Minterms, pattern};
use crate::diagnostic::{Code, Diagnostic};
use crate::theory::{Axiom, Theory};

/// The most aliasing goals of one axiom.
const ALIASES: u64 = 1 << 16;

pub fn check(theory: &Theory, options: &GoalOptions) -> Result<(), Vec<Diagnostic>> {
    if !options.aliasing {
        return Ok(());
    }
    let axioms = theory.body_axioms().map(|(_, axiom)| axiom);
    let problems: Vec<_> = axioms.filter(|axiom| aliases(axiom) > ALIASES).map(report).collect();
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// An upper bound for the number of an axiom's aliasing goals.
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
