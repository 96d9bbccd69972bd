//! A line on the terminal that says how far an enumeration has come.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use crate::cli::{clock, terminal};
use crate::count::{counted, grouped};

/// How often the line changes.
const INTERVAL: Duration = Duration::from_millis(250);
/// The clock is read once per this number of values.
pub(super) const VALUES: u64 = 1_024;

pub(super) struct Line {
    what: &'static str,
    shown: Instant,
    is_visible: bool,
    is_enabled: bool,
    /// Calls since the clock was read, and after how many it is read again.
    calls: u64,
    skipped: u64,
}

impl Line {
    /// `is_quiet`: nothing else is printed meanwhile. `skipped`: the clock is read once per this
    /// number of calls.
    pub fn new(what: &'static str, is_quiet: bool, skipped: u64) -> Self {
        let is_alone = is_quiet || !std::io::stdout().is_terminal();
        let is_enabled = is_alone && std::io::stderr().is_terminal();
        Self { what, shown: Instant::now(), is_visible: false, is_enabled, calls: 0, skipped }
    }

    /// Shows how many there are. Returns whether to go on.
    pub fn shows(&mut self, count: u64, steps: Option<u32>) -> bool {
        self.calls += 1;
        let is_due = self.is_enabled && self.calls.is_multiple_of(self.skipped);
        if is_due && self.shown.elapsed() > INTERVAL {
            let at = steps.map_or(String::new(), |steps| format!(" at {}", counted(steps, "step")));
            // A terminal that is gone shows nothing.
            let _ = terminal::report(&format!("\r{} {}{at} so far", grouped(count), self.what));
            self.shown = Instant::now();
            self.is_visible = true;
        }
        !clock::was_interrupted()
    }

    pub fn clear(&mut self) {
        if std::mem::take(&mut self.is_visible) {
            let _ = terminal::report("\r\x1b[K");
        }
    }
}
