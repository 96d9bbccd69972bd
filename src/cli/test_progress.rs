//! How far `specgen test` has come, on a terminal.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::disk::sequences_done;
use crate::run::{self, Line};

/// How often finished sequences are counted.
const INTERVAL: Duration = Duration::from_millis(200);

/// A line on the terminal, or nothing where there is none.
pub struct Progress {
    bar: Option<ProgressBar>,
    tests: usize,
    /// Ends the thread that counts sequences when it is dropped.
    counting: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// With the folder of the records and the number of sequences that will be run, if it is
    /// known.
    pub fn start(sequences: Option<(PathBuf, u64)>) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self { bar: None, tests: 0, counting: None };
        }
        let template = match sequences {
            Some(_) => "{elapsed} {wide_bar} {pos} of {len} sequences, {eta} left",
            None => "{spinner} {elapsed}  {wide_msg}",
        };
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        let Some((folder, total)) = sequences else {
            let bar = ProgressBar::new_spinner().with_style(style);
            return Self { bar: Some(bar), tests: 0, counting: None };
        };
        let bar = ProgressBar::new(total).with_style(style);
        let (over, wait) = mpsc::channel();
        let counted = bar.clone();
        let thread = std::thread::spawn(move || {
            while wait.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                counted.set_position(sequences_done(&folder).min(total));
            }
        });
        Self { bar: Some(bar), tests: 0, counting: Some((over, thread)) }
    }

    /// Reads a line that cargo printed.
    pub fn observe(&mut self, line: &str) {
        let Some(bar) = &self.bar else { return };
        if let Line::Test(..) = run::line(line) {
            self.tests += 1;
        }
        match self.tests {
            0 => bar.set_message(line.trim().to_owned()),
            count => bar.set_message(format!("{count} tests run")),
        }
        bar.tick();
    }

    pub fn finish(self) {
        if let Some((over, thread)) = self.counting {
            drop(over);
            // The thread only counts files.
            let _ = thread.join();
        }
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
