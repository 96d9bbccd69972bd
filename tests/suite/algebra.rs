//! Large algebras of parameters: which formulas are found, and that the axioms hold.

use specgen::algebra::{Algebra, guess};
use specgen::model::Cell;
use specgen::theory::{NoFolders, OpId, Theory, Workspace};

/// The theory of a type over a parameter, and the algebra that is guessed.
fn guessed(parameter: &str, sort: &str, more: &str) -> (Theory, Option<Algebra>) {
    let text = format!(
        "{more}\n\
         specification Box[{parameter}]\n\
           sorts Box[{sort}]\n\
           constructors make: {sort} --> Box[{sort}];\n\
         end specification\n"
    );
    let loaded = Workspace::new(NoFolders).load("box.spec", &text).expect("it is well-formed");
    let subject = loaded.default_subject().expect("a box is no parameter");
    let theory = loaded.theory.restricted_to(subject);
    let algebra = guess(&theory);
    (theory, algebra)
}

fn op(theory: &Theory, name: &str) -> OpId {
    theory.ops.iter().find(|(_, op)| op.name == name).map(|(id, _)| id).expect("it is declared")
}

fn rule(parameter: &str, sort: &str, more: &str, name: &str) -> String {
    let (theory, algebra) = guessed(parameter, sort, more);
    algebra.expect("there is an algebra").text(&theory, op(&theory, name))
}

#[test]
fn a_total_order_is_that_of_the_numbers() {
    assert_eq!(rule("TotalOrder", "Orderable", "", "geq"), "a >= b");
}

#[test]
fn a_partial_order_has_incomparable_elements() {
    let formula = rule("PartialOrder", "POrderable", "", "geq");
    assert_eq!(formula, "a / 13 >= b / 13 && a % 13 >= b % 13");
}

#[test]
fn ranks_and_classes_hold_several_elements() {
    assert_eq!(rule("TotalPreorder", "Rankable", "", "geq"), "a / 13 >= b / 13");
    assert_eq!(rule("Equivalence", "Equatable", "", "equivalent"), "a / 13 == b / 13");
}

#[test]
fn operations_are_guessed_together() {
    assert_eq!(
        rule("Group", "Combinable", "", "inverse"),
        "((5 - (a / 5)) % 5) * 5 + ((5 - (a % 5)) % 5)"
    );
    assert_eq!(rule("Hashable", "Hashable", "", "hash"), "a / 2");
}

const INTERVALS: &str = "\
    specification HasEnds[TotalOrder]\n\
      sorts Interval\n\
      observers low: Interval --> Orderable; high: Interval --> Orderable;\n\
      axioms I: Interval; [in_order] geq(high(I), low(I));\n\
    end specification";

#[test]
fn operations_of_one_profile_differ() {
    assert_eq!(rule("HasEnds", "Interval", INTERVALS, "low"), "(a / 23).min(a % 23)");
    assert_eq!(rule("HasEnds", "Interval", INTERVALS, "high"), "(a / 23).max(a % 23)");
}

/// A third turn leads back, and none stays where it is: no formula does that.
const TURNS: &str = "\
    specification Turns\n\
      sorts Turn\n\
      observers next: Turn --> Turn;\n\
      axioms T: Turn; [three] next(next(next(T))) = T; [moves] next(T) != T;\n\
    end specification";

#[test]
fn there_may_be_no_formula() {
    assert_eq!(guessed("Turns", "Turn", TURNS).1, None);
}

/// The check in a short chain is enough: here all elements of the long one are tried.
#[test]
fn what_holds_in_a_short_chain_holds_in_a_long_one() {
    for (parameter, sort) in [("TotalOrder", "Orderable"), ("PartialOrder", "POrderable")] {
        let (theory, algebra) = guessed(parameter, sort, "");
        let algebra = algebra.expect("there is an algebra");
        let table = algebra.table(&theory, op(&theory, "geq"));
        let geq = |a: u32, b: u32| table.cell(&[a, b]) == Cell::Truth(true);
        let size = table.dimensions[0];
        for a in 0..size {
            assert!(geq(a, a));
            for b in (0..size).filter(|b| *b != a && geq(a, *b)) {
                assert!(!geq(b, a));
                assert!((0..size).all(|c| !geq(b, c) || geq(a, c)));
            }
        }
    }
}
