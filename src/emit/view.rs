//! What templates see: plain, serialisable values with all code laid out.
//!
//! docs/templates.md describes them. A change that templates of others would
//! notice raises [`VERSION`].

use serde::Serialize;

use super::imports;
use super::layout::{signature, statements};
use super::view_pump::{PumpView, pump};
use crate::refine::{
    RustAxiom, RustClosure, RustFunction, RustImpl, RustLaws, RustMock, RustSame, RustSuite,
    RustTables, RustTest, TableField,
};

/// Of the views, as `version`.
pub const VERSION: u32 = 1;

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
    pub functions: Vec<FunctionView>,
    pub same: Vec<SameView>,
    pub axioms: Vec<AxiomView>,
    pub laws: Vec<LawsView>,
    pub pumps: Vec<PumpView>,
    /// Whether pumped tests compute tables.
    pub computes: bool,
    pub tables: Option<TablesView>,
    pub mocks: Vec<MockView>,
    pub case: CaseView,
    /// Whether messages show values that may lack `Debug`.
    pub shown: bool,
    /// What is needed of values for laws.
    pub sampled: SampledView,
    /// Whether some mock has a default that belongs to no test.
    pub needs_no_tables: bool,
}

#[derive(Debug, Serialize)]
pub struct SubjectView {
    pub alias: String,
    pub rust_type: String,
    pub spec: String,
}

/// A function of the mapping. Signatures end with `{`, and bodies do not include
/// the closing brace.
#[derive(Debug, Serialize)]
pub struct FunctionView {
    pub operation: String,
    pub signature: String,
    pub body: String,
    pub untidy: bool,
}

#[derive(Debug, Serialize)]
pub struct SameView {
    pub rust_type: String,
    pub with_equality: bool,
    pub signature: String,
    pub body: String,
}

#[derive(Debug, Serialize)]
pub struct AxiomView {
    pub name: String,
    pub title: String,
    pub place: String,
    pub text: String,
    /// Whether clippy would want `vec![…]` instead of pushes.
    pub pushes: bool,
    /// How many truth values the tester returns.
    pub returns: usize,
    /// What they are of.
    pub atoms: String,
    pub signature: String,
    pub body: String,
    pub tests: Vec<TestView>,
    /// Whether no test calls it.
    pub idle: bool,
}

/// The laws of a type's traits.
#[derive(Debug, Serialize)]
pub struct LawsView {
    pub module: String,
    pub rust_type: String,
    /// Whether clippy would want `vec![…]` instead of pushes.
    pub pushes: bool,
    /// Whether the type is `Copy`.
    pub copies: bool,
    /// The tables of the model, or nothing.
    pub tables: String,
    pub signature: String,
    pub samples: String,
    pub tests: Vec<TestView>,
}

#[derive(Debug, Serialize)]
pub struct TestView {
    pub name: String,
    pub goal: String,
    pub body: String,
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
    pub signature: String,
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
    pub listed: bool,
    /// Whether some test asks for elements.
    pub asked_for: bool,
    pub derives: String,
    pub impls: Vec<ImplView>,
    pub closure: Option<ClosureView>,
}

#[derive(Debug, Serialize)]
pub struct ImplView {
    pub trait_name: String,
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
    pub signature: String,
    pub body: String,
}

/// Which ways to make values, and to compare them, laws need.
#[derive(Debug, Serialize)]
pub struct SampledView {
    pub new: bool,
    pub if_built: bool,
    pub hashes: bool,
}

#[derive(Debug, Serialize)]
pub struct CaseView {
    pub signature: String,
    pub built: bool,
    pub reaches: bool,
    /// Whether some test has a number that the implementation can't take.
    pub unfit: bool,
    pub forced: bool,
    pub apart: bool,
    /// Whether testers look whether calls panic.
    pub returns: bool,
}

/// Lays everything out.
pub fn view(suite: &RustSuite, header: Vec<String>) -> SuiteView {
    let is_vec =
        |rust_type: &str| rust_type.rsplit("::").next().is_some_and(|it| it.starts_with("Vec<"));
    let vec = suite.subjects.iter().any(|subject| is_vec(&subject.rust_type));
    let pumps: Vec<PumpView> = suite.pumps.iter().map(pump).collect();
    let pumped = |tester: &str| {
        suite.pumps.iter().flat_map(|pump| &pump.tests).any(|test| test.name == tester)
    };
    let mut axioms: Vec<AxiomView> = suite.axioms.iter().map(|item| axiom(item, vec)).collect();
    axioms.iter_mut().for_each(|axiom| axiom.idle &= !pumped(&axiom.name));
    let laws: Vec<LawsView> = suite.laws.iter().map(|item| laws(item, vec)).collect();
    let tests = axioms.iter().flat_map(|axiom| &axiom.tests);
    let tests = tests.chain(laws.iter().flat_map(|laws| &laws.tests));
    let samples = laws.iter().map(|laws| laws.samples.as_str());
    let tests: Vec<&str> = tests.map(|test| test.body.as_str()).chain(samples).collect();
    let tests = tests.join("\n");
    let mocks: Vec<MockView> = suite
        .mocks
        .iter()
        .map(|item| mock(item, &tests, suite.pumps.iter().any(|pump| pump.makes(&item.name))))
        .collect();
    let needs_no_tables = suite.mocks.iter().any(|mock| mock.default && mock.has_tables);
    let mut view = SuiteView {
        version: VERSION,
        header,
        conformance: conformance(suite),
        subjects: suite
            .subjects
            .iter()
            .map(|subject| SubjectView {
                alias: subject.alias.clone(),
                rust_type: subject.rust_type.clone(),
                spec: subject.spec.clone(),
            })
            .collect(),
        uses_of_tests: Vec::new(),
        uses_of_mocks: Vec::new(),
        uses_of_file: Vec::new(),
        preludes: suite.preludes.clone(),
        functions: suite.functions.iter().map(function).collect(),
        same: suite.same.iter().map(same).collect(),
        shown: axioms.iter().any(|axiom| axiom.body.contains("Shown(")),
        case: case(suite, &axioms, &tests),
        axioms,
        sampled: sampled(&laws),
        laws,
        computes: pumps.iter().any(|pump| pump.computed.is_some()),
        pumps,
        tables: suite.tables.as_ref().map(tables),
        mocks,
        needs_no_tables,
    };
    imports::distribute(&suite.uses, &mut view);
    view
}

fn conformance(suite: &RustSuite) -> String {
    let subjects = suite.subjects.iter();
    let subjects = subjects.map(|subject| format!("`{}` by `{}`", subject.spec, subject.rust_type));
    subjects.collect::<Vec<_>>().join(", ")
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

fn axiom(axiom: &RustAxiom, vec: bool) -> AxiomView {
    let tester = &axiom.tester;
    let result = match tester.returns {
        0 => String::new(),
        count => format!(" -> [bool; {count}]"),
    };
    let head = format!("pub(crate) fn {}", tester.name);
    AxiomView {
        name: tester.name.clone(),
        title: axiom.title.clone(),
        place: axiom.place.clone(),
        text: axiom.text.clone(),
        pushes: vec,
        returns: tester.returns,
        atoms: axiom.atoms.iter().map(|atom| format!("`{atom}`")).collect::<Vec<_>>().join(", "),
        signature: signature(&head, &tester.parameters, &result, 0),
        body: statements(&tester.body, 4),
        tests: axiom.tests.iter().map(test).collect(),
        idle: axiom.tests.is_empty(),
    }
}

pub(super) fn test(test: &RustTest) -> TestView {
    TestView { name: test.name.clone(), goal: test.goal.clone(), body: statements(&test.body, 8) }
}

fn laws(laws: &RustLaws, vec: bool) -> LawsView {
    let tables = laws.tables.as_ref().map(std::slice::from_ref);
    let result = format!(" -> Vec<Sample<{}>>", laws.rust_type);
    LawsView {
        module: laws.module.clone(),
        rust_type: laws.rust_type.clone(),
        pushes: vec,
        copies: laws.copies,
        tables: tables.map(|stmts| statements(stmts, 4)).unwrap_or_default(),
        signature: signature("    fn samples", &[], &result, 4),
        samples: statements(&laws.samples, 8),
        tests: laws.tests.iter().map(test).collect(),
    }
}

fn sampled(laws: &[LawsView]) -> SampledView {
    let made = |how: &str| laws.iter().any(|laws| laws.samples.contains(how));
    SampledView {
        new: made("Sample::new("),
        if_built: made("Sample::if_built("),
        hashes: laws.iter().flat_map(|laws| &laws.tests).any(|test| test.body.contains("hash_of(")),
    }
}

fn function(function: &RustFunction) -> FunctionView {
    let body = match function.body.contains('\n') {
        false => format!("    {}", function.body),
        true => indented(&function.body),
    };
    FunctionView {
        operation: function.operation.clone(),
        signature: signature(&function.head, &function.parameters, &function.result, 0),
        body,
        untidy: function.untidy,
    }
}

fn indented(text: &str) -> String {
    let line = |line: &str| if line.is_empty() { String::new() } else { format!("    {line}") };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn same(function: &RustSame) -> SameView {
    SameView {
        rust_type: function.rust_type.clone(),
        with_equality: function.with_equality,
        signature: signature(&format!("fn {}", function.name), &function.parameters, " -> bool", 0),
        body: statements(&function.body, 4),
    }
}

fn tables(tables: &RustTables) -> TablesView {
    TablesView {
        name: tables.name.clone(),
        of: tables.of.clone(),
        fields: tables.fields.iter().map(field).collect(),
        lists: tables.lists.iter().map(pair).collect(),
        lowest: tables.lowest,
        current: tables.current,
    }
}

fn field(field: &TableField) -> FieldView {
    let mut parameters = vec![("&self".to_owned(), String::new())];
    parameters.extend(field.parameters.iter().cloned());
    let head = format!("    fn {}", field.name);
    let nothing = match (field.parameters.is_empty(), field.result.as_str()) {
        (false, _) => "&[]",
        (true, _) if field.rust_type.starts_with("Option") => "None",
        (true, "bool") => "false",
        (true, _) => "0",
    };
    FieldView {
        name: field.name.clone(),
        call: field.call.clone(),
        rust_type: field.rust_type.clone(),
        signature: signature(&head, &parameters, &format!(" -> {}", field.result), 4),
        body: statements(&field.body, 8),
        nothing: nothing.to_owned(),
    }
}

fn pair((name, rust_type): &(String, String)) -> PairView {
    PairView { name: name.clone(), rust_type: rust_type.clone() }
}

fn mock(mock: &RustMock, tests: &str, pumped: bool) -> MockView {
    let asked = match mock.has_tables {
        true => tests.contains(&format!(".{}()", mock.plural)),
        false => tests.contains(&format!("{}::all()", mock.name)),
    };
    MockView {
        name: mock.name.clone(),
        sort: mock.sort.clone(),
        plural: mock.plural.clone(),
        has_tables: mock.has_tables,
        default: mock.default,
        display: mock.display,
        collides: mock.collides,
        hashed: mock.hashed.as_ref().map(|hash| (hash.rust_type.clone(), hash.value.clone())),
        listed: mock.listed || pumped,
        asked_for: asked,
        derives: derives(mock),
        impls: mock.impls.iter().map(implementation).collect(),
        closure: mock.closure.as_ref().map(closure),
    }
}

fn implementation(item: &RustImpl) -> ImplView {
    ImplView {
        trait_name: item.trait_name.clone(),
        associated: item.associated.iter().map(pair).collect(),
        methods: item
            .methods
            .iter()
            .map(|method| MethodView {
                signature: format!("    {} {{", method.signature),
                body: statements(&method.body, 8),
            })
            .collect(),
    }
}

fn closure(closure: &RustClosure) -> ClosureView {
    let head = format!("pub fn {}<const N: usize>", closure.function);
    ClosureView {
        rust_type: closure.rust_type.clone(),
        signature: signature(&head, &closure.parameters, &format!(" -> {}", closure.result), 0),
        body: statements(&closure.body, 4),
    }
}

fn case(suite: &RustSuite, axioms: &[AxiomView], tests: &str) -> CaseView {
    let mut parameters = vec![
        ("goal".to_owned(), "&'static str".to_owned()),
        ("terms".to_owned(), "&'static [&'static str]".to_owned()),
    ];
    if let Some(tables) = &suite.tables {
        parameters.push(("tables".to_owned(), format!("&'static {}", tables.name)));
    }
    CaseView {
        signature: signature("    pub fn new", &parameters, " -> Self", 4),
        built: tests.contains("case.built("),
        reaches: tests.contains("case.reaches("),
        unfit: tests.contains("case.is_unfit("),
        forced: tests.contains("case.forced("),
        apart: tests.contains("case.apart("),
        returns: axioms.iter().any(|axiom| axiom.body.contains("returns(||")),
    }
}
