//! Ends a test whose call never returns.

use std::cell::RefCell;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::subject::Subject;
use super::world::{Step, Value};

/// Seconds without progress after which a call is taken to hang.
const PATIENCE: u64 = 20;

thread_local! {
    /// What the test of this thread shares with its watchdog.
    static WATCHED: RefCell<Option<Arc<Shared>>> = const { RefCell::new(None) };
}

/// Says that the test of this thread goes on: it takes a step, also where it shrinks.
pub fn progress() {
    WATCHED.with(|watched| {
        if let Some(shared) = &*watched.borrow() {
            shared.progress.fetch_add(1, Ordering::Relaxed);
        }
    });
}

/// Watches a test. It stops when it is dropped.
pub struct Watchdog {
    shared: Arc<Shared>,
}

struct Shared {
    steps: Mutex<Vec<Step>>,
    /// Rises with every step.
    progress: AtomicU64,
    is_over: AtomicBool,
    operations: Vec<String>,
}

impl Watchdog {
    pub fn start(subject: &Subject) -> Self {
        let operations = subject.program.ops.iter().map(|op| op.name.clone());
        let shared = Arc::new(Shared {
            steps: Mutex::new(Vec::new()),
            progress: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            operations: operations.collect(),
        });
        WATCHED.with(|watched| *watched.borrow_mut() = Some(Arc::clone(&shared)));
        let watched = Arc::clone(&shared);
        // Without a thread there is no watchdog, and the test runs all the same.
        let _ = std::thread::Builder::new().spawn(move || watched.watch());
        Watchdog { shared }
    }

    /// Says that the test goes on, with these steps.
    pub fn see(&self, steps: &[Step]) {
        progress();
        if let Ok(mut known) = self.shared.steps.lock() {
            known.clear();
            known.extend_from_slice(steps);
        }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        WATCHED.with(|watched| *watched.borrow_mut() = None);
    }
}

impl Shared {
    fn watch(&self) {
        let (mut last, mut quiet) = (0, 0);
        while !self.is_over.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(100));
            let now = self.progress.load(Ordering::Relaxed);
            quiet = if now == last { quiet + 1 } else { 0 };
            last = now;
            if quiet >= PATIENCE * 10 {
                self.abort();
            }
        }
    }

    /// Prints past libtest, which keeps what tests print and would lose it here.
    fn abort(&self) -> ! {
        let mut text = format!("specgen: a call has not returned for {PATIENCE} s, after\n");
        if let Ok(steps) = self.steps.lock() {
            for (number, step) in steps.iter().enumerate() {
                let arguments = step.arguments.iter().map(|value| match value {
                    Value::Element(number) => format!("element {number}"),
                    Value::Int(number) => number.to_string(),
                    Value::Step(step) => format!("v{step}"),
                });
                let arguments: Vec<String> = arguments.collect();
                let name = &self.operations[step.op];
                text.push_str(&format!("  v{number} = {name}({})\n", arguments.join(", ")));
            }
        }
        // The process ends whether or not somebody reads this.
        let _ = std::io::stderr().write_all(text.as_bytes());
        std::process::abort()
    }
}
