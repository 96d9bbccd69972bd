//! What holds for all values that constructors build.
//!
//! Candidates are combinations of literals that no value seems to have. Assume that all of them
//! hold for the arguments of a constructor: a candidate that then holds for its results holds
//! for every value, if the others do. Those that do not are dropped, and the rest is tried
//! again, until nothing changes (Flanagan and Leino 2001 call this Houdini).

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::rules::{Lemma, Rules, variable};
use super::tableau::Tableau;
use crate::arena::Id;
use crate::goal::{Goal, Literal};
use crate::parallel;
use crate::theory::{
    Axiom, Comparison, Formula, OpId, SortId, SortKind, Term, Theory, VarId, Variable,
};

/// The literals of a goal that are combined, at most.
const LITERALS: usize = 6;

/// The most cases of one step.
const CASES: usize = 60;

/// The most candidates that are tried together.
pub const CANDIDATES: usize = 200;

/// The candidates that hold for all values, with those that are known to.
pub fn proved(theory: &Theory, known: &[Lemma], mut candidates: Vec<Lemma>) -> Vec<Lemma> {
    loop {
        let all = [known, &candidates].concat();
        let rules = Rules::new(theory, &all);
        let holds = parallel::map(&candidates, |lemma| is_inductive(theory, &rules, lemma));
        if holds.iter().all(|holds| *holds) {
            return all;
        }
        let mut holds = holds.into_iter();
        candidates.retain(|_| holds.next().unwrap_or(false));
    }
}

/// The candidates that follow from what is known without induction: bounds of what is defined by
/// other observers.
pub fn implied(theory: &Theory, known: &[Lemma], mut candidates: Vec<Lemma>) -> Vec<Lemma> {
    let (rules, none) = (Rules::new(theory, known), BTreeSet::new());
    let follows = parallel::map(&candidates, |lemma| {
        let mut tableau = Tableau::new(theory, &rules, &none).with_limit(CASES);
        let variables = lemma.variables.iter().enumerate();
        let values: Vec<_> =
            variables.map(|(at, it)| tableau.terms().variable(at, it.sort)).collect();
        tableau.holds(&lemma.formula, &values, &[])
    });
    let mut follows = follows.into_iter();
    candidates.retain(|_| follows.next().unwrap_or(false));
    candidates
}

/// Whether constructors preserve a lemma, if all lemmas hold for their arguments.
fn is_inductive(theory: &Theory, rules: &Rules<'_>, lemma: &Lemma) -> bool {
    let sort = lemma.variables[0].sort;
    theory.constructors(sort).all(|(op, constructor)| {
        let none = BTreeSet::new();
        let mut tableau = Tableau::new(theory, rules, &none).with_limit(CASES);
        let terms = tableau.terms();
        let sorts = constructor.arguments.iter().enumerate();
        let arguments: Vec<_> = sorts.map(|(at, sort)| terms.variable(at, *sort)).collect();
        let others = lemma.variables.iter().enumerate().skip(1);
        let first = arguments.len();
        let others: Vec<_> = others.map(|(at, it)| terms.variable(first + at, it.sort)).collect();
        let value = terms.apply(op, arguments);
        let values: Vec<_> = [value].into_iter().chain(others).collect();
        tableau.holds(&lemma.formula, &values, &[value])
    })
}

/// That some literal of a goal never holds, and usual candidates. Those that would refute most goals
/// come first: not all are tried.
pub fn single_candidates(theory: &Theory, goals: &[&Goal]) -> Vec<Lemma> {
    let mut found = Vec::new();
    for goal in goals {
        for literal in state_literals(theory, goal) {
            add(theory, &goal.variables, &[literal], &mut found);
        }
        for literal in replaced_literals(theory, goal) {
            add(theory, &goal.variables, &[&literal], &mut found);
        }
    }
    let mut found = by_frequency(found);
    let built: Vec<SortId> = theory.sorts.ids().filter(|it| is_built(theory, *it)).collect();
    built.iter().for_each(|sort| add_bounds(theory, *sort, &mut found));
    built.iter().for_each(|sort| add_pairs(theory, *sort, &mut found));
    by_frequency(found)
}

/// That two literals of a goal never hold together, and that a number does not change while one
/// holds.
pub fn paired_candidates(theory: &Theory, goals: &[&Goal]) -> Vec<Lemma> {
    let mut found: Vec<Lemma> = Vec::new();
    for goal in goals {
        let literals = state_literals(theory, goal);
        let (changed, replaced) = (changed_numbers(theory, goal), replaced_literals(theory, goal));
        for (at, one) in literals.iter().enumerate() {
            let others = literals[at + 1..].iter().copied().chain(&changed).chain(&replaced);
            for other in others.filter(|other| other != one) {
                add(theory, &goal.variables, &[*one, other], &mut found);
            }
        }
    }
    by_frequency(found)
}

/// Each candidate once, those that were found most often first.
fn by_frequency(found: Vec<Lemma>) -> Vec<Lemma> {
    let mut counted: Vec<(Lemma, usize)> = Vec::new();
    for lemma in found {
        match counted.iter_mut().find(|(known, _)| known.formula == lemma.formula) {
            Some((_, count)) => *count += 1,
            None => counted.push((lemma, 1)),
        }
    }
    counted.sort_by_key(|(_, count)| Reverse(*count));
    counted.into_iter().map(|(lemma, _)| lemma).collect()
}

/// Literals about a variable that the goal compares with a term, about that term: with
/// `P <= pin(S)`, `P > 9999` becomes `pin(S) > 9999`. With `N < 1`, `now(L) + N >= 60` becomes
/// `now(L) + 0 >= 60`.
fn replaced_literals(theory: &Theory, goal: &Goal) -> Vec<Literal> {
    let mut found = Vec::new();
    for relation in goal.literals.iter().filter(|it| is_state(theory, it)) {
        for (variable, term) in limits(relation) {
            let others = goal.literals.iter().filter(|it| *it != relation && is_state(theory, it));
            for literal in others.filter(|it| it.atom.variables().contains(&variable)) {
                let replace = |it: VarId| match it == variable {
                    true => term.clone(),
                    false => Term::Variable(it),
                };
                let atom = literal.atom.replaced(&replace);
                found.push(Literal { atom, holds: literal.holds });
            }
        }
    }
    found
}

/// Variables that a literal compares with a term or a number, each with the last value that it
/// allows. Terms stand for the values next to them.
fn limits(literal: &Literal) -> Vec<(VarId, Term)> {
    let (left, right, steps) = match &literal.atom {
        Formula::Equal(left, right) if literal.holds => (left, right, 0),
        Formula::Compare(comparison, left, right) => {
            let steps = match (comparison, literal.holds) {
                (Comparison::Less, true) | (Comparison::GreaterEqual, false) => -1,
                (Comparison::Greater, true) | (Comparison::LessEqual, false) => 1,
                _ => 0,
            };
            (left, right, steps)
        }
        _ => return Vec::new(),
    };
    let limit = |own: &Term, other: &Term, steps: i64| match (own, other) {
        (Term::Variable(variable), Term::Apply(..)) => Some((*variable, other.clone())),
        (Term::Variable(variable), Term::Int(number)) => {
            Some((*variable, Term::Int(number.checked_add(steps)?)))
        }
        _ => None,
    };
    [limit(left, right, steps), limit(right, left, -steps)].into_iter().flatten().collect()
}

/// That the numbers of a goal are not as in the beginning.
fn changed_numbers(theory: &Theory, goal: &Goal) -> Vec<Literal> {
    let mut found: Vec<Literal> = Vec::new();
    for term in goal.literals.iter().flat_map(|literal| literal.atom.subterms()) {
        let Term::Apply(op, arguments) = term else { continue };
        if !arguments.iter().all(|it| matches!(it, Term::Variable(_))) {
            continue;
        }
        for number in first_values(theory, *op) {
            let atom = Formula::Equal(term.clone(), Term::Int(number));
            let literal = Literal { atom, holds: false };
            if !found.contains(&literal) {
                found.push(literal);
            }
        }
    }
    found
}

/// The numbers that an observer returns for values without constructed parts.
fn first_values(theory: &Theory, observer: OpId) -> BTreeSet<i64> {
    let is_first = |term: &Term| match term {
        Term::Apply(op, _) => {
            let op = &theory.ops[*op];
            op.is_constructor() && op.result.is_some_and(|sort| !op.arguments.contains(&sort))
        }
        _ => false,
    };
    let number = |axiom: &Axiom| match &axiom.formula {
        Formula::Equal(Term::Apply(op, arguments), Term::Int(number))
            if *op == observer && arguments.first().is_some_and(is_first) =>
        {
            Some(*number)
        }
        _ => None,
    };
    theory.axioms.values().filter_map(number).collect()
}

/// The numbers that an observer is compared with, and those that bound many: 0 and 1.
fn compared_values(theory: &Theory, observer: OpId) -> BTreeSet<i64> {
    let is_it = |term: &Term| matches!(term, Term::Apply(op, _) if *op == observer);
    let mut found = BTreeSet::from([0, 1]);
    for atom in theory.formulas().flat_map(Formula::atom_occurrences) {
        let (Formula::Equal(left, right) | Formula::Compare(_, left, right)) = atom else {
            continue;
        };
        for (own, other) in [(left, right), (right, left)] {
            let is_compared = own.subterms().into_iter().any(is_it);
            let parts = if is_compared { other.subterms() } else { Vec::new() };
            found.extend(parts.into_iter().filter_map(|part| match part {
                Term::Int(number) => Some(*number),
                _ => None,
            }));
        }
    }
    found
}

fn state_literals<'g>(theory: &Theory, goal: &'g Goal) -> Vec<&'g Literal> {
    goal.literals.iter().filter(|literal| is_state(theory, literal)).take(LITERALS).collect()
}

/// Whether a literal has no constructors.
fn is_state(theory: &Theory, literal: &Literal) -> bool {
    literal.atom.ops().iter().all(|op| !theory.ops[*op].is_constructor())
}

/// Adds that the literals are never true together.
fn add(theory: &Theory, variables: &[Variable], literals: &[&Literal], found: &mut Vec<Lemma>) {
    let formula = |literal: &&Literal| match literal.holds {
        true => literal.atom.clone(),
        false => Formula::Not(Box::new(literal.atom.clone())),
    };
    let both = literals.iter().map(formula).reduce(|a, b| Formula::And(Box::new(a), Box::new(b)));
    let Some(both) = both else { return };
    let (values, others): (Vec<VarId>, Vec<VarId>) =
        both.variables().into_iter().partition(|it| is_built(theory, variables[it.index()].sort));
    let [value] = values.as_slice() else { return };
    let order: Vec<VarId> = [*value].into_iter().chain(others).collect();
    let place = |wanted: VarId| {
        let at = order.iter().position(|it| *it == wanted);
        VarId::from_index(at.expect("all variables are listed"))
    };
    found.push(Lemma {
        variables: order.iter().map(|it| variables[it.index()].clone()).collect(),
        formula: Formula::Not(Box::new(both.renamed(&place))),
    });
}

fn is_built(theory: &Theory, sort: SortId) -> bool {
    theory.sorts[sort].kind == SortKind::Constructed
}

/// Adds that numbers keep within what they are compared with.
fn add_bounds(theory: &Theory, sort: SortId, found: &mut Vec<Lemma>) {
    for one in observers(theory, sort).into_iter().filter(|it| theory.ops[*it].result.is_some()) {
        let mut variables = vec![Variable { name: "X".to_owned(), sort }];
        let number = Term::Apply(one, call(theory, one, &mut variables));
        for bound in compared_values(theory, one) {
            for comparison in [Comparison::Less, Comparison::Greater] {
                let beyond = compare(comparison, number.clone(), Term::Int(bound));
                add(theory, &variables, &[&beyond], found);
            }
        }
    }
}

/// Adds that one number is at most another, and that a predicate implies another or excludes it, or
/// implies that a number is not 0.
fn add_pairs(theory: &Theory, sort: SortId, found: &mut Vec<Lemma>) {
    let observers: Vec<OpId> = observers(theory, sort);
    for (at, one) in observers.iter().enumerate() {
        let mut variables = vec![Variable { name: "X".to_owned(), sort }];
        let first = call(theory, *one, &mut variables);
        for (place, other) in observers.iter().enumerate().filter(|(place, _)| *place != at) {
            let mut variables = variables.clone();
            let second = call(theory, *other, &mut variables);
            let (p, q) = (*one, *other);
            match (theory.ops[p].result, theory.ops[q].result) {
                (Some(_), Some(_)) => {
                    let [left, right] = [Term::Apply(p, first.clone()), Term::Apply(q, second)];
                    add(theory, &variables, &[&compare(Comparison::Greater, left, right)], found);
                }
                (None, None) => {
                    let [left, right] =
                        [Formula::Predicate(p, first.clone()), Formula::Predicate(q, second)];
                    let holds = Literal { atom: left, holds: true };
                    for truth in [true, false] {
                        if !truth || at < place {
                            let other = Literal { atom: right.clone(), holds: truth };
                            add(theory, &variables, &[&holds, &other], found);
                        }
                    }
                }
                (None, Some(_)) => {
                    let holds = Literal { atom: Formula::Predicate(p, first.clone()), holds: true };
                    let number = Term::Apply(q, second);
                    let small = compare(Comparison::Less, number.clone(), Term::Int(1));
                    let large = compare(Comparison::Greater, number, Term::Int(0));
                    let absent = Literal { holds: false, ..holds.clone() };
                    for (predicate, bound) in
                        [(&holds, &small), (&absent, &large), (&holds, &large), (&absent, &small)]
                    {
                        add(theory, &variables, &[predicate, bound], found);
                    }
                }
                (Some(_), None) => {}
            }
        }
    }
}

/// The arguments of an operation: variables of its sorts, known ones first.
fn call(theory: &Theory, op: OpId, variables: &mut Vec<Variable>) -> Vec<Term> {
    let mut used: Vec<usize> = Vec::new();
    let mut arguments = Vec::new();
    for sort in &theory.ops[op].arguments {
        let fits = |at: &usize| variables[*at].sort == *sort && !used.contains(at);
        let known = (0..variables.len()).find(fits);
        let at = known.unwrap_or_else(|| {
            variables.push(Variable { name: format!("X{}", variables.len()), sort: *sort });
            variables.len() - 1
        });
        used.push(at);
        arguments.push(variable(at));
    }
    arguments
}

fn compare(comparison: Comparison, left: Term, right: Term) -> Literal {
    Literal { atom: Formula::Compare(comparison, left, right), holds: true }
}

/// The predicates and numbers of a sort that take no other constructed value.
fn observers(theory: &Theory, sort: SortId) -> Vec<OpId> {
    let int = theory.int();
    let ops = theory.ops.iter().filter(|(_, op)| {
        let built = op.arguments.iter().filter(|it| is_built(theory, **it));
        op.arguments.first() == Some(&sort)
            && built.count() == 1
            && !op.is_constructor()
            && (op.is_predicate() || op.result == int)
    });
    ops.map(|(id, _)| id).collect()
}
