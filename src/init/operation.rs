//! Which operation a method is.

use std::collections::BTreeSet;

use super::domain;
use super::draft::{Argument, Class, Operation};
use super::names::{fresh, operation_name};
use super::rust::{
    DataType, Method, Passing, RustType, Sort, Ty, Wrapper, passing_text, type_text,
};

/// The operations of the type: constructors first, then observers.
pub fn guess(rust: &RustType) -> Vec<Operation> {
    let mut taken = BTreeSet::new();
    let mut operations: Vec<Operation> = Vec::new();
    for method in &rust.methods {
        let mut operation = of_method(method, &mut taken);
        classify(&mut operation, method, rust);
        if rust.is_inferred && method.receiver == Some(Passing::Mutable) {
            operation.answer = answer(&operation, method, &mut taken).map(Box::new);
        }
        operations.push(operation);
    }
    if operations.is_empty() {
        return operations;
    }
    if !operations.iter().any(is_creator) {
        operations.insert(0, creator(rust, &mut taken));
    }
    promote(&mut operations);
    domain::guess(&mut operations);
    operations.sort_by_key(|operation| operation.class);
    operations
}

/// The profile and the function, whatever the class.
pub fn of_method(method: &Method, taken: &mut BTreeSet<String>) -> Operation {
    let receiver = method.receiver.map(|_| Argument { name: None, sort: Sort::Own });
    let inputs = method.inputs.iter().map(|input| Argument {
        name: Some(input.name.clone()),
        sort: input.ty.sort().unwrap_or(Sort::Int),
    });
    let changes = method.receiver == Some(Passing::Mutable);
    let result = if changes { Some(Sort::Own) } else { method.output.ty.sort() };
    let ordering = !changes && method.output.ty == Ty::Ordering;
    let name = operation_name(&method.name);
    let name = if ordering { format!("{name}Geq") } else { name };
    let mut operation = Operation {
        name: fresh(taken, &name),
        class: Class::Observer,
        arguments: receiver.into_iter().chain(inputs).collect(),
        partial: is_partial(method),
        result,
        target: target(method, ordering),
        guess: None,
        domain: None,
        note: None,
        error: method.output.error.clone(),
        answer: None,
    };
    if ordering {
        operation.guess = Some("true where the order is not `Less`".to_owned());
    }
    operation
}

/// What a method returns besides its change.
fn answer(
    operation: &Operation,
    method: &Method,
    taken: &mut BTreeSet<String>,
) -> Option<Operation> {
    let output = &method.output;
    let result = match (&output.ty, output.ty.sort()) {
        (Ty::Bool, _) if output.wrapper == Wrapper::Plain => None,
        (_, sort) => Some(sort.filter(|sort| *sort != Sort::Own)?),
    };
    Some(Operation {
        name: fresh(taken, &format!("{}Answer", operation.name)),
        class: Class::Observer,
        partial: output.wrapper == Wrapper::Option && !operation.partial,
        result,
        guess: None,
        note: None,
        error: None,
        ..operation.clone()
    })
}

/// `Result` says that a call may fail. An `Option` of a method that changes the value has two
/// meanings: `pop` finds nothing to remove, while `insert` returns the previous value.
fn is_partial(method: &Method) -> bool {
    let changes = method.receiver == Some(Passing::Mutable);
    match method.output.wrapper {
        Wrapper::Plain => false,
        Wrapper::Result => true,
        Wrapper::Option if changes => method.inputs.is_empty(),
        Wrapper::Option => method.output.ty.sort().is_some(),
    }
}

/// `fn insert(&mut self, e: E) -> bool`
fn target(method: &Method, ordering: bool) -> String {
    let receiver = method.receiver.map(|passing| format!("{}self", passing_text(passing)));
    let inputs = method.inputs.iter().map(|input| {
        let ty = type_text(&input.ty).unwrap_or_default();
        format!("{}: {}{ty}", input.name, passing_text(input.passing))
    });
    let inputs: Vec<String> = receiver.into_iter().chain(inputs).collect();
    let output = match method.output.text.as_str() {
        "" | "()" => String::new(),
        text => format!(" -> {text}"),
    };
    let via = if ordering { " via is_ge" } else { "" };
    format!("fn {}({}){output}{via}", method.name, inputs.join(", "))
}

fn is_creator(operation: &Operation) -> bool {
    operation.class == Class::Constructor
        && operation.arguments.iter().all(|argument| argument.sort != Sort::Own)
}

fn classify(operation: &mut Operation, method: &Method, rust: &RustType) {
    let changes = method.receiver == Some(Passing::Mutable);
    if changes && !rust.is_inferred && !matches!(method.output.ty, Ty::Unit | Ty::Sort(Sort::Own)) {
        let text = &method.output.text;
        operation.note = Some(format!("the returned `{text}` is ignored"));
    }
    let mut guesses = Vec::new();
    if operation.result == Some(Sort::Own) {
        let (class, why) = class_of_own(operation, method, rust);
        operation.class = class;
        guesses.push(why.to_owned());
    } else if operation.arguments.first().map(|first| &first.sort) != Some(&Sort::Own) {
        operation.class = Class::Other;
    }
    if operation.partial {
        let wrapper = if method.output.wrapper == Wrapper::Result { "Result" } else { "Option" };
        let is_error = |one: &&DataType| Some(&one.name) == method.output.error.as_ref();
        let errors = rust.data.iter().find(is_error).and_then(|one| one.variants.first());
        let errors = errors.map(|first| format!(", as in `if … else {}`", first.name));
        guesses.push(format!("partial, because of its `{wrapper}`{}", errors.unwrap_or_default()));
    } else if changes && method.output.wrapper == Wrapper::Option {
        guesses.push("total, because the `Option` may hold the previous value".to_owned());
    }
    guesses.extend(operation.guess.take());
    guesses.extend(method.cfg.as_ref().map(|cfg| format!("it needs `cfg({cfg})`")));
    operation.guess = (!guesses.is_empty()).then(|| guesses.join("; "));
}

const STORES_NOTHING: &str = "not a constructor, because it stores nothing";
const REMOVES: &str = "not a constructor, because its name says that it removes something";

/// Words for taking something out of a value.
const REMOVING: [&str; 9] =
    ["remove", "delete", "pop", "take", "drain", "retain", "truncate", "erase", "discard"];

/// `remove`, `remove_first`, `swap_remove`
fn is_removing(name: &str) -> bool {
    name.split('_').any(|word| REMOVING.contains(&word))
}

/// Constructors build all values: a method is one if it starts from nothing, or stores one of
/// its arguments.
fn class_of_own(operation: &Operation, method: &Method, rust: &RustType) -> (Class, &'static str) {
    if !operation.arguments.iter().any(|argument| argument.sort == Sort::Own) {
        return (Class::Constructor, "a constructor, because it makes a first value");
    }
    let is_kept = |input: &super::rust::Input| match (&input.ty, input.passing) {
        (Ty::Sort(Sort::Own), passing) => passing != Passing::Shared,
        // Strings and lists are stored as copies.
        (Ty::Sort(Sort::Parameter(name)), _) if name == "String" => true,
        (Ty::Sort(Sort::List(_)), _) => true,
        (Ty::Sort(_), passing) => passing == Passing::Value,
        // Numbers are positions and sizes, unless the type can store nothing else.
        (_, passing) => passing == Passing::Value && rust.parameters().next().is_none(),
    };
    let keeps = method.inputs.iter().any(is_kept);
    if keeps && !is_removing(&method.name) {
        return (Class::Constructor, "a constructor, because it stores its argument");
    }
    let why = if keeps { REMOVES } else { STORES_NOTHING };
    match operation.arguments.first() {
        Some(first) if first.sort == Sort::Own => (Class::Observer, why),
        _ => (Class::Other, why),
    }
}

/// A placeholder for the user to replace. In two parts, because a test refuses the macro.
const FIRST_VALUE: &str = concat!("{ todo", "!(\"an expression that makes a first value\") }");

/// Adds a creator where no method is one.
fn creator(rust: &RustType, taken: &mut BTreeSet<String>) -> Operation {
    let (name, target, guess) = if rust.implements("Default") {
        (
            "default",
            "fn default() -> Self".to_owned(),
            "a constructor, because the type is `Default`",
        )
    } else {
        (
            "make",
            FIRST_VALUE.to_owned(),
            "no method makes a first value: write an expression in the mapping",
        )
    };
    Operation {
        name: fresh(taken, name),
        class: Class::Constructor,
        arguments: Vec::new(),
        result: Some(Sort::Own),
        partial: false,
        target,
        guess: Some(guess.to_owned()),
        domain: None,
        note: None,
        error: None,
        answer: None,
    }
}

/// If no method stores anything, every method that changes a value is taken as a constructor.
fn promote(operations: &mut [Operation]) {
    let grows =
        |operation: &Operation| operation.class == Class::Constructor && !is_creator(operation);
    if operations.iter().any(grows) {
        return;
    }
    let changes = |operation: &&mut Operation| {
        operation.result == Some(Sort::Own) && operation.class == Class::Observer
    };
    for operation in operations.iter_mut().filter(changes) {
        operation.class = Class::Constructor;
        let guess = operation.guess.take().unwrap_or_default();
        let why = "a constructor, because nothing else makes further values";
        let guess = guess.replace(STORES_NOTHING, why).replace(REMOVES, why);
        operation.guess = Some(guess);
    }
}
