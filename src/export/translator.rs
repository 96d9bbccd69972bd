//! The context of the translation of formulas and terms.

use super::names::Names;
use super::numbers::Numbers;
use super::value::Value;
use crate::model::Mode;
use crate::theory::{OpId, Operation, SortId, SortKind, Theory, Variable};

/// The input of every part of the model.
pub struct Translation<'t> {
    pub theory: &'t Theory,
    pub names: &'t Names,
    pub numbers: &'t Numbers,
    pub mode: Mode,
}

/// Translates formulas and terms, given the values of their variables.
pub struct Translator<'t> {
    pub context: &'t Translation<'t>,
    pub variables: Vec<Value>,
    /// The operations whose domain conditions are being translated.
    pub inside: Vec<OpId>,
}

impl<'t> Translation<'t> {
    /// The signature whose field an operation is: the sort of its first argument. `None` for a
    /// field of `start`: a creator or a constant, an operation that takes a number first, and a
    /// constructor that takes another sort first.
    pub fn home(&self, op: OpId) -> Option<SortId> {
        let op = &self.theory.ops[op];
        let first = *op.arguments.first()?;
        let is_number = self.theory.sorts[first].kind == SortKind::Int;
        let is_creator = op.is_constructor() && op.result != Some(first);
        (!is_number && !is_creator).then_some(first)
    }

    /// Whether the result may be missing: in a fragment, a value of a constructed sort need not
    /// be built.
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
