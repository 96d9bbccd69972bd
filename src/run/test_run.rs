//! A test that was run, as every format describes it.

/// A test that was run, generated or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestRun {
    /// Its name, split at `::`, after the name of the test program if that is known.
    pub path: Vec<String>,
    pub status: TestStatus,
    /// Its captured output.
    pub output: String,
}

/// The status of a test as cargo reports it.
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
