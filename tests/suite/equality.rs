//! Which equality goals there are, and for which types.

use crate::example;
use specgen::goal::{Goal, GoalFamilies, GoalKind, GoalOptions, goals};
use specgen::refine::resolve;
use specgen::source::Sources;
use specgen::syntax::parse_mapping;
use specgen::theory::Theory;

/// The equality goals of a shipped specification under a mapping of it.
fn equality_goals(theory: &Theory, map: &str) -> Vec<Goal> {
    let mut sources = Sources::default();
    let mapping = sources.add("test.map", map);
    let tree = parse_mapping(&sources.file(mapping).text, mapping).expect("it is well-formed");
    let refinement = resolve(&tree, theory).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let equalities = refinement.own_equalities(theory);
    let options = GoalOptions::for_tests(GoalFamilies::default(), equalities);
    let goals = goals(theory, options).expect("few");
    goals.into_iter().filter(|goal| goal.kind == GoalKind::Equality).collect()
}

fn one_of_set(clauses: &str) -> Vec<String> {
    let map = format!(
        "refinement <E: PartialEq>
           Set[Element] is OneOfSet<E> {clauses} {{
             empty: --> Set[Element] is fn new() -> Self;
             insertOneOf: Set[Element] a:Element b:Element -->? Set[Element]
               is fn insert(&mut self, a: E, b: E) -> Result<(), (E, E)>;
             isEmpty: Set[Element] is fn is_empty(&self) -> bool;
             isIn: Set[Element] e:Element is fn contains(&self, e: &E) -> bool;
           }}
           Element is E;
         end refinement"
    );
    let goals = equality_goals(&example::shipped("one_of_set.spec"), &map);
    goals.into_iter().map(|goal| goal.id()).collect()
}

#[test]
fn an_equality_is_tested_although_no_axiom_equates_values() {
    for clauses in ["has PartialEq", "has Ord", "equality by ==", "equality by fn same"] {
        let ids = one_of_set(clauses);
        assert_eq!(
            ids,
            [
                "told_apart_by_is_empty/differ",
                "told_apart_by_is_in/differ",
                "told_apart_by_is_in/differ_in_nothing_else",
                "told_apart_by_is_in/differ_in_arguments_of_insert_one_of",
            ],
            "{clauses}"
        );
    }
}

#[test]
fn a_type_that_may_have_no_equality_is_not_asked_for_it() {
    assert!(one_of_set("").is_empty());
    assert!(one_of_set("has Clone, Debug").is_empty());
    assert!(one_of_set("has PartialEq equality by observers").is_empty());
}

#[test]
fn values_differ_in_arguments_only_where_an_observer_can_see_them() {
    let theory = example::shipped("sorted_set.spec");
    let equalities = theory.sorts.ids().collect();
    let options = GoalOptions::for_tests(GoalFamilies::default(), equalities);
    let goals = goals(&theory, options).expect("few");
    let ids = goals.iter().map(|goal| goal.id());
    let ids: Vec<String> = ids.filter(|id| id.ends_with("differ_in_arguments_of_insert")).collect();
    assert_eq!(
        ids,
        [
            "told_apart_by_is_in/differ_in_arguments_of_insert",
            "told_apart_by_largest/differ_in_arguments_of_insert",
        ]
    );
}

#[test]
fn constructors_have_no_equality_goals() {
    let theory = example::shipped("sorted_set.spec");
    let equalities = theory.sorts.ids().collect();
    let options = GoalOptions::for_tests(GoalFamilies::default(), equalities);
    let goals = goals(&theory, options).expect("few");
    let ids = goals.iter().map(|goal| goal.id());
    let ids: Vec<String> = ids.filter(|id| id.starts_with("told_apart_by_insert/")).collect();
    assert!(ids.is_empty(), "{ids:?}");
}
