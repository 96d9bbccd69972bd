//! Abstract tests as test functions.

use std::collections::BTreeSet;

use super::axiom::{Tester, variable_bindings};
use super::compare::own_equality;
use super::context::{Comparison, Context};
use super::fit::unfit;
use super::model::{Ground, Models};
use crate::goal::{Goal, GoalFamily, Minterms, Pattern as Coincidence};
use crate::model::{Element, GroundTerm};
use crate::rust::{Expr, Function, Ident, Pattern, Stmt, value_name};
use crate::testcase::{AbstractTest, Disequality};
use crate::theory::{Formula, SortId, Term};

/// A test function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustTest {
    pub family: GoalFamily,
    /// The id of its goal; `None` for laws and sequences.
    pub goal: Option<String>,
    pub function: Function,
}

impl RustTest {
    /// A test function with a line that says what it tests.
    pub fn new(family: GoalFamily, name: Ident, doc: &str, body: Vec<Stmt>) -> Self {
        let mut function = Function::new(name, Vec::new(), None).with_body(body);
        function.doc = vec![doc.to_owned()];
        function.attributes = vec!["test".to_owned()];
        Self { family, goal: None, function }
    }
}

/// Lowers a test that calls the tester of its statement.
pub fn lower_test(
    cx: Context<'_>,
    models: &Models,
    test: &AbstractTest,
    tester: &Tester,
) -> RustTest {
    let mut names = cx.names.table.child();
    let case = names.fresh("case");
    let variables: Vec<Ident> = variable_bindings(cx, &test.goal.variables, &mut names)
        .iter()
        .map(|binding| binding.name().clone())
        .collect();
    let ground = Ground::new(cx, models, &test.parameters, names);
    let mut lowering = Lowering { ground, test, tester, case, variables, uses_case: false };
    let body = lowering.body();
    let name = Ident::new(test_name(&test.goal));
    let test_function =
        RustTest::new(test.goal.kind.family(), name, &described(cx, &test.goal), body);
    RustTest { goal: Some(test.goal.id()), ..test_function }
}

/// The goal in words of the specification.
fn described(cx: Context<'_>, goal: &Goal) -> String {
    let literals = goal.literals.iter().map(|literal| {
        let text = literal.atom.text(cx.theory, &goal.variables);
        if literal.holds { text } else { format!("not {text}") }
    });
    let coincide = goal.pattern.iter().flat_map(Coincidence::shared_blocks).map(|block| {
        let names = block.into_iter().map(|var| goal.variables[var].name.as_str());
        names.collect::<Vec<_>>().join(" = ")
    });
    literals.chain(coincide).collect::<Vec<_>>().join(", ")
}

/// The longest name of a test.
const LONGEST_NAME: usize = 80;

/// The goal's own content, or the truth values of its atoms where that would not fit on a line.
fn test_name(goal: &Goal) -> String {
    let name = value_name(&goal.case);
    if name.len() <= LONGEST_NAME {
        return name;
    }
    let letters = goal.letters();
    match &goal.pattern {
        Some(pattern) => {
            let blocks: Vec<String> = pattern.blocks.iter().map(usize::to_string).collect();
            format!("case_{letters}_with_pattern_{}", blocks.join("_"))
        }
        None => format!("case_{letters}"),
    }
}

struct Lowering<'t> {
    ground: Ground<'t>,
    test: &'t AbstractTest,
    tester: &'t Tester,
    case: Ident,
    /// The names of the goal's variables.
    variables: Vec<Ident>,
    uses_case: bool,
}

impl Lowering<'_> {
    fn body(&mut self) -> Vec<Stmt> {
        if let Some(why) = unfit(self.ground.cx, self.test) {
            let unfit = self.on_case("unfit", vec![Expr::text(why)]);
            return vec![self.case_stmt(), Stmt::Expr(unfit)];
        }
        let disequalities = self.disequalities();
        let mut rest = Vec::new();
        let mut arguments = Vec::new();
        for place in 0..self.test.bindings.len() {
            arguments.push(self.argument(place, &mut rest));
        }
        for sort in &self.tester.elements {
            arguments.push(self.ground.all(*sort).reference());
        }
        for disequality in &disequalities {
            self.differ(disequality, &mut rest);
        }
        let function = &self.tester.function.name;
        let call = Expr::Path(vec![Ident::new("super"), function.clone()]).called(arguments);
        rest.push(Stmt::Expr(self.judged(call)));
        let mut body = vec![self.case_stmt()];
        body.extend(self.ground.declare(&self.elements(&disequalities)));
        body.extend(rest);
        body
    }

    fn on_case(&mut self, method: &str, arguments: Vec<Expr>) -> Expr {
        self.uses_case = true;
        Expr::name(&self.case).method(method, arguments)
    }

    /// What a failure shows beside the statement.
    fn case_stmt(&self) -> Stmt {
        let theory = self.ground.cx.theory;
        let bound = self.test.goal.variables.iter().zip(&self.test.bindings);
        let lines: Vec<String> = bound
            .map(|(variable, term)| format!("{} = {}", variable.name, term.text(theory)))
            .collect();
        let name = if self.uses_case { self.case.clone() } else { Ident::new("_case") };
        Stmt::Let(name.into(), self.ground.case(&self.test.goal.id(), &lines))
    }

    /// The argument for a variable: an element, a number, or a factory. Where a construction
    /// step has a domain condition, the test ends if the implementation does not meet it.
    fn argument(&mut self, place: usize, stmts: &mut Vec<Stmt>) -> Expr {
        match &self.test.bindings[place] {
            GroundTerm::Element(sort, element) => self.ground.element(*sort, *element),
            GroundTerm::Int(number) => Expr::Int(*number),
            term => {
                let sort = self.test.goal.variables[place].sort;
                let is_subject = self.ground.cx.is_subject(sort);
                if !self.ground.is_partial(term) {
                    let value = self.ground.value(term, false);
                    return if is_subject { value.factory() } else { value };
                }
                let name = self.variables[place].clone();
                self.build(&name, term, stmts);
                if is_subject { Expr::name(name) } else { Expr::call(name, Vec::new()) }
            }
        }
    }

    /// `let Some(s) = case.built(|| …) else { return; };`
    fn build(&mut self, name: &Ident, term: &GroundTerm, stmts: &mut Vec<Stmt>) {
        let factory = self.ground.value(term, true).closure(Vec::new());
        let built = self.on_case("built", vec![factory]);
        stmts.push(Stmt::LetElseReturn(Pattern::Some(Box::new(name.into())), built));
    }

    /// Two values differ, and the type's own equality must say so.
    fn differ(&mut self, disequality: &Disequality, stmts: &mut Vec<Stmt>) {
        let cx = self.ground.cx;
        let sides = [0, 1].map(|side| self.differing(disequality, side, stmts));
        let [left, right] = disequality.values.each_ref().map(|value| value.text(cx.theory));
        let text = Expr::text(format!("{left} != {right}"));
        let call = match cx.equality(disequality.sort) {
            Comparison::Function(path) => {
                let [left, right] = sides;
                let equal = Expr::Written(cx.instantiate(path));
                self.on_case("differ_by", vec![text, equal, left, right])
            }
            _ => self.on_case("differ", [vec![text], sides.to_vec()].concat()),
        };
        stmts.push(Stmt::Expr(call));
    }

    fn differing(&mut self, disequality: &Disequality, side: usize, stmts: &mut Vec<Stmt>) -> Expr {
        let value = &disequality.values[side];
        if !self.ground.is_partial(value) {
            return self.ground.value(value, false);
        }
        use crate::arena::Id;
        let bound = match &disequality.terms[side] {
            Term::Variable(var) => Some(var.index()),
            _ => None,
        };
        match bound.filter(|var| *var < self.test.bindings.len()) {
            Some(var) => Expr::call(&self.variables[var], Vec::new()),
            None => {
                let name = self.ground.names.fresh(["one", "other"][side]);
                self.build(&name, value, stmts);
                Expr::call(name, Vec::new())
            }
        }
    }

    /// The values to distinguish, of a type that has an equality of its own: a comparison by
    /// observers looks only so deep.
    fn disequalities(&self) -> Vec<Disequality> {
        let cx = self.ground.cx;
        let has_equality = |one: &&Disequality| cx.equality(one.sort) != Comparison::Observers;
        self.test.disequalities.iter().filter(has_equality).cloned().collect()
    }

    /// The elements that the test names: those in the terms, and all where the tester takes a
    /// slice of them.
    fn elements(&self, disequalities: &[Disequality]) -> BTreeSet<(SortId, Element)> {
        let mut elements = BTreeSet::new();
        let differing = disequalities.iter().flat_map(|one| &one.values);
        for term in self.test.bindings.iter().chain(differing) {
            term.visit_elements(&mut |sort, element| {
                elements.insert((sort, element));
            });
        }
        for sort in &self.tester.elements {
            elements.extend(self.ground.every(*sort));
        }
        elements
    }

    /// The call with what must follow from it: `.forced("t?f")`, `.reaches(&case, "ttf")`.
    fn judged(&mut self, call: Expr) -> Expr {
        if self.tester.one_way {
            return call;
        }
        let forced = forced(self.ground.cx, self.test);
        let all = forced.iter().all(|letter| *letter != Forced::Open);
        let letters: String = forced.iter().map(|forced| forced.letter()).collect();
        let mut call = call;
        if letters.contains(['t', 'f']) {
            call = call.method("forced", vec![Expr::text(letters)]);
        }
        let truths: Option<Vec<bool>> = self.test.truths.iter().copied().collect();
        if let Some(truths) = truths.filter(|_| !all) {
            let letters: String =
                truths.iter().map(|truth| if *truth { 't' } else { 'f' }).collect();
            self.uses_case = true;
            let case = Expr::name(&self.case).reference();
            call = call.method("reaches", vec![case, Expr::text(letters)]);
        }
        call
    }
}

/// What the specification says of an atom's truth.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Forced {
    Asserted(bool),
    /// It is forced, but the atom is about mocks alone.
    OfMocks,
    /// The implementation decides.
    Open,
}

impl Forced {
    fn letter(self) -> char {
        match self {
            Forced::Asserted(true) => 't',
            Forced::Asserted(false) => 'f',
            Forced::OfMocks | Forced::Open => '?',
        }
    }
}

/// The atoms whose truth the specification forces. A comparison by observers looks only so
/// deep, and may miss a difference.
fn forced(cx: Context<'_>, test: &AbstractTest) -> Vec<Forced> {
    let (variables, formula) = test.property().formula(cx.theory);
    let is_constructed = |term: &&Term| cx.is_subject(cx.theory.sort_of(term, variables));
    let may_miss = |atom: &Formula| match atom {
        Formula::Equal(left, _) => {
            cx.equality(cx.theory.sort_of(left, variables)) == Comparison::Observers
        }
        _ => false,
    };
    let minterms = Minterms::of(formula);
    let atoms = minterms.atoms().iter().zip(&test.forced);
    let forced = atoms.map(|(atom, truth)| match truth.filter(|truth| *truth || !may_miss(atom)) {
        None => Forced::Open,
        Some(truth) if atom.subterms().iter().any(is_constructed) => Forced::Asserted(truth),
        Some(_) => Forced::OfMocks,
    });
    forced.collect()
}

/// `|a, b| a == b`, or the function that the mapping names.
pub fn equality_function(cx: Context<'_>, sort: SortId, names: &crate::rust::Names) -> Expr {
    match cx.equality(sort) {
        Comparison::Function(path) => Expr::Written(cx.instantiate(path)),
        _ => {
            let mut names = names.child();
            let sides = ["a", "b"].map(|name| names.fresh(name));
            let equal = own_equality(cx, sort, sides.each_ref().map(Expr::name));
            equal.closure(sides.iter().map(Pattern::from).collect())
        }
    }
}
