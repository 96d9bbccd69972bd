//! Values to try laws on.

/// A value to try laws on: the term that describes it, and a factory.
///
/// Laws make the value anew wherever they need one, because a type under test need not be
/// `Clone`, and operations may change or consume their arguments.
pub struct Sample<T> {
    pub term: &'static str,
    pub make: Box<dyn Fn() -> T>,
}

impl<T> Sample<T> {
    pub fn value(&self) -> T {
        (self.make)()
    }
}

pub fn sample<T>(term: &'static str, make: impl Fn() -> T + 'static) -> Sample<T> {
    let make = Box::new(make);
    Sample { term, make }
}

/// The sample, if the implementation can build its value. The specification may leave it
/// free to refuse.
pub fn sample_if_built<T>(
    term: &'static str,
    make: impl Fn() -> Option<T> + 'static,
) -> Option<Sample<T>> {
    make()?;
    Some(sample(term, move || {
        make().expect("the value was built before")
    }))
}

/// Samples of values, each described by the expression that makes it.
macro_rules! sampled {
    ($($value:expr),* $(,)?) => {
        vec![$(support::sample(stringify!($value), move || $value)),*]
    };
}
pub(crate) use sampled;

/// The same for expressions that are `None` where the implementation refuses.
macro_rules! sampled_if_built {
    ($($value:expr),* $(,)?) => {{
        let all = vec![$(support::sample_if_built(stringify!($value), move || $value)),*];
        all.into_iter().flatten().collect()
    }};
}
pub(crate) use sampled_if_built;
