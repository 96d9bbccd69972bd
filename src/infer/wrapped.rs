//! Calls that may yield nothing: by their result, or because an argument does not exist.

use super::methods::Method;
use crate::rust::api::{self, Ty};
use crate::theory::Operation;

/// A call that is not made where an argument does not exist, such as a zero of `NonZero` or a
/// handle that was not made yet: a predicate is false there, and nothing changes.
pub fn fallible(
    op: &Operation,
    is_effect: bool,
    output: Option<String>,
    value: Option<String>,
    call: &str,
) -> Result<(Option<String>, Option<String>), String> {
    let value = value.unwrap_or_else(|| call.to_owned());
    let value = value.trim_end_matches(';');
    Ok(match output {
        output if op.result.is_none() => {
            (output, Some(format!("(|| Some({value}))().unwrap_or(false)")))
        }
        _ if is_effect && op.domain.is_none() => {
            (None, Some(format!("let _ = (|| {{ {value}; Some(()) }})();")))
        }
        _ if op.domain.is_none() => {
            let why = "an argument may not exist, and the operation is total; make it partial";
            return Err(why.to_owned());
        }
        None => (Some("Option<()>".to_owned()), Some(format!("{value}; Some(())"))),
        Some(output) if is_option(&output) => (Some(output), Some(value.to_owned())),
        Some(output) => (Some(format!("Option<{output}>")), Some(format!("Some({value})"))),
    })
}

fn is_option(output: &str) -> bool {
    api::ty(output).is_ok_and(|ty| ty.last().is_some_and(|(name, _)| name == "Option"))
}

/// An effect whose function returns a new handle.
pub fn handle_effect(
    call: &str,
    place: usize,
    wrappers: &[&str],
) -> (Option<String>, Option<String>) {
    match wrappers.is_empty() {
        true => (None, Some(format!("let it = {call}; self.handles_{place}.push(it);"))),
        false => {
            let made = optional(call, wrappers);
            let value = format!("let it = {made}?; self.handles_{place}.push(it); Some(())");
            (Some("Option<()>".to_owned()), Some(value))
        }
    }
}

/// What a function with a body returns for its effect.
pub fn effect(op: &Operation, method: &Method, call: &str) -> (Option<String>, Option<String>) {
    let Some(output) = &method.function.output else { return (None, None) };
    let (wrappers, _) = peeled(output);
    match (op.domain.is_some(), wrappers.first()) {
        (true, Some(_)) => {
            let value = format!("{}.map(|_| ())", optional(call, &wrappers[..1]));
            (Some("Option<()>".to_owned()), Some(value))
        }
        _ => (None, Some(format!("let _ = {call};"))),
    }
}

/// A call whose result is in `Option` and `Result`, as one `Option`.
pub fn optional(call: &str, wrappers: &[&str]) -> String {
    let first = if wrappers.first() == Some(&"Result") { ".ok()" } else { "" };
    let rest = wrappers.iter().skip(1).map(|wrapper| match *wrapper {
        "Result" => ".and_then(|it| it.ok())",
        _ => ".flatten()",
    });
    format!("{call}{first}{}", rest.collect::<String>())
}

/// `Option` and `Result` around a type, outermost first.
pub fn peeled(ty: &Ty) -> (Vec<&'static str>, &Ty) {
    let mut wrappers = Vec::new();
    let mut ty = ty;
    while let Some((name, [inner, ..])) = ty.last() {
        match name {
            "Option" => wrappers.push("Option"),
            "Result" => wrappers.push("Result"),
            _ => break,
        }
        ty = inner;
    }
    (wrappers, ty)
}
