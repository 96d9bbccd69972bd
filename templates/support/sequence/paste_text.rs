//! The text of a pasted test.

use super::super::execute::SortKind;
use super::check::Cause;
use super::paste::Writer;
use super::source::{Call, Wrapper};
use super::values::Outcome;
use super::world::{Step, Value};

impl Writer<'_, '_> {
    /// The whole test.
    pub fn lines(mut self, cause: &Cause) -> Option<Vec<String>> {
        let mut lines = vec!["#[test]".to_owned()];
        lines.push("#[allow(dead_code, unused_imports)]".to_owned());
        lines.push(format!("fn {}() {{", self.name(cause)));
        let body = self.statements()?;
        let inside = self.items(&body).into_iter().chain(&body);
        lines.extend(inside.map(|line| indented(line)));
        lines.push("}".to_owned());
        Some(lines)
    }

    /// The items that the test mentions. Items mention only those before them.
    fn items<'w>(&'w self, body: &'w [String]) -> Vec<&'w String> {
        let (mut mentioned, mut items) = (Vec::new(), Vec::new());
        mentioned.extend(body.iter().flat_map(|line| words(line)));
        for (name, item) in self.source.items.iter().rev() {
            if name.is_empty() || mentioned.contains(&name.as_str()) {
                mentioned.extend(words(item));
                items.push(item);
            }
        }
        items.reverse();
        items
    }

    /// Functions for the answers of parameters, elements, and what the test does.
    fn statements(&mut self) -> Option<Vec<String>> {
        let mut lines = self.tables()?;
        lines.push(String::new());
        self.elements.sort_unstable();
        for (sort, number) in &self.elements {
            let made = self.source.element(*sort, *number)?;
            let name = self.element_name(*sort, *number);
            lines.push(format!("let {name} = {made};"));
        }
        for (declared, text) in &self.body {
            lines.push(match declared {
                None => text.clone(),
                Some(name) if self.mutable.contains(name) => format!("let mut {name} = {text};"),
                Some(name) => format!("let {name} = {text};"),
            });
        }
        Some(lines)
    }

    /// `size_after_pop`
    fn name(&self, cause: &Cause) -> String {
        let ops = &self.run.subject.program.ops;
        let last = self.steps.last();
        let last = last.map(|step| snake_case(ops[step.op].written()));
        let subject = match cause {
            Cause::Call { step, .. } | Cause::Observed { step, .. } | Cause::Built { step, .. } => {
                snake_case(&ops[step.op].name)
            }
            Cause::Axiom { axiom, .. } => self.run.subject.axioms[*axiom].name.to_owned(),
            Cause::Changed { .. } => "unchanged".to_owned(),
            Cause::Equal { .. } | Cause::Unknown => "equal".to_owned(),
        };
        match last {
            Some(last) => format!("{subject}_after_{last}"),
            None => format!("{subject}_holds"),
        }
    }

    /// Functions with the answers of the parameters' operations.
    fn tables(&self) -> Option<Vec<String>> {
        let program = &self.run.subject.program;
        let makes_elements = |op: &super::super::execute::Operation| {
            let kind = op.result.map(|sort| program.sorts[sort].kind);
            op.is_given && kind == Some(SortKind::Given)
        };
        let is_closed = program.ops.iter().any(makes_elements);
        let size = |sort: usize| {
            let used = self.elements.iter().filter(|(known, _)| *known == sort);
            let used = used
                .map(|(_, number)| *number as usize + 1)
                .max()
                .unwrap_or(1);
            let all = self.run.world.algebra.size(sort);
            match is_closed {
                true => all,
                false => used.min(all),
            }
        };
        let mut functions = Vec::new();
        for (op, name) in &self.source.tables {
            let operation = &program.ops[*op];
            let is_given = |sort: &usize| program.sorts[*sort].kind == SortKind::Given;
            if !operation.arguments.iter().all(is_given) {
                return None;
            }
            let sizes: Vec<usize> = operation.arguments.iter().map(|sort| size(*sort)).collect();
            let result = match operation.result {
                None => "bool",
                Some(sort) if is_given(&sort) => "usize",
                Some(_) => "i64",
            };
            let letters = ["a", "b", "c", "d", "e", "f"].iter().take(sizes.len());
            let parameters: Vec<String> =
                letters.clone().map(|it| format!("{it}: usize")).collect();
            let places: String = letters.map(|letter| format!("[{letter}]")).collect();
            let table = self.table(*op, &sizes, &mut Vec::new());
            let parameters = parameters.join(", ");
            functions.push(format!(
                "fn {name}({parameters}) -> {result} {{ {table}{places} }}"
            ));
        }
        Some(functions)
    }

    /// `[[true, false], [true, true]]`
    fn table(&self, op: usize, sizes: &[usize], chosen: &mut Vec<Value>) -> String {
        let Some((size, rest)) = sizes.split_first() else {
            let step = Step {
                op,
                arguments: chosen.clone(),
            };
            return self.cell(&step);
        };
        let mut cells = Vec::new();
        for number in 0..*size as u32 {
            chosen.push(Value::Element(number));
            cells.push(self.table(op, rest, chosen));
            chosen.pop();
        }
        format!("[{}]", cells.join(", "))
    }

    fn cell(&self, step: &Step) -> String {
        let sort = self.run.subject.program.ops[step.op].result;
        match super::panics::caught(|| self.run.world.call(step)) {
            Ok(Outcome::Truth(truth)) => truth.to_string(),
            Ok(Outcome::Int(number)) => number.to_string(),
            Ok(Outcome::Element(element)) => {
                let algebra = self.run.world.algebra;
                let number = sort.and_then(|sort| algebra.position(sort, &*element));
                number.unwrap_or(0).to_string()
            }
            // No call asks for what is undefined.
            _ if sort.is_none() => "false".to_owned(),
            _ => "0".to_owned(),
        }
    }
}

/// The identifiers of a line of Rust.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c != '_' && !c.is_alphanumeric())
}

/// A call that must be refused.
pub fn refused(call: &Call, text: &str) -> String {
    if !call.panics {
        return statement(call, text, false);
    }
    let caught = format!("std::panic::AssertUnwindSafe(|| {{ {text}; }})");
    format!("assert!(std::panic::catch_unwind({caught}).is_err());")
}

/// A call for its effect.
pub fn statement(call: &Call, text: &str, succeeds: bool) -> String {
    match call.result.wrapper {
        Wrapper::Plain if call.result.is_dropped => format!("let _ = {text};"),
        Wrapper::Plain => format!("{text};"),
        wrapper => format!("assert!({text}.{});", wrapper.test(succeeds)),
    }
}

/// What a call returns, out of its `Option` or `Result`.
fn inner(call: &Call, text: String) -> String {
    match call.result.wrapper {
        Wrapper::Plain => text,
        Wrapper::Option => format!("{text}.unwrap()"),
        Wrapper::Result => format!("{text}.ok().unwrap()"),
    }
}

/// The value under test that a call returns.
pub fn unwrapped(call: &Call, text: String) -> String {
    let text = inner(call, text);
    if call.result.is_reference {
        format!("{text}.clone()")
    } else {
        text
    }
}

/// The element, number or truth value that a call returns.
pub fn read(call: &Call, text: String) -> String {
    let text = inner(call, text);
    if call.result.is_reference {
        format!("*{text}")
    } else {
        text
    }
}

pub fn compared(call: &Call, text: &str, expected: &str) -> String {
    let reference = if call.result.is_reference { "&" } else { "" };
    match call.result.wrapper {
        Wrapper::Plain if call.result.is_reference => format!("assert_eq!(*{text}, {expected});"),
        Wrapper::Plain => format!("assert_eq!({text}, {expected});"),
        Wrapper::Option => format!("assert_eq!({text}, Some({reference}{expected}));"),
        Wrapper::Result => format!("assert_eq!({text}.ok(), Some({reference}{expected}));"),
    }
}

fn indented(line: &str) -> String {
    format!("    {line}").trim_end().to_owned()
}

/// `isIn` as `is_in`.
pub fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for (place, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && place > 0 && !text.ends_with('_') {
            text.push('_');
        }
        if letter.is_alphanumeric() {
            text.extend(letter.to_lowercase());
        } else if !text.ends_with('_') {
            text.push('_');
        }
    }
    text
}
