//! The case that a test is about.

use std::fmt::Debug;

use super::notice;
use super::record;
use super::watchdog::Watchdog;

/// The goal of a test and its values. Prints them when the test fails, or a call hangs.
pub struct Case {
    about: About,
    _watchdog: Watchdog,
}

#[derive(Clone, Copy)]
struct About {
    goal: &'static str,
    /// What the variables are bound to, separated by semicolons.
    terms: &'static str,
    model: Option<&'static (dyn Debug + Sync)>,
}

impl Case {
    /// A test without parameters, or whose parameters have no operations.
    pub fn new(goal: &'static str, terms: &'static str) -> Self {
        let model = None;
        Self::of(About { goal, terms, model })
    }

    /// A test whose mocks answer from the tables of a model.
    pub fn with_model(
        goal: &'static str,
        terms: &'static str,
        model: &'static (dyn Debug + Sync),
    ) -> Self {
        let model = Some(model);
        Self::of(About { goal, terms, model })
    }

    fn of(about: About) -> Self {
        let _watchdog = Watchdog::start(move || about.description());
        Self { about, _watchdog }
    }

    /// The factory, if the implementation can build its value. Otherwise a notice: the
    /// specification may leave the implementation free to refuse.
    #[track_caller]
    pub fn built<T, F: Fn() -> Option<T>>(&self, factory: F) -> Option<impl Fn() -> T> {
        if factory().is_none() {
            self.notice("a value cannot be built here");
            return None;
        }
        Some(move || factory().expect("the value was built before"))
    }

    /// Reports that a value of the test does not fit the implementation's types.
    #[track_caller]
    pub fn unfit(&self, why: &str) {
        self.notice(why);
    }

    /// Panics unless `==` and `!=` both say that the values differ.
    #[track_caller]
    pub fn differ<T: PartialEq>(&self, what: &str, left: T, right: T) {
        let (equal, different) = (left == right, left != right);
        differs(what, different && !equal);
    }

    /// Panics if the values are equal, for types that `==` does not compare.
    #[track_caller]
    pub fn differ_by<T>(&self, what: &str, equal: impl Fn(&T, &T) -> bool, left: T, right: T) {
        differs(what, !equal(&left, &right));
    }

    /// Reports something that the specification permits, but that keeps the test from
    /// reaching its goal.
    #[track_caller]
    pub fn notice(&self, what: &str) {
        notice::notice(notice::is_strict(), self.about.goal, what);
    }

    pub fn description(&self) -> String {
        self.about.description()
    }
}

impl About {
    /// The goal, the terms and the model, one to a line.
    fn description(&self) -> String {
        let terms = self.terms.split("; ").filter(|term| !term.is_empty());
        let mut lines: Vec<String> = terms.map(|term| format!("\n  {term}")).collect();
        lines.extend(self.model.map(|model| format!("\n  {model:?}")));
        let with = if lines.is_empty() { "" } else { ", with" };
        format!("in {}{with}{}", self.goal, lines.concat())
    }
}

impl Drop for Case {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.description());
        }
        record::flush();
    }
}

#[track_caller]
fn differs(what: &str, holds: bool) {
    notice::check(holds, || {
        format!("{what} does not hold, but the specification forces it")
    });
}
