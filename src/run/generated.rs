//! Generated files, read back.
//!
//! A build knows its tests as values. This is for files whose build is not at hand:
//! `specgen test` finds the tests in a folder, and a review compares a file with the one
//! that it replaces. No other module knows what generated Rust looks like.

use crate::lower::{ReadGoal, UntestedGoal};
use crate::rust::read::{Item, ItemFunction, items};

/// A test that specgen wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedTest {
    /// The module of the axiom or the type that it tests.
    pub module: String,
    pub name: String,
    /// The id of its goal; `None` for a test without one.
    pub goal: Option<String>,
    /// The terms of its values, if it has a case: `E = E0; S = push(make(), E0)`.
    pub terms: Option<String>,
    /// The function with its attributes.
    pub source: String,
}

/// An axiom or domain condition with its tester function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedStatement {
    /// The name of the tester, and of the module of its tests.
    pub tester: String,
    /// `[kept] f(S) = S if p(S) (a.spec:3)`
    pub text: String,
    /// The goals without a test.
    pub untested: Vec<ReadGoal>,
}

impl GeneratedStatement {
    /// `[kept]`
    pub fn title(&self) -> String {
        title(&self.text).to_owned()
    }
}

/// `[kept]`, of `[kept] f(S) = S if p(S) (a.spec:3)`.
pub fn title(statement: &str) -> &str {
    let end = statement.find("] ").map_or(statement.len(), |end| end + 1);
    &statement[..end]
}

/// The content of a generated file. Code is given as tokens, which are independent of layout
/// and comments.
#[derive(Debug, Default)]
pub struct GeneratedFile {
    pub functions: Vec<Function>,
    /// Each test with its function.
    pub tests: Vec<(GeneratedTest, Function)>,
    pub statements: Vec<GeneratedStatement>,
    /// All other items.
    pub others: Vec<String>,
}

#[derive(Debug)]
pub struct Function {
    pub name: String,
    /// The lines of its documentation.
    pub documentation: Vec<String>,
    /// The tokens of its signature and body.
    pub code: String,
}

impl GeneratedFile {
    /// `None` if the text is not Rust. Tests are functions with `#[test]` in a module of the
    /// file; other templates may arrange them differently, and then none are found.
    pub fn read(text: &str) -> Option<Self> {
        let mut file = Self::default();
        for item in items(text)? {
            match item {
                Item::Function(function) => {
                    file.statements.extend(statement(&function));
                    file.functions.push(Function::of(function));
                }
                Item::Module { name, items, .. } => file.read_module(&name, items),
                Item::Use(tokens) | Item::Other(tokens) => file.others.push(tokens),
            }
        }
        Some(file)
    }

    fn read_module(&mut self, module: &str, items: Vec<Item>) {
        for item in items {
            match item {
                Item::Function(function) if function.is_test => {
                    let test = GeneratedTest {
                        module: module.to_owned(),
                        name: function.name.clone(),
                        goal: of_case(&function, 0),
                        terms: of_case(&function, 1),
                        source: function.source.clone(),
                    };
                    self.tests.push((test, Function::of(function)));
                }
                Item::Function(ItemFunction { tokens, .. })
                | Item::Module { tokens, .. }
                | Item::Other(tokens) => self.others.push(tokens),
                Item::Use(_) => {}
            }
        }
    }
}

/// The tests of a file, and the statements that they test.
pub fn tests(text: &str) -> (Vec<GeneratedTest>, Vec<GeneratedStatement>) {
    let file = GeneratedFile::read(text).unwrap_or_default();
    (file.tests.into_iter().map(|(test, _)| test).collect(), file.statements)
}

/// The statement of a tester: it calls `axiom("…", …)` or `domain("…", …)`.
fn statement(function: &ItemFunction) -> Option<GeneratedStatement> {
    let is_it =
        |path: &str| matches!(path.rsplit(':').next().map(str::trim), Some("axiom" | "domain"));
    let text = argument(function, is_it, 0)?;
    let lines = function.documentation.iter();
    let untested = lines.filter_map(|line| UntestedGoal::read(line)).collect();
    Some(GeneratedStatement { tester: function.name.clone(), text, untested })
}

impl Function {
    fn of(function: ItemFunction) -> Self {
        let ItemFunction { name, documentation, code, .. } = function;
        Self { name, documentation, code }
    }
}

/// An argument of `Case::new("goal", "terms")` or of another constructor.
fn of_case(function: &ItemFunction, place: usize) -> Option<String> {
    argument(function, |path| path.contains("Case :: "), place)
}

/// A string that the first such call of a function gets as an argument.
fn argument(function: &ItemFunction, is_it: fn(&str) -> bool, place: usize) -> Option<String> {
    let call = function.calls.iter().find(|call| is_it(&call.function))?;
    call.texts.get(place)?.clone()
}

#[cfg(test)]
mod tests_of_reading {
    use super::*;

    const FILE: &str = "\
mod mocks;

/// A tester.
///
/// No test for `first/fails`: not found (tf).
fn first() {
    // `first`
    axiom(\"[first] p (a.spec:1)\", [], |[]| true)
}

mod first {
    use super::*;

    /// About something else.
    const X: u32 = 0;

    /// p(x)
    #[test]
    fn holds() {
        let _case = Case::new(
            \"first/holds\",
            &[],
        );

        first();
    }

    /// Not a test.
    fn other() {
        first();
    }

    #[test]
    fn no_goal() {
        first();
    }
}
";

    #[test]
    fn tests_are_found_with_their_goals() {
        let (found, statements) = tests(FILE);
        let names: Vec<_> = found
            .iter()
            .map(|test| (test.module.as_str(), test.name.as_str(), test.goal.as_deref()))
            .collect();
        assert_eq!(names, [("first", "holds", Some("first/holds")), ("first", "no_goal", None)]);
        assert!(found[0].source.starts_with("/// p(x)\n#[test]\nfn holds() {\n    let _case"));
        assert!(found[0].source.ends_with("    first();\n}"));
        let first = &statements[0];
        assert_eq!((first.title().as_str(), first.tester.as_str()), ("[first]", "first"));
        let untested = &first.untested[0];
        assert_eq!(
            (untested.goal.as_str(), untested.verdict.as_str()),
            ("first/fails", "not found")
        );
        assert_eq!(untested.letters.as_deref(), Some("tf"));
    }

    #[test]
    fn a_text_that_is_not_rust_has_no_tests() {
        for text in
            ["}\n    }\n    #[test]\nmod x {\n    #[test]", "mod x {\n    #[test]\n    fn \n    }"]
        {
            assert!(tests(text).0.is_empty(), "{text}");
        }
    }
}
