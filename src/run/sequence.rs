//! What sequences of operations did, as their runtime counted it.

use std::collections::BTreeMap;

use super::claims::Claims;
use super::generated::title;
use super::matching::Suite;
use super::record::Record;
use crate::count::counted;

/// The counts of one suite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SequenceCounts {
    /// By `Sort.operation`.
    steps: BTreeMap<String, StepCounts>,
    /// By `Sort.observer`.
    observed: BTreeMap<String, ObserverCounts>,
    /// By the title of an axiom without a tester.
    answers: BTreeMap<String, Answers>,
    /// What the runtime has to say.
    pub notes: Vec<String>,
    /// What the exploration of paths shows.
    pub claims: Claims,
}

/// The answers that an axiom determines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Those that the type gave, too.
    compared: u64,
    /// Those of an operation that the type lacks: others may rest on them.
    used: u64,
}

impl Answers {
    /// `12 answers compared`
    pub fn text(self) -> String {
        match self.used {
            used if self.compared == 0 && used > 0 => format!("{} used", counted(used, "answer")),
            _ => compared(self.compared),
        }
    }

    pub fn are_none(self) -> bool {
        self == Self::default()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct StepCounts {
    called: u64,
    refused: u64,
    /// The specification does not say whether the call is defined.
    open: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ObserverCounts {
    /// Answers that the specification determines, and others.
    determined: u64,
    open: u64,
}

impl SequenceCounts {
    fn add(&mut self, record: &Record) {
        let step = |counts: &mut Self| match record.kind.as_str() {
            "step" => {
                let step = counts.steps.entry(record.subject.clone()).or_default();
                match record.detail.as_str() {
                    "called" => step.called += record.count,
                    "refused" => step.refused += record.count,
                    _ => step.open += record.count,
                }
            }
            "observed" => {
                let observer = counts.observed.entry(record.subject.clone()).or_default();
                match record.detail.as_str() {
                    "determined" => observer.determined += record.count,
                    _ => observer.open += record.count,
                }
            }
            "compared" | "used" => {
                let title = title(&record.subject).to_owned();
                let answers = counts.answers.entry(title).or_default();
                match record.kind.as_str() {
                    "used" => answers.used += record.count,
                    _ => answers.compared += record.count,
                }
            }
            "path" => counts.claims.add(&record.subject, &record.detail, record.count),
            "note" if !counts.notes.contains(&record.subject) => {
                counts.notes.push(record.subject.clone());
            }
            _ => {}
        };
        step(self);
    }

    /// `[record_top]`, and the answers that it determines.
    pub fn answers(&self) -> impl Iterator<Item = (&str, Answers)> {
        self.answers.iter().map(|(title, answers)| (title.as_str(), *answers))
    }

    /// `Stack.pop`: operations that were never called where they are defined.
    pub fn never_called(&self) -> Vec<String> {
        let idle = self.steps.iter().filter(|(_, counts)| counts.called == 0);
        idle.map(|(name, _)| name.clone()).collect()
    }

    /// `Stack.depth`: observers none of whose answers the specification determines, and how many these
    /// are.
    pub fn open_observers(&self) -> impl Iterator<Item = (&str, u64)> {
        let open = self.observed.iter().filter(|(_, counts)| counts.determined == 0);
        let open = open.filter(|(_, counts)| counts.open > 0);
        open.map(|(name, counts)| (name.as_str(), counts.open))
    }

    /// Whether steps called the operation of `[domain of new]`, if it is one alone.
    pub fn calls_domain(&self, title: &str) -> bool {
        let op = title.strip_prefix("[domain of ").and_then(|rest| rest.strip_suffix(']'));
        let is_it = |name: &str| name.rsplit('.').next() == op;
        let own: Vec<_> = self.steps.iter().filter(|(name, _)| is_it(name)).collect();
        matches!(own.as_slice(), [(_, counts)] if counts.called + counts.refused > 0)
    }

    /// `4113 calls, 812 refused, 98 % of 9000 answers determined`
    pub fn text(&self) -> String {
        if self.steps.is_empty() {
            return String::new();
        }
        let sum = |of: fn(&StepCounts) -> u64| self.steps.values().map(of).sum::<u64>();
        let mut parts = vec![format!("{} calls", sum(|step| step.called))];
        let (refused, open) = (sum(|step| step.refused), sum(|step| step.open));
        if refused > 0 {
            parts.push(format!("{refused} refused"));
        }
        if open > 0 {
            parts.push(format!("{open} perhaps undefined"));
        }
        let observed = |of: fn(&ObserverCounts) -> u64| self.observed.values().map(of).sum::<u64>();
        let determined = observed(|observer| observer.determined);
        let answers = determined + observed(|observer| observer.open);
        if let Some(share) = (determined * 100).checked_div(answers) {
            parts.push(format!("{share} % of {answers} answers determined"));
        }
        parts.join(", ")
    }
}

/// `12 answers compared`
pub fn compared(answers: u64) -> String {
    format!("{} compared", counted(answers, "answer"))
}

/// The counts of each suite. A record names the modules that its runtime is in.
pub fn sequences(suites: &[Suite], records: &[Record]) -> Vec<SequenceCounts> {
    let mut counts = vec![SequenceCounts::default(); suites.len()];
    for record in records {
        let Some(place) = place(suites, record) else { continue };
        // Counts of an axiom with a tester are part of its exercise.
        if !matches!(record.kind.as_str(), "compared" | "used")
            || !suites[place].states(&record.subject)
        {
            counts[place].add(record);
        }
    }
    counts
}

/// The suite of a record.
pub(super) fn place(suites: &[Suite], record: &Record) -> Option<usize> {
    let is_named =
        |suite: &Suite| record.suite.iter().any(|part| *part == suite.name.replace('-', "_"));
    match suites {
        [_] => Some(0),
        _ => suites.iter().position(is_named),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::records;

    #[test]
    fn counts_are_added_up_by_suite() {
        let suite =
            |name: &str| Suite { name: name.to_owned(), tests: Vec::new(), statements: Vec::new() };
        let text = "step\ta::tree\tSet.insert\tcalled\t3\n\
                    step\ta::tree\tSet.pop\tcalled\t0\n\
                    step\ta::tree\tSet.pop\trefused\t2\n\
                    observed\ta::tree\tSet.size\tdetermined\t3\n\
                    observed\ta::tree\tSet.size\topen\t1\n\
                    observed\ta::tree\tSet.any\topen\t4\n\
                    compared\ta::tree\t[kept] f(S) = 0 (a.spec:3)\tt\t0\n\
                    compared\ta::tree\t[kept] f(S) = 0 (a.spec:3)\tf\t2\n\
                    compared\ta::tree\t[idle] g(S) = 0 (a.spec:4)\tt\t0\n\
                    compared\ta::tree\t[hidden] h(S) = 0 (a.spec:5)\tf\t0\n\
                    used\ta::tree\t[hidden] h(S) = 0 (a.spec:5)\tt\t4\n\
                    note\ta::hash\tsomething\t\t1\n\
                    note\ta::hash\tsomething\t\t1\n";
        let found = sequences(&[suite("tree"), suite("hash")], &records(text));
        assert_eq!(found[0].text(), "3 calls, 2 refused, 37 % of 8 answers determined");
        assert_eq!(found[0].open_observers().collect::<Vec<_>>(), [("Set.any", 4)]);
        assert_eq!(found[0].never_called(), ["Set.pop"]);
        let titles = ["[domain of pop]", "[domain of push]", "[pop]"];
        assert_eq!(titles.map(|title| found[0].calls_domain(title)), [true, false, false]);
        let answers = found[0].answers().map(|(title, answers)| (title, answers.text()));
        let expected = [
            ("[hidden]", "4 answers used"),
            ("[idle]", "0 answers compared"),
            ("[kept]", "2 answers compared"),
        ];
        assert_eq!(answers.collect::<Vec<_>>(), expected.map(|(title, text)| (title, text.into())));
        assert_eq!(found[1].notes, ["something"]);
        assert_eq!(found[1].text(), "");
    }
}
