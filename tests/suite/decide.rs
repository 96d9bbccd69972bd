//! Goals that were once decided wrongly, and the ways in which goals are decided.

use std::sync::Arc;

use specgen::decide::decide;
use specgen::goal::{Goal, GoalOptions, goals};
use specgen::model::Mode;
use specgen::search::{Budget, Options, Outcome, Reason, Verdict};
use specgen::theory::Theory;

use crate::example;

fn repro(file: &str) -> Theory {
    let path = format!("{}/tests/repro/{file}", env!("CARGO_MANIFEST_DIR"));
    example::theory(&std::fs::read_to_string(path).expect("the specification is there"))
}

fn decided(theory: &Theory) -> Vec<(Goal, Outcome)> {
    let goals = goals(theory, GoalOptions::default()).expect("few goals");
    let outcomes = decide(theory, &goals, &Options::default(), &mut |_| {});
    goals.into_iter().zip(outcomes.expect("all models pass the evaluator")).collect()
}

/// The ids of goals that are neither covered nor impossible.
fn undecided(decided: &[(Goal, Outcome)]) -> Vec<String> {
    let is_open = |outcome: &Outcome| {
        !matches!(outcome.verdict, Verdict::Covered(_) | Verdict::Impossible(_))
    };
    decided.iter().filter(|(_, outcome)| is_open(outcome)).map(|(goal, _)| goal.id()).collect()
}

fn outcome<'d>(decided: &'d [(Goal, Outcome)], id: &str) -> &'d Outcome {
    let found = decided.iter().find(|(goal, _)| goal.id() == id);
    &found.unwrap_or_else(|| panic!("there is no goal {id}")).1
}

/// The terms of a witness, by variable.
fn witness(theory: &Theory, decided: &[(Goal, Outcome)], id: &str) -> Vec<String> {
    match &outcome(decided, id).verdict {
        Verdict::Covered(witness) => witness.terms.iter().map(|term| term.text(theory)).collect(),
        verdict => panic!("{id}: {verdict:?}"),
    }
}

#[test]
fn algebras_that_the_body_rules_out_are_dropped() {
    let theory = repro("p4.spec");
    let decided = decided(&theory);
    assert_eq!(undecided(&decided), Vec::<String>::new());
    let of_parameter = |(sort, _): &&(_, u32)| theory.sorts[*sort].name == "P";
    for (goal, outcome) in &decided {
        let size = outcome.scope.iter().find(of_parameter).map(|(_, size)| *size);
        assert_eq!(size, Some(3), "{}", goal.id());
    }
}

#[test]
fn numbers_are_tried_around_those_that_matter() {
    let theory = repro("entry.spec");
    let decided = decided(&theory);
    assert_eq!(undecided(&decided), Vec::<String>::new());
    // A negative number of entries would be needed, and only induction excludes it.
    let goal = "entry/outside_0_not_at_most_n_and_n_not_less_than_entries";
    let core = outcome(&decided, goal).verdict.core().expect("it is impossible");
    assert!(core.by_induction);
    let negative = "entry/outside_0_not_at_most_n_and_n_less_than_entries";
    assert_eq!(witness(&theory, &decided, negative), ["new()", "-1"]);
    let distinct = "exists_open/not_exists_open_l_i_j_and_i_is_not_j_and_not_exists_l_j";
    assert_eq!(witness(&theory, &decided, distinct), ["new()", "Id0", "Id1"]);
}

#[test]
fn what_no_closed_model_has_is_searched_in_fragments() {
    let theory = repro("stack_open.spec");
    let decided = decided(&theory);
    assert_eq!(undecided(&decided), Vec::<String>::new());
    assert_eq!(witness(&theory, &decided, "peek/outside_is_empty"), ["make()"]);
    assert_eq!(outcome(&decided, "peek/outside_is_empty").mode, Mode::Fragment);
}

#[test]
fn a_constructed_sort_may_be_empty() {
    let theory = repro("empty.spec");
    let decided = decided(&theory);
    assert_eq!(undecided(&decided), Vec::<String>::new());
    let outside = outcome(&decided, "e/outside_c_is_not_d");
    assert_eq!(outside.mode, Mode::Executed);
    assert!(matches!(outside.verdict, Verdict::Covered(_)));
}

#[test]
fn no_goal_is_covered_where_the_axioms_contradict_each_other() {
    for (goal, outcome) in decided(&repro("meter.spec")) {
        assert!(!matches!(outcome.verdict, Verdict::Covered(_)), "{}", goal.id());
    }
    let text = printed(2, &["goals", "tests/repro/meter.spec"]);
    assert!(text.contains("error[E060]: the axioms contradict each other"), "{text}");
    assert!(text.contains("[value_tick]") && text.contains("[stops]"), "{text}");
    assert!(!text.contains("--scope"), "{text}");
}

/// What a command prints; it must end with this code.
fn printed(code: i32, arguments: &[&str]) -> String {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_specgen"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("specgen runs");
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
    text
}

#[test]
fn check_gives_no_false_warning() {
    for (file, wrong) in [("p4.spec", "inconsistent"), ("list_law.spec", "refuted-theorem")] {
        let text = printed(0, &["check", &format!("tests/repro/{file}")]);
        assert!(!text.contains(wrong), "{text}");
    }
}

#[test]
fn a_theorem_that_is_neither_proved_nor_refuted_is_not_shown() {
    let text = printed(0, &["check", "tests/repro/list_law.spec"]);
    assert!(text.contains("note[unshown-theorem]: theorem `law5` is not shown"), "{text}");
    assert!(text.contains("= note: no counterexample among "), "{text}");
    assert!(text.contains(" terms of up to "), "{text}");
    assert!(text.ends_with("1 file checked, no problems found\n"), "{text}");
    let silent = ["check", "tests/repro/list_law.spec", "--allow", "unshown-theorem"];
    assert_eq!(printed(0, &silent), "1 file checked, no problems found\n");
    let denied = ["check", "tests/repro/list_law.spec", "--deny", "unshown-theorem"];
    assert!(printed(2, &denied).contains("error[unshown-theorem]"));
}

/// Whether two sacks are equal is asked for inside of the same question: the axioms leave `q`
/// open, and `second` needs it to join two values.
#[test]
fn equality_inside_of_equality_takes_bounded_work() {
    let theory = repro("sack.spec");
    let goals = goals(&theory, GoalOptions::default()).expect("few goals");
    let goals: Vec<Goal> = goals.into_iter().filter(|goal| goal.title == "second").collect();
    let outcomes = decide(&theory, &goals, &Options::default(), &mut |_| {});
    let is_covered = |outcome: &Outcome| matches!(outcome.verdict, Verdict::Covered(_));
    assert!(outcomes.expect("all models pass the evaluator").iter().all(is_covered));
}

#[test]
fn execution_decides_as_the_table_says() {
    let counted = |file: &str| {
        let decided = decided(&example::shipped(file));
        let count = |wanted: &dyn Fn(&Outcome) -> bool| {
            decided.iter().filter(|(_, outcome)| wanted(outcome)).count()
        };
        let is_covered = |outcome: &Outcome| matches!(outcome.verdict, Verdict::Covered(_));
        [
            count(&|outcome| is_covered(outcome) && outcome.mode == Mode::Executed),
            count(&|outcome| matches!(outcome.verdict, Verdict::Impossible(_))),
            count(&|outcome| is_covered(outcome) && outcome.mode != Mode::Executed),
            count(&|outcome| outcome.verdict == Verdict::NotFound),
        ]
    };
    assert_eq!(counted("sorted_set.spec"), [21, 7, 0, 0]);
    assert_eq!(counted("one_of_set.spec"), [36, 61, 8, 0]);
    assert_eq!(counted("bag.spec"), [10, 2, 0, 1]);
}

/// Goals of some axioms of a specification in `tests/domains`.
fn decided_of(file: &str, axioms: &[&str]) -> Vec<(Goal, Outcome)> {
    let path = format!("{}/tests/domains/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the specification is there");
    let theory = example::theory(&text);
    let goals = goals(&theory, GoalOptions::default()).expect("few goals");
    let goals: Vec<Goal> =
        goals.into_iter().filter(|goal| axioms.contains(&goal.title.as_str())).collect();
    let outcomes = decide(&theory, &goals, &Options::default(), &mut |_| {});
    goals.into_iter().zip(outcomes.expect("all models pass the evaluator")).collect()
}

#[test]
fn limits_of_any_size_are_executed() {
    for (file, axioms) in [
        ("seat_hall.spec", ["seats", "price_of_row"]),
        ("rate_limiter.spec", ["valid_weight", "now_wait"]),
        ("order_book.spec", ["price", "fee_is"]),
    ] {
        let decided = decided_of(file, &axioms);
        assert!(decided.len() > 4, "{file}");
        assert_eq!(undecided(&decided), Vec::<String>::new(), "{file}");
        let is_executed = |(_, outcome): &&(Goal, Outcome)| outcome.mode == Mode::Executed;
        assert!(decided.iter().filter(is_executed).count() > 3, "{file}");
    }
}

/// A goal's time includes execution. When it is spent, the goal is not *not found*.
#[test]
fn goals_whose_time_is_spent_are_given_up() {
    struct Spent;
    impl Budget for Spent {
        fn start_goal(&self, _goal: Option<usize>) {}
        fn spent(&self) -> Option<Reason> {
            None
        }
        fn is_spent_on(&self, _goal: usize) -> bool {
            true
        }
        fn ended(&self) -> Option<Reason> {
            None
        }
        fn for_worker(&self) -> Arc<dyn Budget> {
            Arc::new(Spent)
        }
    }
    let theory = example::shipped("digraph.spec");
    let goals = goals(&theory, GoalOptions::default()).expect("few goals");
    let options = Options { budget: Arc::new(Spent), ..Options::default() };
    let outcomes = decide(&theory, &goals, &options, &mut |_| {}).expect("a sound search");
    let covered = outcomes.iter().filter(|it| matches!(it.verdict, Verdict::Covered(_)));
    assert!(covered.clone().all(|outcome| outcome.mode != Mode::Executed));
    assert!(outcomes.iter().all(|outcome| outcome.verdict != Verdict::NotFound));
    assert!(outcomes.iter().any(|it| it.verdict == Verdict::GaveUp(Reason::Timeout)));
}

#[test]
fn a_number_that_is_too_large_for_the_models_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("dozen.spec");
    std::fs::write(&path, DOZEN).expect("the file is written");
    let path = path.to_str().expect("the path is text");
    assert!(printed(0, &["goals", path]).contains("4 goals: 4 covered"));
    let text = printed(0, &["goals", path, "--scope", "int=0..5"]);
    assert!(text.contains("models have 6 numbers, and the specification mentions 12"), "{text}");
}

const DOZEN: &str = "\
specification Dozen
  constructors
    none: --> Dozen;
    add: Dozen --> Dozen;
  observers
    count: Dozen --> int;
    isFull: Dozen;
  axioms
    D: Dozen;
    [starts] count(none()) = 0;
    [adds] count(add(D)) = count(D) + 1;
    [full] isFull(D) iff count(D) >= 12;
end specification
";
