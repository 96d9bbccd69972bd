//! Laws of `Extend`, `FromIterator` and `IntoIterator`: they agree with operations.
//!
//! [`super::laws`] exports them.

use std::iter::FromIterator;

use super::laws::Factory;
use super::notice::check;
use super::sample::Sample;

/// `Extend`: does what an operation does with each item. Tried on every prefix of the
/// items.
#[track_caller]
pub fn extend_is<T: Extend<I>, I: Clone>(
    operation: &str,
    samples: &[Sample<T>],
    items: &[I],
    step: impl Fn(T, I) -> T,
    alike: impl Fn(Factory<'_, T>, Factory<'_, T>) -> bool,
) {
    for Sample { term, make } in samples {
        for count in 0..=items.len() {
            let first = || items[..count].iter().cloned();
            let extended = || {
                let mut value = make();
                value.extend(first());
                value
            };
            let expected = || first().fold(make(), &step);
            check(alike(&extended, &expected), || {
                format!("`extend` on {term} with {count} items does not do what `{operation}` does")
            });
        }
    }
}

/// `FromIterator`: does what an operation does with each item. Tried on every prefix of
/// the items.
#[track_caller]
pub fn collect_is<T: FromIterator<I>, I: Clone>(
    operation: &str,
    start: impl Fn() -> T,
    items: &[I],
    step: impl Fn(T, I) -> T,
    alike: impl Fn(Factory<'_, T>, Factory<'_, T>) -> bool,
) {
    for count in 0..=items.len() {
        let first = || items[..count].iter().cloned();
        let collected = || first().collect::<T>();
        let expected = || first().fold(start(), &step);
        check(alike(&collected, &expected), || {
            format!("`collect` of {count} items does not do what `{operation}` does")
        });
    }
}

/// `IntoIterator`: yields an item exactly if a predicate holds for it.
#[track_caller]
pub fn into_iter_has<T: IntoIterator<Item = I>, I: PartialEq>(
    operation: &str,
    samples: &[Sample<T>],
    candidates: &[I],
    is_in: impl Fn(Factory<'_, T>, &I) -> bool,
) {
    for Sample { term, make } in samples {
        let items: Vec<I> = make().into_iter().collect();
        for item in candidates.iter().chain(&items) {
            let (yields, expected) = (items.contains(item), is_in(make, item));
            let yields_it = if yields { "yields" } else { "does not yield" };
            check(yields == expected, || {
                disagrees(
                    operation,
                    term,
                    &format!("it {yields_it} an item for which `{operation}` is {expected}"),
                )
            });
        }
    }
}

/// `IntoIterator`: yields each item as often as a function says.
#[track_caller]
pub fn into_iter_counts<T: IntoIterator<Item = I>, I: PartialEq>(
    operation: &str,
    samples: &[Sample<T>],
    candidates: &[I],
    count: impl Fn(Factory<'_, T>, &I) -> i64,
) {
    for Sample { term, make } in samples {
        let items: Vec<I> = make().into_iter().collect();
        for item in candidates.iter().chain(&items) {
            let yielded = items.iter().filter(|other| *other == item).count() as i64;
            let expected = count(make, item);
            check(yielded == expected, || {
                disagrees(
                    operation,
                    term,
                    &format!("it yields an item {yielded} times, and `{operation}` is {expected}"),
                )
            });
        }
    }
}

/// `IntoIterator`: yields the pair of a key and its value exactly once for each key that
/// has a value.
#[track_caller]
pub fn into_iter_maps<T: IntoIterator<Item = (K, V)>, K: PartialEq, V: PartialEq>(
    operation: &str,
    samples: &[Sample<T>],
    keys: &[K],
    get: impl Fn(Factory<'_, T>, &K) -> Option<V>,
) {
    for Sample { term, make } in samples {
        let pairs: Vec<(K, V)> = make().into_iter().collect();
        for key in keys.iter().chain(pairs.iter().map(|(key, _)| key)) {
            let found = pairs.iter().filter(|(other, _)| other == key);
            let found: Vec<&V> = found.map(|(_, value)| value).collect();
            let expected = get(make, key);
            let expected: Vec<&V> = expected.iter().collect();
            check(found == expected, || {
                disagrees(operation, term, &difference(found.len(), expected.len()))
            });
        }
    }
}

/// How the values that a map yields for a key differ from those that it has.
fn difference(yielded: usize, expected: usize) -> String {
    if yielded == 1 && expected == 1 {
        "it yields a key with another value".to_owned()
    } else {
        format!("it yields a key {yielded} times that has {expected} values")
    }
}

/// `IntoIterator`: yields the items in the order of their positions, which start at 0.
#[track_caller]
pub fn into_iter_lists<T: IntoIterator<Item = I>, I: PartialEq>(
    operation: &str,
    samples: &[Sample<T>],
    get: impl Fn(Factory<'_, T>, i64) -> Option<I>,
) {
    for Sample { term, make } in samples {
        let items: Vec<I> = make().into_iter().collect();
        for position in 0..=items.len() {
            let expected = get(make, position as i64);
            check(items.get(position) == expected.as_ref(), || {
                disagrees(operation, term, &format!("at position {position}"))
            });
        }
    }
}

fn disagrees(operation: &str, term: &str, how: &str) -> String {
    format!("iterating over {term} disagrees with `{operation}`: {how}")
}
