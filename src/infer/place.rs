//! Parts of a long mapping at the places of what they stand for.

use crate::source::Span;
use crate::syntax::ast::{Arrow, Name, ResultDecl, SortRef};
use crate::syntax::mapping_ast::{
    ArgumentDecl, Entry, OperationBody, OperationMap, OutsideDecl, RustText, TraitClaim,
};
use crate::theory::{Operation, SortId, Theory};

pub fn rust(text: impl Into<String>, span: Span) -> RustText {
    RustText { text: text.into(), span }
}

pub fn name(text: impl Into<String>, span: Span) -> Name {
    Name { text: text.into(), span }
}

/// A sort as profiles write it.
pub fn sort_ref(theory: &Theory, sort: SortId, span: Span) -> SortRef {
    let known = &theory.sorts[sort];
    SortRef {
        name: name(known.name.clone(), span),
        arguments: known.arguments.iter().map(|one| sort_ref(theory, *one, span)).collect(),
        span,
    }
}

/// The profile of an operation with named arguments, and its body.
pub fn operation(
    theory: &Theory,
    op: &Operation,
    names: &[Option<String>],
    body: OperationBody,
    outside: Option<OutsideDecl>,
    span: Span,
) -> OperationMap {
    let argument = |(sort, called): (&SortId, &Option<String>)| ArgumentDecl {
        name: called.as_ref().map(|called| name(called.clone(), span)),
        sort: sort_ref(theory, *sort, span),
        span,
    };
    let arrow = if op.domain.is_some() { Arrow::Partial } else { Arrow::Total };
    OperationMap {
        name: name(op.name.clone(), span),
        arguments: op.arguments.iter().zip(names).map(argument).collect(),
        result: op.result.map(|sort| ResultDecl {
            arrow,
            arrow_span: span,
            sort: sort_ref(theory, sort, span),
        }),
        body,
        outside,
        profile: span,
    }
}

/// An entry without short lines.
pub fn entry(
    theory: &Theory,
    sort: SortId,
    rust_type: String,
    operations: Vec<OperationMap>,
    traits: &[&str],
    span: Span,
) -> Entry {
    let claim = |name: &&str| TraitClaim { path: rust(*name, span), by: None };
    Entry {
        spec: name(theory.specs[theory.sorts[sort].spec].name.clone(), span),
        parameters: Vec::new(),
        rust_type: rust(rust_type, span),
        other_types: Vec::new(),
        handles: Vec::new(),
        made_by: None,
        traits: traits.iter().map(claim).collect(),
        rep_ok: None,
        equality: None,
        operations,
        exceptions: Vec::new(),
        span,
    }
}
