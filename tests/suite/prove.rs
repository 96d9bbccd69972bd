//! Refutations by reasoning about terms, against what the search finds.

use specgen::goal::{GoalOptions, goals};
use specgen::prove::Prover;
use specgen::prove::induction::{implied, paired_candidates, proved, single_candidates};
use specgen::search::{Options, Verdict, search};

use crate::example;

/// All shipped specifications with numbers, which are those that this prover is asked about, and
/// some others.
const SHIPPED: [&str; 12] = [
    "accumulator.spec",
    "bag.spec",
    "bounded_stack.spec",
    "hash_set.spec",
    "interval_tree.spec",
    "list.spec",
    "map.spec",
    "pair_stack.spec",
    "queue.spec",
    "search_tree.spec",
    "sorted_set.spec",
    "union_find.spec",
];

/// No goal is refuted that a model has, with lemmas or without. The candidates are all that the
/// goals suggest: no run has left out the false ones.
#[test]
fn no_goal_of_a_model_is_refuted() {
    let (mut covered, mut refuted, mut lemmas) = (0, 0, 0);
    for file in SHIPPED {
        let theory = example::shipped(file);
        let goals = goals(&theory, GoalOptions::default()).expect("few goals");
        let outcomes = search(&theory, &goals, &Options::default(), &mut |_| {});
        let all: Vec<_> = goals.iter().collect();
        let mut single = proved(&theory, &[], single_candidates(&theory, &all));
        single.extend(implied(&theory, &single, single_candidates(&theory, &all)));
        let known = proved(&theory, &single, paired_candidates(&theory, &all));
        lemmas += known.len();
        let prover = Prover::new(&theory, &known);
        for (goal, outcome) in goals.iter().zip(outcomes.expect("models pass the evaluator")) {
            let is_refuted = prover.refutes(goal);
            refuted += usize::from(is_refuted);
            if let Verdict::Covered(_) = outcome.verdict {
                covered += 1;
                assert!(!is_refuted, "{file}: {}", goal.id());
            }
        }
    }
    assert!(covered > 200 && refuted > 30 && lemmas > 10, "{covered}, {refuted}, {lemmas}");
}
