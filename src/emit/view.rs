//! What templates see: plain, serialisable values with all code printed.
//!
//! docs/templates.md describes them. A change that templates of others would notice raises
//! [`VERSION`].

use super::imports;
use crate::json::Serialize;
use crate::lower::{
    RustAxiom, RustClosure, RustImpl, RustLaws, RustMock, RustSequences, RustSuite, RustTables,
    RustTest, TableField, WrittenFunction,
};
use crate::rust::read::allowing_dead_code;
use crate::rust::{Expr, Fragment, Function, Stmt, function, is_tidy, statements};

/// Of the views, as `version`.
pub const VERSION: u32 = 3;

/// Everything about one mapping.
#[derive(Debug, Serialize)]
pub struct SuiteView {
    pub version: u32,
    /// What wrote the file, from what, and how to write it again.
    pub header: Vec<String>,
    /// `` `SortedSet[TotalOrder]` by `TreeSet<Orderable>` ``
    pub conformance: String,
    pub subjects: Vec<SubjectView>,
    pub uses_of_tests: Vec<String>,
    pub uses_of_mocks: Vec<String>,
    pub uses_of_file: Vec<String>,
    pub preludes: Vec<String>,
    /// Functions whose bodies the mapping writes out.
    pub written: Vec<WrittenView>,
    /// Statics with the tables of models.
    pub models: Vec<String>,
    pub adapters: Vec<String>,
    pub comparisons: Vec<String>,
    pub axioms: Vec<AxiomView>,
    pub laws: Vec<LawsView>,
    pub sequences: Option<SequencesView>,
    pub tables: Option<TablesView>,
    pub mocks: Vec<MockView>,
    /// Whether some mock has a default that belongs to no test.
    pub needs_no_tables: bool,
    /// The runtime, for a file that has everything in it.
    pub support: String,
}

#[derive(Debug, Serialize)]
pub struct SubjectView {
    pub alias: String,
    pub rust_type: String,
    pub spec: String,
}

#[derive(Debug, Serialize)]
pub struct WrittenView {
    pub operation: String,
    /// The whole function.
    pub text: String,
    /// Whether rustfmt has to leave it alone.
    pub untidy: bool,
}

/// An axiom or a domain condition. Functions are whole, with their doc comments.
#[derive(Debug, Serialize)]
pub struct AxiomView {
    pub name: String,
    pub title: String,
    pub place: String,
    pub text: String,
    pub tester: String,
    pub tests: Vec<String>,
}

/// The laws of a type's traits.
#[derive(Debug, Serialize)]
pub struct LawsView {
    pub module: String,
    pub rust_type: String,
    /// Whether the type is `Copy`.
    pub copies: bool,
    pub functions: Vec<String>,
    pub tests: Vec<String>,
}

/// Sequences of operations.
#[derive(Debug, Serialize)]
pub struct SequencesView {
    pub module: String,
    /// The specification as rules, a string literal.
    pub rules: String,
    /// How calls look in the user's own Rust, a string literal.
    pub source: String,
    pub functions: Vec<String>,
    pub tests: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct TablesView {
    pub name: String,
    pub of: String,
    pub fields: Vec<FieldView>,
    pub lists: Vec<PairView>,
    pub lowest: bool,
    pub current: bool,
}

#[derive(Debug, Serialize)]
pub struct FieldView {
    pub name: String,
    pub call: String,
    pub rust_type: String,
    pub parameters: Vec<PairView>,
    pub result: String,
    pub body: String,
    /// The table of no elements.
    pub nothing: String,
}

#[derive(Debug, Serialize)]
pub struct PairView {
    pub name: String,
    pub rust_type: String,
}

#[derive(Debug, Serialize)]
pub struct MockView {
    pub name: String,
    pub sort: String,
    pub plural: String,
    pub has_tables: bool,
    pub default: bool,
    pub display: bool,
    /// The type and value of the number that is hashed, where an operation gives it.
    pub hashed: Option<(String, String)>,
    /// Whether different elements are to have the same hash.
    pub collides: bool,
    /// Whether elements are made one by one.
    pub listed: bool,
    pub derives: String,
    pub impls: Vec<ImplView>,
    pub closure: Option<ClosureView>,
    /// The type that elements stand for, and a closure from their numbers.
    pub made: Option<(String, String)>,
}

#[derive(Debug, Serialize)]
pub struct ImplView {
    pub trait_name: Option<String>,
    pub associated: Vec<PairView>,
    pub methods: Vec<MethodView>,
}

#[derive(Debug, Serialize)]
pub struct MethodView {
    pub signature: String,
    pub body: String,
}

#[derive(Debug, Serialize)]
pub struct ClosureView {
    pub rust_type: String,
    pub function: String,
    pub parameters: Vec<PairView>,
    pub result: String,
    pub body: String,
}

/// Prints everything.
pub fn view(suite: &RustSuite, header: Vec<String>) -> SuiteView {
    let subject = |subject: &crate::lower::RustSubject| SubjectView {
        alias: subject.alias.to_string(),
        rust_type: subject.rust_type.to_string(),
        spec: subject.spec.clone(),
    };
    SuiteView {
        version: VERSION,
        header,
        conformance: conformance(suite),
        subjects: suite.subjects.iter().map(subject).collect(),
        uses_of_tests: imports::of_tests(suite),
        uses_of_mocks: imports::of_mocks(suite),
        uses_of_file: imports::of_file(suite),
        preludes: preludes(suite),
        written: suite.written.iter().map(written).collect(),
        models: suite
            .models
            .iter()
            .map(|model| statements(std::slice::from_ref(model), 0))
            .collect(),
        adapters: functions(&suite.adapters, 0),
        comparisons: functions(&suite.comparisons, 0),
        axioms: suite.axioms.iter().map(axiom).collect(),
        laws: suite.laws.iter().map(laws).collect(),
        sequences: suite.sequences.as_ref().map(sequences),
        tables: suite.tables.as_ref().map(tables),
        mocks: suite.mocks.iter().map(mock).collect(),
        needs_no_tables: suite.mocks.iter().any(|mock| mock.default && mock.has_tables),
        support: super::support::inlined(),
    }
}

fn conformance(suite: &RustSuite) -> String {
    let subjects = suite.subjects.iter();
    let subjects = subjects.map(|subject| format!("`{}` by `{}`", subject.spec, subject.rust_type));
    subjects.collect::<Vec<_>>().join(", ")
}

fn functions(all: &[Function], indent: usize) -> Vec<String> {
    all.iter().map(|one| function(one, indent)).collect()
}

fn tests(all: &[RustTest]) -> Vec<String> {
    all.iter().map(|test| function(&test.function, 4)).collect()
}

fn written(one: &WrittenFunction) -> WrittenView {
    let body = dedented(one.body.as_str());
    let line = |line: &str| if line.is_empty() { String::new() } else { format!("    {line}") };
    let lines: Vec<String> = body.trim().lines().map(line).collect();
    WrittenView {
        operation: one.operation.clone(),
        text: format!("fn {}{} {{\n{}\n}}", one.name, one.signature, lines.join("\n")),
        untidy: !is_tidy(body.trim()),
    }
}

/// Lines without the indentation that all of them share.
fn dedented(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let shared = lines.iter().filter(|line| !line.is_empty()).map(indent).min().unwrap_or(0);
    let lines = lines.iter().map(|line| line.get(shared..).unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

fn axiom(axiom: &RustAxiom) -> AxiomView {
    AxiomView {
        name: axiom.tester.name.to_string(),
        title: axiom.title.clone(),
        place: axiom.place.clone(),
        text: axiom.text.clone(),
        tester: function(&axiom.tester, 0),
        tests: tests(&axiom.tests),
    }
}

fn laws(laws: &RustLaws) -> LawsView {
    LawsView {
        module: laws.module.to_string(),
        rust_type: laws.rust_type.to_string(),
        copies: laws.copies,
        functions: functions(&laws.functions, 4),
        tests: tests(&laws.tests),
    }
}

fn sequences(sequences: &RustSequences) -> SequencesView {
    SequencesView {
        module: sequences.module.to_string(),
        rules: raw_string(&sequences.rules),
        source: raw_string(&sequences.source),
        functions: functions(&sequences.functions, 4),
        tests: tests(&sequences.tests),
    }
}

/// A string literal without escapes.
fn raw_string(text: &str) -> String {
    let mut hashes = String::new();
    while text.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    format!("r{hashes}\"\n{text}\n\"{hashes}")
}

fn tables(tables: &RustTables) -> TablesView {
    let list = |(name, element): &(String, crate::rust::Ident)| PairView {
        name: name.clone(),
        rust_type: format!("&'static [{element}]"),
    };
    TablesView {
        name: tables.name.to_string(),
        of: tables.of.clone(),
        fields: tables.fields.iter().map(field).collect(),
        lists: tables.lists.iter().map(list).collect(),
        lowest: tables.lowest,
        current: tables.current,
    }
}

fn field(field: &TableField) -> FieldView {
    FieldView {
        name: field.name.to_string(),
        call: field.call.clone(),
        rust_type: field.rust_type.clone(),
        parameters: field.parameters.iter().map(|(name, ty)| pair(name, ty)).collect(),
        result: field.result.to_owned(),
        body: value(&field.body, 8),
        nothing: field.nothing.to_owned(),
    }
}

fn pair(name: impl ToString, rust_type: impl ToString) -> PairView {
    PairView { name: name.to_string(), rust_type: rust_type.to_string() }
}

/// The value of a block.
fn value(expr: &Expr, indent: usize) -> String {
    statements(&[Stmt::Tail(expr.clone())], indent)
}

fn mock(mock: &RustMock) -> MockView {
    let hashed = mock.hashed.as_ref();
    MockView {
        name: mock.name.to_string(),
        sort: mock.sort.clone(),
        plural: mock.plural.clone(),
        has_tables: mock.has_tables,
        default: mock.default,
        display: mock.display,
        collides: mock.collides,
        hashed: hashed.map(|hash| (hash.rust_type.to_string(), value(&hash.value, 8))),
        listed: mock.listed,
        derives: derives(mock),
        impls: mock.impls.iter().map(implementation).collect(),
        closure: mock.closure.as_ref().map(closure),
        made: mock.made.as_ref().map(|(ty, by)| (ty.to_string(), by.to_string())),
    }
}

fn derives(mock: &RustMock) -> String {
    let mut derives = vec!["Clone", "Copy"];
    if !mock.has_tables {
        derives.extend(["PartialEq", "Eq"]);
        derives.extend((mock.hashed.is_none() && !mock.collides).then_some("Hash"));
        derives.extend(mock.default.then_some("Default"));
    }
    derives.join(", ")
}

/// The mapping's items. It may declare more than this file needs.
fn preludes(suite: &RustSuite) -> Vec<String> {
    suite.preludes.iter().map(|items| allowing_dead_code(items.as_str())).collect()
}

fn implementation(item: &RustImpl) -> ImplView {
    let method = |method: &crate::lower::MockMethod| MethodView {
        signature: format!("    {} {{", method.signature),
        body: match method.is_statement {
            true => statements(&[Stmt::Expr(method.body.clone())], 8),
            false => value(&method.body, 8),
        },
    };
    ImplView {
        trait_name: item.trait_path.as_ref().map(Fragment::to_string),
        associated: item.associated.iter().map(|(name, ty)| pair(name, ty)).collect(),
        methods: item.methods.iter().map(method).collect(),
    }
}

fn closure(closure: &RustClosure) -> ClosureView {
    ClosureView {
        rust_type: closure.rust_type.to_string(),
        function: closure.function.to_string(),
        parameters: closure.parameters.iter().map(|(name, ty)| pair(name, ty)).collect(),
        result: closure.result.to_string(),
        body: value(&closure.body, 4),
    }
}
