//! What an expression can be, bottom-up.
//!
//! Operations may be overloaded, so an expression has a set of possible types
//! until its context chooses one. An empty set means that something inside is
//! wrong; it fits everywhere, and building the expression reports it.

use super::Resolver;
use super::variables::Variables;
use crate::syntax::ast::{BinaryOperator, Choice, Expr, ExprKind, Otherwise};
use crate::theory::{OpId, SortId, SpecId};

/// What an expression stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Sort(SortId),
    Truth,
}

/// An expression with its possible types.
pub(super) struct Typed<'e> {
    pub expr: &'e Expr,
    pub types: Vec<Type>,
    /// The operands, in order. Those of `x = u when c else v` are `x`, `u`, `c`,
    /// and `v` or, for a chain of choices, the next `u`, `c` and so on.
    pub parts: Vec<Typed<'e>>,
}

impl Typed<'_> {
    /// Whether the expression could be of that type.
    pub fn fits(&self, wanted: Type) -> bool {
        self.types.is_empty() || self.types.contains(&wanted)
    }
}

impl Resolver<'_> {
    pub(super) fn infer<'e>(
        &self,
        expr: &'e Expr,
        variables: &Variables,
        spec: SpecId,
    ) -> Typed<'e> {
        let parts: Vec<_> =
            operands(expr).into_iter().map(|part| self.infer(part, variables, spec)).collect();
        let types = match &expr.kind {
            ExprKind::Name(name) => variables.sort_of(name).map(Type::Sort).into_iter().collect(),
            ExprKind::Call(name, _) => {
                let ops = self.visible_ops(&name.text, spec);
                self.result_types(&self.fitting(&ops, &parts))
            }
            ExprKind::Int(_) | ExprKind::Negate(_) => vec![Type::Sort(self.int)],
            ExprKind::Binary(
                BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply,
                ..,
            ) => vec![Type::Sort(self.int)],
            ExprKind::Not(_) | ExprKind::Binary(..) | ExprKind::When(_) => vec![Type::Truth],
        };
        Typed { expr, types, parts }
    }

    /// Those operations whose arguments these can be.
    pub(super) fn fitting(&self, ops: &[OpId], arguments: &[Typed]) -> Vec<OpId> {
        let fits = |op: &OpId| {
            let sorts = &self.theory.ops[*op].arguments;
            sorts.len() == arguments.len()
                && sorts.iter().zip(arguments).all(|(sort, arg)| arg.fits(Type::Sort(*sort)))
        };
        ops.iter().copied().filter(fits).collect()
    }

    pub(super) fn result_type(&self, op: OpId) -> Type {
        self.theory.ops[op].result.map_or(Type::Truth, Type::Sort)
    }

    fn result_types(&self, ops: &[OpId]) -> Vec<Type> {
        let mut types = Vec::new();
        for op in ops {
            let result = self.result_type(*op);
            if !types.contains(&result) {
                types.push(result);
            }
        }
        types
    }
}

/// The expressions inside of an expression, in order.
pub(super) fn operands(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Int(_) => Vec::new(),
        ExprKind::Call(_, arguments) => arguments.iter().collect(),
        ExprKind::Negate(inner) | ExprKind::Not(inner) => vec![inner],
        ExprKind::Binary(_, left, right) => vec![left, right],
        ExprKind::When(when) => {
            let mut parts = vec![&when.left];
            push_choices(&when.choice, &mut parts);
            parts
        }
    }
}

fn push_choices<'e>(choice: &'e Choice, parts: &mut Vec<&'e Expr>) {
    parts.extend([&choice.value, &choice.condition]);
    match &choice.otherwise {
        Otherwise::Value(value) => parts.push(value),
        Otherwise::Choice(next) => push_choices(next, parts),
    }
}
