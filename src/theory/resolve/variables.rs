//! The variables that a section declares.

use std::collections::{BTreeMap, BTreeSet};

use super::Resolver;
use crate::arena::Id;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::VariableGroup;
use crate::theory::{SortId, SpecId, VarId, Variable};

/// The variables of one section.
#[derive(Default)]
pub(super) struct Variables {
    declared: Vec<Declared>,
    by_name: BTreeMap<String, usize>,
    missed: BTreeSet<String>,
}

struct Declared {
    name: String,
    /// `None` if the sort has an error.
    sort: Option<SortId>,
    span: Span,
    used: bool,
}

impl Variables {
    /// Declares a name that no section declares, without a sort if an error was reported.
    pub fn declare(&mut self, name: &str, sort: Option<SortId>, span: Span) {
        self.by_name.insert(name.to_owned(), self.declared.len());
        let name = name.to_owned();
        self.declared.push(Declared { name, sort, span, used: true });
    }

    pub fn declares(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    pub fn sort_of(&self, name: &str) -> Option<SortId> {
        self.declared[*self.by_name.get(name)?].sort
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }

    /// Whether an undeclared name occurs for the first time.
    pub fn is_first_miss(&mut self, name: &str) -> bool {
        self.missed.insert(name.to_owned())
    }

    /// `None` if the variable's sort has an error, which has been reported.
    pub fn use_variable(&mut self, name: &str) -> Option<(VarId, SortId)> {
        let index = *self.by_name.get(name)?;
        self.declared[index].used = true;
        Some((VarId::from_index(index), self.declared[index].sort?))
    }

    pub fn variable(&self, id: VarId) -> Option<Variable> {
        let declared = &self.declared[id.index()];
        Some(Variable { name: declared.name.clone(), sort: declared.sort? })
    }

    /// All variables in order, without those whose sort has an error.
    pub fn all(&self) -> Vec<Variable> {
        let ids = (0..self.declared.len()).map(VarId::from_index);
        ids.filter_map(|id| self.variable(id)).collect()
    }

    /// Marks every variable as used, so that an error does not also raise lints.
    pub fn use_all(&mut self) {
        self.declared.iter_mut().for_each(|declared| declared.used = true);
    }
}

impl Resolver<'_> {
    pub(super) fn declare_variables(
        &mut self,
        spec: SpecId,
        groups: &[VariableGroup],
    ) -> Variables {
        let mut variables = Variables::default();
        for group in groups {
            let sort = self.sort(&group.sort, spec);
            for name in &group.names {
                if let Some(first) = variables.by_name.get(&name.text) {
                    let first = variables.declared[*first].span;
                    self.report(
                        Diagnostic::error(
                            Code::DuplicateVariable,
                            format!("variable `{}` is declared twice", name.text),
                        )
                        .label(name.span, "declared again here")
                        .label(first, "first declared here"),
                    );
                    continue;
                }
                variables.by_name.insert(name.text.clone(), variables.declared.len());
                variables.declared.push(Declared {
                    name: name.text.clone(),
                    sort,
                    span: name.span,
                    used: false,
                });
            }
        }
        variables
    }

    pub(super) fn report_unused(&mut self, variables: &Variables) {
        for declared in variables.declared.iter().filter(|declared| !declared.used) {
            self.report(
                Diagnostic::warning(
                    Code::UnusedVariable,
                    format!("variable `{}` is never used", declared.name),
                )
                .label(declared.span, "not used in this section"),
            );
        }
    }
}
