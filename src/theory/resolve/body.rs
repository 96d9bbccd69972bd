//! The third pass: variables, axioms and theorems.

use std::collections::{BTreeMap, BTreeSet};

use super::Resolver;
use super::builder::Builder;
use super::variables::Variables;
use crate::arena::Id;
use crate::count::counted;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{AxiomDecl, SectionKind, VariableGroup};
use crate::syntax::print_expr;
use crate::theory::{Axiom, Formula, SpecId, VarId, Variable};

/// Goals are enumerated over truth assignments to the atoms of an axiom, so
/// their number must be bounded.
pub const ATOM_LIMIT: usize = 16;

/// What the sections of a specification share.
#[derive(Default)]
struct Numbering {
    axioms: usize,
    theorems: usize,
    labels: BTreeMap<String, Span>,
}

impl Resolver<'_> {
    /// Resolves the domain conditions, axioms and theorems of a specification.
    pub(super) fn resolve_body(&mut self, spec: SpecId) {
        let Some(decl) = &self.gathered[spec].decl else { return };
        self.resolve_domains(spec, decl);
        let mut numbering = Numbering::default();
        for section in &decl.sections {
            if let SectionKind::Axioms(groups, axioms) = &section.kind {
                for axiom in self.axioms(spec, groups, axioms, &mut numbering, false) {
                    self.theory.axioms.push(axiom);
                }
            }
        }
        for section in &decl.sections {
            if let SectionKind::Implies(groups, axioms) = &section.kind {
                let theorems = self.axioms(spec, groups, axioms, &mut numbering, true);
                self.theory.theorems.extend(theorems);
            }
        }
    }

    fn axioms(
        &mut self,
        spec: SpecId,
        groups: &[VariableGroup],
        decls: &[AxiomDecl],
        numbering: &mut Numbering,
        theorems: bool,
    ) -> Vec<Axiom> {
        let mut variables = self.declare_variables(spec, groups);
        let mut axioms = Vec::new();
        for decl in decls {
            let counter = if theorems { &mut numbering.theorems } else { &mut numbering.axioms };
            *counter += 1;
            let number = *counter;
            self.check_label(decl, &mut numbering.labels);
            match self.axiom(spec, decl, &mut variables, number) {
                Some(axiom) => axioms.push(axiom),
                None => variables.use_all(),
            }
        }
        self.report_unused(&variables);
        axioms
    }

    fn axiom(
        &mut self,
        spec: SpecId,
        decl: &AxiomDecl,
        variables: &mut Variables,
        number: usize,
    ) -> Option<Axiom> {
        let typed = self.infer(&decl.formula, variables, spec);
        let formula = Builder { resolver: self, variables, spec }.formula(&typed)?;
        self.check_atoms(&formula, decl.formula.span)?;
        let used = formula.variables();
        let formula = formula.renamed(&|id| position(&used, id));
        let variables: Option<Vec<_>> = used.iter().map(|id| variables.variable(*id)).collect();
        let axiom = Axiom {
            spec,
            label: decl.label.as_ref().map(|label| label.text.clone()),
            number,
            variables: variables?,
            formula,
            text: print_expr(&decl.formula),
            span: decl.span,
        };
        self.check_subject(&axiom);
        Some(axiom)
    }

    fn check_label(&mut self, decl: &AxiomDecl, labels: &mut BTreeMap<String, Span>) {
        let Some(label) = &decl.label else { return };
        match labels.get(&label.text) {
            None => drop(labels.insert(label.text.clone(), label.span)),
            Some(first) => self.report(
                Diagnostic::error(
                    Code::DuplicateLabel,
                    format!("label `{}` is given twice", label.text),
                )
                .label(label.span, "given again here")
                .label(*first, "first given here"),
            ),
        }
    }

    pub(super) fn check_atoms(&mut self, formula: &Formula, span: Span) -> Option<()> {
        let atoms = formula.atoms().len();
        if atoms <= ATOM_LIMIT {
            return Some(());
        }
        self.report(
            Diagnostic::error(
                Code::TooManyAtoms,
                format!("the formula has {}", counted(atoms, "distinct atom")),
            )
            .label(span, format!("at most {ATOM_LIMIT} are allowed"))
            .help("split the axiom, or name a part of it by a predicate of its own"),
        );
        None
    }

    /// A specification extends those that it uses: its axioms are about its own sort and
    /// operations, and never restrict those of other specifications.
    fn check_subject(&mut self, axiom: &Axiom) {
        let own_op = axiom.formula.ops().iter().any(|op| self.theory.ops[*op].spec == axiom.spec);
        let own_sort = |variable: &Variable| self.theory.sorts[variable.sort].spec == axiom.spec;
        if own_op || axiom.variables.iter().any(own_sort) {
            return;
        }
        let name = &self.gathered[axiom.spec].name;
        let report =
            Diagnostic::error(Code::ForeignAxiom, format!("the axiom says nothing about `{name}`"))
                .label(axiom.span, format!("mentions no operation and no variable of `{name}`"))
                .help("move it to the specification that declares what it is about");
        self.report(report);
    }
}

/// The new index of a variable once unused variables are dropped. The order stays.
fn position(used: &BTreeSet<VarId>, id: VarId) -> VarId {
    VarId::from_index(used.range(..id).count())
}
