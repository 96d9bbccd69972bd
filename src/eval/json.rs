//! An evaluation for other programs.

use super::evaluation::{Evaluation, Finding, TraceLine};
use crate::diagnostic::{Diagnostic, to_json};
use crate::json::{Value, json, parse};
use crate::source::Sources;

/// One JSON object in one line.
pub fn json(evaluation: &Evaluation, with_trace: bool) -> String {
    let mut object = match &evaluation.finding {
        Finding::Value { text, open } => match open {
            None => json!({ "answer": "value", "value": text }),
            Some(why) => json!({ "answer": "value", "value": text, "why": why }),
        },
        Finding::Undefined { call } => json!({ "answer": "undefined", "call": call }),
        Finding::Undetermined { call, reason, why } => {
            json!({ "answer": "undetermined", "call": call, "reason": reason, "why": why })
        }
        Finding::Contradiction { call, sides } => {
            let side = |side: &super::evaluation::Side| json!({ "result": side.result, "by": side.reason, "trace": trace(&side.trace) });
            let sides: Vec<Value> = sides.iter().map(side).collect();
            json!({ "answer": "contradiction", "call": call, "results": sides })
        }
    };
    object["question"] = json!(evaluation.question);
    if with_trace {
        object["trace"] = trace(&evaluation.trace);
    }
    object.to_string()
}

/// The same for a question that is no term and no formula.
pub fn refusal_json(question: &str, diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let all = diagnostics.iter().filter_map(|one| parse(&to_json(one, sources)));
    let all: Vec<Value> = all.collect();
    json!({ "answer": "error", "question": question, "diagnostics": all }).to_string()
}

fn trace(lines: &[TraceLine]) -> Value {
    let line = |line: &TraceLine| {
        json!({
            "depth": line.depth,
            "call": line.call,
            "answer": line.answer,
            "by": line.reason,
        })
    };
    Value::Array(lines.iter().map(line).collect())
}
