//! Models as tables, graphs and drawings, for witnesses made by hand.

use specgen::goal::{Goal, GoalOptions, goals};
use specgen::model::{Element, Model, Witness, canonical_terms, check};
use specgen::show::{View, dot, svg, tables};
use specgen::theory::Theory;

use crate::example::{self, sorted_sets};

/// A witness of a goal, which must be one.
pub fn witness(theory: &Theory, model: Model, goal: &Goal, assignment: &[Element]) -> Witness {
    check(theory, &model, goal, assignment).expect("the witness is one");
    let terms = canonical_terms(theory, &model);
    let values = goal.variables.iter().zip(assignment);
    let term = |(variable, element): (&specgen::theory::Variable, &Element)| {
        terms[variable.sort][*element as usize].clone().expect("every element is built")
    };
    Witness { terms: values.map(term).collect(), assignment: assignment.to_vec(), model }
}

fn shown(draw: fn(&View) -> String) -> String {
    let theory = example::shipped("sorted_set.spec");
    let goals = goals(&theory, GoalOptions::default()).expect("few goals");
    let id = "largest_kept/largest_is_largest_and_not_is_empty_and_not_geq";
    let goal = goals.iter().find(|goal| goal.id() == id).expect("the goal exists");
    // The variables are E and S.
    let witness = witness(&theory, sorted_sets(&theory, 3), goal, &[0, 6]);
    draw(&View::new(&theory, goal, &witness))
}

#[test]
fn a_model_is_written_as_tables() {
    insta::assert_snapshot!(shown(tables));
}

#[test]
fn a_model_is_written_as_a_graph() {
    insta::assert_snapshot!(shown(dot));
}

#[test]
fn a_model_is_drawn() {
    insta::assert_snapshot!(shown(svg));
}

#[test]
fn canonical_terms_are_shortest_and_first() {
    let theory = example::shipped("sorted_set.spec");
    let model = sorted_sets(&theory, 2);
    let terms = canonical_terms(&theory, &model);
    let sets: Vec<_> = terms[example::sort(&theory, "SortedSet")]
        .iter()
        .map(|term| term.as_ref().expect("every set is built").text(&theory))
        .collect();
    assert_eq!(
        sets,
        [
            "empty()",
            "insert(empty(), Orderable0)",
            "insert(empty(), Orderable1)",
            "insert(insert(empty(), Orderable0), Orderable1)",
        ]
    );
}
