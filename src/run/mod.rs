//! Results of generated tests, read from the output of cargo and other test runners.
//!
//! ```text
//! generated files ──tests──▶ Vec<GeneratedTest> ─┐
//! what cargo printed ──read──▶ Vec<TestRun> ─────┼─matched────▶ a TestOutcome for each test
//! what tests counted ──records─▶ Vec<Record> ────┴─exercises──▶ an Exercise for each axiom
//! ```

mod claims;
mod coverage;
mod exercise;
mod finding;
mod generated;
mod guided;
mod json;
mod junit;
mod kept;
mod matching;
mod outcome;
mod record;
mod sequence;
mod table;
mod test_run;
mod text;
mod visited;

pub use coverage::{
    Coverage, FileCoverage, Region, coverage_records, coverage_table, exported, recorded,
};
pub use exercise::{Exercise, Gap, GapKind, exercises};
pub use generated::{Function, GeneratedFile, GeneratedStatement, GeneratedTest, tests};
pub use guided::{GuidedCounts, guided, guided_table};
pub use kept::{CORPUS, FROZEN, KeptFile, Purpose};
pub use matching::{Suite, matched};
pub use outcome::TestOutcome;
pub use record::{Record, records};
pub use sequence::{SequenceCounts, sequences};
pub use table::{OutcomeCounts, SuiteRun, guided_findings, table};
pub use test_run::{TestRun, TestStatus};
pub use text::{Line, is_cut_short, libtest_output, line, programs};
pub use visited::{Visited, visited};

/// Reads test results: JUnit XML, JSON lines of libtest or nextest, or the output of
/// `cargo test`. The error describes what is wrong with the text.
pub fn read(text: &str) -> Result<Vec<TestRun>, String> {
    let start = text.trim_start_matches('\u{FEFF}').trim_start();
    let ran = if start.starts_with('<') {
        junit::read(start)?
    } else if start.lines().any(json::is_event) {
        json::read(start)
    } else {
        text::read(text)
    };
    match ran.is_empty() {
        true => Err("it contains no test results; expected the output of `cargo test` without \
                     --quiet, JSON of libtest, or JUnit XML"
            .to_owned()),
        false => Ok(ran),
    }
}
