//! Which file needs which import of the mapping.
//!
//! The values of the generated code say which names it mentions. Whether a trait is imported
//! for its methods can't be seen. So an import that the tests do not mention stays there all
//! the same if the mapping has Rust code of its own, or if its signatures do not account for
//! it; then it is allowed to be unused.

use std::collections::BTreeSet;

use crate::lower::RustSuite;
use crate::refine::Use;
use crate::rust::{Fragment, Function, Import, Mentions, use_lines};

pub fn of_tests(suite: &RustSuite) -> Vec<String> {
    let (tests, mocks) = (in_tests(suite), in_mocks(suite));
    let mocks_are_used = !suite.mocks.is_empty() || suite.tables.is_some();
    let of_mocks = glob("mocks::*");
    let own = [if mocks_are_used { of_mocks } else { of_mocks.perhaps() }, glob("support::*")];
    let kept = suite.uses.iter().filter_map(|import| match &import.name {
        None => Some(imported(import).perhaps()),
        Some(name) if tests.contains(name) => Some(imported(import)),
        Some(name) => for_methods(suite, import, mocks.contains(name)),
    });
    use_lines(&own.into_iter().chain(kept).collect::<Vec<_>>())
}

pub fn of_mocks(suite: &RustSuite) -> Vec<String> {
    let mocks = in_mocks(suite);
    let own = suite.tables.iter().map(|_| glob("super::support::*"));
    let kept = suite.uses.iter().filter_map(|import| match &import.name {
        None => Some(imported(import).perhaps()),
        Some(name) => mocks.contains(name).then(|| imported(import)),
    });
    // What the mapping's own items declare stands beside the tests.
    let declared = suite.prelude_names.iter().filter(|name| mocks.contains(*name));
    let declared = declared.map(|name| Import::new(format!("super::{name}"), Some(name)));
    use_lines(&own.chain(kept).chain(declared).collect::<Vec<_>>())
}

pub fn of_file(suite: &RustSuite) -> Vec<String> {
    let (tests, mocks) = (in_tests(suite), in_mocks(suite));
    let own = glob("support::*");
    let kept = suite.uses.iter().filter_map(|import| match &import.name {
        None => Some(imported(import).perhaps()),
        Some(name) if tests.contains(name) || mocks.contains(name) => Some(imported(import)),
        Some(_) => for_methods(suite, import, false),
    });
    use_lines(&[own].into_iter().chain(kept).collect::<Vec<_>>())
}

fn imported(import: &Use) -> Import {
    Import::new(&import.text, import.name.as_deref())
}

fn glob(path: &str) -> Import {
    Import::new(path, None)
}

/// An import that may be there for the methods of a trait.
fn for_methods(suite: &RustSuite, import: &Use, in_mocks: bool) -> Option<Import> {
    let has_code = !suite.written.is_empty() || !suite.preludes.is_empty();
    let is_type = import.name.as_ref().is_some_and(|name| name.starts_with(char::is_uppercase));
    let perhaps = is_type && (has_code || !import.in_signatures && !in_mocks);
    perhaps.then(|| imported(import).perhaps())
}

/// The names that testers, adapters and tests mention.
fn in_tests(suite: &RustSuite) -> BTreeSet<String> {
    let mut names = Mentions::default();
    suite.subjects.iter().for_each(|subject| names.fragment(&subject.rust_type));
    suite.preludes.iter().for_each(|items| names.fragment(items));
    for function in &suite.written {
        names.fragment(&function.signature);
        names.fragment(&function.body);
    }
    let functions = suite.adapters.iter().chain(&suite.comparisons);
    let functions = functions.chain(suite.axioms.iter().map(|axiom| &axiom.tester));
    let tests = suite.axioms.iter().flat_map(|axiom| &axiom.tests);
    let tests = tests.chain(suite.laws.iter().flat_map(|laws| &laws.tests));
    let functions = functions.chain(tests.map(|test| &test.function));
    let of_laws = suite.laws.iter().flat_map(|laws| &laws.functions);
    functions.chain(of_laws).for_each(|function: &Function| names.function(function));
    names.into_names()
}

/// The names that mock types mention.
fn in_mocks(suite: &RustSuite) -> BTreeSet<String> {
    let mut names = Mentions::default();
    for mock in &suite.mocks {
        for item in &mock.impls {
            names.fragment(&item.trait_path);
            item.associated.iter().for_each(|(_, rust_type)| names.fragment(rust_type));
            for method in &item.methods {
                names.fragment(&method.signature);
                names.expr(&method.body);
            }
        }
        if let Some(closure) = &mock.closure {
            let types = closure.parameters.iter().map(|(_, rust_type)| rust_type);
            types.chain([&closure.result]).for_each(|it: &Fragment| names.fragment(it));
            names.expr(&closure.body);
        }
    }
    names.into_names()
}
