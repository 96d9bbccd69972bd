//! The verdicts of the published examples, against the answers that are known.

use specgen::goal::{Goal, GoalKind, GoalOptions, Property, goals};
use specgen::model::{Cell, Mode};
use specgen::report::{Report, explain, json, table};
use specgen::search::{Options, Outcome, ScopeLimits, Verdict, search};
use specgen::theory::{NoFolders, Statement, Theory, Workspace};

use crate::example;

fn searched(theory: &Theory, options: GoalOptions, scope: &str) -> (Vec<Goal>, Vec<Outcome>) {
    let goals = goals(theory, options).expect("few goals");
    let scope = ScopeLimits::parse(scope, theory).expect("the scope is well-formed");
    let options = Options { scope, ..Options::default() };
    let outcomes = search(theory, &goals, &options, &mut |_| {});
    (goals, outcomes.expect("all models pass the evaluator"))
}

/// How many goals of a kind are covered, impossible, and neither.
fn counts(file: &str, kind: GoalKind, scope: &str) -> [usize; 3] {
    let theory = example::shipped(file);
    let options = GoalOptions { aliasing: kind == GoalKind::Alias, ..GoalOptions::default() };
    let (goals, outcomes) = searched(&theory, options, scope);
    let mut counts = [0; 3];
    for (goal, outcome) in goals.iter().zip(&outcomes) {
        if goal.kind == kind {
            counts[match outcome.verdict {
                Verdict::Covered(_) => 0,
                Verdict::Impossible(_) => 1,
                _ => 2,
            }] += 1;
        }
    }
    counts
}

#[test]
fn sorted_set_covers_19_and_proves_7_impossible() {
    assert_eq!(counts("sorted_set.spec", GoalKind::Axiom, ""), [19, 7, 0]);
    assert_eq!(counts("sorted_set.spec", GoalKind::Alias, ""), [2, 0, 0]);
    for scope in ["SortedSet<=6,Orderable=2", "SortedSet<=12,Orderable=3"] {
        assert_eq!(counts("sorted_set.spec", GoalKind::Axiom, scope), [19, 7, 0], "{scope}");
    }
}

#[test]
fn sorted_set_covers_the_known_minterms_of_each_axiom() {
    let theory = example::shipped("sorted_set.spec");
    let (goals, outcomes) = searched(&theory, GoalOptions::default(), "");
    let covered = |axiom| {
        let rows = goals.iter().zip(&outcomes);
        rows.filter(|(goal, _)| goal.property == Property::Stated(Statement::Axiom(axiom)))
            .filter(|(_, outcome)| matches!(outcome.verdict, Verdict::Covered(_)))
            .count()
    };
    let counts: Vec<usize> = theory.body_axioms().map(|(id, _)| covered(id)).collect();
    assert_eq!(counts, [1, 1, 1, 4, 3, 3, 4, 1, 1]);
}

#[test]
fn the_other_published_examples_end_as_known() {
    assert_eq!(counts("partially_ordered_set.spec", GoalKind::Axiom, ""), [31, 0, 0]);
    assert_eq!(counts("union_set.spec", GoalKind::Axiom, ""), [17, 0, 0]);
    assert_eq!(counts("comparator_sorted_set.spec", GoalKind::Axiom, ""), [21, 7, 0]);
    assert_eq!(counts("stack.spec", GoalKind::Axiom, ""), [4, 0, 0]);
}

#[test]
fn other_published_examples_have_the_published_verdicts() {
    for (file, kind, scope, known) in [
        ("partially_ordered_set.spec", GoalKind::Axiom, "POSet<=6,POrderable=2", [31, 0, 0]),
        ("partially_ordered_set.spec", GoalKind::Alias, "POSet<=8,POrderable=3", [23, 13, 0]),
        ("union_set.spec", GoalKind::Axiom, "Set<=6,Element=2", [17, 0, 0]),
        ("union_set.spec", GoalKind::Alias, "Set<=8,Element=3", [18, 4, 1]),
        ("comparator_sorted_set.spec", GoalKind::Axiom, "SortedSet<=6,Element=2", [21, 7, 0]),
        ("stack.spec", GoalKind::Axiom, "Stack<=6", [4, 0, 0]),
    ] {
        assert_eq!(counts(file, kind, scope), known, "{file} {scope}");
    }
}

#[test]
fn the_stack_is_searched_in_fragments() {
    let theory = example::shipped("stack.spec");
    let (_, outcomes) = searched(&theory, GoalOptions::default(), "");
    assert!(outcomes.iter().all(|outcome| outcome.mode == Mode::Fragment));
}

/// The goal "nothing comparable, and the equation holds" of the maximal elements.
/// Three nodes have 512 graphs, more than any carrier has within the limits.
#[test]
fn coincidences_that_need_large_closed_models_are_found_in_fragments() {
    let theory = example::shipped("graph.spec");
    let options = GoalOptions { coincidences: true, ..GoalOptions::default() };
    let (goals, outcomes) = searched(&theory, options, "");
    let rows = || goals.iter().zip(&outcomes);
    for (goal, outcome) in rows() {
        assert!(matches!(outcome.verdict, Verdict::Covered(_)), "{}", goal.id());
    }
    let mut fragments = rows().filter(|(_, outcome)| outcome.mode == Mode::Fragment).peekable();
    assert!(fragments.peek().is_some());
    assert!(fragments.all(|(goal, _)| goal.kind == GoalKind::Coincidence));
}

fn maximal_added(theory: &Theory) -> Verdict {
    let (goals, mut outcomes) = searched(theory, GoalOptions::default(), "");
    let is_added = |goal: &Goal| {
        goal.id().starts_with("maximal_added/")
            && goal.literals.iter().map(|literal| literal.holds).eq([true, false])
    };
    let at = goals.iter().position(is_added).expect("the goal exists");
    outcomes.swap_remove(at).verdict
}

#[test]
fn no_totally_ordered_parameter_can_serve_the_partially_ordered_set() {
    let theory = example::shipped("partially_ordered_set.spec");
    let Verdict::Covered(witness) = maximal_added(&theory) else { panic!("the goal is covered") };
    let geq = witness.model.table(example::op(&theory, "geq"));
    let incomparable = geq.tuples().any(|tuple| {
        let back = [tuple[1], tuple[0]];
        geq.cell(&tuple) == Cell::Truth(false) && geq.cell(&back) == Cell::Truth(false)
    });
    assert!(incomparable, "{geq:?}");

    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/specs/partially_ordered_set.spec");
    let text = std::fs::read_to_string(path).expect("shipped specifications are readable");
    let total = text.replace("PartialOrder", "TotalOrder").replace("POrderable", "Orderable");
    let verdict = maximal_added(&example::theory(&total));
    assert!(matches!(verdict, Verdict::Impossible(_)), "{verdict:?}");
}

#[test]
fn aliases_end_as_known() {
    assert_eq!(counts("partially_ordered_set.spec", GoalKind::Alias, ""), [23, 13, 0]);
    // That there is one empty set only takes induction to prove.
    assert_eq!(counts("union_set.spec", GoalKind::Alias, ""), [18, 4, 1]);
}

/// A witness in which variables differ tests more than one where they coincide.
#[test]
fn witnesses_have_distinct_variables_where_they_can() {
    let theory = example::shipped("sorted_set.spec");
    let (goals, outcomes) = searched(&theory, GoalOptions::default(), "");
    let at = goals.iter().position(|goal| goal.id() == "insert_commutative/holds");
    let Verdict::Covered(witness) = &outcomes[at.expect("the goal exists")].verdict else {
        panic!("the goal is covered")
    };
    assert_ne!(witness.assignment[0], witness.assignment[1]);
}

fn reported(file: &str, text_of: fn(&Report) -> String) -> String {
    let path = format!("{}/specs/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("shipped specifications are readable");
    let mut workspace = Workspace::new(NoFolders);
    let loaded = workspace.load(file, &text).expect("the specification is well-formed");
    let subject = loaded.default_subject().expect("the file has a subject");
    let theory = loaded.theory.restricted_to(subject);
    let (goals, outcomes) = searched(&theory, GoalOptions::default(), "");
    text_of(&Report {
        spec: file,
        sources: &workspace.sources,
        theory: &theory,
        goals: &goals,
        outcomes: &outcomes,
        times: None,
        reached: &[],
    })
}

#[test]
fn verdicts_are_written_as_a_table() {
    insta::assert_snapshot!(reported("sorted_set.spec", table));
}

#[test]
fn verdicts_are_written_as_json() {
    insta::assert_snapshot!(reported("stack.spec", json));
}

#[test]
fn every_impossible_goal_is_explained_by_axioms_with_their_places() {
    let text = reported("sorted_set.spec", explain);
    let reasons: Vec<&str> =
        text.lines().filter(|line| line.starts_with("Impossible in models")).collect();
    assert_eq!(reasons.len(), 7);
    insta::assert_snapshot!(
        text.split("\n\n")
            .filter(|part| part.starts_with("Impossible"))
            .collect::<Vec<_>>()
            .join("\n")
    );
}

#[test]
fn an_inconsistent_specification_covers_nothing() {
    let [covered, _, _] =
        counts("one_of_set_as_printed.spec", GoalKind::Axiom, "Element<=2,Set<=4");
    assert_eq!(covered, 0);
}
