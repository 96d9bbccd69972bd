//! Several witnesses of a goal: different, and always the same ones.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use crate::example;
use specgen::goal::{Goal, GoalOptions, goals};
use specgen::model::eval::{Evaluator, Truth};
use specgen::model::{Element, GroundTerm, Mode, Witness, canonical_terms, tuples};
use specgen::search::{
    CarrierSizes, Options, Outcome, Range, ScopeLimits, Symmetry, Verdict, enumerate, search, vary,
};
use specgen::testcase::{AbstractTest, extract};
use specgen::theory::{SortId, SortKind, Theory};

/// The goals of a theory with up to so many witnesses each, as tests, by goal.
fn witnesses(theory: &Theory, scope: &str, per_goal: usize) -> BTreeMap<String, Vec<AbstractTest>> {
    let scope = ScopeLimits::parse(scope, theory).expect("a scope");
    let options = Options { scope, ..Options::default() };
    let goals = goals(theory, GoalOptions::default()).expect("few goals");
    let outcomes = search(theory, &goals, &options, &mut |_| {}).expect("sound models");
    let (goals, outcomes) =
        vary(theory, (&goals, outcomes), per_goal, &options, &mut |_| {}).expect("sound models");
    let mut tests: BTreeMap<String, Vec<AbstractTest>> = BTreeMap::new();
    let mut last = String::new();
    for (goal, outcome) in goals.iter().zip(&outcomes) {
        let Verdict::Covered(witness) = &outcome.verdict else { continue };
        match goal.further {
            None => last.clone_from(&goal.id()),
            Some(number) => assert_eq!(goal.id(), format!("{last}_{number}")),
        }
        tests.entry(last.clone()).or_default().push(extract(theory, goal, witness, None));
    }
    tests
}

/// Whether renaming the elements in the values of one test, in any way, gives the values
/// of the other, with all operations of the parameters alike on them.
fn are_isomorphic(theory: &Theory, one: &AbstractTest, other: &AbstractTest) -> bool {
    let [ours, theirs] = [one, other].map(elements);
    if ours.len() != theirs.len() {
        return false;
    }
    permutations(&theirs).into_iter().any(|image| {
        let to: BTreeMap<_, _> = ours.iter().copied().zip(image).collect();
        to.iter().all(|((sort, _), (image, _))| sort == image)
            && one.bindings.iter().zip(&other.bindings).all(|(left, right)| {
                left.renamed(&|sort, element| to[&(sort, element)].1) == *right
            })
            && answer_alike(theory, one, other, &to)
    })
}

type Renaming = BTreeMap<(SortId, Element), (SortId, Element)>;

/// Predicates of the parameters, on the elements that are renamed.
fn answer_alike(theory: &Theory, one: &AbstractTest, other: &AbstractTest, to: &Renaming) -> bool {
    one.parameters.tables.iter().all(|(op, table)| {
        let sorts = &theory.ops[*op].arguments;
        table.tuples().zip(&table.cells).all(|(arguments, cell)| {
            let image = sorts.iter().zip(&arguments).map(|(sort, e)| to.get(&(*sort, *e)));
            let image: Option<Vec<Element>> = image.map(|image| image.map(|(_, e)| *e)).collect();
            image.is_none_or(|image| other.parameters.tables[op].cell(&image) == *cell)
        })
    })
}

fn elements(test: &AbstractTest) -> Vec<(SortId, Element)> {
    let mut elements = BTreeSet::new();
    for term in &test.bindings {
        term.visit_elements(&mut |sort, element| {
            elements.insert((sort, element));
        });
    }
    elements.into_iter().collect()
}

fn permutations<T: Copy>(items: &[T]) -> Vec<Vec<T>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, first) in items.iter().enumerate() {
        let rest: Vec<T> = [&items[..place], &items[place + 1..]].concat();
        all.extend(permutations(&rest).into_iter().map(|rest| [&[*first], &rest[..]].concat()));
    }
    all
}

const SCOPES: &[(&str, &str)] = &[
    ("sorted_set.spec", "Orderable<=2,SortedSet<=4"),
    ("partially_ordered_set.spec", "POrderable<=2,POSet<=4"),
    ("union_find.spec", "Element<=2,UnionFind<=3"),
    ("stack.spec", "Element<=2,Stack<=4"),
];

#[test]
fn no_two_witnesses_are_the_same_up_to_renaming() {
    for (file, scope) in SCOPES {
        let theory = example::shipped(file);
        let mut further = 0;
        for (goal, tests) in witnesses(&theory, scope, 5) {
            for (place, test) in tests.iter().enumerate() {
                for earlier in &tests[..place] {
                    assert!(!are_isomorphic(&theory, earlier, test), "{file}: {goal}\n{test:#?}");
                }
            }
            further += tests.len() - 1;
        }
        assert!(further > 5, "{file} has only {further} further witnesses");
    }
}

/// All witnesses that there are, up to renaming.
fn classes(theory: &Theory, goal: &Goal, models: &[specgen::model::Model]) -> usize {
    let mut found: Vec<AbstractTest> = Vec::new();
    for model in models {
        let terms = canonical_terms(theory, model);
        let sizes: Vec<u32> = goal.variables.iter().map(|v| model.size(v.sort)).collect();
        for assignment in tuples(&sizes) {
            let evaluator =
                Evaluator { theory, model, variables: &goal.variables, assignment: &assignment };
            let holds = |literal: &specgen::goal::Literal| {
                evaluator.formula(&literal.atom)
                    == if literal.holds { Truth::True } else { Truth::False }
            };
            if !goal.literals.iter().all(holds) {
                continue;
            }
            let term = |(variable, element): (&specgen::theory::Variable, &Element)| match theory
                .sorts[variable.sort]
                .kind
            {
                SortKind::Constructed => {
                    terms[variable.sort][*element as usize].clone().expect("no junk")
                }
                _ => GroundTerm::Element(variable.sort, *element),
            };
            let terms = goal.variables.iter().zip(&assignment).map(term).collect();
            let witness = Witness { model: model.clone(), assignment, terms };
            let test = extract(theory, goal, &witness, None);
            if !found.iter().any(|known| are_isomorphic(theory, known, &test)) {
                found.push(test);
            }
        }
    }
    found.len()
}

#[test]
fn there_are_fewer_witnesses_where_there_are_fewer() {
    for (file, scope, constructed) in [
        ("sorted_set.spec", "Orderable=2,SortedSet<=4", 4),
        ("partially_ordered_set.spec", "POrderable=2,POSet<=4", 4),
    ] {
        let theory = example::shipped(file);
        let carriers = CarrierSizes::uniform(&theory, 2, constructed, Range { low: 0, high: 0 });
        let models = enumerate(&theory, &carriers, Mode::Closed, Symmetry::Kept, 1000);
        let all = goals(&theory, GoalOptions::default()).expect("few goals");
        let found = witnesses(&theory, scope, 3);
        let mut fewer = 0;
        for goal in &all {
            let exist = classes(&theory, goal, &models);
            let found = found.get(&goal.id()).map_or(0, Vec::len);
            assert_eq!(found, exist.min(3), "{file}: {}", goal.id());
            fewer += usize::from((1..3).contains(&exist));
        }
        assert!(fewer > 0, "no goal of {file} has few witnesses");
    }
}

#[test]
fn values_that_are_built_differently_come_first() {
    let theory = example::shipped("sorted_set.spec");
    let found = witnesses(&theory, "", 3);
    let values = |goal: &str| -> Vec<String> {
        let value = |test: &AbstractTest| test.bindings.last().expect("a variable").text(&theory);
        found[goal].iter().map(value).collect()
    };
    assert_eq!(
        values("insert_idempotent/holds"),
        [
            "empty()",
            "insert(empty(), Orderable1)",
            "insert(insert(empty(), Orderable0), Orderable1)"
        ]
    );
    assert_eq!(values("largest/outside_is_empty"), ["empty()"], "all others are renamings");
}

#[test]
fn few_witnesses_are_the_first_of_many() {
    for (file, scope) in SCOPES {
        let theory = example::shipped(file);
        let many = witnesses(&theory, scope, 5);
        for per_goal in [2, 4] {
            for (goal, few) in witnesses(&theory, scope, per_goal) {
                let first: Vec<_> = many[&goal].iter().take(per_goal).cloned().collect();
                assert_eq!(few, first, "{file}: {per_goal} of {goal}");
            }
        }
    }
}

fn specgen(arguments: &[&str]) -> (bool, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_specgen"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .expect("specgen runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    (output.status.success(), text(output.stdout), text(output.stderr))
}

#[test]
fn further_witnesses_are_listed_shown_and_not_counted_as_goals() {
    let (_, one, _) = specgen(&["goals", "specs/stack.spec", "--format", "json"]);
    let (_, two, _) =
        specgen(&["goals", "specs/stack.spec", "--format", "json", "--per-goal", "2"]);
    let [one, two] = [one, two]
        .map(|text| serde_json::from_str::<serde_json::Value>(&text).expect("verdicts are JSON"));
    assert_eq!(one["summary"], two["summary"]);
    let ids = |document: &serde_json::Value, further: bool| -> Vec<String> {
        let goals = document["goals"].as_array().expect("goals").iter();
        let chosen = goals.filter(|goal| goal["further"].is_u64() == further);
        chosen.map(|goal| goal["id"].as_str().expect("an id").to_owned()).collect()
    };
    assert_eq!(ids(&one, false), ids(&two, false));
    assert!(ids(&one, true).is_empty());
    assert!(ids(&two, true).iter().all(|id| id.ends_with("_2")));

    let further = &ids(&two, true)[0];
    let (shown, model, _) = specgen(&["show", "specs/stack.spec", further]);
    assert!(shown && model.contains("push"), "{model}");
    let missing = format!("{}_9", further.trim_end_matches("_2"));
    let (shown, _, why) = specgen(&["show", "specs/stack.spec", &missing]);
    assert!(!shown && why.contains("witnesses within the limits"), "{why}");
}

#[test]
fn a_number_of_witnesses_is_small_and_not_zero() {
    for number in ["0", "101", "-1", "two"] {
        let option = format!("--per-goal={number}");
        let (fine, _, why) = specgen(&["goals", "specs/stack.spec", &option]);
        assert!(!fine && why.contains("--per-goal <N>"), "{why}");
    }
}

/// Nothing about outcomes of the first search changes.
#[test]
fn one_witness_is_what_the_search_finds() {
    let theory = example::shipped("sorted_set.spec");
    let goals = goals(&theory, GoalOptions::default()).expect("few goals");
    let options = Options::default();
    let outcomes: Vec<Outcome> =
        search(&theory, &goals, &options, &mut |_| {}).expect("sound models");
    let varied = vary(&theory, (&goals, outcomes.clone()), 1, &options, &mut |_| {});
    assert_eq!(varied.expect("sound models"), (goals, outcomes));
}
