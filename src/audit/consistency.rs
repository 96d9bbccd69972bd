//! Whether a specification has models, and models with several elements of each sort.

use super::{Audit, core_labels, different};
use crate::arena::Id;
use crate::diagnostic::{Code, Diagnostic};
use crate::goal::{Goal, GoalOptions, Literal, Property, goals};
use crate::model::Mode;
use crate::search::{Core, Outcome, Unsound, Verdict, refute};
use crate::theory::{
    Formula, Operation, SortId, SortKind, SpecId, Statement, Term, Theory, VarId, Variable,
};
use crate::trial::{Trial, allowed_tables, tells_apart};

/// Construction steps, and the most values, among which a contradiction is searched. More
/// would take too long to refute.
const STEPS: usize = 2;
const MOST_VALUES: usize = 24;

/// The most axioms that are left out, one at a time, to see which of them are in the way.
const MOST_LEFT_OUT: usize = 40;

impl Audit<'_> {
    /// Searches for any model. If there is no model, some axiom cannot hold, and all its
    /// minterms are refuted one by one.
    pub fn inconsistency(&mut self) -> Result<Option<Diagnostic>, Unsound> {
        let theory = self.theory;
        let any = Goal::probe("any model".to_owned(), Vec::new(), Vec::new());
        let outcomes = self.search(theory, &[any])?;
        let core = match &outcomes[0].verdict {
            Verdict::Covered(witness) if witness.model.mode == Mode::Closed => return Ok(None),
            // A fragment need not extend to a model.
            Verdict::Covered(_) => self.contradiction_among_values(),
            Verdict::Impossible(core) => Some(core.clone()),
            _ => self.contradiction().or_else(|| self.contradiction_among_values()),
        };
        Ok(match core {
            Some(core) => Some(self.inconsistent(&core)),
            None if outcomes[0].verdict == Verdict::NotFound && !self.runs()? => {
                let report = self.without_model(&outcomes[0]);
                let any = Goal::probe("any model".to_owned(), Vec::new(), Vec::new());
                Some(self.in_the_way(&any, report)?)
            }
            None => None,
        })
    }

    /// Whether the axioms run on small terms without a contradiction, over some small algebra of
    /// the parameters. Then a search that found no model means little.
    fn runs(&mut self) -> Result<bool, Unsound> {
        let any = Goal::probe("any model".to_owned(), Vec::new(), Vec::new());
        let outcomes = self.decide(self.theory, &[any])?;
        Ok(outcomes[0].mode == Mode::Executed)
    }

    /// The statements that rule an axiom out.
    fn contradiction(&mut self) -> Option<Core> {
        let theory = self.theory;
        let options = GoalOptions { domains: false, ..GoalOptions::default() };
        let goals = goals(theory, options).ok()?;
        let cores = refute(theory, &goals, self.options, self.observer);
        theory.axioms.ids().find_map(|id| {
            let cases = goals
                .iter()
                .zip(&cores)
                .filter(|(goal, _)| goal.property == Property::Stated(Statement::Axiom(id)));
            let cases: Vec<Option<&Core>> = cases.map(|(_, core)| core.as_ref()).collect();
            let mut core = Core::joint(cases.iter().copied()).filter(|_| !cases.is_empty())?;
            core.axioms.push(id);
            core.axioms.sort_unstable();
            core.axioms.dedup();
            Some(core)
        })
    }

    /// The statements that contradict each other on values that every model has: those that
    /// a few construction steps build. `size(push(S, E)) = 0` can hold, but not where `S` is
    /// the empty stack.
    fn contradiction_among_values(&mut self) -> Option<Core> {
        let theory = self.theory;
        let probes: Vec<Goal> = (1..=STEPS).map(|steps| self.built_in(steps)).collect();
        refute(theory, &probes, self.options, self.observer).into_iter().flatten().next()
    }

    /// Requires only the values that this many construction steps build. One element of each given
    /// sort is enough to build from.
    fn built_in(&self, steps: usize) -> Goal {
        let theory = self.theory;
        let given = theory.sorts.iter().filter(|(_, sort)| sort.kind != SortKind::Constructed);
        let variables: Vec<Variable> =
            given.map(|(sort, it)| Variable { name: it.name.clone(), sort }).collect();
        let mut terms: Vec<Term> =
            (0..variables.len()).map(|index| Term::Variable(VarId::from_index(index))).collect();
        for _ in 0..=steps {
            for term in built_from(theory, &terms, &variables) {
                if terms.len() < MOST_VALUES && !terms.contains(&term) {
                    terms.push(term);
                }
            }
        }
        let itself = |term: Term| Literal { atom: Formula::Equal(term.clone(), term), holds: true };
        let literals = terms.into_iter().map(itself).collect();
        Goal::probe(format!("values after {steps} steps"), variables, literals)
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
        report
            .label(self.theory.specs[spec].span, "it may be inconsistent")
            .help(self.searched(outcome))
    }

    /// How far a search went.
    fn searched(&self, outcome: &Outcome) -> String {
        let sizes: Vec<_> = outcome
            .scope
            .iter()
            .map(|(sort, size)| format!("{} of `{}`", size, self.theory.sorts[*sort].name))
            .collect();
        format!("searched with up to {} elements", sizes.join(", "))
    }

    fn about_subject(&self, code: Code, message: impl Fn(&str) -> String) -> (SpecId, Diagnostic) {
        let subject = SpecId::from_index(self.theory.specs.len() - 1);
        let text = message(&self.theory.specs[subject].name);
        (subject, Diagnostic::warning(code, text))
    }

    /// Sorts that have one element in every model. Where running the axioms distinguishes two small values
    /// apart, a search that found no model with two elements means nothing.
    pub fn collapsed_sorts(&mut self) -> Result<Vec<Diagnostic>, Unsound> {
        let theory = self.theory;
        let mut findings = Vec::new();
        for sort in theory.sorts.ids().filter(|sort| self.may_have_two(*sort)).collect::<Vec<_>>() {
            let probe = self.two_elements(sort);
            let outcomes = self.search(theory, std::slice::from_ref(&probe))?;
            match &outcomes[0].verdict {
                Verdict::Impossible(core) => findings.push(self.collapsed(sort, core)),
                Verdict::NotFound if !self.runs_apart(sort) => {
                    let report = self.maybe_collapsed(sort, &outcomes[0]);
                    findings.push(self.in_the_way(&probe, report)?);
                }
                _ => {}
            }
        }
        Ok(findings)
    }

    /// Labels each axiom whose removal gives the same search a model.
    fn in_the_way(&mut self, probe: &Goal, mut report: Diagnostic) -> Result<Diagnostic, Unsound> {
        let theory = self.theory;
        let known = report.labels.len();
        for (id, axiom) in theory.axioms.iter().take(MOST_LEFT_OUT) {
            let (others, _) = theory.without(id);
            let outcomes = self.search(&others, std::slice::from_ref(probe))?;
            if let Verdict::Covered(_) = outcomes[0].verdict {
                report = report.label(axiom.span, "without this one there is a model");
            }
        }
        if report.labels.len() == known {
            report = report.note(
                "no single axiom is in the way: without any one of them, no model was found either",
            );
        }
        Ok(report)
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
        Goal::probe(id, variables.to_vec(), vec![literal])
    }

    fn runs_apart(&self, sort: SortId) -> bool {
        let trial = Trial::new(self.theory, self.sources);
        tells_apart(&trial, &allowed_tables(&trial), sort)
    }

    fn collapsed(&self, sort: SortId, core: &Core) -> Diagnostic {
        let text = self.theory.sort_text(sort);
        let message = format!("all elements of `{text}` are equal");
        let mut report = Diagnostic::warning(Code::CollapsedSort, message)
            .label(self.theory.sorts[sort].span, "has one element only");
        report.labels.extend(core_labels(self.theory, core));
        report
    }

    fn maybe_collapsed(&self, sort: SortId, outcome: &Outcome) -> Diagnostic {
        let text = self.theory.sort_text(sort);
        let message = format!("no model within the limits tells two elements of `{text}` apart");
        Diagnostic::warning(Code::CollapsedSort, message)
            .label(self.theory.sorts[sort].span, "may have one element only")
            .help(self.searched(outcome))
    }
}

/// Each constructor applied to the terms, up to a limit.
fn built_from(theory: &Theory, terms: &[Term], variables: &[Variable]) -> Vec<Term> {
    let mut built = Vec::new();
    for (op, operation) in theory.ops.iter().filter(|(_, op)| op.is_constructor()) {
        let mut choices: Vec<Vec<Term>> = vec![Vec::new()];
        for sort in &operation.arguments {
            let fitting = terms.iter().filter(|term| theory.sort_of(term, variables) == *sort);
            let fitting: Vec<&Term> = fitting.collect();
            let longer = choices.iter().flat_map(|chosen| {
                let with = |term: &&Term| [chosen.as_slice(), &[(*term).clone()]].concat();
                fitting.iter().map(with)
            });
            choices = longer.take(MOST_VALUES).collect();
        }
        built.extend(choices.into_iter().map(|arguments| Term::Apply(op, arguments)));
    }
    built
}
