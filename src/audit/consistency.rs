//! Whether a specification has models, and such that tell elements apart.

use super::{Audit, core_labels, different, joint_core};
use crate::arena::Id;
use crate::diagnostic::{Code, Diagnostic};
use crate::goal::{Goal, GoalOptions, Origin, goals};
use crate::search::{Core, Outcome, Unsound, Verdict};
use crate::theory::{Operation, SortId, SortKind, SpecId, Variable};

impl Audit<'_> {
    /// Any model at all will do. Where there is none, some axiom can be true in
    /// no way, and its minterms are refuted one by one.
    pub fn inconsistency(&mut self) -> Result<Option<Diagnostic>, Unsound> {
        let theory = self.theory;
        let any = self.probe("any model".to_owned(), Vec::new(), Vec::new());
        let outcomes = self.search(theory, &[any])?;
        if let Verdict::Covered(_) = outcomes[0].verdict {
            return Ok(None);
        }
        if let Verdict::Impossible(core) = &outcomes[0].verdict {
            return Ok(Some(self.inconsistent(core)));
        }
        Ok(match self.contradiction()? {
            Some(core) => Some(self.inconsistent(&core)),
            None if outcomes[0].verdict == Verdict::NotFound => {
                Some(self.without_model(&outcomes[0]))
            }
            None => None,
        })
    }

    /// The facts by which some axiom can be true in no way.
    fn contradiction(&mut self) -> Result<Option<Core>, Unsound> {
        let theory = self.theory;
        let options = GoalOptions { domains: false, ..GoalOptions::default() };
        let Ok(goals) = goals(theory, options) else { return Ok(None) };
        let outcomes = self.search(theory, &goals)?;
        let of = |goal: &Goal| match goal.origin {
            Origin::Axiom(id) => Some(id),
            Origin::Domain(_) => None,
        };
        for id in theory.axioms.ids() {
            let cases = goals.iter().zip(&outcomes).filter(|(goal, _)| of(goal) == Some(id));
            let cases: Vec<Outcome> = cases.map(|(_, outcome)| outcome.clone()).collect();
            if !cases.is_empty()
                && let Some(mut core) = joint_core(&cases)
            {
                core.axioms.push(id);
                core.axioms.sort_unstable();
                core.axioms.dedup();
                return Ok(Some(core));
            }
        }
        Ok(None)
    }

    fn inconsistent(&self, core: &Core) -> Diagnostic {
        let (spec, mut report) = self.about_subject(Code::Inconsistent, |name| {
            format!("`{name}` is inconsistent: no type can satisfy it")
        });
        let name = &self.theory.specs[spec].name;
        report = report.label(self.theory.specs[spec].span, format!("`{name}` has no models"));
        report.labels.extend(core_labels(self.theory, core));
        report
    }

    fn without_model(&self, outcome: &Outcome) -> Diagnostic {
        let (spec, report) = self.about_subject(Code::Inconsistent, |name| {
            format!("`{name}` has no model within the limits")
        });
        let sizes: Vec<_> = outcome
            .scope
            .iter()
            .map(|(sort, size)| format!("{} of `{}`", size, self.theory.sorts[*sort].name))
            .collect();
        report
            .label(self.theory.specs[spec].span, "it may be inconsistent")
            .help(format!("searched with up to {} elements", sizes.join(", ")))
    }

    fn about_subject(&self, code: Code, message: impl Fn(&str) -> String) -> (SpecId, Diagnostic) {
        let subject = SpecId::from_index(self.theory.specs.len() - 1);
        let text = message(&self.theory.specs[subject].name);
        (subject, Diagnostic::warning(code, text))
    }

    /// Sorts whose elements no model tells apart.
    pub fn collapsed_sorts(&mut self) -> Result<Vec<Diagnostic>, Unsound> {
        let theory = self.theory;
        let mut findings = Vec::new();
        for sort in theory.sorts.ids().filter(|sort| self.may_have_two(*sort)).collect::<Vec<_>>() {
            let probe = self.two_elements(sort);
            let outcomes = self.search(theory, &[probe])?;
            match &outcomes[0].verdict {
                Verdict::Impossible(core) => findings.push(self.collapsed(sort, Some(core))),
                Verdict::NotFound => findings.push(self.collapsed(sort, None)),
                _ => {}
            }
        }
        Ok(findings)
    }

    /// Whether the signature leaves room for a second element.
    fn may_have_two(&self, sort: SortId) -> bool {
        let takes_arguments = |op: &Operation| !op.arguments.is_empty();
        match self.theory.sorts[sort].kind {
            SortKind::Int => false,
            SortKind::Parameter => true,
            SortKind::Constructed => {
                let constructors: Vec<_> = self.theory.constructors(sort).collect();
                constructors.len() > 1 || constructors.iter().any(|(_, op)| takes_arguments(op))
            }
        }
    }

    fn two_elements(&self, sort: SortId) -> Goal {
        let variables = ["x", "y"].map(|name| Variable { name: name.to_owned(), sort });
        let literal = different(&variables);
        let id = format!("two elements of {}", self.theory.sorts[sort].name);
        self.probe(id, variables.to_vec(), vec![literal])
    }

    fn collapsed(&self, sort: SortId, core: Option<&Core>) -> Diagnostic {
        let text = self.theory.sort_text(sort);
        let message = match core {
            Some(_) => format!("all elements of `{text}` are equal"),
            None => format!("no model within the limits tells two elements of `{text}` apart"),
        };
        let mut report = Diagnostic::warning(Code::CollapsedSort, message)
            .label(self.theory.sorts[sort].span, "has one element only");
        report.labels.extend(core.map(|core| core_labels(self.theory, core)).unwrap_or_default());
        report
    }
}
