//! Operations that need no function: the specification computes them.

use std::collections::BTreeMap;

use super::{
    Callee, Function, Outside, Parameter, Passing, ReturnShape, SortType, Wrapper, Yields,
};
use crate::arena::Id as _;
use crate::diagnostic::{Code, Diagnostic};
use crate::rust::{Fragment, Ident, Integer, value_name};
use crate::theory::{
    Definition, OpId, Operation, OperationClass, SortId, SpecOrigin, Theory, VarId,
};

/// The definitions of those operations that the mapping does not mention, as far as tests can
/// evaluate them. Definitions that depend on themselves, or on operations without a function, are
/// left out.
pub(super) fn definitions(
    theory: &Theory,
    functions: &BTreeMap<OpId, Function>,
) -> BTreeMap<OpId, Definition> {
    let open = theory.ops.ids().filter(|op| !functions.contains_key(op));
    let mut open: BTreeMap<OpId, Definition> =
        open.filter_map(|op| Some((op, theory.definition(op)?))).collect();
    let mut found = BTreeMap::new();
    loop {
        let is_known = |op: &OpId| functions.contains_key(op) || found.contains_key(op);
        let is_ready =
            |op: OpId, definition: &Definition| needed(theory, op, definition).iter().all(is_known);
        let (ready, rest): (BTreeMap<_, _>, BTreeMap<_, _>) =
            open.into_iter().partition(|(op, definition)| is_ready(*op, definition));
        if ready.is_empty() {
            return found;
        }
        found.extend(ready);
        open = rest;
    }
}

/// The operations that tests call to evaluate a definition.
fn needed(theory: &Theory, op: OpId, definition: &Definition) -> Vec<OpId> {
    definition.ops().into_iter().chain(in_domain(theory, op)).collect()
}

/// The operations of a domain condition.
fn in_domain(theory: &Theory, op: OpId) -> Vec<OpId> {
    let domain = theory.ops[op].domain.iter();
    domain.flat_map(|domain| domain.condition.ops()).collect()
}

/// Whether an operation may lack a function: the specification alone knows it.
pub(super) fn is_optional(theory: &Theory, op: OpId) -> bool {
    let operation = &theory.ops[op];
    operation.class == OperationClass::Auxiliary
        || theory.definition(op).is_some()
            && theory.specs[operation.spec].origin == SpecOrigin::Written
}

/// Operations that lack a function, and whose definitions tests can't evaluate.
pub(super) fn uncomputed(theory: &Theory, functions: &BTreeMap<OpId, Function>) -> Vec<Diagnostic> {
    let is_open = |op: &OpId| {
        !functions.contains_key(op) && theory.ops[*op].class != OperationClass::Auxiliary
    };
    let report = |op: OpId| {
        let operation = &theory.ops[op];
        let needed = needed(theory, op, &theory.definition(op)?);
        let missing = needed.into_iter().find(|op| !functions.contains_key(op))?;
        let missing = &theory.ops[missing];
        let why = match missing.class == OperationClass::Auxiliary {
            true => format!("its definition needs `{}`, which has no function", missing.name),
            false => "its definition needs itself, through others without a function".to_owned(),
        };
        Some(
            Diagnostic::error(
                Code::MissingOperationMap,
                format!("no function is given for `{}`", operation.name),
            )
            .label(operation.span, why)
            .help(format!("map it, or declare `{}` under `auxiliary`", operation.name)),
        )
    };
    theory.ops.ids().filter(is_open).filter_map(report).collect()
}

/// Functions that tests may call in their domain only, which they can't evaluate.
pub(super) fn undecided(theory: &Theory, functions: &BTreeMap<OpId, Function>) -> Vec<Diagnostic> {
    let report = |(op, function): (&OpId, &Function)| {
        let is_checked = matches!(function.outside, Outside::Panics | Outside::Unspecified);
        let missing = in_domain(theory, *op).into_iter().filter(|_| is_checked);
        let missing = { missing }.find(|needed| !functions.contains_key(needed))?;
        let (name, missing) = (&theory.ops[*op].name, &theory.ops[missing].name);
        let message = format!("tests can't tell where `{name}` may be called");
        let domain = theory.ops[*op].domain.as_ref()?;
        let help = format!(
            "map `{missing}`, or let `{name}` return an `Option` or a `Result`, so that tests may \
             call it everywhere"
        );
        Some(
            Diagnostic::error(Code::MissingOperationMap, message)
                .label(domain.span, format!("this needs `{missing}`, which has no function"))
                .help(help),
        )
    };
    functions.iter().filter_map(report).collect()
}

/// The operations that values are built of that a parameter yields: methods of the mock, whose
/// first argument is the element itself.
pub(super) fn parts(
    theory: &Theory,
    sorts: &BTreeMap<SortId, SortType>,
) -> BTreeMap<OpId, Function> {
    let is_part =
        |op: &Operation| op.class == OperationClass::Auxiliary && theory.is_parameter(op.spec);
    let parts = theory.ops.iter().filter(|(_, op)| is_part(op));
    parts.filter_map(|(id, op)| Some((id, part(op, sorts)?))).collect()
}

fn part(op: &Operation, sorts: &BTreeMap<SortId, SortType>) -> Option<Function> {
    let type_of = |sort: SortId| match sorts.get(&sort) {
        Some(SortType::Mock(mock)) if mock.closure.is_none() => Some(mock.name.to_string()),
        Some(_) => None,
        None => Some("i64".to_owned()),
    };
    let mut inputs = vec!["self".to_owned()];
    let mut parameters = Vec::new();
    for (argument, sort) in op.arguments.iter().enumerate() {
        let name = if argument == 0 { "this".to_owned() } else { format!("x{argument}") };
        let rust_type = type_of(*sort)?;
        if argument > 0 {
            inputs.push(format!("{name}: {rust_type}"));
        }
        let integer = (rust_type == "i64").then_some(Integer::I64);
        let name = Ident::new(name);
        parameters.push(Parameter { name, argument, passing: Passing::Value, integer });
    }
    let result = op.result.map_or(Some("bool".to_owned()), type_of)?;
    let integer = (result == "i64").then_some(Integer::I64);
    let shape = ReturnShape { wrapper: Wrapper::Plain, reference: false, integer, via: None };
    Some(Function {
        callee: Callee::Method(Ident::new(value_name(&op.name))),
        parameters,
        yields: Yields::Value(shape),
        outside: Outside::Nowhere,
        may_change: false,
        signature: Fragment::new(format!("({}) -> {result}", inputs.join(", "))),
    })
}

/// A function that evaluates the right side.
pub(super) fn function(theory: &Theory, op: OpId, definition: Definition) -> Function {
    let operation = &theory.ops[op];
    let mut parameters = Vec::new();
    let used = definition.used();
    for (argument, variable) in definition.variables.iter().enumerate() {
        let name = variable.name.to_ascii_lowercase();
        let is_used = used.contains(&VarId::from_index(argument));
        parameters.push(Parameter {
            name: Ident::new(if is_used { name } else { format!("_{name}") }),
            argument,
            passing: Passing::Shared,
            integer: None,
        });
    }
    let shape = ReturnShape { wrapper: Wrapper::Plain, reference: false, integer: None, via: None };
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
