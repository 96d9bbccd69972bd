//! An evaluation for people.

use std::fmt::Write as _;

use super::evaluation::{Evaluation, Finding, TraceLine};

/// The answer in one line, with what explains it below.
pub fn text(evaluation: &Evaluation, with_trace: bool) -> String {
    let mut text = match &evaluation.finding {
        Finding::Value { text, .. } => format!("{text}\n"),
        Finding::Undefined { call: None } => "undefined: a divisor is 0\n".to_owned(),
        Finding::Undefined { call: Some(call) } => {
            format!("undefined: `{call}` is outside of its domain\n")
        }
        Finding::Undetermined { why, .. } => format!("undetermined: {why}\n"),
        Finding::Contradiction { call, sides } => {
            let mut text = format!("contradiction: the axioms give `{call}` different results\n");
            for side in sides {
                text += &format!("{}, by {}\n", side.result, side.reason);
                text += &lines(&side.trace, 1);
            }
            text
        }
    };
    if let Finding::Value { open: Some(why), .. } = &evaluation.finding {
        text += &format!("it stands for itself: {why}\n");
    }
    if with_trace {
        text += &lines(&evaluation.trace, 1);
    }
    text
}

/// A derivation, one call in a line.
pub fn lines(trace: &[TraceLine], depth: usize) -> String {
    let mut text = String::new();
    for line in trace {
        let indent = "  ".repeat(line.depth + depth);
        let equals = match line.answer.as_str() {
            "true" | "false" | "undefined" | "undetermined" => "is",
            _ => "=",
        };
        writeln!(text, "{indent}{} {equals} {}   {}", line.call, line.answer, line.reason)
            .expect("writing to a string succeeds");
    }
    text
}
