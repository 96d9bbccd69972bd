//! Laws written into the text of a specification.

use super::law::Law;
use crate::syntax::end_of_specification;
use crate::theory::{Theory, Variable};

/// The text of a specification's file with a section of laws before the end of the
/// specification that starts at `start`. `None` if there is no end.
pub fn amended(text: &str, start: usize, theory: &Theory, laws: &[&Law]) -> Option<String> {
    let end = end_of_specification(text, start)?;
    let before = text[..end].trim_end_matches([' ', '\t']);
    Some(format!("{before}{}{}", section(theory, laws), &text[before.len()..]))
}

/// An `axioms` section with its variables. Laws that use one name for two sorts need a section
/// each.
pub fn section(theory: &Theory, laws: &[&Law]) -> String {
    let mut groups: Vec<Vec<&Law>> = Vec::new();
    for law in laws {
        match groups.last_mut() {
            Some(group) if group.iter().all(|known| !clash(known, law)) => group.push(law),
            _ => groups.push(vec![law]),
        }
    }
    let mut text = String::new();
    for group in groups {
        text += "  axioms\n";
        for declaration in declarations(theory, &group) {
            text += &format!("    {declaration}\n");
        }
        for law in group {
            text += &format!("    {}\n", law.line(theory));
        }
    }
    text
}

/// Whether two laws use one name for variables of two sorts.
fn clash(left: &Law, right: &Law) -> bool {
    let other = right.used();
    let is_other = |one: &&Variable| {
        other.iter().any(|other| other.name == one.name && other.sort != one.sort)
    };
    left.used().iter().any(is_other)
}

/// `E, F: Element;` for each sort.
pub fn declarations(theory: &Theory, laws: &[&Law]) -> Vec<String> {
    let mut found: Vec<&Variable> = Vec::new();
    for variable in laws.iter().flat_map(|law| law.used()) {
        if !found.contains(&variable) {
            found.push(variable);
        }
    }
    let mut lines: Vec<(_, Vec<&str>)> = Vec::new();
    for variable in found {
        match lines.iter_mut().find(|(sort, _)| *sort == variable.sort) {
            Some((_, names)) => names.push(&variable.name),
            None => lines.push((variable.sort, vec![&variable.name])),
        }
    }
    let line = |(sort, names): (_, Vec<&str>)| {
        format!("{}: {};", names.join(", "), theory.sort_text(sort))
    };
    lines.into_iter().map(line).collect()
}
