//! Ends the process of a test whose call never returns.

use std::cell::RefCell;
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// Seconds without progress after which a call is taken to hang.
const PATIENCE: u64 = 20;

thread_local! {
    /// Rises with all that the test of this thread does. Even where only the runtime is at work.
    static PROGRESS: RefCell<std::sync::Arc<AtomicU64>> = RefCell::default();
}

/// Watches the test of this thread until it is dropped.
pub struct Watchdog {
    _ends: Sender<()>,
}

impl Watchdog {
    /// `doing` says what the test does.
    pub fn start(doing: impl Fn() -> String + Send + 'static) -> Self {
        let (_ends, ended) = mpsc::channel();
        let progress = std::sync::Arc::new(AtomicU64::new(1));
        PROGRESS.with(|known| *known.borrow_mut() = std::sync::Arc::clone(&progress));
        // Without a thread there is no watchdog, and the test runs all the same.
        let _ = thread::Builder::new().spawn(move || watch(&progress, &ended, &doing));
        Watchdog { _ends }
    }
}

/// Reports that the test of this thread goes on.
pub fn goes_on() {
    change(|progress| (progress + 1) | 1);
}

/// Reports that only the runtime is at work until the test goes on.
pub fn rests() {
    change(|progress| (progress | 1) + 1);
}

fn change(change: impl Fn(u64) -> u64) {
    let _ = PROGRESS.try_with(|progress| {
        let progress = progress.borrow();
        // No other thread writes it.
        progress.store(change(progress.load(Ordering::Relaxed)), Ordering::Relaxed);
    });
}

fn watch(progress: &AtomicU64, ended: &Receiver<()>, doing: &dyn Fn() -> String) {
    let (mut last, mut quiet) = (0, 0);
    let pause = Duration::from_millis(100);
    while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
        let now = progress.load(Ordering::Relaxed);
        quiet = if now == last && now % 2 == 1 {
            quiet + 1
        } else {
            0
        };
        last = now;
        if quiet >= PATIENCE * 10 {
            let text = format!(
                "specgen: a call has not returned for {PATIENCE} s, {}\n",
                doing()
            );
            // Past libtest, which keeps what tests print and would lose it here. The process
            // ends whether or not somebody reads this.
            let _ = std::io::stderr().write_all(text.as_bytes());
            std::process::abort()
        }
    }
}
