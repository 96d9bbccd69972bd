//! From the parser's pairs to the syntax tree: terms and formulas.
//!
//! There is a function for each layer of the grammar. A layer without an
//! operator adds nothing to the tree.

use pest::iterators::Pair;

use super::ast::*;
use super::declaration::{Reader, first, take, take_if, take_while};
use super::grammar::Rule;
use crate::diagnostic::{Code, Diagnostic};

/// The digits of the least integer, which are too large without their sign.
const LEAST: &str = "9223372036854775808";

impl Reader {
    pub fn formula(&mut self, pair: Pair<'_, Rule>) -> Expr {
        self.left_associative(pair, Self::equivalence)
    }

    pub fn equivalence(&mut self, pair: Pair<'_, Rule>) -> Expr {
        self.left_associative(pair, Self::disjunction)
    }

    fn disjunction(&mut self, pair: Pair<'_, Rule>) -> Expr {
        self.left_associative(pair, Self::conjunction)
    }

    fn conjunction(&mut self, pair: Pair<'_, Rule>) -> Expr {
        self.left_associative(pair, Self::negation)
    }

    fn negation(&mut self, pair: Pair<'_, Rule>) -> Expr {
        self.prefixed(pair, Self::comparison, ExprKind::Not)
    }

    fn comparison(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let mut inner = pair.into_inner();
        let left = self.sum(take(&mut inner, Rule::sum));
        let Some(comparator) = take_if(&mut inner, Rule::comparator) else { return left };
        let right = self.sum(take(&mut inner, Rule::sum));
        let Some(rest) = take_if(&mut inner, Rule::choice) else {
            return Expr::binary(operator(&comparator), left, right);
        };
        if comparator.as_str() != "=" {
            self.errors.push(
                Diagnostic::error(Code::Syntax, "only an equation may have `when … else …`")
                    .label(self.span(&comparator), "this must be `=`"),
            );
        }
        let choice = self.choice(right, rest);
        let span = left.span.to(choice.span);
        Expr { kind: ExprKind::When(Box::new(When { left, choice })), span }
    }

    fn choice(&mut self, value: Expr, pair: Pair<'_, Rule>) -> Choice {
        let mut inner = pair.into_inner();
        take(&mut inner, Rule::k_when);
        let condition = self.equivalence(take(&mut inner, Rule::equivalence));
        take(&mut inner, Rule::k_else);
        let other = self.sum(take(&mut inner, Rule::sum));
        let start = value.span;
        let (otherwise, end) = match take_if(&mut inner, Rule::choice) {
            None => {
                let end = other.span;
                (Otherwise::Value(other), end)
            }
            Some(rest) => {
                let nested = self.choice(other, rest);
                let end = nested.span;
                (Otherwise::Choice(Box::new(nested)), end)
            }
        };
        Choice { value, condition, otherwise, span: start.to(end) }
    }

    pub fn sum(&mut self, pair: Pair<'_, Rule>) -> Expr {
        self.left_associative(pair, Self::product)
    }

    fn product(&mut self, pair: Pair<'_, Rule>) -> Expr {
        self.left_associative(pair, Self::factor)
    }

    fn factor(&mut self, pair: Pair<'_, Rule>) -> Expr {
        if pair.as_str().trim_end().strip_prefix('-').map(str::trim_start) == Some(LEAST) {
            return Expr { kind: ExprKind::Int(i64::MIN), span: self.span(&pair) };
        }
        self.prefixed(pair, Self::primary, ExprKind::Negate)
    }

    fn primary(&mut self, pair: Pair<'_, Rule>) -> Expr {
        match pair.as_rule() {
            Rule::integer => self.integer(pair),
            Rule::application => self.application(pair),
            Rule::variable => {
                let name = self.name(first(pair));
                Expr { kind: ExprKind::Name(name.text), span: name.span }
            }
            Rule::parenthesized => {
                let span = self.span(&pair);
                Expr { span, ..self.formula(first(pair)) }
            }
            other => unreachable!("{other:?} is not an operand"),
        }
    }

    pub fn application(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let name = self.name(take(&mut inner, Rule::name));
        let arguments = take(&mut inner, Rule::arguments);
        let arguments = take_while(&mut arguments.into_inner(), Rule::formula)
            .into_iter()
            .map(|argument| self.formula(argument))
            .collect();
        Expr { kind: ExprKind::Call(name, arguments), span }
    }

    /// An operation without arguments, written as a name.
    pub fn constant(&self, pair: Pair<'_, Rule>) -> Expr {
        let name = self.name(first(pair));
        let span = name.span;
        Expr { kind: ExprKind::Call(name, Vec::new()), span }
    }

    fn integer(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span(&pair);
        let value = pair.as_str().parse().unwrap_or_else(|_| {
            self.errors.push(
                Diagnostic::error(Code::IntegerOutOfRange, "the integer literal is too large")
                    .label(span, format!("greater than {}", i64::MAX)),
            );
            0
        });
        Expr { kind: ExprKind::Int(value), span }
    }

    /// `operand (operator operand)*`
    fn left_associative<'t>(
        &mut self,
        pair: Pair<'t, Rule>,
        operand: fn(&mut Self, Pair<'t, Rule>) -> Expr,
    ) -> Expr {
        let mut inner = pair.into_inner();
        let first = inner.next().expect("each layer has an operand");
        let mut result = operand(self, first);
        while let Some(sign) = inner.next() {
            let next = inner.next().expect("an operand follows each operator");
            let right = operand(self, next);
            result = Expr::binary(operator(&sign), result, right);
        }
        result
    }

    /// `operator* operand`
    fn prefixed<'t>(
        &mut self,
        pair: Pair<'t, Rule>,
        operand: fn(&mut Self, Pair<'t, Rule>) -> Expr,
        wrap: fn(Box<Expr>) -> ExprKind,
    ) -> Expr {
        let mut inner = pair.into_inner();
        let prefixes = inner.len() - 1;
        let starts: Vec<_> = inner.by_ref().take(prefixes).map(|sign| self.span(&sign)).collect();
        let innermost = operand(self, inner.next().expect("an operand ends the layer"));
        starts.into_iter().rev().fold(innermost, |inside, sign| {
            let span = sign.to(inside.span);
            Expr { kind: wrap(Box::new(inside)), span }
        })
    }
}

fn operator(pair: &Pair<'_, Rule>) -> BinaryOperator {
    match pair.as_str() {
        "*" => BinaryOperator::Multiply,
        "/" => BinaryOperator::Divide,
        "%" => BinaryOperator::Remainder,
        "+" => BinaryOperator::Add,
        "-" => BinaryOperator::Subtract,
        "=" => BinaryOperator::Equal,
        "!=" => BinaryOperator::NotEqual,
        "<" => BinaryOperator::Less,
        "<=" => BinaryOperator::LessEqual,
        ">" => BinaryOperator::Greater,
        ">=" => BinaryOperator::GreaterEqual,
        "and" => BinaryOperator::And,
        "or" => BinaryOperator::Or,
        "iff" => BinaryOperator::Iff,
        "if" => BinaryOperator::If,
        other => unreachable!("`{other}` is not an operator of the grammar"),
    }
}
