//! What the translation of every formula needs.

use super::names::Names;
use super::numbers::Numbers;
use super::value::Value;
use crate::model::Mode;
use crate::theory::{OpId, Operation, SortId, SortKind, Theory, Variable};

/// What all parts of a model are made from.
pub struct Translation<'t> {
    pub theory: &'t Theory,
    pub names: &'t Names,
    pub numbers: &'t Numbers,
    pub mode: Mode,
}

/// The same with values for variables.
pub struct Translator<'t> {
    pub context: &'t Translation<'t>,
    pub variables: Vec<Value>,
    /// The operations whose domain conditions this is part of.
    pub inside: Vec<OpId>,
}

impl<'t> Translation<'t> {
    /// The signature whose field an operation is: that of its first argument. A
    /// creator or a constant has none and is a field of `start`; so is what takes
    /// a number first, and a constructor that takes another sort first.
    pub fn home(&self, op: OpId) -> Option<SortId> {
        let op = &self.theory.ops[op];
        let first = *op.arguments.first()?;
        let is_number = self.theory.sorts[first].kind == SortKind::Int;
        let is_creator = op.is_constructor() && op.result != Some(first);
        (!is_number && !is_creator).then_some(first)
    }

    /// In a fragment, whatever yields a constructed sort may not be built.
    pub fn may_leave(&self, operation: &Operation) -> bool {
        let kind = operation.result.map(|sort| self.theory.sorts[sort].kind);
        self.mode == Mode::Fragment && kind == Some(SortKind::Constructed)
    }

    /// A translator in which variables stand for themselves.
    pub fn translator(&'t self, variables: &[Variable]) -> Translator<'t> {
        let names = self.names.variables(variables);
        let variables = names.into_iter().map(Value::definite).collect();
        Translator { context: self, variables, inside: Vec::new() }
    }

    /// `E, F: Orderable, S: SortedSet`
    pub fn declarations(&self, variables: &[Variable]) -> String {
        let names = self.names.variables(variables);
        let mut groups: Vec<(SortId, Vec<String>)> = Vec::new();
        for (variable, name) in variables.iter().zip(names) {
            match groups.last_mut() {
                Some((sort, group)) if *sort == variable.sort => group.push(name),
                _ => groups.push((variable.sort, vec![name])),
            }
        }
        let groups: Vec<String> = groups
            .into_iter()
            .map(|(sort, names)| format!("{}: {}", names.join(", "), self.names.sorts[sort]))
            .collect();
        groups.join(", ")
    }
}
