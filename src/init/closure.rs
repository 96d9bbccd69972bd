//! Parameters that are called: closures and functions.

use std::collections::BTreeSet;

use super::draft::{Argument, Class, Declared, Operation, Parameter};
use super::names::fresh;
use super::plain_sort::plain_sort;
use super::rust::{Closure, Passing, Sort, Ty, Wrapper, passing_text, type_text};

/// A closure: its call is the operation.
pub fn guess(
    guessed: &mut [Parameter],
    place: usize,
    closure: &Closure,
    taken: &mut BTreeSet<String>,
) {
    let Some((spec, mut operation)) = call(closure) else {
        let parameter = &mut guessed[place];
        let asked = parameter.bounds_text();
        parameter.bounds.clear();
        parameter.notes.push(format!(
            "`{}: {asked}` is left out, because no model can answer such a call",
            parameter.generic
        ));
        plain_sort(parameter, taken);
        return;
    };
    let elements: Vec<Sort> = operation.arguments[1..].iter().map(|one| one.sort.clone()).collect();
    let is_element = |sort: &Sort| {
        matches!(sort, Sort::Parameter(generic) if guessed.iter()
            .any(|known| known.generic == *generic && known.sort == "Element"))
    };
    let compares = closure.output.ty == Ty::Ordering
        && elements.len() == 2
        && elements[0] == elements[1]
        && is_element(&elements[0]);
    let parameter = &mut guessed[place];
    if compares && taken.insert("Comparator".to_owned()) {
        operation.name = "geq".to_owned();
        parameter.spec = "Comparator".to_owned();
        parameter.sort = "Comparator".to_owned();
        parameter.declared = Declared::Library;
        parameter
            .notes
            .push("guess: Comparator is a total order that is passed as a value".to_owned());
    } else {
        parameter.spec = fresh(taken, spec);
        parameter.sort = parameter.spec.clone();
        parameter.declared = Declared::Here(String::new());
        parameter.notes.push(format!("What `{}` returns when it is called.", parameter.generic));
    }
    parameter.operations = vec![operation];
}

/// The call of a closure as an operation, with a name for its specification.
fn call(closure: &Closure) -> Option<(&'static str, Operation)> {
    let mut arguments = vec![Argument { name: None, sort: Sort::Own }];
    let mut inputs = vec!["&self".to_owned()];
    for ((passing, ty), name) in closure.inputs.iter().zip(["e", "f", "g", "h"]) {
        let (Sort::Parameter(_) | Sort::Int) = ty.sort()? else { return None };
        if *passing == Passing::Mutable {
            return None;
        }
        let text = type_text(ty)?;
        inputs.push(format!("{name}: {}{text}", passing_text(*passing)));
        arguments.push(Argument { name: Some(name.to_owned()), sort: ty.sort()? });
    }
    let takes_element =
        arguments.iter().any(|argument| matches!(argument.sort, Sort::Parameter(_)));
    let output = &closure.output;
    if !takes_element
        || arguments.len() != closure.inputs.len() + 1
        || output.wrapper != Wrapper::Plain
        || output.passing != Passing::Value
    {
        return None;
    }
    let (spec, name, result, via) = match &output.ty {
        Ty::Bool => ("Predicate", "holds", None, ""),
        Ty::Ordering => ("Order", "geq", None, " via is_ge"),
        ty => ("Function", "apply", Some(ty.sort().filter(|sort| *sort != Sort::Own)?), ""),
    };
    let operation = Operation {
        name: name.to_owned(),
        class: Class::Observer,
        arguments,
        result,
        partial: false,
        target: format!("fn({}) -> {}{via}", inputs.join(", "), output.text),
        guess: None,
        domain: None,
        note: None,
        error: None,
        answer: None,
    };
    Some((spec, operation))
}
