//! Infers the possible types of expressions, bottom-up.
//!
//! Operations may be overloaded, so an expression has a set of possible types
//! until its context chooses one. An empty set means that a part of the expression
//! has an error. It fits everywhere, and building the expression reports the error.

use super::Resolver;
use super::variables::Variables;
use crate::syntax::ast::{BinaryOperator, Choice, Expr, ExprKind, Otherwise};
use crate::theory::{ArithmeticOperator, OpId, SortId, SpecId};

/// The type of an expression.
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
    /// Whether the expression can have this type.
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
            ExprKind::Name(name) if variables.declares(name) => {
                variables.sort_of(name).map(Type::Sort).into_iter().collect()
            }
            ExprKind::Name(name) => self.result_types(&self.constants(name, spec)),
            ExprKind::Call(name, arguments)
                if self.built_in(&name.text, arguments.len(), spec).is_some() =>
            {
                vec![Type::Sort(self.int)]
            }
            ExprKind::Call(name, _) => {
                let ops = self.visible_ops(&name.text, spec);
                self.result_types(&self.fitting(&ops, &parts))
            }
            ExprKind::Int(_) | ExprKind::Negate(_) => vec![Type::Sort(self.int)],
            ExprKind::Binary(operator, ..) if arithmetic(*operator).is_some() => {
                vec![Type::Sort(self.int)]
            }
            ExprKind::Not(_) | ExprKind::Binary(..) | ExprKind::When(_) => vec![Type::Truth],
        };
        Typed { expr, types, parts }
    }

    /// The operations without arguments that a name stands for where no variable has it.
    pub(super) fn constants(&self, name: &str, spec: SpecId) -> Vec<OpId> {
        let is_constant = |op: &OpId| self.theory.ops[*op].arguments.is_empty();
        self.visible_ops(name, spec).into_iter().filter(is_constant).collect()
    }

    /// `min` and `max` of two numbers, where no operation of that name takes two arguments.
    pub(super) fn built_in(
        &self,
        name: &str,
        arguments: usize,
        spec: SpecId,
    ) -> Option<ArithmeticOperator> {
        let operator = match name {
            "min" => ArithmeticOperator::Minimum,
            "max" => ArithmeticOperator::Maximum,
            _ => return None,
        };
        let named = self.visible_ops(name, spec);
        let is_declared = named.iter().any(|op| self.theory.ops[*op].arguments.len() == 2);
        (arguments == 2 && !is_declared && !self.is_broken(name, spec)).then_some(operator)
    }

    /// The operations that accept these arguments.
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

pub(super) fn arithmetic(operator: BinaryOperator) -> Option<ArithmeticOperator> {
    match operator {
        BinaryOperator::Add => Some(ArithmeticOperator::Add),
        BinaryOperator::Subtract => Some(ArithmeticOperator::Subtract),
        BinaryOperator::Multiply => Some(ArithmeticOperator::Multiply),
        BinaryOperator::Divide => Some(ArithmeticOperator::Divide),
        BinaryOperator::Remainder => Some(ArithmeticOperator::Remainder),
        _ => None,
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
