//! Formulas that fit what was observed of a predicate.

use super::conditions::Condition;
use super::fit::{Fit, Observed, premises};
use super::law::{Claim, both, either};
use super::mask::Mask;
use crate::theory::Formula;

/// The most literals to combine in threes.
const COMBINED: usize = 50;

/// Claims about a predicate that hold for all samples, where it is true for `holds`.
pub fn equivalences(left: &Formula, holds: &Mask, seen: &Observed<'_>) -> Vec<Fit> {
    let fails = seen.all.minus(holds);
    let truth = |formula: Formula, premise: Option<Formula>, covers: &Mask| Fit {
        claim: Claim::Truth(formula),
        premise,
        covers: covers.clone(),
    };
    let negated = || Formula::Not(Box::new(left.clone()));
    if fails.is_empty() {
        return vec![truth(left.clone(), None, &seen.all)];
    }
    if holds.is_empty() {
        return vec![truth(negated(), None, &seen.all)];
    }
    let mut found: Vec<Fit> = Vec::new();
    for right in formulas(holds, &fails, seen) {
        let claim = Claim::Equivalence { left: left.clone(), right };
        found.push(Fit { claim, premise: None, covers: seen.all.clone() });
    }
    for (premise, covers) in premises(holds, seen) {
        found.push(truth(left.clone(), Some(premise), &covers));
    }
    for (premise, covers) in premises(&fails, seen) {
        found.push(truth(negated(), Some(premise), &covers));
    }
    found
}

/// Formulas of up to three literals that hold exactly there; only those with the fewest.
fn formulas(holds: &Mask, fails: &Mask, seen: &Observed<'_>) -> Vec<Formula> {
    let mask = |it: &Condition| it.mask.and(&seen.all);
    let one = |it: &&Condition| mask(it) == *holds;
    let single: Vec<Formula> =
        seen.conditions.iter().filter(one).map(|it| it.formula.clone()).collect();
    // The axioms may not determine a single literal, so longer formulas are there too: of
    // literals that imply the predicate, and those that it implies.
    let under: Vec<(&Condition, Mask)> = seen
        .conditions
        .iter()
        .map(|it| (it, mask(it)))
        .filter(|(_, mask)| !mask.is_empty() && mask.is_subset(holds))
        .take(COMBINED)
        .collect();
    let over: Vec<(&Condition, Mask)> = seen
        .conditions
        .iter()
        .map(|it| (it, mask(it)))
        .filter(|(_, mask)| holds.is_subset(mask))
        .take(COMBINED)
        .collect();
    let none = fails.minus(fails);
    let mut found = combined(&under, holds, &none, false);
    found.extend(combined(&over, holds, &seen.all, true));
    if single.is_empty() && found.is_empty() {
        found.extend(mixed(&under, holds, fails, seen));
    }
    found.extend(single);
    found
}

/// Disjunctions of literals below, or conjunctions of literals above, two or else three.
fn combined(
    literals: &[(&Condition, Mask)],
    holds: &Mask,
    start: &Mask,
    is_conjunction: bool,
) -> Vec<Formula> {
    let join = |left: &Mask, right: &Mask| match is_conjunction {
        true => left.and(right),
        false => left.or(right),
    };
    let connect = if is_conjunction { both } else { either };
    let mut found = Vec::new();
    for (place, (second, right)) in literals.iter().enumerate() {
        for (first, left) in &literals[..place] {
            if join(&join(start, left), right) == *holds {
                found.push(connect(first.formula.clone(), second.formula.clone()));
            }
        }
    }
    if !found.is_empty() {
        return found;
    }
    for (place, (third, last)) in literals.iter().enumerate() {
        for (before, (second, middle)) in literals[..place].iter().enumerate() {
            let two = join(middle, last);
            for (first, left) in &literals[..before] {
                if join(left, &two) == *holds {
                    let two = connect(first.formula.clone(), second.formula.clone());
                    found.push(connect(two, third.formula.clone()));
                }
            }
        }
    }
    found
}

/// `a or b and c`, and `a and (b or c)`.
fn mixed(
    under: &[(&Condition, Mask)],
    holds: &Mask,
    fails: &Mask,
    seen: &Observed<'_>,
) -> Vec<Formula> {
    let mut found = Vec::new();
    for (first, mask) in under {
        let rest = holds.minus(mask);
        let above: Vec<(&Condition, Mask)> = seen
            .conditions
            .iter()
            .map(|it| (it, it.mask.and(&seen.all)))
            .filter(|(_, mask)| rest.is_subset(mask))
            .collect();
        for (place, (third, right)) in above.iter().enumerate() {
            for (second, left) in &above[..place] {
                if left.and(right).and(fails).is_empty() {
                    let two = both(second.formula.clone(), third.formula.clone());
                    found.push(either(first.formula.clone(), two));
                }
            }
        }
    }
    let above = seen.conditions.iter().map(|it| (it, it.mask.and(&seen.all)));
    for (first, mask) in above.filter(|(_, mask)| holds.is_subset(mask)) {
        // Among the samples of the first literal, the other two must say where it holds.
        let wrong = mask.minus(holds);
        let below: Vec<(&Condition, Mask)> = seen
            .conditions
            .iter()
            .map(|it| (it, it.mask.and(&seen.all)))
            .filter(|(_, mask)| mask.and(&wrong).is_empty())
            .take(COMBINED)
            .collect();
        for (place, (third, right)) in below.iter().enumerate() {
            for (second, left) in &below[..place] {
                if holds.is_subset(&left.or(right)) {
                    let two = either(second.formula.clone(), third.formula.clone());
                    found.push(both(first.formula.clone(), two));
                }
            }
        }
    }
    found.truncate(20);
    found
}
