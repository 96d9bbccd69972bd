//! A page of small pictures, one for each value.
//!
//! Where observers lead from a value to smaller ones, as `left` and `right` of a tree do, the
//! picture is a tree. Otherwise it lists what the observers say.

use std::fmt::Write;

use super::code::{Code, ITSELF, is_value};
use super::machine::Machine;
use super::term;
use crate::arena::Id;
use crate::theory::{SortId, Theory};

/// The most pictures on a page.
pub const MOST: usize = 2_000;

/// A value as a tree of smaller ones.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tree {
    label: String,
    children: Vec<Option<Tree>>,
}

/// One picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    term: String,
    tree: Option<Tree>,
    lines: Vec<String>,
}

/// What is observed of a value: the call without the value, the operation and the result.
pub fn observations(
    machine: &Machine<'_>,
    theory: &Theory,
    sort: usize,
    value: Code,
) -> Vec<(String, usize, Code)> {
    let mut found = Vec::new();
    for (cell, (op, arguments)) in machine.layout.cells[sort].iter().enumerate() {
        let operation = &machine.program.ops[*op];
        let place = machine.layout.place(*op);
        let others = operation.arguments.iter().enumerate().filter(|(other, _)| *other != place);
        let others: Vec<String> =
            others.map(|(other, it)| term::text(machine, theory, *it, arguments[other])).collect();
        let call = match others.as_slice() {
            [] => operation.name.clone(),
            others => format!("{}({})", operation.name, others.join(", ")),
        };
        let code = match machine.stores[sort].cell(value, cell) {
            ITSELF => value,
            code => code,
        };
        found.push((call, *op, code));
    }
    found
}

pub fn card(machine: &Machine<'_>, theory: &Theory, sort: usize, value: Code) -> Card {
    let parts = parts(machine, sort);
    let tree = if parts.is_empty() { None } else { tree(machine, theory, sort, value, &parts) };
    let lines = if parts.is_empty() { lines(machine, theory, sort, value) } else { Vec::new() };
    Card { term: term::text(machine, theory, sort, value), tree, lines }
}

/// The cells of observers that need no argument and yield a value of the same sort.
fn parts(machine: &Machine<'_>, sort: usize) -> Vec<usize> {
    let cells = machine.layout.cells[sort].iter().enumerate();
    let own = cells.filter(|(_, (op, _))| {
        let operation = &machine.program.ops[*op];
        operation.result == Some(sort) && operation.arguments.len() == 1
    });
    own.map(|(cell, _)| cell).collect()
}

/// The tree of a value; none where no part is defined.
fn tree(
    machine: &Machine<'_>,
    theory: &Theory,
    sort: usize,
    value: Code,
    parts: &[usize],
) -> Option<Tree> {
    let store = &machine.stores[sort];
    let smaller = |cell: &usize| {
        let code = store.cell(value, *cell);
        (is_value(code) && store.steps[code as usize] < store.steps[value as usize]).then_some(code)
    };
    if parts.iter().all(|cell| smaller(cell).is_none()) {
        return None;
    }
    let child = |cell: &usize| tree(machine, theory, sort, smaller(cell)?, parts);
    let children = parts.iter().map(child).collect();
    Some(Tree { label: label(machine, theory, sort, value), children })
}

/// The elements and numbers that observers without arguments yield.
fn label(machine: &Machine<'_>, theory: &Theory, sort: usize, value: Code) -> String {
    let mut words = Vec::new();
    for (cell, (op, _)) in machine.layout.cells[sort].iter().enumerate() {
        let operation = &machine.program.ops[*op];
        let code = machine.stores[sort].cell(value, cell);
        let plain = operation.result.filter(|it| !machine.is_constructed(*it));
        let plain = plain.filter(|_| operation.arguments.len() == 1 && is_value(code));
        words.extend(plain.map(|it| short(machine, theory, it, code)));
    }
    words.join(" ")
}

/// An element by its number alone, where there is only one sort of elements.
fn short(machine: &Machine<'_>, theory: &Theory, sort: usize, code: Code) -> String {
    let sorts = machine.algebra.sizes.iter().filter(|size| **size > 0).count();
    if machine.algebra.sizes[sort] > 0 && sorts == 1 {
        code.to_string()
    } else if machine.algebra.sizes[sort] > 0 {
        theory.element_text(SortId::from_index(sort), code)
    } else {
        term::text(machine, theory, sort, code)
    }
}

/// `isIn: 0 2`, `largest: 2`
fn lines(machine: &Machine<'_>, theory: &Theory, sort: usize, value: Code) -> Vec<String> {
    let mut found: Vec<(usize, Vec<String>)> = Vec::new();
    for (cell, (op, arguments)) in machine.layout.cells[sort].iter().enumerate() {
        let operation = &machine.program.ops[*op];
        let code = machine.stores[sort].cell(value, cell);
        let place = machine.layout.place(*op);
        let others = operation.arguments.iter().enumerate().filter(|(other, _)| *other != place);
        let others: Vec<String> =
            others.map(|(other, it)| short(machine, theory, *it, arguments[other])).collect();
        let others = others.join(",");
        let text = match operation.result {
            None if code == 1 => {
                if others.is_empty() {
                    "true".to_owned()
                } else {
                    others
                }
            }
            None => continue,
            Some(_) if !is_value(code) => continue,
            Some(it) if others.is_empty() => short(machine, theory, it, code),
            Some(it) => format!("{others}→{}", short(machine, theory, it, code)),
        };
        match found.last_mut() {
            Some((last, words)) if last == op => words.push(text),
            _ => found.push((*op, vec![text])),
        }
    }
    let line = |(op, words): &(usize, Vec<String>)| {
        format!("{}: {}", machine.program.ops[*op].name, words.join(" "))
    };
    found.iter().map(line).collect()
}

const WIDTH: f64 = 180.0;
const LEVEL: f64 = 34.0;
const RADIUS: f64 = 11.0;
const LINE: f64 = 16.0;
const COLUMNS: usize = 6;
/// The height of the caption under a picture.
const CAPTION: f64 = 26.0;

/// All pictures in rows.
pub fn page(cards: &[Card]) -> String {
    let rows: Vec<&[Card]> = cards.chunks(COLUMNS).collect();
    let heights: Vec<f64> =
        rows.iter().map(|row| row.iter().map(height).fold(40.0, f64::max) + CAPTION).collect();
    let (width, total) =
        (WIDTH * COLUMNS.min(cards.len().max(1)) as f64, heights.iter().sum::<f64>());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{total}\" \
         viewBox=\"0 0 {width} {total}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let mut top = 0.0;
    for (row, height) in rows.iter().zip(&heights) {
        for (column, card) in row.iter().enumerate() {
            draw(&mut svg, card, column as f64 * WIDTH, top, *height);
        }
        top += height;
    }
    svg.push_str("</svg>\n");
    svg
}

fn height(card: &Card) -> f64 {
    let lines = card.lines.len() as f64 * LINE + 20.0;
    card.tree.as_ref().map_or(lines, |tree| depth(tree) as f64 * LEVEL + 20.0)
}

fn depth(tree: &Tree) -> usize {
    1 + tree.children.iter().flatten().map(depth).max().unwrap_or(0)
}

/// The number of columns that a tree takes.
fn breadth(tree: &Tree) -> usize {
    let below: usize = tree.children.iter().map(|it| it.as_ref().map_or(0, breadth)).sum();
    let empty = tree.children.iter().filter(|it| it.is_none()).count();
    if below == 0 { 1 } else { below + empty }
}

fn draw(svg: &mut String, card: &Card, left: f64, top: f64, height: f64) {
    let _ = writeln!(
        svg,
        "<g transform=\"translate({left} {top})\"><title>{}</title>\
         <rect x=\"3\" y=\"3\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"none\" stroke=\"#ccc\"/>",
        escaped(&card.term),
        WIDTH - 6.0,
        height - 6.0
    );
    if let Some(tree) = &card.tree {
        let unit = ((WIDTH - 30.0) / breadth(tree) as f64).min(30.0);
        let start = (WIDTH - unit * breadth(tree) as f64) / 2.0;
        draw_tree(svg, tree, start, 22.0, unit);
    }
    for (number, line) in card.lines.iter().enumerate() {
        let y = 20.0 + number as f64 * LINE;
        let _ = writeln!(svg, "<text x=\"12\" y=\"{y}\">{}</text>", escaped(&cut(line, 26)));
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"9\" fill=\"#666\">{}</text></g>",
        WIDTH / 2.0,
        height - 10.0,
        escaped(&cut(&card.term, 36))
    );
}

/// Draws a tree and returns where its root is.
fn draw_tree(svg: &mut String, tree: &Tree, left: f64, y: f64, unit: f64) -> f64 {
    let is_leaf = tree.children.iter().all(Option::is_none);
    let mut from = left;
    let mut places = Vec::new();
    if !is_leaf {
        for child in &tree.children {
            let wide = child.as_ref().map_or(1, breadth) as f64 * unit;
            let mut inner = String::new();
            let x = match child {
                Some(child) => draw_tree(&mut inner, child, from, y + LEVEL, unit),
                None => from + wide / 2.0,
            };
            places.push((child.is_some(), x, inner));
            from += wide;
        }
    }
    let middle = match (places.first(), places.last()) {
        (Some(first), Some(last)) => (first.1 + last.1) / 2.0,
        _ => left + unit / 2.0,
    };
    for (is_there, x, inner) in places {
        if is_there {
            let _ = writeln!(
                svg,
                "<line x1=\"{middle}\" y1=\"{y}\" x2=\"{x}\" y2=\"{}\" stroke=\"#888\"/>",
                y + LEVEL
            );
        }
        svg.push_str(&inner);
    }
    let _ = writeln!(
        svg,
        "<circle cx=\"{middle}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"#eef4fb\" stroke=\"#36c\"/>\
         <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        y + 4.0,
        escaped(&cut(&tree.label, 6))
    );
    middle
}

fn cut(text: &str, length: usize) -> String {
    if text.chars().count() <= length {
        return text.to_owned();
    }
    let kept: String = text.chars().take(length - 1).collect();
    format!("{kept}…")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
