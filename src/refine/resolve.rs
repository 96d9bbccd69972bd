//! A mapping against its theory, in passes.
//!
//! 1. Header: generics, imports and preludes are Rust.
//! 2. [`entry`](super::entry): every sort has one type; [`claim`](super::claim): traits
//!    that an entry claims have laws.
//! 3. Operations: every operation has one [`Function`].
//!
//! Every pass reports all of its errors.

use std::collections::BTreeMap;

use super::claim;
use super::definitions;
use super::entry::{self, Entries};
use super::header::{Generic, read_generics, read_prelude, read_use};
use super::rust_text::{read_block, read_signature, starts_operation};
use super::std_bounds::{hopeless, missing_bounds};
use super::task::{Context, Task};
use super::values;
use super::{Callee, Function, NamesInScope, Refinement, Use, Yields};
use crate::diagnostic::{Code, Diagnostic};
use crate::near_name::{hint, nearest};
use crate::rust::Fragment;
use crate::syntax::ast::{Arrow, SortRef};
use crate::syntax::mapping_ast::{Entry, MappingFile, OperationBody, OperationMap};
use crate::theory::{OpId, Operation, SortId, SortKind, Theory};

/// Resolves a mapping and checks it.
pub fn resolve(file: &MappingFile, theory: &Theory) -> Result<Refinement, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let generics = generics(file, &mut errors);
    let uses: Vec<Vec<Use>> = collect(file.uses.iter().map(read_use), &mut errors);
    let uses = mark_signatures(uses.concat(), file);
    let preludes = collect(file.preludes.iter().map(read_prelude), &mut errors);
    let names = NamesInScope { uses: &uses, preludes: &preludes };
    let mut entries = entry::read(file, theory, &generics, &mut errors);
    errors.extend(generics.iter().filter_map(|generic| hopeless(generic, names)));
    claim::read(theory, &mut entries, &mut errors);
    errors.extend(missing_bounds(&entries, &generics, names));
    let context = Context { theory, sorts: &entries.sorts, names };
    let mut functions = operations(&context, &entries, &mut errors);
    for (op, definition) in definitions::definitions(theory, &functions) {
        functions.insert(op, definitions::function(theory, op, definition));
    }
    functions.extend(definitions::parts(theory, &entries.sorts));
    let values = values::read(file, theory, &mapped(theory, &entries), &mut errors);
    errors.extend(definitions::uncomputed(theory, &functions));
    errors.extend(definitions::undecided(theory, &functions));
    if !errors.is_empty() {
        errors.sort_by_key(|error| error.labels.first().map(|label| label.span));
        return Err(errors);
    }
    let made = entries.made.clone();
    Ok(Refinement { uses, preludes, sorts: entries.sorts.clone(), functions, values, made })
}

/// The entry of each operation.
fn mapped<'m>(theory: &Theory, entries: &Entries<'m>) -> BTreeMap<OpId, &'m OperationMap> {
    let mut mapped = BTreeMap::new();
    for (sort, entry) in &entries.by_sort {
        for map in &entry.operations {
            // What is wrong with the entry was reported before.
            if let Some(op) = find(theory, *sort, map, &mut Vec::new()) {
                mapped.entry(op).or_insert(map);
            }
        }
    }
    mapped
}

/// Marks the imports that the header and the signatures name.
fn mark_signatures(mut uses: Vec<Use>, file: &MappingFile) -> Vec<Use> {
    let operations = file.entries.iter().flat_map(|entry| &entry.operations);
    let signatures = operations.filter_map(|map| match &map.body {
        OperationBody::Function { signature, .. } => Some(&signature.text),
        OperationBody::Expression(_) => None,
    });
    let texts = signatures.chain(file.generics.iter().map(|generics| &generics.text));
    let texts: Vec<Fragment> = texts.map(|text| Fragment::new(text.as_str())).collect();
    for one in &mut uses {
        let Some(name) = &one.import.name else { continue };
        one.in_signatures = texts.iter().any(|text| text.mentions(name));
    }
    uses
}

fn generics(file: &MappingFile, errors: &mut Vec<Diagnostic>) -> Vec<Generic> {
    match file.generics.as_ref().map(read_generics) {
        Some(Ok(generics)) => generics,
        Some(Err(found)) => {
            errors.extend(found);
            Vec::new()
        }
        None => Vec::new(),
    }
}

fn collect<T>(
    results: impl Iterator<Item = Result<T, Diagnostic>>,
    errors: &mut Vec<Diagnostic>,
) -> Vec<T> {
    results.filter_map(|result| result.map_err(|error| errors.push(error)).ok()).collect()
}

fn operations(
    context: &Context<'_>,
    entries: &Entries<'_>,
    errors: &mut Vec<Diagnostic>,
) -> BTreeMap<OpId, Function> {
    let mut functions = BTreeMap::new();
    for (sort, entry) in &entries.by_sort {
        let mut mapped: BTreeMap<OpId, &OperationMap> = BTreeMap::new();
        for map in &entry.operations {
            let Some(id) = find(context.theory, *sort, map, errors) else { continue };
            if let Some(first) = mapped.insert(id, map) {
                errors.push(mapped_twice(map, first));
                continue;
            }
            let op = &context.theory.ops[id];
            let mismatches = profile_mismatches(context.theory, op, map);
            if !mismatches.is_empty() {
                errors.extend(mismatches);
                continue;
            }
            if !entries.sorts.contains_key(sort) || !op_is_typed(context, op) {
                errors.extend(broken_rust(map));
                continue;
            }
            match (Task { context, op, map, own: *sort }).function() {
                Ok(function) => {
                    functions.insert(id, function);
                }
                Err(found) => errors.extend(found),
            }
        }
        missing(context.theory, *sort, entry, &mapped, errors);
        shared(context.theory, &mapped, &functions, errors);
    }
    functions
}

/// Syntax errors of a function whose types are unknown.
fn broken_rust(map: &OperationMap) -> Option<Diagnostic> {
    match &map.body {
        OperationBody::Function { signature, .. } => read_signature(signature).err(),
        OperationBody::Expression(block) => read_block(block).err(),
    }
}

/// Sorts without an entry are reported once, not at each of their uses.
fn op_is_typed(context: &Context<'_>, op: &Operation) -> bool {
    let typed = |sort: &SortId| {
        context.theory.sorts[*sort].kind == SortKind::Int || context.sorts.contains_key(sort)
    };
    op.arguments.iter().chain(&op.result).all(typed)
}

/// The operation that a profile names. Overloaded operations are distinguished by the sorts
/// of their arguments.
fn find(
    theory: &Theory,
    sort: SortId,
    map: &OperationMap,
    errors: &mut Vec<Diagnostic>,
) -> Option<OpId> {
    let spec = theory.sorts[sort].spec;
    let named: Vec<_> = theory.own_ops(spec).filter(|(_, op)| op.name == map.name.text).collect();
    let exact = named.iter().find(|(_, op)| {
        op.arguments.len() == map.arguments.len()
            && op
                .arguments
                .iter()
                .zip(&map.arguments)
                .all(|(sort, declared)| names_sort(theory, &declared.sort, *sort))
    });
    if let Some((id, _)) = exact.or(named.first()) {
        return Some(*id);
    }
    errors.push(unknown_operation(theory, sort, map));
    None
}

fn unknown_operation(theory: &Theory, sort: SortId, map: &OperationMap) -> Diagnostic {
    let spec = theory.sorts[sort].spec;
    let name = &map.name.text;
    let report = Diagnostic::error(
        Code::UnknownOperationMap,
        format!("`{}` has no operation named `{name}`", theory.specs[spec].name),
    )
    .label(map.name.span, "not declared there");
    if let Some(op) = theory.ops.values().find(|op| op.name == *name) {
        let owner = &theory.specs[op.spec].name;
        return report
            .label(op.span, "declared here")
            .help(format!("it belongs in the entry of `{owner}`"));
    }
    let known = theory.own_ops(spec).map(|(_, op)| op.name.as_str());
    match hint(name, known) {
        Some(hint) => report.help(hint),
        None => report,
    }
}

fn mapped_twice(map: &OperationMap, first: &OperationMap) -> Diagnostic {
    Diagnostic::error(Code::DuplicateOperationMap, format!("`{}` is mapped twice", map.name.text))
        .label(map.name.span, "again here")
        .label(first.name.span, "first here")
}

fn names_sort(theory: &Theory, written: &SortRef, sort: SortId) -> bool {
    let known = &theory.sorts[sort];
    let are = |sorts: &[SortId]| {
        let mut pairs = written.arguments.iter().zip(sorts);
        written.arguments.len() == sorts.len()
            && pairs.all(|(written, sort)| names_sort(theory, written, *sort))
    };
    // A sort that is declared without brackets may be written with those of its parameters.
    written.name.text == known.name
        && (written.arguments.is_empty()
            || are(&known.arguments)
            || are(&theory.parameter_sorts(known.spec)))
}

fn profile_mismatches(theory: &Theory, op: &Operation, map: &OperationMap) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mismatch = |span, text: String| {
        Diagnostic::error(
            Code::ProfileMismatch,
            format!("the profile of `{}` differs from the specification", op.name),
        )
        .label(span, text)
        .label(op.span, "declared here")
    };
    if op.arguments.len() != map.arguments.len() {
        let text = format!(
            "{}, but the specification has {}",
            count(map.arguments.len()),
            op.arguments.len()
        );
        found.push(mismatch(map.profile, text));
    } else {
        for (sort, declared) in op.arguments.iter().zip(&map.arguments) {
            if !names_sort(theory, &declared.sort, *sort) {
                let text = format!("expected `{}`", theory.sort_text(*sort));
                found.push(mismatch(declared.sort.span, text));
            }
        }
    }
    match (&map.result, op.result) {
        (None, None) => {}
        (None, Some(sort)) => {
            let text = format!("expected `--> {}`", theory.sort_text(sort));
            found.push(mismatch(map.profile, text));
        }
        (Some(written), None) => {
            found.push(mismatch(written.sort.span, "a predicate has no result".into()));
        }
        (Some(written), Some(sort)) => {
            if !names_sort(theory, &written.sort, sort) {
                let text = format!("expected `{}`", theory.sort_text(sort));
                found.push(mismatch(written.sort.span, text));
            }
            if (written.arrow == Arrow::Partial) != op.domain.is_some() {
                let arrow = if op.domain.is_some() { "-->?" } else { "-->" };
                found.push(mismatch(written.arrow_span, format!("expected `{arrow}`")));
            }
        }
    }
    found.extend(unclear_names(map));
    found
}

fn count(arguments: usize) -> String {
    match arguments {
        1 => "1 argument".to_owned(),
        many => format!("{many} arguments"),
    }
}

/// At most one argument has no name, and names are unique.
fn unclear_names(map: &OperationMap) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (place, argument) in map.arguments.iter().enumerate() {
        let name = argument.name.as_ref().map_or("self", |name| &name.text);
        let named_alike = |other: &&crate::syntax::mapping_ast::ArgumentDecl| {
            other.name.as_ref().map_or("self", |name| &name.text) == name
        };
        let Some(first) = map.arguments[..place].iter().find(named_alike) else { continue };
        let report = if name == "self" {
            Diagnostic::error(Code::ArgumentName, "only the receiver may have no name")
                .label(argument.span, "this one needs a name, as in `e:Orderable`")
                .label(first.span, "the receiver")
        } else {
            Diagnostic::error(Code::ArgumentName, format!("two arguments are named `{name}`"))
                .label(argument.span, "again here")
                .label(first.span, "first here")
        };
        found.push(report);
    }
    found
}

fn missing(
    theory: &Theory,
    sort: SortId,
    entry: &Entry,
    mapped: &BTreeMap<OpId, &OperationMap>,
    errors: &mut Vec<Diagnostic>,
) {
    let spec = theory.sorts[sort].spec;
    let own: Vec<_> = theory.own_ops(spec).collect();
    let known = || own.iter().map(|(_, op)| op.name.as_str());
    // Misspelt ones have been reported.
    let written = entry.operations.iter().map(|map| map.name.text.as_str());
    let unknown = written.filter(|name| !known().any(|known| known == *name));
    let misspelt: Vec<&str> = unknown.filter_map(|name| nearest(name, known())).collect();
    for (id, op) in &own {
        let is_swallowed = entry.operations.iter().any(|map| swallows(map, &op.name));
        let is_known = mapped.contains_key(id) || definitions::is_optional(theory, *id);
        if is_known || misspelt.contains(&op.name.as_str()) || is_swallowed {
            continue;
        }
        errors.push(
            Diagnostic::error(
                Code::MissingOperationMap,
                format!("no function is given for `{}`", op.name),
            )
            .label(entry.span, "missing in this entry")
            .label(op.span, "declared here"),
        );
    }
}

/// Whether a missing semicolon made an operation part of the signature before it. The
/// missing semicolon has been reported.
fn swallows(map: &OperationMap, name: &str) -> bool {
    let OperationBody::Function { signature, .. } = &map.body else { return false };
    let is_start = |at: usize| starts_operation(&signature.text, at);
    signature.text.match_indices(name).any(|(at, _)| is_start(at))
}

/// Two operations of one sort by the same call would be one operation. Functions that the
/// mapping writes out may have equal bodies.
fn shared(
    theory: &Theory,
    mapped: &BTreeMap<OpId, &OperationMap>,
    functions: &BTreeMap<OpId, Function>,
    errors: &mut Vec<Diagnostic>,
) {
    let calls = mapped.iter().filter_map(|(id, map)| Some((*id, functions.get(id)?, map)));
    let calls: Vec<_> =
        calls.filter(|(_, function, _)| !matches!(function.callee, Callee::Body(_))).collect();
    for (place, (op, function, map)) in calls.iter().enumerate() {
        let twin = calls[..place].iter().find(|(other, known, _)| {
            theory.ops[*other].arguments == theory.ops[*op].arguments
                && is_same_call(known, function)
        });
        if let Some((_, _, first)) = twin {
            errors.push(
                Diagnostic::error(
                    Code::SharedFunction,
                    format!("`{}` and `{}` are the same function", first.name.text, map.name.text),
                )
                .label(map.profile, "this operation")
                .label(first.profile, "and this one"),
            );
        }
    }
}

/// Whether two functions are one function with the same arguments and the same reading of its
/// result. A partial and a total view of a function differ.
fn is_same_call(first: &Function, second: &Function) -> bool {
    let arguments = |function: &Function| -> Vec<usize> {
        function.parameters.iter().map(|parameter| parameter.argument).collect()
    };
    let same_result = match (&first.yields, &second.yields) {
        (Yields::Argument { argument: one, .. }, Yields::Argument { argument: other, .. }) => {
            one == other
        }
        (one, other) => one == other,
    };
    first.callee == second.callee
        && first.outside == second.outside
        && arguments(first) == arguments(second)
        && same_result
}
