//! Parallel maps. Results come in the order of the items, whatever the number of threads.
//!
//! Maps may nest: a thread that waits for the results of an inner map works on other
//! items in the meantime.

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Enough for deeply nested formulas on top of nested maps.
const STACK: usize = 16 << 20;

/// Applies `work` to each item. An item takes long, so each one can go to a thread of
/// its own.
pub fn map<I, R>(items: I, work: impl Fn(I::Item) -> R + Send + Sync) -> Vec<R>
where
    I: IntoParallelIterator<Iter: IndexedParallelIterator>,
    R: Send,
{
    items.into_par_iter().with_max_len(1).map(work).collect()
}

/// Runs `work` with this many threads. `None` means one for each core.
pub fn with_threads<T: Send>(threads: Option<usize>, work: impl FnOnce() -> T + Send) -> T {
    match pool(threads) {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}

/// Falls back to the current thread if the system refuses to start others.
fn pool(threads: Option<usize>) -> Result<ThreadPool, ThreadPoolBuildError> {
    let builder = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).stack_size(STACK);
    let alone = || ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
    builder.build().or_else(|_| alone())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Squares from nested maps, and the largest number of threads that worked at once.
    fn squares(threads: usize) -> (Vec<Vec<usize>>, usize) {
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let square = |number: usize| {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            std::thread::sleep(std::time::Duration::from_millis(2));
            now.fetch_sub(1, Ordering::SeqCst);
            number * number
        };
        let row = |first: usize| map(first..first + 5, square);
        let rows = with_threads(Some(threads), || map(vec![0, 10, 20], row));
        (rows, most.into_inner())
    }

    #[test]
    fn results_are_in_order_and_no_more_threads_work_than_requested() {
        let expected: Vec<Vec<usize>> =
            [0, 10, 20].map(|first| (first..first + 5).map(|it| it * it).collect()).into();
        assert_eq!(squares(1), (expected.clone(), 1));
        for threads in [2, 3, 40] {
            let (rows, most) = squares(threads);
            assert_eq!(rows, expected);
            assert!((2..=threads).contains(&most), "{most} of {threads}");
        }
    }
}
