//! Abstract tests as Rust.
//!
//! Each operation becomes an adapter function in the terms of the specification; testers of
//! axioms, values, comparisons and laws are calls of adapters. The result is plain Rust values,
//! which `emit` prints.

use std::collections::{BTreeMap, BTreeSet};

use crate::goal::{Goal, GoalFamilies, GoalFamily, Property};
use crate::model::{Cell, ParameterTables};
use crate::refine::{Refinement, Use};
use crate::rules;
use crate::rust::{Fragment, Function, Ident, Stmt};
use crate::source::Sources;
use crate::testcase::{AbstractTest, Sample};
use crate::theory::{Axiom, OpId, Statement, Theory};

mod adapter;
mod axiom;
mod call;
mod compare;
mod context;
mod domain;
mod exhaustive;
mod extent;
mod fit;
mod law;
mod look;
mod mock;
mod model;
mod names;
mod observe;
mod paste;
mod paths;
mod polarity;
mod sequence;
mod term;
mod test;
mod untested;
mod written;

pub use extent::{Exhaustive, Purpose};
pub use law::RustLaws;
pub use mock::{MockMethod, RustClosure, RustImpl, RustMock, RustTables, TableField};
pub use sequence::RustSequences;
pub use test::RustTest;
pub use untested::{ReadGoal, UntestedGoal};
pub use written::{RustSubject, WrittenFunction};

use axiom::{Tester, axiom_tester};
use context::Context;
use domain::{DomainClause, domain_tester, is_testable};
use model::Models;
use names::ItemNames;
pub use names::RUNTIME;
use written::{subjects, written_functions};

/// The generated code of one mapping, before it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustSuite {
    /// The types under test: alias, type, specification.
    pub subjects: Vec<RustSubject>,
    pub uses: Vec<Use>,
    pub preludes: Vec<Fragment>,
    /// The names of the items in the preludes.
    pub prelude_names: Vec<Ident>,
    pub written: Vec<WrittenFunction>,
    /// The statics with the parameters' tables.
    pub models: Vec<Stmt>,
    pub adapters: Vec<Function>,
    pub comparisons: Vec<Function>,
    pub axioms: Vec<RustAxiom>,
    pub laws: Vec<RustLaws>,
    pub sequences: Option<RustSequences>,
    pub tables: Option<RustTables>,
    pub mocks: Vec<RustMock>,
}

/// An axiom, or the domain condition of an operation, with its tester and tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustAxiom {
    pub title: String,
    /// `sorted_set.spec:23`
    pub place: String,
    pub text: String,
    pub tester: Function,
    pub tests: Vec<RustTest>,
}

/// A test of a suite, as cargo names it: `module::name`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTest {
    pub module: String,
    pub name: String,
    /// The id of its goal; `None` for laws and sequences.
    pub goal: Option<String>,
}

impl RustSuite {
    /// All tests, in the order of the file.
    pub fn listed_tests(&self) -> Vec<ListedTest> {
        let axioms = self.axioms.iter().map(|axiom| (&axiom.tester.name, &axiom.tests));
        let laws = self.laws.iter().map(|laws| (&laws.module, &laws.tests));
        let sequences = self.sequences.iter().map(|all| (&all.module, &all.tests));
        let modules = axioms.chain(laws).chain(sequences);
        let listed = modules.flat_map(|(module, tests)| {
            tests.iter().map(|test| ListedTest {
                module: module.to_string(),
                name: test.function.name.to_string(),
                goal: test.goal.clone(),
            })
        });
        listed.collect()
    }

    /// How many tests there are of each family.
    pub fn test_counts(&self) -> BTreeMap<GoalFamily, usize> {
        let mut counts = BTreeMap::new();
        self.tests().for_each(|test| *counts.entry(test.family).or_default() += 1);
        counts
    }

    fn tests(&self) -> impl Iterator<Item = &RustTest> {
        let axioms = self.axioms.iter().flat_map(|axiom| &axiom.tests);
        let laws = self.laws.iter().flat_map(|laws| &laws.tests);
        let sequences = self.sequences.iter().flat_map(|sequences| &sequences.tests);
        axioms.chain(laws).chain(sequences)
    }
}

/// What the tests of a mapping are made of, whatever the mapping is.
pub struct Material<'a> {
    /// All goals, covered or not: they name axioms and tests.
    pub goals: &'a [Goal],
    /// The goals without a test that are not impossible.
    pub untested: &'a [UntestedGoal<'a>],
    pub tests: &'a [AbstractTest],
    pub samples: &'a [Sample],
    pub families: GoalFamilies,
    /// The parameters of sequences.
    pub algebras: &'a [ParameterTables],
    /// Operations that the axioms leave open on some values.
    pub open: &'a BTreeSet<OpId>,
    pub exhaustive: Option<Exhaustive<'a>>,
    pub purpose: Purpose,
}

/// Lowers all tests of a mapping.
pub fn lower(
    theory: &Theory,
    refinement: &Refinement,
    material: &Material<'_>,
    sources: &Sources,
) -> RustSuite {
    let tables = material.tests.iter().map(|test| &test.parameters);
    let tables = tables.chain(material.samples.iter().map(|sample| &sample.parameters));
    let algebras = if sequence::has_steps(theory) { material.algebras } else { &[] };
    let small = material.exhaustive.filter(|_| !algebras.is_empty());
    let tables = tables.chain(algebras).chain(small.iter().flat_map(|it| it.algebras));
    let tables: Vec<&ParameterTables> = tables.collect();
    let names = ItemNames::of(theory, refinement, material.goals);
    let sparse = sparse(theory, &tables);
    let left_out = BTreeSet::new();
    let cx = Context { theory, refinement, names: &names, sparse: &sparse, left_out: &left_out };
    let determined = Context { left_out: material.open, ..cx };
    let mut modules = names.table.child();
    let models = Models::of(cx, tables.into_iter(), &mut modules);
    let mut testers = testers(cx, sources);
    testers.iter_mut().for_each(|one| one.list_untested(material.untested));
    let sequences = {
        let known = testers.iter().map(|one| (one.property, &one.tester));
        let mut rules = rules::compile(theory, sources);
        for (axiom, rule) in theory.axioms.values().zip(&mut rules.axioms) {
            // Where a parameter is found depends on what else there is.
            rule.place = match theory.is_parameter(axiom.spec) {
                true => "parameter".to_owned(),
                false => portable(std::mem::take(&mut rule.place)),
            };
        }
        let looks = match material.purpose {
            Purpose::Tests => look::looks(cx),
            Purpose::Answers | Purpose::Comparison => Vec::new(),
        };
        look::add(&mut rules, &looks);
        let rules = rules::text(&rules);
        let known: Vec<_> = known.collect();
        let extent = extent::Extent { algebras, small, purpose: material.purpose, looks: &looks };
        sequence::sequences(cx, &models, extent, &known, rules, material.families, &mut modules)
    };
    let laws =
        law::laws([cx, determined], &models, material.samples, material.families, &mut modules);
    let axioms = testers.into_iter().map(|one| one.with_tests(cx, &models, material.tests));
    let axioms = axioms.collect();
    let adapters = adapter::adapters(cx).into_iter();
    let mut suite = RustSuite {
        subjects: subjects(cx),
        uses: refinement.uses.clone(),
        preludes: refinement.preludes.iter().map(|prelude| prelude.items.clone()).collect(),
        prelude_names: refinement
            .preludes
            .iter()
            .flat_map(|items| items.names.iter().cloned())
            .collect(),
        written: written_functions(cx),
        models: models.statics(cx),
        adapters: adapters.flat_map(|one| one.attempt.into_iter().chain([one.function])).collect(),
        comparisons: match material.open.is_empty() {
            true => compare::comparisons(cx),
            false => [cx, determined].into_iter().flat_map(compare::comparisons).collect(),
        },
        axioms,
        laws,
        sequences,
        tables: mock::tables(cx),
        mocks: mock::mocks(cx),
    };
    mark_unused(&mut suite);
    suite
}

/// The tester of a property, before its tests are lowered.
struct NamedTester<'t> {
    property: &'t Property,
    title: String,
    place: String,
    text: String,
    tester: Tester,
}

fn testers<'t>(cx: Context<'t>, sources: &Sources) -> Vec<NamedTester<'t>> {
    let of_axiom = |property, axiom: &Axiom, name| {
        let place = portable(sources.place(axiom.span));
        let tester = axiom_tester(cx, axiom, name, &place);
        NamedTester { property, title: axiom.title(), place, text: axiom.text.clone(), tester }
    };
    let testers = cx.names.testers().iter().map(|(property, name)| match property {
        Property::Stated(Statement::Axiom(id)) => of_axiom(property, &cx.theory.axioms[*id], name),
        Property::Congruence(axiom) => of_axiom(property, axiom, name),
        Property::Stated(Statement::Domain(op)) => {
            let clause = DomainClause::of(cx, *op);
            let place = portable(sources.place(clause.domain.span));
            let tester = domain_tester(cx, &clause, name, &place);
            NamedTester { property, title: clause.title(cx), place, text: clause.text, tester }
        }
    });
    testers.collect()
}

impl NamedTester<'_> {
    fn list_untested(&mut self, goals: &[UntestedGoal]) {
        let own = goals.iter().filter(|one| one.goal.property == *self.property);
        let lines: Vec<String> = own.map(UntestedGoal::line).collect();
        if !lines.is_empty() {
            let doc = &mut self.tester.function.doc;
            doc.push(String::new());
            doc.extend(lines);
        }
    }

    fn with_tests(self, cx: Context<'_>, models: &Models, tests: &[AbstractTest]) -> RustAxiom {
        let own = tests.iter().filter(|test| test.property() == self.property);
        let testable = own.filter(|test| match self.property {
            Property::Stated(Statement::Domain(op)) => is_testable(cx, *op, test),
            _ => true,
        });
        let tests = testable.map(|test| test::lower_test(cx, models, test, &self.tester));
        RustAxiom {
            tests: tests.collect(),
            title: self.title,
            place: self.place,
            text: self.text,
            tester: self.tester.function,
        }
    }
}

/// A place that means something on other machines: absolute paths lose their folders.
fn portable(place: String) -> String {
    let file = place.rsplit('/').next().unwrap_or(&place);
    if std::path::Path::new(&place).is_absolute() { file.to_owned() } else { place }
}

/// Operations of parameters that some model leaves open somewhere.
fn sparse(theory: &Theory, tables: &[&ParameterTables]) -> BTreeSet<OpId> {
    let partial = theory.ops.iter().filter(|(_, op)| op.domain.is_some()).map(|(id, _)| id);
    let gaps = tables.iter().flat_map(|tables| &tables.tables).filter(|(_, table)| {
        table.cells.iter().any(|cell| matches!(cell, Cell::Undefined | Cell::Outside))
    });
    partial.chain(gaps.map(|(op, _)| *op)).collect()
}

/// Marks the functions that no test calls, and drops comparisons and models that nothing needs.
fn mark_unused(suite: &mut RustSuite) {
    let mut tests: BTreeSet<Ident> = BTreeSet::new();
    suite.tests().for_each(|test| tests.extend(called(&test.function)));
    let own = suite.laws.iter().flat_map(|laws| &laws.functions);
    let own = own.chain(suite.sequences.iter().flat_map(|sequences| &sequences.functions));
    own.for_each(|function| tests.extend(called(function)));
    let mut models = tests.clone();
    for model in &suite.models {
        model.visit_paths(&mut |path| models.extend(path.last().cloned()));
    }
    suite.models.retain(|stmt| match stmt {
        Stmt::Static(name, ..) => models.contains(name),
        _ => true,
    });
    let kept = suite.axioms.iter().map(|axiom| &axiom.tester).chain(&suite.adapters);
    let items: Vec<&Function> = kept.clone().chain(&suite.comparisons).collect();
    let all = tests.iter().cloned().chain(kept.map(|function| function.name.clone())).collect();
    let (used, needed) = (reachable(tests.clone(), &items), reachable(all, &items));
    suite.comparisons.retain(|function| needed.contains(&function.name));
    let testers = suite.axioms.iter_mut().map(|axiom| &mut axiom.tester);
    for function in testers.chain(&mut suite.adapters) {
        if !used.contains(&function.name) {
            function.attributes.push("allow(dead_code)".to_owned());
        }
    }
}

/// The functions that are called from some, directly or not.
fn reachable(mut open: BTreeSet<Ident>, items: &[&Function]) -> BTreeSet<Ident> {
    let mut reached = BTreeSet::new();
    while let Some(name) = open.pop_first() {
        if reached.insert(name.clone()) {
            let own = items.iter().filter(|function| function.name == name);
            open.extend(own.flat_map(|function| called(function)));
        }
    }
    reached
}

/// The names that a function's body mentions.
fn called(function: &Function) -> Vec<Ident> {
    let mut names = Vec::new();
    function.visit_paths(&mut |path| names.extend(path.last().cloned()));
    names
}
