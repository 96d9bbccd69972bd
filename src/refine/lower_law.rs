//! The laws of Rust's traits, for types under test that are said to have them.
//!
//! A law holds for all values. It is tried on a sample of them, each of which is made
//! anew wherever it is needed.

use std::collections::BTreeSet;

use super::code::{Expr, Stmt};
use super::lower_apply::Application;
use super::lower_fit::fits_types;
use super::lower_ground::Ground;
use super::lower_term::Target;
use super::lower_test::RustTest;
use super::names::{Namer, value_name};
use super::{Passing, SortType, Subject, lower_order};
use crate::goal::{GoalFamilies, GoalFamily, snake_case};
use crate::model::GroundTerm;
use crate::testcase::Sample;
use crate::theory::{OpId, SortId};

/// The laws of one type, with the values that they are tried on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustLaws {
    /// `laws_of_stack`
    pub module: String,
    pub rust_type: String,
    pub tables: Option<Stmt>,
    /// The body of the function that lists the values.
    pub samples: Vec<Stmt>,
    /// Whether the type is `Copy`.
    pub copies: bool,
    pub tests: Vec<RustTest>,
}

/// The laws of each type of which there are values.
pub fn lower_laws(target: Target<'_>, samples: &[Sample], families: GoalFamilies) -> Vec<RustLaws> {
    let mut namer = target.names.values.clone();
    samples
        .iter()
        .filter_map(|sample| match target.refinement.sorts.get(&sample.sort) {
            Some(SortType::Subject(subject)) => {
                let word = snake_case(&target.theory.sorts[sample.sort].name);
                let module = namer.fresh(&format!("laws_of_{word}"));
                Some(Laws::new(target, sample, subject, module).lower(families))
            }
            _ => None,
        })
        .filter(|laws| !laws.tests.is_empty())
        .collect()
}

/// The laws of one type under test.
pub(super) struct Laws<'t> {
    pub ground: Ground<'t>,
    pub sample: &'t Sample,
    /// Those of the sample that the functions' types allow.
    terms: Vec<&'t GroundTerm>,
    pub subject: &'t Subject,
    /// `make` and `term`, unless something else has these names.
    pub make: String,
    pub term: String,
    /// For other locals.
    pub namer: Namer,
    pub module: String,
    pub tests: Vec<RustTest>,
}

impl<'t> Laws<'t> {
    fn new(target: Target<'t>, sample: &'t Sample, subject: &'t Subject, module: String) -> Self {
        let mut namer = target.names.values.clone();
        let make = namer.fresh("make");
        let term = namer.fresh("term");
        let taken = vec![make.clone(), term.clone()];
        let ground = Ground { target, mocks: &sample.parameters, taken };
        let terms = sample.terms.iter().filter(|term| fits_types(target, term)).collect();
        Self { ground, sample, terms, subject, make, term, namer, module, tests: Vec::new() }
    }

    fn lower(mut self, families: GoalFamilies) -> RustLaws {
        if families.has(GoalFamily::Equality) {
            self.equality();
        }
        if families.has(GoalFamily::Laws) {
            self.traits();
        }
        RustLaws {
            rust_type: self.alias(),
            tables: self.ground.tables(),
            samples: self.samples(),
            copies: self.subject.has("Copy"),
            module: self.module,
            tests: self.tests,
        }
    }

    /// What the traits promise that the mapping names.
    fn traits(&mut self) {
        let observable = self.ground.target.can_tell_apart(self.sample.sort);
        if observable && self.subject.has("Clone") {
            self.clone_is_equal();
            self.clone_from_is_clone();
            self.clones_are_independent();
        }
        if observable {
            self.receivers_are_unchanged();
            self.default();
            self.iterators();
        }
        if self.subject.has("Debug") {
            self.debug();
        }
        if self.subject.has("Hash") {
            self.hash();
        }
        if lower_order::is_lawful(self.ground.target, &self.sample.parameters) {
            self.orders();
        }
    }

    pub fn alias(&self) -> String {
        self.ground.target.names.sort(self.sample.sort).to_owned()
    }

    /// `Vec::from([Sample::new("empty()", SortedSet::new), …])`
    fn samples(&self) -> Vec<Stmt> {
        let theory = self.ground.target.theory;
        let mut elements = BTreeSet::new();
        for term in &self.terms {
            term.visit_elements(&mut |sort, element| {
                elements.insert((sort, element));
            });
        }
        let mut body = self.ground.declare(&elements);
        let word = value_name(&theory.sorts[self.sample.sort].name);
        let mut namer = self.namer.clone();
        let partial = self.terms.iter().any(|term| self.ground.is_partial(term));
        let mut listed = Vec::new();
        for term in &self.terms {
            let name = namer.next(&word);
            let value = match self.ground.closure(&name, term, partial) {
                Expr::Closure(_, body) => Expr::Closure("move ||".to_owned(), body),
                other => other,
            };
            let text = term.text(theory);
            body.push(Stmt::Comment(text.clone()));
            body.push(Stmt::Let { pattern: name.clone(), value });
            let new = if partial { "Sample::if_built" } else { "Sample::new" };
            let text = Expr::text(format!("{text:?}"));
            listed.push(Expr::call(new, vec![text, Expr::text(name)]));
        }
        if !partial {
            body.push(Stmt::Tail(Expr::call("Vec::from", vec![Expr::Array(listed)])));
            return body;
        }
        let list = self.local("listed");
        body.push(Stmt::Let { pattern: list.clone(), value: Expr::Array(listed) });
        let built = Expr::text(list).method("into_iter", Vec::new());
        let built = built.method("flatten", Vec::new()).method("collect", Vec::new());
        body.push(Stmt::Tail(built));
        body
    }

    /// A test that goes through all values.
    pub fn for_each(&mut self, name: &str, law: &str, elements: BTreeSet<SortId>, body: Vec<Stmt>) {
        let body = vec![self.over_samples(body)];
        self.test(name, law, elements, body);
    }

    pub fn over_samples(&self, body: Vec<Stmt>) -> Stmt {
        let pattern = format!("Sample {{ {}, {} }}", self.field("term"), self.field("make"));
        Stmt::For { pattern, over: Expr::call("samples", Vec::new()), body }
    }

    /// `make`, or `make: make2`.
    fn field(&self, field: &str) -> String {
        let name = if field == "make" { &self.make } else { &self.term };
        if name == field { name.clone() } else { format!("{field}: {name}") }
    }

    pub fn test(&mut self, name: &str, law: &str, elements: BTreeSet<SortId>, body: Vec<Stmt>) {
        let goal = format!("{}/{name}", self.module);
        let named = BTreeSet::from_iter(elements.iter().flat_map(|sort| self.ground.all(*sort)));
        let mut stmts = self.ground.declare(&named);
        let case = self.ground.case(&goal, &[]);
        stmts.push(Stmt::Let { pattern: "_case".to_owned(), value: case });
        stmts.push(Stmt::Blank);
        stmts.extend(body);
        self.tests.push(RustTest {
            family: GoalFamily::Laws,
            name: name.to_owned(),
            goal_id: None,
            goal: law.to_owned(),
            body: stmts,
        });
    }

    /// Whether neither `==` nor an observer tells two values apart, which two factories
    /// make.
    pub fn alike(&self, left: &str, right: &str) -> Expr {
        let target = self.ground.target;
        let sort = self.sample.sort;
        let borrowed = |name: &str| Expr::text(format!("&{name}"));
        let mut arguments = vec![borrowed(left), borrowed(right)];
        let name = match target.names.same.get(&sort) {
            Some(same) => {
                arguments.push(Expr::text(super::lower_formula::OBSERVATION_DEPTH.to_string()));
                same
            }
            None => &target.names.alike[&sort],
        };
        for sort in target.observed_elements(sort) {
            arguments.push(Expr::prefix("&", self.elements(sort)));
        }
        Expr::call(name, arguments)
    }

    /// The sorts whose elements [`Laws::alike`] names.
    pub fn observed(&self) -> BTreeSet<SortId> {
        BTreeSet::from_iter(self.ground.target.observed_elements(self.sample.sort))
    }

    /// `[orderable0, orderable1]`
    pub fn elements(&self, sort: SortId) -> Expr {
        let elements = self.ground.all(sort).into_iter();
        Expr::Array(elements.map(|(_, id)| Expr::text(self.ground.element(sort, id))).collect())
    }

    pub fn assert_alike(&self, left: &str, right: &str, message: &str) -> Stmt {
        let message = Expr::text(format!("{message:?}"));
        Stmt::Expr(Expr::Macro("assert", vec![self.alike(left, right), message]))
    }

    fn clone_is_equal(&mut self) {
        let cloned = Expr::call(&self.make, Vec::new()).method("clone", Vec::new());
        let value = Expr::Closure("||".to_owned(), Box::new(cloned));
        let clone = self.local("clone");
        let message = format!("a clone of {{{}}} differs from it", self.term);
        let body = vec![
            Stmt::Let { pattern: clone.clone(), value },
            self.assert_alike(&clone, &self.make, &message),
        ];
        let law = "`Clone`: a clone is equal to its origin.";
        self.for_each("clone_is_equal", law, self.observed(), body);
    }

    fn clone_from_is_clone(&mut self) {
        let other = self.local("other");
        let value = self.local("value");
        let made = Expr::Call(Box::new(Expr::text(format!("({other}.make)"))), Vec::new());
        let origin = Expr::prefix("&", Expr::call(&self.make, Vec::new()));
        let block = Expr::Block(
            None,
            vec![
                Stmt::Let { pattern: format!("mut {value}"), value: made },
                Stmt::Expr(Expr::text(&value).method("clone_from", vec![origin])),
                Stmt::Tail(Expr::text(&value)),
            ],
        );
        let copied = self.local("copied");
        let message = format!("`clone_from` makes something else than {{{}}}", self.term);
        let inner = vec![
            Stmt::Let {
                pattern: copied.clone(),
                value: Expr::Closure("||".to_owned(), Box::new(block)),
            },
            self.assert_alike(&copied, &self.make, &message),
        ];
        let body = vec![Stmt::For {
            pattern: other,
            over: Expr::call("samples", Vec::new()),
            body: inner,
        }];
        let law = "`Clone`: `clone_from` makes any value equal to its origin.";
        self.for_each("clone_from_is_clone", law, self.observed(), body);
    }

    /// A name for a local of a test.
    pub fn local(&self, name: &str) -> String {
        self.namer.clone().fresh(name)
    }

    /// One test for each operation that makes a value out of another.
    fn clones_are_independent(&mut self) {
        for op in self.operations(|laws, op| {
            laws.ground.target.theory.ops[op].result == Some(laws.sample.sort)
        }) {
            let Some(application) = Application::of(self, op, |_| true) else { continue };
            let name = &self.ground.target.theory.ops[op].name;
            let (origin, clone) = (self.local("origin"), self.local("clone"));
            let term = &self.term;
            let mut body = self.changed_copy(&application, &origin, &clone, &clone);
            body.push(self.assert_alike(
                &origin,
                &self.make,
                &format!("`{name}` on a clone of {{{term}}} changes the origin"),
            ));
            body.extend(self.changed_copy(&application, &clone, &clone, &origin));
            body.push(self.assert_alike(
                &clone,
                &self.make,
                &format!("`{name}` on {{{term}}} changes a clone of it"),
            ));
            let mut elements = self.observed();
            elements.extend(application.elements(self));
            let body = application.for_all(self, body);
            let test = format!("clone_is_independent_of_{}", snake_case(name));
            let law = format!("`Clone`: `{name}` on a clone leaves the origin, and the reverse.");
            self.for_each(&test, &law, elements, body);
        }
    }

    /// `let kept = || { let origin = make(); let clone = origin.clone(); …; kept };`,
    /// where the operation is applied to `changed`.
    fn changed_copy(
        &self,
        application: &Application,
        kept: &str,
        clone: &str,
        changed: &str,
    ) -> Vec<Stmt> {
        let origin = self.local("origin");
        let pattern = |name: &str| match application.changes() && name == changed {
            true => format!("mut {name}"),
            false => name.to_owned(),
        };
        let cloned = Expr::text(&origin).method("clone", Vec::new());
        let mut stmts = vec![
            Stmt::Let { pattern: pattern(&origin), value: Expr::call(&self.make, Vec::new()) },
            Stmt::Let { pattern: pattern(clone), value: cloned },
        ];
        stmts.extend(application.apply(self, changed));
        stmts.push(Stmt::Tail(Expr::text(kept)));
        let value = Expr::Closure("||".to_owned(), Box::new(Expr::Block(None, stmts)));
        vec![Stmt::Let { pattern: kept.to_owned(), value }]
    }

    /// One test for each operation that makes a value out of a borrowed one, and one for
    /// all others that only look.
    fn receivers_are_unchanged(&mut self) {
        let shared = |passing: Passing| passing == Passing::Shared;
        let value = self.local("value");
        let same = self.local("same");
        let mut looks: Vec<Stmt> = Vec::new();
        let mut looked = self.observed();
        for op in self.operations(|_, _| true) {
            let Some(application) = Application::of(self, op, shared) else { continue };
            let operation = &self.ground.target.theory.ops[op];
            let applied = application.for_all(self, application.apply(self, &value));
            if operation.result != Some(self.sample.sort) {
                looked.extend(application.elements(self));
                looks.extend(applied);
                continue;
            }
            let name = &operation.name;
            let law = format!("`{name}` takes a reference and leaves the value as it is.");
            let message = format!("`{name}` changes {{{}}}, which it only borrows", self.term);
            let mut elements = self.observed();
            elements.extend(application.elements(self));
            let body = self.kept(&value, &same, applied, &message);
            self.for_each(
                &format!("{}_keeps_its_receiver", snake_case(name)),
                &law,
                elements,
                body,
            );
        }
        if !looks.is_empty() {
            let law = "Observers leave the value as it is.";
            let message = format!("looking at {{{}}} changes it", self.term);
            let body = self.kept(&value, &same, looks, &message);
            self.for_each("observers_change_nothing", law, looked, body);
        }
    }

    /// `let same = || { let value = make(); …; value };` is like `make`.
    fn kept(&self, value: &str, same: &str, done: Vec<Stmt>, message: &str) -> Vec<Stmt> {
        let made = Expr::call(&self.make, Vec::new());
        let mut stmts = vec![Stmt::Let { pattern: value.to_owned(), value: made }];
        stmts.extend(done);
        stmts.push(Stmt::Tail(Expr::text(value)));
        let closure = Expr::Closure("||".to_owned(), Box::new(Expr::Block(None, stmts)));
        vec![
            Stmt::Let { pattern: same.to_owned(), value: closure },
            self.assert_alike(same, &self.make, message),
        ]
    }

    /// The operations that take a value of the sort.
    fn operations(&self, wanted: impl Fn(&Self, OpId) -> bool) -> Vec<OpId> {
        let ops = self.ground.target.theory.ops.iter();
        let taking = ops.filter(|(_, op)| op.arguments.contains(&self.sample.sort));
        taking.map(|(id, _)| id).filter(|op| wanted(self, *op)).collect()
    }

    fn default(&mut self) {
        let Some(creator) = self.subject.carriers.default else { return };
        let name = &self.ground.target.theory.ops[creator].name;
        let (default, made) = (self.local("default"), self.local("made"));
        let term = GroundTerm::Apply(creator, Vec::new());
        let body = vec![
            Stmt::Let {
                pattern: default.clone(),
                value: Expr::text(format!("{}::default", self.alias())),
            },
            Stmt::Let { pattern: made.clone(), value: self.ground.factory(&made, &term).value },
            self.assert_alike(&default, &made, &format!("the default is not {name}()")),
        ];
        let law = format!("`Default`: the default is `{name}()`.");
        self.test(&format!("default_is_{}", snake_case(name)), &law, self.observed(), body);
    }

    fn debug(&mut self) {
        let value = self.local("value");
        let text = format!("\"{{{value}:?}}{{{value}:#?}}\"");
        let over = Expr::call("samples", Vec::new());
        let body = vec![
            Stmt::Let { pattern: value, value: Expr::call(&self.make, Vec::new()) },
            Stmt::Let {
                pattern: "_".to_owned(),
                value: Expr::Macro("format", vec![Expr::text(text)]),
            },
        ];
        let pattern = format!("Sample {{ {}, .. }}", self.field("make"));
        let law = "`Debug`: every value can be shown.";
        let stmts = vec![Stmt::For { pattern, over, body }];
        self.test("debug_does_not_panic", law, BTreeSet::new(), stmts);
    }
}
