//! Exhaustive tests of a small stack, right and wrong.

use std::cell::Cell;

use super::message;
use super::support;
use super::support::sequence as run;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// The third element is lost.
    Lost,
    /// The representation is broken once two different elements are there.
    Unsound,
    /// All stacks are equal.
    Equal,
    /// A stack without room can be made.
    Roomless,
}

thread_local! {
    static FAULT: Cell<Fault> = const { Cell::new(Fault::None) };
    /// How often the axiom was evaluated.
    static EVALUATED: Cell<usize> = const { Cell::new(0) };
}

fn has(fault: Fault) -> bool {
    FAULT.with(Cell::get) == fault
}

#[derive(Clone, Debug)]
struct Stack(Vec<u8>);

impl Stack {
    fn push(mut self, element: u8) -> Self {
        if !has(Fault::Lost) || self.0.len() < 2 {
            self.0.push(element);
        }
        self
    }

    fn rep_ok(&self) -> bool {
        !has(Fault::Unsound) || self.0.windows(2).all(|pair| pair[0] == pair[1])
    }
}

const RULES: &str = "
sort given Element
sort constructed Stack
sort int int
op empty constructor () 1 total ()
op push constructor (1 0) 1 total ()
op size other (1) 2 total (0 1)
axiom size_of_empty | stack.spec:1 | size(empty()) = 0
axiom size_of_push | stack.spec:2 | size(push(S, E)) = size(S) + 1
rule 0 2 0 plain ((0)) () (is 0)
rule 1 2 2 plain ((1 $1 $0)) () (is (+ (2 $1) 1))
";

fn sound(outcome: run::Outcome) -> run::Outcome {
    run::sound(outcome, Stack::rep_ok as fn(&Stack) -> bool, "Stack::rep_ok")
}

fn subject() -> run::Subject {
    let [one, two] = [[0u8].as_slice(), &[0, 1]];
    run::Subject::new("tests/stack/main.rs", RULES, "")
        .with_type(1, run::abilities!(Stack, |left, right| has(Fault::Equal) || left.0 == right.0))
        .with(
            [
                run::total(|_| sound(run::made(Stack(Vec::new())))),
                run::total(|a| sound(run::made(a.take::<Stack>(0).push(a.element(1, 0))))),
                run::total(|a| run::number(a.borrow::<Stack>(0).0.len() as i64)),
            ],
            [run::axiom("size_of_push", &[("S", 1), ("E", 0)], |a| {
                EVALUATED.with(|count| count.set(count.get() + 1));
                let before = a.borrow::<Stack>(0).0.len();
                let after = a.make::<Stack>(0).push(a.element(1, 0)).0.len();
                assert_eq!(after, before + 1, "push adds one");
            })],
            [
                run::Algebra::default().with_elements(0, one),
                run::Algebra::default().with_elements(0, two),
            ],
        )
}

fn exhaust(fault: Fault, steps: usize) {
    FAULT.with(|chosen| chosen.set(fault));
    EVALUATED.with(|count| count.set(0));
    run::exhaust(&subject(), "size_of_push", steps);
}

#[test]
fn every_instance_is_evaluated_once() {
    exhaust(Fault::None, 3);
    // Four stacks over one element, fifteen over two, each with every element.
    assert_eq!(EVALUATED.with(Cell::get), 4 + 15 * 2);
}

#[test]
fn without_a_number_of_steps_calls_are_bounded() {
    exhaust(Fault::None, 0);
    let evaluated = EVALUATED.with(Cell::get);
    assert!((1_000..100_000).contains(&evaluated), "{evaluated}");
}

/// Over one element there is one stack of each size, so values grow to thousands of steps. To look
/// for values of all smaller sizes each time took 100 times as long.
#[test]
fn values_of_many_steps_are_found_at_once() {
    let one = run::Algebra::default().with_elements(0, &[0u8]);
    let start = std::time::Instant::now();
    run::exhaust_claim(&subject().with_algebras([one]), run::Claim::Observations(1), 0);
    let time = start.elapsed().as_secs();
    assert!(time < 15, "{time} s");
}

#[test]
fn a_smallest_instance_is_reported() {
    let message = message(|| exhaust(Fault::Lost, 4));
    let expected = "after s = empty(); push(s, Element0); push(s, Element0)\n";
    assert!(message.starts_with(expected), "{message}");
    assert!(message.contains("push adds one"), "{message}");
    // Of two steps over one element, and all smaller ones.
    assert!(message.contains("evaluated on 9 instances"), "{message}");
    // `specgen test` would take a line that starts so for a sign of a vacuous test.
    assert!(!message.contains("specgen: "), "{message}");
}

#[test]
fn a_broken_representation_is_reported_with_the_step_that_broke_it() {
    let message = message(|| exhaust(Fault::Unsound, 4));
    assert!(message.contains("the representation invariant `Stack::rep_ok`"), "{message}");
    assert!(message.contains("push(s, Element0)"), "{message}");
    assert!(!message.contains("Element1); push"), "{message}");
}

fn exhaust_claim(fault: Fault, claim: run::Claim) {
    FAULT.with(|chosen| chosen.set(fault));
    run::exhaust_claim(&subject(), claim, 3);
}

#[test]
fn observers_of_all_values_answer_what_the_specification_says() {
    exhaust_claim(Fault::None, run::Claim::Observations(1));
    let message = message(|| exhaust_claim(Fault::Lost, run::Claim::Observations(1)));
    // The value itself is wrong, so one step more is needed than for the axiom.
    let expected = "after s = empty(); push(s, Element0); push(s, Element0); push(s, Element0)\n";
    assert!(message.starts_with(expected), "{message}");
    assert!(message.contains("every observer of Stack was evaluated on 11 instances"), "{message}");
}

#[test]
fn values_that_differ_are_not_equal() {
    exhaust_claim(Fault::None, run::Claim::Equality(1));
    let message = message(|| exhaust_claim(Fault::Equal, run::Claim::Equality(1)));
    assert!(message.contains("`==` on Stack was evaluated on 3 instances"), "{message}");
    assert!(message.contains("s = empty(); s2 = push(s, Element0)"), "{message}");
}

/// A constructor with a domain: a stack has room for at least one element.
const ROOM: &str = "
sort constructed Stack
sort int int
op make constructor (1) 0 (< 0 $0) ()
";

#[test]
fn constructors_must_refuse_what_is_outside_of_their_domain() {
    let make = run::partial(|a| {
        let is_made = a.int(0) > 0 || has(Fault::Roomless);
        run::made_if(is_made.then(|| Stack(Vec::new())))
    });
    let subject = run::Subject::new("tests/stack/main.rs", ROOM, "")
        .with_type(0, run::abilities!(Stack))
        .with([make.refusing()], [], [run::Algebra::default()]);
    FAULT.with(|chosen| chosen.set(Fault::None));
    run::exhaust_claim(&subject, run::Claim::Observations(0), 1);
    FAULT.with(|chosen| chosen.set(Fault::Roomless));
    let text = message(|| run::exhaust_claim(&subject, run::Claim::Observations(0), 1));
    assert!(text.contains("make(0)") && text.contains("outside of its domain"), "{text}");
}
