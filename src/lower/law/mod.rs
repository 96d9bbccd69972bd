//! The laws of Rust's traits, for types under test that are said to have them.
//!
//! The runtime has each law as a generic function. What is generated is the call: the values to
//! try it on, how they are compared, and the operations that the law is about.

mod apply;
mod iterate;

use std::collections::BTreeSet;

use super::context::{Comparison, Context};
use super::fit::fits_types;
use super::mock::is_lawful;
use super::model::{Ground, Models};
use super::observe::{is_observable, observed_elements};
use super::test::{RustTest, equality_function};
use crate::goal::{GoalFamilies, GoalFamily, snake_case};
use crate::model::GroundTerm;
use crate::refine::Subject;
use crate::rust::{Expr, Function, Ident, Names, Parameter, Pattern, Stmt, Type};
use crate::testcase::Sample;
use crate::theory::{OpId, SortId};
use apply::Application;

/// The laws of one type, with the values that they are tried on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustLaws {
    /// `laws_of_stack`
    pub module: Ident,
    pub rust_type: Ident,
    /// The list of values, the comparison, and arrays of elements.
    pub functions: Vec<Function>,
    /// Whether the type is `Copy`.
    pub copies: bool,
    pub tests: Vec<RustTest>,
}

/// The laws of each type of which there are values.
pub fn laws(
    cx: Context<'_>,
    models: &Models,
    samples: &[Sample],
    families: GoalFamilies,
    modules: &mut Names,
) -> Vec<RustLaws> {
    let mut all = Vec::new();
    for sample in samples {
        let Some(subject) = cx.subject(sample.sort) else { continue };
        let word = snake_case(&cx.theory.sorts[sample.sort].name);
        let module = modules.fresh(&format!("laws_of_{word}"));
        let laws = Laws::new(cx, models, sample, subject, module).lower(families);
        all.extend(Some(laws).filter(|laws| !laws.tests.is_empty()));
    }
    all
}

/// The laws of one type under test.
struct Laws<'t> {
    cx: Context<'t>,
    ground: Ground<'t>,
    sample: &'t Sample,
    /// Those of the sample that the functions' types allow.
    terms: Vec<&'t GroundTerm>,
    subject: &'t Subject,
    module: Ident,
    /// The functions that list all elements of a sort.
    arrays: Vec<(SortId, Ident)>,
    /// The functions that list values and compare them.
    samples: Ident,
    alike: Ident,
    tests: Vec<RustTest>,
}

impl<'t> Laws<'t> {
    /// `&samples()`
    fn samples(&self) -> Expr {
        Expr::call(&self.samples, Vec::new()).reference()
    }

    fn alike(&self) -> Expr {
        Expr::name(&self.alike)
    }

    fn new(
        cx: Context<'t>,
        models: &'t Models,
        sample: &'t Sample,
        subject: &'t Subject,
        module: Ident,
    ) -> Self {
        let mut names = cx.names.table.child();
        let [list, alike] = ["samples", "alike"].map(|name| names.fresh(name));
        let mut arrays = Vec::new();
        for sort in sample.parameters.carriers.keys().filter(|sort| !cx.is_closure(**sort)) {
            arrays
                .push((*sort, names.fresh(&format!("all_{}", super::observe::plural(cx, *sort)))));
        }
        let ground = Ground::new(cx, models, &sample.parameters, names);
        let terms = sample.terms.iter().filter(|term| fits_types(cx, term)).collect();
        let tests = Vec::new();
        Self { cx, ground, sample, terms, subject, module, arrays, samples: list, alike, tests }
    }

    fn sort(&self) -> SortId {
        self.sample.sort
    }

    fn lower(mut self, families: GoalFamilies) -> RustLaws {
        if families.has(GoalFamily::Equality) {
            self.equality();
        }
        if families.has(GoalFamily::Laws) {
            self.traits();
        }
        RustLaws {
            rust_type: self.cx.names.sort(self.sort()),
            functions: self.functions(),
            copies: self.subject.has("Copy"),
            module: self.module,
            tests: self.tests,
        }
    }

    /// The functions that tests of the module call.
    fn functions(&self) -> Vec<Function> {
        let mut functions = vec![self.list_of_samples()];
        if is_observable(self.cx, self.sort()) {
            functions.push(self.comparison());
        }
        functions.extend(self.arrays.iter().map(|(sort, name)| self.array(*sort, name)));
        let tests: Vec<Function> = self.tests.iter().map(|test| test.function.clone()).collect();
        // Comparisons call arrays of elements, so they come first.
        functions.retain(|one| one.name != self.alike || is_called(&tests, &one.name));
        let callers = [tests, functions.clone()].concat();
        functions.retain(|one| is_called(&callers, &one.name));
        functions
    }

    /// `fn all_orderables() -> [Orderable; 3]`
    fn array(&self, sort: SortId, name: &Ident) -> Function {
        let size = self.sample.parameters.carriers[&sort] as usize;
        let rust_type = Type::Array(Box::new(self.cx.sort_type(sort)), size);
        let value = super::mock::element_array(self.cx, sort, self.ground.model);
        Function::new(name, Vec::new(), Some(rust_type)).with_body(vec![Stmt::Tail(value)])
    }

    /// All elements of a sort, or numbers.
    fn every(&self, sort: SortId) -> Expr {
        let array = self.arrays.iter().find(|(known, _)| *known == sort);
        match array {
            Some((_, name)) => Expr::call(name, Vec::new()),
            None => Expr::Written(crate::rust::Fragment::new(super::observe::NUMBERS)),
        }
    }

    /// `fn samples() -> Vec<Sample<SortedSet>>`
    fn list_of_samples(&self) -> Function {
        let mut elements = BTreeSet::new();
        for term in &self.terms {
            term.visit_elements(&mut |sort, element| {
                elements.insert((sort, element));
            });
        }
        let mut body = self.ground.declare(&elements);
        let partial = self.terms.iter().any(|term| self.ground.is_partial(term));
        let maker = if partial { "sample_if_built" } else { "sample" };
        let listed = self.terms.iter().map(|term| {
            let value = self.ground.value(term, partial);
            let factory = match value.factory() {
                Expr::Closure { parameters, body, .. } => {
                    Expr::Closure { moves: true, parameters, body }
                }
                function => function,
            };
            Expr::call(maker, vec![Expr::text(term.text(self.cx.theory)), factory])
        });
        let list = Expr::Macro("vec".into(), listed.collect());
        body.push(Stmt::Tail(match partial {
            true => ["into_iter", "flatten", "collect"]
                .into_iter()
                .fold(list, |list, method| list.method(method, Vec::new())),
            false => list,
        }));
        let sample = Type::Generic("Sample".into(), vec![self.cx.sort_type(self.sort())]);
        let result = Type::Generic("Vec".into(), vec![sample]);
        let mut function = Function::new(&self.samples, Vec::new(), Some(result)).with_body(body);
        function.doc = vec!["Values to try the laws on.".to_owned()];
        function
    }

    /// `fn alike(left: &dyn Fn() -> SortedSet, right: …) -> bool`
    fn comparison(&self) -> Function {
        let side = self.cx.sort_type(self.sort()).dyn_factory();
        let parameters = ["left", "right"].map(|name| Parameter::new(name, side.clone()));
        let mut arguments = vec![Expr::name("left"), Expr::name("right")];
        if super::observe::is_recursive(self.cx, self.sort()) {
            arguments.push(Expr::Int(super::term::OBSERVATION_DEPTH));
        }
        for sort in observed_elements(self.cx, self.sort()) {
            arguments.push(self.every(sort).reference());
        }
        let call = Expr::call(self.cx.names.comparison(self.sort()), arguments);
        Function::new(&self.alike, parameters.into(), Some(Type::named("bool")))
            .with_body(vec![Stmt::Tail(call)])
    }

    /// A test whose body calls a law.
    fn test(&mut self, family: GoalFamily, name: &str, doc: &str, body: Vec<Stmt>) {
        let goal = format!("{}/{name}", self.module);
        let mut stmts = vec![Stmt::Let("_case".into(), self.ground.case(&goal, &[]))];
        stmts.extend(body);
        self.tests.push(RustTest::new(family, Ident::new(name), doc, stmts));
    }

    /// A test that consists of one call.
    fn law(&mut self, name: &str, doc: &str, arguments: Vec<Expr>) {
        let call = law_call(name, arguments);
        self.test(GoalFamily::Laws, name, doc, vec![Stmt::Expr(call)]);
    }

    fn equality(&mut self) {
        if self.cx.equality(self.sort()) == Comparison::Observers {
            return;
        }
        let equal = equality_function(self.cx, self.sort(), &self.ground.names);
        let different = self.different();
        let reflexive = ("equality_is_reflexive", vec![self.samples(), equal.clone()]);
        let symmetric = ("equality_is_symmetric", vec![self.samples(), equal.clone(), different]);
        let transitive = ("equality_is_transitive", vec![self.samples(), equal]);
        let laws = [
            (reflexive, "Equality: a value equals another one that was built the same way."),
            (
                symmetric,
                "Equality: the order of the operands does not matter, and `!=` is the opposite.",
            ),
            (transitive, "Equality: if a equals b and b equals c, a equals c."),
        ];
        for ((name, arguments), doc) in laws {
            let call = vec![Stmt::Expr(law_call(name, arguments))];
            self.test(GoalFamily::Equality, name, doc, call);
        }
    }

    /// `|a, b| a != b`
    fn different(&self) -> Expr {
        let mut names = self.ground.names.child();
        let sides = ["a", "b"].map(|name| names.fresh(name));
        let [left, right] = sides.each_ref().map(Expr::name);
        let different = match self.cx.equality(self.sort()) {
            Comparison::Function(path) => {
                Expr::Written(self.cx.instantiate(path)).called(vec![left, right]).negated()
            }
            _ => Expr::binary(left, "!=", right),
        };
        different.closure(sides.iter().map(Pattern::from).collect())
    }

    /// What the traits that the mapping names promise.
    fn traits(&mut self) {
        let observable = is_observable(self.cx, self.sort());
        if observable && self.subject.has("Clone") {
            let arguments = vec![self.samples(), self.alike()];
            self.law("clone_is_equal", "`Clone`: a clone equals its origin.", arguments.clone());
            let doc = "`Clone`: `clone_from` makes any value equal to its origin.";
            self.law("clone_from_is_clone", doc, arguments);
            self.clones_are_independent();
        }
        if observable {
            self.receivers_are_unchanged();
            self.default();
            self.iterators();
        }
        if self.subject.has("Debug") {
            let doc = "`Debug`: every value can be shown.";
            self.law("debug_does_not_panic", doc, vec![self.samples()]);
        }
        if self.subject.has("Hash") {
            let doc = "`Hash`: equal values have equal hashes.";
            self.law("hash_agrees_with_eq", doc, vec![self.samples()]);
        }
        if is_lawful(self.cx, &self.sample.parameters) {
            self.orders();
        }
    }

    fn orders(&mut self) {
        let total = self.subject.has("Ord");
        if total {
            let doc = "`Ord`: agrees with `==` and with `PartialOrd`.";
            self.law("ord_agrees_with_eq", doc, vec![self.samples()]);
        }
        if total || self.subject.has("PartialOrd") {
            let doc = "`PartialOrd`: agrees with `==` and with its operators.";
            self.law("partial_ord_agrees_with_eq", doc, vec![self.samples()]);
            let doc = "`PartialOrd`: if a is at most b and b is at most c, a is at most c.";
            self.law("partial_ord_is_transitive", doc, vec![self.samples()]);
        }
    }

    fn default(&mut self) {
        let Some(creator) = self.subject.carriers.default else { return };
        let name = self.cx.theory.ops[creator].name.clone();
        let made = self.ground.value(&GroundTerm::Apply(creator, Vec::new()), false);
        let arguments = vec![Expr::text(&name), made.factory(), self.alike()];
        let body = vec![Stmt::Expr(law_call("default_is", arguments))];
        let doc = format!("`Default`: the default is `{name}()`.");
        self.test(GoalFamily::Laws, &format!("default_is_{}", snake_case(&name)), &doc, body);
    }

    /// One test for each operation that makes a value out of another.
    fn clones_are_independent(&mut self) {
        for op in self.operations() {
            if self.cx.theory.ops[op].result != Some(self.sort()) {
                continue;
            }
            let Some(application) = Application::of(self, op) else { continue };
            let name = self.cx.theory.ops[op].name.clone();
            let arguments =
                vec![Expr::text(&name), self.samples(), application.consuming(self), self.alike()];
            let call = law_call("clone_is_independent", arguments);
            let body = application.for_all(self, vec![Stmt::Expr(call)]);
            let test = format!("clone_is_independent_of_{}", snake_case(&name));
            let doc = format!("`Clone`: `{name}` on a clone leaves the origin, and the reverse.");
            self.test(GoalFamily::Laws, &test, &doc, body);
        }
    }

    /// One test for each operation that makes a value out of a borrowed one, and one for all
    /// others that only look.
    fn receivers_are_unchanged(&mut self) {
        let mut looks = Vec::new();
        for op in self.operations() {
            let Some(application) = Application::borrowing(self, op) else { continue };
            let operation = &self.cx.theory.ops[op];
            if operation.result != Some(self.sort()) {
                let look = application.look(self);
                looks.extend(application.for_all(self, vec![look]));
                continue;
            }
            let name = operation.name.clone();
            let arguments =
                vec![Expr::text(&name), self.samples(), application.looking(self), self.alike()];
            let call = law_call("receiver_is_unchanged", arguments);
            let body = application.for_all(self, vec![Stmt::Expr(call)]);
            let doc = format!("`{name}` takes a reference and leaves the value as it is.");
            let test = format!("{}_keeps_its_receiver", snake_case(&name));
            self.test(GoalFamily::Laws, &test, &doc, body);
        }
        if !looks.is_empty() {
            let look = Expr::Block(looks).closure(vec![apply::value_name(self).into()]);
            let arguments = vec![Expr::text("an observer"), self.samples(), look, self.alike()];
            let call = law_call("receiver_is_unchanged", arguments);
            let doc = "Observers leave the value as it is.";
            let body = vec![Stmt::Expr(call)];
            self.test(GoalFamily::Laws, "observers_change_nothing", doc, body);
        }
    }

    /// The operations that take a value of the sort.
    fn operations(&self) -> Vec<OpId> {
        let ops = self.cx.theory.ops.iter();
        let taking = ops.filter(|(_, op)| op.arguments.contains(&self.sort()));
        taking.map(|(id, _)| id).collect()
    }
}

/// `laws::clone_is_equal(…)`
fn law_call(name: &str, arguments: Vec<Expr>) -> Expr {
    Expr::path(["laws", name]).called(arguments)
}

fn is_called(callers: &[Function], name: &Ident) -> bool {
    let mut called = false;
    for caller in callers {
        caller.visit_paths(&mut |path| called |= path == std::slice::from_ref(name));
    }
    called
}
