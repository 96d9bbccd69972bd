//! The verdicts of all goals, for people and for programs.
//!
//! Everything here is a function from a [`Report`] to text.

use std::time::Duration;

use crate::count::grouped;
use crate::goal::{Goal, GoalKind, Property};
use crate::model::{Mode, Witness};
use crate::search::{Core, Outcome, Reason, Verdict, literals};
use crate::source::{Sources, Span};
use crate::theory::{Axiom, AxiomId, SortId, SortKind, Statement, Theory, Variable};

mod build;
mod explain;
mod json;
mod page;
mod table;

pub use build::{BuildSummary, FileStatus, FileSummary, GoalCounts, TestCounts, untested};
pub use explain::explain;
pub use json::{json, json_file};
pub use page::{Chapter, CoveredFile, OpenPart, Tested, page};
pub use table::table;

/// The result of a search over a specification.
pub struct Report<'a> {
    /// The name of the specification, as the command gives it.
    pub spec: &'a str,
    pub sources: &'a Sources,
    pub theory: &'a Theory,
    pub goals: &'a [Goal],
    /// One for each goal.
    pub outcomes: &'a [Outcome],
    /// How long it took, if times are to be shown.
    pub times: Option<Times<'a>>,
    /// How often sequences of a test run reached each goal; empty if no run is known.
    pub reached: &'a [u64],
}

/// The times of a search.
#[derive(Clone, Copy, Debug)]
pub struct Times<'a> {
    /// The time spent on each goal alone.
    pub goals: &'a [Duration],
    /// The whole search, including work that goals share.
    pub search: Duration,
}

impl Report<'_> {
    /// How often sequences reached a goal that the search left open.
    fn reached(&self, index: usize) -> Option<u64> {
        let is_open = self.outcomes.get(index).is_some_and(|outcome| {
            matches!(outcome.verdict, Verdict::NotFound | Verdict::GaveUp(_))
        });
        self.reached.get(index).copied().filter(|count| is_open && *count > 0)
    }

    /// The goals with their outcomes.
    fn rows(&self) -> impl Iterator<Item = (&Goal, &Outcome)> {
        self.goals.iter().zip(self.outcomes)
    }

    /// How many goals ended in each way, in the order of [`VERDICTS`].
    fn counts(&self) -> [usize; VERDICTS.len()] {
        VERDICTS.map(|word| {
            self.rows().filter(|(_, outcome)| verdict_word(&outcome.verdict) == word).count()
        })
    }

    /// The place of an axiom or domain condition: `sorted_set.spec:43`.
    fn place(&self, span: Span) -> String {
        self.sources.place(span)
    }

    /// `[label]`, followed by the name of the specification if the title alone is ambiguous:
    /// `[axiom2] of TotalOrder`.
    fn axiom_name(&self, id: AxiomId) -> String {
        let axiom = &self.theory.axioms[id];
        let same = |other: &&Axiom| other.title() == axiom.title();
        if self.theory.axioms.values().filter(same).count() < 2 {
            return format!("[{}]", axiom.title());
        }
        format!("[{}] of {}", axiom.title(), self.theory.specs[axiom.spec].name)
    }

    /// The axioms and domain conditions that rule a goal out.
    fn culprits(&self, core: &Core) -> Vec<String> {
        let axioms = core.axioms.iter().map(|id| self.axiom_name(*id));
        let domains =
            core.domains.iter().map(|id| format!("the domain of {}", self.theory.ops[*id].name));
        axioms.chain(domains).collect()
    }

    /// `E = Orderable0, S = insert(empty(), Orderable1)`
    fn witness_text(&self, goal: &Goal, witness: &Witness) -> String {
        let values = goal.variables.iter().zip(&witness.terms);
        let text = values
            .map(|(variable, term)| format!("{} = {}", variable.name, term.text(self.theory)));
        text.collect::<Vec<_>>().join(", ")
    }

    /// The sorts whose sizes make up a scope, constructed ones first.
    fn scope_sorts(&self) -> Vec<SortId> {
        let of_kind = |kind| {
            let sorts = self.theory.sorts.iter();
            sorts.filter(move |(_, sort)| sort.kind == kind).map(|(id, _)| id)
        };
        let kinds = [SortKind::Constructed, SortKind::Parameter, SortKind::Int];
        kinds.into_iter().flat_map(of_kind).collect()
    }
}

/// The names of the verdicts in JSON.
const VERDICTS: [&str; 4] = ["covered", "impossible", "not-found", "gave-up"];

fn verdict_word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Covered(_) => "covered",
        Verdict::Impossible(_) => "impossible",
        Verdict::NotFound => "not-found",
        Verdict::GaveUp(_) => "gave-up",
    }
}

fn kind_word(kind: GoalKind) -> &'static str {
    match kind {
        GoalKind::Axiom => "axiom",
        GoalKind::Alias => "alias",
        GoalKind::Domain(_) => "domain",
        GoalKind::Equality => "equality",
        GoalKind::Law => "law",
        GoalKind::Construction => "construction",
        GoalKind::Coincidence => "coincidence",
    }
}

pub fn mode_word(mode: Mode) -> &'static str {
    match mode {
        Mode::Closed => "closed",
        Mode::Fragment => "fragment",
        Mode::Executed => "executed",
    }
}

fn reason_word(reason: Reason) -> &'static str {
    match reason {
        Reason::Effort => "effort",
        Reason::Timeout => "timeout",
        Reason::Memory => "memory",
        Reason::Interrupted => "interrupted",
    }
}

fn reason_text(reason: Reason) -> &'static str {
    match reason {
        Reason::Effort => "exceeded the effort limit",
        Reason::Timeout => "timed out; `--timeout` allows more time",
        Reason::Memory => "needs too much memory; a smaller `--scope` may help",
        Reason::Interrupted => "interrupted",
    }
}

/// What was tried for a goal without a witness: `no witness among 1,204 terms of up to 82
/// operations, nor in models of up to 9 Stack and 3 Element`.
fn contradiction_text(report: &Report, core: &Core) -> String {
    match report.culprits(core).as_slice() {
        [] => "contradicts itself".to_owned(),
        culprits if core.by_induction => format!("contradicts {}, by induction", listed(culprits)),
        culprits => format!("contradicts {}", listed(culprits)),
    }
}

fn tried_text(report: &Report, outcome: &Outcome) -> String {
    format!("no witness {}", how_far(report.theory, outcome))
}

/// How far a goal without a witness was searched.
pub fn how_far(theory: &Theory, outcome: &Outcome) -> String {
    let terms = outcome.tried.map(|tried| {
        let (terms, operations) = (grouped(tried.terms), tried.operations);
        format!("among {terms} terms of up to {operations} operations")
    });
    let size = |(sort, size): &(_, u32)| format!("{size} {}", theory.sorts[*sort].name);
    let sizes: Vec<String> = outcome.scope.iter().map(size).collect();
    let models = (!sizes.is_empty()).then(|| format!("in models of up to {}", listed(&sizes)));
    match (terms, models) {
        (Some(terms), Some(models)) => format!("{terms}, nor {models}"),
        (Some(tried), None) | (None, Some(tried)) => tried,
        (None, None) => "was tried".to_owned(),
    }
}

/// What kept the search from going on, and what to do about it.
fn limit_text(report: &Report, outcome: &Outcome) -> String {
    let cut = outcome.tried.is_some_and(|tried| tried.is_cut);
    let stalled = outcome.tried.is_some_and(|tried| !tried.is_cut);
    let int = report.theory.int();
    let numbers = outcome.scope.iter().find(|(sort, _)| Some(*sort) == int).map(|it| it.1);
    let widest = literals(report.theory).map(i64::unsigned_abs).max().unwrap_or(0);
    if cut {
        "the steps for one goal were spent".to_owned()
    } else if let Some(size) = numbers.filter(|size| widest >= u64::from(*size)) {
        format!("models have {size} numbers, and the specification mentions {widest}")
    } else if stalled && outcome.scope.is_empty() {
        "no further term came nearer".to_owned()
    } else if !report.outcomes.iter().any(|one| matches!(one.verdict, Verdict::Covered(_))) {
        "no goal is covered, so the axioms may contradict each other".to_owned()
    } else {
        "`--scope` can raise the sizes".to_owned()
    }
}

/// What the limit of a goal without a witness is called in JSON.
fn limit_word(outcome: &Outcome) -> &'static str {
    match outcome.tried {
        Some(tried) if tried.is_cut => "steps",
        Some(_) if outcome.scope.is_empty() => "nothing-nearer",
        _ => "sizes",
    }
}

/// `a`, `a and b`, `a, b and c`
fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// An axiom or domain condition in one line, and its place. The variables are those
/// of its goals.
fn stated(report: &Report, property: &Property, variables: &[Variable]) -> (String, Span) {
    match property {
        Property::Stated(Statement::Axiom(id)) => {
            let axiom = &report.theory.axioms[*id];
            (axiom.text.clone(), axiom.span)
        }
        Property::Congruence(axiom) => (axiom.text.clone(), axiom.span),
        Property::Stated(Statement::Domain(id)) => {
            let op = &report.theory.ops[*id];
            let names: Vec<_> = variables.iter().map(|v| v.name.as_str()).collect();
            let call = format!("{}({})", op.name, names.join(", "));
            match &op.domain {
                Some(domain) => {
                    let condition = domain.condition.text(report.theory, &domain.variables);
                    (format!("{call} is defined if and only if {condition}"), domain.span)
                }
                None => (call, op.span),
            }
        }
    }
}
