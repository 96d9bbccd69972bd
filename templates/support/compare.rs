//! Laws of `==`, `Hash`, `PartialOrd` and `Ord`: they agree with each other.
//!
//! [`super::laws`] exports them.

use std::cmp::Ordering;
use std::collections::hash_map::DefaultHasher;
use std::hash::Hash;
use std::hash::Hasher;

use super::notice::check;
use super::sample::Sample;

/// `Hash`: equal values have equal hashes.
#[track_caller]
pub fn hash_agrees_with_eq<T: Hash + PartialEq>(samples: &[Sample<T>]) {
    for (one, other) in pairs(samples) {
        let (left, right) = (one.value(), other.value());
        if left == right {
            check(hash_of(&left) == hash_of(&right), || {
                let (one, other) = (one.term, other.term);
                format!("{one} and {other} are equal, and their hashes differ")
            });
        }
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// `Ord`: agrees with `==`, with itself in the other direction, and with `PartialOrd`.
#[track_caller]
pub fn ord_agrees_with_eq<T: Ord>(samples: &[Sample<T>]) {
    for (one, other) in pairs(samples) {
        let (left, right) = (one.value(), other.value());
        let order = left.cmp(&right);
        let (one, other) = (one.term, other.term);
        check((order == Ordering::Equal) == (left == right), || {
            format!("`cmp` and `==` disagree on {one} and {other}")
        });
        check(right.cmp(&left) == order.reverse(), || {
            format!("`cmp` depends on which of {one} and {other} is first")
        });
        check(left.partial_cmp(&right) == Some(order), || {
            format!("`cmp` and `partial_cmp` disagree on {one} and {other}")
        });
    }
}

/// `PartialOrd`: agrees with itself in the other direction, and with `==`, `<`, `<=`, `>`
/// and `>=`.
#[track_caller]
pub fn partial_ord_agrees_with_eq<T: PartialOrd>(samples: &[Sample<T>]) {
    for (one, other) in pairs(samples) {
        let (left, right) = (one.value(), other.value());
        let order = left.partial_cmp(&right);
        let (one, other) = (one.term, other.term);
        check(
            right.partial_cmp(&left) == order.map(Ordering::reverse),
            || format!("`partial_cmp` depends on which of {one} and {other} is first"),
        );
        let operators = [
            ("==", left == right, order.is_some_and(Ordering::is_eq)),
            ("<", left < right, order.is_some_and(Ordering::is_lt)),
            ("<=", left <= right, order.is_some_and(Ordering::is_le)),
            (">", left > right, order.is_some_and(Ordering::is_gt)),
            (">=", left >= right, order.is_some_and(Ordering::is_ge)),
        ];
        for (operator, holds, expected) in &operators {
            check(holds == expected, || {
                format!("`partial_cmp` and `{operator}` disagree on {one} and {other}")
            });
        }
    }
}

/// `PartialOrd`: if a value is at most a second, and that at most a third, then the first
/// is at most the third.
#[track_caller]
pub fn partial_ord_is_transitive<T: PartialOrd>(samples: &[Sample<T>]) {
    let found = intransitive(samples, |left, right| left <= right);
    if let Some([first, second, third]) = found {
        panic!(
            "{} <= {} and {} <= {}, but not {} <= {}",
            first, second, second, third, first, third
        );
    }
}

/// Equality: values that are built alike are equal.
#[track_caller]
pub fn equality_is_reflexive<T>(samples: &[Sample<T>], equal: impl Fn(&T, &T) -> bool) {
    for Sample { term, make } in samples {
        check(equal(&make(), &make()), || {
            format!("{term} is not equal to a value that is built like it")
        });
    }
}

/// Equality: the same in both directions, and the opposite of `!=`.
#[track_caller]
pub fn equality_is_symmetric<T>(
    samples: &[Sample<T>],
    equal: impl Fn(&T, &T) -> bool,
    different: impl Fn(&T, &T) -> bool,
) {
    for (one, other) in pairs(samples) {
        let (left, right) = (one.value(), other.value());
        let (one, other) = (one.term, other.term);
        check(equal(&left, &right) == equal(&right, &left), || {
            format!("equality depends on which of {one} and {other} is first")
        });
        check(equal(&left, &right) != different(&left, &right), || {
            format!("`==` and `!=` agree on {one} and {other}")
        });
    }
}

/// Equality: if a value is equal to a second, and that to a third, then the first is equal
/// to the third.
#[track_caller]
pub fn equality_is_transitive<T>(samples: &[Sample<T>], equal: impl Fn(&T, &T) -> bool) {
    if let Some([first, second, third]) = intransitive(samples, equal) {
        panic!(
            "{} is equal to {}, and {} to {}, but {} is not equal to {}",
            first, second, second, third, first, third
        );
    }
}

fn pairs<T>(samples: &[Sample<T>]) -> Vec<(&Sample<T>, &Sample<T>)> {
    let with_all = |one| samples.iter().map(move |other| (one, other));
    samples.iter().flat_map(with_all).collect()
}

/// The terms of the first three values that show that a relation is not transitive.
fn intransitive<T>(
    samples: &[Sample<T>],
    related: impl Fn(&T, &T) -> bool,
) -> Option<[&'static str; 3]> {
    for (one, other) in pairs(samples) {
        let (left, right) = (one.value(), other.value());
        if !related(&left, &right) {
            continue;
        }
        for last in samples {
            let third = last.value();
            if related(&right, &third) && !related(&left, &third) {
                return Some([one.term, other.term, last.term]);
            }
        }
    }
    None
}
