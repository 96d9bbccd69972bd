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

/// The tables and the picture of a goal of a box office, whose witness is executed.
fn office(format: &str) -> String {
    let spec = "
        specification Office[Guest]
          constructors open: --> Office; sell: Office Guest int int -->? Office;
          observers sold, income: Office --> int; seat: Office Guest int -->? int;
          domains
            O: Office; G, H: Guest; N, P: int;
            sell(O, G, N, P) if 0 < N and N <= 4 and 0 < P;
            seat(O, G, N) if N < 1000 and N > 990;
          axioms
            after open: sold = 0, income = 0;
            after sell(O, G, N, P): sold = sold(O) + N, income = income(O) + N * P;
            [far] seat(O, G, N) = N if sold(O) >= 72;
        end specification";
    let mut child = std::process::Command::new(snapbox::cmd::cargo_bin!("specgen"))
        .args(["show", "-", "far/seat_is_n_and_sold_at_least_72", "--format", format])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it is piped");
    std::io::Write::write_all(&mut input, spec.as_bytes()).expect("it reads");
    drop(input);
    String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("text")
}

/// Nineteen steps, of which each is shown once, without the calls that lead elsewhere.
#[test]
fn executed_terms_are_shown_by_their_steps() {
    let tables = office("text");
    assert!(tables.contains("  Office17  sell(Office16, Guest1, 4, 1)\n"), "{tables}");
    assert!(tables.contains("  sell(Office16, Guest1, 4, 1)  Office17\n"), "{tables}");
    assert!(!tables.contains("not determined"), "{tables}");
    assert!(tables.lines().count() < 80, "{tables}");
    let picture = office("svg");
    assert!(!picture.contains("leads outside") && picture.contains("sell(Guest1, 4, 1)"));
    let width = picture.split("width=\"").nth(1).and_then(|rest| rest.split('"').next());
    let width: u32 = width.and_then(|width| width.parse().ok()).expect("a width");
    assert!(width < 1_200, "a title of {width} pixels");
}
