//! Right sides that fit what was observed of a left side.

use std::cmp::Reverse;

use super::conditions::Condition;
use super::law::{Claim, both, formula_size};
use super::mask::Mask;
use super::sides::Side;
use super::sight::Seen;
use crate::theory::{Formula, Term};

/// The most right sides and conditions of which combinations are tried.
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
    for side in sides {
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
