//! Semantic lints: findings about a specification that need a search.
//!
//! Each lint searches for models with goals of its own ("probes") and reads the verdicts. A
//! probe without a verdict reports nothing, so no finding depends on time or memory.

mod consistency;
mod implication;

use crate::arena::Id;
use crate::decide::decide;
use crate::diagnostic::{Code, Diagnostic, Label};
use crate::goal::{Goal, Literal};
use crate::search::{Core, Options, Outcome, Progress, Unsound, search};
use crate::source::Sources;
use crate::theory::{Formula, Term, Theory, VarId, Variable};

/// All findings about the specifications of a theory, its subject last.
///
/// A specification without models satisfies everything, so an inconsistent one is not
/// checked further. Only the wanted lints are searched for.
pub fn audit(
    theory: &Theory,
    sources: &Sources,
    wanted: &dyn Fn(Code) -> bool,
    options: &Options,
    observer: &mut dyn FnMut(Progress),
) -> Result<Vec<Diagnostic>, Unsound> {
    if theory.axioms.ids().next().is_none() {
        return Ok(Vec::new());
    }
    let mut audit = Audit { theory, sources, options, observer };
    if let Some(inconsistent) = audit.inconsistency()? {
        return Ok(vec![inconsistent]);
    }
    let mut findings = Vec::new();
    if wanted(Code::CollapsedSort) {
        findings.extend(audit.collapsed_sorts()?);
    }
    if wanted(Code::ImpliedAxiom) {
        findings.extend(audit.implied_axioms());
    }
    if wanted(Code::RefutedTheorem) || wanted(Code::UnshownTheorem) {
        findings.extend(audit.theorems()?.into_iter().filter(|one| wanted(one.code)));
    }
    Ok(findings)
}

struct Audit<'a> {
    theory: &'a Theory,
    sources: &'a Sources,
    options: &'a Options,
    observer: &'a mut dyn FnMut(Progress),
}

impl Audit<'_> {
    fn search(&mut self, theory: &Theory, probes: &[Goal]) -> Result<Vec<Outcome>, Unsound> {
        search(theory, probes, self.options, self.observer)
    }

    /// The same, by execution where it decides.
    fn decide(&mut self, theory: &Theory, probes: &[Goal]) -> Result<Vec<Outcome>, Unsound> {
        decide(theory, probes, self.options, self.observer)
    }
}

/// Labels for the statements of a core.
fn core_labels(theory: &Theory, core: &Core) -> Vec<Label> {
    let axioms = core.axioms.iter().map(|id| theory.axioms[*id].span);
    let domains =
        core.domains.iter().filter_map(|op| theory.ops[*op].domain.as_ref()).map(|d| d.span);
    axioms.chain(domains).map(|span| Label { span, text: "because of this".to_owned() }).collect()
}

/// `x != y`
fn different(variables: &[Variable; 2]) -> Literal {
    debug_assert_eq!(variables[0].sort, variables[1].sort);
    let [x, y] = [0, 1].map(|index| Term::Variable(VarId::from_index(index)));
    Literal { atom: Formula::Equal(x, y), holds: false }
}
