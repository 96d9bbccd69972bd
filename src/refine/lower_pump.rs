//! Axioms on values that took many steps to build.
//!
//! A value is made by a constructor that is applied again and again, with elements in
//! one of several sequences. What only shows at a certain size shows at a certain step:
//! before it all is well, and after it a value may be wrong and yet agree with every
//! axiom. So axioms are checked at every step of growth and of change, as far as that
//! can be afforded.

use std::collections::BTreeSet;

use super::code::{Expr, Stmt};
use super::lower_axiom::RustTester;
use super::lower_large::{Parameters, RustLarge, is_computable, lower_large};
use super::lower_table::{has_tables, tabled};
use super::lower_term::{Scope, Target};
use super::lower_test::RustTest;
use super::names::{Namer, value_name};
use super::{Outside, Passing, RustAxiom};
use crate::algebra::Algebra;
use crate::arena::Id;
use crate::goal::{GoalFamily, snake_case};
use crate::model::ParameterTables;
use crate::testcase::Growth;
use crate::theory::{
    ArithmeticOperator, Formula, OpId, SortId, SortKind, Statement, Term, VarId, Variable,
};

/// What pumped tests are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pumping {
    pub growths: Vec<Growth>,
    /// Many elements, if there is an algebra of them.
    pub large: Option<Algebra>,
    /// The elements of a model, which come again and again where they must do.
    pub small: Option<ParameterTables>,
}

impl Pumping {
    fn parameters(&self, target: Target<'_>) -> Option<Parameters> {
        let large = self.large.clone().filter(|_| is_computable(target));
        let small = || self.small.clone().map(Parameters::Tables);
        large.map(Parameters::Computed).or_else(small)
    }
}

/// The tests of values that grow in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustPump {
    /// `pumped_by_push`
    pub module: String,
    pub rust_type: String,
    /// `` `push` ``
    pub by: String,
    pub large: RustLarge,
    pub steps: Vec<RustStep>,
    /// The body of the function that makes the value of a stage.
    pub grown: Vec<Stmt>,
    pub tests: Vec<RustTest>,
}

impl RustPump {
    /// Whether it makes elements of a mock type.
    pub fn makes(&self, rust_type: &str) -> bool {
        self.large.elements.iter().any(|element| element.rust_type == rust_type)
    }
}

/// A function that makes one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustStep {
    pub name: String,
    pub operation: String,
    pub parameters: Vec<(String, String)>,
    pub body: Vec<Stmt>,
}

/// How much room a value with a capacity has.
const CAPACITY: &str = "100";

/// Which elements an axiom is asked about, one after the other.
const TRIALS: usize = 7;

/// The pumped tests of all growths that the mapping allows.
pub fn lower_pumps(
    target: Target<'_>,
    pumping: &Pumping,
    axioms: &[(Statement, String)],
    lowered: &[RustAxiom],
) -> Vec<RustPump> {
    let Some(parameters) = pumping.parameters(target) else { return Vec::new() };
    let mut modules = target.names.values.clone();
    let growths = pumping.growths.iter().filter_map(|growth| usable(target, growth));
    let pumps = growths.map(|growth| {
        let words: Vec<String> =
            growth.steps.iter().map(|op| snake_case(&target.theory.ops[*op].name)).collect();
        let module = modules.fresh(&format!("pumped_by_{}", words.join("_and_")));
        let mut namer = target.names.values.clone();
        ["value", "stage", "step", "grown", "tables", "pump", "number", "all"]
            .into_iter()
            .for_each(|name| namer.reserve(name));
        let mut sorts = BTreeSet::new();
        for op in growth.steps.iter().chain(&growth.changes).chain([&growth.start, &growth.small]) {
            sorts.extend(target.theory.ops[*op].arguments.iter().copied());
        }
        let tested = axioms.iter().zip(lowered);
        let tested: Vec<(Tested<'_>, &RustTester)> = tested
            .filter_map(|((statement, _), axiom)| {
                Some((Tested::of(target, &growth, *statement, axiom)?, &axiom.tester))
            })
            .collect();
        for (one, tester) in &tested {
            sorts.extend(one.variables.iter().map(|variable| variable.sort));
            sorts.extend(tester.elements.iter().copied());
        }
        sorts.retain(|sort| target.theory.sorts[*sort].kind == SortKind::Parameter);
        let sorts: Vec<SortId> = sorts.into_iter().collect();
        let large = lower_large(target, &parameters, &sorts, &mut namer);
        let mut pump = Pump { target, growth: &growth, large, namer, module, steps: Vec::new() };
        let grown = pump.grown();
        let tests = tested.iter().map(|(one, tester)| pump.test(one, tester)).collect();
        RustPump {
            rust_type: target.names.sort(growth.sort).to_owned(),
            by: pump.by(),
            module: pump.module,
            large: pump.large,
            steps: pump.steps,
            grown,
            tests,
        }
    });
    pumps.filter(|pump: &RustPump| !pump.tests.is_empty()).collect()
}

/// The growth with those of its operations that can be called on a value in a local.
fn usable(target: Target<'_>, growth: &Growth) -> Option<Growth> {
    let callable = |op: &OpId| is_callable(target, *op);
    let is_whole = growth.steps.iter().chain([&growth.start, &growth.small]).all(callable);
    let subject = target.is_subject(growth.sort);
    let changes = growth.changes.iter().copied().filter(callable).collect();
    (is_whole && subject).then(|| Growth { changes, ..growth.clone() })
}

/// Whether an operation can be applied to a value that is at hand once: where its domain
/// has to be looked at first, that must not use the value up.
fn is_callable(target: Target<'_>, op: OpId) -> bool {
    let function = target.function(op);
    let takes_small = |parameter: &super::Parameter| parameter.integer.as_deref() == Some("i8");
    if function.parameters.iter().any(takes_small) {
        return false;
    }
    if matches!(function.outside, Outside::Nowhere | Outside::Returns) {
        return true;
    }
    let Some(domain) = &target.theory.ops[op].domain else { return true };
    let borrows = |op: &OpId| {
        let operation = &target.theory.ops[*op];
        target.function(*op).parameters.iter().all(|parameter| {
            let sort = operation.arguments[parameter.argument];
            !target.is_subject(sort) || parameter.passing == Passing::Shared
        })
    };
    domain.condition.ops().iter().all(borrows)
}

/// An axiom or a domain condition that is checked on pumped values.
struct Tested<'t> {
    variables: &'t [Variable],
    text: String,
    /// Whether it compares values at such length that few of them can be looked at.
    is_deep: bool,
}

impl<'t> Tested<'t> {
    /// Where it is about the values, and about nothing that would have to be built in
    /// another way.
    fn of(
        target: Target<'t>,
        growth: &Growth,
        statement: Statement,
        axiom: &RustAxiom,
    ) -> Option<Self> {
        if let Statement::Domain(op) = statement {
            // A caught panic is still reported.
            if target.function(op).outside == Outside::Panics {
                return None;
            }
        }
        let (variables, formula) = statement.formula(target.theory);
        let kind = |variable: &Variable| target.theory.sorts[variable.sort].kind;
        let own = |variable: &Variable| variable.sort == growth.sort;
        let known = |variable: &Variable| own(variable) || kind(variable) != SortKind::Constructed;
        let fits = formula.ops().iter().all(|op| is_callable_with_numbers(target, *op))
            && !subtracts(target, formula);
        let is_deep = formula.atoms().into_iter().any(|atom| match atom {
            Formula::Equal(left, _) => {
                target.is_compared_deeply(target.theory.sort_of(left, variables))
            }
            _ => false,
        });
        (variables.iter().any(own) && variables.iter().all(known) && fits).then(|| Self {
            variables,
            text: axiom.text.clone(),
            is_deep,
        })
    }
}

fn is_callable_with_numbers(target: Target<'_>, op: OpId) -> bool {
    let parameters = &target.function(op).parameters;
    parameters.iter().all(|parameter| parameter.integer.as_deref() != Some("i8"))
}

/// Whether a total operation is called with a difference, which may be below zero where
/// the function takes no such numbers.
fn subtracts(target: Target<'_>, formula: &Formula) -> bool {
    let is_difference =
        |term: &Term| matches!(term, Term::Arithmetic(ArithmeticOperator::Subtract, ..));
    let total = |op: &OpId| target.function(*op).outside == Outside::Nowhere;
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
    target: Target<'t>,
    growth: &'t Growth,
    large: RustLarge,
    namer: Namer,
    module: String,
    steps: Vec<RustStep>,
}

impl Pump<'_> {
    /// `` `pushFront` and `pushBack` in turn ``
    fn by(&self) -> String {
        let names: Vec<String> = self
            .growth
            .steps
            .iter()
            .map(|op| format!("`{}`", self.target.theory.ops[*op].name))
            .collect();
        let turn = if names.len() > 1 { " in turn" } else { "" };
        format!("{}{turn}", names.join(" and "))
    }

    /// `stage.run(start, &[push], &[pop])`
    fn grown(&mut self) -> Vec<Stmt> {
        let growing: Vec<Expr> = self.growth.steps.iter().map(|op| self.step(*op)).collect();
        let changing: Vec<Expr> = self.growth.changes.iter().map(|op| self.step(*op)).collect();
        let slice = |steps: Vec<Expr>| Expr::prefix("&", Expr::Array(steps));
        let mut body = Vec::new();
        let start = self.created(self.growth.start, "0", &mut body);
        let arguments = vec![start, slice(growing), slice(changing)];
        body.push(Stmt::Tail(Expr::text("stage").method("run", arguments)));
        body
    }

    /// A value out of elements alone.
    fn created(&self, op: OpId, step: &str, body: &mut Vec<Stmt>) -> Expr {
        let mut namer = self.namer.clone();
        let (variables, bindings) = self.arguments(op, step, None, &mut namer, body);
        let value = self.applied(op, &variables, bindings, None, body);
        match value {
            // Only calls are evaluated before what follows them.
            Expr::Suffix(..) => {
                let name = namer.fresh("start");
                body.push(Stmt::Let { pattern: name.clone(), value });
                Expr::text(name)
            }
            value => value,
        }
    }

    /// Declares what an operation is applied to beside the value at hand.
    fn arguments(
        &self,
        op: OpId,
        step: &str,
        held: Option<&str>,
        namer: &mut Namer,
        body: &mut Vec<Stmt>,
    ) -> (Vec<Variable>, Vec<String>) {
        let theory = self.target.theory;
        let (mut variables, mut bindings) = (Vec::new(), Vec::new());
        let (mut held, mut given) = (held, 0);
        for (place, sort) in theory.ops[op].arguments.iter().enumerate() {
            let parameters = &self.target.function(op).parameters;
            let named = parameters.iter().find(|parameter| parameter.argument == place);
            let word = named.map_or("other".to_owned(), |parameter| value_name(&parameter.name));
            let word = if word == "this" || word == "self_" { "other".to_owned() } else { word };
            let binding = match theory.sorts[*sort].kind {
                SortKind::Constructed => match held.take() {
                    Some(name) => name.to_owned(),
                    None => {
                        let value = self.created(self.growth.small, step, body);
                        let name = namer.fresh(&word);
                        body.push(Stmt::Let { pattern: name.clone(), value });
                        name
                    }
                },
                SortKind::Int => {
                    let name = namer.fresh(&word);
                    let value = match theory.ops[op].is_constructor() && step == "0" {
                        true => Expr::text(CAPACITY),
                        false => Expr::text("stage").method("index", vec![Expr::text(step)]),
                    };
                    body.push(Stmt::Let { pattern: name.clone(), value });
                    name
                }
                SortKind::Parameter => {
                    let name = namer.fresh(&word);
                    let number = vec![Expr::text(step), Expr::text(given.to_string())];
                    given += 1;
                    let number = Expr::text("stage").method("element", number);
                    let value = Expr::call(self.element(*sort), vec![number]);
                    body.push(Stmt::Let { pattern: name.clone(), value });
                    name
                }
            };
            variables.push(Variable { name: binding.clone(), sort: *sort });
            bindings.push(binding);
        }
        (variables, bindings)
    }

    /// The function that makes elements of a sort.
    fn element(&self, sort: SortId) -> &str {
        let mut known = self.large.elements.iter();
        let element = known.find(|element| element.sort == sort);
        element.map(|element| element.name.as_str()).expect("there is one for each sort in use")
    }

    /// Applies an operation, in a function that returns an `Option`.
    fn applied(
        &self,
        op: OpId,
        variables: &[Variable],
        bindings: Vec<String>,
        held: Option<&str>,
        body: &mut Vec<Stmt>,
    ) -> Expr {
        let mut scope = Scope::new(self.target, variables, bindings.clone());
        for (variable, binding) in variables.iter().zip(&bindings) {
            if self.target.is_subject(variable.sort) {
                scope.hold(binding);
            }
        }
        held.into_iter().for_each(|name| scope.hold(name));
        let terms = (0..variables.len()).map(|place| Term::Variable(VarId::from_index(place)));
        let value = scope.steps(&Term::Apply(op, terms.collect()));
        body.append(&mut scope.block);
        value
    }

    /// A function that applies an operation to a value; what it is called.
    fn step(&mut self, op: OpId) -> Expr {
        let operation = &self.target.theory.ops[op];
        let name = self.namer.fresh(&value_name(&operation.name));
        let mut body = Vec::new();
        let mut namer = self.namer.clone();
        let (variables, bindings) =
            self.arguments(op, "step", Some("value"), &mut namer, &mut body);
        let value = match self.applied(op, &variables, bindings, Some("value"), &mut body) {
            Expr::Suffix(whole, "?") => *whole,
            value => value.some(),
        };
        body.push(Stmt::Tail(value));
        let text = format!("{body:?}");
        let used = |name: &str| text.contains(&format!("\"{name}\""));
        let plain = |name: &str| if used(name) { name.to_owned() } else { format!("_{name}") };
        let rust_type = self.target.names.sort(self.growth.sort).to_owned();
        let own = operation.arguments.iter().position(|sort| *sort == self.growth.sort);
        let changes = self.target.function(op).parameters.iter().any(|parameter| {
            Some(parameter.argument) == own && parameter.passing == Passing::Mutable
        });
        let value = if changes { "mut value" } else { "value" };
        self.steps.push(RustStep {
            name: name.clone(),
            operation: operation.name.clone(),
            parameters: vec![
                (value.to_owned(), rust_type),
                (plain("stage"), "Stage".to_owned()),
                (plain("step"), "usize".to_owned()),
            ],
            body,
        });
        Expr::text(name)
    }

    /// The test of an axiom, on the values of all stages.
    fn test(&self, tested: &Tested<'_>, tester: &RustTester) -> RustTest {
        let mut inner = Vec::new();
        if tested.is_deep {
            let condition = Expr::text("stage").method("is_short", Vec::new()).negated();
            let then = vec![Stmt::Expr(Expr::text("continue"))];
            inner.push(Stmt::If { condition, then });
        }
        let mut arguments = Vec::new();
        let mut values = 0;
        for (place, variable) in tested.variables.iter().enumerate() {
            let at = |method: &str| {
                Expr::text("stage").method(method, vec![Expr::text(place.to_string())])
            };
            arguments.push(match self.target.theory.sorts[variable.sort].kind {
                SortKind::Constructed => {
                    let name = tester.parameters[place].0.clone();
                    let stage = match values {
                        0 => Expr::text("stage"),
                        _ => Expr::text("stage")
                            .method("other", vec![Expr::text(values.to_string())]),
                    };
                    values += 1;
                    inner.push(Stmt::LetElse {
                        pattern: format!("Some({name})"),
                        value: Expr::text("pump").method("value", vec![stage, Expr::text("grown")]),
                        exit: "continue".to_owned(),
                    });
                    Expr::text(name)
                }
                SortKind::Int => at("number"),
                SortKind::Parameter => Expr::call(self.element(variable.sort), vec![at("choice")]),
            });
        }
        for sort in &tester.elements {
            let all = match tested.is_deep {
                true => {
                    Expr::Array(vec![Expr::text("stage").method("choice", vec![Expr::text("0")])])
                }
                false => Expr::text("stage").method("choices", Vec::new()),
            };
            let all = all.method("map", vec![Expr::text(self.element(*sort))]);
            arguments.push(Expr::prefix("&", all));
        }
        let call = Expr::call(format!("super::{}", tester.name), arguments);
        inner.push(Stmt::Expr(call));
        let trials = match (tested.variables.len() - values, values) {
            _ if tested.is_deep => 1,
            (0, 1) => 1,
            (0, _) => 3,
            _ => TRIALS,
        };
        let changes = if tested.is_deep { 0 } else { self.growth.changes.len() };
        let counts = [changes, trials];
        let counts = counts.map(|count| Expr::text(count.to_string())).to_vec();
        let body = vec![
            Stmt::Let { pattern: "pump".to_owned(), value: self.start(&tester.name) },
            Stmt::For {
                pattern: "stage".to_owned(),
                over: Expr::text("pump").method("stages", counts),
                body: inner,
            },
        ];
        RustTest {
            family: GoalFamily::Pump,
            name: tester.name.clone(),
            goal_id: None,
            goal: tested.text.clone(),
            body,
        }
    }

    /// `Pump::new("pumped_by_push/peek_kept", MODEL)`
    fn start(&self, test: &str) -> Expr {
        let goal = format!("\"{}/{test}\"", self.module);
        let mut arguments = vec![Expr::text(goal), Expr::text("MODEL")];
        let source = |op: &OpId| super::lower_table::source(self.target, *op).is_none();
        if has_tables(self.target) && tabled(self.target).iter().any(source) {
            let name = snake_case(&self.target.names.tables).to_uppercase();
            arguments.push(Expr::text(format!("&{name}")));
        }
        Expr::call("Pump::new", arguments)
    }
}
