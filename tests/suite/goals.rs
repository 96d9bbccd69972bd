//! Goals: their number, their names, and that they say what the axiom says.

use std::collections::BTreeSet;

use proptest::prelude::*;
use specgen::arena::Id;
use specgen::diagnostic::Code;
use specgen::goal::{Goal, GoalKind, GoalOptions, Literal, Minterms, Property, goals, snake_case};
use specgen::theory::{Formula, OpId, Statement, Term, Theory, VarId};

use crate::example;

fn all_goals(theory: &Theory) -> Vec<Goal> {
    goals(theory, GoalOptions { aliasing: true, ..GoalOptions::default() })
        .expect("few enough goals")
}

fn count(goals: &[Goal], kind: impl Fn(GoalKind) -> bool) -> usize {
    goals.iter().filter(|goal| kind(goal.kind)).count()
}

/// How many goals of a kind each axiom has, in order.
fn per_axiom(theory: &Theory, kind: GoalKind) -> Vec<usize> {
    let goals = all_goals(theory);
    let of = |id| count_of(&goals, Statement::Axiom(id), kind);
    theory.body_axioms().map(|(id, _)| of(id)).collect()
}

fn count_of(goals: &[Goal], statement: Statement, kind: GoalKind) -> usize {
    goals
        .iter()
        .filter(|goal| goal.property == Property::Stated(statement) && goal.kind == kind)
        .count()
}

/// The number of goals when aliasing goals count instead of the minterms that
/// they split.
fn split(theory: &Theory) -> usize {
    let minterms = per_axiom(theory, GoalKind::Axiom);
    let aliases = per_axiom(theory, GoalKind::Alias);
    let goals = all_goals(theory);
    let is_split = |goal: &&Goal| {
        goal.kind == GoalKind::Axiom
            && goals.iter().any(|other| {
                other.kind == GoalKind::Alias
                    && other.property == goal.property
                    && other.literals == goal.literals
            })
    };
    let split = goals.iter().filter(is_split).count();
    minterms.iter().sum::<usize>() - split + aliases.iter().sum::<usize>()
}

/// The goals of the domain have what is outside, once for both effects.
#[test]
fn effects_have_goals_inside_of_a_domain_of_several_atoms() {
    let theory = example::theory(
        "specification Tank
           constructors
             new: --> Tank;
             fill: Tank int -->? Tank;
             drain: Tank -->? Tank;
           observers
             level, fills: Tank --> int;
           domains
             T: Tank; N: int;
             fill(T, N) if N >= 1 and level(T) + N <= 80;
             drain(T) if level(T) > 0;
           axioms
             after new: level = 0, fills = 0;
             after fill(T, N): level = level(T) + N, fills = fills(T) + 1;
             after drain(T): level = 0, keeps rest;
         end specification",
    );
    assert_eq!(per_axiom(&theory, GoalKind::Axiom), [1, 1, 1, 1, 3, 3]);
    let goals = goals(&theory, GoalOptions::default()).expect("few goals");
    let ids: Vec<String> = goals.iter().map(Goal::id).collect();
    assert!(ids.contains(&"fill_level/holds".to_owned()), "{ids:?}");
    let outside = ids.iter().filter(|id| id.starts_with("fill/outside"));
    assert_eq!(outside.count(), 3, "{ids:?}");
}

#[test]
fn sorted_set_has_the_known_minterms() {
    let theory = example::shipped("sorted_set.spec");
    assert_eq!(per_axiom(&theory, GoalKind::Axiom), [1, 1, 1, 4, 3, 7, 7, 1, 1]);
    assert_eq!(per_axiom(&theory, GoalKind::Alias), [0, 0, 0, 0, 0, 0, 0, 0, 2]);
    assert_eq!(split(&theory), 27);
}

#[test]
fn partially_ordered_set_has_the_known_minterms() {
    let theory = example::shipped("partially_ordered_set.spec");
    let minterms = per_axiom(&theory, GoalKind::Axiom);
    assert_eq!(minterms, [1, 1, 1, 4, 1, 1, 1, 3, 3, 3, 3, 1, 8]);
    assert_eq!(minterms.iter().sum::<usize>(), 31);
    assert_eq!(split(&theory), 49);
}

#[test]
fn union_set_has_the_known_minterms() {
    let theory = example::shipped("union_set.spec");
    assert_eq!(per_axiom(&theory, GoalKind::Axiom), [1, 1, 1, 1, 1, 1, 4, 1, 2, 4]);
    // Associativity has as many patterns as three things have partitions.
    assert_eq!(per_axiom(&theory, GoalKind::Alias), [0, 0, 2, 5, 0, 0, 8, 0, 0, 8]);
    assert_eq!(split(&theory), 30);
}

#[test]
fn comparator_set_and_stack_have_the_known_minterms() {
    let minterms = |file| per_axiom(&example::shipped(file), GoalKind::Axiom).iter().sum::<usize>();
    assert_eq!(minterms("comparator_sorted_set.spec"), 28);
    assert_eq!(minterms("stack.spec"), 4);
}

#[test]
fn domain_goals_cover_both_sides_of_every_condition() {
    let theory = example::shipped("sorted_set.spec");
    let domain: Vec<String> = all_goals(&theory)
        .into_iter()
        .filter(|goal| matches!(goal.kind, GoalKind::Domain(_)))
        .map(|goal| goal.id())
        .collect();
    assert_eq!(domain, ["largest/inside_not_is_empty", "largest/outside_is_empty"]);
    let without = GoalOptions { domains: false, ..GoalOptions::default() };
    let without = goals(&theory, without).expect("few enough goals");
    assert_eq!(count(&without, |kind| kind == GoalKind::Axiom), without.len());
}

#[test]
fn goal_ids_of_shipped_specifications_stay() {
    insta::glob!("../../specs", "*.spec", |path| {
        let file = path.file_name().expect("a file has a name").to_string_lossy();
        let theory = example::shipped(&file);
        let ids: Vec<_> = all_goals(&theory).into_iter().map(|goal| goal.id()).collect();
        insta::assert_snapshot!(ids.join("\n"));
    });
}

#[test]
fn goal_ids_can_name_tests_and_are_unique() {
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/specs")).expect("a folder")
    {
        let name = entry.expect("a readable entry").file_name().to_string_lossy().into_owned();
        if !name.ends_with(".spec") {
            continue;
        }
        let goals = all_goals(&example::shipped(&name));
        let ids: BTreeSet<_> = goals.iter().map(|goal| goal.id()).collect();
        assert_eq!(ids.len(), goals.len(), "{name} has two goals of one id");
        for id in ids {
            let (title, content) = id.split_once('/').expect("an id has two halves");
            for half in [title, content] {
                let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
                assert!(half.chars().all(is_word), "{id}");
                assert!(half.starts_with(|c: char| c.is_ascii_lowercase()), "{id}");
                assert!(!half.contains("__") && !half.ends_with('_'), "{id}");
            }
        }
    }
}

#[test]
fn ids_stay_unique_where_names_are_made_to_confuse() {
    let theory = example::theory(
        "specification Box[Element]
           sorts Box[Element]
           constructors make: --> Box[Element]; put: Box[Element] Element --> Box[Element];
           observers
             p: Box[Element] Element;
             notP: Box[Element] Element;
             top: Box[Element] --> Element;
             get: Box[Element] -->? Element;
           domains S: Box[Element]; get(S) if p(S, top(put(S, top(S))));
           axioms
             E, e: Element; S: Box[Element];
             [get]  get(S) = E or p(S, E) or p(S, e) or notP(S, E) or not notP(S, e);
             [aB]  p(S, E) or E = e or p(S, e);
             [a_b]  p(S, E) if p(put(S, E), E);
         end specification",
    );
    let ids: Vec<_> = all_goals(&theory).into_iter().map(|goal| goal.id()).collect();
    let different: BTreeSet<_> = ids.iter().collect();
    assert_eq!(different.len(), ids.len(), "{ids:#?}");
    assert!(ids.iter().any(|id| id.starts_with("domain_of_get/")), "{ids:#?}");
    assert!(ids.iter().all(|id| !id.contains("__")), "{ids:#?}");
}

#[test]
fn words_of_an_id_are_in_snake_case() {
    let words = [
        ("isEmpty", "is_empty"),
        ("S1", "s1"),
        ("HTTPServer", "http_server"),
        ("size2Large", "size2_large"),
        ("__odd__Name_", "odd_name"),
        ("_", "unnamed"),
        ("ÄrgerGröße", "ärger_größe"),
    ];
    for (name, expected) in words {
        assert_eq!(snake_case(name), expected);
    }
}

#[test]
fn an_equation_read_from_right_to_left_is_the_same_atom() {
    let [e, f] = [0, 1].map(|index| Term::Variable(VarId::from_index(index)));
    let there = Formula::Equal(e.clone(), f.clone());
    let back = Formula::Equal(f, e);
    let formula = Formula::Iff(Box::new(there), Box::new(back));
    let minterms = Minterms::of(&formula);
    assert_eq!(minterms.atoms().len(), 1);
    assert_eq!(minterms.assignments(true).count(), 2);
}

#[test]
fn too_many_coinciding_variables_are_a_diagnostic() {
    let names: Vec<String> = (0..14).map(|index| format!("E{index}")).collect();
    let text = format!(
        "specification Box[Element]
           sorts Box[Element]
           constructors make: {} --> Box[Element];
           observers p: Box[Element];
           axioms {}: Element; [wide] p(make({}));
         end specification",
        "Element ".repeat(14),
        names.join(", "),
        names.join(", ")
    );
    let theory = example::theory(&text);
    let problems = goals(&theory, GoalOptions { aliasing: true, ..GoalOptions::default() });
    let problems = problems.expect_err("14 things have 190899322 partitions");
    assert_eq!(problems[0].code, Code::TooManyAliases);
    assert!(goals(&theory, GoalOptions::default()).is_ok());
}

/// Formulas over the atoms `p0()` to `p4()`.
fn formula() -> impl Strategy<Value = Formula> {
    let atom =
        (0..5usize).prop_map(|index| Formula::Predicate(OpId::from_index(index), Vec::new()));
    atom.prop_recursive(4, 24, 2, |inner| {
        let two = || (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
        prop_oneof![
            inner.clone().prop_map(|a| Formula::Not(Box::new(a))),
            two().prop_map(|(a, b)| Formula::And(a, b)),
            two().prop_map(|(a, b)| Formula::Or(a, b)),
            two().prop_map(|(a, b)| Formula::Iff(a, b)),
            two().prop_map(|(conclusion, premise)| Formula::If { conclusion, premise }),
        ]
    })
}

fn holds(formula: &Formula, truth: &[bool]) -> bool {
    match formula {
        Formula::Predicate(op, _) => truth[op.index()],
        Formula::Not(a) => !holds(a, truth),
        Formula::And(a, b) => holds(a, truth) & holds(b, truth),
        Formula::Or(a, b) => holds(a, truth) | holds(b, truth),
        Formula::Iff(a, b) => holds(a, truth) == holds(b, truth),
        Formula::If { conclusion, premise } => holds(conclusion, truth) | !holds(premise, truth),
        _ => unreachable!("only predicates are generated"),
    }
}

fn satisfied(literals: &[Literal], truth: &[bool]) -> bool {
    literals.iter().all(|literal| holds(&literal.atom, truth) == literal.holds)
}

proptest! {
    #[test]
    fn minterms_exclude_one_another_and_are_the_formula_together(formula in formula()) {
        let minterms = Minterms::of(&formula);
        let literals: Vec<_> =
            minterms.assignments(true).map(|truth| minterms.literals(&truth)).collect();
        for bits in 0..32u32 {
            let truth: Vec<bool> = (0..5).map(|place| bits >> place & 1 == 1).collect();
            let met = literals.iter().filter(|literals| satisfied(literals, &truth)).count();
            prop_assert_eq!(met, usize::from(holds(&formula, &truth)));
        }
        let all: Vec<_> = minterms.assignments(true).chain(minterms.assignments(false)).collect();
        prop_assert_eq!(all.len(), 1 << minterms.atoms().len());
    }
}

fn construction_goals(theory: &Theory) -> Vec<Goal> {
    let options = GoalOptions { constructions: true, ..GoalOptions::default() };
    let mut goals = goals(theory, options).expect("few enough goals");
    goals.retain(|goal| goal.kind == GoalKind::Construction);
    goals
}

#[test]
fn every_axiom_is_asked_for_on_values_that_were_built() {
    let theory = example::shipped("stack.spec");
    let goals = construction_goals(&theory);
    let ids: Vec<String> = goals.iter().map(|goal| goal.id()).collect();
    assert_eq!(
        ids,
        [
            "push_is_not_empty/built_by_push",
            "peek_pushed/built_by_push",
            "pop_pushed/built_by_push"
        ]
    );
    let literals = |goal: &Goal| -> Vec<String> {
        goal.literals.iter().map(|literal| literal.text(&theory, &goal.variables)).collect()
    };
    assert_eq!(literals(&goals[2]), ["S = push(S_1, S_2)", "S != S_1"]);
    assert!(goals.iter().all(|goal| goal.constructions().count() == 1));
}

#[test]
fn every_variable_is_built_by_each_of_its_constructors_once() {
    let theory = example::shipped("deque.spec");
    let goals = construction_goals(&theory);
    let of_pop = goals.iter().filter(|goal| goal.id().starts_with("pop_back_pushed/"));
    let ids: Vec<String> = of_pop.map(|goal| goal.id()).collect();
    assert_eq!(ids, ["pop_back_pushed/built_by_push_front", "pop_back_pushed/built_by_push_back"]);

    let theory = example::shipped("union_set.spec");
    let goals = construction_goals(&theory);
    let of_union: Vec<_> =
        goals.iter().filter(|goal| goal.id().starts_with("union_associative/")).collect();
    assert_eq!(of_union.len(), 1);
    assert_eq!(of_union[0].constructions().count(), 3);
}
