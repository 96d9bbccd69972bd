//! Running a specification gives the answer of a congruence closure over small terms, or none.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use specgen::arena::Id;
use specgen::decide::Parameters;
use specgen::execute::{Answer, Engine, Node, TermId};
use specgen::model::{Mode, ParameterTables, tuples};
use specgen::rules;
use specgen::search::{CarrierSizes, Range, Symmetry, listed_models};
use specgen::theory::{Formula, SortId, SortKind, Theory};
use specgen::trial;

use crate::closure::{Closure, Constant};
use crate::example;
use crate::random_specifications::{Specification, bags, boxes, heaps, shelves};

/// The values of each sort, and the instances of each axiom.
const VALUES: usize = 9;
const INSTANCES: usize = 250;
const ROUNDS: usize = 8;

/// One value: for the closure and for the engine.
type Value = (usize, TermId);

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    /// Both give the same answer.
    agreed: usize,
    /// Only one has an answer.
    only_run: usize,
    only_closure: usize,
}

/// Compares all small calls over one algebra with two elements of each parameter.
fn compare(theory: &Theory) -> Option<Count> {
    let parameters = Parameters::of(theory)?;
    let given = theory.sorts.iter().filter(|(_, sort)| sort.kind == SortKind::Parameter);
    let sizes: Vec<(SortId, u32)> = given.map(|(sort, _)| (sort, 2)).collect();
    // The last algebra is the one with the most structure.
    let algebra = parameters.algebras(&sizes).into_iter().next_back()?;
    Some(compare_over(theory, &algebra))
}

/// Compares all small calls over an algebra on which the axioms have a model.
fn compare_over(theory: &Theory, algebra: &ParameterTables) -> Count {
    let tables = trial::tables(theory, algebra);
    let program = rules::program(theory);
    let mut engine = Engine::new(&program, &tables);
    let mut closure = Closure::new(theory, &tables);
    let values = values(theory, &mut closure, &mut engine);
    let mut instances: Vec<(&Formula, Vec<usize>)> = Vec::new();
    for axiom in theory.axioms.values() {
        let sorts: Vec<SortId> = axiom.variables.iter().map(|it| it.sort).collect();
        for picked in picked(&values, &sorts).take(INSTANCES) {
            instances.push((&axiom.formula, picked.iter().map(|value| value.0).collect()));
        }
    }
    let calls: Vec<_> = theory
        .ops
        .iter()
        .filter(|(_, op)| !op.is_constructor() && !theory.is_parameter(op.spec))
        .flat_map(|(id, op)| picked(&values, &op.arguments).take(INSTANCES).map(move |it| (id, it)))
        .collect();
    let of_closure: Vec<usize> = calls
        .iter()
        .map(|(op, picked)| closure.call(*op, picked.iter().map(|value| value.0).collect()))
        .collect();
    closure.saturate(&instances, ROUNDS);
    assert!(!closure.is_contradictory, "the axioms are consistent");
    let mut count = Count::default();
    for ((op, picked), expected) in calls.iter().zip(of_closure) {
        let arguments: Vec<TermId> = picked.iter().map(|value| value.1).collect();
        let found = match engine.apply(op.index(), &arguments) {
            Answer::Undetermined(_) => None,
            Answer::Undefined => Some(closure.constant(Constant::Undefined)),
            Answer::Value(value) => Some(translated(&mut closure, &engine, value)),
            Answer::Contradiction(found) => panic!("{found:?}"),
        };
        let name = &theory.ops[*op].name;
        match (found, closure.value(expected)) {
            (Some(found), Some(expected)) => {
                if let Some(found) = closure.value(found) {
                    assert_eq!(found, expected, "{name} {picked:?}");
                    count.agreed += 1;
                }
            }
            (Some(found), None) if closure.root(found) == closure.root(expected) => {
                count.agreed += 1;
            }
            (Some(_), None) => count.only_run += 1,
            (None, Some(_)) => count.only_closure += 1,
            (None, None) => {}
        }
    }
    count
}

/// Elements, numbers, and what one or two constructors make of them, by sort.
fn values(theory: &Theory, closure: &mut Closure, engine: &mut Engine<'_>) -> Vec<Vec<Value>> {
    let mut values: Vec<Vec<Value>> = vec![Vec::new(); theory.sorts.len()];
    for (sort, found) in theory.sorts.iter() {
        values[sort.index()] = match found.kind {
            SortKind::Constructed => Vec::new(),
            SortKind::Parameter => (0..2)
                .map(|number| {
                    let constant = Constant::Element(sort.index(), number);
                    (closure.constant(constant), engine.element(sort.index(), number))
                })
                .collect(),
            SortKind::Int => (0..3)
                .map(|number| (closure.constant(Constant::Int(number)), engine.int(number)))
                .collect(),
        };
    }
    for _ in 0..3 {
        let known = values.clone();
        for (id, op) in theory.ops.iter().filter(|(_, op)| op.is_constructor()) {
            let sort = op.result.expect("constructors have a result").index();
            // Constructors with a domain may be undefined.
            for picked in picked(&known, &op.arguments).filter(|_| op.domain.is_none()) {
                let call = closure.call(id, picked.iter().map(|value| value.0).collect());
                let arguments: Vec<TermId> = picked.iter().map(|value| value.1).collect();
                let Answer::Value(value) = engine.apply(id.index(), &arguments) else { continue };
                let is_known = values[sort].iter().any(|(known, _)| *known == call);
                if !is_known && values[sort].len() < VALUES {
                    values[sort].push((call, value));
                }
            }
        }
    }
    values
}

/// All choices of values for these sorts.
fn picked(values: &[Vec<Value>], sorts: &[SortId]) -> impl Iterator<Item = Vec<Value>> {
    let own: Vec<Vec<Value>> = sorts.iter().map(|sort| values[sort.index()].clone()).collect();
    let sizes: Vec<u32> = own.iter().map(|values| values.len() as u32).collect();
    let all: Vec<Vec<u32>> = match sizes.contains(&0) {
        true => Vec::new(),
        false => tuples(&sizes).collect(),
    };
    all.into_iter().map(move |picks| {
        picks.iter().zip(&own).map(|(pick, values)| values[*pick as usize]).collect()
    })
}

fn translated(closure: &mut Closure, engine: &Engine<'_>, value: TermId) -> usize {
    match engine.terms().node(value) {
        Node::Apply(op, arguments) => {
            let arguments = arguments.iter().map(|it| translated(closure, engine, *it)).collect();
            closure.call(specgen::theory::OpId::from_index(*op), arguments)
        }
        leaf => closure.leaf(leaf),
    }
}

#[test]
fn running_gives_the_answer_of_a_congruence_closure_or_none() {
    let mut all = Count::default();
    for file in [
        "accumulator.spec",
        "bag.spec",
        "deque.spec",
        "digraph.spec",
        "graph.spec",
        "hash_set.spec",
        "list.spec",
        "map.spec",
        "one_of_set.spec",
        "pair_stack.spec",
        "partially_ordered_set.spec",
        "priority_queue.spec",
        "queue.spec",
        "search_tree.spec",
        "sorted_set.spec",
        "stack.spec",
        "union_find.spec",
        "union_set.spec",
    ] {
        let count = compare(&example::shipped(file)).expect("parameters of their own");
        assert!(count.agreed > 0, "{file}: {count:?}");
        all.agreed += count.agreed;
        all.only_run += count.only_run;
        all.only_closure += count.only_closure;
    }
    // Only union_find has calls that running alone determines.
    assert!(all.agreed > 700 && all.only_run < 10 && all.only_closure == 0, "{all:?}");
}

/// Specifications of each family.
const RANDOM: usize = 12;

/// Compares specifications that have a model with two elements, over the parameters of that
/// model. So every answer that follows from the axioms is true in the model, and answers that
/// differ are wrong.
fn compare_random(specifications: impl Strategy<Value = Specification>) -> Count {
    let mut runner = TestRunner::deterministic();
    let mut all = Count::default();
    for _ in 0..RANDOM {
        let spec = specifications.new_tree(&mut runner).expect("it is made up").current();
        let theory = example::theory(&spec.text());
        let carriers = CarrierSizes::uniform(&theory, 2, 3, Range { low: 0, high: 3 });
        let models = listed_models(&theory, &carriers, Mode::Closed, Symmetry::Broken, 1);
        let Some(model) = models.first() else { continue };
        let count = compare_over(&theory, &ParameterTables::of(&theory, model));
        all.agreed += count.agreed;
        all.only_run += count.only_run;
        all.only_closure += count.only_closure;
    }
    all
}

#[test]
fn running_gives_the_answer_of_a_congruence_closure_on_random_specifications() {
    let counts = [
        compare_random(boxes()),
        compare_random(heaps()),
        compare_random(shelves()),
        compare_random(bags()),
    ];
    for count in counts {
        assert!(count.agreed > 0, "{counts:?}");
    }
}
