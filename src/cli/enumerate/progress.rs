//! A line on the terminal that says how far an enumeration has come.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use super::output::grouped;
use crate::cli::{clock, terminal};

/// How often the line changes.
const INTERVAL: Duration = Duration::from_millis(250);
/// The clock is read once per this number of values.
const SKIPPED: u64 = 1_024;

pub(super) struct Line {
    what: &'static str,
    shown: Instant,
    is_visible: bool,
    is_enabled: bool,
}

impl Line {
    /// `is_quiet`: nothing else is printed meanwhile.
    pub fn new(what: &'static str, is_quiet: bool) -> Self {
        let is_alone = is_quiet || !std::io::stdout().is_terminal();
        let is_enabled = is_alone && std::io::stderr().is_terminal();
        Self { what, shown: Instant::now(), is_visible: false, is_enabled }
    }

    /// Shows how many there are. Returns whether to go on.
    pub fn shows(&mut self, count: u64, steps: Option<u32>) -> bool {
        if count.is_multiple_of(SKIPPED) && self.is_enabled && self.shown.elapsed() > INTERVAL {
            let at = steps.map_or(String::new(), |steps| format!(" at {steps} steps"));
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
