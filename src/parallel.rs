//! Work that is shared among threads. Results are in the order of what they are made
//! of and do not depend on how many threads there are.
//!
//! This is the only file that knows rayon.

use rayon::prelude::*;

/// What `work` makes of each item.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    items.par_iter().map(work).collect()
}

/// The same for items that are used up.
pub fn map_into<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    items.into_par_iter().map(work).collect()
}

/// Works with so many threads; by default with as many as the machine has, or as
/// `RAYON_NUM_THREADS` says. An error says why there are not so many.
pub fn with_threads<T: Send>(
    threads: Option<usize>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, String> {
    let Some(threads) = threads else { return Ok(work()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|why| format!("cannot start {threads} threads: {why}"))?;
    Ok(pool.install(work))
}
