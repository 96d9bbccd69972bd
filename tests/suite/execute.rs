//! A stack, a counter and a set, by hand.

use specgen::execute::*;
use specgen::trial::states::{Extent, contradiction};

const ELEMENT: usize = 0;
const STACK: usize = 1;
const INT: usize = 2;

const EMPTY: usize = 0;
const PUSH: usize = 1;
const TOP: usize = 2;
const SIZE: usize = 3;
const IS_EMPTY: usize = 4;

fn operation(name: &str, arguments: &[usize], result: Option<usize>) -> Operation {
    Operation {
        name: name.to_owned(),
        arguments: arguments.to_vec(),
        result,
        is_constructor: false,
        is_given: false,
        domain: None,
        rules: Vec::new(),
    }
}

fn var(variable: usize) -> Expr {
    Expr::Variable(variable)
}

fn call(op: usize, arguments: &[Expr]) -> Expr {
    Expr::Apply(op, arguments.to_vec())
}

fn plus(left: Expr, number: i64) -> Expr {
    Expr::Arithmetic(ArithmeticOperator::Add, Box::new(left), Box::new(Expr::Int(number)))
}

fn pushed() -> Pattern {
    Pattern::Apply(PUSH, vec![Pattern::Variable(0), Pattern::Variable(1)])
}

/// A stack with `top`, `size` and `isEmpty`, and without rules.
fn signature() -> Program {
    let sort = |name: &str, kind| Sort { name: name.to_owned(), kind, is_free: false };
    let sorts = vec![
        sort("Element", SortKind::Given),
        sort("Stack", SortKind::Constructed),
        sort("int", SortKind::Int),
    ];
    let mut ops = vec![
        operation("empty", &[], Some(STACK)),
        operation("push", &[STACK, ELEMENT], Some(STACK)),
        operation("top", &[STACK], Some(ELEMENT)),
        operation("size", &[STACK], Some(INT)),
        operation("isEmpty", &[STACK], None),
    ];
    ops[EMPTY].is_constructor = true;
    ops[PUSH].is_constructor = true;
    let empty = Formula::Predicate(IS_EMPTY, vec![var(0)]);
    ops[TOP].domain = Some(Formula::Not(Box::new(empty)));
    Program { sorts, ops, axioms: Vec::new(), rules: Vec::new(), laws: Vec::new() }
}

fn add_rule(program: &mut Program, op: usize, head: Vec<Pattern>, conclusion: Conclusion) {
    add_guarded(program, op, head, Vec::new(), conclusion);
}

fn add_guarded(
    program: &mut Program,
    op: usize,
    head: Vec<Pattern>,
    steps: Vec<Step>,
    conclusion: Conclusion,
) {
    program.ops[op].rules.push(program.rules.len());
    let (is_ordered, is_last_resort) = (false, false);
    let axiom = program.axioms.len();
    program.axioms.push(Axiom {
        label: format!("axiom{}", axiom + 1),
        text: String::new(),
        place: String::new(),
    });
    let variables = 8;
    program.rules.push(Rule {
        axiom,
        op,
        variables,
        head,
        steps,
        conclusion,
        is_ordered,
        is_last_resort,
    });
}

fn stack() -> Program {
    let mut program = signature();
    let empty = || Pattern::Apply(EMPTY, Vec::new());
    add_rule(&mut program, TOP, vec![pushed()], Conclusion::Term(var(1)));
    add_rule(&mut program, SIZE, vec![empty()], Conclusion::Term(Expr::Int(0)));
    let more = Conclusion::Term(plus(call(SIZE, &[var(0)]), 1));
    add_rule(&mut program, SIZE, vec![pushed()], more);
    add_rule(&mut program, IS_EMPTY, vec![empty()], Conclusion::Truth(true));
    add_rule(&mut program, IS_EMPTY, vec![pushed()], Conclusion::Truth(false));
    program
}

fn two_elements(program: &Program) -> Engine<'_> {
    Engine::new(program, &Tables { elements: vec![2, 0, 0], facts: Vec::new() })
}

/// A stack of as many elements, alternating.
fn built(engine: &mut Engine<'_>, size: u32) -> TermId {
    let mut stack = value(engine.apply(EMPTY, &[]));
    for number in 0..size {
        let element = engine.element(ELEMENT, number % 2);
        stack = value(engine.apply(PUSH, &[stack, element]));
    }
    stack
}

fn value(answer: Answer) -> TermId {
    match answer {
        Answer::Value(term) => term,
        other => panic!("{other:?} is no value"),
    }
}

#[test]
fn rules_give_values() {
    let program = stack();
    let mut engine = two_elements(&program);
    let stack = built(&mut engine, 2);
    let second = engine.element(ELEMENT, 1);
    assert_eq!(engine.apply(TOP, &[stack]), Answer::Value(second));
    let two = engine.int(2);
    assert_eq!(engine.apply(SIZE, &[stack]), Answer::Value(two));
}

#[test]
fn an_operation_outside_of_its_domain_is_undefined() {
    let program = stack();
    let mut engine = two_elements(&program);
    let empty = built(&mut engine, 0);
    assert_eq!(engine.apply(TOP, &[empty]), Answer::Undefined);
}

#[test]
fn terms_of_thousands_of_constructors_need_little_stack() {
    let program = stack();
    let work = move || {
        let mut engine = two_elements(&program);
        let deep = built(&mut engine, 20_000);
        let size = engine.apply(SIZE, &[deep]);
        let expected = engine.int(20_000);
        assert_eq!(size, Answer::Value(expected));
        assert!(engine.steps() < 20 * 20_000, "{} steps", engine.steps());
        let name = |_: usize, number: u32| number.to_string();
        assert!(engine.terms().text(engine.program(), deep, &name).starts_with("push(push("));
    };
    let small = std::thread::Builder::new().stack_size(1 << 20);
    small.spawn(work).expect("threads start").join().expect("the stack suffices");
}

#[test]
fn steps_grow_linearly_with_the_term() {
    let program = stack();
    let steps = |size| {
        let mut engine = two_elements(&program);
        let deep = built(&mut engine, size);
        engine.apply(SIZE, &[deep]);
        engine.steps()
    };
    assert!(steps(1000) < 11 * steps(100), "{} and {}", steps(1000), steps(100));
}

#[test]
fn a_call_without_rules_is_undetermined_and_stands_for_itself() {
    let program = signature();
    let mut engine = two_elements(&program);
    let empty = built(&mut engine, 0);
    let size = engine.call(SIZE, &[empty]);
    assert_eq!(engine.apply(SIZE, &[empty]), Answer::Value(size));
    assert_eq!(engine.gap(size), Some(Gap { call: size, reason: Reason::NoRule }));
    let is_empty = engine.call(IS_EMPTY, &[empty]);
    let gap = Gap { call: is_empty, reason: Reason::NoRule };
    assert_eq!(engine.ask(is_empty), Answer::Undetermined(gap));
}

#[test]
fn rules_that_run_away_end_after_a_number_of_steps() {
    let mut program = signature();
    let grown = call(PUSH, &[var(0), call(TOP, &[var(0)])]);
    add_rule(
        &mut program,
        SIZE,
        vec![Pattern::Variable(0)],
        Conclusion::Term(plus(call(SIZE, &[grown]), 1)),
    );
    let never = Conclusion::Truth(false);
    add_rule(&mut program, IS_EMPTY, vec![Pattern::Variable(0)], never);
    let mut engine = two_elements(&program).with_limit(5_000);
    let empty = built(&mut engine, 0);
    match engine.apply(SIZE, &[empty]) {
        Answer::Undetermined(Gap { reason: Reason::Steps(running), .. }) => {
            assert!(!running.is_empty());
        }
        other => panic!("{other:?}"),
    }
    let zero = engine.call(EMPTY, &[]);
    assert_eq!(engine.ask(zero), Answer::Value(empty));
}

/// `size(S) = top(S)…` through each other, where one of the two has another rule.
#[test]
fn a_cycle_is_undetermined_until_its_leader_is_done() {
    let mut program = signature();
    program.ops[TOP].domain = None;
    program.ops[TOP].result = Some(INT);
    let anything = || vec![Pattern::Variable(0)];
    let of = |op| Conclusion::Term(call(op, &[var(0)]));
    add_rule(&mut program, SIZE, anything(), of(TOP));
    add_rule(&mut program, TOP, anything(), of(SIZE));
    let nothing_known = program.clone();
    add_rule(&mut program, SIZE, anything(), Conclusion::Term(Expr::Int(7)));

    let mut engine = two_elements(&program);
    let empty = built(&mut engine, 0);
    let seven = engine.int(7);
    assert_eq!(engine.apply(SIZE, &[empty]), Answer::Value(seven));
    assert_eq!(engine.apply(TOP, &[empty]), Answer::Value(seven));
    let mut engine = two_elements(&program);
    let empty = built(&mut engine, 0);
    let seven = engine.int(7);
    assert_eq!(engine.apply(TOP, &[empty]), Answer::Value(seven));

    let mut engine = two_elements(&nothing_known);
    let empty = built(&mut engine, 0);
    let size = engine.call(SIZE, &[empty]);
    assert_eq!(engine.ask(size), Answer::Value(size));
    assert!(engine.gap(size).is_some());
}

#[test]
fn rules_that_differ_are_a_contradiction() {
    let mut program = stack();
    add_rule(&mut program, SIZE, vec![pushed()], Conclusion::Term(Expr::Int(5)));
    let mut engine = two_elements(&program);
    let stack = built(&mut engine, 1);
    let size = engine.call(SIZE, &[stack]);
    let (one, five) = (engine.int(1), engine.int(5));
    let results = [(Some(one), Source::Rule(2)), (Some(five), Source::Rule(5))];
    let found = Box::new(Contradiction { call: size, results });
    assert_eq!(engine.ask(size), Answer::Contradiction(found.clone()));
    let extent = Extent { operations: 3, values: 10, numbers: Vec::new(), steps: STEPS };
    assert_eq!(contradiction(&mut engine, &extent), Some(found));
    assert_eq!(engine.trace_source(size, Source::Rule(2)).len(), 1);
}

#[test]
fn numbers_that_overflow_are_undetermined() {
    let program = stack();
    let mut engine = two_elements(&program);
    let expr = plus(Expr::Int(i64::MAX), 1);
    match engine.evaluate(&expr, &[]) {
        Answer::Undetermined(gap) => assert_eq!(gap.reason, Reason::Overflow),
        other => panic!("{other:?}"),
    }
}

/// `push(push(S, E), F) = push(push(S, F), E)` makes stacks bags.
#[test]
fn permutations_have_one_normal_form() {
    let mut program = stack();
    let inner = Pattern::Apply(PUSH, vec![Pattern::Variable(0), Pattern::Variable(1)]);
    let swapped = call(PUSH, &[call(PUSH, &[var(0), var(2)]), var(1)]);
    add_rule(&mut program, PUSH, vec![inner, Pattern::Variable(2)], Conclusion::Term(swapped));
    program.rules.last_mut().expect("it was added").is_ordered = true;
    program.ops[TOP].rules.clear();
    let mut engine = two_elements(&program);
    let empty = built(&mut engine, 0);
    let elements = [engine.element(ELEMENT, 0), engine.element(ELEMENT, 1)];
    let mut bags = Vec::new();
    for order in &[[0, 1, 1], [1, 0, 1], [1, 1, 0]] {
        let mut bag = empty;
        for element in order {
            bag = value(engine.apply(PUSH, &[bag, elements[*element]]));
        }
        bags.push(bag);
    }
    assert_eq!(bags[0], bags[1]);
    assert_eq!(bags[1], bags[2]);
}

#[test]
fn values_differ_by_observers_and_are_equal_by_equations_only() {
    let mut program = stack();
    let mut engine = two_elements(&program);
    let (one, two) = (built(&mut engine, 1), built(&mut engine, 2));
    let equal = Formula::Equal(var(0), var(1));
    let no = value(engine.decide(&equal, &[one, two]));
    assert_eq!(engine.terms().node(no), &Node::Truth(false));
    program.ops[TOP].rules.clear();
    program.ops[SIZE].rules.clear();
    let mut engine = two_elements(&program);
    let (one, two) = (built(&mut engine, 1), built(&mut engine, 2));
    match engine.decide(&equal, &[one, two]) {
        Answer::Undetermined(gap) => assert_eq!(gap.reason, Reason::Equality),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_variable_of_a_premise_stands_for_each_element() {
    let mut program = stack();
    let some = Formula::Equal(var(3), call(TOP, &[var(0)]));
    let each = Step::Each { variable: 3, sort: ELEMENT };
    program.ops[SIZE].rules.clear();
    let found = Conclusion::Term(Expr::Int(9));
    let steps = vec![each, Step::Guard(some)];
    add_guarded(&mut program, SIZE, vec![Pattern::Variable(0)], steps, found);
    let mut engine = two_elements(&program);
    let stack = built(&mut engine, 2);
    let nine = engine.int(9);
    assert_eq!(engine.apply(SIZE, &[stack]), Answer::Value(nine));
}
