//! The small values that tests have made, for `specgen report`.

use super::super::execute::{Node, TermId};
use super::super::record;
use super::check::Run;
use super::tables::tables;

/// Values of more constructors are not recorded.
const CONSTRUCTORS: usize = 6;

/// Notes the small values of a run: numbers for the algebra of the parameters, and for a term.
///
/// The algebra starts with the number of elements of each sort. After each comma there is a
/// fact: operation, arguments, result. After the bar there is the term, each operation before
/// its arguments.
pub fn see(run: &mut Run<'_>) {
    if !record::is_wanted() {
        return;
    }
    let algebra = algebra(run);
    let terms = run.terms.iter().flatten();
    let terms: Vec<String> = terms.filter_map(|term| text(run, *term)).collect();
    for term in terms {
        run.accounts.made(format!("{algebra}|{term}"));
    }
}

fn algebra(run: &Run<'_>) -> String {
    let tables = tables(run.subject, run.world.algebra);
    let mut text = String::new();
    for size in &tables.elements {
        write(&mut text, i64::from(*size));
    }
    for fact in &tables.facts {
        text.push(',');
        write(&mut text, fact.op as i64);
        let nodes = fact.arguments.iter().chain(Some(&fact.result));
        for number in nodes.filter_map(plain) {
            write(&mut text, number);
        }
    }
    text
}

/// A term of constructors; `None` for others.
fn text(run: &Run<'_>, term: TermId) -> Option<String> {
    let mut text = String::new();
    let mut open = vec![term];
    let mut constructors = 0;
    while let Some(term) = open.pop() {
        let node = run.engine.terms().node(term);
        let number = match node {
            Node::Apply(op, arguments) if run.subject.program.ops[*op].is_constructor => {
                constructors += 1;
                open.extend(arguments.iter().rev().copied());
                *op as i64
            }
            other => plain(other)?,
        };
        if constructors > CONSTRUCTORS {
            return None;
        }
        write(&mut text, number);
    }
    Some(text)
}

fn plain(node: &Node) -> Option<i64> {
    match node {
        Node::Truth(truth) => Some(i64::from(*truth)),
        Node::Int(number) => Some(*number),
        Node::Element { number, .. } => Some(i64::from(*number)),
        _ => None,
    }
}

fn write(text: &mut String, number: i64) {
    if !text.is_empty() && !text.ends_with(',') {
        text.push(' ');
    }
    text.push_str(&number.to_string());
}
