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
    /// The first answer of `size` for two elements is wrong.
    Flaky,
    /// `==` compares lengths.
    Equality,
    /// `==` compares lengths and tops.
    EqualityOfTops,
    /// `push` does not return with two elements.
    Hang,
    /// The fifth answer of `size` of one value is wrong.
    Memo,
    /// `depth`, of which no axiom speaks, panics with three elements.
    PanicWhereOpen,
}

thread_local! {
    static FAULT: Cell<Fault> = const { Cell::new(Fault::None) };
    static HAS_FAILED: Cell<bool> = const { Cell::new(false) };
}

fn has(fault: Fault) -> bool {
    FAULT.with(Cell::get) == fault
}

/// The elements, and how often `size` was called.
struct Stack(Vec<u8>, Cell<u8>);

impl std::fmt::Debug for Stack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Stack").field(&self.0).finish()
    }
}

impl Clone for Stack {
    fn clone(&self) -> Self {
        let elements = if has(Fault::Clone) { Vec::new() } else { self.0.clone() };
        Stack(elements, self.1.clone())
    }
}

impl Stack {
    fn new() -> Self {
        Stack(Vec::new(), Cell::new(0))
    }

    fn push(mut self, element: u8) -> Self {
        assert!(!has(Fault::Panic) || self.0.len() < 4, "it is full");
        while has(Fault::Hang) && self.0.len() == 2 {
            std::thread::sleep(std::time::Duration::from_secs(60));
        }
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
        self.1.set(self.1.get().saturating_add(1));
        let fails = has(Fault::Memo) && self.1.get() == 5
            || has(Fault::Flaky) && self.0.len() == 2 && !HAS_FAILED.with(|it| it.replace(true));
        self.0.len() as i64 + i64::from(fails)
    }

    fn depth(&self) -> i64 {
        assert!(!has(Fault::PanicWhereOpen) || self.0.len() < 3, "it is deep");
        0
    }

    fn equals(&self, other: &Self) -> bool {
        let same_length = self.0.len() == other.0.len();
        match FAULT.with(Cell::get) {
            Fault::Equality => same_length,
            Fault::EqualityOfTops => same_length && self.0.last() == other.0.last(),
            _ => self.0 == other.0,
        }
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
op depth other (1) 2 total ()
axiom pop_pushed | stack.spec:1 | pop(push(S, E)) = S
axiom size_of_empty | stack.spec:2 | size(empty()) = 0
axiom size_of_push | stack.spec:3 | size(push(S, E)) = size(S) + 1
axiom top_pushed | stack.spec:4 | top(push(S, E)) = E
rule 0 2 2 plain ((1 $1 $0)) () (is $1)
rule 1 3 0 plain ((0)) () (is 0)
rule 2 3 2 plain ((1 $1 $0)) () (is (+ (3 $1) 1))
rule 3 4 2 plain ((1 $1 $0)) () (is $0)
";

const SOURCE: &str = "
| use stack::Stack;
element 0 #u8
equal 1 operator
call 0 none value - - Stack::new()
call 1 v- value - - __0.push(__1)
call 2 m done_some 0 - __0.pop()
call 3 s value - - __0.size()
call 4 s &some - - __0.last()
call 5 s value - - __0.depth()
";

fn subject() -> run::Subject {
    subject_of("tests/stack/main.rs")
}

fn subject_of(file: &'static str) -> run::Subject {
    let elements = [0u8, 1, 2, 3];
    run::Subject::new(file, RULES, SOURCE).with_type(1, run::abilities!(Stack, Stack::equals)).with(
        [
            run::total(|_| run::made(Stack::new())),
            run::total(|a| run::made(a.take::<Stack>(0).push(a.element(1, 0)))),
            run::partial(|a| {
                let mut stack: Stack = a.take(0);
                run::made_if(stack.pop().then_some(stack))
            })
            .attempting(run::Outside::Refuses, |a| run::attempted(a.take(0), Stack::pop)),
            run::total(|a| run::number(a.borrow::<Stack>(0).size())),
            run::partial(|a| run::element_if(a.borrow::<Stack>(0).0.last().copied())),
            run::total(|a| run::number(a.borrow::<Stack>(0).depth())),
        ],
        [],
        [run::Algebra::default().with_elements(0, &elements)],
    )
}

/// The message of the test with a fault.
fn found(fault: Fault) -> String {
    FAULT.with(|chosen| chosen.set(fault));
    HAS_FAILED.with(|it| it.set(false));
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
         before push(s, Element0): Stack([0, 0])\n  \
         after push(s, Element0): Stack([0, 0])\n\
         as a test:\n\
         #[test]\n\
         #[allow(dead_code, unused_imports)]\n\
         fn size_after_push() {\n    \
         use stack::Stack;\n\n    \
         let element0 = 0u8;\n    \
         let s = Stack::new();\n    \
         let s2 = s.push(element0);\n    \
         let s3 = s2.push(element0);\n    \
         let s4 = s3.push(element0);\n    \
         assert_eq!(s4.size(), 3);\n\
         }"
    );
}

#[test]
fn a_refused_call_must_change_nothing() {
    let text = found(Fault::ChangedByRefusal);
    let expected = "after s = empty(); pop(s) is refused\nthe refused call changes s\n  \
                    [refused calls change nothing]\n  \
                    before pop(s): Stack([])\n  after pop(s): Stack([7])\n\
                    as a test:\n";
    assert!(text.starts_with(expected), "{text}");
    let test = "    let s = Stack::new();\n    let mut s2 = Stack::new();\n    \
                assert!(s2.pop().is_none());\n    assert!(s2 == s);\n}";
    assert!(text.ends_with(test), "{text}");
}

#[test]
fn a_panic_is_a_finding() {
    let text = found(Fault::Panic);
    assert!(text.contains("push(s, Element0) panics at tests/suite/support/"), "{text}");
    assert!(text.contains(": it is full"), "{text}");
}

#[test]
fn a_panic_of_an_observer_whose_answer_is_open_is_a_finding() {
    let text = found(Fault::PanicWhereOpen);
    assert!(text.contains("depth(s) panics at tests/suite/support/"), "{text}");
}

/// The process ends then, so the test starts itself as another one.
#[test]
fn a_call_that_does_not_return_is_shown_as_the_last_step() {
    const CHILD: &str = "SPECGEN_HANGING_CHILD";
    if std::env::var_os(CHILD).is_some() {
        found(Fault::Hang);
    }
    let name = "support::sequences::a_call_that_does_not_return_is_shown_as_the_last_step";
    let test = std::env::current_exe().expect("a test is a program");
    let mut child = std::process::Command::new(test);
    let output = child.args(["--exact", name]).env(CHILD, "1").output().expect("it starts");
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr);
    let (_, steps) = text.split_once("in the last of these steps\n").expect(&text);
    let last = steps.lines().last().expect("there are steps");
    assert!(last.contains(" = push(v"), "{text}");
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
fn a_type_that_fails_once_is_called_flaky() {
    let text = found(Fault::Flaky);
    assert!(text.contains(" is 3, the specification says 2\n"), "{text}");
    assert!(text.ends_with("the same calls did not fail again: the type is flaky"), "{text}");
}

#[test]
fn a_type_whose_observers_change_it_is_not_called_flaky() {
    let text = found(Fault::Memo);
    assert!(text.contains("these steps alone do not fail"), "{text}");
}

#[test]
fn equality_is_compared_with_the_specification() {
    let text = found(Fault::Equality);
    assert!(text.contains("is true, but the specification tells them apart"), "{text}");
}

/// No observer of the stacks themselves differs, but one of what `pop` leaves.
#[test]
fn equality_is_compared_below_the_top() {
    FAULT.with(|chosen| chosen.set(Fault::EqualityOfTops));
    let text = message(|| run::exhaust_claim(&subject(), run::Claim::Equality(1), 2));
    assert!(text.contains("is true, but the specification tells them apart"), "{text}");
}

/// A subject whose generated file is in this folder.
fn subject_in(folder: &std::path::Path) -> run::Subject {
    let suite = folder.join("stack");
    std::fs::create_dir_all(&suite).expect("a folder");
    let file = suite.join("main.rs");
    std::fs::write(&file, "").expect("the file is written");
    subject_of(Box::leak(file.display().to_string().into_boxed_str()))
}

#[test]
fn failing_sequences_are_kept_and_run_first() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("specgen-regressions");
    let subject = subject_in(folder.path());
    FAULT.with(|chosen| chosen.set(Fault::Lost));
    let first = message(|| run::test(&subject, 1));
    assert!(first.contains("the sequence is kept in "), "{first}");
    let kept = std::fs::read_to_string(&file).expect("the file is there");
    assert!(kept.starts_with("specgen regressions 1\n"), "{kept}");
    assert!(
        kept.contains("\nstack Stack 0\n  v0 = empty()\n  v1 = push(v0, Element0)\n"),
        "{kept}"
    );
    assert!(kept.ends_with("  observe size(v3)\n"), "{kept}");
    let again = message(|| run::test(&subject, 1));
    assert!(again.ends_with(&format!("\nfrom {}", file.display())), "{again}");
    assert_eq!(std::fs::read_to_string(&file).expect("the file is there"), kept);
    // What no longer fails stays, and so does what is no longer possible.
    FAULT.with(|chosen| chosen.set(Fault::None));
    run::test(&subject, 1);
    let other = kept.replace("push(v0", "shove(v0");
    std::fs::write(&file, &other).expect("the file is written");
    run::test(&subject, 1);
    assert_eq!(std::fs::read_to_string(&file).expect("the file is there"), other);
}

#[test]
fn damaged_regressions_are_reported_and_left_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("specgen-regressions");
    let subject = subject_in(folder.path());
    FAULT.with(|chosen| chosen.set(Fault::None));
    let cases: [(&[u8], &str); 6] = [
        (b"specgen regressions 2\n", "it begins with `specgen regressions 2`, and this version"),
        (b"", "its first line is not `specgen regressions 1`"),
        (b"\xff\xfe\n", "UTF-8"),
        (b"specgen regressions 1\nstack\n", "line 2 is `stack`, expected a suite, a sort and a"),
        (b"specgen regressions 1\nstack Stack 0\n  v1 = empty()\n", "line 3 is `  v1 = empty()`"),
        (b"specgen regressions 1\nstack Stack 0\n", "expected steps after this line"),
    ];
    for (text, expected) in cases {
        std::fs::write(&file, text).expect("the file is written");
        let found = message(|| run::test(&subject, 1));
        assert!(found.contains(expected), "{found}");
        assert!(found.contains("left as it is"), "{found}");
        assert_eq!(std::fs::read(&file).expect("the file is there"), text);
    }
}
