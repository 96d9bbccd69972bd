//! Rust values as text, laid out the way rustfmt does by default.
//!
//! The rules are rustfmt's own, for the nodes that generated code has: each function tries the
//! layouts that rustfmt tries, in its order. A piece of code is laid out in a given `Shape` or
//! not at all; then the caller tries another layout. rustfmt leaves the result as it is in the
//! editions 2021 and 2024, save for a few rare cases in which the editions exclude each other.
//! `tests/suite/rust_layout.rs` names them.

mod arms;
mod chain;
mod closure;
mod expr;
mod kind;
mod list;
mod literal;
mod pair;
mod plain;
mod rules;
mod shape;
mod stmt;

use super::{Function, Parameter, Stmt};
use rules::LayoutCache;
use shape::{MAX_WIDTH, TAB, pad, width};

/// The statements of a block whose lines start at `indent`.
pub fn statements(block: &[Stmt], indent: usize) -> String {
    let lines = block.iter().map(|stmt| stmt::statement(stmt, indent, &LayoutCache::default()));
    lines.collect::<Vec<_>>().join("\n")
}

/// A function with its documentation and attributes.
pub fn function(function: &Function, indent: usize) -> String {
    let pad = pad(indent);
    let mut text = String::new();
    for line in &function.doc {
        text.push_str(format!("{pad}/// {line}").trim_end());
        text.push('\n');
    }
    for attribute in &function.attributes {
        text.push_str(&format!("{pad}#[{attribute}]\n"));
    }
    let head = signature(function, indent);
    match function.body.as_slice() {
        [] if head.contains('\n') || width(&head) == MAX_WIDTH => format!("{text}{head}\n{pad}}}"),
        [] => format!("{text}{head}}}"),
        body => format!("{text}{head}\n{}\n{pad}}}", statements(body, indent + TAB)),
    }
}

/// The head of a function, up to and including its brace.
pub fn signature(function: &Function, indent: usize) -> String {
    let Function { visibility, name, generics, .. } = function;
    let visibility = if visibility.is_empty() { String::new() } else { format!("{visibility} ") };
    let generics = if generics.is_empty() { String::new() } else { format!("<{generics}>") };
    let head = format!("{}{visibility}fn {name}{generics}", pad(indent));
    let result = function.result.as_ref().map_or(String::new(), |it| format!(" -> {it}"));
    let parameters: Vec<String> = function.parameters.iter().map(parameter).collect();
    let line = format!("{head}({}){result} {{", parameters.join(", "));
    if width(&line) <= MAX_WIDTH || parameters.is_empty() {
        return line;
    }
    let inner = pad(indent + TAB);
    let lines: String = parameters.iter().map(|it| format!("{inner}{it},\n")).collect();
    format!("{head}(\n{lines}{}){result} {{", pad(indent))
}

fn parameter(parameter: &Parameter) -> String {
    let mutable = if parameter.mutable { "mut " } else { "" };
    format!("{mutable}{}: {}", parameter.name, parameter.rust_type)
}
