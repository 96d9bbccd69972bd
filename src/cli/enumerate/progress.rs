//! A line on the terminal that says how far an enumeration has come.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::clock;
use crate::count::{counted, grouped};

/// The line is written once per this number of values.
pub(super) const VALUES: u64 = 1_024;

pub(super) struct Line {
    what: &'static str,
    bar: ProgressBar,
    calls: u64,
    skipped: u64,
}

impl Line {
    /// `is_quiet`: nothing else is printed meanwhile. `skipped`: the line is written once per
    /// this number of calls.
    pub fn new(what: &'static str, is_quiet: bool, skipped: u64) -> Self {
        let bar = match is_quiet || !std::io::stdout().is_terminal() {
            true => ProgressBar::new_spinner(),
            false => ProgressBar::hidden(),
        };
        let style = ProgressStyle::with_template("{msg}").expect("the template is well-formed");
        Self { what, bar: bar.with_style(style), calls: 0, skipped }
    }

    /// Shows how many there are. Returns whether to go on.
    pub fn shows(&mut self, count: u64, steps: Option<u32>) -> bool {
        self.calls += 1;
        if self.calls.is_multiple_of(self.skipped) && !self.bar.is_hidden() {
            let at = steps.map_or(String::new(), |steps| format!(" at {}", counted(steps, "step")));
            self.bar.set_message(format!("{} {}{at} so far", grouped(count), self.what));
        }
        !clock::was_interrupted()
    }

    pub fn clear(&mut self) {
        self.bar.finish_and_clear();
    }
}
