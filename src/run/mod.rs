//! Runs of generated tests: what cargo said about them, read back.
//!
//! ```text
//! generated files ──tests──▶ Vec<GeneratedTest> ─┐
//! what cargo printed ──read──▶ Vec<Ran> ─────────┴─matched──▶ a Fate for each test
//! ```

mod fate;
mod generated;
mod json;
mod junit;
mod matching;
mod table;
mod text;

pub use fate::Fate;
pub use generated::{GeneratedTest, tests};
pub use matching::{Suite, matched};
pub use table::{FateCounts, table};
pub use text::{Line, line};

/// A test that was run, whoever wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// Its name cut at `::`, behind that of its program where that is known.
    pub path: Vec<String>,
    pub ended: Ended,
    /// What it printed, as far as that was kept.
    pub output: String,
}

/// How a test ended, in cargo's eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Passed,
    Failed,
    Ignored,
}

/// Reads what a run left behind: JUnit's XML, lines of JSON as libtest and nextest
/// write them, or what `cargo test` prints. The error says what is wrong with it.
pub fn read(text: &str) -> Result<Vec<Ran>, String> {
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

/// `specgen::generated$treeset::first::holds` in pieces.
fn pieces(name: &str) -> Vec<String> {
    name.split("::").flat_map(|part| part.split('$')).map(|part| part.trim().to_owned()).collect()
}
