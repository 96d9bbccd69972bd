//! Generated files, read back.
//!
//! A build knows its tests as values. This is for files whose build is not at hand:
//! `specgen test` finds the tests in a folder, and a review compares a file with the one
//! that it replaces. No other module knows what generated Rust looks like.

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprCall, ExprLit, Item, ItemFn, Lit, Meta};

/// A test that specgen wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedTest {
    /// The module of the axiom or the type that it tests.
    pub module: String,
    pub name: String,
    /// The id of its goal; `None` for a test without one.
    pub goal: Option<String>,
    /// The function with its attributes.
    pub source: String,
}

/// The content of a generated file. Code is given as tokens, which are independent of layout
/// and comments.
#[derive(Debug, Default)]
pub struct GeneratedFile {
    pub functions: Vec<Function>,
    /// Each test with its function.
    pub tests: Vec<(GeneratedTest, Function)>,
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
        for item in syn::parse_file(text).ok()?.items {
            match item {
                Item::Fn(function) => file.functions.push(Function::of(&function)),
                Item::Mod(module) if module.content.is_some() => {
                    let (_, items) = module.content?;
                    file.read_module(text, &module.ident.to_string(), items);
                }
                other => file.others.push(tokens(&other)),
            }
        }
        Some(file)
    }

    fn read_module(&mut self, text: &str, module: &str, items: Vec<Item>) {
        for item in items {
            match item {
                Item::Fn(function) if is_test(&function) => {
                    let test = GeneratedTest {
                        module: module.to_owned(),
                        name: function.sig.ident.to_string(),
                        goal: goal(&function),
                        source: source(text, function.span()),
                    };
                    self.tests.push((test, Function::of(&function)));
                }
                Item::Use(_) => {}
                other => self.others.push(tokens(&other)),
            }
        }
    }
}

/// The tests of a file.
pub fn tests(text: &str) -> Vec<GeneratedTest> {
    let file = GeneratedFile::read(text).unwrap_or_default();
    file.tests.into_iter().map(|(test, _)| test).collect()
}

impl Function {
    fn of(function: &ItemFn) -> Self {
        Self {
            name: function.sig.ident.to_string(),
            documentation: documentation(&function.attrs),
            code: tokens(&function.sig) + &tokens(&function.block),
        }
    }
}

fn tokens(code: &impl ToTokens) -> String {
    code.to_token_stream().to_string()
}

fn is_test(function: &ItemFn) -> bool {
    function.attrs.iter().any(|attribute| attribute.path().is_ident("test"))
}

fn documentation(attributes: &[Attribute]) -> Vec<String> {
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => string(&pair.value),
        _ => None,
    };
    attributes.iter().filter_map(line).map(|line| line.trim().to_owned()).collect()
}

fn string(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

/// The lines of an item, without the indentation of the first.
fn source(text: &str, span: Span) -> String {
    let (first, last) = (span.start(), span.end().line);
    let indentation = " ".repeat(first.column);
    let lines = text.lines().take(last).skip(first.line.saturating_sub(1));
    let lines = lines.map(|line| line.strip_prefix(&indentation).unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

/// `Case::new("goal", …)`, or another constructor, names the goal of a test.
fn goal(function: &ItemFn) -> Option<String> {
    struct Goal(Option<String>);
    impl Visit<'_> for Goal {
        fn visit_expr_call(&mut self, call: &ExprCall) {
            if tokens(&call.func).starts_with("Case :: ") {
                self.0 = self.0.take().or_else(|| string(call.args.first()?));
            }
            visit::visit_expr_call(self, call);
        }
    }
    let mut goal = Goal(None);
    goal.visit_item_fn(function);
    goal.0
}

#[cfg(test)]
mod tests_of_reading {
    use super::*;

    const FILE: &str = "\
mod mocks;

/// A tester.
fn first() {
    // `first`
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
        let found = tests(FILE);
        let names: Vec<_> = found
            .iter()
            .map(|test| (test.module.as_str(), test.name.as_str(), test.goal.as_deref()))
            .collect();
        assert_eq!(names, [("first", "holds", Some("first/holds")), ("first", "no_goal", None)]);
        assert!(found[0].source.starts_with("/// p(x)\n#[test]\nfn holds() {\n    let _case"));
        assert!(found[0].source.ends_with("    first();\n}"));
    }

    #[test]
    fn a_text_that_is_not_rust_has_no_tests() {
        assert!(tests("}\n    }\n    #[test]\nmod x {\n    #[test]").is_empty());
        assert!(tests("mod x {\n    #[test]\n    fn \n    }").is_empty());
    }
}
