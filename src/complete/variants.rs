//! Small changes to a formula, such as a user might make by mistake.

use crate::arena::Id;
use crate::theory::{Comparison, Formula, Term, VarId, Variable};

/// What was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    DroppedPremise,
    Comparison,
    SwappedBranches,
    Connective,
    WrongVariable,
    Number,
}

impl Change {
    pub fn word(self) -> &'static str {
        match self {
            Change::DroppedPremise => "a dropped premise",
            Change::Comparison => "another comparison",
            Change::SwappedBranches => "swapped branches",
            Change::Connective => "`and` for `or`, or the other way round",
            Change::WrongVariable => "another variable",
            Change::Number => "another number",
        }
    }
}

/// All formulas that differ from this one by one change, without duplicates.
pub fn variants(formula: &Formula, variables: &[Variable]) -> Vec<(Change, Formula)> {
    let mut found: Vec<(Change, Formula)> = Vec::new();
    for (change, variant) in of_formula(formula, variables) {
        if variant != *formula && found.iter().all(|(_, known)| *known != variant) {
            found.push((change, variant));
        }
    }
    found
}

type Variants = Vec<(Change, Formula)>;

fn of_formula(formula: &Formula, variables: &[Variable]) -> Variants {
    match formula {
        Formula::Predicate(..) | Formula::Equal(..) | Formula::Compare(..) => {
            of_atom(formula, variables)
        }
        Formula::Not(inner) => wrapped(inner, variables, &|inner| Formula::Not(inner)),
        Formula::And(left, right) => {
            let mut found = of_pair(left, right, variables, &Formula::And);
            found.push((Change::Connective, Formula::Or(left.clone(), right.clone())));
            found
        }
        Formula::Or(left, right) => {
            let mut found = match branches(left, right) {
                Some(swapped) => vec![(Change::SwappedBranches, swapped)],
                None => vec![(Change::Connective, Formula::And(left.clone(), right.clone()))],
            };
            found.extend(of_pair(left, right, variables, &Formula::Or));
            found
        }
        Formula::Iff(left, right) => of_pair(left, right, variables, &Formula::Iff),
        Formula::If { conclusion, premise } => {
            let join = |conclusion, premise| Formula::If { conclusion, premise };
            let mut found = vec![(Change::DroppedPremise, (**conclusion).clone())];
            for rest in without_one(premise) {
                let premise = Box::new(rest);
                let conclusion = conclusion.clone();
                found.push((Change::DroppedPremise, Formula::If { conclusion, premise }));
            }
            found.extend(of_pair(conclusion, premise, variables, &join));
            found
        }
    }
}

fn wrapped(
    inner: &Formula,
    variables: &[Variable],
    wrap: &dyn Fn(Box<Formula>) -> Formula,
) -> Variants {
    let inner = of_formula(inner, variables).into_iter();
    inner.map(|(change, formula)| (change, wrap(Box::new(formula)))).collect()
}

fn of_pair(
    left: &Formula,
    right: &Formula,
    variables: &[Variable],
    join: &dyn Fn(Box<Formula>, Box<Formula>) -> Formula,
) -> Variants {
    let mut found = wrapped(left, variables, &|left| join(left, Box::new(right.clone())));
    found.extend(wrapped(right, variables, &|right| join(Box::new(left.clone()), right)));
    found
}

/// A conjunction without one of its parts.
fn without_one(formula: &Formula) -> Vec<Formula> {
    let Formula::And(left, right) = formula else { return Vec::new() };
    let mut found = vec![(**right).clone(), (**left).clone()];
    let shorter = without_one(left).into_iter();
    found.extend(shorter.map(|left| Formula::And(Box::new(left), right.clone())));
    found
}

/// `(a and c) or (b and not c)`, as `a when c else b` is resolved, with `a` and `b` swapped.
fn branches(left: &Formula, right: &Formula) -> Option<Formula> {
    let (Formula::And(first, condition), Formula::And(second, otherwise)) = (left, right) else {
        return None;
    };
    let is_opposite = matches!(&**otherwise, Formula::Not(inner) if inner == condition);
    is_opposite.then(|| {
        let left = Formula::And(second.clone(), condition.clone());
        let right = Formula::And(first.clone(), otherwise.clone());
        Formula::Or(Box::new(left), Box::new(right))
    })
}

fn of_atom(atom: &Formula, variables: &[Variable]) -> Variants {
    let sides: Vec<Term> = atom.sides().into_iter().cloned().collect();
    let mut found = Vec::new();
    if let Formula::Compare(comparison, left, right) = atom {
        let other = match comparison {
            Comparison::Less => Comparison::LessEqual,
            Comparison::LessEqual => Comparison::Less,
            Comparison::Greater => Comparison::GreaterEqual,
            Comparison::GreaterEqual => Comparison::Greater,
        };
        let changed = Formula::Compare(other, left.clone(), right.clone());
        found.push((Change::Comparison, changed));
    }
    for (change, sides) in of_terms(&sides, variables) {
        let changed = match (atom, sides.as_slice()) {
            (Formula::Predicate(op, _), _) => Formula::Predicate(*op, sides),
            (Formula::Equal(..), [left, right]) => Formula::Equal(left.clone(), right.clone()),
            (Formula::Compare(comparison, ..), [left, right]) => {
                Formula::Compare(*comparison, left.clone(), right.clone())
            }
            _ => continue,
        };
        found.push((change, changed));
    }
    found
}

fn of_terms(terms: &[Term], variables: &[Variable]) -> Vec<(Change, Vec<Term>)> {
    let mut found = Vec::new();
    for (place, term) in terms.iter().enumerate() {
        for (change, changed) in of_term(term, variables) {
            let mut terms = terms.to_vec();
            terms[place] = changed;
            found.push((change, terms));
        }
    }
    found
}

fn of_term(term: &Term, variables: &[Variable]) -> Vec<(Change, Term)> {
    match term {
        Term::Variable(var) => {
            let sort = variables[var.index()].sort;
            let others = variables.iter().enumerate();
            let others = others.filter(|(place, it)| *place != var.index() && it.sort == sort);
            others
                .map(|(place, _)| (Change::WrongVariable, Term::Variable(VarId::from_index(place))))
                .collect()
        }
        Term::Int(number) => {
            let next = number.checked_add(1).map(|next| (Change::Number, Term::Int(next)));
            next.into_iter().collect()
        }
        Term::Apply(op, arguments) => of_terms(arguments, variables)
            .into_iter()
            .map(|(change, arguments)| (change, Term::Apply(*op, arguments)))
            .collect(),
        Term::Arithmetic(operator, left, right) => {
            let sides = [(**left).clone(), (**right).clone()];
            let join = |sides: Vec<Term>| match <[Term; 2]>::try_from(sides) {
                Ok([left, right]) => {
                    Some(Term::Arithmetic(*operator, Box::new(left), Box::new(right)))
                }
                Err(_) => None,
            };
            let found = of_terms(&sides, variables).into_iter();
            found.filter_map(|(change, sides)| Some((change, join(sides)?))).collect()
        }
    }
}
