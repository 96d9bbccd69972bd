//! Values and algebras for other programs, one JSON object in one line.

use super::code::{Code, is_value, to_int};
use super::machine::Machine;
use super::{picture, term};
use crate::execute::SortKind;
use crate::json::{Map, Value, json};
use crate::theory::Theory;

/// A term; `algebra` is its number where there are several.
pub fn term(text: &str, steps: u32, algebra: Option<usize>) -> String {
    object(text, steps, algebra).to_string()
}

/// A value with what is observed of it.
pub fn value(
    machine: &Machine<'_>,
    theory: &Theory,
    (sort, value): (usize, Code),
    algebra: Option<usize>,
) -> String {
    let text = term::text(machine, theory, sort, value);
    let mut observed = Map::new();
    for (call, op, code) in picture::observations(machine, theory, sort, value) {
        let kind = machine.program.ops[op].result.map(|sort| machine.program.sorts[sort].kind);
        let result = match kind {
            None if is_value(code) => Value::Bool(code == 1),
            Some(SortKind::Int) if is_value(code) => json!(to_int(code)),
            _ => Value::String(term::result(machine, theory, op, code)),
        };
        observed.insert(call, result);
    }
    let mut object = object(&text, machine.stores[sort].steps[value as usize], algebra);
    object["observations"] = Value::Object(observed);
    object.to_string()
}

fn object(text: &str, steps: u32, algebra: Option<usize>) -> Value {
    let mut object = json!({ "term": text, "steps": steps });
    if let Some(number) = algebra {
        object["algebra"] = json!(number);
    }
    object
}

pub fn facts(facts: &[String]) -> String {
    json!({ "facts": facts }).to_string()
}
