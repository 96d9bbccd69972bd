//! The output of `cargo test`.

use super::test_run::{TestRun, TestStatus, pieces};

/// The meaning of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line<'t> {
    /// The name of the test program that starts, without the hash that cargo appends.
    Program(&'t str),
    /// The number of tests that a program is about to run.
    Start(usize),
    Test(&'t str, TestStatus),
    /// The output of this test follows.
    Output(&'t str),
    /// The output of a test ends here.
    List,
    Other,
}

/// Reads one line.
pub fn line(line: &str) -> Line<'_> {
    let words = line.trim_start();
    if let Some(test) = words.strip_prefix("test ") {
        return test_line(test).unwrap_or(if test.starts_with("result:") {
            Line::List
        } else {
            Line::Other
        });
    }
    if let Some(name) = line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" ----")) {
        return Line::Output(name.rsplit_once(' ').map_or(name, |(name, _)| name));
    }
    if let Some(path) = program_path(words) {
        return Line::Program(program(path));
    }
    if let Some(name) = words.strip_prefix("Doc-tests ") {
        return Line::Program(name);
    }
    let count = line.strip_prefix("running ").and_then(|rest| rest.split(' ').next()?.parse().ok());
    match (count, line) {
        (Some(count), _) => Line::Start(count),
        (None, "failures:" | "successes:") => Line::List,
        _ => Line::Other,
    }
}

/// The paths of the test programs that cargo ran.
pub fn programs(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| program_path(line.trim_start())).map(str::to_owned).collect()
}

/// The path in `Running unittests src/lib.rs (target/debug/deps/set-0123456789abcdef)`.
fn program_path(words: &str) -> Option<&str> {
    let rest = words.strip_prefix("Running ")?;
    Some(rest.rsplit('(').next().unwrap_or(rest).trim_end_matches([')', '`']))
}

/// `target/debug/deps/generated-0123456789abcdef` is `generated`.
fn program(path: &str) -> &str {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let file = file.strip_suffix(".exe").unwrap_or(file);
    file.rsplit_once('-').map_or(file, |(name, _)| name)
}

/// `a::b ... ok`
fn test_line(text: &str) -> Option<Line<'_>> {
    let (name, how) = text.rsplit_once(" ... ")?;
    let status = match how.split([',', ' ']).next()? {
        "ok" => TestStatus::Passed,
        "FAILED" => TestStatus::Failed,
        "ignored" => TestStatus::Ignored,
        _ => return None,
    };
    Some(Line::Test(name.strip_suffix(" - should panic").unwrap_or(name), status))
}

/// Reads all test results in the output.
pub fn read(text: &str) -> Vec<TestRun> {
    let mut ran: Vec<TestRun> = Vec::new();
    let mut program = None;
    // An output section belongs to a test of the program that ran last.
    let mut first_of_program = 0;
    let mut speaking = None;
    for text_line in text.lines() {
        match line(text_line) {
            Line::Program(name) => {
                (program, first_of_program, speaking) = (Some(name.to_owned()), ran.len(), None);
            }
            Line::Start(_) => (first_of_program, speaking) = (ran.len(), None),
            Line::Test(name, status) => {
                let path = program.iter().cloned().chain(pieces(name)).collect();
                ran.push(TestRun { path, status, output: String::new() });
                speaking = None;
            }
            Line::Output(name) => {
                let path = pieces(name);
                let is_it = |test: &TestRun| test.path.ends_with(&path);
                speaking = ran[first_of_program..].iter().position(is_it);
            }
            Line::List => speaking = None,
            Line::Other => {
                if let Some(test) = speaking {
                    let output = &mut ran[first_of_program + test].output;
                    output.push_str(text_line);
                    output.push('\n');
                }
            }
        }
    }
    ran
}

/// Whether a test program ended before it had run all of its tests.
pub fn is_cut_short(text: &str) -> bool {
    let mut is_running = false;
    for line in text.lines() {
        let is_start = matches!(self::line(line), Line::Start(_));
        if is_running && (is_start || matches!(self::line(line), Line::Program(_))) {
            return true;
        }
        is_running = is_start || is_running && !line.starts_with("test result: ");
    }
    is_running
}

/// What a test program prints about these tests.
pub fn libtest_output(ran: &[TestRun]) -> String {
    let mut text = format!("\nrunning {} tests\n", ran.len());
    let counts = [
        (TestStatus::Passed, "ok", "successes"),
        (TestStatus::Failed, "FAILED", "failures"),
        (TestStatus::Ignored, "ignored", ""),
    ];
    for run in ran {
        let word = counts.iter().find(|(status, ..)| *status == run.status);
        let word = word.map_or("ignored", |(_, word, _)| word);
        text.push_str(&format!("test {} ... {word}\n", run.path.join("::")));
    }
    for (status, _, title) in &counts[..2] {
        text.push_str(&format!("\n{title}:\n\n"));
        for run in ran.iter().filter(|run| run.status == *status && !run.output.is_empty()) {
            let output = run.output.trim_end();
            text.push_str(&format!("---- {} stdout ----\n{output}\n\n", run.path.join("::")));
        }
    }
    let [passed, failed, ignored] =
        counts.map(|(status, ..)| ran.iter().filter(|run| run.status == status).count());
    let word = if failed == 0 { "ok" } else { "FAILED" };
    let counts = format!("{passed} passed; {failed} failed; {ignored} ignored");
    text.push_str(&format!("\ntest result: {word}. {counts}\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_read_back() {
        let ran = read(PRINTED.split("Running tests/tree_set").nth(1).expect("two programs"));
        assert_eq!(ran.len(), 3);
        let again = read(&libtest_output(&ran));
        let trimmed = |run: TestRun| TestRun { output: run.output.trim().to_owned(), ..run };
        let trimmed = |ran: Vec<TestRun>| ran.into_iter().map(trimmed).collect::<Vec<_>>();
        assert_eq!(trimmed(again), trimmed(ran));
    }

    #[test]
    fn programs_that_end_early_are_noticed() {
        assert!(!is_cut_short(PRINTED));
        assert!(is_cut_short(&PRINTED.replace("test result: ok.", "oh")));
        assert!(is_cut_short(&PRINTED.replace("test result: FAILED.", "oh")));
    }

    const PRINTED: &str = "\
   Compiling set v0.1.0
     Running unittests src/lib.rs (target/debug/deps/set-0123456789abcdef)

running 1 test
test own::works ... ok

test result: ok. 1 passed; 0 failed

     Running tests/tree_set/main.rs (target/debug/deps/tree_set-fedcba9876543210)

running 3 tests
test first::holds ... ok
test first::fails - should panic ... FAILED
test first::later ... ignored, not now

successes:

---- first::holds stdout ----
specgen: first/holds: the goal was not reached

successes:
    first::holds

failures:

---- first::fails stdout ----

thread 'first::fails' panicked at tests/tree_set/main.rs:1:1:
[first] p(x)

failures:
    first::fails

test result: FAILED. 1 passed; 1 failed; 1 ignored
";

    #[test]
    fn tests_are_read_with_their_programs_and_outputs() {
        let ran = read(PRINTED);
        let paths: Vec<_> = ran.iter().map(|test| test.path.join("::")).collect();
        assert_eq!(
            paths,
            [
                "set::own::works",
                "tree_set::first::holds",
                "tree_set::first::fails",
                "tree_set::first::later"
            ]
        );
        let ends: Vec<_> = ran.iter().map(|test| test.status).collect();
        assert_eq!(
            ends,
            [TestStatus::Passed, TestStatus::Passed, TestStatus::Failed, TestStatus::Ignored]
        );
        assert!(ran[1].output.contains("specgen: first/holds: the goal was not reached"));
        assert!(ran[2].output.contains("[first] p(x)"));
        assert!(!ran[2].output.contains("    first::fails"));
    }

    #[test]
    fn programs_lose_their_hashes() {
        assert_eq!(program("target\\debug\\deps\\a-b-0123.exe"), "a-b");
        assert_eq!(program("plain"), "plain");
    }
}
