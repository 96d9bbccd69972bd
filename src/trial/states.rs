//! Small values, smallest first.

use super::combinations::share;
use crate::execute::{Answer, Contradiction, Engine, SortKind, TermId};

/// Which values to build.
#[derive(Clone, Debug)]
pub struct Extent {
    /// The most operations that build a value.
    pub operations: usize,
    /// The most values of each sort.
    pub values: usize,
    /// The numbers that operations take.
    pub numbers: Vec<i64>,
    /// The most steps for all values together.
    pub steps: u64,
}

/// By sort, the values that operations build, in normal form, each once: by the number of
/// operations, then in the order of declaration, then early arguments first. Arguments of
/// parameters' sorts are all elements.
pub fn states(engine: &mut Engine<'_>, extent: &Extent) -> Vec<Vec<TermId>> {
    build(engine, extent, &mut |_, _, _, _| None::<()>).unwrap_or_default()
}

/// The smallest call on small values to which rules give different results.
pub fn contradiction(engine: &mut Engine<'_>, extent: &Extent) -> Option<Box<Contradiction>> {
    let end = engine.total_steps().saturating_add(extent.steps);
    build(engine, extent, &mut |engine, sort, built, answer| {
        if let Answer::Contradiction(found) = answer {
            return Some(found.clone());
        }
        for call in engine.observations(sort, built, &extent.numbers) {
            if engine.total_steps() > end {
                break;
            }
            if let Answer::Contradiction(found) = engine.ask(call) {
                return Some(found);
            }
        }
        None
    })
    .err()
}

/// What is done with a term of a sort as it was built, and with its value. A result ends
/// the work.
type Visit<'v, R> = dyn FnMut(&mut Engine<'_>, usize, TermId, &Answer) -> Option<R> + 'v;

/// Builds values and visits each term as it was built, before it is brought into normal
/// form.
fn build<R>(
    engine: &mut Engine<'_>,
    extent: &Extent,
    visit: &mut Visit<'_, R>,
) -> Result<Vec<Vec<TermId>>, R> {
    let program = engine.program();
    let end = engine.total_steps().saturating_add(extent.steps);
    // By sort, each value with its number of operations.
    let mut values: Vec<Vec<(usize, TermId)>> = vec![Vec::new(); program.sorts.len()];
    let mut builders: Vec<Vec<usize>> = vec![Vec::new(); program.sorts.len()];
    for (sort, kind) in program.sorts.iter().map(|sort| sort.kind).enumerate() {
        if kind == SortKind::Constructed {
            let builds = |op: &usize| program.ops[*op].result == Some(sort);
            builders[sort] = (0..program.ops.len()).filter(builds).collect();
        } else {
            let given = engine.given(sort, &extent.numbers);
            values[sort] = given.into_iter().map(|term| (0, term)).collect();
        }
    }
    for operations in 1..=extent.operations {
        for (op, operation) in program.ops.iter().enumerate() {
            let sort = match operation.result {
                Some(sort) if program.sorts[sort].kind == SortKind::Constructed => sort,
                _ => continue,
            };
            let place = builders[sort].iter().filter(|other| **other <= op).count();
            let room = (extent.values, extent.operations);
            let most = share(room, operations, (place, builders[sort].len()));
            for arguments in tuples(&values, &operation.arguments, operations - 1) {
                if values[sort].len() >= most.max(1) || engine.total_steps() > end {
                    break;
                }
                let answer = engine.apply(op, &arguments);
                if let Answer::Undefined | Answer::Undetermined(_) = answer {
                    continue;
                }
                let built = engine.call(op, &arguments);
                if let Some(found) = visit(engine, sort, built, &answer) {
                    return Err(found);
                }
                if let Answer::Value(term) = answer
                    && values[sort].iter().all(|(_, known)| *known != term)
                {
                    values[sort].push((operations, term));
                }
            }
        }
    }
    let terms = |values: Vec<(usize, TermId)>| values.into_iter().map(|(_, term)| term).collect();
    Ok(values.into_iter().map(terms).collect())
}

/// Arguments with the sum of their positions among the values.
type Ranked = (usize, Vec<TermId>);

/// The tuples of values of these sorts whose operations add up to a given number, those of
/// early values first.
fn tuples(values: &[Vec<(usize, TermId)>], sorts: &[usize], operations: usize) -> Vec<Vec<TermId>> {
    let mut found: Vec<(usize, Vec<Ranked>)> = vec![(0, vec![(0, Vec::new())])];
    for sort in sorts {
        let mut longer: Vec<(usize, Vec<Ranked>)> = Vec::new();
        for (used, tuples) in &found {
            for own in 0..=operations - used {
                let of_size = values[*sort].iter().filter(|(size, _)| *size == own);
                let terms: Vec<TermId> = of_size.map(|(_, term)| *term).collect();
                if !terms.is_empty() {
                    longer.push((used + own, extended(tuples, &terms)));
                }
            }
        }
        found = longer;
    }
    let complete = found.into_iter().filter(|(used, _)| *used == operations);
    let mut ranked: Vec<Ranked> = complete.flat_map(|(_, tuples)| tuples).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, tuple)| tuple).collect()
}

/// Every tuple with every value behind it.
fn extended(tuples: &[Ranked], values: &[TermId]) -> Vec<Ranked> {
    let mut longer = Vec::with_capacity(tuples.len() * values.len());
    for (rank, tuple) in tuples {
        for (position, value) in values.iter().enumerate() {
            let mut tuple = tuple.clone();
            tuple.push(*value);
            longer.push((rank + position, tuple));
        }
    }
    longer
}
