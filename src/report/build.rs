//! The summary of a build, for people and for programs.

use std::collections::{BTreeMap, BTreeSet};

use crate::count::counted;
use crate::goal::{Goal, GoalFamily};
use crate::json::{self, Serialize};
use crate::search::{Outcome, Verdict};

/// How a build ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BuildSummary {
    pub builds: usize,
    pub goals: GoalCounts,
    /// The goals that are neither covered nor impossible.
    pub untested: Vec<String>,
    /// The observers that the axioms leave open on most small values, each once.
    pub mostly_open: BTreeSet<String>,
    /// The axioms that no test can evaluate, since they mention auxiliary operations.
    pub only_run: BTreeSet<String>,
    /// How many test functions were written.
    pub tests: usize,
    /// How many of them belong to each family of goals.
    pub tests_of: TestCounts,
    pub files: Vec<FileSummary>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct GoalCounts {
    pub covered: usize,
    pub impossible: usize,
    pub not_found: usize,
    pub gave_up: usize,
}

/// The number of tests by family of goals. Every family has an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct TestCounts {
    counts: BTreeMap<&'static str, usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileSummary {
    pub path: String,
    pub status: FileStatus,
    /// Further facts about it: `runtime 0.2.0 instead of 0.1.0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileStatus {
    New,
    Changed,
    Unchanged,
    /// The generated file was edited by hand.
    Edited,
    /// An edited file was renamed, to keep the edits.
    SetAside,
    /// An earlier build generated it, this one does not.
    Stale,
    Removed,
}

impl FileSummary {
    pub fn line(&self) -> String {
        let note = self.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
        format!("{:9} {}{note}\n", self.status.word(), self.path)
    }
}

impl FileStatus {
    pub fn word(self) -> &'static str {
        match self {
            FileStatus::New => "new",
            FileStatus::Changed => "changed",
            FileStatus::Unchanged => "unchanged",
            FileStatus::Edited => "edited",
            FileStatus::SetAside => "set aside",
            FileStatus::Stale => "stale",
            FileStatus::Removed => "removed",
        }
    }
}

impl GoalCounts {
    /// Counts goals by their outcomes. Further witnesses of a goal are not counted.
    pub fn of<'o>(rows: impl IntoIterator<Item = (&'o Goal, &'o Outcome)>) -> Self {
        let mut counts = Self::default();
        let goals = rows.into_iter();
        for (_, outcome) in goals {
            *match outcome.verdict {
                Verdict::Covered(_) => &mut counts.covered,
                Verdict::Impossible(_) => &mut counts.impossible,
                Verdict::NotFound => &mut counts.not_found,
                Verdict::GaveUp(_) => &mut counts.gave_up,
            } += 1;
        }
        counts
    }

    /// Whether there are goals, but none of them is covered.
    fn are_in_vain(self) -> bool {
        self.covered == 0 && self.impossible + self.not_found + self.gave_up > 0
    }

    /// `28 goals: 21 covered, 7 impossible`
    pub fn text(self) -> String {
        let Self { covered, impossible, not_found, gave_up } = self;
        let all = covered + impossible + not_found + gave_up;
        let words = ["covered", "impossible", "not found", "gave up"];
        let ends = [covered, impossible, not_found, gave_up].into_iter().zip(words);
        let ends = ends.filter(|(count, _)| *count > 0);
        let ends: Vec<String> = ends.map(|(count, word)| format!("{count} {word}")).collect();
        match ends.as_slice() {
            [] => "no goals".to_owned(),
            ends => format!("{}: {}", counted(all, "goal"), ends.join(", ")),
        }
    }
}

/// The goals that are neither covered nor impossible.
pub fn untested<'o>(rows: impl IntoIterator<Item = (&'o Goal, &'o Outcome)>) -> Vec<String> {
    let open = rows
        .into_iter()
        .filter(|(_, outcome)| matches!(outcome.verdict, Verdict::NotFound | Verdict::GaveUp(_)));
    open.map(|(goal, _)| goal.id()).collect()
}

/// The longest list of goals in the last line.
const LISTED: usize = 5;

impl TestCounts {
    pub fn of(tests: &BTreeMap<GoalFamily, usize>) -> Self {
        let count = |family| tests.get(&family).copied().unwrap_or(0);
        let counts = GoalFamily::ALL.map(|family| (family.word(), count(family)));
        Self { counts: BTreeMap::from_iter(counts) }
    }

    /// The sum over several builds.
    pub fn sum_of<'c>(counts: impl IntoIterator<Item = &'c TestCounts>) -> Self {
        let mut sum =
            Self { counts: BTreeMap::from_iter(GoalFamily::ALL.map(|one| (one.word(), 0))) };
        for counts in counts {
            for (word, count) in &counts.counts {
                *sum.counts.entry(word).or_default() += count;
            }
        }
        sum
    }

    pub fn sum(&self) -> usize {
        self.counts.values().sum()
    }

    /// `30 tests: 25 axioms, 5 equality`
    fn text(&self) -> String {
        let counts = GoalFamily::ALL.map(|family| (self.counts[family.word()], family));
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts.map(|(count, family)| family.counted(*count)).collect();
        match counts.as_slice() {
            [] => "no tests".to_owned(),
            counts => format!("{}: {}", counted(self.sum(), "test"), counts.join(", ")),
        }
    }
}

impl BuildSummary {
    /// A line for each file, one for the goals and one for the tests. For several builds,
    /// unchanged files are only counted.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let is_listed =
            |file: &&FileSummary| self.builds < 2 || file.status != FileStatus::Unchanged;
        let listed: Vec<&FileSummary> = self.files.iter().filter(is_listed).collect();
        for file in &listed {
            text.push_str(&file.line());
        }
        if listed.iter().any(|file| file.status == FileStatus::Stale) {
            text.push_str("stale files are generated no longer; --remove-stale removes them\n");
        }
        if self.builds > 1 {
            let others = self.files.len() - listed.len();
            text.push_str(&format!("{} builds, {others} files unchanged\n", self.builds));
        }
        text.push_str(&format!("{}\n{}\n", self.goals.text(), self.tests_of.text()));
        if self.goals.are_in_vain() {
            text.push_str(
                "no model was found at all; run `specgen check` and `specgen goals` for the reason\n",
            );
        }
        text.push_str(&self.untested_line());
        text.push_str(&self.only_run_line());
        text.push_str(&self.mostly_open_line());
        text
    }

    /// What a build found out before it was interrupted.
    pub fn verdicts(&self) -> String {
        format!("{}\n{}", self.goals.text(), self.untested_line())
    }

    /// `2 goals have no test: kept/holds, kept/fails`
    fn untested_line(&self) -> String {
        let mut listed: Vec<&str> = Vec::new();
        for goal in &self.untested {
            // Builds of one specification have the same goals.
            if !listed.contains(&goal.as_str()) {
                listed.push(goal);
            }
        }
        let rest = if listed.len() > LISTED { ", …" } else { "" };
        listed.truncate(LISTED);
        let (count, listed) = (self.untested.len(), listed.join(", "));
        let verb = if count == 1 { "goal has" } else { "goals have" };
        match count {
            0 => String::new(),
            _ => format!("{count} {verb} no test: {listed}{rest}\n"),
        }
    }

    /// `sequences alone check 2 axioms with auxiliary operations: found, peeks`
    fn only_run_line(&self) -> String {
        match self.only_run.len() {
            0 => String::new(),
            count => format!(
                "sequences alone check {} with auxiliary operations: {}\n",
                counted(count, "axiom"),
                first_names(&self.only_run),
            ),
        }
    }

    /// `running the axioms leaves 2 observers open on most values, …: found, peek; …`
    fn mostly_open_line(&self) -> String {
        match self.mostly_open.len() {
            0 => String::new(),
            count => format!(
                "running the axioms leaves {} open on most values, where tests check single \
                 axioms only: {}; `specgen check` says what is missing\n",
                counted(count, "observer"),
                first_names(&self.mostly_open),
            ),
        }
    }

    pub fn json(&self) -> String {
        json::pretty(self) + "\n"
    }
}

/// The first names of a list, in a sentence.
fn first_names(names: &BTreeSet<String>) -> String {
    let listed: Vec<&str> = names.iter().map(String::as_str).take(LISTED).collect();
    let rest = if names.len() > LISTED { ", …" } else { "" };
    listed.join(", ") + rest
}
