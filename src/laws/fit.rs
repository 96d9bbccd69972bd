//! Right sides that fit what was observed of a left side.

use std::cmp::{Ordering, Reverse};

use super::conditions::Condition;
use super::law::{Claim, both, formula_size, is_kept};
use super::mask::Mask;
use super::sides::Side;
use super::sight::Seen;
use crate::theory::{ArithmeticOperator, Formula, Term};

/// The most numbers to take the minimum and maximum of in pairs.
const BOUNDS: usize = 250;
/// The most right sides and conditions to combine.
const PARTIAL: usize = 60;
const WIDE: usize = 20;
const PAIRED: usize = 90;

/// A claim, its premise, and the samples that it speaks about.
#[derive(Clone, Debug)]
pub struct Fit {
    pub claim: Claim,
    pub premise: Option<Formula>,
    pub covers: Mask,
}

impl Fit {
    /// The number of symbols.
    pub fn size(&self) -> usize {
        self.claim.size() + self.premise.as_ref().map_or(0, |it| formula_size(it) + 1)
    }

    /// The same inside of a domain.
    pub fn inside(self, domain: Option<&Formula>) -> Self {
        let parts = domain.cloned().into_iter().chain(self.premise);
        Self { premise: parts.reduce(both), ..self }
    }
}

/// A right side and the samples where it is right.
struct Right<'s> {
    term: &'s Term,
    mask: Mask,
}

/// What is known about a left side.
pub struct Observed<'s> {
    /// The samples whose left side is known, and those that the axioms leave open.
    pub all: Mask,
    pub open: Mask,
    pub conditions: &'s [Condition],
}

/// Equations that hold for all samples. The caller ranks them.
pub fn equations(left: &Term, column: &[Seen], sides: &[Side], seen: &Observed<'_>) -> Vec<Fit> {
    let mut found = Vec::new();
    let mut rights: Vec<Right<'_>> = Vec::new();
    // Of right sides that fit equally, what is kept goes first.
    let mut ordered: Vec<&Side> = sides.iter().filter(|side| side.term != *left).collect();
    ordered.sort_by_key(|side| !is_kept(left, &side.term));
    for side in ordered {
        let agrees = |sample: usize| side.column[sample] == column[sample];
        let mask = Mask::of(column.len(), agrees).and(&seen.all);
        if seen.all.is_subset(&mask) {
            found.push(equation(left, Vec::new(), &side.term, None, &seen.all));
        }
        if !mask.and(&seen.open).is_empty() {
            rights.push(Right { term: &side.term, mask });
        }
    }
    let has_one = !found.is_empty();
    let bounds = if has_one { Vec::new() } else { bounds(column, sides, seen) };
    for (term, mask) in &bounds {
        if seen.all.is_subset(mask) {
            found.push(equation(left, Vec::new(), term, None, &seen.all));
        }
        rights.push(Right { term, mask: mask.clone() });
    }
    let has_one = !found.is_empty();
    // The axioms may not determine the right side of a plain equation, so choices are there too.
    let chosen = choices(left, &rights, seen, &seen.all, &[]);
    if !has_one && chosen.is_empty() {
        found.extend(nested(left, &rights, seen));
    }
    found.extend(chosen);
    let partial: Vec<Right<'_>> =
        rights.into_iter().filter(|right| !seen.all.is_subset(&right.mask)).collect();
    found.extend(
        conditionals(&partial, seen).into_iter().map(|(right, premise, covers)| {
            equation(left, Vec::new(), right, Some(premise), &covers)
        }),
    );
    found
}

fn equation(
    left: &Term,
    cases: Vec<(Formula, Term)>,
    last: &Term,
    premise: Option<Formula>,
    covers: &Mask,
) -> Fit {
    let claim = Claim::Equation { left: left.clone(), cases, last: last.clone() };
    Fit { claim, premise, covers: covers.clone() }
}

/// The smaller or larger one of two numbers, where that is right whenever there is a number.
fn bounds(column: &[Seen], sides: &[Side], seen: &Observed<'_>) -> Vec<(Term, Mask)> {
    let known: Vec<(usize, i64)> = (0..column.len())
        .filter_map(|sample| match column[sample] {
            Seen::Int(number) => Some((sample, number)),
            _ => None,
        })
        .collect();
    let mut found = Vec::new();
    for (operator, order) in [
        (ArithmeticOperator::Minimum, Ordering::Greater),
        (ArithmeticOperator::Maximum, Ordering::Less),
    ] {
        // The sides on one side of all values, and where they are the value.
        let bounding = sides.iter().filter_map(|side| {
            let mut mask = vec![false; column.len()];
            for (sample, number) in &known {
                let Seen::Int(bound) = side.column[*sample] else { return None };
                match bound.cmp(number) {
                    Ordering::Equal => mask[*sample] = true,
                    other if other == order => {}
                    _ => return None,
                }
            }
            mask.contains(&true).then_some((side, mask))
        });
        let bounding: Vec<_> = bounding.take(BOUNDS).collect();
        let pairs = (0..bounding.len()).flat_map(|right| (0..right).map(move |left| (left, right)));
        let fits = |(left, right): &(usize, usize)| {
            let [left, right] = [*left, *right].map(|at| &bounding[at].1);
            known.iter().all(|(sample, _)| left[*sample] || right[*sample])
        };
        if let Some((left, right)) = pairs.into_iter().find(fits) {
            let [left, right] = [left, right].map(|at| bounding[at].0);
            let (one, other) = (Box::new(left.term.clone()), Box::new(right.term.clone()));
            let is_undefined = |sample: usize| {
                column[sample] == Seen::Undefined
                    && [left, right].iter().any(|it| it.column[sample] == Seen::Undefined)
            };
            let mask = Mask::of(column.len(), |sample| {
                matches!(column[sample], Seen::Int(_)) || is_undefined(sample)
            });
            found.push((Term::Arithmetic(operator, one, other), mask.and(&seen.all)));
        }
    }
    found
}

/// `… = u when c else v`, over some of the samples and behind some cases.
fn choices(
    left: &Term,
    rights: &[Right<'_>],
    seen: &Observed<'_>,
    among: &Mask,
    before: &[(Formula, Term)],
) -> Vec<Fit> {
    let mut found = Vec::new();
    for condition in seen.conditions.iter().filter(|it| !it.is_negated()) {
        let (inside, outside) = (condition.mask.and(among), among.minus(&condition.mask));
        if inside.is_empty() || outside.is_empty() {
            continue;
        }
        let first = rights.iter().find(|right| inside.is_subset(&right.mask));
        let Some(first) = first else { continue };
        let Some(last) = rights.iter().find(|right| outside.is_subset(&right.mask)) else {
            continue;
        };
        let case = (condition.formula.clone(), first.term.clone());
        let cases = [before, &[case]].concat();
        found.push(equation(left, cases, last.term, None, &seen.all));
    }
    found
}

/// `… = u when c else v when d else w`
fn nested(left: &Term, rights: &[Right<'_>], seen: &Observed<'_>) -> Vec<Fit> {
    let mut found = Vec::new();
    for condition in seen.conditions.iter().take(PAIRED) {
        let inside = condition.mask.and(&seen.all);
        let Some(first) = rights.iter().find(|right| inside.is_subset(&right.mask)) else {
            continue;
        };
        // A negated condition would be printed as `when not …`, which reads as well.
        let case = (condition.formula.clone(), first.term.clone());
        let rest = seen.all.minus(&inside);
        found.extend(choices(left, rights, seen, &rest, &[case]));
    }
    found
}

/// Right sides under one or two conditions: small ones, and large ones that fit most samples.
fn conditionals<'s>(rights: &[Right<'s>], seen: &Observed<'_>) -> Vec<(&'s Term, Formula, Mask)> {
    let mut found = Vec::new();
    let mut wide: Vec<&Right<'_>> = rights.iter().skip(PARTIAL).collect();
    wide.sort_by_key(|right| Reverse(right.mask.and(&seen.open).count()));
    for right in rights.iter().take(PARTIAL).chain(wide.into_iter().take(WIDE)) {
        for (premise, covers) in premises(&right.mask, seen) {
            found.push((right.term, premise, covers));
        }
    }
    found
}

/// The premises of one or two literals under which only these samples are spoken about, of
/// which the first that covers most open samples are returned.
pub fn premises(allowed: &Mask, seen: &Observed<'_>) -> Vec<(Formula, Mask)> {
    let mut found: Vec<(usize, Formula, Mask)> = Vec::new();
    let mut useful: Vec<(&Condition, Mask)> = Vec::new();
    for condition in seen.conditions {
        let mask = condition.mask.and(&seen.all);
        let covered = mask.and(&seen.open).count();
        if covered == 0 {
            continue;
        }
        if mask.is_subset(allowed) {
            found.push((covered, condition.formula.clone(), mask));
        } else if useful.len() < PAIRED {
            useful.push((condition, mask));
        }
    }
    let best = found.iter().map(|(covered, ..)| *covered).max().unwrap_or(0);
    if best < seen.open.and(allowed).count() {
        for (place, (second, right)) in useful.iter().enumerate() {
            for (first, left) in &useful[..place] {
                let mask = left.and(right);
                let covered = mask.and(&seen.open).count();
                if covered > best && mask.is_subset(allowed) {
                    let formula = both(first.formula.clone(), second.formula.clone());
                    found.push((covered, formula, mask));
                }
            }
        }
    }
    let most = found.iter().map(|(covered, ..)| *covered).max().unwrap_or(0);
    found.retain(|(covered, ..)| *covered == most);
    found.truncate(4);
    found.into_iter().map(|(_, formula, mask)| (formula, mask)).collect()
}
