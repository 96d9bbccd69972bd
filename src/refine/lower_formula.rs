//! Formulas as Rust expressions of type `bool`.

use super::code::{Expr, Stmt};
use super::lower_term::{Made, Scope, block};
use super::{Equality, SortType};
use crate::arena::Id;
use crate::theory::{Comparison, Formula, OpId, SortId, Term};

/// How deep observers of observers are compared.
pub const OBSERVATION_DEPTH: usize = 3;

/// An equation with what its sides are called, for messages.
pub struct Compared {
    pub holds: Expr,
    /// Expressions that show the sides' values.
    pub sides: [Shown; 2],
}

/// A value in a message.
pub enum Shown {
    /// A local variable of type `bool`.
    Truth(String),
    /// A local variable with `Debug`.
    Debug(String),
    /// Something of which it is not known whether it has `Debug`.
    Perhaps(Expr),
}

impl Scope<'_> {
    pub fn truth(&mut self, formula: &Formula) -> Expr {
        match formula {
            Formula::Predicate(op, arguments) => self.predicate(*op, arguments),
            Formula::Equal(left, right) => self.equal(left, right).holds,
            Formula::Compare(comparison, left, right) => self.compare(*comparison, left, right),
            Formula::Not(inner) => match &**inner {
                Formula::Compare(comparison, left, right) if !self.is_partial_pair(left, right) => {
                    self.compare(comparison.opposite(), left, right)
                }
                inner => self.truth(inner).negated(),
            },
            Formula::And(left, right) => self.connective(left, "&&", right),
            Formula::Or(left, right) => self.connective(left, "||", right),
            Formula::Iff(left, right) => self.connective(left, "==", right),
            Formula::If { conclusion, premise } => {
                let conclusion = self.truth(conclusion);
                Expr::binary(conclusion, "||", self.truth(premise).negated())
            }
        }
    }

    /// A comparison with an undefined number is false, and so is its opposite.
    fn is_partial_pair(&self, left: &Term, right: &Term) -> bool {
        self.target.is_partial(left) || self.target.is_partial(right)
    }

    fn connective(&mut self, left: &Formula, symbol: &'static str, right: &Formula) -> Expr {
        let left = self.truth(left);
        let right = self.truth(right);
        match (symbol, left.known_truth(), right.known_truth()) {
            ("&&", Some(true), _) | ("||", Some(false), _) => right,
            ("&&", _, Some(true)) | ("||", _, Some(false)) => left,
            ("&&", Some(false), _) | ("||", Some(true), _) => left,
            _ => Expr::binary(left, symbol, right),
        }
    }

    pub fn predicate(&mut self, op: OpId, arguments: &[Term]) -> Expr {
        self.with_values(arguments, Made::Truth, |scope, values| scope.call(op, values))
    }

    pub fn compare(&mut self, comparison: Comparison, left: &Term, right: &Term) -> Expr {
        if let (Term::Int(left), Term::Int(right)) = (left, right) {
            return Expr::truth(comparison.holds(*left, *right));
        }
        let symbol = match comparison {
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
        };
        let operands = [left.clone(), right.clone()];
        self.with_values(&operands, Made::Truth, |_, values| {
            let [left, right] = <[Expr; 2]>::try_from(values).expect("there are two operands");
            Expr::binary(left, symbol, right)
        })
    }

    /// Strong equality: both sides defined and equal, or both undefined.
    pub fn equal(&mut self, left: &Term, right: &Term) -> Compared {
        let sort = self.sort_of(left);
        let optional = self.target.is_partial(left) || self.target.is_partial(right);
        if self.target.names.same.contains_key(&sort) && self.target.is_subject(sort) {
            return self.equal_by_observers(sort, left, right, optional);
        }
        let left = self.side(left, optional);
        let left = self.named("left", left);
        let right = self.side(right, optional);
        let right = self.named("right", right);
        self.compared(sort, optional, left, right)
    }

    /// Two locals, or `Option`s of them, compared by the equality of their type.
    pub(super) fn compared(
        &mut self,
        sort: SortId,
        optional: bool,
        left: Expr,
        right: Expr,
    ) -> Compared {
        let holds = self.equality(sort, optional, &left, &right);
        let sides = [self.shown(sort, left), self.shown(sort, right)];
        Compared { holds, sides }
    }

    fn equality(&mut self, sort: SortId, optional: bool, left: &Expr, right: &Expr) -> Expr {
        let function = match self.target.refinement.sorts.get(&sort) {
            Some(SortType::Subject(subject)) => match &subject.equality {
                Equality::Function(path) => self.target.names.instantiate(path),
                _ => return Expr::binary(left.clone(), "==", right.clone()),
            },
            Some(SortType::Mock(mock)) if mock.closure.is_some() => {
                return self.same_closure(sort, left, right);
            }
            _ => return Expr::binary(left.clone(), "==", right.clone()),
        };
        let borrowed = |side: &Expr| Expr::prefix("&", side.clone());
        if !optional {
            return Expr::call(function, vec![borrowed(left), borrowed(right)]);
        }
        let reference = |side: &Expr| side.clone().method("as_ref", Vec::new());
        let missing = |side: &Expr| side.clone().method("is_none", Vec::new());
        reference(left).method("zip", vec![reference(right)]).method(
            "map_or",
            vec![
                Expr::binary(missing(left), "&&", missing(right)),
                Expr::Closure(
                    "|(left, right)|".to_owned(),
                    Box::new(Expr::call(function, vec![Expr::text("left"), Expr::text("right")])),
                ),
            ],
        )
    }

    fn same_closure(&mut self, sort: SortId, left: &Expr, right: &Expr) -> Expr {
        let mut arguments = vec![left.clone(), right.clone()];
        arguments.extend(self.elements(sort));
        Expr::call(&self.target.names.same[&sort], arguments)
    }

    fn equal_by_observers(
        &mut self,
        sort: SortId,
        left: &Term,
        right: &Term,
        optional: bool,
    ) -> Compared {
        let left = self.factory("left", left, optional);
        let right = self.factory("right", right, optional);
        let called = |side: &str| Expr::call(side, Vec::new());
        let holds = if optional {
            let present = |side: &str| called(side).method("is_some", Vec::new());
            let unwrapped = |side: &str| {
                let value = called(side).method("unwrap", Vec::new());
                Expr::prefix("&", Expr::Closure("||".to_owned(), Box::new(value)))
            };
            let both = Expr::binary(present(&left), "==", present(&right));
            let none = called(&left).method("is_none", Vec::new());
            let same = self.same_subject(sort, unwrapped(&left), unwrapped(&right));
            Expr::binary(both, "&&", Expr::binary(none, "||", same))
        } else {
            let borrowed = |side: &str| Expr::prefix("&", Expr::text(side));
            self.same_subject(sort, borrowed(&left), borrowed(&right))
        };
        let shown = |side: String| Shown::Perhaps(Expr::call(side, Vec::new()));
        Compared { holds, sides: [shown(left), shown(right)] }
    }

    /// Whether no observer tells apart what two factories make.
    pub(super) fn same_subject(&mut self, sort: SortId, left: Expr, right: Expr) -> Expr {
        let mut arguments = vec![left, right, self.depth()];
        arguments.extend(self.elements(sort));
        Expr::call(&self.target.names.same[&sort], arguments)
    }

    /// `let left = || term;`
    fn factory(&mut self, name: &str, term: &Term, optional: bool) -> String {
        match term {
            Term::Variable(var) if !optional => return self.bindings[var.index()].clone(),
            _ => {}
        }
        let (stmts, value) = self.inner(|scope| scope.side(term, optional));
        let name = self.namer.fresh(name);
        let value = match block(stmts, value) {
            Expr::Call(function, arguments) if arguments.is_empty() => *function,
            other => Expr::Closure("||".to_owned(), Box::new(other)),
        };
        self.block.push(Stmt::Let { pattern: name.clone(), value });
        name
    }

    fn depth(&self) -> Expr {
        match &self.depth {
            Some(depth) => Expr::binary(Expr::text(depth), "-", Expr::text("1")),
            None => Expr::text(OBSERVATION_DEPTH.to_string()),
        }
    }

    /// The slices of elements that observations of a sort run over.
    fn elements(&mut self, sort: SortId) -> Vec<Expr> {
        let sorts = self.target.observed_elements(sort);
        let names: Vec<String> =
            sorts.iter().map(|sort| self.target.elements_name(*sort)).collect();
        for (sort, name) in sorts.iter().zip(&names) {
            self.used_elements.insert(*sort, name.clone());
        }
        names.into_iter().map(Expr::text).collect()
    }

    fn shown(&self, sort: SortId, side: Expr) -> Shown {
        let debug = match self.target.refinement.sorts.get(&sort) {
            Some(SortType::Subject(subject)) => subject.has("Debug"),
            Some(SortType::Mock(mock)) => mock.closure.is_none(),
            None => true,
        };
        match side {
            Expr::Text(name) if debug => Shown::Debug(name),
            other => Shown::Perhaps(other),
        }
    }
}
