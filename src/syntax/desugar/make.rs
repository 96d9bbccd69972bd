//! Parts of syntax trees that a short form stands for, at the place of the short form.

use crate::source::Span;
use crate::syntax::ast::{
    Arrow, AxiomDecl, BinaryOperator, DomainClause, Expr, ExprKind, Name, OperationClass,
    OperationDecl, ResultDecl, Section, SectionKind, SortRef, VariableGroup,
};

/// Makes parts with one place.
#[derive(Clone, Copy)]
pub(super) struct Maker {
    pub span: Span,
}

impl Maker {
    pub fn name(self, text: impl Into<String>) -> Name {
        Name { text: text.into(), span: self.span }
    }

    pub fn sort(self, text: &str, arguments: Vec<SortRef>) -> SortRef {
        SortRef { name: self.name(text), arguments, span: self.span }
    }

    pub fn variable(self, text: &str) -> Expr {
        self.expr(ExprKind::Name(text.to_owned()))
    }

    pub fn call(self, op: &str, arguments: Vec<Expr>) -> Expr {
        self.expr(ExprKind::Call(self.name(op), arguments))
    }

    pub fn binary(self, operator: BinaryOperator, left: Expr, right: Expr) -> Expr {
        self.expr(ExprKind::Binary(operator, Box::new(left), Box::new(right)))
    }

    pub fn not(self, inner: Expr) -> Expr {
        self.expr(ExprKind::Not(Box::new(inner)))
    }

    /// The parts joined by an operator; `None` if there are none.
    pub fn joined(self, operator: BinaryOperator, parts: Vec<Expr>) -> Option<Expr> {
        parts.into_iter().reduce(|left, right| self.binary(operator, left, right))
    }

    pub fn expr(self, kind: ExprKind) -> Expr {
        Expr { kind, span: self.span }
    }

    pub fn predicate(self, name: impl Into<String>, arguments: Vec<SortRef>) -> OperationDecl {
        let name = self.name(name);
        OperationDecl {
            name,
            arguments,
            result: None,
            returns: None,
            answer: None,
            span: self.span,
        }
    }

    pub fn operation(
        self,
        name: impl Into<String>,
        arguments: Vec<SortRef>,
        arrow: Arrow,
        sort: SortRef,
    ) -> OperationDecl {
        let result = Some(ResultDecl { arrow, arrow_span: self.span, sort });
        OperationDecl { result, ..self.predicate(name, arguments) }
    }

    pub fn clause(self, call: Expr, condition: Expr) -> DomainClause {
        DomainClause { call, condition, errors: Vec::new(), span: self.span }
    }

    pub fn axiom(self, label: impl Into<String>, formula: Expr) -> AxiomDecl {
        let label = Some(self.name(label));
        AxiomDecl { label, formula, effects: Vec::new(), span: self.span }
    }

    pub fn group(self, name: &str, sort: SortRef) -> VariableGroup {
        VariableGroup { names: vec![self.name(name)], sort, span: self.span }
    }

    pub fn section(self, kind: SectionKind) -> Section {
        Section { kind, keyword: self.span }
    }

    pub fn operations(self, class: OperationClass, ops: Vec<OperationDecl>) -> Section {
        self.section(SectionKind::Operations(class, ops))
    }
}
