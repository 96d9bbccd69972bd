//! Axioms, domain conditions, and what is forced.

use std::cell::Cell;

use super::message;
use super::support::{self, *};

struct Opaque(u8);

fn equal(left: &Opaque, right: &Opaque) -> bool {
    left.0 == right.0
}

/// `left = right or p`
fn disjunction(left: u8, right: u8, p: bool) -> Atoms<2> {
    axiom(
        "[either] left = right or p (some.spec:3)",
        [equation!("left = right", left, right), atom("p", p)],
        |[equation, p]| equation || p,
    )
}

#[test]
fn axiom_that_holds_returns_its_atoms() {
    assert_eq!(disjunction(1, 1, false).truths(), [true, false]);
    assert_eq!(disjunction(1, 2, true).truths(), [false, true]);
}

#[test]
fn axiom_that_does_not_hold_shows_every_atom() {
    assert_eq!(
        message(|| disjunction(1, 2, false)),
        "[either] left = right or p (some.spec:3)\nleft = right is false: 1 != 2\np is false"
    );
}

#[test]
fn axiom_shows_atoms_that_are_true() {
    let never = || axiom("never", [atom("p", true), equation!("a = b", 1, 1)], |_| false);
    assert_eq!(message(never), "never\np is true\na = b is true");
}

#[test]
fn equation_without_debug_has_no_sides() {
    let compare =
        |left, right| axiom("x", [equation!("a = b", Opaque(left), Opaque(right), equal)], |[a]| a);
    assert_eq!(compare(1, 1).truths(), [true]);
    assert_eq!(message(|| compare(1, 2)), "x\na = b is false");
}

#[test]
fn equation_takes_a_closure_and_evaluates_each_side_once() {
    let (left, right) = (Cell::new(0), Cell::new(0));
    let next = |cell: &Cell<u8>| {
        cell.set(cell.get() + 1);
        cell.get()
    };
    let atom = equation!("a = b", next(&left), next(&right) + 9, |a, b| a % 3 == b % 3);
    assert_eq!(axiom("x", [atom], |[holds]| holds).truths(), [true]);
    assert_eq!((left.get(), right.get()), (1, 1));
}

#[test]
fn equation_that_holds_is_not_shown() {
    #[derive(PartialEq)]
    struct Unshowable;
    impl std::fmt::Debug for Unshowable {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            panic!("shown")
        }
    }
    axiom("x", [equation!("a = b", Unshowable, Unshowable)], |[holds]| holds);
}

fn pop_domain(is_empty: bool, defined: bool) -> Atoms<1> {
    domain(
        "[domain of pop] pop(S) if not isEmpty(S)",
        "pop(S)",
        [atom("isEmpty(S)", is_empty)],
        |[is_empty]| !is_empty,
        defined,
    )
}

#[test]
fn domain_is_where_the_call_is_defined() {
    assert_eq!(pop_domain(true, false).truths(), [true]);
    assert_eq!(pop_domain(false, true).truths(), [false]);
    assert_eq!(
        message(|| pop_domain(true, true)),
        "[domain of pop] pop(S) if not isEmpty(S)\nisEmpty(S) is true\ndefined(pop(S)) is true"
    );
    let refused = message(|| pop_domain(false, false));
    assert!(refused.ends_with("\nisEmpty(S) is false\ndefined(pop(S)) is false"), "{refused}");
}

#[test]
fn forced_atoms_must_be_as_expected() {
    disjunction(1, 2, true).forced("ft").forced("??").forced("f?");
    assert_eq!(
        message(|| disjunction(1, 2, true).forced("tt")),
        "left = right is false: 1 != 2, but the specification forces the opposite"
    );
    assert_eq!(
        message(|| disjunction(1, 1, true).forced("?f")),
        "p is true, but the specification forces the opposite"
    );
}

#[test]
fn letters_must_fit_the_atoms() {
    for wrong in ["t", "ttt", "tx", ""] {
        let text = message(|| disjunction(1, 1, true).forced(wrong));
        assert_eq!(text, format!("{wrong:?} is not one of `t`, `f`, `?` for each of 2 atoms"));
    }
}

/// Notices under both settings are tested in `program.rs`.
#[test]
fn goal_that_is_reached_gives_no_notice() {
    let case = Case::new("goal", "");
    disjunction(1, 2, true).reaches(&case, "ft").reaches(&case, "?t");
}

#[test]
fn notices_fail_only_if_they_are_errors() {
    notice(false, "either/left", "the goal was not reached");
    assert_eq!(
        message(|| notice(true, "either/left", "the goal was not reached")),
        "either/left: the goal was not reached"
    );
}

#[test]
fn argument_of_a_failed_call_must_stay() {
    unchanged!("push(S, E)", vec![1], vec![1]);
    unchanged!("push(S, E)", Opaque(1), Opaque(1), equal);
    assert_eq!(
        message(|| unchanged!("push(S, E)", vec![1, 2], vec![1])),
        "push(S, E) fails, and changes its argument: [1, 2] instead of [1]"
    );
    assert_eq!(
        message(|| unchanged!("push(S, E)", Opaque(1), Opaque(2), equal)),
        "push(S, E) fails, and changes its argument"
    );
}

#[test]
fn calls_return_or_panic() {
    assert!(returns(|| 1));
    assert!(!returns(|| -> u8 { panic!("on purpose") }));
}

#[test]
fn results_are_equal_if_both_are_undefined() {
    let same = |left: Option<u8>, right: Option<u8>| {
        equal_options(&left.map(Opaque), &right.map(Opaque), equal)
    };
    assert!(same(None, None) && same(Some(1), Some(1)));
    assert!(!same(None, Some(1)) && !same(Some(1), None) && !same(Some(1), Some(2)));
}

#[test]
fn case_describes_goal_terms_and_model() {
    let plain = Case::new("axiom/goal", "E = Element0; S = push(empty(), Element0)");
    assert_eq!(
        plain.description(),
        "in axiom/goal, with\n  E = Element0\n  S = push(empty(), Element0)"
    );
    static MODEL: [&str; 1] = ["tf"];
    let modelled = Case::with_model("goal", "", &MODEL);
    assert_eq!(modelled.description(), "in goal, with\n  [\"tf\"]");
}

/// The process ends then, so the test starts itself as another one.
#[test]
fn a_case_whose_call_does_not_return_is_shown() {
    const CHILD: &str = "SPECGEN_HANGING_CASE";
    if std::env::var_os(CHILD).is_some() {
        let _case = Case::new("pops/holds", "S = push(new(), Element0)");
        loop {
            std::thread::sleep(std::time::Duration::from_secs(1));
        }
    }
    let name = "support::axioms::a_case_whose_call_does_not_return_is_shown";
    let test = std::env::current_exe().expect("a test is a program");
    let mut child = std::process::Command::new(test);
    let output = child.args(["--exact", name]).env(CHILD, "1").output().expect("it starts");
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr);
    let case = "s, in pops/holds, with\n  S = push(new(), Element0)\n";
    assert!(text.contains(case), "{text}");
}

#[test]
fn factory_that_builds_can_be_used_again() {
    let case = Case::new("goal", "");
    let factory = case.built(|| Some(7)).expect("it builds");
    assert_eq!((factory(), factory()), (7, 7));
}

#[test]
fn values_differ_by_both_operators() {
    struct Odd {
        equal: bool,
        different: bool,
    }
    impl PartialEq for Odd {
        fn eq(&self, _: &Self) -> bool {
            self.equal
        }
        #[allow(clippy::partialeq_ne_impl)]
        fn ne(&self, _: &Self) -> bool {
            self.different
        }
    }
    let case = Case::new("goal", "");
    let differ = |equal, different| {
        let value = || Odd { equal, different };
        case.differ("a != b", value(), value());
    };
    differ(false, true);
    for (equal, different) in [(true, false), (true, true), (false, false)] {
        let text = message(|| differ(equal, different));
        assert_eq!(text, "a != b does not hold, but the specification forces it");
    }
}

#[test]
fn values_differ_by_a_function() {
    let case = Case::new("goal", "");
    case.differ_by("a != b", equal, Opaque(1), Opaque(2));
    let text = message(|| case.differ_by("a != b", equal, Opaque(1), Opaque(1)));
    assert_eq!(text, "a != b does not hold, but the specification forces it");
}
