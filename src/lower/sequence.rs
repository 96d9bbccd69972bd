//! Sequences of operations: what the runtime must know of a type to run them.
//!
//! The generated module hands over how each operation is called, how each axiom is evaluated,
//! the elements of sampled parameters, and the specification as rules.

use super::adapter::is_shared;
use super::axiom::Tester;
use super::context::{Comparison, Context, Taking};
use super::extent::{Extent, Purpose};
use super::look::{self, Look};
use super::mock::{element_array, tables_are_current};
use super::model::{Models, closure_element};
use super::paste::source;
use super::paths;
use super::polarity::is_compared_as_premise;
use super::test::RustTest;
use crate::arena::Id;
use crate::goal::{GoalFamilies, GoalFamily, Property, snake_case};
use crate::model::ParameterTables;
use crate::refine::{Outside, Yields};
use crate::rust::{Expr, Fragment, Function, Ident, Names, Pattern, Stmt, Type};
use crate::theory::{
    ArithmeticOperator, Formula, OpId, OperationClass, SortId, SortKind, SpecOrigin, Statement,
    Term, Theory, Variable,
};

/// The module of sequence tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustSequences {
    pub module: Ident,
    /// The specification as text that the runtime reads.
    pub rules: String,
    /// How calls look in the user's own Rust.
    pub source: String,
    pub functions: Vec<Function>,
    pub tests: Vec<RustTest>,
}

/// The function that makes all small algebras of the parameters.
pub(super) const SMALL: &str = "small_algebras";

/// The most closures that stand for elements of one sort.
const CLOSURES: u32 = 3;

/// Whether an operation leads from one value of a type under test to another.
pub fn has_steps(theory: &Theory) -> bool {
    theory.sorts.iter().any(|(sort, one)| {
        one.kind == SortKind::Constructed && is_written(theory, sort) && steps(theory, sort)
    })
}

/// Sequences and data sorts are Rust's own types.
fn is_written(theory: &Theory, sort: SortId) -> bool {
    theory.specs[theory.sorts[sort].spec].origin == SpecOrigin::Written
}

fn steps(theory: &Theory, sort: SortId) -> bool {
    theory.ops.values().any(|op| op.result == Some(sort) && op.arguments.contains(&sort))
}

/// Lowers the sequences of all types under test. `None` where there is nothing to run.
pub fn sequences(
    cx: Context<'_>,
    models: &Models,
    extent: Extent<'_>,
    testers: &[(&Property, &Tester)],
    rules: String,
    families: GoalFamilies,
    modules: &mut Names,
) -> Option<RustSequences> {
    let Extent { algebras, small, purpose, looks } = extent;
    let is_tested = purpose == Purpose::Tests;
    let sorts: Vec<SortId> = cx.theory.sorts.ids().filter(|sort| cx.is_subject(*sort)).collect();
    let module = modules.fresh("sequences");
    let mut names = cx.names.table.child();
    let own = ["operations", "axioms", "subject", "algebras", "undecided", SMALL];
    for name in own.into_iter().chain(["RULES", "SOURCE", "run"]) {
        names.reserve(name);
    }
    let arguments = names.fresh("a");
    let looking = look::functions(cx, looks, &mut names);
    let lowering = Lowering { cx, arguments, names };
    let stepping = || {
        sorts.iter().copied().filter(|sort| steps(cx.theory, *sort) && is_written(cx.theory, *sort))
    };
    let mut tests = Vec::new();
    if purpose == Purpose::Answers {
        tests.push(lowering.harness());
    } else if is_tested && families.has(GoalFamily::Sequences) {
        tests.extend(stepping().map(|sort| lowering.test(sort)));
    }
    let explores = is_tested && families.has(GoalFamily::Paths) && paths::can_be_decided(cx);
    if explores {
        tests.extend(stepping().map(|sort| paths::path_test(cx, sort)));
    }
    let is_idle = tests.is_empty() && purpose != Purpose::Comparison;
    if is_idle || algebras.is_empty() || stepping().next().is_none() {
        return None;
    }
    let mut subject = lowering.subject(&sorts);
    if purpose == Purpose::Comparison {
        subject.visibility = "pub";
    }
    let mut functions = vec![
        subject,
        lowering.operations(looks.iter().zip(&looking)),
        lowering.axioms(testers),
        lowering.algebras("algebras", models, algebras),
    ];
    if explores {
        functions.push(paths::undecided(cx, &lowering.names));
    }
    if let Some(small) = small.filter(|small| !small.algebras.is_empty()) {
        functions.push(lowering.algebras(SMALL, models, small.algebras));
        let sorts: Vec<SortId> = stepping().collect();
        tests.extend(lowering.exhaustive_tests(&sorts, testers, small.steps));
    }
    functions.extend(looking);
    let source = source(cx, testers, looks);
    Some(RustSequences { module, rules, source, functions, tests })
}

pub(super) struct Lowering<'t> {
    pub(super) cx: Context<'t>,
    /// The names of an operation's arguments in closures.
    arguments: Ident,
    pub(super) names: Names,
}

/// A function or type of the runtime.
pub(super) fn run(name: &str) -> Expr {
    Expr::path(["run", name])
}

fn run_type(name: &str) -> Type {
    Type::Written(Fragment::new(format!("run::{name}")))
}

pub(super) fn place(number: usize) -> Expr {
    Expr::Int(number as i64)
}

impl Lowering<'_> {
    fn test(&self, sort: SortId) -> RustTest {
        let name = snake_case(&self.cx.theory.sorts[sort].name);
        let name = self.names.child().fresh(&format!("of_{name}"));
        let doc = format!("Sequences of operations on `{}`", self.cx.theory.sorts[sort].name);
        let subject = Expr::call("subject", Vec::new()).reference();
        let call = run("test").called(vec![subject, place(sort.index())]);
        RustTest::new(GoalFamily::Sequences, name, &doc, vec![Stmt::Expr(call)])
    }

    /// The program that answers questions about terms.
    fn harness(&self) -> RustTest {
        let subject = Expr::call("subject", Vec::new()).reference();
        let call = Expr::path(["support", "answer", "answer"]).called(vec![subject]);
        let doc = "Answers questions about terms";
        RustTest::new(GoalFamily::Sequences, "answer".into(), doc, vec![Stmt::Expr(call)])
    }

    /// `run::Subject::new(file!(), RULES, SOURCE).with_type(…)…`
    fn subject(&self, sorts: &[SortId]) -> Function {
        let file = Expr::Macro("file".into(), Vec::new());
        let texts = ["RULES", "SOURCE"].map(Expr::name);
        let arguments = [file].into_iter().chain(texts).collect();
        let mut subject = Expr::path(["run", "Subject", "new"]).called(arguments);
        for sort in sorts {
            let known = self.abilities(*sort);
            subject = subject.method("with_type", vec![place(sort.index()), known]);
        }
        let parts = ["operations", "axioms", "algebras"].map(|part| Expr::call(part, Vec::new()));
        subject = subject.method("with", parts.to_vec());
        let values = &self.cx.refinement.values.everywhere;
        if !values.is_empty() {
            let values = Expr::Array(values.clone()).reference();
            subject = subject.method("with_values", vec![values]);
        }
        Function::new("subject", Vec::new(), Some(run_type("Subject")))
            .with_body(vec![Stmt::Tail(subject)])
    }

    /// `run::abilities!(SortedSet, |left, right| left == right)`
    fn abilities(&self, sort: SortId) -> Expr {
        let mut arguments = vec![Expr::name(self.cx.names.sort(sort))];
        match self.cx.equality(sort) {
            Comparison::Operator => {
                let [left, right] = ["left", "right"].map(Expr::name);
                let equal = Expr::binary(left, "==", right);
                arguments.push(equal.closure(vec!["left".into(), "right".into()]));
            }
            Comparison::Function(path) => {
                arguments.push(Expr::Written(self.cx.instantiate(path)));
            }
            Comparison::Observers => {}
        }
        Expr::Macro("run::abilities".into(), arguments)
    }

    fn operations<'l>(&self, looks: impl Iterator<Item = (&'l Look, &'l Function)>) -> Function {
        let ops = self.cx.theory.ops.ids().map(|op| self.operation(op));
        let looks = looks.map(|(look, function)| self.look(look, function));
        let ops: Vec<Expr> = ops.chain(looks).collect();
        let result = Type::Array(Box::new(run_type("Operation")), ops.len());
        Function::new("operations", Vec::new(), Some(result))
            .with_body(vec![Stmt::Tail(Expr::Array(ops))])
    }

    /// `run::total(|a| run::made(insert(a.take(0), a.element(1, 0))))`
    fn operation(&self, op: OpId) -> Expr {
        let mapped = self.cx.refinement.functions.get(&op);
        // What Rust's own lists do beside constructors and observers is used by axioms alone.
        let operation = &self.cx.theory.ops[op];
        let is_list = self.cx.theory.specs[operation.spec].origin == SpecOrigin::Sequence;
        let is_beside = is_list && operation.class == OperationClass::Auxiliary;
        let Some(mapped) = mapped.filter(|_| !is_beside) else {
            return run("unmapped").called(Vec::new());
        };
        let call = self.closure(self.outcome(op));
        let made = match mapped.outside {
            Outside::Nowhere => run("total").called(vec![call]),
            Outside::Unspecified => run("partial").called(vec![call]),
            outside => {
                let word = match outside {
                    Outside::Panics => "Panics",
                    _ if mapped.may_change => "MayChange",
                    _ => "Refuses",
                };
                let partial = run("partial").called(vec![call]);
                match self.attempt(op) {
                    None => partial.method("refusing", Vec::new()),
                    Some(attempt) => {
                        let outside = Expr::path(["run", "Outside", word]);
                        partial.method("attempting", vec![outside, self.closure(attempt)])
                    }
                }
            }
        };
        self.trying(op, self.within(op, made))
    }

    /// `run::total(|a| run::made(after_find(a.take(0), a.element(1, 0))))`
    fn look(&self, look: &Look, function: &Function) -> Expr {
        let operation = &self.cx.theory.ops[look.op];
        let sorts = operation.arguments.iter().enumerate();
        let arguments = sorts.map(|(number, sort)| match number == look.place {
            true => self.passed(number, *sort, Taking::Value),
            false => self.passed(number, *sort, self.cx.taking(look.op, number)),
        });
        let call = Expr::call(&function.name, arguments.collect());
        let (made, known) = match operation.domain {
            Some(_) => ("made_if", "partial"),
            None => ("made", "total"),
        };
        let made = self.checked(run(made).called(vec![call]), operation.arguments[look.place]);
        let looking = run(known).called(vec![self.closure(made)]);
        self.trying(look.op, self.within(look.op, looking))
    }

    /// Names the numbers that the mapping lists for an argument.
    fn trying(&self, op: OpId, operation: Expr) -> Expr {
        let values = self.cx.refinement.values.arguments.iter();
        let own = values.filter(|((of, _), _)| *of == op);
        own.fold(operation, |operation, ((_, argument), values)| {
            let values = Expr::Array(values.clone()).reference();
            operation.method("trying", vec![place(*argument), values])
        })
    }

    /// Says which numbers an argument can have, where its type is narrow: the axioms may speak of
    /// others, and the type can't be called with those.
    fn within(&self, op: OpId, operation: Expr) -> Expr {
        let mapped = self.cx.function(op);
        let narrow = mapped.parameters.iter().filter_map(|parameter| {
            let (low, high) = parameter.integer?.range();
            (low > i64::MIN || high < i64::MAX).then_some((parameter.argument, low, high))
        });
        narrow.fold(operation, |operation, (argument, low, high)| {
            let end = |number: i64| match number {
                i64::MIN => Expr::path(["i64", "MIN"]),
                i64::MAX => Expr::path(["i64", "MAX"]),
                number => Expr::Int(number),
            };
            operation.method("within", vec![place(argument), end(low), end(high)])
        })
    }

    fn closure(&self, body: Expr) -> Expr {
        let mut uses = false;
        body.visit_paths(&mut |path| uses |= path.first() == Some(&self.arguments));
        let parameter = if uses { Pattern::from(&self.arguments) } else { Pattern::Wild };
        body.closure(vec![parameter])
    }

    fn argument(&self, method: &str, arguments: Vec<Expr>) -> Expr {
        Expr::name(&self.arguments).method(method, arguments)
    }

    /// An argument of a call, as an adapter takes it.
    fn passed(&self, number: usize, sort: SortId, taking: Taking) -> Expr {
        match self.cx.theory.sorts[sort].kind {
            SortKind::Int => self.argument("int", vec![place(number)]),
            SortKind::Parameter => {
                self.argument("element", vec![place(number), place(sort.index())])
            }
            SortKind::Constructed => match taking {
                Taking::Value => self.argument("take", vec![place(number)]),
                Taking::Reference => self.argument("borrow", vec![place(number)]).reference(),
                Taking::Factory => self.argument("make", vec![place(number)]).factory(),
            },
        }
    }

    /// The call of an operation's adapter.
    fn call(&self, op: OpId) -> Expr {
        let sorts = self.cx.theory.ops[op].arguments.iter().enumerate();
        let arguments =
            sorts.map(|(number, sort)| self.passed(number, *sort, self.cx.taking(op, number)));
        Expr::call(self.cx.names.adapter(op), arguments.collect())
    }

    fn outcome(&self, op: OpId) -> Expr {
        let operation = &self.cx.theory.ops[op];
        let wrapper = match operation.result {
            None => "truth",
            Some(sort) if self.cx.is_closure(sort) => "unseen",
            Some(sort) => match (self.cx.theory.sorts[sort].kind, operation.domain.is_some()) {
                (SortKind::Int, false) => "number",
                (SortKind::Int, true) => "number_if",
                (SortKind::Parameter, false) => "element",
                (SortKind::Parameter, true) => "element_if",
                (SortKind::Constructed, false) => "made",
                (SortKind::Constructed, true) => "made_if",
            },
        };
        let made = run(wrapper).called(vec![self.call(op)]);
        operation.result.map_or(made.clone(), |sort| self.checked(made, sort))
    }

    /// A call outside of the domain. `None` if it is a call like any other, which returns
    /// nothing.
    fn attempt(&self, op: OpId) -> Option<Expr> {
        let attempt = self.cx.names.attempt(op)?;
        let changed = match self.cx.function(op).yields {
            Yields::Argument { argument, .. } => Some(argument),
            Yields::Value(_) => None,
        };
        let value = self.names.child().fresh("value");
        let sorts = self.cx.theory.ops[op].arguments.iter().enumerate();
        let arguments = sorts.map(|(number, sort)| match number {
            _ if changed == Some(number) => Expr::name(&value),
            _ if is_shared(self.cx, op, number) => self.passed(number, *sort, Taking::Reference),
            _ => self.passed(number, *sort, Taking::Value),
        });
        let arguments: Vec<Expr> = arguments.collect();
        let alone = arguments.len() == 1;
        let call = Expr::call(attempt, arguments);
        Some(match changed {
            None => run("tried").called(vec![call]),
            Some(changed) => {
                let taken = self.argument("take", vec![place(changed)]);
                let call = match alone {
                    true => Expr::name(attempt),
                    false => call.closure(vec![(&value).into()]),
                };
                run("attempted").called(vec![taken, call])
            }
        })
    }

    fn axioms(&self, testers: &[(&Property, &Tester)]) -> Function {
        let usable = testers.iter().filter(|(property, _)| self.is_usable(property));
        let axioms: Vec<Expr> =
            usable.map(|(property, tester)| self.axiom(property, tester)).collect();
        let result = Type::Array(Box::new(run_type("Axiom")), axioms.len());
        Function::new("axioms", Vec::new(), Some(result))
            .with_body(vec![Stmt::Tail(Expr::Array(axioms))])
    }

    /// Whether evaluating a statement on values says something about the type.
    pub(super) fn is_usable(&self, property: &Property) -> bool {
        let cx = self.cx;
        let (variables, formula) = property.formula(cx.theory);
        let is_stated = match property {
            Property::Congruence(_) => false,
            Property::Stated(Statement::Domain(op)) => {
                cx.function(*op).outside != Outside::Unspecified
            }
            Property::Stated(Statement::Axiom(_)) => true,
        };
        is_stated
            && variables.iter().any(|variable| cx.is_subject(variable.sort))
            && !subtracts(cx, formula)
            && !is_compared_as_premise(cx, formula, variables)
    }

    /// `run::axiom("membership", &[("E", 0), …], |a| { membership(a.element(0, 0), …); })`
    fn axiom(&self, property: &Property, tester: &Tester) -> Expr {
        let (variables, _) = property.formula(self.cx.theory);
        let listed = variables.iter().map(|variable| {
            Expr::Tuple(vec![Expr::text(&variable.name), place(variable.sort.index())])
        });
        let listed = Expr::Array(listed.collect()).reference();
        let name = &tester.function.name;
        let call = Expr::call(name, self.tester_arguments(variables, tester));
        let body = Expr::Block(vec![Stmt::Expr(call)]);
        let arguments = vec![Expr::text(name.as_str()), listed, self.closure(body)];
        run("axiom").called(arguments)
    }

    fn tester_arguments(&self, variables: &[Variable], tester: &Tester) -> Vec<Expr> {
        let variables = variables.iter().enumerate();
        let mut arguments: Vec<Expr> = variables
            .map(|(number, variable)| self.passed(number, variable.sort, Taking::Factory))
            .collect();
        for sort in &tester.elements {
            arguments.push(self.argument("all", vec![place(sort.index())]).reference());
        }
        arguments
    }

    fn algebras(&self, name: &str, models: &Models, algebras: &[ParameterTables]) -> Function {
        let mut body = Vec::new();
        let mut made = Vec::new();
        let mut names = self.names.child();
        for tables in algebras {
            let model = models.name(tables);
            let mut algebra = match model {
                Some(model) => {
                    Expr::path(["run", "Algebra", "of"]).called(vec![Expr::name(model).reference()])
                }
                None => Expr::path(["run", "Algebra", "default"]).called(Vec::new()),
            };
            for (sort, size) in &tables.carriers {
                let (stmt, local) = self.elements(*sort, *size, model, &mut names);
                let method =
                    if self.cx.is_closure(*sort) { "with_functions" } else { "with_elements" };
                body.push(stmt);
                let all = Expr::name(local).reference();
                algebra = algebra.method(method, vec![place(sort.index()), all]);
            }
            if let (Some(model), true) = (model, tables_are_current(self.cx)) {
                let enter = Expr::name(model).method("entered", Vec::new());
                let enter = Expr::Block(vec![Stmt::Expr(enter)]).closure(Vec::new());
                algebra = algebra.method("entering", vec![enter]);
            }
            made.push(algebra);
        }
        let result = Type::Array(Box::new(run_type("Algebra")), made.len());
        body.push(Stmt::Tail(Expr::Array(made)));
        Function::new(name, Vec::new(), Some(result)).with_body(body)
    }

    /// `let orderables: [Orderable; 8] = TOTAL_ORDER_7.orderables();`
    fn elements(
        &self,
        sort: SortId,
        size: u32,
        model: Option<&Ident>,
        names: &mut Names,
    ) -> (Stmt, Ident) {
        let local = names.fresh(&super::observe::plural(self.cx, sort));
        let (count, value) = match self.cx.is_closure(sort) {
            true => {
                let count = size.min(CLOSURES);
                let all = (0..count).map(|element| closure_element(self.cx, sort, element));
                (count, Expr::Array(all.collect()))
            }
            false => (size, element_array(self.cx, sort, model)),
        };
        let array = Type::Array(Box::new(self.cx.sort_type(sort)), count as usize);
        let pattern = Pattern::Typed(Box::new((&local).into()), array);
        (Stmt::Let(pattern, value), local)
    }
}

/// Whether a total operation is called with a difference, which may be below zero where the
/// function takes no such numbers.
fn subtracts(cx: Context<'_>, formula: &Formula) -> bool {
    let is_difference =
        |term: &Term| matches!(term, Term::Arithmetic(ArithmeticOperator::Subtract, ..));
    let is_unsigned = |op: OpId| {
        let function = cx.function(op);
        let mut integers = function.parameters.iter().filter_map(|one| one.integer);
        function.outside == Outside::Nowhere && integers.any(|integer| !integer.is_signed())
    };
    let applied =
        |op: OpId, arguments: &[Term]| is_unsigned(op) && arguments.iter().any(is_difference);
    let in_terms = formula.subterms().into_iter().any(|term| match term {
        Term::Apply(op, arguments) => applied(*op, arguments),
        _ => false,
    });
    in_terms
        || formula.atoms().into_iter().any(|atom| match atom {
            Formula::Predicate(op, arguments) => applied(*op, arguments),
            _ => false,
        })
}
