//! Assigns test runs to generated tests.

use super::generated::{self, GeneratedStatement, GeneratedTest};
use super::outcome::TestOutcome;
use super::test_run::TestRun;
use crate::lower::ListedTest;

/// The tests of one generated file or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    /// The name of the file or folder: `treeset`.
    pub name: String,
    pub tests: Vec<GeneratedTest>,
    pub statements: Vec<GeneratedStatement>,
}

impl Suite {
    /// Whether a tester of the suite evaluates the statement.
    pub fn states(&self, statement: &str) -> bool {
        self.statements.iter().any(|known| known.text == statement)
    }

    /// The tests of a build, with their sources in the texts of its files.
    pub fn built(name: String, tests: &[ListedTest], texts: &[&str]) -> Self {
        let (written, statements): (Vec<_>, Vec<_>) =
            texts.iter().map(|text| generated::tests(text)).unzip();
        let written = written.concat();
        let test = |listed: &ListedTest| {
            let ListedTest { module, name, goal } = listed.clone();
            let found = written.iter().find(|test| test.module == module && test.name == name);
            // Custom templates may arrange tests differently; then the source is unknown.
            let source = found.map(|test| test.source.clone()).unwrap_or_default();
            let terms = found.and_then(|test| test.terms.clone());
            GeneratedTest { module, name, goal, terms, source }
        };
        let tests = tests.iter().map(test).collect();
        Self { name, tests, statements: statements.concat() }
    }
}

/// The outcome of each test of each suite; `None` for a test that was not run.
///
/// Two suites may have tests of the same name. They are distinguished by the name of the suite,
/// which must be the name of the test program or of a module around the test.
pub fn matched(suites: &[Suite], ran: &[TestRun]) -> Vec<Vec<Option<TestOutcome>>> {
    let mut outcomes: Vec<Vec<Option<TestOutcome>>> =
        suites.iter().map(|suite| vec![None; suite.tests.len()]).collect();
    for run in ran {
        let places = places(suites, run);
        let named = places.iter().find(|(suite, _)| run.path.contains(&suites[*suite].name));
        let place = match places.as_slice() {
            [one] => Some(one),
            _ => named,
        };
        if let Some((suite, test)) = place {
            let Suite { name, tests, .. } = &suites[*suite];
            outcomes[*suite][*test] = Some(TestOutcome::of(name, &tests[*test], run));
        }
    }
    outcomes
}

/// The tests that a run may belong to: those that agree with the last two parts of its name.
fn places(suites: &[Suite], run: &TestRun) -> Vec<(usize, usize)> {
    let [.., module, name] = run.path.as_slice() else { return Vec::new() };
    let is_it = |test: &GeneratedTest| test.module == *module && test.name == *name;
    let place = |(index, suite): (usize, &Suite)| {
        suite.tests.iter().position(is_it).map(|test| (index, test))
    };
    suites.iter().enumerate().filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::test_run::TestStatus;

    fn suite(name: &str, tests: &[&str]) -> Suite {
        let test = |name: &&str| GeneratedTest {
            module: "first".to_owned(),
            name: (*name).to_owned(),
            goal: None,
            terms: None,
            source: String::new(),
        };
        let tests = tests.iter().map(test).collect();
        Suite { name: name.to_owned(), tests, statements: Vec::new() }
    }

    fn passed(path: &str) -> TestRun {
        let path = path.split("::").map(str::to_owned).collect();
        TestRun { path, status: TestStatus::Passed, output: String::new() }
    }

    #[test]
    fn suites_are_distinguished_by_name() {
        let suites = [suite("tree", &["a", "b"]), suite("hash", &["a"])];
        let ran = ["crate::hash::first::a", "first::b", "first::a", "first::c", "a"].map(passed);
        let outcomes = matched(&suites, &ran);
        assert_eq!(
            outcomes,
            [vec![None, Some(TestOutcome::Passed)], vec![Some(TestOutcome::Passed)]]
        );
    }
}
