//! Calls of the runtime that names of the mapping would hide.
//!
//! Items of a prelude and imports take precedence over the glob import of the runtime.

use std::collections::BTreeSet;

use crate::lower::{RUNTIME, RustSuite};
use crate::rust::Qualifier;

/// The module of the runtime in a generated file.
const MODULE: &str = "support";

/// The names of the runtime that the mapping hides; all of them if it has a glob import.
pub fn hidden(suite: &RustSuite) -> BTreeSet<String> {
    let imports = || suite.uses.iter().map(|one| one.import.name.as_deref());
    let mut own: BTreeSet<&str> = suite.prelude_names.iter().map(|name| name.as_str()).collect();
    own.extend(imports().flatten());
    let is_hidden = |name: &&&str| imports().any(|name| name.is_none()) || own.contains(**name);
    RUNTIME.iter().filter(is_hidden).map(|name| (*name).to_owned()).collect()
}

/// The suite with the module of the runtime named wherever the mapping hides a name of the
/// runtime.
pub fn qualified(suite: &RustSuite) -> RustSuite {
    let mut suite = suite.clone();
    let hidden = hidden(&suite);
    if hidden.is_empty() {
        return suite;
    }
    let qualifier = Qualifier::new(MODULE, &hidden);
    let RustSuite { models, adapters, comparisons, axioms, laws, tables, mocks, .. } = &mut suite;
    let mut functions: Vec<_> = adapters.iter_mut().chain(comparisons).collect();
    for axiom in axioms {
        functions.push(&mut axiom.tester);
        functions.extend(axiom.tests.iter_mut().map(|test| &mut test.function));
    }
    for laws in laws {
        functions.extend(&mut laws.functions);
        functions.extend(laws.tests.iter_mut().map(|test| &mut test.function));
    }
    functions.into_iter().for_each(|function| qualifier.function(function));
    models.iter_mut().for_each(|stmt| qualifier.stmt(stmt));
    let fields = tables.iter_mut().flat_map(|tables| &mut tables.fields);
    fields.for_each(|field| qualifier.expr(&mut field.body));
    for mock in mocks {
        let methods = mock.impls.iter_mut().flat_map(|item| &mut item.methods);
        methods.for_each(|method| qualifier.expr(&mut method.body));
        mock.closure.iter_mut().for_each(|closure| qualifier.expr(&mut closure.body));
    }
    suite
}
