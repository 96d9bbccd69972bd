//! What holds of every witness of every specification that ships.

use std::collections::BTreeSet;

use specgen::goal::{Goal, GoalOptions, goals};
use specgen::model::{
    GroundTerm, Mode, Model, Witness, canonical_terms, check, check_goal, tuples,
};
use specgen::search::{Options, Outcome, ScopeLimits, Verdict, search};
use specgen::theory::Theory;

use crate::{enumerate_provable, eval_models, example};

/// Files whose default scope takes long, each with a smaller one.
const SMALLER: [(&str, &str); 4] = [
    ("graph.spec", "Node<=2"),
    ("list.spec", "List<=6,Element<=2"),
    ("map.spec", "Map<=9,Key<=2,Value<=2"),
    ("union_find.spec", "UnionFind<=5,Element<=2"),
];

struct Searched {
    file: String,
    theory: Theory,
    goals: Vec<Goal>,
    outcomes: Vec<Outcome>,
}

impl Searched {
    fn new(file: String) -> Self {
        let theory = example::shipped(&file);
        let goals = goals(&theory, GoalOptions::default()).expect("few goals");
        let smaller = SMALLER.iter().find(|(name, _)| *name == file);
        let scope = smaller.map_or("", |(_, scope)| scope);
        let scope = ScopeLimits::parse(scope, &theory).expect("the scope is well-formed");
        let options = Options { scope, ..Options::default() };
        let outcomes = search(&theory, &goals, &options, &mut |_| {});
        let outcomes = outcomes.expect("all models pass the evaluator");
        Self { file, theory, goals, outcomes }
    }

    fn witnesses(&self) -> impl Iterator<Item = (&Goal, &Witness)> {
        self.goals.iter().zip(&self.outcomes).filter_map(|(goal, outcome)| match &outcome.verdict {
            Verdict::Covered(witness) => Some((goal, &**witness)),
            _ => None,
        })
    }

    /// Every model passes the evaluator once more, and no term could be shorter.
    fn check_witnesses(&self) {
        for (goal, witness) in self.witnesses() {
            let Witness { model, assignment, terms } = witness;
            let place = format!("{}: {}", self.file, goal.id());
            assert_eq!(check(&self.theory, model, goal, assignment), Ok(()), "{place}");
            let shortest = canonical_terms(&self.theory, model);
            let elements = goal.variables.iter().zip(assignment);
            for ((variable, element), term) in elements.zip(terms) {
                let shortest = shortest[variable.sort][*element as usize].as_ref();
                let shortest = shortest.expect("a model has no junk");
                assert_eq!(symbols(term), symbols(shortest), "{place}: {}", variable.name);
            }
        }
    }

    /// Running the axioms gives what the tables of closed models say, or nothing.
    fn check_running(&self) {
        let mut seen = BTreeSet::new();
        for (goal, witness) in self.witnesses() {
            let model = &witness.model;
            if model.mode == Mode::Closed && seen.insert(format!("{model:?}")) {
                let agrees = eval_models::compare(&self.theory, model);
                assert!(agrees.is_ok(), "{}: {}: {agrees:?}", self.file, goal.id());
            }
        }
    }

    /// Every value of every closed model is the value of an enumerated term. Returns how many
    /// values that are.
    fn check_values(&self) -> usize {
        let mut seen = BTreeSet::new();
        let closed = self
            .witnesses()
            .map(|(_, witness)| &witness.model)
            .filter(|model| model.mode == Mode::Closed && seen.insert(format!("{model:?}")));
        let closed: Vec<&Model> = closed.collect();
        let counts =
            closed.into_iter().map(|it| enumerate_provable::check_values(&self.theory, it));
        counts.flatten().sum()
    }

    /// What is proved impossible happens in none of the models that were found.
    fn check_refutations(&self) {
        let refuted = self.goals.iter().zip(&self.outcomes);
        let refuted: Vec<&Goal> = refuted
            .filter(|(_, outcome)| matches!(outcome.verdict, Verdict::Impossible(_)))
            .map(|(goal, _)| goal)
            .collect();
        let mut seen = BTreeSet::new();
        for (_, witness) in self.witnesses() {
            if seen.insert(format!("{:?}", witness.model)) {
                for goal in &refuted {
                    let message = format!("{}: {} has a model", self.file, goal.id());
                    assert!(!is_fulfilled(&self.theory, &witness.model, goal), "{message}");
                }
            }
        }
    }
}

fn symbols(term: &GroundTerm) -> usize {
    match term {
        GroundTerm::Element(..) | GroundTerm::Int(_) => 1,
        GroundTerm::Apply(_, arguments) => 1 + arguments.iter().map(symbols).sum::<usize>(),
    }
}

fn is_fulfilled(theory: &Theory, model: &Model, goal: &Goal) -> bool {
    let sizes: Vec<u32> = goal.variables.iter().map(|variable| model.size(variable.sort)).collect();
    tuples(&sizes).any(|assignment| check_goal(theory, model, goal, &assignment).is_ok())
}

fn check_files(belongs: impl Fn(&str) -> bool) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/specs");
    let entries = std::fs::read_dir(folder).expect("the folder is readable");
    let names =
        entries.map(|entry| entry.expect("the entry is readable").file_name().into_string());
    let names = names.map(|name| name.expect("file names are text"));
    let mut names: Vec<String> =
        names.filter(|name| name.ends_with(".spec") && belongs(name)).collect();
    names.sort();
    assert!(!names.is_empty());
    let mut values = 0;
    for name in names {
        let searched = Searched::new(name);
        searched.check_witnesses();
        searched.check_refutations();
        searched.check_running();
        values += searched.check_values();
    }
    assert!(values > 50, "values of models were compared with terms: {values}");
}

// Two tests, so that they run beside each other.

#[test]
fn witnesses_are_models_with_shortest_terms_and_contradict_no_refutation_up_to_l() {
    check_files(|name| name < "m");
}

#[test]
fn witnesses_are_models_with_shortest_terms_and_contradict_no_refutation_from_m_on() {
    check_files(|name| name >= "m");
}
