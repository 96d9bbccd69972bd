//! Right sides: small terms over the variables of a left side, one for each column of values.

use std::collections::HashSet;

use super::law::is_kept;
use super::samples::{Sample, Scene, column};
use super::sight::Seen;
use crate::arena::Id;
use crate::complete::LeftSide;
use crate::theory::{ArithmeticOperator, OpId, SortId, Term, Theory, VarId, Variable};
use crate::trial::adding_up;

/// The most symbols of a term, the most terms, and the most that are tried.
const SYMBOLS: usize = 7;
const TERMS: usize = 1_500;
const TRIED: usize = 12_000;

/// A term with its value for each sample.
#[derive(Clone, Debug)]
pub struct Side {
    pub term: Term,
    pub sort: SortId,
    pub size: usize,
    pub column: Vec<Seen>,
    /// Whether a constructor is applied to something in it: observers of it may say what the
    /// left side says.
    is_built: bool,
}

/// All terms that observers, constructors and sums make of the variables, small ones first.
/// Terms of a result sort may be built; all others are observed. `recursive` are larger terms of
/// the result sort.
pub fn sides(
    scenes: &mut [Scene<'_>],
    samples: &[Sample],
    variables: &[Variable],
    (result, recursive): (Option<SortId>, Vec<Term>),
) -> Vec<Side> {
    let Some(first) = scenes.first() else { return Vec::new() };
    let theory = first.sight.theory;
    let mut found =
        SideSearch { scenes, samples, sides: Vec::new(), seen: HashSet::new(), tried: 0 };
    for (place, variable) in variables.iter().enumerate() {
        found.add(Term::Variable(VarId::from_index(place)), variable.sort, 1, false);
    }
    // Of terms with the same values one is kept: rather `waiting(C)` than a number.
    for (term, sort) in recursive.iter().zip(result.into_iter().cycle()) {
        if is_kept(term, term) && !theory.is_constructed(sort) {
            found.add(term.clone(), sort, term.subterms().len(), false);
        }
    }
    leaves(theory, &mut found, result);
    let mut ops: Vec<OpId> = theory.ops.ids().filter(|op| is_usable(theory, *op)).collect();
    // Observers first: most right sides have no constructor.
    ops.sort_by_key(|op| theory.ops[*op].is_constructor());
    for size in 2..=SYMBOLS {
        for op in &ops {
            apply(theory, &mut found, *op, size, result);
        }
        if theory.int().is_some() {
            sums(theory, &mut found, size);
        }
        if found.is_full() {
            break;
        }
    }
    for (term, sort) in recursive.into_iter().zip(result.into_iter().cycle()) {
        let size = term.subterms().len();
        found.keep(term, sort, size, true);
    }
    found.sides
}

fn is_usable(theory: &Theory, op: OpId) -> bool {
    let operation = &theory.ops[op];
    operation.result.is_some() && !operation.arguments.is_empty()
}

struct SideSearch<'f, 'o> {
    scenes: &'f mut [Scene<'o>],
    samples: &'f [Sample],
    sides: Vec<Side>,
    seen: HashSet<(SortId, Vec<Seen>)>,
    tried: usize,
}

impl SideSearch<'_, '_> {
    fn is_full(&self) -> bool {
        self.sides.len() >= TERMS || self.tried >= TRIED
    }

    /// Keeps a term if its values are new and there is room.
    fn add(&mut self, term: Term, sort: SortId, size: usize, is_built: bool) {
        if !self.is_full() {
            self.tried += 1;
            self.keep(term, sort, size, is_built);
        }
    }

    fn keep(&mut self, term: Term, sort: SortId, size: usize, is_built: bool) {
        let column = column(self.scenes, self.samples, &term);
        let is_empty = column.iter().all(|seen| matches!(seen, Seen::Undefined | Seen::Unknown));
        if !is_empty && self.seen.insert((sort, column.clone())) {
            self.sides.push(Side { term, sort, size, column, is_built });
        }
    }
}

fn leaves(theory: &Theory, found: &mut SideSearch<'_, '_>, result: Option<SortId>) {
    if let Some(int) = theory.int() {
        for number in [0, 1, 2] {
            found.add(Term::Int(number), int, 1, false);
        }
    }
    // Constants of parameters, such as the unit of a monoid.
    let constants = theory.ops.iter().filter(|(_, op)| op.arguments.is_empty());
    for (op, operation) in constants.filter(|(_, op)| !op.is_constructor()) {
        if let Some(sort) = operation.result {
            found.add(Term::Apply(op, Vec::new()), sort, 1, false);
        }
    }
    for (sort, _) in theory.sorts.iter().filter(|(sort, _)| Some(*sort) == result) {
        let constants = theory.constructors(sort).filter(|(_, op)| op.arguments.is_empty());
        for (op, _) in constants {
            found.add(Term::Apply(op, Vec::new()), sort, 1, true);
        }
    }
}

/// Applies an operation to known terms whose sizes add up.
fn apply(
    theory: &Theory,
    found: &mut SideSearch<'_, '_>,
    op: OpId,
    size: usize,
    result: Option<SortId>,
) {
    let operation = &theory.ops[op];
    let Some(sort) = operation.result else { return };
    let builds = operation.is_constructor();
    if builds && Some(sort) != result {
        return;
    }
    let list = |sort: &SortId| -> Vec<(usize, usize)> {
        let fits = |side: &Side| side.sort == *sort && (builds || !side.is_built);
        let fitting = found.sides.iter().enumerate().filter(|(_, side)| fits(side));
        fitting.map(|(at, side)| (side.size, at)).collect()
    };
    let lists: Vec<_> = operation.arguments.iter().map(list).collect();
    for chosen in adding_up(&lists, size - 1) {
        let arguments: Vec<Term> = chosen.iter().map(|at| found.sides[*at].term.clone()).collect();
        let is_built = builds || chosen.iter().any(|at| found.sides[*at].is_built);
        found.add(Term::Apply(op, arguments), sort, size, is_built);
    }
}

/// Sums and differences of numbers; of two terms only where both are small.
fn sums(theory: &Theory, found: &mut SideSearch<'_, '_>, size: usize) {
    let Some(int) = theory.int() else { return };
    let numbers: Vec<usize> =
        (0..found.sides.len()).filter(|at| found.sides[*at].sort == int).collect();
    for (place, left) in numbers.iter().enumerate() {
        for (other, right) in numbers.iter().enumerate() {
            let [one, two] = [*left, *right].map(|at| found.sides[at].clone());
            let is_constant = |side: &Side| matches!(side.term, Term::Int(_));
            if one.size + two.size + 1 != size || is_constant(&one) || two.term == Term::Int(0) {
                continue;
            }
            let join = |operator| {
                let (left, right) = (Box::new(one.term.clone()), Box::new(two.term.clone()));
                Term::Arithmetic(operator, left, right)
            };
            if place <= other || is_constant(&two) {
                found.add(join(ArithmeticOperator::Add), int, size, false);
            }
            found.add(join(ArithmeticOperator::Subtract), int, size, false);
        }
    }
}

/// An observer of a part of what it observes, perhaps with a number one more or less, and the
/// constructor around that: the right sides of recursive definitions.
pub fn recursive(theory: &Theory, left: &LeftSide) -> Vec<Term> {
    let (Term::Apply(observer, arguments), Some(place)) = (&left.term, left.place) else {
        return Vec::new();
    };
    let Term::Apply(constructor, parts) = &arguments[place] else { return Vec::new() };
    let built = theory.ops[*constructor].result;
    let is_part = |part: &&Term| Some(theory.sort_of(part, &left.variables)) == built;
    let mut found = Vec::new();
    for part in parts.iter().filter(is_part) {
        for arguments in stepped(theory, left, arguments) {
            let mut arguments = arguments;
            arguments[place] = part.clone();
            let inner = Term::Apply(*observer, arguments);
            if theory.ops[*observer].result == built {
                let around = |it: &Term| if it == part { inner.clone() } else { it.clone() };
                found.push(Term::Apply(*constructor, parts.iter().map(around).collect()));
            }
            found.push(inner);
        }
    }
    found
}

/// The arguments, and with one of the numbers one less or one more.
fn stepped(theory: &Theory, left: &LeftSide, arguments: &[Term]) -> Vec<Vec<Term>> {
    let mut found = vec![arguments.to_vec()];
    let is_number = |term: &Term| {
        matches!(term, Term::Variable(_))
            && theory.int() == Some(theory.sort_of(term, &left.variables))
    };
    for (place, argument) in arguments.iter().enumerate().filter(|(_, it)| is_number(it)) {
        for operator in [ArithmeticOperator::Subtract, ArithmeticOperator::Add] {
            let mut other = arguments.to_vec();
            let (number, one) = (Box::new(argument.clone()), Box::new(Term::Int(1)));
            other[place] = Term::Arithmetic(operator, number, one);
            found.push(other);
        }
    }
    found
}

impl Side {
    pub fn builds(&self) -> bool {
        self.is_built
    }
}
