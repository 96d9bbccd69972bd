//! Calls and signatures as text.

use super::methods::{Method, Subject};
use crate::rust::api::{Receiver, Ty};

/// An argument as a function takes it.
pub struct Passed {
    pub name: String,
    pub declared: String,
    pub expression: String,
    pub is_plain: bool,
    pub is_fallible: bool,
}

/// The call of a function.
pub fn call(subject: &Subject, method: &Method, passed: &[Passed], consumes: bool) -> String {
    // The parts of a tuple are passed with its last one.
    let passed = passed.iter().map(|one| one.expression.as_str()).filter(|one| !one.is_empty());
    let mut arguments: Vec<&str> = passed.collect();
    let name = &method.function.name;
    let ty = subject.inner.as_ref().unwrap_or(&subject.ty);
    let value = if subject.inner.is_some() { ".value" } else { "" };
    if let Some(path) = &method.free {
        return format!("{}({})", path.join("::"), arguments.join(", "));
    }
    match (method.function.receiver, &method.of_trait) {
        (None, None) => format!("<{ty}>::{name}({})", arguments.join(", ")),
        (None, Some(path)) => {
            let of = Ty::Path { path: path.clone(), arguments: method.trait_arguments.clone() };
            format!("<{ty} as {of}>::{name}({})", arguments.join(", "))
        }
        (Some(_), None) => format!("self{value}.{name}({})", arguments.join(", ")),
        (Some(receiver), Some(path)) => {
            let is_direct = !consumes && value.is_empty();
            let receiver = match receiver {
                Receiver::Mutable if !is_direct => format!("&mut self{value}"),
                Receiver::Shared if !is_direct => format!("&self{value}"),
                _ => format!("self{value}"),
            };
            arguments.insert(0, &receiver);
            format!("{}::{name}({})", path.join("::"), arguments.join(", "))
        }
    }
}

/// The signature that a long mapping has for it.
pub fn signature(
    method: &Method,
    passed: &[Passed],
    consumes: bool,
    output: Option<String>,
    has_body: bool,
) -> String {
    let receiver = match (method.function.receiver, consumes) {
        (Some(Receiver::Mutable), true) => Some("mut self"),
        (Some(Receiver::Shared), true) => Some("self"),
        (Some(Receiver::Mutable), false) => Some("&mut self"),
        (Some(Receiver::Shared), false) => Some("&self"),
        (Some(_), _) => Some("self"),
        (None, _) => None,
    };
    let inputs = passed.iter().map(|one| one.declared.as_str());
    let inputs: Vec<&str> = receiver.into_iter().chain(inputs).collect();
    let path = match (&method.free, &method.of_trait) {
        (Some(path), _) if !has_body => path.join("::"),
        (_, Some(path)) if !has_body => format!("{}::{}", path.join("::"), method.function.name),
        _ => method.function.name.clone(),
    };
    let output = output.map_or(String::new(), |output| format!(" -> {output}"));
    format!("fn {path}({}){output}", inputs.join(", "))
}
