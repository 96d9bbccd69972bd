//! Signatures as plain values, and which of them an operation can have.

use quote::ToTokens;
use syn::{FnArg, Pat, ReceiverKind, Signature};

use super::generics::GenericsInScope;
use super::source::plain;
use crate::init::names::argument_names;
use crate::init::rust::{Input, Method, Passing, Sort, Ty, Wrapper, passing_text};
use crate::rust::print;

/// A signature as plain values.
pub fn signature(
    signature: &Signature,
    scope: &GenericsInScope,
    cfg: Option<String>,
) -> Result<Method, String> {
    if matches!(signature.safety, syn::Safety::Unsafe(_)) {
        return Err("is unsafe".to_owned());
    }
    if signature.asyncness.is_some() {
        return Err("is async".to_owned());
    }
    let name = plain(&signature.ident);
    if ["via", "panics", "unspecified"].contains(&name.as_str()) {
        return Err("has a name that is a keyword of mappings; write an expression".to_owned());
    }
    let mut receiver = None;
    let mut typed = Vec::new();
    for input in &signature.inputs {
        match input {
            FnArg::Receiver(one) => receiver = Some(passing(&one.kind)?),
            FnArg::Typed(input) => typed.push(input),
        }
    }
    let names = argument_names(typed.iter().map(|input| match &*input.pat {
        Pat::Ident(pattern) => plain(&pattern.ident),
        _ => String::new(),
    }));
    let inputs = typed.iter().zip(names).map(|(input, name)| {
        let (passing, ty) = scope.passed(&input.ty);
        Input { name, passing, ty }
    });
    let inputs = inputs.collect();
    Ok(Method { name, receiver, inputs, output: scope.output(&signature.output), cfg })
}

fn passing(receiver: &ReceiverKind) -> Result<Passing, String> {
    match receiver {
        ReceiverKind::Reference(_, _, Some(_)) => Ok(Passing::Mutable),
        ReceiverKind::Reference(_, _, None) => Ok(Passing::Shared),
        ReceiverKind::Value => Ok(Passing::Value),
        ReceiverKind::Typed(_, ty) => match GenericsInScope::default().passed(ty) {
            (passing, Ty::Sort(Sort::Own)) => Ok(passing),
            _ => Err(format!("takes `self: {}`", print(ty.to_token_stream()))),
        },
        _ => Err("takes `self` in an unknown way".to_owned()),
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
