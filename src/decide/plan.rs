//! In which order the variables of a goal get their values, and which literals are checked
//! when.
//!
//! A literal `V = term` that must hold determines `V`, so `V` needs no choice. The others are
//! chosen: values of constructed sorts first, then elements, then numbers. Each literal is
//! checked as soon as all of its variables have values.

use std::collections::BTreeSet;

use crate::arena::Id;
use crate::execute::{self, Answer, Engine, Expr, Node, TermId};
use crate::goal::{Goal, Literal, Property};
use crate::model::ArgumentRanges;
use crate::rules;
use crate::search::{Aliasing, related_pairs};
use crate::theory::{
    ArithmeticOperator, Comparison, Formula, OpId, SortKind, Statement, Term, Theory, VarId,
};

pub struct Plan {
    /// What must hold whatever the variables are.
    pub checks: Vec<(execute::Formula, bool)>,
    pub steps: Vec<Step>,
    pub variables: usize,
}

pub struct Step {
    pub variable: usize,
    pub choice: Choice,
    /// What must hold after this step.
    pub checks: Vec<(execute::Formula, bool)>,
}

pub enum Choice {
    /// A value of a constructed sort.
    Value(usize),
    /// An element of a parameter's sort.
    Element(usize),
    /// A number; numbers near the values of these terms are worth trying.
    Number(Vec<Expr>),
    /// The value of a term, which other variables determine.
    Determined(Term, Expr),
}

impl Step {
    /// Whether other variables leave no choice.
    pub fn is_determined(&self) -> bool {
        matches!(self.choice, Choice::Determined(..))
    }
}

impl Plan {
    pub fn new(theory: &Theory, ranges: &ArgumentRanges, goal: &Goal, aliasing: Aliasing) -> Self {
        let mut literals = goal.literals.clone();
        literals.extend(pairs(goal, aliasing).into_iter().map(|(a, b, holds)| {
            let [a, b] = [a, b].map(|index| Term::Variable(VarId::from_index(index)));
            Literal { atom: Formula::Equal(a, b), holds }
        }));
        let count = goal.variables.len();
        let determined = determined(&literals, count);
        let limits = limits(ranges, goal);
        let (assigned, steps) = (BTreeSet::new(), Vec::new());
        let mut planning = Planning { literals, limits, assigned, steps };
        let checks = planning.due();
        let rank = |variable: usize| match theory.sorts[goal.variables[variable].sort].kind {
            SortKind::Constructed => 0,
            SortKind::Parameter => 1,
            SortKind::Int => 2,
        };
        while planning.assigned.len() < count {
            let open: Vec<usize> =
                (0..count).filter(|it| !planning.assigned.contains(it)).collect();
            let ready = open.iter().find_map(|variable| {
                let term = determined[*variable].as_ref()?;
                let is_known = variables(term).is_subset(&planning.assigned);
                is_known.then(|| (*variable, Choice::Determined(term.clone(), rules::expr(term))))
            });
            let free = || {
                let free = open.iter().copied().filter(|it| determined[*it].is_none());
                free.min_by_key(|it| {
                    let rank = rank(*it);
                    // There are many numbers, so it matters which one comes first.
                    let missing = if rank == 2 { planning.missing(*it, &determined) } else { 0 };
                    (rank, missing, *it)
                })
            };
            let (variable, choice) = match ready.or_else(|| {
                let variable = free()?;
                let sort = goal.variables[variable].sort;
                Some((
                    variable,
                    match theory.sorts[sort].kind {
                        SortKind::Constructed => Choice::Value(sort.index()),
                        SortKind::Parameter => Choice::Element(sort.index()),
                        SortKind::Int => Choice::Number(planning.near(variable)),
                    },
                ))
            }) {
                Some(next) => next,
                None => break,
            };
            planning.add(variable, choice);
        }
        Self { checks, steps: planning.steps, variables: count }
    }
}

impl Plan {
    /// Whether there is one choice of a constructed value.
    pub fn has_one_value(&self) -> bool {
        let values = self.steps.iter().filter(|step| matches!(step.choice, Choice::Value(_)));
        values.count() == 1
    }

    /// Whether running determines all literals as the goal requires.
    pub fn holds(&self, engine: &mut Engine<'_>, values: &[TermId]) -> bool {
        let checks = self.checks.iter().chain(self.steps.iter().flat_map(|step| &step.checks));
        checks.into_iter().all(|(formula, holds)| match engine.decide(formula, values) {
            Answer::Value(truth) => *engine.terms().node(truth) == Node::Truth(*holds),
            _ => false,
        })
    }
}

/// The pairs of variables that must be equal or different, without those that a literal of
/// the goal equates.
pub fn pairs(goal: &Goal, aliasing: Aliasing) -> Vec<(usize, usize, bool)> {
    let mut classes: Vec<usize> = (0..goal.variables.len()).collect();
    for literal in goal.literals.iter().filter(|literal| literal.holds) {
        if let Formula::Equal(Term::Variable(a), Term::Variable(b)) = &literal.atom {
            let (kept, gone) = (classes[a.index()], classes[b.index()]);
            classes.iter_mut().filter(|class| **class == gone).for_each(|class| *class = kept);
        }
    }
    let pairs = related_pairs(goal, aliasing).into_iter();
    pairs.filter(|(a, b, same)| *same || classes[*a] != classes[*b]).collect()
}

/// What the types of arguments demand of numbers: none is below or above its range. This holds for
/// undefined terms, too.
fn limits(ranges: &ArgumentRanges, goal: &Goal) -> Vec<Literal> {
    let own = match goal.property {
        Property::Stated(Statement::Domain(op)) => Some(op),
        _ => None,
    };
    let variables = (0..goal.variables.len()).map(|it| Term::Variable(VarId::from_index(it)));
    let variables: Vec<Term> = variables.collect();
    let mut calls: Vec<(OpId, &[Term])> = own.map(|op| (op, &*variables)).into_iter().collect();
    for literal in &goal.literals {
        if let Formula::Predicate(op, arguments) = &literal.atom {
            calls.push((*op, arguments));
        }
        calls.extend(literal.atom.subterms().into_iter().filter_map(|term| match term {
            Term::Apply(op, arguments) => Some((*op, arguments.as_slice())),
            _ => None,
        }));
    }
    let mut found: Vec<Literal> = Vec::new();
    for (op, arguments) in calls {
        for (place, argument) in arguments.iter().enumerate() {
            let Some((low, high)) = ranges.0.get(&(op, place)) else { continue };
            let limits = [(Comparison::Less, low, i64::MIN), (Comparison::Greater, high, i64::MAX)];
            for (comparison, limit, none) in limits {
                let atom = Formula::Compare(comparison, argument.clone(), Term::Int(*limit));
                if *limit != none && !found.iter().any(|known| known.atom == atom) {
                    found.push(Literal { atom, holds: false });
                }
            }
        }
    }
    found
}

struct Planning {
    /// Those that no step checks yet.
    literals: Vec<Literal>,
    /// The same for what the types of arguments demand, which orders no variables.
    limits: Vec<Literal>,
    assigned: BTreeSet<usize>,
    steps: Vec<Step>,
}

impl Planning {
    fn add(&mut self, variable: usize, choice: Choice) {
        self.assigned.insert(variable);
        let checks = self.due();
        self.steps.push(Step { variable, choice, checks });
    }

    /// How many more variables the first literal about a variable needs. Literals that are
    /// checked early leave out many choices.
    fn missing(&self, variable: usize, determined: &[Option<Term>]) -> usize {
        let missing = |literal: &Literal| {
            let used: BTreeSet<usize> =
                literal.atom.variables().iter().map(|it| it.index()).collect();
            let mut needed = BTreeSet::new();
            used.iter().for_each(|it| add_needed(*it, determined, &mut needed));
            let needed = needed.difference(&self.assigned).copied().collect::<BTreeSet<_>>();
            needed.contains(&variable).then_some(needed.len())
        };
        self.literals.iter().filter_map(missing).min().unwrap_or(usize::MAX)
    }

    /// Takes the literals whose variables all have values.
    fn due(&mut self) -> Vec<(execute::Formula, bool)> {
        let is_due = |literal: &Literal| {
            let mut variables = literal.atom.variables().into_iter();
            variables.all(|variable| self.assigned.contains(&variable.index()))
        };
        let limits: Vec<Literal> = self.limits.extract_if(.., |it| is_due(it)).collect();
        let due = self.literals.extract_if(.., |it| is_due(it));
        limits.into_iter().chain(due).map(|it| (rules::formula(&it.atom), it.holds)).collect()
    }

    /// Terms whose values decide literals about a number: in `N + t < u` it is `u - t`.
    fn near(&self, variable: usize) -> Vec<Expr> {
        let mut found = Vec::new();
        for literal in &self.literals {
            let (Formula::Equal(left, right) | Formula::Compare(_, left, right)) = &literal.atom
            else {
                continue;
            };
            for (own, other) in [(left, right), (right, left)] {
                if let Some(term) = solved(own, other, variable)
                    && variables(&term).is_subset(&self.assigned)
                {
                    found.push(rules::expr(&term));
                }
            }
        }
        found
    }
}

/// The term that a number equals if `own = other`.
fn solved(own: &Term, other: &Term, variable: usize) -> Option<Term> {
    use ArithmeticOperator::{Add, Subtract};
    let arithmetic = |operator, left: &Term, right: &Term| {
        Term::Arithmetic(operator, Box::new(left.clone()), Box::new(right.clone()))
    };
    let is_it = |term: &Term| *term == Term::Variable(VarId::from_index(variable));
    match own {
        own if is_it(own) => Some(other.clone()),
        Term::Arithmetic(Add, left, right) if is_it(left) => {
            Some(arithmetic(Subtract, other, right))
        }
        Term::Arithmetic(Add, left, right) if is_it(right) => {
            Some(arithmetic(Subtract, other, left))
        }
        Term::Arithmetic(Subtract, left, right) if is_it(left) => {
            Some(arithmetic(Add, other, right))
        }
        Term::Arithmetic(Subtract, left, right) if is_it(right) => {
            Some(arithmetic(Subtract, left, other))
        }
        _ => None,
    }
}

/// By variable, the term that a literal requires it to equal. No term depends on its own
/// variable, directly or not.
fn determined(literals: &[Literal], count: usize) -> Vec<Option<Term>> {
    let mut found: Vec<Option<Term>> = vec![None; count];
    for literal in literals.iter().filter(|literal| literal.holds) {
        let Formula::Equal(left, right) = &literal.atom else { continue };
        for (own, other) in [(left, right), (right, left)] {
            let Term::Variable(variable) = own else { continue };
            let variable = variable.index();
            if found[variable].is_none() && !depends(other, variable, &found) {
                found[variable] = Some(other.clone());
                break;
            }
        }
    }
    found
}

/// The variables without a term that a variable depends on.
fn add_needed(variable: usize, determined: &[Option<Term>], needed: &mut BTreeSet<usize>) {
    match &determined[variable] {
        None => drop(needed.insert(variable)),
        Some(term) => {
            variables(term).into_iter().for_each(|it| add_needed(it, determined, needed));
        }
    }
}

fn depends(term: &Term, variable: usize, determined: &[Option<Term>]) -> bool {
    variables(term).into_iter().any(|used| {
        let further = determined[used].as_ref();
        used == variable || further.is_some_and(|term| depends(term, variable, determined))
    })
}

fn variables(term: &Term) -> BTreeSet<usize> {
    let variable = |part: &Term| match part {
        Term::Variable(variable) => Some(variable.index()),
        _ => None,
    };
    term.subterms().into_iter().filter_map(variable).collect()
}
