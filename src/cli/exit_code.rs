//! How a command ended, for scripts. The numbers are part of the interface.

/// Shown under `--help`.
pub const HELP: &str = "\
Exit codes:
  0    success
  1    wrong usage, or a file could not be read or written
  2    errors in the input
  3    generated files are not up to date (build --check), or files not formatted (fmt --check)
  4    a goal has no test, an axiom is not exercised, or a gap is found (--strict)
  5    a test failed (test), types differ (test --against), or a type breaks a law (infer)
  6    answers differ from those that were frozen, and all tests passed (test)
  130  interrupted";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    Fine = 0,
    /// Wrong usage, or a file that can't be read or written.
    Failure = 1,
    /// Errors in specifications or mappings.
    BadInput = 2,
    /// Generated files differ from what would be generated now.
    Outdated = 3,
    /// A goal has no test, an axiom is not exercised or a gap is found, with `--strict`.
    Uncovered = 4,
    /// Cargo ran tests and some failed, two types differ, or a type breaks a law.
    TestsFailed = 5,
    /// All tests passed, but answers that the specification leaves open changed.
    Changed = 6,
    /// Ctrl-C ended the work early.
    Interrupted = 130,
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code as u8)
    }
}
