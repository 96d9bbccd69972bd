//! Mistakes in short mappings, and what to write instead.

use super::crates::NoCrate;
use super::generics::HeaderGeneric;
use super::methods::Method;
use crate::diagnostic::{Code, Diagnostic};
use crate::near_name::{hint, nearest};
use crate::rust::Fragment;
use crate::rust::api::Ty;
use crate::source::Span;
use crate::syntax::mapping_ast::{Entry, Exception};
use crate::theory::{Operation, SpecId, Theory};

const LONG_FORM: &str = "or write the operation in the long form: `name: profile is fn …;`";

/// No source is known for the crate that a path starts with.
pub fn no_crate(span: Span, path: &[String], failed: &NoCrate, elsewhere: &[String]) -> Diagnostic {
    let name = path.first().map_or("", String::as_str);
    let report = Diagnostic::error(
        Code::TypeSource,
        format!("the source of `{}` is not found", path.join("::")),
    )
    .label(span, failed.why.as_str());
    if !elsewhere.is_empty() {
        let paths: Vec<String> = elsewhere.iter().map(|path| format!("`{path}`")).collect();
        return report.help(format!("write {}, or import it with `use`", paths.join(" or ")));
    }
    let known = || failed.known.iter().map(String::as_str);
    match hint(name, known()) {
        Some(hint) => report.help(hint),
        None if failed.lacks_cargo() => report.help(
            "install Cargo, or add its folder to `PATH`; without it, write all operations in the \
             long form and pass `--no-probe`",
        ),
        None if failed.known.is_empty() => {
            report.help("run specgen in a Cargo package, or write all operations in the long form")
        }
        None => report.help(format!("crates that it can use: {}", failed.known.join(", "))),
    }
}

/// A crate does not declare the type.
pub struct UnknownType<'t> {
    pub span: Span,
    pub path: &'t [String],
    /// The types that implement it, if it is a trait.
    pub implementers: Option<Vec<String>>,
    /// The paths of types that have the name.
    pub elsewhere: Vec<(String, Span)>,
    pub known: Vec<String>,
    /// A macro that mentions the name.
    pub in_macro: Option<Span>,
    pub broken: Option<Diagnostic>,
}

impl UnknownType<'_> {
    pub fn report(self) -> Diagnostic {
        let name = self.path.last().map_or("", String::as_str);
        let module = self.path[..self.path.len().saturating_sub(1)].join("::");
        if let Some(broken) = self.broken {
            return broken.label(self.span, "the type that is looked for there");
        }
        if let Some(types) = self.implementers {
            let message = format!("`{}` is a trait", self.path.join("::"));
            let report = Diagnostic::error(Code::TypeSource, message)
                .label(self.span, "types are tested, each with tests of its own");
            return match types.as_slice() {
                [] => report.help("write a type that implements it, and name that"),
                types => report.help(format!("name what implements it: `{}`", types.join(", "))),
            };
        }
        let message = format!("`{module}` has no type `{name}`");
        let mut report = Diagnostic::error(Code::TypeSource, message).label(self.span, "not found");
        for (_, span) in &self.elsewhere {
            report = report.label(*span, "a type of this name is declared here");
        }
        if let Some(span) = self.in_macro {
            let report = report.label(span, "this macro mentions it, and macros are not expanded");
            return report.help(
                "write each operation with the signature that the macro makes: `name: profile is fn \
                 …;`, as in `total: Purse --> int is fn total(&self) -> u32;`",
            );
        }
        if !self.elsewhere.is_empty() {
            let paths: Vec<String> =
                self.elsewhere.iter().map(|(path, _)| format!("`{path}`")).collect();
            return report.help(format!("write {}", paths.join(" or ")));
        }
        match hint(name, self.known.iter().map(String::as_str)) {
            Some(hint) => report.help(hint),
            None if self.known.is_empty() => report.help("the crate declares no types"),
            None => report.help(format!("it has: {}", few(&self.known))),
        }
    }
}

fn few(names: &[String]) -> String {
    const MOST: usize = 12;
    let shown = names.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > MOST { format!("{shown}, …") } else { shown }
}

/// The type has no function for an operation.
pub fn no_function(
    op: &Operation,
    wanted: &str,
    entry: &Entry,
    exception: Option<&Exception>,
    known: &[String],
    in_macro: Option<Span>,
) -> Diagnostic {
    let ty = &entry.rust_type.text;
    let report = Diagnostic::error(Code::NoFunction, format!("`{ty}` has no function `{wanted}`"));
    let report = match exception {
        Some(exception) => report.label(exception.span, "not found in its source"),
        None => report
            .label(op.span, format!("this operation would be `{wanted}`"))
            .label(entry.rust_type.span, "not found in the source of this type"),
    };
    if let Some(span) = in_macro {
        return report
            .label(span, "this macro may declare it, and macros are not expanded")
            .help(format!("write `{}: … is fn {wanted}(…);` with the signature", op.name));
    }
    match nearest(wanted, known.iter().map(String::as_str)) {
        Some(near) => report.help(format!("write `{} is {near};`, {LONG_FORM}", op.name)),
        None => report.help(format!("name the function: `{} is …;`, {LONG_FORM}", op.name)),
    }
}

/// Several functions have the name.
pub fn ambiguous(op: &Operation, wanted: &str, entry: &Entry, found: &[Method]) -> Diagnostic {
    let ty = &entry.rust_type.text;
    let message = format!("`{ty}` has {} functions `{wanted}`", found.len());
    let report = Diagnostic::error(Code::AmbiguousFunction, message)
        .label(op.span, "it is unclear which of them this operation is");
    let report =
        found.iter().fold(report, |report, method| report.label(method.span(), "one of them"));
    let paths = found.iter().filter_map(|method| method.of_trait.as_ref());
    match paths.map(|path| path.join("::")).next() {
        Some(path) => report.help(format!("name the trait: `{} is {path}::{wanted};`", op.name)),
        None => report.help(format!("name the type with its arguments, {LONG_FORM}")),
    }
}

/// The function is there, and tests cannot call it.
pub fn private(op: &Operation, method: &Method) -> Diagnostic {
    let name = &method.function.name;
    Diagnostic::error(Code::NoFunction, format!("`{name}` is private"))
        .label(op.span, "this operation would be that function")
        .label(method.span(), "not `pub`")
        .help("make it public, or name another function")
}

/// The types of a function do not fit the operation.
pub fn unfit(
    theory: &Theory,
    op: &Operation,
    method: &Method,
    exception: Option<&Exception>,
    why: &str,
) -> Diagnostic {
    let name = &method.function.name;
    let id = theory.ops.iter().find(|(_, known)| *known == op).map(|(id, _)| id);
    let profile = id.map_or_else(|| op.name.clone(), |id| theory.profile(id));
    let report =
        Diagnostic::error(Code::UnfitFunction, format!("`{name}` does not fit `{profile}`"));
    let report = match exception {
        Some(exception) => report.label(exception.span, why).label(method.span(), "declared here"),
        None => report.label(op.span, why).label(method.span(), "the function of this name"),
    };
    if why.contains("(") && why.starts_with("it returns") && exception.is_none() {
        let op = &op.name;
        return report
            .help(format!("take a part of it: `{op} is {name}.0;` or `{op} is {name}.1;`"));
    }
    let tests = [("Option<", "is_some"), ("Result<", "is_ok")];
    let test = tests.iter().find(|(wrapper, _)| why.starts_with(&format!("it returns `{wrapper}")));
    if let (None, Some((_, test))) = (op.result, test) {
        return report
            .help(format!("ask whether it has a value: `{} is {name} via {test};`", op.name));
    }
    let mut arguments: Vec<&str> = vec!["k", "v", "w", "x"];
    arguments.truncate(op.arguments.len().saturating_sub(1));
    let names = match arguments.as_slice() {
        [] => String::new(),
        some => format!("({})", some.join(", ")),
    };
    report.help(format!("write it as an expression: `{}{names} is {{ … }};`", op.name))
}

/// The type has another number of parameters than the specification.
pub fn type_parameters(
    entry: &Entry,
    spec: &crate::theory::Spec,
    wanted: usize,
    declared: (Span, &[String]),
) -> Diagnostic {
    let (span, names) = declared;
    let count = |number: usize, what: &str| match number {
        1 => format!("1 {what}"),
        many => format!("{many} {what}s"),
    };
    let message = format!(
        "`{}` has {}, but `{}` has {}",
        spec.name,
        count(wanted, "parameter"),
        entry.rust_type.text,
        count(names.len(), "type parameter")
    );
    Diagnostic::error(Code::TypeParameters, message)
        .label(entry.span, "they are matched in order")
        .label(spec.span, "the specification")
        .label(span, "the type")
        .help(
            "write the type with its arguments, and an entry `Spec is E;` for each parameter, or \
             `Spec is char;` for one whose elements are values of a real type",
        )
}

/// Adds what signatures say about parameters without a type.
pub fn seen_as<'s>(
    report: Diagnostic,
    sorts: impl Iterator<Item = (&'s str, &'s Vec<(Ty, Span)>)>,
) -> Diagnostic {
    sorts.fold(report, |report, (sort, seen)| {
        seen.iter().fold(report, |report, (ty, span)| {
            report.label(*span, format!("`{sort}` is `{ty}` here"))
        })
    })
}

/// A constant that only the user can choose.
pub fn constant(entry: &Entry, name: &str, arguments: &[Ty]) -> Diagnostic {
    let ty = Fragment::new(entry.rust_type.text.as_str()).without_arguments();
    let shown: Vec<String> = arguments.iter().map(Ty::to_string).collect();
    let before = shown.iter().map(|text| format!("{text}, ")).collect::<String>();
    Diagnostic::error(Code::TypeParameters, format!("`{ty}` needs a value for `{name}`"))
        .label(entry.rust_type.span, "a constant of the type")
        .help(format!("choose a small one: `{ty}<{before}3>`"))
}

/// A short form that its operation cannot have.
pub fn short_form(exception: &Exception, op: &Operation, why: &str, help: &str) -> Diagnostic {
    Diagnostic::error(Code::ShortForm, why.to_owned())
        .label(exception.span, "in this short form")
        .label(op.span, "declared here")
        .help(help.to_owned())
}

/// No bound of a type parameter has a method for an operation.
pub fn no_bound(op: &Operation, entry: &Entry, generic: &HeaderGeneric) -> Diagnostic {
    let bounds: Vec<String> =
        generic.bounds.iter().map(|bound| format!("`{}`", bound.text)).collect();
    let found = match bounds.as_slice() {
        [] => format!("`{}` has no bounds", generic.name),
        some => format!("`{}` has the bounds {}", generic.name, some.join(", ")),
    };
    let spec = &entry.spec.text;
    let message = format!("no trait of `{}` has a method for `{}`", generic.name, op.name);
    Diagnostic::error(Code::NoFunction, message)
        .label(entry.span, found)
        .label(op.span, "declared here")
        .help(format!(
            "add the trait to the header, as in `refinement <{}: Trait>`, or write `{spec} is {} {{ … }}` \
             with this operation",
            generic.name, generic.name
        ))
}

/// Two lines for one operation.
pub fn twice(exception: &Exception, first: Span) -> Diagnostic {
    let name = &exception.name.text;
    Diagnostic::error(Code::DuplicateOperationMap, format!("`{name}` is mapped twice"))
        .label(exception.name.span, "again here")
        .label(first, "first here")
}

/// A line for an operation that the specification does not have.
pub fn unknown_operation(theory: &Theory, spec: SpecId, exception: &Exception) -> Diagnostic {
    let name = &exception.name.text;
    let message = format!("`{}` has no operation named `{name}`", theory.specs[spec].name);
    let report = Diagnostic::error(Code::UnknownOperationMap, message)
        .label(exception.name.span, "not declared there");
    match hint(name, theory.own_ops(spec).map(|(_, op)| op.name.as_str())) {
        Some(hint) => report.help(hint),
        None => report,
    }
}

/// The type of a data sort is not found, or not the only one.
pub fn data_type(name: &str, declared: Span, span: Span, paths: &[String]) -> Diagnostic {
    let report = match paths {
        [] => Diagnostic::error(Code::TypeSource, format!("no type `{name}` is found"))
            .label(declared, "a type of this name is looked for in the crate under test"),
        _ => Diagnostic::error(Code::TypeSource, format!("several types are called `{name}`"))
            .label(declared, "it is unclear which of them this is"),
    };
    let report = report.label(span, "in this mapping");
    let path = paths.first().map_or("path::Type", String::as_str);
    report.help(format!("write an entry: `{name} is {path};`"))
}

/// The type of a data sort lacks a variant or a field.
pub fn data_operation(op: &Operation, declared: Span, why: &str) -> Diagnostic {
    let message = format!("the type has nothing for `{}`", op.name);
    Diagnostic::error(Code::UnfitFunction, message)
        .label(op.span, why)
        .label(declared, "the type")
        .help(format!(
            "write `{} is Variant;` in its entry, or the operation in the long form",
            op.name
        ))
}
