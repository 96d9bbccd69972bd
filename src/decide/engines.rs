//! Engines for goals that are tried in parallel.
//!
//! A copy of an engine takes longer than most goals, so goals share copies. An engine that has taken
//! many steps is replaced, since it keeps all answers. Which goals share one does not depend on the
//! number of threads, so neither do answers.

use super::world::World;
use crate::parallel;

/// The most chunks of goals, and the fewest goals of one.
const CHUNKS: usize = 16;
const FEWEST: usize = 4;

/// The steps after which an engine is replaced.
const STEPS: u64 = 600_000;

/// What `work` returns for each item, in their order.
pub(super) fn map<'e, T: Sync, R: Send>(
    world: &World<'e>,
    items: &[T],
    work: impl Fn(&mut World<'e>, &T) -> R + Send + Sync,
) -> Vec<R> {
    let size = items.len().div_ceil(CHUNKS).max(FEWEST);
    let chunks: Vec<&[T]> = items.chunks(size).collect();
    let end = world.engine.total_steps().saturating_add(STEPS);
    let found = parallel::map(&chunks, |chunk| {
        let mut own = world.clone();
        let mut found = Vec::with_capacity(chunk.len());
        for item in *chunk {
            if own.engine.total_steps() > end {
                own = world.clone();
            }
            found.push(work(&mut own, item));
        }
        found
    });
    found.into_iter().flatten().collect()
}
