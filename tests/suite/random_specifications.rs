//! What the search says of specifications that are made up, against what trying
//! every interpretation says.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select;
use specgen::decide::decide;
use specgen::goal::{Goal, GoalOptions, goals};
use specgen::model::{
    Cell, Element, GroundTerm, Mode, Model, ParameterTables, canonical_form, check_goal, tuples,
};
use specgen::search::{
    CarrierSize, CarrierSizes, Options, Outcome, ScopeLimits, Symmetry, Verdict, listed_models,
    search,
};
use specgen::theory::{SortKind, Theory};

use crate::{brute_force, eval_models, example};

/// A specification with two made-up axioms.
#[derive(Clone, Debug)]
pub struct Specification {
    /// Everything before the axioms.
    head: String,
    axioms: [String; 2],
}

impl Specification {
    pub fn text(&self) -> String {
        let Self { head, axioms: [first, second] } = self;
        format!("{head} [first] {first}; [second] {second}; end specification")
    }
}

/// Boxes of elements, with a domain condition that is made up too.
pub fn boxes() -> impl Strategy<Value = Specification> {
    let domain = select(vec!["p(S)", "not p(S)", "p(S) or p(make())", "S != make()"]);
    let a_box = || select(vec!["S", "make()", "put(S, E)", "put(put(S, E), F)", "put(S, get(S))"]);
    let element = || select(vec!["E", "F", "get(S)", "get(put(S, E))"]);
    let atom = prop_oneof![
        a_box().prop_map(|b| format!("p({b})")),
        (a_box(), element()).prop_map(|(b, e)| format!("q({b}, {e})")),
        (a_box(), element()).prop_map(|(b, e)| format!("get({b}) = {e}")),
        (a_box(), a_box()).prop_map(|(a, b)| format!("{a} = {b}")),
    ];
    (domain, axioms(atom)).prop_map(|(domain, axioms)| {
        let head = format!(
            "specification Box[Element]
               sorts Box[Element]
               constructors make: --> Box[Element]; put: Box[Element] Element --> Box[Element];
               observers p: Box[Element]; q: Box[Element] Element; get: Box[Element] -->? Element;
               domains S: Box[Element]; get(S) if {domain};
               axioms E, F: Element; S: Box[Element];"
        );
        Specification { head, axioms }
    })
}

/// Heaps that are joined from others, built by a partial constructor, and counted.
pub fn heaps() -> impl Strategy<Value = Specification> {
    let domain = select(vec!["q(none(), E)", "not q(none(), E)", "p(none())", "count(none()) > 0"]);
    let heap =
        || select(vec!["S", "none()", "one(E)", "join(S, T)", "join(T, S)", "join(S, one(E))"]);
    let count = select(vec!["count(S)", "count(join(S, T))", "count(S) + count(T)"]);
    let number = select(vec!["0", "2", "count(T)", "2 * count(S) - 1"]);
    let comparison = select(vec!["=", "<", ">="]);
    let atom = prop_oneof![
        heap().prop_map(|s| format!("p({s})")),
        heap().prop_map(|s| format!("q({s}, E)")),
        (heap(), heap()).prop_map(|(a, b)| format!("{a} = {b}")),
        (count, comparison, number).prop_map(|(a, c, b)| format!("{a} {c} {b}")),
    ];
    (domain, axioms(atom)).prop_map(|(domain, axioms)| {
        let head = format!(
            "specification Heap[Element]
               sorts Heap[Element]
               constructors
                 none: --> Heap[Element];
                 one: Element -->? Heap[Element];
                 join: Heap[Element] Heap[Element] --> Heap[Element];
               observers p: Heap[Element]; q: Heap[Element] Element; count: Heap[Element] --> int;
               domains E: Element; one(E) if {domain};
               axioms E: Element; S, T: Heap[Element];"
        );
        Specification { head, axioms }
    })
}

/// Shelves of jars: constructed values that are built from other constructed ones.
pub fn shelves() -> impl Strategy<Value = Specification> {
    let jar = || select(vec!["E", "F", "jar()", "fill(E)", "fill(fill(F))"]);
    let shelf =
        || select(vec!["S", "bare()", "stow(S, E)", "stow(stow(S, E), F)", "stow(S, fill(E))"]);
    let atom = prop_oneof![
        shelf().prop_map(|s| format!("p({s})")),
        (shelf(), jar()).prop_map(|(s, e)| format!("q({s}, {e})")),
        (shelf(), shelf()).prop_map(|(a, b)| format!("{a} = {b}")),
        (jar(), jar()).prop_map(|(a, b)| format!("({a} = {b} and p(S))")),
    ];
    axioms(atom).prop_map(|axioms| Specification {
        head: "specification Jar
                 sorts Jar
                 constructors jar: --> Jar; fill: Jar --> Jar;
               end specification
               specification Shelf
                 sorts Shelf
                 constructors bare: --> Shelf; stow: Shelf Jar --> Shelf;
                 observers p: Shelf; q: Shelf Jar;
                 axioms E, F: Jar; S: Shelf;"
            .to_owned(),
        axioms,
    })
}

/// Bags of items whose parameter has an operation with a made-up law.
pub fn bags() -> impl Strategy<Value = Specification> {
    let law = select(vec!["next(next(E)) = E", "next(E) != E", "odd(next(E)) iff not odd(E)"]);
    let item = || select(vec!["E", "F", "next(E)", "next(next(F))"]);
    let bag = || select(vec!["S", "none()", "put(S, E)", "put(S, next(E))", "put(put(S, E), F)"]);
    let atom = prop_oneof![
        (bag(), item()).prop_map(|(s, e)| format!("q({s}, {e})")),
        (bag(), bag()).prop_map(|(a, b)| format!("{a} = {b}")),
        (item(), item()).prop_map(|(a, b)| format!("({a} = {b} or q(S, {a}))")),
        item().prop_map(|e| format!("(odd({e}) or q(S, {e}))")),
    ];
    (law, axioms(atom)).prop_map(|(law, axioms)| {
        let head = format!(
            "specification Ring
               sorts Item
               observers next: Item --> Item; odd: Item;
               axioms E: Item; [law] {law};
             end specification
             specification Bag[Ring]
               sorts Bag[Item]
               constructors none: --> Bag[Item]; put: Bag[Item] Item --> Bag[Item];
               observers q: Bag[Item] Item;
               axioms E, F: Item; S: Bag[Item];"
        );
        Specification { head, axioms }
    })
}

fn axioms(atom: impl Strategy<Value = String> + 'static) -> impl Strategy<Value = [String; 2]> {
    let atom = atom.boxed();
    let literal = (any::<bool>(), atom).prop_map(|(negated, atom)| match negated {
        true => format!("not ({atom})"),
        false => atom,
    });
    let literal = literal.boxed();
    let connective = select(vec!["if", "iff", "or", "and"]);
    let two = (literal.clone(), connective.clone(), literal.clone());
    let three = (literal.clone(), literal.clone(), connective, literal.clone());
    let axiom = prop_oneof![
        literal,
        two.prop_map(|(a, c, b)| format!("{a} {c} {b}")),
        three.prop_map(|(a, b, c, d)| format!("{a} if ({b} {c} {d})")),
    ];
    let axiom = axiom.boxed();
    [axiom.clone(), axiom]
}

/// Whether some assignment in some of the models fulfils the goal.
pub fn is_covered(theory: &Theory, models: &[Model], goal: &Goal) -> bool {
    models.iter().any(|model| {
        let sizes: Vec<u32> =
            goal.variables.iter().map(|variable| model.size(variable.sort)).collect();
        tuples(&sizes).any(|assignment| check_goal(theory, model, goal, &assignment).is_ok())
    })
}

pub fn searched(theory: &Theory, goals: &[Goal], scope: &str) -> Vec<Outcome> {
    let scope = ScopeLimits::parse(scope, theory).expect("the scope is well-formed");
    let options = Options { scope, ..Options::default() };
    search(theory, goals, &options, &mut |_| {}).expect("all models pass the evaluator")
}

/// `int` has as many numbers from 0 on.
pub fn scope(sizes: &[(&str, u32)]) -> String {
    let part = |(sort, size): &(&str, u32)| match *sort {
        "int" => format!("int=0..{}", size - 1),
        sort => format!("{sort}={size}"),
    };
    sizes.iter().map(part).collect::<Vec<_>>().join(",")
}

fn carriers(theory: &Theory, size: impl Fn(&str, SortKind) -> u32, exact: bool) -> CarrierSizes {
    let sorts = theory.sorts.values().map(|sort| CarrierSize {
        size: size(&sort.name, sort.kind),
        exact: exact || sort.kind != SortKind::Constructed,
        low: 0,
    });
    CarrierSizes { sorts: sorts.collect() }
}

/// The verdicts at exactly these sizes, the number of models, and that what is
/// refuted has no model among larger ones either.
fn compare(spec: &Specification, sizes: &[(&str, u32)]) -> Result<(), TestCaseError> {
    let theory = example::theory(&spec.text());
    let options = GoalOptions { aliasing: true, ..GoalOptions::default() };
    let goals = goals(&theory, options).expect("few goals");
    let models = brute_force::models(&theory, sizes);
    let outcomes = searched(&theory, &goals, &scope(sizes));
    for (goal, outcome) in goals.iter().zip(&outcomes) {
        let expected = is_covered(&theory, &models, goal);
        match (&outcome.verdict, outcome.mode) {
            (Verdict::Covered(_), Mode::Closed) => prop_assert!(expected, "{}", goal.id()),
            // Fragments are for theories without a closed model.
            (Verdict::Covered(_), _) => prop_assert!(models.is_empty()),
            (Verdict::Impossible(_) | Verdict::NotFound, _) => {
                prop_assert!(!expected, "{} has a model", goal.id());
            }
            (Verdict::GaveUp(_), _) => prop_assert!(false, "{} has no limit", goal.id()),
        }
    }
    for model in models.iter().take(RUN) {
        let agrees = eval_models::compare(&theory, model);
        prop_assert!(agrees.is_ok(), "{:?} in {:?}", agrees, model);
    }
    compare_execution(&theory, &goals, &Options::default(), &models)?;
    compare_counts(&theory, &models, sizes)?;
    compare_with_larger(&theory, &goals, &outcomes)
}

/// An executed witness has its goal in every model with the same parameters, and what is
/// impossible has no model.
pub fn compare_execution(
    theory: &Theory,
    goals: &[Goal],
    options: &Options,
    models: &[Model],
) -> Result<(), TestCaseError> {
    let decided = decide(theory, goals, options, &mut |_| {});
    for (goal, outcome) in goals.iter().zip(decided.expect("all models pass the evaluator")) {
        match &outcome.verdict {
            Verdict::Covered(witness) if outcome.mode == Mode::Executed => {
                let parameters = ParameterTables::of(theory, &witness.model);
                for model in models.iter().take(COUNTED) {
                    let own = ParameterTables::of(theory, model);
                    if (&own.carriers, &own.tables) != (&parameters.carriers, &parameters.tables) {
                        continue;
                    }
                    let values = witness.terms.iter().map(|term| element(model, theory, term));
                    let Some(values) = values.collect::<Option<Vec<_>>>() else { continue };
                    let holds = check_goal(theory, model, goal, &values);
                    prop_assert!(holds.is_ok(), "{}: {:?} in {:?}", goal.id(), holds, model);
                }
            }
            Verdict::Impossible(_) => {
                prop_assert!(!is_covered(theory, models, goal), "{} has a model", goal.id());
            }
            _ => {}
        }
    }
    Ok(())
}

/// The element that a term denotes. `None` for a number outside of the range.
fn element(model: &Model, theory: &Theory, term: &GroundTerm) -> Option<Element> {
    match term {
        GroundTerm::Element(_, element) => Some(*element),
        GroundTerm::Int(number) => model.element_of_int(theory.int()?, *number),
        GroundTerm::Apply(op, arguments) => {
            let arguments = arguments.iter().map(|argument| element(model, theory, argument));
            match model.table(*op).cell(&arguments.collect::<Option<Vec<_>>>()?) {
                Cell::Element(element) => Some(element),
                _ => None,
            }
        }
    }
}

/// In how many models the axioms are run.
const RUN: usize = 10;

/// More models would take too long to list with all their symmetries.
const COUNTED: usize = 300;

fn compare_counts(
    theory: &Theory,
    models: &[Model],
    sizes: &[(&str, u32)],
) -> Result<(), TestCaseError> {
    if models.len() > COUNTED {
        return Ok(());
    }
    let form = |model: &Model| canonical_form(theory, model);
    let expected: BTreeSet<_> = models.iter().map(form).collect();
    let size = |name: &str, _| sizes.iter().find(|(sort, _)| *sort == name).map_or(1, |(_, n)| *n);
    let carriers = carriers(theory, size, true);
    for symmetry in [Symmetry::Broken, Symmetry::Kept] {
        let found = listed_models(theory, &carriers, Mode::Closed, symmetry, COUNTED + 1);
        let found: BTreeSet<_> = found.iter().map(form).collect();
        prop_assert_eq!(&found, &expected, "{:?}", symmetry);
    }
    Ok(())
}

fn compare_with_larger(
    theory: &Theory,
    goals: &[Goal],
    outcomes: &[Outcome],
) -> Result<(), TestCaseError> {
    let size = |_: &str, kind| if kind == SortKind::Constructed { 4 } else { 3 };
    let carriers = carriers(theory, size, false);
    let models = listed_models(theory, &carriers, Mode::Closed, Symmetry::Broken, 25);
    for (goal, outcome) in goals.iter().zip(outcomes) {
        if let Verdict::Impossible(_) = outcome.verdict {
            prop_assert!(!is_covered(theory, &models, goal), "{} has a model", goal.id());
        }
    }
    Ok(())
}

/// The verdict of every goal by what it asks for, in some order.
fn verdicts(text: &str, scope: &str) -> Vec<(String, &'static str)> {
    let theory = example::theory(text);
    let goals = goals(&theory, GoalOptions::default()).expect("few goals");
    let outcomes = searched(&theory, &goals, scope);
    let mut verdicts: Vec<_> = goals
        .iter()
        .zip(outcomes)
        .map(|(goal, outcome)| {
            let text = |literal: &specgen::goal::Literal| literal.text(&theory, &goal.variables);
            let literals: Vec<String> = goal.literals.iter().map(text).collect();
            let verdict = match outcome.verdict {
                Verdict::Covered(_) => "covered",
                Verdict::Impossible(_) => "impossible",
                Verdict::NotFound => "not found",
                Verdict::GaveUp(_) => "gave up",
            };
            (literals.join(" and ").replace("_x", ""), verdict)
        })
        .collect();
    verdicts.sort();
    verdicts
}

/// Other names for all variables, which are single letters here.
fn with_other_names(text: &str) -> String {
    let mut renamed = String::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() {
            word.push(c);
            continue;
        }
        renamed += &word;
        if word.len() == 1 && word.chars().all(|c| c.is_ascii_uppercase()) {
            renamed += "_x";
        }
        word.clear();
        renamed.push(c);
    }
    renamed
}

fn rearranged(spec: &Specification, scope: &str) -> Result<(), TestCaseError> {
    let expected = verdicts(&spec.text(), scope);
    let [first, second] = &spec.axioms;
    let head = &spec.head;
    let reversed = format!("{head} [second] {second}; [first] {first}; end specification");
    prop_assert_eq!(&expected, &verdicts(&reversed, scope));
    prop_assert_eq!(&expected, &verdicts(&with_other_names(&spec.text()), scope));
    Ok(())
}

/// Few cases, since each tries thousands of models; `PROPTEST_CASES` asks for more.
fn config() -> ProptestConfig {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(3),
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn search_agrees_with_brute_force_on_boxes(spec in boxes()) {
        compare(&spec, &[("Box", 2), ("Element", 2)])?;
        compare(&spec, &[("Box", 3), ("Element", 1)])?;
    }

    #[test]
    fn search_agrees_with_brute_force_on_heaps(spec in heaps()) {
        compare(&spec, &[("Heap", 2), ("Element", 1), ("int", 3)])?;
        compare(&spec, &[("Heap", 1), ("Element", 2), ("int", 2)])?;
    }

    #[test]
    fn search_agrees_with_brute_force_on_shelves(spec in shelves()) {
        compare(&spec, &[("Shelf", 2), ("Jar", 2)])?;
    }

    #[test]
    fn search_agrees_with_brute_force_on_bags(spec in bags()) {
        compare(&spec, &[("Bag", 2), ("Item", 2)])?;
    }

    #[test]
    fn order_and_names_never_change_a_verdict(
        boxes in boxes(),
        heaps in heaps(),
        shelves in shelves(),
        bags in bags(),
    ) {
        rearranged(&boxes, "Box<=3,Element<=2")?;
        rearranged(&heaps, "Heap<=3,Element<=2,int=-1..3")?;
        rearranged(&shelves, "Shelf<=3,Jar<=3")?;
        rearranged(&bags, "Bag<=3,Item<=2")?;
    }
}
