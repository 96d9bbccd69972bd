//! Implications: redundant axioms, and theorems that do not hold.

use super::{Audit, core_labels};
use crate::complete::proof;
use crate::diagnostic::{Code, Diagnostic};
use crate::goal::{self, Goal};
use crate::model::{Mode, Witness};
use crate::report::how_far;
use crate::search::{Core, Outcome, Unsound, Verdict};
use crate::show::{View, model};
use crate::theory::{Axiom, AxiomId, Theory};

impl Audit<'_> {
    /// Axioms of the bodies that can't be violated where the others hold.
    pub fn implied_axioms(&self) -> Vec<Diagnostic> {
        let theory = self.theory;
        let implied = |(id, axiom): (AxiomId, &Axiom)| {
            let (others, kept) = theory.without(id);
            let core = proof(&others, axiom, self.options)?;
            Some(implied(theory, axiom, &core.renamed(&kept)))
        };
        theory.body_axioms().filter_map(implied).collect()
    }

    /// Theorems with a counterexample, and theorems that are neither proved nor refuted. A
    /// counterexample that is only a piece of a model must survive running the axioms.
    pub fn theorems(&mut self) -> Result<Vec<Diagnostic>, Unsound> {
        let theory = self.theory;
        let probes: Vec<Vec<Goal>> =
            theory.theorems.iter().map(|it| goal::violations(it, usize::MAX)).collect();
        // Together, since an induction often needs what another theorem says.
        let outcomes = self.decide(theory, &probes.concat())?;
        let mut left = outcomes.as_slice();
        let mut findings = Vec::new();
        for (theorem, probes) in theory.theorems.iter().zip(&probes) {
            let (outcomes, others) = left.split_at(probes.len());
            left = others;
            let found =
                probes.iter().zip(outcomes).find_map(|(probe, outcome)| match &outcome.verdict {
                    Verdict::Covered(witness) => Some((probe, witness)),
                    _ => None,
                });
            let open = outcomes.iter().find(|outcome| outcome.verdict.core().is_none());
            findings.extend(match (found, open) {
                (Some((probe, witness)), _) => Some(refuted(theory, theorem, probe, witness)),
                (None, Some(outcome)) => Some(self.unshown(theorem, outcome)),
                (None, None) => None,
            });
        }
        Ok(findings)
    }

    /// `outcome` belongs to one way in which the theorem may be false.
    fn unshown(&self, theorem: &Axiom, outcome: &Outcome) -> Diagnostic {
        let title = theorem.theorem_title();
        let report = Diagnostic::remark(
            Code::UnshownTheorem,
            format!(
                "theorem `{title}` is not shown: there is neither a proof nor a counterexample"
            ),
        );
        let report = report.label(theorem.span, "may hold");
        match &outcome.verdict {
            Verdict::GaveUp(_) => report.note("the search for a counterexample took too long"),
            _ => report.note(format!("no counterexample {}", how_far(self.theory, outcome))),
        }
    }
}

fn implied(theory: &Theory, axiom: &Axiom, core: &Core) -> Diagnostic {
    let mut report = Diagnostic::warning(
        Code::ImpliedAxiom,
        format!("axiom `{}` follows from the others", axiom.title()),
    )
    .label(axiom.span, "says nothing new")
    .help("move it to an `implies` section, where it is checked and yields no tests");
    report.labels.extend(core_labels(theory, core));
    report
}

/// Shows the counter-model, since the values alone do not show what is false.
fn refuted(theory: &Theory, theorem: &Axiom, probe: &Goal, witness: &Witness) -> Diagnostic {
    let values: Vec<_> = theorem
        .variables
        .iter()
        .zip(&witness.terms)
        .map(|(variable, term)| format!("{} = {}", variable.name, term.text(theory)))
        .collect();
    let label = if values.is_empty() {
        "is false in the model below".to_owned()
    } else {
        format!("is false for {}", values.join(", "))
    };
    let tables = model(&View::new(theory, probe, witness));
    let found = match witness.model.mode {
        Mode::Closed => "a model of the axioms in which it is false:",
        Mode::Fragment => "a piece of a model of the axioms in which it is false:",
        Mode::Executed => "values for which the axioms make it false:",
    };
    Diagnostic::warning(
        Code::RefutedTheorem,
        format!("theorem `{}` does not follow from the axioms", theorem.theorem_title()),
    )
    .label(theorem.span, label)
    .note(format!("{found}\n{}", tables.trim_end()))
}
