//! Broken axioms, shown by a call where that is possible.
//!
//! `largest(m) is 3, the specification says 7` says more than that an axiom about `insert` is
//! false: after one more step, with the values of the axiom, running the specification mostly
//! finds the same fault.

use super::super::execute::Pattern;
use super::check::tuples;
use super::check::{Cause, Check, Problem, Run};
use super::replay::{self, Sequence};
use super::subject::Subject;
use super::world::{Step, Value, Way};

/// The most further steps that are tried.
const TRIALS: usize = 100;

/// A sequence with one more step after which a call shows that the axiom is broken.
pub fn shown_by_call(
    subject: &Subject,
    sequence: &Sequence,
    problem: &Problem,
) -> Option<(Sequence, Problem)> {
    let Check::Axiom(axiom, values) = &sequence.check else {
        return None;
    };
    let sorts = subject.axioms[*axiom].sorts.iter().copied();
    let mut known: Vec<(usize, Value)> = sorts.zip(values.iter().copied()).collect();
    let (mut steps, observers) = called(subject, *axiom);
    // A domain condition speaks of the call itself.
    let is_domain = observers.is_empty();
    if is_domain {
        let refused = |op: &usize| subject.operations[*op].can_be_refused();
        steps.extend((0..subject.operations.len()).filter(refused));
    }
    let steps = calls(subject, &known, &steps);
    let last = Value::Step(sequence.steps.len());
    known.push((0, last));
    for step in steps.into_iter().take(TRIALS) {
        let mut longer = sequence.clone();
        known.pop();
        known.extend(subject.program.ops[step.op].result.map(|sort| (sort, last)));
        longer.steps.push(step);
        longer.check = Check::Step;
        let (mut run, failed) = replay::again(subject, &longer, false);
        if let Some(failed) = failed {
            let panics = |problem: &Problem| problem.kind.starts_with("panic");
            if is_domain || panics(problem) && panics(&failed) {
                return Some((longer, failed));
            }
            continue;
        }
        if run.world.way(sequence.steps.len()) != Way::Made {
            continue;
        }
        for seen in calls(subject, &known, &observers) {
            longer.check = Check::Observe(seen.clone());
            let found = match seen.arguments.contains(&last) {
                true => run.check(&longer.check).err(),
                false => None,
            };
            // Of another cause no test to paste can be written.
            let found = found.filter(|found| *found.cause != Cause::Unknown);
            if let Some(found) = found.filter(|_| rests_on(&mut run, &seen, *axiom)) {
                return Some((longer, found));
            }
        }
    }
    None
}

/// Whether the specification determines an answer by an axiom.
fn rests_on(run: &mut Run<'_>, step: &Step, axiom: usize) -> bool {
    let terms = run.arguments(step).unwrap_or_default();
    let call = run.engine.call(step.op, &terms);
    let reason = run.reason(call);
    reason.map_or(false, |reason| {
        run.subject.program.axioms[reason].label == run.subject.axioms[axiom].name
    })
}

/// The steps and the observers that an axiom speaks of. Evaluating it has called them already, so
/// they return, which other calls of a broken type may not do.
fn called(subject: &Subject, axiom: usize) -> (Vec<usize>, Vec<usize>) {
    let program = &subject.program;
    let name = subject.axioms[axiom].name;
    let (mut steps, mut observers) = (Vec::new(), Vec::new());
    let rules = program.rules.iter();
    for rule in rules.filter(|rule| program.axioms[rule.axiom].label == name) {
        observers.push(rule.op);
        steps.extend(rule.head.iter().filter_map(|pattern| match pattern {
            Pattern::Apply(op, _) => Some(*op),
            _ => None,
        }));
    }
    (steps, observers)
}

/// Calls of some operations with known values.
fn calls(subject: &Subject, known: &[(usize, Value)], ops: &[usize]) -> Vec<Step> {
    let is_called = |op: &&usize| subject.operations[**op].is_mapped;
    let mut found = Vec::new();
    for op in ops.iter().filter(is_called) {
        let of_sort = |of: &usize| -> Vec<Value> {
            let values = known.iter().filter(|(sort, _)| sort == of);
            values.map(|(_, value)| *value).collect()
        };
        let sorts = subject.program.ops[*op].arguments.iter();
        let choices: Vec<Vec<Value>> = sorts.map(of_sort).collect();
        let sizes: Vec<usize> = choices.iter().map(Vec::len).collect();
        for tuple in tuples(&sizes) {
            let values = tuple.iter().zip(&choices);
            let arguments = values.map(|(place, values)| values[*place]);
            let (op, arguments) = (*op, arguments.collect());
            found.push(Step { op, arguments });
        }
    }
    found
}
