//! A test that was run, as every format describes it.

/// A test that was run, whoever wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestRun {
    /// Its name cut at `::`, behind that of its program where that is known.
    pub path: Vec<String>,
    pub status: TestStatus,
    /// What it printed, as far as that was kept.
    pub output: String,
}

/// How a test ended, in cargo's eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestStatus {
    Passed,
    Failed,
    Ignored,
}

/// `specgen::generated$treeset::first::holds` in pieces.
pub fn pieces(name: &str) -> Vec<String> {
    name.split("::").flat_map(|part| part.split('$')).map(|part| part.trim().to_owned()).collect()
}
