//! Failures, and notices of what the specification permits.

use std::cell::Cell;

use super::record::record;
use super::watchdog;

/// Prints a notice. Panics instead if notices are errors.
#[track_caller]
pub fn notice(strict: bool, goal: &str, what: &str) {
    check(!strict, || format!("{goal}: {what}"));
    eprintln!("specgen: {goal}: {what}");
}

/// Says something about a test that passes all the same. `specgen test` lists it.
pub fn note(text: &str) {
    eprintln!("note: {text}");
    record("note", text, "", 1);
}

/// Whether notices are errors: the environment has `SPECGEN_STRICT=1`.
pub fn is_strict() -> bool {
    std::env::var_os("SPECGEN_STRICT").is_some_and(|value| value == "1")
}

/// Panics with the message if a condition does not hold.
///
/// Unlike `assert!(holds, "{message}")`, this formats the message in every edition.
#[track_caller]
pub fn check(holds: bool, message: impl FnOnce() -> String) {
    watchdog::goes_on();
    if !holds {
        FAILED.with(|failed| failed.set(true));
        panic!("{}", message());
    }
}

thread_local! {
    static FAILED: Cell<bool> = const { Cell::new(false) };
}

/// Whether a check has failed in this thread since the last call: a panic was no accident.
pub fn has_failed() -> bool {
    FAILED.with(|failed| failed.replace(false))
}
