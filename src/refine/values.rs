//! Numbers that the user wants tests to use before others.

use std::collections::BTreeMap;

use super::Values;
use super::rust_text::read_block;
use crate::diagnostic::{Code, Diagnostic};
use crate::near_name::hint;
use crate::rust::{Expr, Fragment, Integer};
use crate::syntax::mapping_ast::{MappingFile, OperationMap, RustText, ValuesDecl};
use crate::theory::{OpId, SortKind, Theory};

/// Reads all lines `values … for …;`. `mapped` has the entry of each operation.
pub fn read(
    file: &MappingFile,
    theory: &Theory,
    mapped: &BTreeMap<OpId, &OperationMap>,
    errors: &mut Vec<Diagnostic>,
) -> Values {
    let mut values = Values::default();
    for line in &file.values {
        let numbers = line.values.iter().map(number);
        let (numbers, wrong): (Vec<_>, Vec<_>) = numbers.partition(Result::is_ok);
        errors.extend(wrong.into_iter().filter_map(Result::err));
        let numbers: Vec<Expr> = numbers.into_iter().flatten().collect();
        let is_int = line.subject.text == "int";
        if is_int || theory.sorts.values().any(|sort| sort.name == line.subject.text) {
            match is_int && line.argument.is_none() {
                true => values.everywhere.extend(numbers),
                false => errors.push(not_int(line)),
            }
            continue;
        }
        match arguments(line, theory, mapped) {
            Ok(arguments) => {
                for place in arguments {
                    values.arguments.entry(place).or_default().extend(numbers.iter().cloned());
                }
            }
            Err(error) => errors.push(error),
        }
    }
    values
}

/// The `int` arguments that a line is about.
fn arguments(
    line: &ValuesDecl,
    theory: &Theory,
    mapped: &BTreeMap<OpId, &OperationMap>,
) -> Result<Vec<(OpId, usize)>, Diagnostic> {
    let name = &line.subject;
    let ops: Vec<(&OpId, &&OperationMap)> =
        mapped.iter().filter(|(op, _)| theory.ops[**op].name == name.text).collect();
    if ops.is_empty() {
        let error = Diagnostic::error(
            Code::UnfitValues,
            format!("there is no operation `{}` in this mapping", name.text),
        )
        .label(name.span, "not known here");
        let names = mapped.keys().map(|op| theory.ops[*op].name.as_str());
        let fallback = "values are for `int` or for an argument of an operation, as in \
                        `values 0, 7 for resize(n);`";
        return Err(error.help(hint(&name.text, names).unwrap_or_else(|| fallback.to_owned())));
    }
    let mut found = Vec::new();
    for (op, map) in ops {
        for (place, sort) in theory.ops[*op].arguments.iter().enumerate() {
            let own = map.arguments.get(place).and_then(|argument| argument.name.as_ref());
            let is_meant = line
                .argument
                .as_ref()
                .is_none_or(|wanted| own.is_some_and(|own| own.text == wanted.text));
            if is_meant && theory.sorts[*sort].kind == SortKind::Int {
                found.push((*op, place));
            }
        }
    }
    if found.is_empty() { Err(no_argument(line)) } else { Ok(found) }
}

fn no_argument(line: &ValuesDecl) -> Diagnostic {
    let (span, message) = match &line.argument {
        Some(argument) => (
            argument.span,
            format!("`{}` has no `int` argument `{}`", line.subject.text, argument.text),
        ),
        None => (line.subject.span, format!("`{}` has no `int` argument", line.subject.text)),
    };
    Diagnostic::error(Code::UnfitValues, message)
        .label(span, "values are numbers")
        .help("`specgen expand` prints the mapping with the names of all arguments")
}

fn not_int(line: &ValuesDecl) -> Diagnostic {
    Diagnostic::error(Code::UnfitValues, "values can be listed for `int` only")
        .label(line.subject.span, "values of this sort are mocked, or built by operations")
        .help("write `for int`, or `for OPERATION(ARGUMENT)`")
}

/// A number, or Rust that is one.
fn number(text: &RustText) -> Result<Expr, Diagnostic> {
    let plain = text.text.replace(['_', ' '], "");
    if plain.trim_start_matches('-').chars().all(|c| c.is_ascii_digit()) {
        return match plain.parse() {
            Ok(number) => Ok(Expr::Int(number)),
            Err(_) => Err(too_large(text)),
        };
    }
    match known(&plain) {
        Some(Some(number)) => Ok(Expr::Int(number)),
        Some(None) => Err(too_large(text)),
        None => {
            let block = RustText { text: format!("{{{}}}", text.text), span: text.span };
            read_block(&block)?;
            let value = Expr::Written(Fragment::new(text.text.as_str()));
            Ok(Expr::path(["run", "value"]).called(vec![value]))
        }
    }
}

/// `u16::MAX` as a number; `Some(None)` if `int` has no such number.
fn known(text: &str) -> Option<Option<i64>> {
    let path = Fragment::new(text);
    match path.path_names().collect::<Vec<_>>().as_slice() {
        [name, "MIN"] => Some(Integer::named(name)?.smallest()),
        [name, "MAX"] => Some(Integer::named(name)?.largest()),
        _ => None,
    }
}

fn too_large(text: &RustText) -> Diagnostic {
    Diagnostic::error(Code::UnfitValues, format!("`{}` does not fit into 64 bits", text.text))
        .label(text.span, "`int` goes from i64::MIN to i64::MAX")
}

#[cfg(test)]
mod tests {
    use super::known;

    #[test]
    fn limits_of_integer_types_are_numbers() {
        assert_eq!(known("u16::MAX"), Some(Some(65_535)));
        assert_eq!(known("i8::MIN"), Some(Some(-128)));
        assert_eq!(known("i64::MAX"), Some(Some(i64::MAX)));
        assert_eq!(known("u64::MAX"), Some(None));
        assert_eq!(known("i128::MIN"), Some(None));
        assert_eq!(known("usize::MIN"), Some(Some(0)));
        assert_eq!(known("crate::LIMIT"), None);
    }
}
