//! Work that is shared among threads. Results are in the order of what they are made
//! of and do not depend on how many threads there are.
//!
//! Work may share out parts of itself. All of it takes its threads from one budget, and
//! looks before each part whether another thread may start by now, so that those who
//! are done early help those who are not.

use std::cell::RefCell;
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread::{self, Scope};

/// How many threads may start. Below zero for a moment, when one goes on that had waited
/// for others.
type Budget = Arc<AtomicIsize>;

static ALL: LazyLock<Budget> = LazyLock::new(|| {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    budget_of(threads)
});

thread_local! {
    static BUDGET: RefCell<Budget> = RefCell::new(Arc::clone(&ALL));
}

/// The first of the threads is the one that asks.
fn budget_of(threads: usize) -> Budget {
    Arc::new(AtomicIsize::new(isize::try_from(threads).unwrap_or(isize::MAX) - 1))
}

/// What `work` makes of each item.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let places: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    share(items.len(), &|turn| {
        let result = work(&items[turn]);
        *places[turn].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    });
    places.into_iter().map(filled).collect()
}

/// The same for items that are used up.
pub fn map_into<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let items: Vec<Mutex<Option<T>>> = items.into_iter().map(|it| Mutex::new(Some(it))).collect();
    map(&items, |item| {
        let item = item.lock().unwrap_or_else(PoisonError::into_inner).take();
        work(item.expect("each item has one turn"))
    })
}

fn filled<R>(place: Mutex<Option<R>>) -> R {
    let result = place.into_inner().unwrap_or_else(PoisonError::into_inner);
    result.expect("each item had its turn")
}

/// Works with so many threads; by default with as many as the machine has.
pub fn with_threads<T>(threads: Option<usize>, work: impl FnOnce() -> T) -> T {
    let Some(threads) = threads else { return work() };
    let before = BUDGET.replace(budget_of(threads));
    let result = work();
    BUDGET.set(before);
    result
}

/// Numbers that are taken one after the other, and what is done with each.
struct Turns<'w> {
    next: AtomicUsize,
    count: usize,
    work: &'w (dyn Fn(usize) + Sync),
    budget: Budget,
}

fn share(count: usize, work: &(dyn Fn(usize) + Sync)) {
    let budget = BUDGET.with_borrow(Arc::clone);
    let turns = Turns { next: AtomicUsize::new(0), count, work, budget };
    thread::scope(|scope| turns.take(scope));
    // Until here others could use the thread that waited.
    turns.budget.fetch_sub(1, Ordering::Relaxed);
}

impl Turns<'_> {
    fn take<'s>(&'s self, scope: &'s Scope<'s, '_>) {
        loop {
            let turn = self.next.fetch_add(1, Ordering::Relaxed);
            if turn >= self.count {
                break;
            }
            if turn + 1 < self.count && self.may_start() {
                self.start(scope);
            }
            (self.work)(turn);
        }
        self.budget.fetch_add(1, Ordering::Relaxed);
    }

    fn may_start(&self) -> bool {
        let less = |free: isize| (free > 0).then(|| free - 1);
        self.budget.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }

    /// Where the system refuses one, the work is done with fewer.
    fn start<'s>(&'s self, scope: &'s Scope<'s, '_>) {
        let started = thread::Builder::new().spawn_scoped(scope, move || {
            BUDGET.set(Arc::clone(&self.budget));
            self.take(scope);
        });
        if started.is_err() {
            self.budget.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares by threads that share out again, and the most that worked at once.
    fn squares(threads: usize) -> (Vec<Vec<usize>>, usize) {
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let square = |number: usize| {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            thread::sleep(std::time::Duration::from_millis(2));
            now.fetch_sub(1, Ordering::SeqCst);
            number * number
        };
        let row = |first: &usize| map_into((*first..first + 5).collect(), square);
        let rows = with_threads(Some(threads), || map(&[0, 10, 20], row));
        (rows, most.into_inner())
    }

    #[test]
    fn results_are_in_order_and_no_more_threads_work_than_asked_for() {
        let expected: Vec<Vec<usize>> =
            [0, 10, 20].map(|first| (first..first + 5).map(|it| it * it).collect()).into();
        assert_eq!(squares(1), (expected.clone(), 1));
        for threads in [2, 3, 40] {
            let (rows, most) = squares(threads);
            assert_eq!(rows, expected);
            assert!((2..=threads + 1).contains(&most), "{most} of {threads}");
        }
    }
}
