//! Signatures as plain values, and which of them an operation can have.

use super::generics::GenericsInScope;
use crate::init::names::argument_names;
use crate::init::rust::{Input, Method, Passing, Sort, Ty, Wrapper, passing_text};
use crate::rust::api::{Attributes, FunctionItem, Receiver};

/// A signature as plain values.
pub fn signature(
    function: &FunctionItem,
    scope: &GenericsInScope,
    cfg: Option<String>,
) -> Result<Method, String> {
    if let Some(qualifier) = function.qualifier {
        return Err(format!("is {qualifier}"));
    }
    let name = function.name.clone();
    if ["via", "panics", "unspecified"].contains(&name.as_str()) {
        return Err("has a name that is a keyword of mappings; write an expression".to_owned());
    }
    let receiver = match function.receiver {
        None => None,
        Some(Receiver::Value) => Some(Passing::Value),
        Some(Receiver::Shared) => Some(Passing::Shared),
        Some(Receiver::Mutable) => Some(Passing::Mutable),
        Some(Receiver::Other) => return Err(odd_receiver(function)),
    };
    let names = argument_names(function.inputs.iter().map(|input| input.name.clone()));
    let inputs = function.inputs.iter().zip(names).map(|(input, name)| {
        let (passing, ty) = scope.passed(&input.ty);
        let truth = scope.truth().filter(|_| ty == Ty::Bool);
        Input { name, passing, ty: truth.map_or(ty, Ty::Sort) }
    });
    let inputs = inputs.collect();
    let output = scope.output(function.output.as_ref(), &function.output_text);
    Ok(Method { name, receiver, inputs, output, cfg })
}

fn odd_receiver(function: &FunctionItem) -> String {
    match &function.receiver_type {
        Some(ty) => format!("takes `self: {ty}`"),
        None => "takes `self` in an unknown way".to_owned(),
    }
}

/// Why a parameter cannot be an argument of an operation.
pub fn unfit_input(input: &Input) -> Option<String> {
    let text = match (&input.ty, input.passing) {
        (Ty::Sort(Sort::Own), _) => return None,
        (Ty::Sort(_) | Ty::Integer(_), Passing::Value | Passing::Shared) => return None,
        (Ty::Sort(_) | Ty::Integer(_), Passing::Mutable) => {
            return Some(format!("changes its argument `{}`", input.name));
        }
        (Ty::Unit, _) => "()",
        (Ty::Bool, _) => "bool",
        (Ty::Ordering, _) => "Ordering",
        (Ty::Other(text), _) => text,
    };
    let and = passing_text(input.passing);
    Some(format!("takes `{and}{text}`, which is not a sort"))
}

/// Why what a method returns cannot be the result of an operation.
pub fn unfit_result(method: &Method, clone: bool) -> Option<String> {
    let output = &method.output;
    if output.passing == Passing::Mutable {
        return Some(format!("returns `{}`, which gives mutable access", output.text));
    }
    match (&output.ty, output.wrapper) {
        (Ty::Unit, Wrapper::Plain) => Some("returns nothing to observe".to_owned()),
        (Ty::Bool, Wrapper::Plain) if output.passing == Passing::Value => None,
        (Ty::Ordering, Wrapper::Plain | Wrapper::Option) if output.passing == Passing::Value => {
            None
        }
        (Ty::Sort(Sort::Own), _) if output.passing == Passing::Shared && !clone => {
            Some(format!("returns `{}`, and the type is not `Clone`", output.text))
        }
        (Ty::Sort(_) | Ty::Integer(_), _) => None,
        _ => Some(format!("returns `{}`, which is not a sort", output.text)),
    }
}

/// Why a function is not shown.
pub fn hidden(attributes: &Attributes) -> Option<&'static str> {
    if attributes.is_hidden {
        return Some("is hidden from the documentation");
    }
    attributes.is_deprecated.then_some("is deprecated")
}

/// Why a method cannot be an operation.
pub fn unfit(method: &Method, clone: bool) -> Option<String> {
    method.inputs.iter().find_map(unfit_input).or_else(|| unfit_output(method, clone))
}

fn unfit_output(method: &Method, clone: bool) -> Option<String> {
    let output = &method.output;
    let about_own = method.receiver.is_some()
        || output.ty == Ty::Sort(Sort::Own)
        || method.inputs.iter().any(|input| input.ty == Ty::Sort(Sort::Own));
    if !about_own {
        return Some("neither takes nor returns a value of the type".to_owned());
    }
    if method.receiver == Some(Passing::Mutable) {
        // Besides the change, the method may return anything that does not allow further
        // changes.
        let own = output.ty == Ty::Sort(Sort::Own);
        if output.passing == Passing::Mutable && !own {
            return Some(format!("returns `{}`, which gives mutable access", output.text));
        }
        let lends = ["impl ", "dyn ", "'"].iter().any(|word| output.text.contains(word));
        if matches!(output.ty, Ty::Other(_)) && lends {
            return Some(format!("returns `{}`, which may change the value later", output.text));
        }
        return None;
    }
    unfit_result(method, clone)
}
