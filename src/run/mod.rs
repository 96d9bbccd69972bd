//! Runs of generated tests: what cargo said about them, read back.
//!
//! ```text
//! generated files ──tests──▶ Vec<GeneratedTest> ─┐
//! what cargo printed ──read──▶ Vec<TestRun> ─────┴─matched──▶ a TestOutcome for each test
//! ```

mod generated;
mod json;
mod junit;
mod matching;
mod outcome;
mod table;
mod test_run;
mod text;

pub use generated::{Function, GeneratedFile, GeneratedTest, tests};
pub use matching::{Suite, matched};
pub use outcome::TestOutcome;
pub use table::{OutcomeCounts, table};
pub use test_run::{TestRun, TestStatus};
pub use text::{Line, line};

/// Reads what a run left behind: JUnit's XML, lines of JSON as libtest and nextest
/// write them, or what `cargo test` prints. The error says what is wrong with it.
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
        true => {
            Err("it tells of no test; cargo's text is expected (without --quiet), its JSON, or JUnit's XML".into())
        }
        false => Ok(ran),
    }
}
