//! What generated code hands to the runtime and takes from it.

use std::any::Any;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::Deref;

/// A value of any type.
pub type Boxed = Box<dyn Any>;

/// Compares two values of one type.
pub type Equal = fn(&dyn Any, &dyn Any) -> bool;

/// What a call returned.
pub enum Outcome {
    /// A value of a type under test.
    Made(Boxed),
    Truth(bool),
    Int(i64),
    /// An element of a parameter's sort.
    Element(Boxed),
    /// Something that nobody can compare, such as a closure.
    Unseen,
    /// The call was refused.
    Undefined,
}

pub fn made<T: 'static>(value: T) -> Outcome {
    Outcome::Made(Box::new(value))
}

pub fn made_if<T: 'static>(value: Option<T>) -> Outcome {
    value.map_or(Outcome::Undefined, made)
}

/// How the message of a broken representation begins.
pub const UNSOUND: &str = "the representation invariant";

/// Checks the representation of what a call has made.
pub fn sound<T: 'static>(outcome: Outcome, rep_ok: fn(&T) -> bool, name: &str) -> Outcome {
    if let Outcome::Made(value) = &outcome {
        if !rep_ok(typed::<T>(&**value)) {
            panic!("{} `{}` does not hold afterwards", UNSOUND, name);
        }
    }
    outcome
}

pub fn truth(holds: bool) -> Outcome {
    Outcome::Truth(holds)
}

pub fn number(number: i64) -> Outcome {
    Outcome::Int(number)
}

pub fn number_if(number: Option<i64>) -> Outcome {
    number.map_or(Outcome::Undefined, Outcome::Int)
}

pub fn element<T: 'static>(element: T) -> Outcome {
    Outcome::Element(Box::new(element))
}

pub fn element_if<T: 'static>(value: Option<T>) -> Outcome {
    value.map_or(Outcome::Undefined, element)
}

/// The result of a call that nobody can compare.
pub fn unseen<T>(_: T) -> Outcome {
    Outcome::Unseen
}

/// Whether a call outside of its domain succeeded, and what became of its argument.
pub struct Attempt {
    pub succeeded: bool,
    /// The argument afterwards, where the call does not use it up.
    pub after: Option<Boxed>,
}

/// An attempt that changes its argument if it succeeds.
pub fn attempted<T: 'static>(mut value: T, attempt: impl FnOnce(&mut T) -> bool) -> Attempt {
    let succeeded = attempt(&mut value);
    Attempt {
        succeeded,
        after: Some(Box::new(value)),
    }
}

/// An attempt of a call that leaves no argument behind.
pub fn tried(succeeded: bool) -> Attempt {
    Attempt {
        succeeded,
        after: None,
    }
}

/// The properties of a type under test.
#[derive(Clone, Copy, Default)]
pub struct Abilities {
    pub copy: Option<fn(&dyn Any) -> Boxed>,
    pub show: Option<fn(&dyn Any) -> String>,
    pub equal: Option<Equal>,
}

/// Finds out whether a type is `Clone` and whether it is `Debug`. Method lookup prefers the
/// methods of a type that has the trait to those behind [`Deref`].
pub struct Probe<T>(PhantomData<T>);

/// What [`Probe`] finds of a type without the trait.
pub struct Unable;

impl<T> Probe<T> {
    pub fn new() -> Self {
        Probe(PhantomData)
    }
}

impl<T> Default for Probe<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Clone + 'static> Probe<T> {
    pub fn copy(&self) -> Option<fn(&dyn Any) -> Boxed> {
        Some(|value| Box::new(typed::<T>(value).clone()))
    }
}

impl<T: Debug + 'static> Probe<T> {
    pub fn show(&self) -> Option<fn(&dyn Any) -> String> {
        Some(|value| format!("{:?}", typed::<T>(value)))
    }
}

impl<T> Deref for Probe<T> {
    type Target = Unable;

    fn deref(&self) -> &Unable {
        &Unable
    }
}

impl Unable {
    pub fn copy(&self) -> Option<fn(&dyn Any) -> Boxed> {
        None
    }

    pub fn show(&self) -> Option<fn(&dyn Any) -> String> {
        None
    }
}

/// The value behind a box. The runtime keeps values by sort, so the type is known.
pub fn typed<T: 'static>(value: &dyn Any) -> &T {
    value
        .downcast_ref()
        .expect("every sort has one type of values")
}

/// The properties of a type: `abilities!(SortedSet)`, or with a function of two references that
/// compares two values.
macro_rules! abilities {
    ($type:ty) => {{
        let probe = support::sequence::Probe::<$type>::new();
        support::sequence::Abilities {
            copy: probe.copy(),
            show: probe.show(),
            equal: None,
        }
    }};
    ($type:ty, $equal:expr) => {{
        fn equal(left: &dyn std::any::Any, right: &dyn std::any::Any) -> bool {
            let equal: fn(&$type, &$type) -> bool = $equal;
            equal(
                support::sequence::typed::<$type>(left),
                support::sequence::typed::<$type>(right),
            )
        }
        let known = support::sequence::abilities!($type);
        support::sequence::Abilities {
            equal: Some(equal),
            ..known
        }
    }};
}
pub(crate) use abilities;
