//! Abstract tests as Rust test functions.

use std::collections::{BTreeMap, BTreeSet};

use super::code::{Expr, Stmt};
use super::lower_axiom::{RustTester, variable_names};
use super::lower_fit::unfit;
use super::lower_mock::element_expr;
use super::lower_table::{has_tables, table_literal};
use super::lower_term::{Scope, Target, block};
use super::names::value_name;
use crate::arena::Id;
use crate::goal::{GoalFamily, Literal, snake_case};
use crate::model::Element;
use crate::testcase::{AbstractTest, GroundTerm};
use crate::theory::{SortId, Term, VarId, Variable};

/// A test function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustTest {
    pub family: GoalFamily,
    pub name: String,
    /// The goal in words of the specification.
    pub goal: String,
    pub body: Vec<Stmt>,
}

/// Lowers a test that calls the tester of its axiom.
pub fn lower_test(target: Target<'_>, test: &AbstractTest, tester: &RustTester) -> RustTest {
    let theory = target.theory;
    let literals = test.goal.literals.iter().map(|literal| {
        let text = literal.atom.text(theory, &test.goal.variables);
        if literal.holds { text } else { format!("not {text}") }
    });
    let goal: Vec<String> = literals.collect();
    let mut lowering = Lowering {
        target,
        test,
        tester,
        elements: elements(test, tester),
        names: variable_names(target, &test.goal.variables),
        unfit: unfit(target, test),
        body: Vec::new(),
    };
    lowering.run();
    RustTest {
        family: test.goal.kind.family(),
        name: test_name(test),
        goal: goal.join(", "),
        body: lowering.body,
    }
}

/// The goal's own content, or the truth values of its atoms where that would not
/// fit on a line.
fn test_name(test: &AbstractTest) -> String {
    let id = &test.goal.id;
    let name = value_name(id.rsplit('/').next().unwrap_or(id));
    if name.len() <= LONGEST_NAME {
        return name;
    }
    let letter = |literal: &Literal| if literal.holds { 't' } else { 'f' };
    let letters: String = test.goal.literals.iter().map(letter).collect();
    match &test.goal.pattern {
        Some(pattern) => {
            let blocks: Vec<String> = pattern.blocks.iter().map(usize::to_string).collect();
            format!("case_{letters}_with_pattern_{}", blocks.join("_"))
        }
        None => format!("case_{letters}"),
    }
}

/// Of a test.
const LONGEST_NAME: usize = 80;

struct Lowering<'t> {
    target: Target<'t>,
    test: &'t AbstractTest,
    tester: &'t RustTester,
    /// The elements that the test names.
    elements: BTreeSet<(SortId, Element)>,
    names: Vec<String>,
    /// Why its values can't be handed to the implementation.
    unfit: Option<String>,
    body: Vec<Stmt>,
}

/// Those in the terms, and all where a tester wants a slice of them.
fn elements(test: &AbstractTest, tester: &RustTester) -> BTreeSet<(SortId, Element)> {
    let mut elements = BTreeSet::new();
    for term in &test.bindings {
        term.visit_elements(&mut |sort, element| {
            elements.insert((sort, element));
        });
    }
    for sort in &tester.elements {
        elements.extend((0..test.mocks.carriers[sort]).map(|element| (*sort, element)));
    }
    elements
}

impl Lowering<'_> {
    fn run(&mut self) {
        self.mocks();
        self.case();
        if let Some(why) = &self.unfit {
            let why = Expr::text(format!("{why:?}"));
            let condition = Expr::text("case").method("is_unfit", vec![why]);
            let then = vec![Stmt::Expr(Expr::text("return"))];
            self.body.push(Stmt::If { condition, then });
        }
        self.body.push(Stmt::Blank);
        let mut arguments = Vec::new();
        for place in 0..self.test.bindings.len() {
            arguments.push(self.argument(place));
        }
        for sort in &self.tester.elements {
            let elements =
                (0..self.test.mocks.carriers[sort]).map(|element| self.element(*sort, element));
            arguments.push(Expr::prefix("&", Expr::Array(elements.map(Expr::text).collect())));
        }
        let call = Expr::call(&self.tester.name, arguments);
        let Some(truths) = self.truths() else {
            self.body.push(Stmt::Expr(call));
            return;
        };
        let goal = Expr::Array(truths.iter().map(|truth| Expr::text(truth.to_string())).collect());
        self.body.push(Stmt::Let { pattern: "reached".to_owned(), value: call });
        let reached = Expr::text("case");
        self.body.push(Stmt::Expr(reached.method("reaches", vec![goal, Expr::text("reached")])));
    }

    /// Which atoms should hold, where the tester tells which do.
    fn truths(&self) -> Option<&[bool]> {
        self.test.truths.as_deref().filter(|_| self.tester.returns > 0)
    }

    /// The static tables, and the elements.
    fn mocks(&mut self) {
        let names = self.target.names;
        if has_tables(self.target) {
            let name = snake_case(&names.tables).to_uppercase();
            let fields = table_literal(self.target, &self.test.mocks, &name);
            self.body.push(Stmt::Static {
                name,
                rust_type: names.tables.clone(),
                value: Expr::Struct(names.tables.clone(), fields),
            });
        }
        let mut by_sort: BTreeMap<SortId, Vec<Element>> = BTreeMap::new();
        for (sort, element) in &self.elements {
            by_sort.entry(*sort).or_default().push(*element);
        }
        for (sort, used) in by_sort {
            if self.target.is_closure(sort) {
                for element in used {
                    let pattern = format!("{}: {}", self.element(sort, element), names.sort(sort));
                    let value = Expr::text(format!("{}::<{element}>", names.closures[&sort]));
                    self.body.push(Stmt::Let { pattern, value });
                }
                continue;
            }
            let size = self.test.mocks.carriers[&sort];
            let pattern: Vec<String> = (0..size)
                .map(|element| match used.contains(&element) {
                    true => self.element(sort, element),
                    false => "_".to_owned(),
                })
                .collect();
            let value = element_expr(self.target, sort);
            self.body.push(Stmt::Let { pattern: format!("[{}]", pattern.join(", ")), value });
        }
    }

    /// What a failure shows beside the axiom.
    fn case(&mut self) {
        let theory = self.target.theory;
        let lines = self.test.goal.variables.iter().zip(&self.test.bindings);
        let lines: Vec<String> = lines
            .map(|(variable, term)| format!("{} = {}", variable.name, term.text(theory)))
            .collect();
        let terms: Vec<Expr> = lines.iter().map(|line| Expr::text(format!("{line:?}"))).collect();
        let mut arguments = vec![
            Expr::text(format!("{:?}", self.test.goal.id)),
            Expr::prefix("&", Expr::Array(terms)),
        ];
        if has_tables(self.target) {
            let name = snake_case(&self.target.names.tables).to_uppercase();
            arguments.push(Expr::text(format!("&{name}")));
        }
        let used = self.unfit.is_some()
            || self.truths().is_some()
            || self.test.bindings.iter().any(|term| self.is_guarded(term));
        let pattern = if used { "case" } else { "_case" };
        self.body.push(Stmt::Let {
            pattern: pattern.to_owned(),
            value: Expr::call("Case::new", arguments),
        });
    }

    /// The argument for a variable: an element, a number, or a factory.
    fn argument(&mut self, place: usize) -> Expr {
        let variable = &self.test.goal.variables[place];
        let binding = &self.test.bindings[place];
        match binding {
            GroundTerm::Element(sort, element) => Expr::text(self.element(*sort, *element)),
            GroundTerm::Int(number) => Expr::text(number.to_string()),
            GroundTerm::Apply(..) => {
                let text = binding.text(self.target.theory);
                self.body.push(Stmt::Comment(format!("{} = {text}", variable.name)));
                let name = self.names[place].clone();
                self.factory(&name, binding);
                Expr::text(name)
            }
        }
    }

    fn is_guarded(&self, term: &GroundTerm) -> bool {
        let (term, _) = self.with_variables(term);
        self.target.is_partial(&term)
    }

    /// `let s = || { … };`. Where a step has a domain condition, the test ends if
    /// the implementation does not meet it.
    fn factory(&mut self, name: &str, binding: &GroundTerm) {
        let (term, variables) = self.with_variables(binding);
        let bindings: Vec<String> =
            variables.iter().map(|variable| variable.name.clone()).collect();
        let mut scope = Scope::new(self.target, &variables, bindings);
        scope.preferred = Some(name.to_owned());
        let partial = self.target.is_partial(&term);
        let value = scope.steps(&term);
        let value = match value {
            Expr::Suffix(whole, "?") => *whole,
            value if partial => value.some(),
            value => value,
        };
        let value = match block(scope.block, value) {
            Expr::Call(function, arguments) if arguments.is_empty() => *function,
            other => Expr::Closure("||".to_owned(), Box::new(other)),
        };
        self.body.push(Stmt::Let { pattern: name.to_owned(), value });
        if !partial {
            return;
        }
        self.body.push(Stmt::LetElse {
            pattern: format!("Some({name})"),
            value: Expr::text("case").method("built", vec![Expr::text(name)]),
            exit: "return".to_owned(),
        });
    }

    /// The term with a variable for each element, named as the element is.
    fn with_variables(&self, binding: &GroundTerm) -> (Term, Vec<Variable>) {
        let mut variables = Vec::new();
        let term = self.term(binding, &mut variables);
        (term, variables)
    }

    fn term(&self, binding: &GroundTerm, variables: &mut Vec<Variable>) -> Term {
        match binding {
            GroundTerm::Int(number) => Term::Int(*number),
            GroundTerm::Apply(op, arguments) => {
                Term::Apply(*op, arguments.iter().map(|term| self.term(term, variables)).collect())
            }
            GroundTerm::Element(sort, element) => {
                let name = self.element(*sort, *element);
                let known = variables.iter().position(|variable| variable.name == name);
                let place = known.unwrap_or_else(|| {
                    variables.push(Variable { name, sort: *sort });
                    variables.len() - 1
                });
                Term::Variable(VarId::from_index(place))
            }
        }
    }

    /// `orderable1`, unless a variable has that name.
    fn element(&self, sort: SortId, element: Element) -> String {
        let word = snake_case(&self.target.theory.sorts[sort].name);
        let mut namer = self.target.names.values.clone();
        self.names.iter().for_each(|name| namer.reserve(name));
        namer.fresh(&format!("{word}{element}"))
    }
}
