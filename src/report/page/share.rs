//! The number of goals by verdict, and by kind.

use crate::goal::{Goal, GoalKind};
use crate::json::Serialize;
use crate::report::{VERDICTS, kind_word, verdict_word};
use crate::search::Outcome;

/// The number of goals with a verdict.
#[derive(Serialize)]
pub struct Share {
    pub verdict: &'static str,
    pub word: String,
    pub count: usize,
    /// The share of the width of the bar.
    pub percent: String,
}

/// The number of goals of a kind.
#[derive(Serialize)]
pub struct Kind {
    pub word: &'static str,
    pub count: usize,
}

pub fn shares<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> Vec<Share> {
    let words: Vec<&str> = outcomes.map(|outcome| verdict_word(&outcome.verdict)).collect();
    let share = |verdict: &'static str| {
        let count = words.iter().filter(|word| **word == verdict).count();
        let percent = format!("{:.3}", count as f64 * 100.0 / words.len().max(1) as f64);
        Share { verdict, word: verdict.replace('-', " "), count, percent }
    };
    VERDICTS.into_iter().map(share).filter(|share| share.count > 0).collect()
}

pub fn kinds<'g>(goals: impl Iterator<Item = &'g Goal>) -> Vec<Kind> {
    let mut kinds: Vec<GoalKind> = goals.map(|goal| goal.kind).collect();
    kinds.sort();
    let mut counted: Vec<Kind> = Vec::new();
    for word in kinds.into_iter().map(kind_word) {
        match counted.last_mut() {
            Some(last) if last.word == word => last.count += 1,
            _ => counted.push(Kind { word, count: 1 }),
        }
    }
    counted
}
