//! Which file needs which import of the mapping.
//!
//! The values of the generated code say which names it mentions. Whether a trait is imported
//! for its methods can't be seen. So an import that the tests do not mention stays there all
//! the same if the mapping has Rust code of its own, or if its signatures do not account for
//! it; then it is allowed to be unused.

use std::collections::BTreeSet;

use super::runtime::hidden;
use crate::lower::RustSuite;
use crate::refine::Use;
use crate::rust::{Fragment, Function, Import, Mentions, use_lines};

pub fn of_tests(suite: &RustSuite) -> Vec<String> {
    let (tests, mocks) = (in_tests(suite), in_mocks(suite));
    let mocks_are_used = !suite.mocks.is_empty() || suite.tables.is_some();
    let of_mocks = glob("mocks::*");
    let own = [if mocks_are_used { of_mocks } else { of_mocks.perhaps() }, glob("support::*")];
    let kept = suite.uses.iter().filter_map(|one| match &one.import.name {
        None => Some(one.import.clone().perhaps()),
        Some(name) if tests.contains(name) => Some(one.import.clone()),
        Some(name) => for_methods(suite, one, mocks.contains(name)),
    });
    use_lines(&own.into_iter().chain(kept).collect::<Vec<_>>())
}

pub fn of_mocks(suite: &RustSuite) -> Vec<String> {
    let mocks = in_mocks(suite);
    let names_runtime = !hidden(suite).is_empty();
    let module = Import::new("super::support", Some("support"));
    let module = names_runtime.then(|| module.perhaps());
    let all = glob("super::support::*");
    let all = if names_runtime { all.perhaps() } else { all };
    let own = suite.tables.iter().map(|_| all.clone()).chain(module);
    let kept = suite.uses.iter().filter_map(|one| match &one.import.name {
        None => Some(one.import.clone().perhaps()),
        Some(name) => mocks.contains(name).then(|| one.import.clone()),
    });
    // What the mapping's own items declare stands beside the tests.
    let declared = suite.prelude_names.iter().filter(|name| mocks.contains(name.as_str()));
    // So do the adapters that build what operations of parameters yield.
    let called = in_bodies(suite);
    let adapters = suite.adapters.iter().map(|adapter| &adapter.name);
    let declared = declared.chain(adapters.filter(|name| called.contains(name.as_str())));
    let declared = declared.map(|name| Import::new(format!("super::{name}"), Some(name)));
    // Parameters may have the same names.
    let declared = declared.map(Import::perhaps);
    use_lines(&own.chain(kept).chain(declared).collect::<Vec<_>>())
}

pub fn of_file(suite: &RustSuite) -> Vec<String> {
    let (tests, mocks) = (in_tests(suite), in_mocks(suite));
    let own = glob("support::*");
    let kept = suite.uses.iter().filter_map(|one| match &one.import.name {
        None => Some(one.import.clone().perhaps()),
        Some(name) if tests.contains(name) || mocks.contains(name) => Some(one.import.clone()),
        Some(_) => for_methods(suite, one, false),
    });
    use_lines(&[own].into_iter().chain(kept).collect::<Vec<_>>())
}

fn glob(path: &str) -> Import {
    Import::new(path, None)
}

/// An import that may be there for the methods of a trait.
fn for_methods(suite: &RustSuite, one: &Use, in_mocks: bool) -> Option<Import> {
    let has_code = !suite.written.is_empty() || !suite.preludes.is_empty();
    let name = one.import.name.as_ref();
    let is_type = name.is_some_and(|name| name.starts_with(char::is_uppercase));
    let perhaps = is_type && (has_code || !one.in_signatures && !in_mocks);
    perhaps.then(|| one.import.clone().perhaps())
}

/// The names that the mapping's items, testers, adapters and tests mention.
fn in_tests(suite: &RustSuite) -> BTreeSet<String> {
    let mut names = Mentions::default();
    suite.preludes.iter().for_each(|items| names.fragment(items));
    names.into_names().into_iter().chain(in_functions(suite)).collect()
}

/// The names that testers, adapters and tests mention.
fn in_functions(suite: &RustSuite) -> BTreeSet<String> {
    let mut names = Mentions::default();
    suite.subjects.iter().for_each(|subject| names.fragment(&subject.rust_type));
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
            item.trait_path.iter().for_each(|path| names.fragment(path));
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

/// The names that the bodies of mocks mention.
fn in_bodies(suite: &RustSuite) -> BTreeSet<String> {
    let mut names = Mentions::default();
    let methods = suite.mocks.iter().flat_map(|mock| &mock.impls).flat_map(|item| &item.methods);
    let closures = suite.mocks.iter().filter_map(|mock| mock.closure.as_ref());
    let bodies = methods.map(|method| &method.body).chain(closures.map(|it| &it.body));
    bodies.for_each(|body| names.expr(body));
    names.into_names()
}
