//! Operations that need no function: the specification computes them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Callee, Function, Outside, Parameter, Passing, Shape, Wrapper, Yields};
use crate::diagnostic::{Code, Diagnostic};
use crate::rust::{Fragment, Ident};
use crate::theory::{Definition, OpId, OperationClass, SpecOrigin, Theory};

/// The definitions of those operations that the mapping does not mention. Definitions that
/// depend on themselves compute nothing and are left out.
pub(super) fn definitions(
    theory: &Theory,
    functions: &BTreeMap<OpId, Function>,
) -> BTreeMap<OpId, Definition> {
    let open = theory.ops.ids().filter(|op| !functions.contains_key(op));
    let mut found: BTreeMap<OpId, Definition> =
        open.filter_map(|op| Some((op, theory.definition(op)?))).collect();
    let circular: BTreeSet<OpId> =
        found.keys().copied().filter(|op| is_circular(*op, &found)).collect();
    found.retain(|op, _| !circular.contains(op));
    found
}

fn is_circular(op: OpId, definitions: &BTreeMap<OpId, Definition>) -> bool {
    let used = |op: &OpId| definitions.get(op).map(Definition::ops).unwrap_or_default();
    let mut seen = BTreeSet::new();
    let mut open = used(&op);
    while let Some(next) = open.pop() {
        if next == op {
            return true;
        }
        if seen.insert(next) {
            open.extend(used(&next));
        }
    }
    false
}

/// Whether an operation may lack a function: the specification alone knows it.
pub(super) fn is_optional(theory: &Theory, op: OpId) -> bool {
    let operation = &theory.ops[op];
    operation.class == OperationClass::Auxiliary
        || theory.definition(op).is_some()
            && theory.specs[operation.spec].origin == SpecOrigin::Written
}

/// Operations that lack a function, and whose definitions need each other.
pub(super) fn circular(theory: &Theory, functions: &BTreeMap<OpId, Function>) -> Vec<Diagnostic> {
    let is_open = |op: &OpId| {
        !functions.contains_key(op)
            && theory.ops[*op].class != OperationClass::Auxiliary
            && theory.definition(*op).is_some()
    };
    let report = |op: OpId| {
        let operation = &theory.ops[op];
        Diagnostic::error(
            Code::MissingOperationMap,
            format!("no function is given for `{}`", operation.name),
        )
        .label(operation.span, "its definition needs itself, through others without a function")
        .help("map one of these operations, or declare them under `auxiliary`")
    };
    theory.ops.ids().filter(is_open).map(report).collect()
}

/// A function that evaluates the right side.
pub(super) fn function(theory: &Theory, op: OpId, definition: Definition) -> Function {
    let operation = &theory.ops[op];
    let mut parameters = Vec::new();
    for (argument, variable) in definition.variables.iter().enumerate() {
        parameters.push(Parameter {
            name: Ident::new(variable.name.to_ascii_lowercase()),
            argument,
            passing: Passing::Shared,
            integer: None,
        });
    }
    let shape = Shape { wrapper: Wrapper::Plain, reference: false, integer: None, via: None };
    Function {
        callee: Callee::Definition(Box::new(definition)),
        parameters,
        yields: Yields::Value(shape),
        outside: match operation.domain {
            Some(_) => Outside::Unspecified,
            None => Outside::Nowhere,
        },
        may_change: false,
        signature: Fragment::new(""),
    }
}
