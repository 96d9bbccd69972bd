//! The evaluator: what terms and formulas mean in a model, trap by trap, and
//! that no broken model passes.

use specgen::arena::Id;
use specgen::goal::{GoalOptions, goals};
use specgen::model::eval::{Evaluator, Truth, Value};
use specgen::model::{Carrier, Cell, Element, Mode, Model, Rule, check, check_goal, check_model};
use specgen::theory::{Formula, Term, Theory, VarId, Variable};

use crate::example::{self, op, set, sort, sorted_sets};

fn sorted_set() -> (Theory, Model) {
    let theory = example::shipped("sorted_set.spec");
    let model = sorted_sets(&theory, 2);
    (theory, model)
}

fn variable(index: usize) -> Term {
    Term::Variable(VarId::from_index(index))
}

fn call(theory: &Theory, name: &str, arguments: &[Term]) -> Term {
    Term::Apply(op(theory, name), arguments.to_vec())
}

fn predicate(theory: &Theory, name: &str, arguments: &[Term]) -> Formula {
    Formula::Predicate(op(theory, name), arguments.to_vec())
}

fn not(formula: Formula) -> Formula {
    Formula::Not(Box::new(formula))
}

/// One set `S` and one element `E`.
fn variables(theory: &Theory) -> Vec<Variable> {
    [("S", "SortedSet"), ("E", "Orderable")]
        .map(|(name, of)| Variable { name: name.into(), sort: sort(theory, of) })
        .to_vec()
}

fn truth(theory: &Theory, model: &Model, assignment: &[Element], formula: &Formula) -> Truth {
    let variables = variables(theory);
    Evaluator { theory, model, variables: &variables, assignment }.formula(formula)
}

fn value(theory: &Theory, model: &Model, assignment: &[Element], term: &Term) -> Value {
    let variables = variables(theory);
    Evaluator { theory, model, variables: &variables, assignment }.term(term)
}

#[test]
fn an_operation_outside_of_its_domain_is_undefined() {
    let (theory, model) = sorted_set();
    let largest = call(&theory, "largest", &[variable(0)]);
    assert_eq!(value(&theory, &model, &[0, 0], &largest), Value::Undefined);
    assert_eq!(value(&theory, &model, &[3, 0], &largest), Value::Element(1));
}

#[test]
fn operations_are_strict() {
    let (theory, model) = sorted_set();
    let largest = call(&theory, "largest", &[variable(0)]);
    let insert = call(&theory, "insert", &[variable(0), largest]);
    assert_eq!(value(&theory, &model, &[0, 0], &insert), Value::Undefined);
}

#[test]
fn equality_is_strong() {
    let (theory, model) = sorted_set();
    let largest = || call(&theory, "largest", &[variable(0)]);
    let both_undefined = Formula::Equal(largest(), largest());
    assert_eq!(truth(&theory, &model, &[0, 0], &both_undefined), Truth::True);
    let one_undefined = Formula::Equal(largest(), variable(1));
    assert_eq!(truth(&theory, &model, &[0, 0], &one_undefined), Truth::False);
    assert_eq!(truth(&theory, &model, &[1, 0], &one_undefined), Truth::True);
}

#[test]
fn a_predicate_on_something_undefined_is_false_and_its_negation_true() {
    let (theory, model) = sorted_set();
    let largest = call(&theory, "largest", &[variable(0)]);
    let geq = predicate(&theory, "geq", &[variable(1), largest]);
    assert_eq!(truth(&theory, &model, &[0, 0], &geq), Truth::False);
    assert_eq!(truth(&theory, &model, &[0, 0], &not(geq)), Truth::True);
}

#[test]
fn the_standard_model_of_the_sorted_set_passes() {
    let theory = example::shipped("sorted_set.spec");
    for elements in 1..4 {
        assert_eq!(check_model(&theory, &sorted_sets(&theory, elements)), Ok(()));
    }
}

fn broken(change: impl Fn(&Theory, &mut Model)) -> Rule {
    let (theory, mut model) = sorted_set();
    change(&theory, &mut model);
    let violation = check_model(&theory, &model).expect_err("the model is broken");
    assert!(!violation.to_string().is_empty());
    violation.rule
}

#[test]
fn broken_models_do_not_pass() {
    let geq = |theory: &Theory, model: &mut Model| {
        set(model, theory, "geq", &[0, 1], Cell::Truth(true));
    };
    assert_eq!(broken(geq), Rule::Axiom);
    let undefined_inside = |theory: &Theory, model: &mut Model| {
        set(model, theory, "largest", &[1], Cell::Undefined);
    };
    assert_eq!(broken(undefined_inside), Rule::Domain);
    let defined_outside = |theory: &Theory, model: &mut Model| {
        set(model, theory, "largest", &[0], Cell::Element(0));
    };
    assert_eq!(broken(defined_outside), Rule::Domain);
    let not_total = |theory: &Theory, model: &mut Model| {
        set(model, theory, "insert", &[0, 0], Cell::Undefined);
    };
    assert_eq!(broken(not_total), Rule::Domain);
    let leaves_a_closed_model = |theory: &Theory, model: &mut Model| {
        set(model, theory, "insert", &[3, 0], Cell::Outside);
    };
    assert_eq!(broken(leaves_a_closed_model), Rule::Mode);
    let wrong_sort = |theory: &Theory, model: &mut Model| {
        set(model, theory, "largest", &[3], Cell::Element(7));
    };
    assert_eq!(broken(wrong_sort), Rule::Shape);
    let truth_of_an_operation = |theory: &Theory, model: &mut Model| {
        set(model, theory, "empty", &[], Cell::Truth(true));
    };
    assert_eq!(broken(truth_of_an_operation), Rule::Shape);
    let missing_cells = |theory: &Theory, model: &mut Model| {
        model.tables[op(theory, "isIn")].cells.pop();
    };
    assert_eq!(broken(missing_cells), Rule::Shape);
    let other_range = |theory: &Theory, model: &mut Model| {
        model.carriers[sort(theory, "Orderable")].low = 1;
    };
    assert_eq!(broken(other_range), Rule::Shape);
}

#[test]
fn a_model_needs_elements_of_each_parameter() {
    let theory = example::shipped("sorted_set.spec");
    let violation = check_model(&theory, &sorted_sets(&theory, 0)).expect_err("no elements");
    assert_eq!(violation.rule, Rule::Shape);
}

/// Two sets that only each other build are junk, though each is the result of a
/// constructor.
#[test]
fn elements_that_build_one_another_in_a_circle_are_junk() {
    let theory = example::theory(
        "specification Wheel
           sorts Wheel
           constructors start: --> Wheel; turn: Wheel --> Wheel;
           observers isStart: Wheel;
           axioms W: Wheel; [start] isStart(start()); [turn] not isStart(W) if isStart(turn(W));
         end specification",
    );
    let turning = |to: [Element; 3]| {
        example::model(&theory, Mode::Closed, &[("Wheel", 3)], move |op, arguments| match op {
            "start" => Cell::Element(0),
            "turn" => Cell::Element(to[arguments[0] as usize]),
            _ => Cell::Truth(arguments[0] == 0),
        })
    };
    assert_eq!(check_model(&theory, &turning([1, 2, 2])), Ok(()));
    let circle = turning([0, 2, 1]);
    let rule = check_model(&theory, &circle).map_err(|violation| violation.rule);
    assert_eq!(rule, Err(Rule::Junk));
}

#[test]
fn goals_are_checked_literal_by_literal() {
    let (theory, model) = sorted_set();
    let goals = goals(&theory, GoalOptions { aliasing: true, ..GoalOptions::default() })
        .expect("few goals");
    let goal = |id: &str| goals.iter().find(|goal| goal.id() == id).expect("the goal exists");

    // The variables are E and S, in order of declaration.
    let first = goal("largest_of_first/largest_is_e_and_is_empty");
    assert_eq!(check(&theory, &model, first, &[1, 0]), Ok(()));
    let rule = |result: Result<(), specgen::model::Violation>| result.map_err(|v| v.rule);
    assert_eq!(rule(check(&theory, &model, first, &[1, 1])), Err(Rule::Goal));
    assert_eq!(rule(check(&theory, &model, first, &[1])), Err(Rule::Goal));
    assert_eq!(rule(check(&theory, &model, first, &[2, 0])), Err(Rule::Goal));

    let distinct = goal("insert_commutative/holds_with_all_distinct");
    assert_eq!(check_goal(&theory, &model, distinct, &[0, 1, 0]), Ok(()));
    assert_eq!(rule(check_goal(&theory, &model, distinct, &[1, 1, 0])), Err(Rule::Goal));
    let same = goal("insert_commutative/holds_with_e_same_f");
    assert_eq!(check_goal(&theory, &model, same, &[1, 1, 0]), Ok(()));
}

/// Stacks over one element, of height 0 and 1; what is higher is outside.
fn fragment() -> (Theory, Model) {
    let theory = example::shipped("stack.spec");
    let sizes = [("Element", 1), ("Stack", 2)];
    let model =
        example::model(&theory, Mode::Fragment, &sizes, |op, arguments| match (op, arguments) {
            ("make", []) => Cell::Element(0),
            ("push", [0, 0]) => Cell::Element(1),
            ("push", _) => Cell::Outside,
            ("isEmpty", [stack]) => Cell::Truth(*stack == 0),
            ("peek" | "pop", [0]) => Cell::Undefined,
            ("peek" | "pop", _) => Cell::Element(0),
            _ => panic!("no operation {op} with {arguments:?}"),
        });
    (theory, model)
}

#[test]
fn a_fragment_may_lead_outside_and_a_closed_model_may_not() {
    let (theory, mut model) = fragment();
    assert_eq!(check_model(&theory, &model), Ok(()));
    model.mode = Mode::Closed;
    let rule = check_model(&theory, &model).map_err(|violation| violation.rule);
    assert_eq!(rule, Err(Rule::Mode));
}

#[test]
fn what_is_made_of_outside_values_is_unknown_unless_something_is_undefined() {
    let (theory, model) = fragment();
    let variables = [Variable { name: "S".into(), sort: sort(&theory, "Stack") }];
    let evaluator = |assignment| Evaluator {
        theory: &theory,
        model: &model,
        variables: &variables,
        assignment,
    };
    let element = call(&theory, "peek", &[call(&theory, "push", &[variable(0), peek(&theory)])]);
    let high = call(&theory, "push", &[variable(0), peek(&theory)]);
    let at_one = evaluator(&[1]);
    assert_eq!(at_one.term(&high), Value::Outside);
    assert_eq!(at_one.term(&element), Value::Unknown);
    assert_eq!(evaluator(&[0]).term(&element), Value::Undefined);

    let empty = predicate(&theory, "isEmpty", std::slice::from_ref(&high));
    assert_eq!(at_one.formula(&empty), Truth::Unknown);
    assert_eq!(at_one.formula(&not(empty.clone())), Truth::Unknown);
    let known = predicate(&theory, "isEmpty", &[variable(0)]);
    let both = Formula::And(Box::new(known.clone()), Box::new(empty.clone()));
    assert_eq!(at_one.formula(&both), Truth::False);
    let either = Formula::Or(Box::new(not(known)), Box::new(empty));
    assert_eq!(at_one.formula(&either), Truth::True);

    // A value that is outside is no element and not undefined, but which of all
    // such values it is nobody knows.
    let equal =
        |left: &Term, right: &Term| at_one.formula(&Formula::Equal(left.clone(), right.clone()));
    assert_eq!(equal(&high, &variable(0)), Truth::False);
    assert_eq!(equal(&high, &high), Truth::Unknown);
    let undefined = call(&theory, "pop", &[call(&theory, "make", &[])]);
    assert_eq!(equal(&high, &undefined), Truth::False);

    // Of equations between stacks only the left side is guarded, where it has a value.
    let unknown = call(&theory, "pop", &[high]);
    assert_eq!(equal(&unknown, &variable(0)), Truth::Unknown);
    assert_eq!(equal(&variable(0), &unknown), Truth::False);
    assert_eq!(equal(&undefined, &unknown), Truth::Unknown);
    assert_eq!(equal(&unknown, &unknown), Truth::Unknown);
    assert_eq!(equal(&peek(&theory), &element), Truth::Unknown);
}

fn peek(theory: &Theory) -> Term {
    call(theory, "peek", &[variable(0)])
}

#[test]
fn arithmetic_that_leaves_the_range_is_never_wrapped() {
    let theory = example::theory(
        "specification Counter
           sorts Counter
           constructors zero: --> Counter; next: Counter --> Counter;
           observers count: Counter --> int;
           axioms
             C: Counter;
             [zero] count(zero()) = 0;
             [next] count(next(C)) = count(C) + 1;
             [small] count(C) < 3;
         end specification",
    );
    let int = theory.int().expect("the specification counts");
    let mut model =
        example::model(&theory, Mode::Fragment, &[("Counter", 2), ("int", 2)], |op, at| {
            match (op, at) {
                ("zero", _) => Cell::Element(0),
                ("next", [0]) => Cell::Element(1),
                ("next", _) => Cell::Outside,
                (_, at) => Cell::Element(at[0]),
            }
        });
    assert_eq!(check_model(&theory, &model), Ok(()));

    let variables = [Variable { name: "C".into(), sort: sort(&theory, "Counter") }];
    let number = |model: &Model, term: &Term| {
        Evaluator { theory: &theory, model, variables: &variables, assignment: &[1] }.term(term)
    };
    let count = call(&theory, "count", &[variable(0)]);
    let plus = |left: Term, right: Term| {
        Term::Arithmetic(specgen::theory::ArithmeticOperator::Add, Box::new(left), Box::new(right))
    };
    assert_eq!(number(&model, &plus(count.clone(), Term::Int(1))), Value::Beyond(2));
    assert_eq!(number(&model, &plus(count.clone(), Term::Int(0))), Value::Element(1));
    assert_eq!(number(&model, &Term::Int(2)), Value::Beyond(2));
    assert_eq!(number(&model, &plus(Term::Int(2), Term::Int(-2))), Value::Element(0));
    model.carriers[int] = Carrier { size: 4, low: -2 };
    assert_eq!(number(&model, &Term::Int(-2)), Value::Element(0));
    assert_eq!(number(&model, &Term::Int(i64::MIN)), Value::Beyond(i64::MIN));
    assert_eq!(number(&model, &plus(Term::Int(i64::MIN), Term::Int(-1))), Value::Unknown);
}
