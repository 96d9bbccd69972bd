//! The text of a specification to fill in.

use super::axiom::{Used, Variables, applied, guesses, open_clauses};
use super::comment::{broken, comment, item};
use super::draft::{
    Class, Condition, Declared, Domain, Draft, Operation, Parameter, SkeletonSource, bracketed,
    data_types,
};
use super::names;
use super::rust::{Field, Sort, Variant};

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
    text += &domains(draft, &parameter.operations, own).0;
    text += "  axioms\n";
    text +=
        &comment(4, "The laws that the type may rely on. The mocks satisfy these and no others.");
    text += axioms;
    text + "end specification\n"
}

fn subject(draft: &Draft) -> String {
    let mut text = format!("specification {}\n", draft.head());
    text += &data_sorts(draft);
    let sections = [
        (Class::Constructor, "constructors"),
        (Class::Observer, "observers"),
        (Class::Other, "others"),
    ];
    for (class, title) in sections {
        text += &section(draft, &draft.operations, class, title, None);
    }
    text += &allowing(draft);
    let (domains, declared) = domains(draft, &draft.with_answers(), None);
    text += &domains;
    text += "  axioms\n";
    text += &axioms(draft, &declared);
    text + "end specification\n"
}

/// `Status is Waiting | Assigned(agent: Text) | Done`
fn data_sorts(draft: &Draft) -> String {
    let field = |field: &Field| {
        let sort = draft.sort_text(&field.sort);
        let name = field.name.as_deref().map(names::operation_name);
        name.map_or(sort.clone(), |name| format!("{name}: {sort}"))
    };
    let variant = |one: &Variant| {
        let fields: Vec<String> = one.fields.iter().map(field).collect();
        if fields.is_empty() {
            one.name.clone()
        } else {
            format!("{}({})", one.name, fields.join(", "))
        }
    };
    let mut text = String::new();
    for one in data_types(&draft.rust, &draft.operations) {
        let variants: Vec<String> = one.variants.iter().map(variant).collect();
        text += &format!("    {} is {}\n", one.name, variants.join(" | "));
    }
    if text.is_empty() { text } else { format!("  sorts\n    {}\n{text}", draft.own_sort()) }
}

/// The predicates that stand for unknown conditions.
fn allowing(draft: &Draft) -> String {
    let mut text = String::new();
    for operation in &draft.with_answers() {
        let is_open = |domain: &&Domain| domain.condition == Condition::Unknown;
        if operation.domain.as_ref().filter(is_open).is_none() || operation.arguments.is_empty() {
            continue;
        }
        let sorts = operation.arguments.iter().map(|one| draft.sort_text(&one.sort));
        let sorts: Vec<String> = sorts.collect();
        text += &format!("    {}: {};\n", draft.allowing(operation), sorts.join(" "));
    }
    if text.is_empty() {
        return text;
    }
    let why = "These say nothing yet. Replace them by conditions in the section `domains`.";
    format!("  auxiliary\n{}{text}", comment(4, why))
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
        let mut profile = draft.profile(operation, own, false);
        if let Some(answer) = &operation.answer {
            profile += &format!(" returns {}", draft.answer_text(answer));
        }
        let line = broken(&format!("    {}: ", operation.name), &profile);
        lines += &format!("{};\n", line.trim_end());
    }
    if lines.is_empty() { lines } else { format!("  {title}\n{lines}") }
}

/// The section, and the variables that it declares.
fn domains(draft: &Draft, operations: &[Operation], own: Option<&str>) -> (String, Used) {
    let mut variables = Variables::of(draft);
    let mut all = Used::default();
    let mut lines = String::new();
    for operation in operations {
        let Some(domain) = &operation.domain else { continue };
        let operation = seen_from(operation, own);
        let mut used = Used::default();
        let term = applied(&operation, None, &mut used, &mut variables);
        let allowing = own.is_none().then(|| draft.allowing(&operation));
        let condition = condition(domain, &operation, allowing, &mut variables);
        // An unknown condition is explained once, where its predicate is declared.
        let is_declared = domain.condition == Condition::Unknown && !operation.arguments.is_empty();
        match (is_declared, own) {
            (true, None) => {}
            (true, Some(_)) => lines += &comment(4, "guess: always defined; say when it is"),
            (false, _) => lines += &comment(4, &format!("guess: {}", domain.guess)),
        }
        lines += &format!("    {term} if {condition};\n");
        all.merge(&used);
    }
    if lines.is_empty() {
        return (lines, Used::default());
    }
    let declaration = match all.declaration(draft, &mut variables, &Used::default()) {
        none if none.is_empty() => none,
        some => format!("    {some}\n"),
    };
    (format!("  domains\n{declaration}{lines}"), all)
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

fn condition(
    domain: &Domain,
    operation: &Operation,
    allowing: Option<String>,
    variables: &mut Variables,
) -> String {
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
        Condition::Unknown => match (arguments.first(), allowing) {
            (Some(_), Some(allowing)) => format!("{allowing}({})", arguments.join(", ")),
            (Some(first), None) => format!("{first} = {first}"),
            (None, _) => "0 = 0".to_owned(),
        },
    }
}

/// Axioms that hold of most types, and the beginnings of others.
fn axioms(draft: &Draft, declared: &Used) -> String {
    let mut variables = Variables::of(draft);
    let guesses = guesses(draft, &mut variables);
    let (open, open_used) = open_clauses(draft, &mut variables);
    if open.is_empty() && guesses.is_empty() {
        return comment(4, "There is no observer yet, so tests cannot distinguish values.");
    }
    let mut used = Used::default();
    guesses.iter().for_each(|guess| used.merge(&guess.used));
    let mut text = match used.declaration(draft, &mut variables, declared) {
        none if none.is_empty() => none,
        some => format!("    {some}\n"),
    };
    for guess in guesses {
        text += &comment(4, &format!("guess: {}", guess.why));
        text += &format!("    {};\n", guess.text);
    }
    if !open.is_empty() {
        text += &comment(
            4,
            "Say what each observer answers after each constructor. Complete these lines and \
             remove the slashes; `keeps rest` stands for all that does not change:",
        );
    }
    used.merge(declared);
    let missing = open_used.declaration(draft, &mut variables, &used);
    if !missing.is_empty() {
        text += &item(4, &missing);
    }
    for clause in open {
        text += &item(4, &format!("{clause};"));
    }
    text
}

/// The name of the two files of a skeleton.
pub fn file_stem(name: &str) -> String {
    crate::rust::value_name(&names::spec_name(name))
}
