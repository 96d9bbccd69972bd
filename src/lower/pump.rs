//! Axioms on values that took many steps to build.
//!
//! A value is made by a constructor that is applied again and again, with elements in one of
//! several sequences. A fault that shows only at a certain size shows at a certain step, so
//! axioms are checked at every step of growth and of change, as far as time permits.

use std::collections::BTreeSet;

use super::axiom::Tester;
use super::context::{Context, Taking};
use super::large::{Large, LargeParameters, large};
use super::mock::tables_are_current;
use super::observe::is_recursive;
use super::test::RustTest;
use crate::algebra::Algebra;
use crate::goal::{GoalFamily, Property, snake_case};
use crate::model::ParameterTables;
use crate::refine::Outside;
use crate::rust::{Expr, Function, Ident, Names, Parameter, Pattern, Stmt, Type};
use crate::testcase::Growth;
use crate::theory::{
    ArithmeticOperator, Formula, OpId, SortId, SortKind, Statement, Term, Variable,
};

/// What pumped tests are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pumping {
    pub growths: Vec<Growth>,
    /// Many elements, if there is an algebra of them.
    pub large: Option<Algebra>,
    /// The elements of a model, which repeat where there are not enough.
    pub small: Option<ParameterTables>,
}

/// The tests of values that grow in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustPump {
    /// `pumped_by_push`
    pub module: Ident,
    pub rust_type: Ident,
    /// `` `push` ``
    pub by: String,
    pub statics: Vec<Stmt>,
    pub functions: Vec<Function>,
    pub tests: Vec<RustTest>,
}

/// How much room a value with a capacity has.
const CAPACITY: i64 = 100;

/// How many choices of elements an axiom is checked with.
const TRIALS: i64 = 7;

/// The pumped tests of all growths that the mapping allows.
pub fn pumps(
    cx: Context<'_>,
    pumping: &Pumping,
    testers: &[(&Property, &str, &Tester)],
    modules: &mut Names,
) -> Vec<RustPump> {
    let parameters = LargeParameters::of(cx, pumping.large.as_ref(), pumping.small.as_ref());
    let Some(parameters) = parameters else { return Vec::new() };
    let growths = pumping.growths.iter().filter_map(|growth| usable(cx, growth));
    let pumps = growths.map(|growth| {
        let words: Vec<String> =
            growth.steps.iter().map(|op| snake_case(&cx.theory.ops[*op].name)).collect();
        let module = modules.fresh(&format!("pumped_by_{}", words.join("_and_")));
        let tested: Vec<Tested<'_>> = testers
            .iter()
            .filter_map(|(property, text, tester)| Tested::of(cx, &growth, property, text, tester))
            .collect();
        let mut names = cx.names.table.child();
        for name in ["stage", "step", "value", "tables"] {
            names.reserve(name);
        }
        let large = large(cx, &parameters, &needed_sorts(cx, &growth, &tested), &mut names);
        let pump = Pump { cx, growth: &growth, large: &large, names, module };
        pump.lower(&tested)
    });
    pumps.filter(|pump| !pump.tests.is_empty()).collect()
}

/// The parameter sorts whose elements a growth and its tests name.
fn needed_sorts(cx: Context<'_>, growth: &Growth, tested: &[Tested<'_>]) -> Vec<SortId> {
    let mut sorts = BTreeSet::new();
    for op in growth.steps.iter().chain(&growth.changes).chain([&growth.start, &growth.small]) {
        sorts.extend(cx.theory.ops[*op].arguments.iter().copied());
    }
    for one in tested {
        sorts.extend(one.variables.iter().map(|variable| variable.sort));
        sorts.extend(one.tester.elements.iter().copied());
    }
    sorts.retain(|sort| cx.theory.sorts[*sort].kind == SortKind::Parameter);
    sorts.into_iter().collect()
}

/// The growth with those of its operations that can be applied to a value at hand.
fn usable(cx: Context<'_>, growth: &Growth) -> Option<Growth> {
    let callable = |op: &OpId| is_callable(cx, *op);
    let is_whole = growth.steps.iter().chain([&growth.start, &growth.small]).all(callable);
    let changes = growth.changes.iter().copied().filter(callable).collect();
    (is_whole && cx.is_subject(growth.sort)).then(|| Growth { changes, ..growth.clone() })
}

/// Whether an operation can be applied to a value that is at hand once.
fn is_callable(cx: Context<'_>, op: OpId) -> bool {
    takes_large_numbers(cx, op)
        && (0..cx.theory.ops[op].arguments.len())
            .all(|place| cx.taking(op, place) != Taking::Factory)
}

fn takes_large_numbers(cx: Context<'_>, op: OpId) -> bool {
    let parameters = &cx.function(op).parameters;
    parameters.iter().all(|parameter| parameter.integer.as_deref() != Some("i8"))
}

/// A statement that is checked on pumped values.
struct Tested<'t> {
    variables: &'t [Variable],
    text: &'t str,
    tester: &'t Tester,
    /// Whether it compares values at such length that only small ones can be looked at.
    is_deep: bool,
}

impl<'t> Tested<'t> {
    /// `None` where the property is not about the values, or about others that would have to
    /// be built in another way.
    fn of(
        cx: Context<'t>,
        growth: &Growth,
        property: &'t Property,
        text: &'t str,
        tester: &'t Tester,
    ) -> Option<Self> {
        if let Property::Stated(Statement::Domain(op)) = property
            && cx.function(*op).outside == Outside::Panics
        {
            // A caught panic is still reported, and there would be thousands.
            return None;
        }
        let (variables, formula) = property.formula(cx.theory);
        let kind = |variable: &Variable| cx.theory.sorts[variable.sort].kind;
        let own = |variable: &Variable| variable.sort == growth.sort;
        let known = |variable: &Variable| own(variable) || kind(variable) != SortKind::Constructed;
        let fits =
            formula.ops().iter().all(|op| takes_large_numbers(cx, *op)) && !subtracts(cx, formula);
        let is_deep = formula.atoms().into_iter().any(|atom| match atom {
            Formula::Equal(left, _) => is_recursive(cx, cx.theory.sort_of(left, variables)),
            _ => false,
        });
        let about_values = variables.iter().any(own) && variables.iter().all(known);
        (about_values && fits).then_some(Self { variables, text, tester, is_deep })
    }
}

/// Whether a total operation is called with a difference, which may be below zero where the
/// function takes no such numbers.
fn subtracts(cx: Context<'_>, formula: &Formula) -> bool {
    let is_difference =
        |term: &Term| matches!(term, Term::Arithmetic(ArithmeticOperator::Subtract, ..));
    let total = |op: &OpId| cx.function(*op).outside == Outside::Nowhere;
    let applied = formula.subterms().into_iter().any(|term| match term {
        Term::Apply(op, arguments) => total(op) && arguments.iter().any(is_difference),
        _ => false,
    });
    applied
        || formula.atoms().into_iter().any(|atom| match atom {
            Formula::Predicate(op, arguments) => total(op) && arguments.iter().any(is_difference),
            _ => false,
        })
}

struct Pump<'t> {
    cx: Context<'t>,
    growth: &'t Growth,
    large: &'t Large,
    names: Names,
    module: Ident,
}

impl Pump<'_> {
    fn lower(self, tested: &[Tested<'_>]) -> RustPump {
        let mut functions = self.large.functions.clone();
        functions.push(self.grown());
        RustPump {
            rust_type: self.cx.names.sort(self.growth.sort),
            by: self.by(),
            statics: self.large.statics.clone(),
            functions,
            tests: tested.iter().map(|one| self.test(one)).collect(),
            module: self.module,
        }
    }

    /// `` `pushFront` and `pushBack` in turn ``
    fn by(&self) -> String {
        let name = |op: &OpId| format!("`{}`", self.cx.theory.ops[*op].name);
        let names: Vec<String> = self.growth.steps.iter().map(name).collect();
        let turn = if names.len() > 1 { " in turn" } else { "" };
        format!("{}{turn}", names.join(" and "))
    }

    /// `stage.run(Some(empty()), &[|value, stage, step| …], &[…])`
    fn grown(&self) -> Function {
        let steps =
            |ops: &[OpId]| Expr::Array(ops.iter().map(|op| self.step(*op)).collect()).reference();
        let start = self.created(self.growth.start, None);
        let arguments = vec![start, steps(&self.growth.steps), steps(&self.growth.changes)];
        let run = Expr::name("stage").method("run", arguments);
        let stage = Parameter::new("stage", Type::named("Stage"));
        let result = self.cx.sort_type(self.growth.sort).option();
        let mut function = Function::new("grown", vec![stage], Some(result));
        function.doc = vec!["The value of a stage, if all of its steps are defined.".to_owned()];
        function.with_body(vec![Stmt::Tail(run)])
    }

    /// `|value, stage, step| Some(insert(value, orderable(stage.element(step, 0))))`
    fn step(&self, op: OpId) -> Expr {
        let value = self.applied(op, Some("step"), Some("value"));
        let mut uses = BTreeSet::new();
        value.visit_paths(&mut |path| uses.extend(path.first().cloned()));
        let parameter = |name: &str| match uses.contains(&Ident::new(name)) {
            true => Pattern::from(name),
            false => Pattern::Wild,
        };
        value.closure(["value", "stage", "step"].map(parameter).into())
    }

    /// A value out of elements alone, as an `Option`.
    fn created(&self, op: OpId, step: Option<&str>) -> Expr {
        self.applied(op, step, None)
    }

    /// An operation applied to the value at hand and to what the stage says, as an `Option`.
    fn applied(&self, op: OpId, step: Option<&str>, held: Option<&str>) -> Expr {
        let is_partial = self.cx.theory.ops[op].domain.is_some();
        let (call, other) = self.call(op, step, held);
        match other {
            None if is_partial => call,
            None => call.some(),
            Some((other, name)) => {
                let method = if is_partial { "and_then" } else { "map" };
                other.method(method, vec![call.closure(vec![(&name).into()])])
            }
        }
    }

    /// The call of an operation's adapter. Where building another value of the sort may fail,
    /// it comes beside the call, with the name that the call has for it.
    fn call(
        &self,
        op: OpId,
        step: Option<&str>,
        held: Option<&str>,
    ) -> (Expr, Option<(Expr, Ident)>) {
        let theory = self.cx.theory;
        let step_number = step.map_or(Expr::Int(0), Expr::name);
        let stage = |method: &str, arguments| Expr::name("stage").method(method, arguments);
        let (mut held, mut given, mut other) = (held, 0, None);
        let mut arguments = Vec::new();
        for (place, sort) in theory.ops[op].arguments.iter().enumerate() {
            arguments.push(match theory.sorts[*sort].kind {
                SortKind::Constructed => {
                    let value = match held.take() {
                        Some(name) => Expr::name(name),
                        None => self.other(step, &mut other),
                    };
                    match self.cx.taking(op, place) {
                        Taking::Reference => value.reference(),
                        _ => value,
                    }
                }
                SortKind::Int if theory.ops[op].is_constructor() && step.is_none() => {
                    Expr::Int(CAPACITY)
                }
                SortKind::Int => stage("index", vec![step_number.clone()]),
                SortKind::Parameter => {
                    let number = stage("element", vec![step_number.clone(), Expr::Int(given)]);
                    given += 1;
                    Expr::call(self.large.element(*sort), vec![number])
                }
            });
        }
        (Expr::call(self.cx.names.adapter(op), arguments), other)
    }

    /// Another value of the sort: its expression, or a name for what may fail to be built.
    fn other(&self, step: Option<&str>, other: &mut Option<(Expr, Ident)>) -> Expr {
        let small = self.growth.small;
        if self.cx.theory.ops[small].domain.is_none() {
            return self.call(small, step, None).0;
        }
        let name = self.names.child().fresh("other");
        *other = Some((self.created(small, step), name.clone()));
        Expr::name(name)
    }

    /// The test of a statement, on the values of all stages.
    fn test(&self, tested: &Tested<'_>) -> RustTest {
        let mut names = self.names.child();
        let mut body = Vec::new();
        let mut first = None;
        let mut arguments = Vec::new();
        let mut values = 0;
        for (place, variable) in tested.variables.iter().enumerate() {
            let at =
                |method: &str| Expr::name("stage").method(method, vec![Expr::Int(place as i64)]);
            arguments.push(match self.cx.theory.sorts[variable.sort].kind {
                SortKind::Constructed => {
                    let name = names.fresh(tested.tester.function.parameters[place].name.as_str());
                    match values {
                        0 => first = Some(name.clone()),
                        _ => {
                            let other =
                                Expr::name("stage").method("other", vec![Expr::Int(values)]);
                            let built = other.method("built", vec![Expr::name("grown")]);
                            let pattern = Pattern::Some(Box::new((&name).into()));
                            body.push(Stmt::LetElseReturn(pattern, built));
                        }
                    }
                    values += 1;
                    Expr::name(name)
                }
                SortKind::Int => at("number"),
                SortKind::Parameter => {
                    Expr::call(self.large.element(variable.sort), vec![at("choice")])
                }
            });
        }
        for sort in &tested.tester.elements {
            let all = match tested.is_deep {
                true => {
                    let one = Expr::name("stage").method("choice", vec![Expr::Int(0)]);
                    Expr::Array(vec![one])
                }
                false => Expr::name("stage").method("choices", Vec::new()),
            };
            let all = all.method("map", vec![Expr::name(self.large.element(*sort))]);
            arguments.push(all.reference());
        }
        let name = &tested.tester.function.name;
        let call = Expr::Path(vec![Ident::new("super"), name.clone()]).called(arguments);
        body.push(Stmt::Expr(call));
        let first = first.expect("the statement is about the values");
        let check = self.check(body, first);
        let stmts = self.pumped(tested, values, check);
        RustTest::new(GoalFamily::Pump, name.clone(), tested.text, stmts)
    }

    /// `|stage, s| { … }`
    fn check(&self, body: Vec<Stmt>, first: Ident) -> Expr {
        let mut uses_stage = false;
        for stmt in &body {
            stmt.visit(&mut |part| uses_stage |= *part == Expr::name("stage"));
        }
        let stage = if uses_stage { Pattern::from("stage") } else { Pattern::Wild };
        Expr::Block(body).closure(vec![stage, Pattern::Name(first)])
    }

    /// `pump("pumped_by_push/peek_kept", MODEL, 1, 7, false, grown, |stage, s| { … });`
    fn pumped(&self, tested: &Tested<'_>, values: i64, check: Expr) -> Vec<Stmt> {
        let trials = match (tested.variables.len() as i64 - values, values) {
            _ if tested.is_deep => 1,
            (0, 1) => 1,
            (0, _) => 3,
            _ => TRIALS,
        };
        let changes = if tested.is_deep { 0 } else { self.growth.changes.len() as i64 };
        let goal = format!("{}/{}", self.module, tested.tester.function.name);
        let mut stmts = Vec::new();
        if let (true, Some(tables)) = (tables_are_current(self.cx), &self.large.tables) {
            stmts.push(Stmt::Expr(tables.clone().method("entered", Vec::new())));
        }
        stmts.push(Stmt::Expr(Expr::call(
            "pump",
            vec![
                Expr::text(goal),
                Expr::name("MODEL"),
                Expr::Int(changes),
                Expr::Int(trials),
                Expr::Bool(tested.is_deep),
                Expr::name("grown"),
                check,
            ],
        )));
        stmts
    }
}
