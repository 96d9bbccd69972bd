//! Abstract tests as Rust test functions.

use std::collections::BTreeSet;

use super::code::{Expr, Stmt};
use super::lower_axiom::{RustTester, variable_names};
use super::lower_fit::unfit;
use super::lower_ground::Ground;
use super::lower_same::{compared, has_operator};
use super::lower_term::Target;
use super::names::value_name;
use crate::arena::Id;
use crate::goal::{GoalFamily, Literal, Minterms, Pattern};
use crate::model::{Element, GroundTerm};
use crate::testcase::{AbstractTest, Disequality};
use crate::theory::{Formula, SortId, Term};

/// A test function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustTest {
    pub family: GoalFamily,
    pub name: String,
    /// The id of its goal; `None` for laws and pumped tests.
    pub goal_id: Option<String>,
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
    let coincide = test.goal.pattern.iter().flat_map(Pattern::shared_blocks).map(|block| {
        let names = block.into_iter().map(|var| test.goal.variables[var].name.as_str());
        names.collect::<Vec<_>>().join(" = ")
    });
    let goal: Vec<String> = literals.chain(coincide).collect();
    let mut lowering = Lowering {
        ground: Ground {
            target,
            mocks: &test.parameters,
            taken: variable_names(target, &test.goal.variables),
        },
        test,
        tester,
        forced: if tester.returns > 0 { forced(target, test) } else { Forced::default() },
        apart: apart(target, test),
        unfit: unfit(target, test),
        body: Vec::new(),
    };
    lowering.run();
    RustTest {
        family: test.goal.kind.family(),
        name: test_name(test),
        goal_id: Some(test.goal.id()),
        goal: goal.join(", "),
        body: lowering.body,
    }
}

/// The goal's own content, or the truth values of its atoms where that would not
/// fit on a line.
fn test_name(test: &AbstractTest) -> String {
    let name = value_name(&test.goal.case);
    if name.len() <= LONGEST_NAME {
        return name;
    }
    let letter = |literal: &Literal| if literal.holds { 't' } else { 'f' };
    let letters: String = test.goal.literals.iter().map(letter).collect();
    let further = test.goal.further.map(|number| format!("_{number}")).unwrap_or_default();
    match &test.goal.pattern {
        Some(pattern) => {
            let blocks: Vec<String> = pattern.blocks.iter().map(usize::to_string).collect();
            format!("case_{letters}_with_pattern_{}{further}", blocks.join("_"))
        }
        None => format!("case_{letters}{further}"),
    }
}

/// Of a test.
const LONGEST_NAME: usize = 80;

struct Lowering<'t> {
    ground: Ground<'t>,
    test: &'t AbstractTest,
    tester: &'t RustTester,
    /// What the tester tells and the specification forces.
    forced: Forced,
    /// The values that the type's own equality must tell apart.
    apart: Vec<&'t Disequality>,
    /// Why its values can't be handed to the implementation.
    unfit: Option<String>,
    body: Vec<Stmt>,
}

/// What the specification forces.
#[derive(Default)]
struct Forced {
    /// Places, texts and truth values of the atoms that the test asserts.
    atoms: Vec<(usize, String, bool)>,
    /// Whether no atom is left of which the implementation decides.
    all: bool,
}

/// The atoms whose truth the specification forces. A comparison by observers looks
/// only so deep, and may miss a difference. What is said of mocks alone is not asserted.
fn forced(target: Target<'_>, test: &AbstractTest) -> Forced {
    let (variables, formula) = test.statement().formula(target.theory);
    let is_constructed = |term: &&Term| target.is_subject(target.theory.sort_of(term, variables));
    let may_miss = |atom: &Formula| match atom {
        Formula::Equal(left, _) => {
            target.names.same.contains_key(&target.theory.sort_of(left, variables))
        }
        _ => false,
    };
    let minterms = Minterms::of(formula);
    let atoms = minterms.atoms().iter().zip(&test.forced).enumerate();
    let mut forced = Forced { atoms: Vec::new(), all: true };
    for (place, (atom, truth)) in atoms {
        match truth.filter(|truth| *truth || !may_miss(atom)) {
            None => forced.all = false,
            Some(truth) if atom.subterms().iter().any(is_constructed) => {
                forced.atoms.push((place, atom.text(target.theory, variables), truth));
            }
            Some(_) => {}
        }
    }
    forced
}

/// The values to tell apart, of a type that has an equality of its own: a comparison by
/// observers looks only so deep.
fn apart<'t>(target: Target<'_>, test: &'t AbstractTest) -> Vec<&'t Disequality> {
    let has_equality = |apart: &&Disequality| target.names.alike.contains_key(&apart.sort);
    test.disequalities.iter().filter(has_equality).collect()
}

/// The elements that the test names: those in the terms, and all where a tester wants a
/// slice of them.
fn elements(
    test: &AbstractTest,
    tester: &RustTester,
    apart: &[&Disequality],
) -> BTreeSet<(SortId, Element)> {
    let mut elements = BTreeSet::new();
    for term in test.bindings.iter().chain(apart.iter().flat_map(|apart| &apart.values)) {
        term.visit_elements(&mut |sort, element| {
            elements.insert((sort, element));
        });
    }
    for sort in &tester.elements {
        elements.extend((0..test.parameters.carriers[sort]).map(|element| (*sort, element)));
    }
    elements
}

impl Lowering<'_> {
    fn run(&mut self) {
        self.body.extend(self.ground.tables());
        self.body.extend(self.ground.declare(&elements(self.test, self.tester, &self.apart)));
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
            let elements = (0..self.test.parameters.carriers[sort])
                .map(|element| self.ground.element(*sort, element));
            arguments.push(Expr::prefix("&", Expr::Array(elements.map(Expr::text).collect())));
        }
        for apart in std::mem::take(&mut self.apart) {
            self.tell_apart(apart);
        }
        let call = Expr::call(&self.tester.name, arguments);
        let truths = self.truths();
        if self.forced.atoms.is_empty() && truths.is_none() {
            self.body.push(Stmt::Expr(call));
            return;
        }
        self.body.push(Stmt::Let { pattern: "reached".to_owned(), value: call });
        let check = |name: &str, arguments| Stmt::Expr(Expr::text("case").method(name, arguments));
        for (place, atom, truth) in &self.forced.atoms {
            let atom = Expr::text(format!("{atom:?}"));
            let reached = Expr::text(format!("reached[{place}]"));
            let arguments = vec![atom, Expr::text(truth.to_string()), reached];
            self.body.push(check("forced", arguments));
        }
        if let Some(truths) = truths {
            let truths = truths.iter().map(|truth| Expr::text(truth.to_string()));
            let goal = Expr::Array(truths.collect());
            self.body.push(check("reaches", vec![goal, Expr::text("reached")]));
        }
    }

    /// Two values differ, and the type's own equality must say so.
    fn tell_apart(&mut self, apart: &Disequality) {
        let target = self.ground.target;
        // As built: some of the goal's own variables are not among those of the axiom, which
        // a failure lists.
        let text = |symbol: &str| {
            let sides = apart.values.each_ref().map(|value| value.text(target.theory));
            Expr::text(format!("{:?}", format!("{} {symbol} {}", sides[0], sides[1])))
        };
        let names = [self.value(apart, 0), self.value(apart, 1)];
        let sides = names.map(|name| Expr::call(name, Vec::new()));
        let (check, arguments) = if has_operator(target, apart.sort) {
            let [left, right] = sides;
            ("apart", vec![text("!="), left, right])
        } else {
            let equal = compared(target, apart.sort, sides);
            ("forced", vec![text("="), Expr::truth(false), equal])
        };
        self.body.push(Stmt::Expr(Expr::text("case").method(check, arguments)));
    }

    /// The factory of one of two values: that of its variable, or a new one.
    fn value(&mut self, apart: &Disequality, side: usize) -> String {
        let (term, value) = (&apart.terms[side], &apart.values[side]);
        if let Term::Variable(var) = term
            && var.index() < self.test.bindings.len()
        {
            return self.ground.taken[var.index()].clone();
        }
        let theory = self.ground.target.theory;
        let text = term.text(theory, &self.test.goal.variables);
        self.body.push(Stmt::Comment(format!("{text} = {}", value.text(theory))));
        let mut name = ["one", "other"][side].to_owned();
        while self.ground.taken.contains(&name) {
            name.push('_');
        }
        self.factory(&name, value);
        name
    }

    /// Which atoms should hold, where the tester tells which do, and some may not.
    fn truths(&self) -> Option<Vec<bool>> {
        if self.tester.returns == 0 || self.forced.all {
            return None;
        }
        self.test.truths.iter().copied().collect()
    }

    /// What a failure shows beside the axiom.
    fn case(&mut self) {
        let theory = self.ground.target.theory;
        let lines = self.test.goal.variables.iter().zip(&self.test.bindings);
        let lines: Vec<String> = lines
            .map(|(variable, term)| format!("{} = {}", variable.name, term.text(theory)))
            .collect();
        let used = self.unfit.is_some()
            || self.truths().is_some()
            || !self.forced.atoms.is_empty()
            || !self.apart.is_empty()
            || self.test.bindings.iter().any(|term| self.ground.is_partial(term));
        let pattern = if used { "case" } else { "_case" };
        let value = self.ground.case(&self.test.goal.id(), &lines);
        self.body.push(Stmt::Let { pattern: pattern.to_owned(), value });
    }

    /// The argument for a variable: an element, a number, or a factory.
    fn argument(&mut self, place: usize) -> Expr {
        let variable = &self.test.goal.variables[place];
        let binding = &self.test.bindings[place];
        match binding {
            GroundTerm::Element(sort, element) => Expr::text(self.ground.element(*sort, *element)),
            GroundTerm::Int(number) => Expr::text(number.to_string()),
            GroundTerm::Apply(..) => {
                let text = binding.text(self.ground.target.theory);
                self.body.push(Stmt::Comment(format!("{} = {text}", variable.name)));
                let name = self.ground.taken[place].clone();
                self.factory(&name, binding);
                Expr::text(name)
            }
        }
    }

    /// `let s = || { … };`. Where a step has a domain condition, the test ends if
    /// the implementation does not meet it.
    fn factory(&mut self, name: &str, binding: &GroundTerm) {
        let factory = self.ground.factory(name, binding);
        self.body.push(Stmt::Let { pattern: name.to_owned(), value: factory.value });
        if !factory.partial {
            return;
        }
        self.body.push(Stmt::LetElse {
            pattern: format!("Some({name})"),
            value: Expr::text("case").method("built", vec![Expr::text(name)]),
            exit: "return".to_owned(),
        });
    }
}
