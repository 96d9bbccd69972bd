//! What became of a test, in the eyes of its goal.

use super::generated::GeneratedTest;
use super::test_run::{TestRun, TestStatus};

/// How a generated test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestOutcome {
    Passed,
    Failed {
        message: String,
        /// How large the values are that it failed with.
        size: usize,
    },
    /// It went another way than it was made for, and says so.
    Vacuous {
        notice: String,
    },
    Ignored,
}

/// How generated tests start what is no failure.
const NOTICE: &str = "specgen: ";

/// How the runtime leads to the place of a panic.
const PANICKED: &str = " panicked at ";

impl TestOutcome {
    /// How a test of the generated file or folder of that name ended.
    pub fn of(suite: &str, test: &GeneratedTest, ran: &TestRun) -> Self {
        let notice = |line: &str| Self::Vacuous { notice: without_goal(test, line) };
        let message = message(suite, &ran.output);
        match ran.status {
            TestStatus::Ignored => Self::Ignored,
            TestStatus::Passed => {
                match ran.output.lines().find_map(|line| line.strip_prefix(NOTICE)) {
                    Some(line) => notice(line),
                    None => Self::Passed,
                }
            }
            TestStatus::Failed => match message.lines().next() {
                // What would be a notice fails under `SPECGEN_STRICT=1`.
                Some(first) if is_notice(test, first) => notice(first),
                _ => Self::Failed { size: size(&message), message },
            },
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

fn is_notice(test: &GeneratedTest, line: &str) -> bool {
    let goal = test.goal.as_deref();
    goal.is_some_and(|goal| line.strip_prefix(goal).is_some_and(|rest| rest.starts_with(": ")))
}

/// `the goal was not reached`
fn without_goal(test: &GeneratedTest, line: &str) -> String {
    let line = line.trim();
    let goal = test.goal.as_deref().unwrap_or_default();
    let rest = line.strip_prefix(goal).and_then(|rest| rest.strip_prefix(": "));
    rest.unwrap_or(line).to_owned()
}

/// What a failed test has to say, without what the runtime adds to it; but the place of a
/// panic is told where it is not the test's own.
fn message(suite: &str, output: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut in_backtrace = false;
    for line in output.lines() {
        lines.extend(foreign_panic(suite, line));
        let of_runtime = line.starts_with("thread '") && line.contains(PANICKED)
            || line.starts_with("note: ")
            || line == "stack backtrace:";
        in_backtrace = line == "stack backtrace:" || in_backtrace && is_frame(line);
        let leads_nowhere = lines.is_empty() && line.trim().is_empty();
        if !of_runtime && !in_backtrace && !leads_nowhere {
            lines.push(line);
        }
    }
    lines.join("\n").trim_end().to_owned()
}

/// `panicked at src/lib.rs:7:9:`, where that is no place of a generated file.
fn foreign_panic<'l>(suite: &str, line: &'l str) -> Option<&'l str> {
    let at = line.strip_prefix("thread '").and_then(|line| line.find(PANICKED))?;
    let told = line["thread '".len() + at..].trim_start();
    let place = line["thread '".len() + at + PANICKED.len()..].strip_suffix(':')?;
    let mut parts = place.split(':').next()?.rsplit(['/', '\\']);
    let file = parts.next()?.trim_end_matches(".rs");
    let name = if file == "main" || file == "mocks" { parts.next()? } else { file };
    (name != suite).then_some(told)
}

/// `   3: core::panicking::panic`, and below it `             at /rustc/…`.
fn is_frame(line: &str) -> bool {
    let words = line.trim_start();
    let is_number = words.split(':').next().is_some_and(|number| number.parse::<u32>().is_ok());
    line.starts_with(' ') && (is_number || words.starts_with("at "))
}

/// How many operations the terms of a failure have; longer terms break ties.
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
    fn a_panic_of_the_type_itself_is_told_with_its_place() {
        let panic =
            |place: &str| format!("thread 'first::holds' (7) panicked at {place}:\nindex\n");
        let told = |place: &str| match outcome(TestStatus::Failed, &panic(place)) {
            TestOutcome::Failed { message, .. } => message,
            other => panic!("it failed, and is {other:?}"),
        };
        assert_eq!(told("src/lib.rs:7:9"), "panicked at src/lib.rs:7:9:\nindex");
        assert_eq!(told("src/main.rs:7:9"), "panicked at src/main.rs:7:9:\nindex");
        for generated in ["tests/a/main.rs:1:1", "tests\\a\\mocks.rs:1:1", "out/a.rs:1:1"] {
            assert_eq!(told(generated), "index");
        }
    }
}
