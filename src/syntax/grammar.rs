//! The grammar of specifications.

#[derive(pest_derive::Parser)]
#[grammar = "syntax/spec.pest"]
pub(super) struct Grammar;
