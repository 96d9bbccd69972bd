//! Small values, smallest first.

use super::answer::{Answer, Contradiction};
use super::engine::Engine;
use super::equality::extended;
use super::program::SortKind;
use super::term::TermId;

/// Which values to build.
#[derive(Clone, Debug)]
pub struct Extent {
    /// The most operations that build a value.
    pub operations: usize,
    /// The most values of each sort.
    pub values: usize,
    /// The numbers that operations take.
    pub numbers: Vec<i64>,
}

/// By sort, the values that operations build, in normal form, each once: by the number of
/// operations, then in the order of declaration. Arguments of parameters' sorts are all
/// elements.
pub fn states(engine: &mut Engine<'_>, extent: &Extent) -> Vec<Vec<TermId>> {
    build(engine, extent, &mut |_, _, _| None::<()>).unwrap_or_default()
}

/// The smallest call on small values to which rules give different results.
pub fn contradiction(engine: &mut Engine<'_>, extent: &Extent) -> Option<Box<Contradiction>> {
    build(engine, extent, &mut |engine, sort, built| {
        for call in engine.observations(sort, built, &extent.numbers) {
            if let Answer::Contradiction(found) = engine.ask(call) {
                return Some(found);
            }
        }
        None
    })
    .err()
}

/// Builds values and visits each term as it was built, before it is brought into normal
/// form. The first result of a visit ends the work.
fn build<R>(
    engine: &mut Engine<'_>,
    extent: &Extent,
    visit: &mut dyn FnMut(&mut Engine<'_>, usize, TermId) -> Option<R>,
) -> Result<Vec<Vec<TermId>>, R> {
    let program = engine.program();
    // By sort, each value with its number of operations.
    let mut values: Vec<Vec<(usize, TermId)>> = vec![Vec::new(); program.sorts.len()];
    for (sort, kind) in program.sorts.iter().map(|sort| sort.kind).enumerate() {
        if kind != SortKind::Constructed {
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
            for arguments in tuples(&values, &operation.arguments, operations - 1) {
                if values[sort].len() >= extent.values {
                    break;
                }
                let term = match engine.apply(op, &arguments) {
                    Answer::Value(term) => term,
                    _ => continue,
                };
                let built = engine.call(op, &arguments);
                if let Some(found) = visit(engine, sort, built) {
                    return Err(found);
                }
                if values[sort].iter().all(|(_, known)| *known != term) {
                    values[sort].push((operations, term));
                }
            }
        }
    }
    let terms = |values: Vec<(usize, TermId)>| values.into_iter().map(|(_, term)| term).collect();
    Ok(values.into_iter().map(terms).collect())
}

/// The tuples of values of these sorts whose operations add up to a given number.
fn tuples(values: &[Vec<(usize, TermId)>], sorts: &[usize], operations: usize) -> Vec<Vec<TermId>> {
    let mut found: Vec<(usize, Vec<Vec<TermId>>)> = vec![(0, vec![Vec::new()])];
    for sort in sorts {
        let mut longer: Vec<(usize, Vec<Vec<TermId>>)> = Vec::new();
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
    complete.flat_map(|(_, tuples)| tuples).collect()
}
