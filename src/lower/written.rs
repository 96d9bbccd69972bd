//! Types and functions as the mapping writes them.

use super::context::Context;
use crate::refine::{Callee, SortType};
use crate::rust::{Fragment, Ident};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustSubject {
    pub alias: Ident,
    pub rust_type: Fragment,
    /// `SortedSet[TotalOrder]`
    pub spec: String,
}

/// A function whose body the mapping writes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFunction {
    pub operation: String,
    pub name: Ident,
    /// `(this: &SortedSet, e: Orderable) -> bool`, with generics before it.
    pub signature: Fragment,
    pub body: Fragment,
}

pub fn subjects(cx: Context<'_>) -> Vec<RustSubject> {
    let sorts = cx.refinement.sorts.iter();
    let subjects = sorts.filter_map(|(sort, sort_type)| match sort_type {
        SortType::Subject(subject) => Some(RustSubject {
            alias: cx.names.sort(*sort),
            rust_type: cx.instantiate(&subject.rust_type),
            spec: cx.theory.spec_text(cx.theory.sorts[*sort].spec),
        }),
        SortType::Mock(_) => None,
    });
    subjects.collect()
}

pub fn written_functions(cx: Context<'_>) -> Vec<WrittenFunction> {
    let functions = cx.refinement.functions.iter();
    let written = functions.filter_map(|(op, function)| {
        let Callee::Body(body) = &function.callee else { return None };
        let own = cx.own_sort(*op).map(|sort| cx.names.sort(sort).to_string());
        let aliased = |written: &Fragment| {
            let own = |word: &str| own.clone().filter(|_| word == "Self");
            cx.instantiate(&written.renamed(own))
        };
        Some(WrittenFunction {
            operation: cx.theory.ops[*op].name.clone(),
            name: cx.names.written(*op).clone(),
            signature: aliased(&function.signature),
            body: aliased(body),
        })
    });
    written.collect()
}
