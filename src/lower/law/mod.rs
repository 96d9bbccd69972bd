//! The laws of Rust's traits, for types under test that are said to have them.
//!
//! The runtime has each law as a generic function. What is generated is the call: the values to
//! try it on, how they are compared, and the operations that the law is about.

mod apply;
mod iterate;
mod subject;
mod traits;

use super::context::Context;
use super::model::Models;
use super::test::RustTest;
use crate::goal::{GoalFamilies, GoalFamily, snake_case};
use crate::rust::{Function, Ident, Names};
use crate::testcase::Sample;
use subject::Laws;

/// The laws of one type, with the values that they are tried on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustLaws {
    /// `laws_of_stack`
    pub module: Ident,
    pub rust_type: Ident,
    /// The list of values, the comparison, and arrays of elements.
    pub functions: Vec<Function>,
    /// Whether the type is `Copy`.
    pub copies: bool,
    pub tests: Vec<RustTest>,
}

/// The laws of each type that has values. Comparisons in the second context ask nothing that the
/// axioms leave open.
pub fn laws(
    [cx, determined]: [Context<'_>; 2],
    models: &Models,
    samples: &[Sample],
    families: GoalFamilies,
    modules: &mut Names,
) -> Vec<RustLaws> {
    let mut all = Vec::new();
    for sample in samples {
        let Some(subject) = cx.subject(sample.sort) else { continue };
        let word = snake_case(&cx.theory.sorts[sample.sort].name);
        let module = modules.fresh(&format!("laws_of_{word}"));
        let laws = lower(Laws::new([cx, determined], models, sample, subject, module), families);
        all.extend(Some(laws).filter(|laws| !laws.tests.is_empty()));
    }
    all
}

fn lower(mut laws: Laws<'_>, families: GoalFamilies) -> RustLaws {
    if families.has(GoalFamily::Equality) {
        laws.equality();
    }
    if families.has(GoalFamily::Laws) {
        laws.traits();
    }
    RustLaws {
        rust_type: laws.cx.names.sort(laws.sort()),
        functions: laws.functions(),
        copies: laws.subject.has("Copy"),
        module: laws.module,
        tests: laws.tests,
    }
}
