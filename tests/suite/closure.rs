//! A slow congruence closure with unit propagation over instances of axioms: an oracle that
//! shares nothing with the engine but the theory.

use std::collections::{BTreeMap, BTreeSet};

use specgen::arena::Id;
use specgen::execute::{Node, Tables};
use specgen::theory::{Calculated, Formula, OpId, Term, Theory};

/// Values that differ from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Constant {
    Truth(bool),
    Int(i64),
    Element(usize, u32),
    Undefined,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Symbol {
    Constant(Constant),
    Call(OpId, Vec<usize>),
}

/// An operation, the position of one argument, and the classes of all others.
type AllButOne = (OpId, usize, Vec<usize>);

pub struct Closure<'t> {
    theory: &'t Theory,
    symbols: Vec<Symbol>,
    ids: BTreeMap<Symbol, usize>,
    /// The forest of classes.
    parents: Vec<usize>,
    /// By root.
    constants: Vec<Option<Constant>>,
    /// By root: whether the value is known to be defined.
    defined: Vec<bool>,
    unequal: BTreeSet<(usize, usize)>,
    has_changed: bool,
    /// Two different constants are equal.
    pub is_contradictory: bool,
}

impl<'t> Closure<'t> {
    pub fn new(theory: &'t Theory, tables: &Tables) -> Self {
        let mut closure = Self {
            theory,
            symbols: Vec::new(),
            ids: BTreeMap::new(),
            parents: Vec::new(),
            constants: Vec::new(),
            defined: Vec::new(),
            unequal: BTreeSet::new(),
            has_changed: false,
            is_contradictory: false,
        };
        for fact in &tables.facts {
            let arguments = fact.arguments.iter().map(|node| closure.leaf(node)).collect();
            let call = closure.call(OpId::from_index(fact.op), arguments);
            let result = closure.leaf(&fact.result);
            closure.merge(call, result);
        }
        closure
    }

    pub fn constant(&mut self, constant: Constant) -> usize {
        self.add(Symbol::Constant(constant))
    }

    pub fn call(&mut self, op: OpId, arguments: Vec<usize>) -> usize {
        self.add(Symbol::Call(op, arguments))
    }

    pub fn leaf(&mut self, node: &Node) -> usize {
        self.constant(match node {
            Node::Truth(truth) => Constant::Truth(*truth),
            Node::Int(number) => Constant::Int(*number),
            Node::Element { sort, number } => Constant::Element(*sort, *number),
            Node::Apply(..) | Node::Equal(..) => panic!("facts are about elements and numbers"),
        })
    }

    fn add(&mut self, symbol: Symbol) -> usize {
        if let Some(id) = self.ids.get(&symbol) {
            return *id;
        }
        let id = self.symbols.len();
        self.parents.push(id);
        let is_value = |it: Constant| it != Constant::Undefined;
        self.defined.push(matches!(symbol, Symbol::Constant(constant) if is_value(constant)));
        self.constants.push(match symbol {
            Symbol::Constant(constant) => Some(constant),
            Symbol::Call(..) => None,
        });
        self.ids.insert(symbol.clone(), id);
        self.symbols.push(symbol);
        self.has_changed = true;
        id
    }

    pub fn root(&self, mut id: usize) -> usize {
        while self.parents[id] != id {
            id = self.parents[id];
        }
        id
    }

    pub fn value(&self, id: usize) -> Option<Constant> {
        self.constants[self.root(id)]
    }

    fn merge(&mut self, left: usize, right: usize) {
        let (left, right) = (self.root(left), self.root(right));
        if left == right {
            return;
        }
        let (one, other) = (self.constants[left], self.constants[right]);
        self.is_contradictory |= one.is_some() && other.is_some();
        self.parents[right] = left;
        self.constants[left] = one.or(other);
        self.defined[left] |= self.defined[right];
        self.has_changed = true;
    }

    fn differ(&self, left: usize, right: usize) -> bool {
        let (left, right) = (self.root(left), self.root(right));
        match (self.constants[left], self.constants[right]) {
            (Some(one), Some(other)) if one != other => return true,
            (Some(Constant::Undefined), None) if self.is_defined(right) => return true,
            (None, Some(Constant::Undefined)) if self.is_defined(left) => return true,
            _ => {}
        }
        let is_pair = |(one, other): &(usize, usize)| {
            let pair = (self.root(*one), self.root(*other));
            pair == (left, right) || pair == (right, left)
        };
        self.unequal.iter().any(is_pair)
    }

    fn is_defined(&self, id: usize) -> bool {
        self.defined[self.root(id)]
    }

    /// Calls within their domains are defined.
    fn mark_defined(&mut self) {
        for id in 0..self.symbols.len() {
            let Symbol::Call(op, arguments) = &self.symbols[id] else { continue };
            let is_total = match &self.theory.ops[*op].domain {
                None => true,
                Some(domain) => self.known(&domain.condition, arguments) == Some(true),
            };
            let root = self.root(id);
            if is_total && !self.defined[root] && arguments.iter().all(|it| self.is_defined(*it)) {
                self.defined[root] = true;
                self.has_changed = true;
            }
        }
    }

    /// The class of a term that is there; `None` if it is not, or calculates with what is open.
    fn find(&self, term: &Term, env: &[usize]) -> Option<usize> {
        let symbol = match term {
            Term::Variable(variable) => return Some(env[variable.index()]),
            Term::Int(number) => Symbol::Constant(Constant::Int(*number)),
            Term::Apply(op, arguments) => {
                let arguments: Option<Vec<usize>> =
                    arguments.iter().map(|argument| self.find(argument, env)).collect();
                Symbol::Call(*op, arguments?)
            }
            Term::Arithmetic(operator, left, right) => {
                let (left, right) = (self.find(left, env)?, self.find(right, env)?);
                Symbol::Constant(match (self.value(left)?, self.value(right)?) {
                    (Constant::Int(left), Constant::Int(right)) => {
                        match operator.apply(left, right) {
                            Calculated::Number(number) => Constant::Int(number),
                            Calculated::Undefined => Constant::Undefined,
                            Calculated::Overflow => return None,
                        }
                    }
                    _ => Constant::Undefined,
                })
            }
        };
        self.ids.get(&symbol).copied()
    }

    /// Makes the calls of a term.
    fn make(&mut self, term: &Term, env: &[usize]) -> Option<usize> {
        match term {
            Term::Apply(op, arguments) => {
                let arguments: Option<Vec<usize>> =
                    arguments.iter().map(|argument| self.make(argument, env)).collect();
                Some(self.call(*op, arguments?))
            }
            Term::Int(number) => Some(self.constant(Constant::Int(*number))),
            Term::Variable(_) => self.find(term, env),
            Term::Arithmetic(operator, left, right) => {
                let (left, right) = (self.make(left, env)?, self.make(right, env)?);
                if let (Some(Constant::Int(left)), Some(Constant::Int(right))) =
                    (self.value(left), self.value(right))
                    && let Calculated::Number(number) = operator.apply(left, right)
                {
                    self.constant(Constant::Int(number));
                }
                self.constant(Constant::Undefined);
                self.find(term, env)
            }
        }
    }

    fn known(&self, formula: &Formula, env: &[usize]) -> Option<bool> {
        match formula {
            Formula::Predicate(op, arguments) => {
                let call = self.find(&Term::Apply(*op, arguments.clone()), env)?;
                Some(self.value(call)? == Constant::Truth(true))
            }
            Formula::Equal(left, right) => {
                let (left, right) = (self.find(left, env)?, self.find(right, env)?);
                match self.root(left) == self.root(right) {
                    true => Some(true),
                    false => self.differ(left, right).then_some(false),
                }
            }
            Formula::Compare(how, left, right) => {
                let (left, right) = (self.find(left, env)?, self.find(right, env)?);
                match (self.value(left), self.value(right)) {
                    (Some(Constant::Int(left)), Some(Constant::Int(right))) => {
                        Some(how.holds(left, right))
                    }
                    (Some(Constant::Undefined), _) | (_, Some(Constant::Undefined)) => Some(false),
                    _ => None,
                }
            }
            Formula::Not(inner) => self.known(inner, env).map(|truth| !truth),
            Formula::And(left, right) => both(self.known(left, env), self.known(right, env)),
            Formula::Or(left, right) => either(self.known(left, env), self.known(right, env)),
            Formula::If { conclusion, premise } => {
                let premise = self.known(premise, env).map(|truth| !truth);
                either(self.known(conclusion, env), premise)
            }
            Formula::Iff(left, right) => Some(self.known(left, env)? == self.known(right, env)?),
        }
    }

    /// Requires the truth of a formula, as far as that says something about one of its atoms.
    fn require(&mut self, formula: &Formula, truth: bool, env: &[usize]) {
        match formula {
            Formula::Predicate(op, arguments) => {
                if let Some(call) = self.make(&Term::Apply(*op, arguments.clone()), env) {
                    let truth = self.constant(Constant::Truth(truth));
                    self.merge(call, truth);
                }
            }
            Formula::Equal(left, right) => {
                let (Some(left), Some(right)) = (self.make(left, env), self.make(right, env))
                else {
                    return;
                };
                if truth {
                    self.merge(left, right);
                } else if !self.differ(left, right) {
                    self.unequal.insert((left, right));
                    self.has_changed = true;
                }
            }
            Formula::Compare(..) => {}
            Formula::Not(inner) => self.require(inner, !truth, env),
            Formula::And(left, right) => self.join(left, right, truth, true, env),
            Formula::Or(left, right) => self.join(left, right, truth, false, env),
            Formula::If { conclusion, premise } => {
                let denied = Formula::Not(premise.clone());
                self.join(conclusion, &denied, truth, false, env);
            }
            Formula::Iff(left, right) => {
                if let Some(known) = self.known(left, env) {
                    self.require(right, known == truth, env);
                } else if let Some(known) = self.known(right, env) {
                    self.require(left, known == truth, env);
                }
            }
        }
    }

    /// A conjunction if `neutral` is true, otherwise a disjunction.
    fn join(&mut self, left: &Formula, right: &Formula, truth: bool, neutral: bool, env: &[usize]) {
        if truth == neutral || self.known(right, env) == Some(neutral) {
            self.require(left, truth, env);
        }
        if truth == neutral || self.known(left, env) == Some(neutral) {
            self.require(right, truth, env);
        }
    }

    /// Makes the atoms of a formula, so that they can be known.
    pub fn make_atoms(&mut self, formula: &Formula, env: &[usize]) {
        match formula {
            Formula::Predicate(op, arguments) => {
                self.make(&Term::Apply(*op, arguments.clone()), env);
            }
            Formula::Equal(left, right) | Formula::Compare(_, left, right) => {
                self.make(left, env);
                self.make(right, env);
            }
            Formula::Not(inner) => self.make_atoms(inner, env),
            Formula::And(left, right)
            | Formula::Or(left, right)
            | Formula::Iff(left, right)
            | Formula::If { conclusion: left, premise: right } => {
                self.make_atoms(left, env);
                self.make_atoms(right, env);
            }
        }
    }

    /// Draws conclusions from instances of axioms, in at most this many rounds.
    pub fn saturate(&mut self, instances: &[(&Formula, Vec<usize>)], rounds: usize) {
        for _ in 0..rounds {
            self.has_changed = false;
            for (formula, env) in instances {
                if env.iter().all(|value| self.is_defined(*value)) {
                    self.make_atoms(formula, env);
                    self.require(formula, true, env);
                }
            }
            self.apply_domains();
            self.close();
            self.mark_defined();
            if !self.has_changed || self.is_contradictory {
                return;
            }
        }
    }

    fn apply_domains(&mut self) {
        for id in 0..self.symbols.len() {
            let Symbol::Call(op, arguments) = self.symbols[id].clone() else { continue };
            let operation = &self.theory.ops[op];
            let is_outside = |it: &usize| self.value(*it) == Some(Constant::Undefined);
            if arguments.iter().any(is_outside) {
                let constant = match operation.result {
                    Some(_) => Constant::Undefined,
                    None => Constant::Truth(false),
                };
                let constant = self.constant(constant);
                self.merge(id, constant);
            } else if let Some(domain) = &operation.domain
                && arguments.iter().all(|argument| self.is_defined(*argument))
            {
                self.make_atoms(&domain.condition, &arguments);
                if self.known(&domain.condition, &arguments) == Some(false) {
                    let undefined = self.constant(Constant::Undefined);
                    self.merge(id, undefined);
                }
            }
        }
    }

    /// Equal arguments have equal results, and different results different arguments.
    fn close(&mut self) {
        let mut known: BTreeMap<(OpId, Vec<usize>), usize> = BTreeMap::new();
        let mut alike: BTreeMap<AllButOne, Vec<(usize, usize)>> = BTreeMap::new();
        for id in 0..self.symbols.len() {
            let Symbol::Call(op, arguments) = &self.symbols[id] else { continue };
            let op = *op;
            let roots: Vec<usize> = arguments.iter().map(|it| self.root(*it)).collect();
            for (place, root) in roots.iter().enumerate() {
                let mut others = roots.clone();
                others.remove(place);
                alike.entry((op, place, others)).or_default().push((*root, id));
            }
            match known.get(&(op, roots.clone())) {
                Some(other) => self.merge(*other, id),
                None => {
                    known.insert((op, roots), id);
                }
            }
        }
        for group in alike.into_values() {
            for (index, (one, result)) in group.iter().enumerate() {
                for (other, further) in &group[..index] {
                    let is_new = self.constants[self.root(*one)].is_none()
                        || self.constants[self.root(*other)].is_none();
                    let have_values =
                        self.value(*result).is_some() && self.value(*further).is_some();
                    let results_differ = have_values && self.value(*result) != self.value(*further);
                    if is_new && results_differ && !self.differ(*one, *other) {
                        self.unequal.insert((*one, *other));
                        self.has_changed = true;
                    }
                }
            }
        }
    }
}

fn both(left: Option<bool>, right: Option<bool>) -> Option<bool> {
    match (left, right) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn either(left: Option<bool>, right: Option<bool>) -> Option<bool> {
    both(left.map(|it| !it), right.map(|it| !it)).map(|it| !it)
}
