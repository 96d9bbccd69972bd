//! Counts of what the tests exercise, for `specgen test`.
//!
//! If the environment variable `SPECGEN_RECORDS` names a folder, each process appends to a
//! file of its own there, `PID.txt`; otherwise nothing is counted. A line has five fields,
//! separated by tabs:
//!
//! ```text
//! KIND     SUITE    SUBJECT                             DETAIL  COUNT
//! axiom    treeset  [kept] f(S) = S if p(S) (a.spec:3)  tf      12
//! premise  treeset  [kept] f(S) = S if p(S) (a.spec:3)          0
//! ```
//!
//! - SUITE is the path of the module that the runtime is in: `tests::treeset`, or `treeset`.
//! - `axiom`, `domain`: an axiom or a domain condition was evaluated COUNT times. DETAIL has
//!   a letter for the truth of each atom.
//! - `sequence`: the number of these evaluations in sequences of operations.
//! - `step`, `observed`: calls of an operation in sequences; SUBJECT is `Sort.operation`. DETAIL
//!   is `called`, `refused` or `open`, for observers `determined` or `open`: whether the
//!   specification says what the call does.
//! - `compared`: in sequences, COUNT answers were those that an axiom, the SUBJECT, determines.
//!   DETAIL is `f` where it says that a predicate is false, else `t`.
//! - `value`: a small value that sequences or exhaustive tests made; SUBJECT says which of them,
//!   DETAIL has the algebra and the term, as `sequence/visited.rs` describes.
//! - `path`: an axiom, its SUBJECT, was explored on COUNT paths. DETAIL is what that shows: a claim
//!   that starts with `holds`, or the reason for not making one.
//! - `guided`: what guided sequences reached; SUBJECT is a sort, DETAIL what is counted.
//! - `line`, `region`: code of the file SUBJECT was executed COUNT times. `specgen test --coverage`
//!   writes these itself. DETAIL is a line, or where a region starts and ends.
//! - `note`: a message for the user.
//! - `cut`: in COUNT evaluations a comparison by observers was cut off.
//! - `premise`: the premise of an axiom, or a domain condition, held COUNT times.
//!
//! Readers skip kinds that they do not know, and add up the counts of lines that agree in
//! all other fields.

use std::cell::{Cell, RefCell};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The truth values with which a statement was evaluated, and how often.
struct Counter {
    kind: &'static str,
    statement: &'static str,
    atoms: usize,
    /// A bit for each atom.
    truths: u64,
    /// Whether the premise holds, if there is one.
    premise: Option<bool>,
    /// Whether a sequence of operations led to the values.
    in_sequence: bool,
    count: u64,
}

/// The counts of one thread. Written when a test ends, and at the latest with the thread.
#[derive(Default)]
struct Counters(Vec<Counter>);

thread_local! {
    static COUNTERS: RefCell<Counters> = RefCell::new(Counters::default());
    static IN_SEQUENCE: Cell<bool> = const { Cell::new(false) };
}

impl Drop for Counters {
    fn drop(&mut self) {
        self.flush();
    }
}

/// Says whether the values of this thread come from sequences.
pub fn in_sequences(holds: bool) {
    IN_SEQUENCE.with(|known| known.set(holds));
}

/// Counts one evaluation of a statement. Allocates only for truth values that are new.
pub fn count<const N: usize>(
    kind: &'static str,
    statement: &'static str,
    holds: [bool; N],
    premise: Option<bool>,
) {
    if folder().is_none() {
        return;
    }
    let bit = |(place, holds): (usize, &bool)| u64::from(*holds) << (place % 64);
    let bits = holds.iter().enumerate().map(bit);
    let truths = bits.fold(0, |all, one| all | one);
    let in_sequence = IN_SEQUENCE.try_with(Cell::get).unwrap_or(false);
    // A thread that ends has no counters any more.
    let _ = COUNTERS.try_with(|counters| {
        let counters = &mut counters.borrow_mut().0;
        let is_it = |known: &&mut Counter| {
            known.truths == truths
                && known.kind == kind
                && std::ptr::eq(known.statement, statement)
                && known.premise == premise
                && known.in_sequence == in_sequence
        };
        match counters.iter_mut().find(is_it) {
            Some(counter) => counter.count += 1,
            None => counters.push(Counter {
                kind,
                statement,
                atoms: N,
                truths,
                premise,
                in_sequence,
                count: 1,
            }),
        }
    });
}

/// Whether anybody reads what is recorded.
pub fn is_wanted() -> bool {
    folder().is_some()
}

/// Records something else, under a kind of its own.
pub fn record(kind: &str, subject: &str, detail: &str, count: u64) {
    if is_wanted() {
        append(&line(kind, subject, detail, count));
    }
}

/// Says that one more sequence is done: with `SPECGEN_PROGRESS=1` the file `PID.progress` in the
/// folder of the records has a byte for each.
pub fn progress() {
    static WANTED: OnceLock<bool> = OnceLock::new();
    let asked = || std::env::var_os("SPECGEN_PROGRESS").is_some_and(|value| value == "1");
    if !*WANTED.get_or_init(asked) {
        return;
    }
    // Progress is a courtesy: a full disk does not fail a test.
    if let Some(Ok(mut file)) = open("progress") {
        let _ = file.write_all(b".");
    }
}

/// Writes the counts of this thread.
pub fn flush() {
    let _ = COUNTERS.try_with(|counters| counters.borrow_mut().flush());
}

impl Counters {
    fn flush(&mut self) {
        let lines: String = self.0.drain(..).map(|counter| counter.lines()).collect();
        if !lines.is_empty() {
            append(&lines);
        }
    }
}

impl Counter {
    fn lines(&self) -> String {
        let holds = |place: usize| self.truths >> (place % 64) & 1 == 1;
        let letters = (0..self.atoms).map(|place| if holds(place) { 't' } else { 'f' });
        let letters: String = letters.collect();
        let mut lines = line(self.kind, self.statement, &letters, self.count);
        if self.in_sequence {
            lines.push_str(&line("sequence", self.statement, &letters, self.count));
        }
        if let Some(held) = self.premise {
            let count = if held { self.count } else { 0 };
            lines.push_str(&line("premise", self.statement, "", count));
        }
        lines
    }
}

fn line(kind: &str, subject: &str, detail: &str, count: u64) -> String {
    let mut line = String::new();
    for field in [kind, suite(), subject, detail].iter() {
        line.push_str(&field.replace(&['\t', '\n', '\r'][..], " "));
        line.push('\t');
    }
    writeln!(line, "{count}").expect("a string takes all text");
    line
}

/// The module that the runtime is in. This file is two modules deeper.
fn suite() -> &'static str {
    module_path!().rsplitn(3, "::").nth(2).unwrap_or_default()
}

fn folder() -> Option<&'static OsString> {
    static FOLDER: OnceLock<Option<OsString>> = OnceLock::new();
    FOLDER
        .get_or_init(|| std::env::var_os("SPECGEN_RECORDS"))
        .as_ref()
}

/// Appends lines to the file of the process, as a whole.
fn append(lines: &str) {
    static WRITING: Mutex<()> = Mutex::new(());
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let written = open("txt").map(|file| file?.write_all(lines.as_bytes()));
    if let Some(Err(error)) = written {
        eprintln!("specgen: cannot write to the folder SPECGEN_RECORDS: {error}");
    }
}

/// The file of the process that has this extension.
fn open(extension: &str) -> Option<std::io::Result<File>> {
    let file = format!("{}.{extension}", std::process::id());
    let path = Path::new(folder()?).join(file);
    Some(OpenOptions::new().create(true).append(true).open(path))
}
