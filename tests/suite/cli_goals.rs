//! `specgen goals` and `specgen show` as a user runs them.

use snapbox::cmd::{Command, OutputAssert, cargo_bin};

fn specgen(arguments: &[&str]) -> OutputAssert {
    Command::new(cargo_bin!("specgen"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .assert()
}

fn stdout(assert: OutputAssert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("the output is text")
}

#[test]
fn goals_end_with_a_line_that_sums_up() {
    let output = stdout(specgen(&["goals", "specs/sorted_set.spec"]).code(0).stderr_eq(""));
    let last = output.lines().last().expect("there is output");
    assert!(last.starts_with("28 goals: 21 covered, 7 impossible in "), "{last}");
}

#[test]
fn json_is_the_same_in_every_run_and_has_no_times() {
    let run = || stdout(specgen(&["goals", "specs/sorted_set.spec", "--format", "json"]).code(0));
    let first = run();
    assert_eq!(first, run());
    assert!(!first.contains("milliseconds"));
    let timed = ["goals", "specs/stack.spec", "--format", "json", "--timings"];
    assert!(stdout(specgen(&timed).code(0)).contains("milliseconds"));
}

#[test]
fn scope_fixes_the_sizes() {
    let scope = ["goals", "specs/sorted_set.spec", "--scope", "SortedSet=8,Orderable=3"];
    let output = stdout(specgen(&scope).code(0));
    let covered = output.lines().filter(|line| line.contains(" covered "));
    assert!(covered.clone().count() == 21 && covered.clone().all(|line| line.contains(" 8/3 ")));
}

/// Otherwise a user would look for what is wrong with each of the goals.
#[test]
fn an_inconsistent_specification_is_reported() {
    let file = "specs/one_of_set_as_printed.spec";
    let told = snapbox::str![[r#"

error[E060]: the axioms contradict each other: `isEmpty(insertOneOf(empty(), Element0, Element0))` is true and false
  --> specs/one_of_set_as_printed.spec:23:5
   |
23 |     [first_claim]      isEmpty(insertOneOf(S, E, F));
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ gives true
24 |     [second_claim]     not isEmpty(insertOneOf(S, E, F));
   |     ---------------------------------------------------- gives false
   |
   = note: how each result comes about:
           isEmpty(insertOneOf(empty(), Element0, Element0)) = true   [first_claim] isEmpty(insertOneOf(S, E, F))   (specs/one_of_set_as_printed.spec:23)
           isEmpty(insertOneOf(empty(), Element0, Element0)) = false   [second_claim] not isEmpty(insertOneOf(S, E, F))   (specs/one_of_set_as_printed.spec:24)


"#]];
    let scope = ["goals", file, "--scope", "Set<=3,Element<=1"];
    let output = specgen(&scope).code(2).stderr_eq(told);
    assert!(stdout(output).contains("106 goals: 103 impossible, 3 not found"));
    let small = ["goals", "specs/sorted_set.spec", "--scope", "SortedSet=1,Orderable=1"];
    specgen(&small).code(0).stderr_eq("");
}

#[test]
fn a_wrong_scope_is_refused() {
    specgen(&["goals", "specs/sorted_set.spec", "--scope", "Orderabel=3"]).code(1).stdout_eq("");
    specgen(&["goals", "specs/sorted_set.spec", "--scope", "nonsense"]).code(1).stdout_eq("");
}

#[test]
fn errors_in_the_specification_end_with_2() {
    specgen(&["goals", "tests/diagnostics/E041.spec"]).code(2).stdout_eq("");
    specgen(&["show", "tests/diagnostics/E041.spec", "any"]).code(2).stdout_eq("");
}

#[test]
fn a_file_of_parameters_has_no_goals() {
    specgen(&["goals", "specs/library/total_order.spec"]).code(1).stderr_eq(snapbox::str![[r#"
error: `specs/library/total_order.spec` has parameter specifications only, which have no goals

"#]]);
}

#[test]
fn an_unknown_subject_is_refused_with_those_there_are() {
    let arguments = ["goals", "specs/sorted_set.spec", "--subject", "Set"];
    specgen(&arguments).code(1).stderr_eq(snapbox::str![[r#"
error: `specs/sorted_set.spec` has no specification `Set`, only `TotalOrder`, `SortedSet`

"#]]);
}

#[test]
fn a_goal_is_found_by_a_unique_start_or_by_what_it_says() {
    for name in ["insert_comm", "insert_commutative/holds", "largest_is_e_and_not_is_empty"] {
        specgen(&["show", "specs/sorted_set.spec", name]).code(0).stderr_eq("");
    }
}

#[test]
fn an_unknown_goal_is_refused_with_near_names() {
    let unknown = |name| specgen(&["show", "specs/sorted_set.spec", name]).code(1).stdout_eq("");
    unknown("membersip").stderr_eq(snapbox::str![[r#"
error: there is no goal `membersip`; did you mean one of:
  membership/is_in_insert_s_e_f_and_e_is_f_and_is_in_s_f
  membership/is_in_insert_s_e_f_and_e_is_f_and_not_is_in_s_f
  membership/is_in_insert_s_e_f_and_e_is_not_f_and_is_in_s_f
  membership/not_is_in_insert_s_e_f_and_e_is_not_f_and_not_is_in_s_f

"#]]);
    unknown("insert_idempotent/hold_s").stderr_eq(snapbox::str![[r#"
error: there is no goal `insert_idempotent/hold_s`; those of `insert_idempotent` are:
  insert_idempotent/holds

"#]]);
    unknown("insert_").stderr_eq(snapbox::str![[r#"
error: `insert_` may be any of several goals:
  insert_is_not_empty/holds
  insert_idempotent/holds
  insert_commutative/holds

"#]]);
    unknown("xyz").stderr_eq(snapbox::str![[r#"
error: there is no goal `xyz`; `specgen goals` lists them

"#]]);
}

#[test]
fn an_impossible_goal_is_explained_and_can_not_be_drawn() {
    let goal = "largest_of_first/largest_is_not_e_and_is_empty";
    specgen(&["show", "specs/sorted_set.spec", goal]).code(1);
    let goal = "largest_replaced/largest_is_e_and_is_empty_and_geq";
    specgen(&["show", "specs/sorted_set.spec", goal]).code(0).stdout_eq(snapbox::str![[r#"
largest_replaced/largest_is_e_and_is_empty_and_geq
  largest(insert(S, E)) = E if not isEmpty(S) and geq(E, largest(S))  (specs/sorted_set.spec:42)
requires values with
  largest(insert(S, E)) = E
  isEmpty(S)
  geq(E, largest(S))

Impossible in models of any size: the domain of largest rules it out.
  largest is defined if not isEmpty(S)  (specs/sorted_set.spec:33)

"#]]);
    specgen(&["show", "specs/sorted_set.spec", goal, "--format", "svg"]).code(1).stdout_eq("");
}

#[test]
fn every_format_of_show_draws_every_kind_of_model() {
    let examples = [
        ("sorted_set", "insert_commutative"),
        ("union_set", "union_commutative"),
        ("stack", "pop_pushed"),
        ("comparator_sorted_set", "comparator_kept"),
        ("priority_queue", "push_commutative"),
        ("bag", "insert_commutative"),
    ];
    for (spec, goal) in examples {
        let file = format!("specs/{spec}.spec");
        let shown = |format| stdout(specgen(&["show", &file, goal, "--format", format]).code(0));
        assert!(shown("text").starts_with(goal), "{spec}");
        assert!(shown("dot").starts_with("digraph model {"), "{spec}");
        let svg = shown("svg");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{spec}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{spec}");
    }
}
