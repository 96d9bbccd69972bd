//! What sequences have done, counted.

use std::collections::BTreeSet;

use super::super::execute::{Conclusion, Source, TermId};
use super::super::record::record;
use super::check::Run;
use super::subject::Subject;

/// Counts over the sequences of one test.
#[derive(Clone, Debug, Default)]
pub struct Accounts {
    /// By operation: steps that gave a value.
    calls: Vec<u64>,
    /// By operation: calls outside of the domain.
    refusals: Vec<u64>,
    /// By operation: steps of which the specification does not say whether they are defined,
    /// whatever came of them.
    open: Vec<u64>,
    /// By operation: observations, and how many of them the specification determines.
    observations: Vec<(u64, u64)>,
    /// By axiom.
    evaluations: Vec<u64>,
    /// By rule: answers that are what the rule says.
    compared: Vec<u64>,
    /// By rule: answers of the engine.
    used: Vec<u64>,
    /// Questions that the axioms answer in two ways.
    pub contradictions: u64,
    /// Small values, if somebody wants to know them.
    made: BTreeSet<String>,
}

/// The most values that one test records.
const MOST: usize = 5_000;

impl Accounts {
    pub fn new(subject: &Subject) -> Self {
        let ops = subject.program.ops.len();
        Accounts {
            calls: vec![0; ops],
            refusals: vec![0; ops],
            open: vec![0; ops],
            observations: vec![(0, 0); ops],
            evaluations: vec![0; subject.axioms.len()],
            compared: vec![0; subject.program.rules.len()],
            used: vec![0; subject.program.rules.len()],
            contradictions: 0,
            made: BTreeSet::new(),
        }
    }

    pub fn called(&mut self, op: usize) {
        self.calls[op] += 1;
    }

    pub fn refused(&mut self, op: usize) {
        self.refusals[op] += 1;
    }

    pub fn open_step(&mut self, op: usize) {
        self.open[op] += 1;
    }

    /// Whether the specification determines what observers answered.
    pub fn are_determined(&self) -> bool {
        self.observations.iter().all(|(all, known)| all == known)
    }

    pub fn observed(&mut self, op: usize, is_determined: bool) {
        self.observations[op].0 += 1;
        self.observations[op].1 += u64::from(is_determined);
    }

    pub fn evaluated(&mut self, axiom: usize) {
        self.evaluations[axiom] += 1;
    }

    pub fn compared(&mut self, rule: usize) {
        self.compared[rule] += 1;
    }

    pub fn made(&mut self, value: String) {
        if self.made.len() < MOST {
            self.made.insert(value);
        }
    }

    /// Writes the small values, as those of sequences or of exhaustive tests.
    pub fn record_values(&self, family: &str) {
        for value in &self.made {
            record("value", family, value, 1);
        }
    }

    /// Adds the counts of another sequence.
    pub fn add(&mut self, other: &Accounts) {
        let sum = |into: &mut Vec<u64>, from: &[u64]| {
            into.iter_mut().zip(from).for_each(|(all, one)| *all += one);
        };
        sum(&mut self.calls, &other.calls);
        sum(&mut self.refusals, &other.refusals);
        sum(&mut self.open, &other.open);
        sum(&mut self.evaluations, &other.evaluations);
        sum(&mut self.compared, &other.compared);
        sum(&mut self.used, &other.used);
        for (all, one) in self.observations.iter_mut().zip(&other.observations) {
            all.0 += one.0;
            all.1 += one.1;
        }
        self.contradictions += other.contradictions;
        for value in &other.made {
            self.made(value.clone());
        }
    }

    /// Writes the counts of a sort: answers by the axiom that determines them, 0 included where
    /// the operation was observed, then steps and observations by operation.
    pub fn record(&self, subject: &Subject, sort: usize) {
        let counts = self.compared.iter().zip(&self.used);
        for (rule, (count, used)) in subject.program.rules.iter().zip(counts) {
            let axiom = &subject.program.axioms[rule.axiom];
            let text = format!("[{}] {} ({})", axiom.label, axiom.text, axiom.place);
            let is_false = rule.conclusion == Conclusion::Truth(false);
            let letter = if is_false { "f" } else { "t" };
            if !subject.operations[rule.op].is_mapped {
                record("used", &text, letter, *used);
            } else if *count > 0 || self.observations[rule.op].0 > 0 {
                record("compared", &text, letter, *count);
            }
        }
        let of = &subject.program.sorts[sort].name;
        for (number, op) in subject.program.ops.iter().enumerate() {
            let name = format!("{of}.{}", op.name);
            if !subject.operations[number].is_mapped || op.looks() {
                // Nothing of the type is called for it.
            } else if op.result == Some(sort) {
                record("step", &name, "called", self.calls[number]);
                record("step", &name, "refused", self.refusals[number]);
                record("step", &name, "open", self.open[number]);
            } else if op.arguments.contains(&sort) && !op.is_given {
                let (all, known) = self.observations[number];
                record("observed", &name, "determined", known);
                record("observed", &name, "open", all - known);
            }
        }
    }
}

impl Run<'_> {
    /// The implementation answers what the rule of a call says.
    pub fn agrees(&mut self, call: TermId) {
        if let Some(rule) = self.rule(call) {
            self.accounts.compared(rule);
        }
    }

    /// Counts the answers of the engine by what they rest on.
    pub fn count_uses(&mut self) {
        for source in self.engine.sources() {
            if let Source::Rule(rule) = source {
                self.accounts.used[rule] += 1;
            }
        }
    }

    /// The axiom that an answer of the engine rests on.
    pub fn reason(&mut self, call: TermId) -> Option<usize> {
        let rule = self.rule(call)?;
        Some(self.subject.program.rules[rule].axiom)
    }

    fn rule(&mut self, mut call: TermId) -> Option<usize> {
        for _ in 0..8 {
            match self.engine.source(call)? {
                Source::Rule(rule) => return Some(rule),
                Source::Rewritten(normal) => call = normal,
                _ => return None,
            }
        }
        None
    }
}
