//! How far `specgen test` has come, on a terminal.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::disk::{record_texts, sequences_done};
use crate::run::{self, Line};

/// How often finished sequences are counted.
const INTERVAL: Duration = Duration::from_millis(200);

/// What the line is about.
pub enum Watched {
    /// Tests that have ended.
    Tests,
    /// The folder of the records, and the number of sequences that will be run.
    Sequences(PathBuf, u64),
    /// The folder of the records of guided sequences.
    Guided(PathBuf),
}

/// A line on the terminal. Without a terminal, nothing is shown.
pub struct Progress {
    bar: Option<ProgressBar>,
    tests: usize,
    /// Ends the thread that counts sequences when it is dropped.
    counting: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    pub fn start(watched: Watched) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self { bar: None, tests: 0, counting: None };
        }
        let style =
            |template| ProgressStyle::with_template(template).expect("the template is well-formed");
        let (bar, counting) = match watched {
            Watched::Tests => {
                let style = style("{spinner} {elapsed}  {wide_msg}");
                (ProgressBar::new_spinner().with_style(style), None)
            }
            Watched::Sequences(folder, total) => {
                let style = style("{elapsed} {wide_bar} {pos} of {len} sequences, {eta} left");
                let bar = ProgressBar::new(total).with_style(style);
                let count = move |bar: &ProgressBar| {
                    bar.set_position(sequences_done(&folder).min(total));
                };
                (bar.clone(), Some(repeat(bar, count)))
            }
            Watched::Guided(folder) => {
                let style = style("{spinner} {elapsed}  {wide_msg}");
                let bar = ProgressBar::new_spinner().with_style(style);
                let mut first = None;
                let count = move |bar: &ProgressBar| show_guided(bar, &folder, &mut first);
                (bar.clone(), Some(repeat(bar, count)))
            }
        };
        Self { bar: Some(bar), tests: 0, counting }
    }

    /// Reads a line that cargo printed.
    pub fn observe(&mut self, line: &str) {
        let Some(bar) = &self.bar else { return };
        if let Line::Test(..) = run::line(line) {
            self.tests += 1;
        }
        match self.tests {
            // The counts of sequences are shown instead.
            _ if self.counting.is_some() && self.tests > 0 => {}
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

/// Calls a function again and again, in a thread that ends with the sender.
fn repeat(
    bar: ProgressBar,
    mut show: impl FnMut(&ProgressBar) + Send + 'static,
) -> (Sender<()>, JoinHandle<()>) {
    let (over, wait) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        while wait.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
            show(&bar);
        }
    });
    (over, thread)
}

/// `412 edges, 3,100 sequences, 97 each second, no finding`
fn show_guided(bar: &ProgressBar, folder: &Path, first: &mut Option<(Instant, u64)>) {
    let texts = record_texts(folder).unwrap_or_default();
    let records: Vec<_> = texts.iter().flat_map(|text| run::records(text)).collect();
    let types = run::guided(&records);
    let sum = |of: fn(&run::GuidedCounts) -> u64| types.values().map(of).sum::<u64>();
    let (edges, sequences) = (sum(|it| it.edges), sum(|it| it.sequences));
    if sequences == 0 {
        return;
    }
    let (since, before) = *first.get_or_insert((Instant::now(), sequences));
    let rate = (sequences - before) as f64 / since.elapsed().as_secs_f64().max(0.1);
    let findings = match sum(|it| it.findings) {
        0 => "no finding".to_owned(),
        1 => "1 finding".to_owned(),
        count => format!("{count} findings"),
    };
    bar.set_message(format!(
        "{edges} edges, {sequences} sequences, {rate:.0} each second, {findings}"
    ));
    bar.tick();
}
