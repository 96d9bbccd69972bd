//! The printer of mappings in the long form.

use super::ast::{Arrow, SortRef};
use super::mapping_ast::*;

/// The text of a mapping. `origin` says where an operation came from, by the names of its
/// specification and itself.
pub fn print_mapping(file: &MappingFile, origin: &dyn Fn(&str, &str) -> Option<String>) -> String {
    let generics = file.generics.as_ref().map_or(String::new(), |one| format!(" {}", one.text));
    let mut lines = vec![format!("refinement{generics}")];
    lines.extend(file.uses.iter().map(|line| format!("  use {};", line.text)));
    for prelude in &file.preludes {
        lines.push(format!("  prelude {{{}}}", prelude.text));
    }
    lines.extend(file.values.iter().map(|line| format!("  {};", values(line))));
    for entry in &file.entries {
        print_entry(entry, origin, &mut lines);
    }
    lines.push("end refinement".to_owned());
    lines.join("\n") + "\n"
}

/// `values 0, 7 for resize(n)`
fn values(line: &ValuesDecl) -> String {
    let values: Vec<&str> = line.values.iter().map(|value| value.text.as_str()).collect();
    let argument = line.argument.as_ref().map_or(String::new(), |name| format!("({})", name.text));
    format!("values {} for {}{argument}", values.join(", "), line.subject.text)
}

fn print_entry(
    entry: &Entry,
    origin: &dyn Fn(&str, &str) -> Option<String>,
    lines: &mut Vec<String>,
) {
    let parameters: Vec<&str> = entry.parameters.iter().map(|name| name.text.as_str()).collect();
    let parameters = match parameters.as_slice() {
        [] => String::new(),
        some => format!("[{}]", some.join(", ")),
    };
    let mut head = format!("  {}{parameters} is {}", entry.spec.text, entry.rust_type.text);
    if let Some(closure) = &entry.made_by {
        head.push_str(&format!(" by {}", closure.text));
    }
    let claims: Vec<String> = entry.traits.iter().map(claim).collect();
    if !claims.is_empty() {
        head.push_str(&format!("\n      has {}", claims.join(", ")));
    }
    if let Some(path) = &entry.rep_ok {
        head.push_str(&format!(" rep_ok by fn {}", path.text));
    }
    match entry.equality.as_ref().map(|equality| &equality.kind) {
        None => {}
        Some(EqualityKind::Operator) => head.push_str(" equality by =="),
        Some(EqualityKind::Observers) => head.push_str(" equality by observers"),
        Some(EqualityKind::Function(path)) => {
            head.push_str(&format!(" equality by fn {}", path.text));
        }
    }
    if entry.operations.is_empty() {
        lines.push(format!("{head};"));
        return;
    }
    lines.push(format!("{head} {{"));
    for map in &entry.operations {
        lines.push(format!("    {}", profile(map)));
        let comment = origin(&entry.spec.text, &map.name.text);
        let comment = comment.map_or(String::new(), |place| format!(" // {place}"));
        lines.push(format!("      {}{comment}", body(map)));
    }
    lines.push("  }".to_owned());
}

fn claim(claim: &TraitClaim) -> String {
    match &claim.by {
        Some(by) => format!("{} by {}", claim.path.text, by.text),
        None => claim.path.text.clone(),
    }
}

fn profile(map: &OperationMap) -> String {
    let mut words = vec![format!("{}:", map.name.text)];
    words.extend(map.arguments.iter().map(|argument| match &argument.name {
        Some(name) => format!("{}:{}", name.text, sort(&argument.sort)),
        None => sort(&argument.sort),
    }));
    if let Some(result) = &map.result {
        words.push(if result.arrow == Arrow::Partial { "-->?" } else { "-->" }.to_owned());
        words.push(sort(&result.sort));
    }
    words.join(" ")
}

fn sort(sort: &SortRef) -> String {
    let arguments: Vec<String> = sort.arguments.iter().map(self::sort).collect();
    match arguments.as_slice() {
        [] => sort.name.text.clone(),
        some => format!("{}[{}]", sort.name.text, some.join(", ")),
    }
}

fn body(map: &OperationMap) -> String {
    let outside = match map.outside.map(|outside| outside.kind) {
        None | Some(OutsideKind::Returns) => "",
        Some(OutsideKind::Panics) => " panics",
        Some(OutsideKind::Unspecified) => " unspecified",
    };
    let changing = map.outside.is_some_and(|outside| outside.may_change);
    let outside = format!("{outside}{}", if changing { " may change" } else { "" });
    match &map.body {
        OperationBody::Expression(block) => format!("is {}{outside}", block.text),
        OperationBody::Function { signature, via, body } => {
            let via = via.as_ref().map_or(String::new(), |via| format!(" via {}", via.text));
            match body {
                Some(block) => format!("is {}{via}{outside} {}", signature.text, block.text),
                None => format!("is {}{via}{outside};", signature.text),
            }
        }
    }
}
