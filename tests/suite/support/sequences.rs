//! Sequences of operations on a small stack, right and wrong.

use std::cell::Cell;

use super::message;
use super::support;
use super::support::sequence as run;

/// What is wrong with the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// The third element replaces the second.
    Lost,
    /// A refused `pop` leaves an element behind.
    ChangedByRefusal,
    /// `push` panics with four elements.
    Panic,
    /// `pop` succeeds on an empty stack.
    Accepts,
    /// A clone has no elements.
    Clone,
    /// Only the first stack of all is wrong.
    Flaky,
    /// `==` compares lengths.
    Equality,
}

thread_local! {
    static FAULT: Cell<Fault> = const { Cell::new(Fault::None) };
    static MADE: Cell<u64> = const { Cell::new(0) };
}

fn has(fault: Fault) -> bool {
    FAULT.with(Cell::get) == fault
}

#[derive(Debug)]
struct Stack(Vec<u8>);

impl Clone for Stack {
    fn clone(&self) -> Self {
        if has(Fault::Clone) { Stack(Vec::new()) } else { Stack(self.0.clone()) }
    }
}

impl Stack {
    fn new() -> Self {
        MADE.with(|made| made.set(made.get() + 1));
        Stack(Vec::new())
    }

    fn push(mut self, element: u8) -> Self {
        assert!(!has(Fault::Panic) || self.0.len() < 4, "it is full");
        if has(Fault::Lost) && self.0.len() == 2 {
            self.0.pop();
        }
        self.0.push(element);
        self
    }

    fn pop(&mut self) -> bool {
        if self.0.is_empty() && has(Fault::ChangedByRefusal) {
            self.0.push(7);
            return false;
        }
        self.0.pop().is_some() || has(Fault::Accepts)
    }

    fn size(&self) -> i64 {
        let is_flaky = has(Fault::Flaky) && MADE.with(Cell::get) == 1;
        self.0.len() as i64 + i64::from(is_flaky && self.0.len() == 2)
    }

    fn equals(&self, other: &Self) -> bool {
        if has(Fault::Equality) { self.0.len() == other.0.len() } else { self.0 == other.0 }
    }
}

const RULES: &str = "
sort given Element
sort constructed Stack
sort int int
op empty constructor () 1 total ()
op push constructor (1 0) 1 total ()
op pop other (1) 1 (< 0 (3 $0)) (0)
op size other (1) 2 total (1 2)
op top other (1) 0 (< 0 (3 $0)) (3)
axiom pop_pushed | stack.spec:1 | pop(push(S, E)) = S
axiom size_of_empty | stack.spec:2 | size(empty()) = 0
axiom size_of_push | stack.spec:3 | size(push(S, E)) = size(S) + 1
axiom top_pushed | stack.spec:4 | top(push(S, E)) = E
rule 0 2 2 plain ((1 $1 $0)) () (is $1)
rule 1 3 0 plain ((0)) () (is 0)
rule 2 3 2 plain ((1 $1 $0)) () (is (+ (3 $1) 1))
rule 3 4 2 plain ((1 $1 $0)) () (is $0)
";

fn subject() -> run::Subject {
    let elements = [0u8, 1, 2, 3];
    run::Subject::new("tests/stack/main.rs", RULES)
        .with_type(1, run::abilities!(Stack, Stack::equals))
        .with_operations([
            run::total(|_| run::made(Stack::new())),
            run::total(|a| run::made(a.take::<Stack>(0).push(a.element(1, 0)))),
            run::partial(|a| {
                let mut stack: Stack = a.take(0);
                run::made_if(stack.pop().then_some(stack))
            })
            .attempting(run::Outside::Refuses, |a| run::attempted(a.take(0), Stack::pop)),
            run::total(|a| run::number(a.borrow::<Stack>(0).size())),
            run::partial(|a| run::element_if(a.borrow::<Stack>(0).0.last().copied())),
        ])
        .with_algebras([run::Algebra::default().with_elements(0, &elements)])
}

/// The message of the test with a fault.
fn found(fault: Fault) -> String {
    FAULT.with(|chosen| chosen.set(fault));
    MADE.with(|made| made.set(0));
    message(|| run::test(&subject(), 1))
}

#[test]
fn a_correct_type_passes() {
    FAULT.with(|chosen| chosen.set(Fault::None));
    run::test(&subject(), 1);
}

#[test]
fn a_wrong_answer_is_shrunk_to_the_steps_that_it_needs() {
    assert_eq!(
        found(Fault::Lost),
        "after s = empty(); push(s, Element0); push(s, Element0); push(s, Element0)\n\
         size(s) is 2, the specification says 3\n  \
         [size_of_push] size(push(S, E)) = size(S) + 1 (stack.spec:3)\n  \
         s is Stack([0, 0])"
    );
}

#[test]
fn a_refused_call_must_change_nothing() {
    let text = found(Fault::ChangedByRefusal);
    assert_eq!(
        text,
        "after s = empty(); pop(s) is refused\nthe refused call changes s\n  \
         [refused calls change nothing]\n  s is Stack([])"
    );
}

#[test]
fn a_panic_is_a_finding() {
    let text = found(Fault::Panic);
    assert!(text.contains("push(s, Element0) panics at tests/suite/support/"), "{text}");
    assert!(text.contains(": it is full"), "{text}");
}

#[test]
fn a_call_outside_of_its_domain_must_be_refused() {
    let text = found(Fault::Accepts);
    assert!(text.contains("pop(s) succeeds, but it is outside of its domain"), "{text}");
}

#[test]
fn a_wrong_clone_is_not_blamed_on_the_operations() {
    FAULT.with(|chosen| chosen.set(Fault::Clone));
    run::test(&subject(), 1);
}

#[test]
fn equality_is_compared_with_the_specification() {
    let text = found(Fault::Equality);
    assert!(text.contains("is true, but the specification tells them apart"), "{text}");
}
