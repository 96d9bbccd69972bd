//! What can be seen of an implementation over one algebra of the parameters.
//!
//! Only observers distinguish values: two terms with the same answers in all
//! [contexts](super::context) count as one value, and the smaller term stands for both.

use std::cell::RefCell;
use std::collections::HashMap;

use super::context::{Context, Given, constructed, contexts};
use super::oracle::{Oracle, Reply};
use crate::arena::Id;
use crate::execute::{Node, Tables};
use crate::model::GroundTerm;
use crate::model::eval::Truth;
use crate::theory::{Calculated, Formula, OpId, SortId, SortKind, Term, Theory};

/// The result of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seen {
    Undefined,
    Truth(bool),
    Int(i64),
    Element(SortId, u32),
    /// A value of a constructed sort, by its number.
    Value(SortId, u32),
    Unknown,
}

/// The observed values of one constructed sort.
#[derive(Default)]
struct Values {
    /// The first term for each value.
    terms: Vec<GroundTerm>,
    by_answers: HashMap<Vec<Reply>, u32>,
    contexts: Vec<Context>,
}

pub struct Sight<'o> {
    pub theory: &'o Theory,
    oracle: &'o RefCell<dyn Oracle + 'o>,
    algebra: usize,
    /// The elements of each parameter's sort.
    pub elements: Vec<u32>,
    facts: HashMap<(usize, Vec<Node>), Node>,
    values: Vec<Values>,
    calls: HashMap<(OpId, Vec<Seen>), Seen>,
    /// Pairs of different terms that are the same value.
    pub joined: Vec<(SortId, [GroundTerm; 2])>,
}

/// The most pairs of terms for the same value that are kept, and that constructors are applied to.
const JOINED: usize = 120;
const BUILT_ON: usize = 30;
/// The most contexts that are added at once.
const ADDED: usize = 16;

impl<'o> Sight<'o> {
    pub fn new(
        theory: &'o Theory,
        oracle: &'o RefCell<dyn Oracle + 'o>,
        algebra: usize,
        tables: &Tables,
        numbers: &[i64],
    ) -> Self {
        let contexts = contexts(theory, Given { elements: &tables.elements, numbers });
        let values = contexts.into_iter().map(|contexts| Values { contexts, ..Values::default() });
        let facts = tables.facts.iter();
        let facts = facts.map(|it| ((it.op, it.arguments.clone()), it.result.clone()));
        Self {
            theory,
            oracle,
            algebra,
            elements: tables.elements.clone(),
            facts: facts.collect(),
            values: values.collect(),
            calls: HashMap::new(),
            joined: Vec::new(),
        }
    }

    /// The term that stands for what was seen. `None` for truth values and what is not there.
    pub fn term(&self, seen: Seen) -> Option<GroundTerm> {
        match seen {
            Seen::Int(number) => Some(GroundTerm::Int(number)),
            Seen::Element(sort, number) => Some(GroundTerm::Element(sort, number)),
            Seen::Value(sort, number) => {
                Some(self.values[sort.index()].terms[number as usize].clone())
            }
            Seen::Undefined | Seen::Truth(_) | Seen::Unknown => None,
        }
    }

    /// What an operation makes of values.
    pub fn apply(&mut self, op: OpId, arguments: &[Seen]) -> Seen {
        if arguments.contains(&Seen::Unknown) {
            return Seen::Unknown;
        }
        if arguments.contains(&Seen::Undefined) {
            let is_predicate = self.theory.ops[op].is_predicate();
            return if is_predicate { Seen::Truth(false) } else { Seen::Undefined };
        }
        let key = (op, arguments.to_vec());
        if let Some(known) = self.calls.get(&key) {
            return *known;
        }
        let seen = match self.theory.is_parameter(self.theory.ops[op].spec) {
            true => self.fact(op, arguments),
            false => self.call(op, arguments),
        };
        self.calls.insert(key, seen);
        seen
    }

    fn fact(&self, op: OpId, arguments: &[Seen]) -> Seen {
        let node = |seen: &Seen| match seen {
            Seen::Int(number) => Node::Int(*number),
            Seen::Element(sort, number) => Node::Element { sort: sort.index(), number: *number },
            _ => Node::Truth(matches!(seen, Seen::Truth(true))),
        };
        match self.facts.get(&(op.index(), arguments.iter().map(node).collect())) {
            Some(Node::Truth(truth)) => Seen::Truth(*truth),
            Some(Node::Int(number)) => Seen::Int(*number),
            Some(Node::Element { sort, number }) => {
                Seen::Element(SortId::from_index(*sort), *number)
            }
            _ => Seen::Unknown,
        }
    }

    fn call(&mut self, op: OpId, arguments: &[Seen]) -> Seen {
        let Some(terms) = arguments.iter().map(|seen| self.term(*seen)).collect() else {
            return Seen::Unknown;
        };
        self.observe(GroundTerm::Apply(op, terms))
    }

    /// The value of a term. Only observers distinguish terms of a constructed sort.
    pub fn observe(&mut self, term: GroundTerm) -> Seen {
        let GroundTerm::Apply(op, _) = &term else {
            return match term {
                GroundTerm::Element(sort, number) => Seen::Element(sort, number),
                GroundTerm::Int(number) => Seen::Int(number),
                GroundTerm::Apply(..) => Seen::Unknown,
            };
        };
        let result = self.theory.ops[*op].result;
        match (self.reply(&term), result) {
            (Reply::Undefined, _) => Seen::Undefined,
            (Reply::Truth(truth), _) => Seen::Truth(truth),
            (Reply::Int(number), _) => Seen::Int(number),
            (Reply::Element(number), Some(sort)) => Seen::Element(sort, number),
            (Reply::Built, Some(sort)) => self.classify(sort, term),
            _ => Seen::Unknown,
        }
    }

    /// What the implementation answers to one term.
    pub fn reply(&mut self, term: &GroundTerm) -> Reply {
        let replies = self.oracle.borrow_mut().ask(self.algebra, std::slice::from_ref(term));
        replies.first().copied().unwrap_or(Reply::Unknown)
    }

    /// What a value answers in all contexts of its sort.
    fn answers(&mut self, sort: SortId, term: &GroundTerm) -> Vec<Reply> {
        let contexts = &self.values[sort.index()].contexts;
        let asked: Vec<_> = contexts.iter().map(|it| it.around(term)).collect();
        self.oracle.borrow_mut().ask(self.algebra, &asked)
    }

    /// Adds contexts that tell terms apart which count as one value although constructors make
    /// different values of them. Then all values are forgotten, and must be built again.
    pub fn tell_apart(&mut self, numbers: &[i64]) -> bool {
        let mut found: Vec<(SortId, Context)> = Vec::new();
        let elements = self.elements.clone();
        let given = Given { elements: &elements, numbers };
        let joined: Vec<_> = self.joined.iter().take(BUILT_ON).cloned().collect();
        for (sort, pair) in joined {
            for (built, inner) in constructed(self.theory, given, sort) {
                let terms = pair.each_ref().map(|term| inner.around(term));
                let answers = terms.map(|term| self.answers(built, &term));
                let differ = |(one, other): (&Reply, &Reply)| {
                    one != other && ![one, other].contains(&&Reply::Unknown)
                };
                let place = answers[0].iter().zip(&answers[1]).position(differ);
                let Some(place) = place else { continue };
                let longer = (sort, inner.inside(&self.values[built.index()].contexts[place]));
                if found.len() < ADDED && !found.contains(&longer) {
                    found.push(longer);
                }
            }
        }
        let is_blurred = !found.is_empty();
        if is_blurred {
            for (sort, context) in found {
                self.values[sort.index()].contexts.push(context);
            }
            for values in &mut self.values {
                values.terms.clear();
                values.by_answers.clear();
            }
            self.calls.clear();
            self.joined.clear();
        }
        is_blurred
    }

    fn classify(&mut self, sort: SortId, term: GroundTerm) -> Seen {
        let answers = self.answers(sort, &term);
        let values = &mut self.values[sort.index()];
        if let Some(known) = values.by_answers.get(&answers) {
            let first = &values.terms[*known as usize];
            if self.joined.len() < JOINED && *first != term {
                self.joined.push((sort, [first.clone(), term]));
            }
            return Seen::Value(sort, *known);
        }
        let number = values.terms.len() as u32;
        values.terms.push(term);
        values.by_answers.insert(answers, number);
        Seen::Value(sort, number)
    }

    /// The value of a term over values for its variables.
    pub fn evaluate(&mut self, term: &Term, values: &[Seen]) -> Seen {
        match term {
            Term::Variable(var) => values[var.index()],
            Term::Int(number) => Seen::Int(*number),
            Term::Apply(op, arguments) => {
                let arguments: Vec<Seen> =
                    arguments.iter().map(|argument| self.evaluate(argument, values)).collect();
                self.apply(*op, &arguments)
            }
            Term::Arithmetic(operator, left, right) => {
                match (self.evaluate(left, values), self.evaluate(right, values)) {
                    (Seen::Int(left), Seen::Int(right)) => match operator.apply(left, right) {
                        Calculated::Number(number) => Seen::Int(number),
                        Calculated::Undefined => Seen::Undefined,
                        Calculated::Overflow => Seen::Unknown,
                    },
                    (Seen::Unknown, _) | (_, Seen::Unknown) => Seen::Unknown,
                    _ => Seen::Undefined,
                }
            }
        }
    }

    /// Whether a formula holds. `None` where something is unknown.
    pub fn decide(&mut self, formula: &Formula, values: &[Seen]) -> Option<bool> {
        match self.truth(formula, values) {
            Truth::Unknown => None,
            truth => Some(truth == Truth::True),
        }
    }

    fn truth(&mut self, formula: &Formula, values: &[Seen]) -> Truth {
        let mut both = |left, right| (self.evaluate(left, values), self.evaluate(right, values));
        match formula {
            Formula::Predicate(op, arguments) => {
                let arguments: Vec<Seen> =
                    arguments.iter().map(|argument| self.evaluate(argument, values)).collect();
                match self.apply(*op, &arguments) {
                    Seen::Truth(truth) => truth.into(),
                    // A predicate is false where it is undefined.
                    Seen::Undefined => Truth::False,
                    _ => Truth::Unknown,
                }
            }
            Formula::Equal(left, right) => match both(left, right) {
                (Seen::Unknown, _) | (_, Seen::Unknown) => Truth::Unknown,
                (left, right) => (left == right).into(),
            },
            Formula::Compare(comparison, left, right) => match both(left, right) {
                (Seen::Unknown, _) | (_, Seen::Unknown) => Truth::Unknown,
                (Seen::Int(left), Seen::Int(right)) => comparison.holds(left, right).into(),
                _ => Truth::False,
            },
            Formula::Not(inner) => !self.truth(inner, values),
            Formula::And(left, right) => self.truth(left, values).and(self.truth(right, values)),
            Formula::Or(left, right) => self.truth(left, values).or(self.truth(right, values)),
            Formula::Iff(left, right) => self.truth(left, values).iff(self.truth(right, values)),
            Formula::If { conclusion, premise } => match self.truth(premise, values) {
                Truth::False => Truth::True,
                premise => self.truth(conclusion, values).or(!premise),
            },
        }
    }

    /// The values of a sort that need no construction.
    pub fn given(&self, sort: SortId, numbers: &[i64]) -> Vec<Seen> {
        match self.theory.sorts[sort].kind {
            SortKind::Constructed => Vec::new(),
            SortKind::Int => numbers.iter().map(|number| Seen::Int(*number)).collect(),
            SortKind::Parameter => (0..self.elements[sort.index()].max(1))
                .map(|number| Seen::Element(sort, number))
                .collect(),
        }
    }
}
