//! The text of a mapping to fill in.

use super::comment::{broken, comment, item};
use super::crate_path::CrateTarget;
use super::draft::{Class, Draft, Operation, Parameter, SkeletonSource};
use super::import::imports;
use super::read::Source;
use super::rust::Generic;

pub fn write(draft: &Draft, source: &Source, origin: &SkeletonSource) -> String {
    let mut text = comment(0, &format!("A skeleton for `{}` of {}.", draft.rust.name, origin.file));
    for warning in warnings(draft, origin) {
        text += &comment(0, &warning);
    }
    text += &format!("\nrefinement{}\n", header(draft, origin));
    let (lines, unknown) = imports(draft, source, origin);
    for name in unknown {
        text += &comment(2, &format!("`{name}` may need an import; its module is not known"));
    }
    for line in lines {
        text += &format!("  use {line};\n");
    }
    text += "\n";
    text += &subject(draft);
    for parameter in &draft.parameters {
        text += &mock(draft, parameter);
    }
    text + "end refinement\n"
}

/// The mapping as the source shows it: what is left out here is inferred.
pub fn write_short(draft: &Draft, origin: &SkeletonSource) -> String {
    let mut text =
        comment(0, &format!("Which Rust carries `{}`: {}.", draft.own_sort(), origin.file));
    for warning in warnings(draft, origin) {
        text += &comment(0, &warning);
    }
    let path = |(modules, name): &(Vec<String>, String)| match name.as_str() {
        "" => origin.path.path(&[&origin.path.modules, &modules[..]].concat()),
        name => format!("{}::{name}", origin.path.module_of(modules, name)),
    };
    let paths = draft.rust.under_test.iter().map(path).chain(origin.others.iter().cloned());
    let paths: Vec<String> = paths.collect();
    text += &format!("\nrefinement\n  {} is {}", draft.own_sort(), paths.join(", "));
    if draft.rust.left_out.is_empty() {
        text += ";\n";
    } else {
        text += " {\n";
        text += &comment(4, "Left out; a line of Rust can still implement an operation:");
        text +=
            &comment(4, "`name(a, b) is do { … }` on `&mut self`, `name(a) is { … };` on `&self`.");
        for left_out in &draft.rust.left_out {
            text += &item(4, &format!("{} {}", left_out.name, left_out.why));
        }
        text += "  }\n";
    }
    text + "end refinement\n"
}

/// Reasons why the tests would not compile.
fn warnings(draft: &Draft, origin: &SkeletonSource) -> Vec<String> {
    let rust = &draft.rust;
    let mut warnings = Vec::new();
    if !rust.is_public {
        warnings.push(format!("`{}` is private: tests cannot name it.", rust.name));
    }
    if origin.path.target == CrateTarget::Binary {
        warnings.push(
            "It is part of a binary, which tests cannot import: move it into a library.".to_owned(),
        );
    }
    if origin.path.target == CrateTarget::Unknown {
        warnings.push("guess: no package was found, so paths start with `crate`.".to_owned());
    }
    for generic in &rust.generics {
        match generic {
            Generic::Const { name, value } => {
                warnings.push(format!("guess: {value} for the constant `{name}`"));
            }
            Generic::Default => {
                warnings.push("guess: parameters with a default keep it".to_owned());
            }
            _ => {}
        }
    }
    if rust.has_macros {
        warnings
            .push("Macros of the file may declare more methods; they are not expanded.".to_owned());
    }
    warnings
}

/// `<E: Ord, V>`
fn header(draft: &Draft, origin: &SkeletonSource) -> String {
    let generics = draft.parameters.iter().map(|parameter| {
        let bounds = parameter.bounds_text();
        match bounds.as_str() {
            "" => parameter.generic.clone(),
            bounds => format!("{}: {}", parameter.generic, origin.path.outside(bounds)),
        }
    });
    match generics.collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => none,
        some => format!(" <{some}>"),
    }
}

/// The traits whose laws can be tested. With type parameters, those that most mocks can
/// serve; without any, all that need no operation but a first value.
fn claims(draft: &Draft) -> Vec<String> {
    let rust = &draft.rust;
    let mut names = vec!["Clone", "Debug"];
    let is_plain = rust.parameters().next().is_none();
    if is_plain && rust.implements("PartialEq") {
        names.push("Hash");
        names.push(if rust.implements("Ord") { "Ord" } else { "PartialOrd" });
    }
    let claims = names.into_iter().filter(|name| rust.implements(name)).map(str::to_owned);
    let creator = draft
        .operations
        .iter()
        .find(|operation| operation.class == Class::Constructor && operation.arguments.is_empty());
    let default = creator.filter(|_| is_plain && rust.implements("Default"));
    claims.chain(default.map(|creator| format!("Default by {}", creator.name))).collect()
}

fn subject(draft: &Draft) -> String {
    let rust = &draft.rust;
    let mut text = String::new();
    let claims = claims(draft);
    let has = claims.join(", ");
    let has = if has.is_empty() { has } else { format!(" has {has}") };
    let equality = if rust.implements("PartialEq") {
        ""
    } else {
        text += &comment(2, "guess: compared by observers, because there is no `PartialEq`");
        " equality by observers"
    };
    text += &format!("  {} is {}{has}{equality} {{\n", draft.head(), rust.text());
    text += &operations(draft, &draft.operations, None);
    let is_claimed = |name: &str| claims.iter().any(|claim| claim.split(' ').next() == Some(name));
    let is_told = |name: &str| {
        let implied = name == "PartialOrd" && is_claimed("Ord");
        implied || is_claimed(name) || ["PartialEq", "Eq"].contains(&name)
    };
    let others = rust.traits.iter().map(String::as_str);
    let others: Vec<&str> = others.filter(|name| !is_told(name)).collect();
    if !others.is_empty() {
        text += &comment(4, &format!("It also implements {}.", others.join(", ")));
    }
    if !rust.left_out.is_empty() {
        text +=
            &comment(4, "Left out; an expression, `is { … }`, can still implement an operation:");
        for left_out in &rust.left_out {
            text += &item(4, &format!("{} {}", left_out.name, left_out.why));
        }
    }
    text + "  }\n"
}

fn mock(draft: &Draft, parameter: &Parameter) -> String {
    let Parameter { spec, generic, .. } = parameter;
    if parameter.operations.is_empty() && parameter.left_out.is_empty() {
        return format!("  {spec} is {generic};\n");
    }
    let mut text = format!("  {spec} is {generic} {{\n");
    text += &operations(draft, &parameter.operations, Some(generic));
    if !parameter.left_out.is_empty() {
        text += &comment(4, "Left out, so the mock does not compile until these are added:");
        for left_out in &parameter.left_out {
            text += &item(4, &format!("{} {}", left_out.name, left_out.why));
        }
    }
    text + "  }\n"
}

fn operations(draft: &Draft, operations: &[Operation], own: Option<&str>) -> String {
    let width = operations.iter().map(|one| one.name.len() + 1).max().unwrap_or(0);
    let mut text = String::new();
    for operation in operations {
        if let Some(note) = &operation.note {
            text += &comment(4, note);
        }
        let name = format!("{}:", operation.name);
        let profile = draft.profile(operation, own, true);
        let lead = format!("    {name:width$} ");
        text += broken(&lead, &profile).trim_end();
        text += &format!("\n    {:width$} is {}", "", operation.target);
        text += if operation.target.ends_with('}') { "\n" } else { ";\n" };
    }
    text
}
