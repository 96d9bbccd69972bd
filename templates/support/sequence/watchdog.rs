//! Ends a test whose call never returns.

use std::cell::RefCell;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::check::Check;
use super::subject::Subject;
use super::world::{Step, Value};

/// Seconds without progress after which a call is taken to hang.
const PATIENCE: u64 = 20;

thread_local! {
    /// What the test of this thread shares with its watchdog.
    static WATCHED: RefCell<Option<Arc<Shared>>> = const { RefCell::new(None) };
}

/// Reports that the test of this thread takes a step; `before` is the number of steps so far.
pub fn steps(before: usize, step: &Step) {
    progress(|doing| {
        doing.steps.truncate(before);
        doing.steps.push(step.clone());
        doing.check = None;
    });
}

/// Reports that the test of this thread checks what its steps have made.
pub fn checks(check: &Check) {
    progress(|doing| doing.check = Some(check.clone()));
}

/// Reports that only the runtime is at work until the next step.
pub fn rests() {
    WATCHED.with(|watched| {
        if let Some(shared) = &*watched.borrow() {
            shared.progress.store(0, Ordering::Relaxed);
        }
    });
}

fn progress(change: impl FnOnce(&mut Doing)) {
    WATCHED.with(|watched| {
        if let Some(shared) = &*watched.borrow() {
            shared.progress.fetch_add(1, Ordering::Relaxed);
            if let Ok(mut doing) = shared.doing.lock() {
                change(&mut doing);
            }
        }
    });
}

/// What a test does.
#[derive(Default)]
struct Doing {
    steps: Vec<Step>,
    check: Option<Check>,
}

/// Watches a test. It stops when it is dropped.
pub struct Watchdog {
    shared: Arc<Shared>,
}

struct Shared {
    doing: Mutex<Doing>,
    /// Rises with every step and check. 0 where only the runtime is at work.
    progress: AtomicU64,
    is_over: AtomicBool,
    operations: Vec<String>,
    axioms: Vec<String>,
}

impl Watchdog {
    pub fn start(subject: &Subject) -> Self {
        let operations = subject.program.ops.iter().map(|op| op.written().to_owned());
        let axioms = subject.axioms.iter().map(|axiom| axiom.name.to_owned());
        let shared = Arc::new(Shared {
            doing: Mutex::default(),
            progress: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            operations: operations.collect(),
            axioms: axioms.collect(),
        });
        WATCHED.with(|watched| *watched.borrow_mut() = Some(Arc::clone(&shared)));
        let watched = Arc::clone(&shared);
        // Without a thread there is no watchdog, and the test runs all the same.
        let _ = std::thread::Builder::new().spawn(move || watched.watch());
        Watchdog { shared }
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
            quiet = if now == last && now > 0 { quiet + 1 } else { 0 };
            last = now;
            if quiet >= PATIENCE * 10 {
                self.abort();
            }
        }
    }

    /// Prints past libtest, which keeps what tests print and would lose it here.
    fn abort(&self) -> ! {
        let mut text = format!("specgen: a call has not returned for {PATIENCE} s, ");
        if let Ok(doing) = self.doing.lock() {
            text.push_str(&self.shown(&doing));
        }
        // The process ends whether or not somebody reads this.
        let _ = std::io::stderr().write_all(text.as_bytes());
        std::process::abort()
    }

    fn shown(&self, doing: &Doing) -> String {
        let mut text = match &doing.check {
            None | Some(Check::Step) => "in the last of these steps\n".to_owned(),
            Some(Check::Observe(step)) => format!("in {}, after\n", self.call(step)),
            Some(Check::Axiom(axiom, _)) => format!("in [{}], after\n", self.axioms[*axiom]),
            Some(Check::Equal(left, right)) => format!("in v{left} == v{right}, after\n"),
        };
        for (number, step) in doing.steps.iter().enumerate() {
            text.push_str(&format!("  v{number} = {}\n", self.call(step)));
        }
        text
    }

    fn call(&self, step: &Step) -> String {
        let arguments = step.arguments.iter().map(|value| match value {
            Value::Element(number) => format!("element {number}"),
            Value::Int(number) => number.to_string(),
            Value::Step(step) => format!("v{step}"),
        });
        let arguments: Vec<String> = arguments.collect();
        format!("{}({})", self.operations[step.op], arguments.join(", "))
    }
}
