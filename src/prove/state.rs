//! What one case of a refutation assumes: classes of equal terms, which are defined, which
//! predicates hold, and bounds of numbers.
//!
//! Two terms are in one class if they have the same value or are both undefined.

use super::claim::Atom;
use super::linear::{self, Row};
use super::terms::{Node, TermId, Terms};
use crate::search::Cache;
use crate::theory::{ArithmeticOperator, OpId};

/// The case contradicts itself.
pub struct Contradiction;

type Checked = Result<(), Contradiction>;

#[derive(Clone, Default)]
pub struct State {
    parents: Vec<TermId>,
    /// By class, as far as known.
    defined: Vec<Option<bool>>,
    /// The same for predicates.
    truths: Vec<Option<bool>>,
    constants: Vec<Option<i64>>,
    different: Vec<(TermId, TermId)>,
    bounds: Vec<(TermId, TermId, i64)>,
    /// Whether something may follow from what was assumed last.
    is_stale: bool,
}

/// A term as the congruence sees it.
#[derive(PartialEq, Eq, Hash)]
enum Signature {
    Apply(OpId, Vec<TermId>),
    Arithmetic(ArithmeticOperator, TermId, TermId),
}

impl State {
    pub fn find(&self, term: TermId) -> TermId {
        let mut term = term;
        while self.parents[term.index()] != term {
            term = self.parents[term.index()];
        }
        term
    }

    pub fn constant(&self, term: TermId) -> Option<i64> {
        self.constants[self.find(term).index()]
    }

    pub fn is_defined(&self, term: TermId) -> Option<bool> {
        self.defined[self.find(term).index()]
    }

    /// Numbers that are assumed to differ, both defined.
    pub fn different_numbers(&self, terms: &Terms<'_>) -> Option<(TermId, TermId)> {
        let is_split = |(left, right): &(TermId, TermId)| {
            self.bounds.iter().any(|(one, other, most)| {
                *most < 0 && [(one, other), (other, one)].contains(&(left, right))
            })
        };
        let both = |term: TermId| terms.is_number(term) && self.is_defined(term) == Some(true);
        let found =
            self.different.iter().find(|pair| both(pair.0) && both(pair.1) && !is_split(pair));
        found.copied()
    }

    /// Makes room for terms that are new.
    pub fn grow(&mut self, terms: &Terms<'_>) {
        for term in terms.ids().skip(self.parents.len()) {
            self.is_stale = true;
            self.parents.push(term);
            let (defined, constant) = match terms.node(term) {
                Node::Variable(_) => (Some(true), None),
                Node::Int(number) => (Some(true), Some(*number)),
                Node::Apply(..) | Node::Arithmetic(..) => (None, None),
            };
            self.defined.push(defined);
            self.truths.push(None);
            self.constants.push(constant);
        }
    }

    /// Whether an atom holds, where the state decides it directly.
    pub fn value(&self, atom: &Atom) -> Option<bool> {
        match *atom {
            Atom::Defined(term) => self.is_defined(term),
            Atom::True(call) => self.truths[self.find(call).index()],
            Atom::Same(left, right) => self.same(left, right),
            Atom::AtMost(left, right, most) => {
                if self.find(left) == self.find(right) {
                    return Some(0 <= most);
                }
                if let (Some(one), Some(other)) = (self.constant(left), self.constant(right)) {
                    return Some(i128::from(one) - i128::from(other) <= i128::from(most));
                }
                self.bounded(left, right, most)
            }
        }
    }

    /// Whether a bound that was assumed decides another one of the same numbers.
    fn bounded(&self, left: TermId, right: TermId, most: i64) -> Option<bool> {
        let pair = (self.find(left), self.find(right));
        self.bounds.iter().find_map(|(one, other, known)| {
            let (one, other) = (self.find(*one), self.find(*other));
            if (one, other) == pair && *known <= most {
                Some(true)
            } else if (other, one) == pair && i128::from(*known) < -i128::from(most) {
                Some(false)
            } else {
                None
            }
        })
    }

    fn same(&self, left: TermId, right: TermId) -> Option<bool> {
        let (one, other) = (self.find(left), self.find(right));
        if one == other {
            return Some(true);
        }
        match (self.is_defined(left), self.is_defined(right)) {
            (Some(false), Some(false)) => return Some(true),
            (Some(true), Some(false)) | (Some(false), Some(true)) => return Some(false),
            _ => {}
        }
        if let (Some(one), Some(other)) = (self.constant(left), self.constant(right)) {
            return Some(one == other);
        }
        let is_pair = |(a, b): &(TermId, TermId)| {
            let pair = (self.find(*a), self.find(*b));
            pair == (one, other) || pair == (other, one)
        };
        self.different.iter().any(is_pair).then_some(false)
    }

    /// Assumes an atom or its negation.
    pub fn assume(&mut self, atom: &Atom, holds: bool) -> Checked {
        self.is_stale = true;
        match (*atom, holds) {
            (Atom::Same(left, right), true) => self.merge(left, right),
            (Atom::Same(left, right), false) => {
                self.different.push((left, right));
                if self.same(left, right) == Some(true) { Err(Contradiction) } else { Ok(()) }
            }
            (Atom::Defined(term), _) => self.set_defined(term, holds),
            (Atom::True(call), _) => {
                let class = self.find(call).index();
                set(&mut self.truths[class], holds)
            }
            (Atom::AtMost(left, right, most), true) => {
                self.bounds.push((left, right, most));
                Ok(())
            }
            (Atom::AtMost(..), false) => Ok(()),
        }
    }

    fn set_defined(&mut self, term: TermId, is_defined: bool) -> Checked {
        let class = self.find(term).index();
        self.is_stale |= self.defined[class].is_none();
        set(&mut self.defined[class], is_defined)
    }

    fn merge(&mut self, left: TermId, right: TermId) -> Checked {
        let (kept, gone) = (self.find(left), self.find(right));
        if kept == gone {
            return Ok(());
        }
        self.is_stale = true;
        self.parents[gone.index()] = kept;
        if let Some(defined) = self.defined[gone.index()] {
            set(&mut self.defined[kept.index()], defined)?;
        }
        if let Some(truth) = self.truths[gone.index()] {
            set(&mut self.truths[kept.index()], truth)?;
        }
        if let Some(constant) = self.constants[gone.index()] {
            set(&mut self.constants[kept.index()], constant)?;
        }
        Ok(())
    }

    /// Adds what follows by congruence and by strictness.
    pub fn close(&mut self, terms: &Terms<'_>) -> Checked {
        while std::mem::take(&mut self.is_stale) {
            self.add_equal_bounds()?;
            self.add_congruences(terms)?;
            for term in terms.ids() {
                self.add_strictness(terms, term)?;
            }
        }
        let is_broken = |(left, right): &(TermId, TermId)| {
            let [one, other] = [left, right].map(|term| self.is_defined(*term));
            self.find(*left) == self.find(*right) || (one, other) == (Some(false), Some(false))
        };
        if self.different.iter().any(is_broken) { Err(Contradiction) } else { Ok(()) }
    }

    /// Numbers of which neither exceeds the other are equal.
    fn add_equal_bounds(&mut self) -> Checked {
        let bounds: Vec<(TermId, TermId)> = (self.bounds.iter())
            .filter(|(.., most)| *most <= 0)
            .map(|(left, right, _)| (self.find(*left), self.find(*right)))
            .collect();
        for (left, right) in &bounds {
            if left < right && bounds.contains(&(*right, *left)) {
                self.merge(*left, *right)?;
            }
        }
        Ok(())
    }

    fn add_congruences(&mut self, terms: &Terms<'_>) -> Checked {
        let mut known: Cache<Signature, TermId> = Cache::default();
        for term in terms.ids() {
            let signature = match terms.node(term) {
                Node::Variable(_) | Node::Int(_) => continue,
                Node::Apply(op, arguments) => {
                    Signature::Apply(*op, arguments.iter().map(|it| self.find(*it)).collect())
                }
                Node::Arithmetic(operator, left, right) => {
                    Signature::Arithmetic(*operator, self.find(*left), self.find(*right))
                }
            };
            let first = *known.entry(signature).or_insert(term);
            self.merge(first, term)?;
        }
        Ok(())
    }

    /// Operations and predicates are strict, and most operations are total.
    fn add_strictness(&mut self, terms: &Terms<'_>, term: TermId) -> Checked {
        let arguments: &[TermId] = match terms.node(term) {
            Node::Variable(_) | Node::Int(_) => return Ok(()),
            Node::Apply(_, arguments) => arguments,
            Node::Arithmetic(_, left, right) => &[*left, *right],
        };
        let is_predicate =
            matches!(terms.node(term), Node::Apply(op, _) if terms.is_predicate(*op));
        if is_predicate {
            let class = self.find(term).index();
            if self.truths[class] == Some(true) {
                arguments.iter().try_for_each(|it| self.set_defined(*it, true))?;
            }
            if arguments.iter().any(|it| self.is_defined(*it) == Some(false)) {
                self.is_stale |= self.truths[class].is_none();
                set(&mut self.truths[class], false)?;
            }
            return Ok(());
        }
        if self.is_defined(term) == Some(true) {
            arguments.iter().try_for_each(|it| self.set_defined(*it, true))?;
        }
        if arguments.iter().any(|it| self.is_defined(*it) == Some(false)) {
            self.set_defined(term, false)?;
        }
        if let Node::Arithmetic(ArithmeticOperator::Divide | ArithmeticOperator::Remainder, _, by) =
            terms.node(term)
            && self.constant(*by) == Some(0)
        {
            return self.set_defined(term, false);
        }
        if terms.is_total(term) && arguments.iter().all(|it| self.is_defined(*it) == Some(true)) {
            self.set_defined(term, true)?;
        }
        Ok(())
    }

    /// Whether the numbers contradict each other.
    pub fn check_numbers(&self, terms: &Terms<'_>) -> Checked {
        if self.bounds.is_empty() {
            return Ok(());
        }
        let variable = |term: TermId| self.find(term).index() as u32;
        let mut equations = Vec::new();
        for term in terms.ids().filter(|term| terms.is_number(*term)) {
            if self.is_defined(term) != Some(true) {
                continue;
            }
            let mut row = Row::default();
            row.add(variable(term), -1);
            match terms.node(term) {
                Node::Int(number) => row.constant = i128::from(*number),
                Node::Arithmetic(operator, left, right) => {
                    let (left, right) = (*left, *right);
                    match (operator, self.constant(left), self.constant(right)) {
                        (ArithmeticOperator::Add, ..) => {
                            row.add(variable(left), 1);
                            row.add(variable(right), 1);
                        }
                        (ArithmeticOperator::Subtract, ..) => {
                            row.add(variable(left), 1);
                            row.add(variable(right), -1);
                        }
                        (ArithmeticOperator::Multiply, _, Some(factor)) => {
                            row.add(variable(left), i128::from(factor));
                        }
                        (ArithmeticOperator::Multiply, Some(factor), _) => {
                            row.add(variable(right), i128::from(factor));
                        }
                        _ => continue,
                    }
                }
                _ => continue,
            }
            equations.push(row);
        }
        let bound = |(left, right, most): &(TermId, TermId, i64)| {
            let mut row = Row::default();
            row.constant = -i128::from(*most);
            row.add(variable(*left), 1);
            row.add(variable(*right), -1);
            row
        };
        let inequalities = self.bounds.iter().map(bound).collect();
        match linear::is_contradictory(equations, inequalities) {
            true => Err(Contradiction),
            false => Ok(()),
        }
    }
}

/// Two different values are a contradiction.
fn set<T: PartialEq + Copy>(place: &mut Option<T>, value: T) -> Checked {
    if *place.get_or_insert(value) == value { Ok(()) } else { Err(Contradiction) }
}
