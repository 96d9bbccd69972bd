//! The laws of one type under test: its values, how they are compared, and the tests so far.

use std::collections::BTreeSet;

use crate::goal::GoalFamily;
use crate::lower::context::Context;
use crate::lower::fit::fits_types;
use crate::lower::mock::element_array;
use crate::lower::model::{Ground, Models};
use crate::lower::observe::{self, asks, is_observable, is_recursive, observed_elements, plural};
use crate::lower::term::OBSERVATION_DEPTH;
use crate::lower::test::RustTest;
use crate::model::GroundTerm;
use crate::refine::Subject;
use crate::rust::{Expr, Fragment, Function, Ident, Parameter, Stmt, Type};
use crate::testcase::Sample;
use crate::theory::SortId;

/// The laws of one type under test.
pub struct Laws<'t> {
    pub cx: Context<'t>,
    /// Where comparisons ask nothing that the axioms leave open.
    determined: Context<'t>,
    pub ground: Ground<'t>,
    pub sample: &'t Sample,
    /// Those of the sample that the functions' types allow.
    pub terms: Vec<&'t GroundTerm>,
    pub subject: &'t Subject,
    pub module: Ident,
    /// The functions that list all elements of a sort.
    pub arrays: Vec<(SortId, Ident)>,
    /// The functions that list values and compare them.
    pub samples: Ident,
    pub alike: Ident,
    /// The same without open observers.
    determined_alike: Ident,
    /// The function that describes a test.
    pub case: Ident,
    pub tests: Vec<RustTest>,
}

impl<'t> Laws<'t> {
    /// `&samples()`
    pub fn samples(&self) -> Expr {
        Expr::call(&self.samples, Vec::new()).reference()
    }

    pub fn alike(&self) -> Expr {
        Expr::name(&self.alike)
    }

    /// How values are compared that were built in different ways: both may be right although an
    /// observer that the axioms leave open tells them apart. `None` if no other is left.
    pub fn alike_where_determined(&self) -> Option<Expr> {
        if !self.has_open_observers() {
            return Some(self.alike());
        }
        let is_left = is_observable(self.determined, self.sort());
        is_left.then(|| Expr::name(&self.determined_alike))
    }

    fn has_open_observers(&self) -> bool {
        asks(self.cx, self.sort(), self.determined.left_out)
    }

    pub fn new(
        [cx, determined]: [Context<'t>; 2],
        models: &'t Models,
        sample: &'t Sample,
        subject: &'t Subject,
        module: Ident,
    ) -> Self {
        let mut names = cx.names.table.child();
        let [samples, alike, determined_alike] =
            ["samples", "alike", "alike_where_determined"].map(|name| names.fresh(name));
        let case = names.fresh("case");
        let mut arrays = Vec::new();
        for sort in sample.parameters.carriers.keys().filter(|sort| !cx.is_closure(**sort)) {
            arrays.push((*sort, names.fresh(&format!("all_{}", plural(cx, *sort)))));
        }
        let ground = Ground::new(cx, models, &sample.parameters, names);
        let terms = sample.terms.iter().filter(|term| fits_types(cx, term)).collect();
        let tests = Vec::new();
        Self {
            cx,
            determined,
            ground,
            sample,
            terms,
            subject,
            module,
            arrays,
            samples,
            alike,
            determined_alike,
            case,
            tests,
        }
    }

    pub fn sort(&self) -> SortId {
        self.sample.sort
    }

    /// The functions that tests of the module call.
    pub fn functions(&self) -> Vec<Function> {
        let mut functions = vec![self.described(), self.list_of_samples()];
        if is_observable(self.cx, self.sort()) {
            functions.push(self.comparison(self.cx, &self.alike));
        }
        if self.has_open_observers() && is_observable(self.determined, self.sort()) {
            functions.push(self.comparison(self.determined, &self.determined_alike));
        }
        functions.extend(self.arrays.iter().map(|(sort, name)| self.array(*sort, name)));
        let tests: Vec<Function> = self.tests.iter().map(|test| test.function.clone()).collect();
        // Comparisons call arrays of elements, so they come first.
        let compares = |name: &Ident| *name == self.alike || *name == self.determined_alike;
        functions.retain(|one| !compares(&one.name) || is_called(&tests, &one.name));
        let callers = [tests, functions.clone()].concat();
        functions.retain(|one| is_called(&callers, &one.name));
        functions
    }

    /// `fn case(law: &'static str) -> Case`
    fn described(&self) -> Function {
        let text = Type::Written(Fragment::new("&'static str"));
        let parameters = vec![Parameter::new("law", text)];
        let case = self.ground.described(Expr::name("law"), &[]);
        Function::new(&self.case, parameters, Some(Type::named("Case")))
            .with_body(vec![Stmt::Tail(case)])
    }

    /// `fn all_orderables() -> [Orderable; 3]`
    pub fn array(&self, sort: SortId, name: &Ident) -> Function {
        let size = self.sample.parameters.carriers[&sort] as usize;
        let rust_type = Type::Array(Box::new(self.cx.sort_type(sort)), size);
        let value = element_array(self.cx, sort, self.ground.model);
        Function::new(name, Vec::new(), Some(rust_type)).with_body(vec![Stmt::Tail(value)])
    }

    /// All elements of a sort, or numbers.
    pub fn every(&self, sort: SortId) -> Expr {
        let array = self.arrays.iter().find(|(known, _)| *known == sort);
        match array {
            Some((_, name)) => Expr::call(name, Vec::new()),
            None => Expr::Written(Fragment::new(observe::NUMBERS)),
        }
    }

    /// `fn samples() -> Vec<Sample<SortedSet>>`
    pub fn list_of_samples(&self) -> Function {
        let mut elements = BTreeSet::new();
        for term in &self.terms {
            term.visit_elements(&mut |sort, element| {
                elements.insert((sort, element));
            });
        }
        let mut body = self.ground.declare(&elements);
        let partial = self.terms.iter().any(|term| self.ground.is_partial(term));
        let maker = if partial { "sampled_if_built" } else { "sampled" };
        let values = self.terms.iter().map(|term| self.ground.value(term, partial));
        body.push(Stmt::Tail(Expr::Macro(maker.into(), values.collect())));
        let sample = Type::Generic("Sample".into(), vec![self.cx.sort_type(self.sort())]);
        let result = Type::Generic("Vec".into(), vec![sample]);
        let mut function = Function::new(&self.samples, Vec::new(), Some(result)).with_body(body);
        function.doc = vec!["Values to try the laws on.".to_owned()];
        function
    }

    /// `fn alike(left: &dyn Fn() -> SortedSet, right: …) -> bool`
    fn comparison(&self, cx: Context<'_>, name: &Ident) -> Function {
        let side = cx.sort_type(self.sort()).dyn_factory();
        let parameters = ["left", "right"].map(|name| Parameter::new(name, side.clone()));
        let mut arguments = vec![Expr::name("left"), Expr::name("right")];
        if is_recursive(cx, self.sort()) {
            arguments.push(Expr::Int(OBSERVATION_DEPTH));
        }
        for sort in observed_elements(cx, self.sort()) {
            arguments.push(self.every(sort).reference());
        }
        let call = Expr::call(cx.comparison(self.sort()), arguments);
        Function::new(name, parameters.into(), Some(Type::named("bool")))
            .with_body(vec![Stmt::Tail(call)])
    }

    /// A test whose body calls a law.
    pub fn test(&mut self, family: GoalFamily, name: &str, doc: &str, body: Vec<Stmt>) {
        let goal = format!("{}/{name}", self.module);
        let case = Expr::call(&self.case, vec![Expr::text(goal)]);
        let mut stmts = vec![Stmt::Let("_case".into(), case)];
        stmts.extend(body);
        self.tests.push(RustTest::new(family, Ident::new(name), doc, stmts));
    }

    /// A test that consists of one call.
    pub fn law(&mut self, name: &str, doc: &str, arguments: Vec<Expr>) {
        let call = law_call(name, arguments);
        self.test(GoalFamily::Laws, name, doc, vec![Stmt::Expr(call)]);
    }
}

/// `laws::clone_is_equal(…)`
pub fn law_call(name: &str, arguments: Vec<Expr>) -> Expr {
    Expr::path(["laws", name]).called(arguments)
}

fn is_called(callers: &[Function], name: &Ident) -> bool {
    let mut called = false;
    for caller in callers {
        caller.visit_paths(&mut |path| called |= path == std::slice::from_ref(name));
    }
    called
}
