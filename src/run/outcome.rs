//! The outcome of a test with respect to its goal.

use super::generated::GeneratedTest;
use super::test_run::{TestRun, TestStatus};
use crate::emit::SUPPORT_FOLDER;

/// How a generated test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestOutcome {
    Passed,
    Failed {
        message: String,
        /// The size of the values that it failed with.
        size: usize,
    },
    /// It passed without exercising its goal, and printed a notice.
    Vacuous {
        notice: String,
    },
    Ignored,
}

/// Generated tests start a notice with this.
const NOTICE: &str = "specgen: ";

/// Precedes the place of a panic in the runtime's message.
const PANICKED: &str = " panicked at ";

impl TestOutcome {
    /// The outcome of a test in the generated file or folder called `suite`.
    pub fn of(suite: &str, test: &GeneratedTest, run: &TestRun) -> Self {
        let vacuous = |notice: &str| Self::Vacuous { notice: notice.trim().to_owned() };
        match run.status {
            TestStatus::Ignored => Self::Ignored,
            TestStatus::Passed => {
                let notice = run.output.lines().find_map(|line| line.strip_prefix(NOTICE));
                let notice = notice.map(|line| without_case(test, line).unwrap_or(line));
                notice.map_or(Self::Passed, vacuous)
            }
            TestStatus::Failed => {
                let message = message(suite, &run.output);
                // Under `SPECGEN_STRICT=1` a notice is a failure.
                let first = message.lines().next().unwrap_or_default();
                let first = first.strip_prefix(NOTICE).unwrap_or(first);
                match without_case(test, first) {
                    Some(notice) => vacuous(notice),
                    None => Self::Failed { size: size(&message), message },
                }
            }
        }
    }

    pub fn word(&self) -> &'static str {
        match self {
            TestOutcome::Passed => "passed",
            TestOutcome::Failed { .. } => "failed",
            TestOutcome::Vacuous { .. } => "vacuous",
            TestOutcome::Ignored => "ignored",
        }
    }
}

/// `the goal was not reached`, if the line is a notice: it names the test's case first. A test
/// without a goal has its own name for a case.
fn without_case<'l>(test: &GeneratedTest, line: &'l str) -> Option<&'l str> {
    let own = || format!("{}/{}", test.module, test.name);
    let case = test.goal.clone().unwrap_or_else(own);
    line.strip_prefix(&case)?.strip_prefix(": ")
}

/// The message of a failed test without the lines that the runtime adds. The place of a panic
/// stays if it is outside of the generated files.
fn message(suite: &str, output: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut in_backtrace = false;
    for line in output.lines() {
        lines.extend(foreign_panic(suite, line));
        let is_of_runtime = line.starts_with("thread '") && line.contains(PANICKED)
            || line.starts_with("note: ")
            || line == "stack backtrace:";
        in_backtrace = line == "stack backtrace:" || in_backtrace && is_frame(line);
        let is_leading_blank = lines.is_empty() && line.trim().is_empty();
        if !is_of_runtime && !in_backtrace && !is_leading_blank {
            lines.push(line);
        }
    }
    lines.join("\n").trim_end().to_owned()
}

/// `panicked at src/lib.rs:7:9:`, if that is not in a generated file.
fn foreign_panic<'l>(suite: &str, line: &'l str) -> Option<&'l str> {
    let at = line.strip_prefix("thread '").and_then(|line| line.find(PANICKED))?;
    let panic = line["thread '".len() + at..].trim_start();
    let place = line["thread '".len() + at + PANICKED.len()..].strip_suffix(':')?;
    let mut parts = place.split(':').next()?.rsplit(['/', '\\']);
    let file = parts.next()?.trim_end_matches(".rs");
    let folder = parts.next();
    let name = if file == "main" || file == "mocks" { folder? } else { file };
    (name != suite && folder != Some(SUPPORT_FOLDER)).then_some(panic)
}

/// A line of a backtrace: `   3: core::panicking::panic`, or `             at /rustc/…` below
/// it.
fn is_frame(line: &str) -> bool {
    let words = line.trim_start();
    let is_number = words.split(':').next().is_some_and(|number| number.parse::<u32>().is_ok());
    line.starts_with(' ') && (is_number || words.starts_with("at "))
}

/// The number of operations in the terms of a failure; the length of the terms breaks ties.
fn size(message: &str) -> usize {
    let terms = message.lines().filter(|line| line.starts_with("  ") && line.contains(" = "));
    terms.map(|line| line.matches('(').count() * 1000 + line.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(status: TestStatus, output: &str) -> TestOutcome {
        let test = GeneratedTest {
            module: "first".to_owned(),
            name: "holds".to_owned(),
            goal: Some("first/holds".to_owned()),
            terms: None,
            source: String::new(),
        };
        TestOutcome::of(
            "a",
            &test,
            &TestRun { path: Vec::new(), status, output: output.to_owned() },
        )
    }

    #[test]
    fn a_notice_makes_a_test_vacuous() {
        let vacuous = TestOutcome::Vacuous { notice: "the goal was not reached".to_owned() };
        let notice = "specgen: first/holds: the goal was not reached\n";
        assert_eq!(outcome(TestStatus::Passed, notice), vacuous);
        let strict = "\nthread 'first::holds' (7) panicked at a.rs:1:1:\n\
                      first/holds: the goal was not reached\nnote: run with\n";
        assert_eq!(outcome(TestStatus::Failed, strict), vacuous);
        assert_eq!(outcome(TestStatus::Passed, "hello\n"), TestOutcome::Passed);
    }

    #[test]
    fn a_failure_says_what_the_test_says() {
        let output = "\nthread 'first::holds' panicked at a.rs:1:1:\n[first] p(x)\np(x) is false\n\
                      stack backtrace:\n   0: rust_begin_unwind\n             at /rustc/x.rs\n\
                      note: Some details\nin first/holds, with\n  S = insert(empty(), E0)\n";
        let TestOutcome::Failed { message, size } = outcome(TestStatus::Failed, output) else {
            panic!("it failed")
        };
        assert_eq!(
            message,
            "[first] p(x)\np(x) is false\nin first/holds, with\n  S = insert(empty(), E0)"
        );
        assert!(size > 2000);
    }

    #[test]
    fn a_panic_of_the_type_itself_keeps_its_place() {
        let panic =
            |place: &str| format!("thread 'first::holds' (7) panicked at {place}:\nindex\n");
        let message = |place: &str| match outcome(TestStatus::Failed, &panic(place)) {
            TestOutcome::Failed { message, .. } => message,
            other => panic!("it failed, and is {other:?}"),
        };
        assert_eq!(message("src/lib.rs:7:9"), "panicked at src/lib.rs:7:9:\nindex");
        assert_eq!(message("src/main.rs:7:9"), "panicked at src/main.rs:7:9:\nindex");
        let runtime = "tests/a/../specgen_support/laws.rs:1:1";
        let own = ["tests/a/main.rs:1:1", "tests\\a\\mocks.rs:1:1", "out/a.rs:1:1", runtime];
        for generated in own {
            assert_eq!(message(generated), "index");
        }
    }
}
