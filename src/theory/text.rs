//! Resolved terms and formulas as text, in one line and in the syntax of
//! specifications: what is printed here can be read back.

use super::{ArithmeticOperator, Comparison, Formula, SortId, Term, Theory, Variable};
use crate::arena::Id;

impl Theory {
    /// The name of an element of a parameter sort: `Orderable1`.
    pub fn element_text(&self, sort: SortId, element: u32) -> String {
        format!("{}{element}", self.sorts[sort].name)
    }
}

impl Term {
    pub fn text(&self, theory: &Theory, variables: &[Variable]) -> String {
        Printer { theory, variables }.term(self, Binding::Sum)
    }
}

impl Formula {
    pub fn text(&self, theory: &Theory, variables: &[Variable]) -> String {
        Printer { theory, variables }.formula(self, Binding::If)
    }
}

/// How tightly an operator binds its operands, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    If,
    Iff,
    Or,
    And,
    Not,
    Relation,
    Sum,
    Product,
    Primary,
}

struct Printer<'t> {
    theory: &'t Theory,
    variables: &'t [Variable],
}

impl Printer<'_> {
    /// A formula as an operand that must bind at least as tightly as `binding`.
    fn formula(&self, formula: &Formula, binding: Binding) -> String {
        let (own, text) = match formula {
            Formula::Predicate(op, arguments) => {
                (Binding::Primary, self.call(&self.theory.ops[*op].name, arguments))
            }
            Formula::Equal(left, right) => (Binding::Relation, self.relation(left, "=", right)),
            Formula::Compare(comparison, left, right) => {
                (Binding::Relation, self.relation(left, symbol(*comparison), right))
            }
            Formula::Not(inner) => self.negation(inner),
            Formula::And(left, right) => (Binding::And, self.joined(left, "and", right)),
            Formula::Or(left, right) => (Binding::Or, self.joined(left, "or", right)),
            Formula::Iff(left, right) => (Binding::Iff, self.joined(left, "iff", right)),
            Formula::If { conclusion, premise } => {
                let conclusion = self.formula(conclusion, Binding::Iff);
                (Binding::If, format!("{conclusion} if {}", self.formula(premise, Binding::Iff)))
            }
        };
        parenthesized(text, own < binding)
    }

    fn negation(&self, inner: &Formula) -> (Binding, String) {
        match inner {
            Formula::Equal(left, right) => (Binding::Relation, self.relation(left, "!=", right)),
            _ => (Binding::Not, format!("not {}", self.formula(inner, Binding::Not))),
        }
    }

    /// Operators of one kind group to the left.
    fn joined(&self, left: &Formula, word: &str, right: &Formula) -> String {
        let (own, tighter) = match word {
            "and" => (Binding::And, Binding::Not),
            "or" => (Binding::Or, Binding::And),
            _ => (Binding::Iff, Binding::Or),
        };
        format!("{} {word} {}", self.formula(left, own), self.formula(right, tighter))
    }

    fn relation(&self, left: &Term, symbol: &str, right: &Term) -> String {
        format!("{} {symbol} {}", self.term(left, Binding::Sum), self.term(right, Binding::Sum))
    }

    fn term(&self, term: &Term, binding: Binding) -> String {
        let (own, text) = match term {
            Term::Variable(var) => (Binding::Primary, self.variables[var.index()].name.clone()),
            Term::Apply(op, arguments) => {
                (Binding::Primary, self.call(&self.theory.ops[*op].name, arguments))
            }
            Term::Int(number) => (Binding::Primary, number.to_string()),
            Term::Arithmetic(operator, left, right) => self.arithmetic(*operator, left, right),
        };
        parenthesized(text, own < binding)
    }

    fn arithmetic(
        &self,
        operator: ArithmeticOperator,
        left: &Term,
        right: &Term,
    ) -> (Binding, String) {
        let (own, tighter, symbol) = match operator {
            ArithmeticOperator::Add => (Binding::Sum, Binding::Product, '+'),
            ArithmeticOperator::Subtract => (Binding::Sum, Binding::Product, '-'),
            ArithmeticOperator::Multiply => (Binding::Product, Binding::Primary, '*'),
            ArithmeticOperator::Divide => (Binding::Product, Binding::Primary, '/'),
            ArithmeticOperator::Remainder => (Binding::Product, Binding::Primary, '%'),
            ArithmeticOperator::Minimum => {
                return (Binding::Primary, self.pair("min", left, right));
            }
            ArithmeticOperator::Maximum => {
                return (Binding::Primary, self.pair("max", left, right));
            }
        };
        (own, format!("{} {symbol} {}", self.term(left, own), self.term(right, tighter)))
    }

    fn pair(&self, name: &str, left: &Term, right: &Term) -> String {
        format!("{name}({}, {})", self.term(left, Binding::Sum), self.term(right, Binding::Sum))
    }

    fn call(&self, name: &str, arguments: &[Term]) -> String {
        let arguments: Vec<_> =
            arguments.iter().map(|argument| self.term(argument, Binding::Sum)).collect();
        format!("{name}({})", arguments.join(", "))
    }
}

fn parenthesized(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}

fn symbol(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Less => "<",
        Comparison::LessEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterEqual => ">=",
    }
}
