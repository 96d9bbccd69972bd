//! Comparison by observers, within a budget.
//!
//! Observers that return values of the own type are compared by observers again, and so are
//! domain conditions that equate values: without a bound this can take forever.

use std::cell::Cell;

/// How deep comparisons may be nested.
const DEEPEST: usize = 16;

/// How many comparisons one comparison may lead to.
const MOST: usize = 300;

/// The same inside of a sequence, where there are thousands of evaluations.
pub const MOST_IN_SEQUENCES: usize = 20;

thread_local! {
    static LIMIT: Cell<usize> = const { Cell::new(MOST) };
    /// The depth of the comparison that runs, and the number of those since the outermost.
    static RUNNING: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
    static CUT_OFF: Cell<bool> = const { Cell::new(false) };
}

/// Whether values agree, as far as the budget permits: a comparison that is cut off says
/// that they do.
pub fn observed(agree: impl FnOnce() -> bool) -> bool {
    let (depth, count) = RUNNING.with(Cell::get);
    let count = if depth == 0 { 0 } else { count };
    if depth >= DEEPEST || count >= LIMIT.with(Cell::get) {
        CUT_OFF.with(|cut_off| cut_off.set(true));
        return true;
    }
    RUNNING.with(|running| running.set((depth + 1, count + 1)));
    let _running = Running;
    agree()
}

/// Leaves the comparison, also if an observer panics.
struct Running;

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.with(|running| {
            let (depth, count) = running.get();
            running.set((depth - 1, count));
        });
    }
}

/// Whether a comparison was cut off since the last call.
pub fn take_cut_off() -> bool {
    CUT_OFF.with(|cut_off| cut_off.replace(false))
}

/// Runs an evaluation that may lead to so many comparisons. That an earlier evaluation was cut
/// off says nothing about this one.
pub fn limited_to<T>(most: usize, evaluate: impl FnOnce() -> T) -> T {
    take_cut_off();
    LIMIT.with(|limit| limit.set(most));
    let result = evaluate();
    LIMIT.with(|limit| limit.set(MOST));
    result
}
