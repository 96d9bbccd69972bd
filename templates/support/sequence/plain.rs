//! Broken axioms, shown by a call where that is possible.
//!
//! `largest(m) is 3, the specification says 7` says more than that an axiom about `insert` is
//! false: after one more step, with the values of the axiom, running the specification mostly
//! finds the same fault.

use super::super::execute::SortKind;
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
    let steps = calls(subject, &known, true);
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
            if panics(problem) && panics(&failed) {
                return Some((longer, failed));
            }
            continue;
        }
        if run.world.way(sequence.steps.len()) != Way::Made {
            continue;
        }
        for seen in calls(subject, &known, false) {
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

/// Calls with known values: steps of a sequence, or observers.
fn calls(subject: &Subject, known: &[(usize, Value)], are_steps: bool) -> Vec<Step> {
    let program = &subject.program;
    let mut found = Vec::new();
    for (op, operation) in program.ops.iter().enumerate() {
        let builds = operation.result.map_or(false, |sort| {
            program.sorts[sort].kind == SortKind::Constructed && !program.sorts[sort].is_free
        });
        if builds != are_steps || operation.is_given || !subject.operations[op].is_mapped {
            continue;
        }
        let of_sort = |of: &usize| -> Vec<Value> {
            let values = known.iter().filter(|(sort, _)| sort == of);
            values.map(|(_, value)| *value).collect()
        };
        let choices: Vec<Vec<Value>> = operation.arguments.iter().map(of_sort).collect();
        let sizes: Vec<usize> = choices.iter().map(Vec::len).collect();
        for tuple in tuples(&sizes) {
            let values = tuple.iter().zip(&choices);
            let arguments = values.map(|(place, values)| values[*place as usize]);
            let arguments = arguments.collect();
            found.push(Step { op, arguments });
        }
    }
    found
}
