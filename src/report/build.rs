//! The summary of a build, for people and for programs.

use serde::Serialize;

use crate::search::{Outcome, Verdict};

/// How a build ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BuildSummary {
    pub goals: GoalCounts,
    /// How many test functions were written.
    pub tests: usize,
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

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileSummary {
    pub path: String,
    pub status: FileStatus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileStatus {
    New,
    Changed,
    Unchanged,
}

impl FileStatus {
    fn word(self) -> &'static str {
        match self {
            FileStatus::New => "new",
            FileStatus::Changed => "changed",
            FileStatus::Unchanged => "unchanged",
        }
    }
}

impl GoalCounts {
    pub fn of(outcomes: &[Outcome]) -> Self {
        let mut counts = Self::default();
        for outcome in outcomes {
            *match outcome.verdict {
                Verdict::Covered(_) => &mut counts.covered,
                Verdict::Impossible(_) => &mut counts.impossible,
                Verdict::NotFound => &mut counts.not_found,
                Verdict::GaveUp(_) => &mut counts.gave_up,
            } += 1;
        }
        counts
    }

    /// `28 goals: 21 covered, 7 impossible`
    fn text(self) -> String {
        let Self { covered, impossible, not_found, gave_up } = self;
        let all = covered + impossible + not_found + gave_up;
        let words = ["covered", "impossible", "not found", "gave up"];
        let ends = [covered, impossible, not_found, gave_up].into_iter().zip(words);
        let ends = ends.filter(|(count, _)| *count > 0);
        let ends: Vec<String> = ends.map(|(count, word)| format!("{count} {word}")).collect();
        match ends.as_slice() {
            [] => "no goals".to_owned(),
            ends => format!("{all} goals: {}", ends.join(", ")),
        }
    }
}

impl BuildSummary {
    /// A line for each file, and one for the goals.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for file in &self.files {
            text.push_str(&format!("{:9} {}\n", file.status.word(), file.path));
        }
        text.push_str(&format!("{}; {} tests\n", self.goals.text(), self.tests));
        text
    }

    pub fn json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("strings and numbers are all JSON") + "\n"
    }
}
