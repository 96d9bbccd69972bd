//! The text of a specification to fill in.

use super::axiom::{Used, Variables, applied, left_sides};
use super::comment::{broken, comment};
use super::draft::{
    Class, Condition, Declared, Domain, Draft, Operation, Parameter, SkeletonSource, bracketed,
};
use super::names;
use super::rust::Sort;

pub fn write(draft: &Draft, origin: &SkeletonSource) -> String {
    let mut text = comment(
        0,
        &format!(
            "A skeleton for `{}` of {}. Lines marked \"guess\" were guessed from signatures: \
             correct them, then write axioms. The mapping says which Rust implements what.",
            draft.rust.name, origin.file
        ),
    );
    for parameter in &draft.parameters {
        let mut shared = String::new();
        for note in &parameter.notes {
            shared += &comment(0, note);
        }
        match &parameter.declared {
            Declared::Nowhere | Declared::Library if shared.is_empty() => {}
            Declared::Nowhere | Declared::Library => text += &format!("\n{shared}"),
            Declared::Copy(copy) => text += &format!("\n{shared}{copy}"),
            Declared::Here(axioms) => {
                text += &format!("\n{shared}{}", declared(draft, parameter, axioms));
            }
        }
    }
    text + "\n" + &subject(draft)
}

/// The specification of a parameter.
fn declared(draft: &Draft, parameter: &Parameter, axioms: &str) -> String {
    let over = parameter.over(&draft.parameters);
    let over: Vec<&str> = over.iter().map(|other| other.spec.as_str()).collect();
    let mut text = format!("specification {}\n", bracketed(&parameter.spec, &over));
    text += &format!("  sorts\n    {}\n", parameter.sort);
    let own = Some(parameter.generic.as_str());
    for (class, title) in [(Class::Observer, "observers"), (Class::Other, "others")] {
        text += &section(draft, &parameter.operations, class, title, own);
    }
    text += &domains(draft, &parameter.operations, own);
    text += "  axioms\n";
    text +=
        &comment(4, "The laws that the type may rely on. The mocks satisfy these and no others.");
    text += axioms;
    text + "end specification\n"
}

fn subject(draft: &Draft) -> String {
    let mut text = format!("specification {}\n", draft.head());
    text += &format!("  sorts\n    {}\n", draft.own_sort());
    let sections = [
        (Class::Constructor, "constructors"),
        (Class::Observer, "observers"),
        (Class::Other, "others"),
    ];
    for (class, title) in sections {
        text += &section(draft, &draft.operations, class, title, None);
    }
    text += &domains(draft, &draft.operations, None);
    text += "  axioms\n";
    text += &axioms(draft);
    text + "end specification\n"
}

fn section(
    draft: &Draft,
    operations: &[Operation],
    class: Class,
    title: &str,
    own: Option<&str>,
) -> String {
    let mut lines = String::new();
    for operation in operations.iter().filter(|operation| operation.class == class) {
        if let Some(guess) = &operation.guess {
            lines += &comment(4, &format!("guess: {guess}"));
        }
        let profile = draft.profile(operation, own, false);
        let line = broken(&format!("    {}: ", operation.name), &profile);
        lines += &format!("{};\n", line.trim_end());
    }
    if lines.is_empty() { lines } else { format!("  {title}\n{lines}") }
}

fn domains(draft: &Draft, operations: &[Operation], own: Option<&str>) -> String {
    let mut variables = Variables::of(draft);
    let mut all = Used::default();
    let mut lines = String::new();
    for operation in operations {
        let Some(domain) = &operation.domain else { continue };
        let operation = seen_from(operation, own);
        let mut used = Used::default();
        let term = applied(&operation, None, &mut used, &mut variables);
        let condition = condition(domain, &operation, &mut variables);
        lines += &comment(4, &format!("guess: {}", domain.guess));
        lines += &format!("    {term} if {condition};\n");
        all.merge(&used);
    }
    if lines.is_empty() {
        return lines;
    }
    let declaration = match all.declaration(draft, &mut variables) {
        none if none.is_empty() => none,
        some => format!("    {some}\n"),
    };
    format!("  domains\n{declaration}{lines}")
}

/// In the specification of a parameter, that parameter's sort is its own.
fn seen_from(operation: &Operation, own: Option<&str>) -> Operation {
    let mut operation = operation.clone();
    if let Some(generic) = own {
        for argument in &mut operation.arguments {
            if argument.sort == Sort::Own {
                argument.sort = Sort::Parameter(generic.to_owned());
            }
        }
    }
    operation
}

fn condition(domain: &Domain, operation: &Operation, variables: &mut Variables) -> String {
    let mut used = Used::default();
    let arguments: Vec<String> =
        operation.arguments.iter().map(|one| used.next(variables, &one.sort)).collect();
    match &domain.condition {
        Condition::Predicate { name, arguments: count, holds } => {
            let not = if *holds { "" } else { "not " };
            let count = (*count).min(arguments.len());
            format!("{not}{name}({})", arguments[..count].join(", "))
        }
        Condition::Index { length, at } => {
            let index = &arguments[*at];
            format!("0 <= {index} and {index} < {length}({})", arguments[0])
        }
        Condition::Longer { length } => format!("{length}({}) > 0", arguments[0]),
        Condition::Unknown => match arguments.first() {
            Some(first) => format!("{first} = {first}"),
            None => "0 = 0".to_owned(),
        },
    }
}

fn axioms(draft: &Draft) -> String {
    let mut variables = Variables::of(draft);
    let (left_sides, used) = left_sides(draft, &mut variables);
    if left_sides.is_empty() {
        return comment(4, "There is no observer yet, so tests cannot distinguish values.");
    }
    let mut text = comment(
        4,
        "Say what each observer returns for each constructor. Complete these \
         lines and remove the slashes:",
    );
    text += &format!("    // {}\n", used.declaration(draft, &mut variables));
    let width = left_sides.iter().map(|left| left.label.len()).max().unwrap_or(0) + 2;
    for left in left_sides {
        let label = format!("[{}]", left.label);
        text += &format!("    // {label:width$} {};\n", left.text);
    }
    text
}

/// The name of the two files of a skeleton.
pub fn file_stem(name: &str) -> String {
    crate::rust::value_name(&names::spec_name(name))
}
