//! Laws of Rust's traits, tried on samples of the type under test.
//!
//! Values of the type need not have `==`. Where a law compares two of them, its argument
//! `alike` decides: it takes two factories, since comparing by observers may consume
//! values. The name of an operation is the one in the specification.

use std::fmt::Debug;

use super::axiom::returns;
use super::notice::check;
use super::sample::Sample;

pub use super::compare::*;
pub use super::items::*;

/// A function that makes the same value each time.
pub type Factory<'a, T> = &'a dyn Fn() -> T;

/// `Clone`: a clone is equal to its origin.
#[track_caller]
pub fn clone_is_equal<T: Clone>(
    samples: &[Sample<T>],
    alike: impl Fn(Factory<'_, T>, Factory<'_, T>) -> bool,
) {
    for Sample { term, make } in samples {
        check(alike(&|| make().clone(), make), || {
            format!("a clone of {term} differs from it")
        });
    }
}

/// `Clone`: `clone_from` makes any value equal to its origin.
#[track_caller]
pub fn clone_from_is_clone<T: Clone>(
    samples: &[Sample<T>],
    alike: impl Fn(Factory<'_, T>, Factory<'_, T>) -> bool,
) {
    for Sample { term, make } in samples {
        for before in samples {
            let copied = || {
                let mut value = before.value();
                value.clone_from(&make());
                value
            };
            check(alike(&copied, make), || {
                let before = before.term;
                format!("`clone_from` of {term} to {before} makes another value than {term}")
            });
        }
    }
}

/// `Clone`: an operation on a clone leaves the origin as it is, and the reverse.
#[track_caller]
pub fn clone_is_independent<T: Clone>(
    operation: &str,
    samples: &[Sample<T>],
    apply: impl Fn(T),
    alike: impl Fn(Factory<'_, T>, Factory<'_, T>) -> bool,
) {
    clone_is_independent_with(operation, samples, |value, _| apply(value), alike);
}

/// Like [`clone_is_independent`], for an operation that needs further values of the type:
/// `apply` also takes the factory of the sample.
#[track_caller]
pub fn clone_is_independent_with<T: Clone>(
    operation: &str,
    samples: &[Sample<T>],
    apply: impl Fn(T, Factory<'_, T>),
    alike: impl Fn(Factory<'_, T>, Factory<'_, T>) -> bool,
) {
    for Sample { term, make } in samples {
        let origin = || {
            let origin = make();
            apply(origin.clone(), make);
            origin
        };
        check(alike(&origin, make), || {
            format!("`{operation}` on a clone of {term} changes the origin")
        });
        let clone = || {
            let origin = make();
            let clone = origin.clone();
            apply(origin, make);
            clone
        };
        check(alike(&clone, make), || {
            format!("`{operation}` on {term} changes a clone of it")
        });
    }
}

/// An operation that takes a reference leaves the value as it is.
#[track_caller]
pub fn receiver_is_unchanged<T>(
    operation: &str,
    samples: &[Sample<T>],
    look: impl Fn(&T),
    alike: impl Fn(Factory<'_, T>, Factory<'_, T>) -> bool,
) {
    receiver_is_unchanged_with(operation, samples, |value, _| look(value), alike);
}

/// Like [`receiver_is_unchanged`], for an operation that needs further values of the type:
/// `look` also takes the factory of the sample.
#[track_caller]
pub fn receiver_is_unchanged_with<T>(
    operation: &str,
    samples: &[Sample<T>],
    look: impl Fn(&T, Factory<'_, T>),
    alike: impl Fn(Factory<'_, T>, Factory<'_, T>) -> bool,
) {
    for Sample { term, make } in samples {
        let looked_at = || {
            let value = make();
            look(&value, make);
            value
        };
        check(alike(&looked_at, make), || {
            format!("`{operation}` changes {term}, which it only borrows")
        });
    }
}

/// `Default`: the default is what a creator makes.
#[track_caller]
pub fn default_is<T: Default>(
    creator: &str,
    made: impl Fn() -> T,
    alike: impl Fn(Factory<'_, T>, Factory<'_, T>) -> bool,
) {
    check(alike(&T::default, &made), || {
        format!("the default is not {creator}()")
    });
}

/// `Debug`: every value can be shown.
#[track_caller]
pub fn debug_does_not_panic<T: Debug>(samples: &[Sample<T>]) {
    for sample in samples {
        let value = sample.value();
        check(returns(|| format!("{value:?}{value:#?}")), || {
            format!("`Debug` panics on {}", sample.term)
        });
    }
}
