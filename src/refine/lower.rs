//! Everything that one mapping yields in Rust.

use std::collections::{BTreeMap, BTreeSet};

use super::bounds::dedent;
use super::lower_axiom::{RustTester, lower_axiom};
use super::lower_domain::{DomainClause, is_testable, lower_domain};
use super::lower_law::{RustLaws, lower_laws};
use super::lower_mock::{RustMock, lower_mocks};
use super::lower_pump::{Pumping, RustPump, lower_pumps};
use super::lower_same::{RustSame, lower_same};
use super::lower_table::{RustTables, lower_tables};
use super::lower_term::Target;
use super::lower_test::{RustTest, lower_test};
use super::names::{Namer, Names, value_name};
use super::signature::is_tidy;
use super::tokens::rename;
use super::{Callee, Refinement, SortType};
use crate::goal::{Goal, GoalFamilies, GoalFamily, Minterms};
use crate::model::{Cell, ParameterTables};
use crate::source::Sources;
use crate::testcase::{AbstractTest, Sample};
use crate::theory::{AxiomId, Formula, OpId, Statement, Theory, Variable};

/// The generated code of one mapping, before it is laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustSuite {
    /// The types under test: alias, type, specification.
    pub subjects: Vec<RustSubject>,
    pub uses: Vec<super::Use>,
    pub preludes: Vec<String>,
    pub functions: Vec<RustFunction>,
    pub same: Vec<RustSame>,
    pub axioms: Vec<RustAxiom>,
    pub laws: Vec<RustLaws>,
    pub pumps: Vec<RustPump>,
    pub tables: Option<RustTables>,
    pub mocks: Vec<RustMock>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustSubject {
    pub alias: String,
    pub rust_type: String,
    /// `SortedSet[TotalOrder]`
    pub spec: String,
}

/// A function that the mapping writes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustFunction {
    pub operation: String,
    /// `fn is_in`
    pub head: String,
    pub parameters: Vec<(String, String)>,
    /// ` -> bool`
    pub result: String,
    pub body: String,
    /// Whether rustfmt has to leave it alone.
    pub untidy: bool,
}

/// An axiom, or the domain condition of an operation, with its tester and tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustAxiom {
    pub title: String,
    /// `sorted_set.spec:23`
    pub place: String,
    pub text: String,
    /// The distinct atoms, in order of first occurrence.
    pub atoms: Vec<String>,
    pub tester: RustTester,
    pub tests: Vec<RustTest>,
}

/// A test of a suite, as cargo names it: `module::name`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTest {
    pub module: String,
    pub name: String,
    /// The id of its goal; `None` for laws and pumped tests.
    pub goal: Option<String>,
}

impl RustSuite {
    /// All tests, in the order of the file.
    pub fn listed_tests(&self) -> Vec<ListedTest> {
        let axioms = self.axioms.iter().map(|axiom| (&axiom.tester.name, &axiom.tests));
        let laws = self.laws.iter().map(|laws| (&laws.module, &laws.tests));
        let pumps = self.pumps.iter().map(|pump| (&pump.module, &pump.tests));
        let modules = axioms.chain(laws).chain(pumps);
        let listed = modules.flat_map(|(module, tests)| {
            tests.iter().map(|test| ListedTest {
                module: module.clone(),
                name: test.name.clone(),
                goal: test.goal_id.clone(),
            })
        });
        listed.collect()
    }

    /// How many tests there are of each family.
    pub fn test_counts(&self) -> BTreeMap<GoalFamily, usize> {
        let mut counts = BTreeMap::new();
        let axioms = self.axioms.iter().flat_map(|axiom| &axiom.tests);
        let laws = self.laws.iter().flat_map(|laws| &laws.tests);
        let pumps = self.pumps.iter().flat_map(|pump| &pump.tests);
        for test in axioms.chain(laws).chain(pumps) {
            *counts.entry(test.family).or_default() += 1;
        }
        counts
    }
}

/// Lowers all tests of a mapping. `goals` are all goals, covered or not: they
/// give the axioms their names. Laws are tried on the samples, as far as the families
/// have them.
pub fn lower(
    theory: &Theory,
    refinement: &Refinement,
    goals: &[Goal],
    tests: &[AbstractTest],
    (samples, families): (&[Sample], GoalFamilies),
    pumping: Option<&Pumping>,
    sources: &Sources,
) -> RustSuite {
    let titles = titles(goals);
    let reserved: Vec<String> = titles.iter().map(|(_, title)| title.clone()).collect();
    let names = Names::of(theory, refinement, &reserved);
    let mocks = tests.iter().map(|test| &test.parameters);
    let sparse = sparse(theory, mocks.chain(samples.iter().map(|sample| &sample.parameters)));
    let target = Target { theory, refinement, names: &names, sparse: &sparse };
    let axioms = axioms(target, &titles, tests, sources);
    let laws = lower_laws(target, samples, families);
    let same = used(lower_same(target), &axioms, &laws);
    let pumps = pumping.map(|pumping| lower_pumps(target, pumping, &titles, &axioms));
    RustSuite {
        subjects: subjects(target),
        uses: refinement.uses.clone(),
        preludes: refinement.preludes.iter().map(|items| items.text.clone()).collect(),
        functions: functions(target),
        same,
        axioms,
        laws,
        pumps: pumps.unwrap_or_default(),
        tables: lower_tables(target),
        mocks: lower_mocks(target),
    }
}

/// The comparisons that testers and laws make, or other comparisons that they make.
fn used(mut same: Vec<RustSame>, axioms: &[RustAxiom], laws: &[RustLaws]) -> Vec<RustSame> {
    let testers = axioms.iter().map(|axiom| &axiom.tester.body);
    let laws = laws.iter().flat_map(|laws| laws.tests.iter().map(|test| &test.body));
    let mut open = BTreeSet::from_iter(testers.chain(laws).flat_map(|body| called(body, &same)));
    let mut used = BTreeSet::new();
    while let Some(name) = open.pop_first() {
        let function = same.iter().find(|function| function.name == name);
        let next = function.map(|function| called(&function.body, &same)).unwrap_or_default();
        used.insert(name);
        open.extend(next.into_iter().filter(|name| !used.contains(name)));
    }
    same.retain(|function| used.contains(&function.name));
    same
}

fn called(body: &[super::code::Stmt], same: &[RustSame]) -> Vec<String> {
    let text = format!("{body:?}");
    let names = same.iter().map(|function| function.name.clone());
    names.filter(|name| text.contains(&format!("\"{name}\""))).collect()
}

/// A name for each statement of the goals, in the order of the goals.
fn titles(goals: &[Goal]) -> Vec<(Statement, String)> {
    let mut titles: Vec<(Statement, String)> = Vec::new();
    let mut namer = Namer::of_items();
    for goal in goals {
        if titles.iter().any(|(statement, _)| *statement == goal.statement) {
            continue;
        }
        let title = &goal.title;
        let title = match goal.statement {
            Statement::Axiom(_) => value_name(title),
            Statement::Domain(_) if title.starts_with("domain_of_") => value_name(title),
            Statement::Domain(_) => format!("domain_of_{title}"),
        };
        titles.push((goal.statement, namer.fresh(&title)));
    }
    titles
}

/// Operations of parameters that some model leaves open somewhere.
fn sparse<'m>(theory: &Theory, mocks: impl Iterator<Item = &'m ParameterTables>) -> BTreeSet<OpId> {
    let partial = theory.ops.iter().filter(|(_, op)| op.domain.is_some()).map(|(id, _)| id);
    let gaps = mocks.flat_map(|mocks| &mocks.tables).filter(|(_, table)| {
        table.cells.iter().any(|cell| matches!(cell, Cell::Undefined | Cell::Outside))
    });
    partial.chain(gaps.map(|(op, _)| *op)).collect()
}

fn subjects(target: Target<'_>) -> Vec<RustSubject> {
    let sorts = target.refinement.sorts.iter();
    sorts
        .filter_map(|(sort, sort_type)| match sort_type {
            SortType::Subject(subject) => Some(RustSubject {
                alias: target.names.sort(*sort).to_owned(),
                rust_type: target.names.instantiate(&subject.rust_type),
                spec: target.theory.spec_text(target.theory.sorts[*sort].spec),
            }),
            SortType::Mock(_) => None,
        })
        .collect()
}

fn functions(target: Target<'_>) -> Vec<RustFunction> {
    let mut functions = Vec::new();
    for (op, function) in &target.refinement.functions {
        let Callee::Body(body) = &function.callee else { continue };
        let operation = &target.theory.ops[*op];
        let own = target.theory.sorts.iter().find(|(_, sort)| sort.spec == operation.spec);
        let own = own.map(|(sort, _)| target.names.sort(sort).to_owned());
        let alias = |word: &str| own.clone().filter(|_| word == "Self");
        let signature = target.names.instantiate(&rename(&function.signature, alias));
        let body = dedent(body);
        let body = body.trim();
        let body = target.names.instantiate(&rename(body, alias));
        let (generics, signature) = signature.split_at(signature.find('(').unwrap_or(0));
        let (parameters, result) = parts(signature);
        functions.push(RustFunction {
            operation: operation.name.clone(),
            head: format!("fn {}{generics}", target.names.bodies[op]),
            parameters,
            result,
            untidy: !is_tidy(&body),
            body,
        });
    }
    functions
}

/// A place that means something on other machines: absolute paths lose their
/// folders.
fn portable(place: String) -> String {
    let file = place.rsplit(['/', '\\']).next().unwrap_or(&place);
    if std::path::Path::new(&place).is_absolute() { file.to_owned() } else { place }
}

/// `(a: A, b: B) -> C` as parameters and the rest.
fn parts(signature: &str) -> (Vec<(String, String)>, String) {
    let (mut depth, mut start, mut parameters) = (0usize, 1usize, Vec::new());
    for (at, letter) in signature.char_indices() {
        match letter {
            '(' | '[' | '<' => depth += 1,
            '>' if signature[..at].ends_with('-') => {}
            ')' | ']' | '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let ends = depth == 0 || depth == 1 && letter == ',';
        if ends {
            if let Some((name, rust_type)) = signature[start..at].split_once(':') {
                parameters.push((name.trim().to_owned(), rust_type.trim().to_owned()));
            }
            start = at + 1;
        }
        if depth == 0 {
            return (parameters, signature[at + 1..].to_owned());
        }
    }
    (parameters, String::new())
}

fn axioms(
    target: Target<'_>,
    titles: &[(Statement, String)],
    tests: &[AbstractTest],
    sources: &Sources,
) -> Vec<RustAxiom> {
    let lower = |(statement, title): &(Statement, String)| match statement {
        Statement::Axiom(id) => axiom(target, *id, title, tests, sources),
        Statement::Domain(op) => domain(target, *op, title, tests, sources),
    };
    titles.iter().map(lower).collect()
}

fn axiom(
    target: Target<'_>,
    id: AxiomId,
    title: &str,
    tests: &[AbstractTest],
    sources: &Sources,
) -> RustAxiom {
    let axiom = &target.theory.axioms[id];
    let place = portable(sources.place(axiom.span));
    let tester = lower_axiom(target, axiom, title, &place);
    let own = tests.iter().filter(|test| test.statement() == Statement::Axiom(id));
    let tests = own.map(|test| lower_test(target, test, &tester)).collect();
    RustAxiom {
        title: axiom.title(),
        place,
        text: axiom.text.clone(),
        atoms: atoms(target, &axiom.formula, &axiom.variables),
        tester,
        tests,
    }
}

fn domain(
    target: Target<'_>,
    op: OpId,
    title: &str,
    tests: &[AbstractTest],
    sources: &Sources,
) -> RustAxiom {
    let clause = DomainClause::of(target, op);
    let place = portable(sources.place(clause.domain.span));
    let tester = lower_domain(target, &clause, title, &place);
    let own = tests.iter().filter(|test| test.statement() == Statement::Domain(op));
    let own = own.filter(|test| is_testable(target, op, test));
    let tests = own.map(|test| lower_test(target, test, &tester)).collect();
    RustAxiom {
        title: clause.title(target),
        place,
        atoms: atoms(target, &clause.domain.condition, &clause.domain.variables),
        text: clause.text,
        tester,
        tests,
    }
}

fn atoms(target: Target<'_>, formula: &Formula, variables: &[Variable]) -> Vec<String> {
    let minterms = Minterms::of(formula);
    minterms.atoms().iter().map(|atom| atom.text(target.theory, variables)).collect()
}
