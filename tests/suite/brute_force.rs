//! All models of tiny size, by trying every interpretation. What the search says
//! is compared with this; nothing here knows how it searches.

use proptest::prelude::*;
use proptest::sample::select;
use specgen::arena::Arena;
use specgen::goal::{Goal, GoalOptions, goals};
use specgen::model::{Carrier, Cell, Mode, Model, check_goal, check_model, tuples};
use specgen::search::{Options, Outcome, Scope, Verdict, search};
use specgen::testcase::canonical_terms;
use specgen::theory::{OpId, SortId, Theory};

use crate::example;

/// Every closed model with carriers of exactly these sizes.
pub fn models(theory: &Theory, sizes: &[(&str, u32)]) -> Vec<Model> {
    let mut found = Vec::new();
    let blank = example::model(theory, Mode::Closed, sizes, |_, _| Cell::Undefined);
    let is_constructor = |op: &OpId| theory.ops[*op].is_constructor();
    let (constructors, others): (Vec<_>, Vec<_>) = theory.ops.ids().partition(is_constructor);
    for_each_interpretation(theory, blank, &constructors, &mut |constructed| {
        // Most ways to construct leave junk; no need to look at what else they have.
        if !has_junk(theory, constructed) {
            for_each_interpretation(theory, constructed.clone(), &others, &mut |model| {
                if check_model(theory, model).is_ok() {
                    found.push(model.clone());
                }
            });
        }
    });
    found
}

fn has_junk(theory: &Theory, model: &Model) -> bool {
    let terms = canonical_terms(theory, model);
    terms.values().flatten().any(Option::is_none)
}

/// Gives these operations all answers, in all combinations.
fn for_each_interpretation(
    theory: &Theory,
    mut model: Model,
    ops: &[OpId],
    visit: &mut dyn FnMut(&Model),
) {
    // The odometer: one wheel for each cell of each table.
    let wheels: Vec<(OpId, usize, Vec<Cell>)> = (ops.iter())
        .flat_map(|op| {
            let answers = answers(theory, &model, *op);
            (0..model.tables[*op].cells.len()).map(move |cell| (*op, cell, answers.clone()))
        })
        .collect();
    if wheels.iter().any(|(_, _, answers)| answers.is_empty()) {
        return;
    }
    let mut positions = vec![0; wheels.len()];
    loop {
        for ((op, cell, answers), position) in wheels.iter().zip(&positions) {
            model.tables[*op].cells[*cell] = answers[*position];
        }
        visit(&model);
        let turns = |wheel: &usize| positions[*wheel] + 1 < wheels[*wheel].2.len();
        let Some(wheel) = (0..wheels.len()).find(turns) else { return };
        positions[wheel] += 1;
        positions[..wheel].fill(0);
    }
}

/// All answers that an operation may give somewhere.
fn answers(theory: &Theory, model: &Model, op: OpId) -> Vec<Cell> {
    let op = &theory.ops[op];
    let Some(sort) = op.result else {
        return vec![Cell::Truth(false), Cell::Truth(true)];
    };
    let mut answers: Vec<Cell> = (0..model.size(sort)).map(Cell::Element).collect();
    if op.domain.is_some() {
        answers.push(Cell::Undefined);
    }
    answers
}

fn count(spec: &str, sort: &str, size: u32) -> usize {
    models(&example::shipped(&format!("library/{spec}")), &[(sort, size)]).len()
}

#[test]
fn relations_on_up_to_three_elements_are_as_many_as_known() {
    let known = [
        ("partial_order.spec", "POrderable", [1, 3, 19]),
        ("total_order.spec", "Orderable", [1, 2, 6]),
        ("preorder.spec", "Preorderable", [1, 4, 29]),
        ("total_preorder.spec", "Rankable", [1, 3, 13]),
        ("equivalence.spec", "Equatable", [1, 2, 5]),
    ];
    for (spec, sort, counts) in known {
        let found = [1, 2, 3].map(|size| count(spec, sort, size));
        assert_eq!(found, counts, "{spec}");
    }
}

/// Over `n` elements there are 2^n sorted sets, in exactly one way up to
/// renaming: so every labelling of a linear order and of the sets counts.
#[test]
fn sorted_sets_over_one_element_have_two_labellings() {
    let theory = example::shipped("sorted_set.spec");
    let found =
        [1, 2, 3].map(|sets| models(&theory, &[("Orderable", 1), ("SortedSet", sets)]).len());
    assert_eq!(found, [0, 2, 0]);
}

#[test]
fn carriers_have_the_sizes_that_were_asked_for() {
    let theory = example::shipped("sorted_set.spec");
    let found = models(&theory, &[("Orderable", 1), ("SortedSet", 2)]);
    let carriers: &Arena<SortId, Carrier> = &found[0].carriers;
    assert_eq!(carriers.values().map(|carrier| carrier.size).collect::<Vec<_>>(), [1, 2]);
}

/// Boxes of elements, with a domain condition and two axioms that are made up.
fn random_specification() -> impl Strategy<Value = [String; 3]> {
    let domain = select(vec!["p(S)", "not p(S)", "p(S) or p(make())", "S != make()"]);
    (domain, axiom(), axiom()).prop_map(|(domain, first, second)| [domain.into(), first, second])
}

fn specification([domain, first, second]: &[String; 3]) -> String {
    format!(
        "specification Box[Element]
           sorts Box[Element]
           constructors make: --> Box[Element]; put: Box[Element] Element --> Box[Element];
           observers p: Box[Element]; q: Box[Element] Element; get: Box[Element] -->? Element;
           domains S: Box[Element]; get(S) if {domain};
           axioms E, F: Element; S: Box[Element]; {first}; {second};
         end specification"
    )
}

fn axiom() -> impl Strategy<Value = String> {
    let connective = select(vec!["if", "iff", "or", "and"]);
    prop_oneof![
        literal(),
        (literal(), connective.clone(), literal()).prop_map(|(a, c, b)| format!("{a} {c} {b}")),
        (literal(), literal(), connective, literal())
            .prop_map(|(a, b, c, d)| format!("{a} if ({b} {c} {d})")),
    ]
}

fn literal() -> impl Strategy<Value = String> {
    let a_box = || select(vec!["S", "make()", "put(S, E)", "put(put(S, E), F)", "put(S, get(S))"]);
    let element = || select(vec!["E", "F", "get(S)", "get(put(S, E))"]);
    let atom = prop_oneof![
        a_box().prop_map(|b| format!("p({b})")),
        (a_box(), element()).prop_map(|(b, e)| format!("q({b}, {e})")),
        (a_box(), element()).prop_map(|(b, e)| format!("get({b}) = {e}")),
        (a_box(), a_box()).prop_map(|(a, b)| format!("{a} = {b}")),
    ];
    (any::<bool>(), atom).prop_map(|(negated, atom)| match negated {
        true => format!("not ({atom})"),
        false => atom,
    })
}

/// Whether some assignment in some of the models fulfils the goal.
fn is_covered(theory: &Theory, models: &[Model], goal: &Goal) -> bool {
    models.iter().any(|model| {
        let sizes: Vec<u32> =
            goal.variables.iter().map(|variable| model.size(variable.sort)).collect();
        tuples(&sizes).any(|assignment| check_goal(theory, model, goal, &assignment).is_ok())
    })
}

fn searched(theory: &Theory, goals: &[Goal], scope: &str) -> Vec<Outcome> {
    let scope = Scope::parse(scope, theory).expect("the scope is well-formed");
    let options = Options { scope, ..Options::default() };
    search(theory, goals, &options, &mut |_| {}).expect("all models pass the evaluator")
}

fn compare(text: &str, boxes: u32, elements: u32) -> Result<(), TestCaseError> {
    let theory = example::theory(text);
    let goals = goals(&theory, GoalOptions { aliasing: true, ..GoalOptions::default() })
        .expect("few goals");
    let models = models(&theory, &[("Box", boxes), ("Element", elements)]);
    let outcomes = searched(&theory, &goals, &format!("Box={boxes},Element={elements}"));
    for (goal, outcome) in goals.iter().zip(&outcomes) {
        let expected = is_covered(&theory, &models, goal);
        match (&outcome.verdict, outcome.mode) {
            (Verdict::Covered(_), Mode::Closed) => prop_assert!(expected, "{}", goal.id),
            // Fragments are for theories without a closed model.
            (Verdict::Covered(_), Mode::Fragment) => prop_assert!(models.is_empty()),
            (Verdict::Impossible(_) | Verdict::NotFound, _) => {
                prop_assert!(!expected, "{} has a model", goal.id);
            }
            (Verdict::GaveUp(_), _) => prop_assert!(false, "{} has no limit", goal.id),
        }
    }
    Ok(())
}

/// Few cases, since each tries thousands of models; `PROPTEST_CASES` asks for more.
fn config() -> ProptestConfig {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(4),
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn search_agrees_with_brute_force_at_two_boxes_and_two_elements(
        axioms in random_specification()
    ) {
        compare(&specification(&axioms), 2, 2)?;
    }

    #[test]
    fn search_agrees_with_brute_force_at_three_boxes_and_one_element(
        axioms in random_specification()
    ) {
        compare(&specification(&axioms), 3, 1)?;
    }

    #[test]
    fn order_and_names_never_change_a_verdict(axioms in random_specification()) {
        let [domain, first, second] = &axioms;
        let label = |name: &str, axiom: &String| format!("[{name}] {axiom}");
        let there = [domain.clone(), label("first", first), label("second", second)];
        let back = [domain.clone(), label("second", second), label("first", first)];
        let renamed = specification(&there).replace("E,", "Xe,").replace("E)", "Xe)")
            .replace("= E;", "= Xe;").replace("= E ", "= Xe ");
        let verdicts = |text: &str| {
            let theory = example::theory(text);
            let goals = goals(&theory, GoalOptions::default()).expect("few goals");
            let outcomes = searched(&theory, &goals, "Box<=3,Element<=2");
            let mut verdicts: Vec<_> = (goals.iter().zip(outcomes))
                .map(|(goal, outcome)| {
                    let literals: Vec<String> = goal.literals.iter()
                        .map(|literal| literal.text(&theory, &goal.variables).replace("Xe", "E"))
                        .collect();
                    (literals, std::mem::discriminant(&outcome.verdict))
                })
                .map(|(literals, verdict)| (literals, format!("{verdict:?}")))
                .collect();
            verdicts.sort();
            verdicts
        };
        let expected = verdicts(&specification(&there));
        prop_assert_eq!(&expected, &verdicts(&specification(&back)));
        prop_assert_eq!(&expected, &verdicts(&renamed));
    }
}
