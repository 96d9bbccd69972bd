//! The clock of a search: the time that each goal takes, its timeout, Ctrl-C, and a progress
//! bar.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::exit_code::ExitCode;
use crate::error::Error;
use crate::goal::Goal;
use crate::search::{Budget, Progress, Reason};

/// Shorter searches show no progress.
const PATIENCE: Duration = Duration::from_millis(500);

pub struct SearchClock {
    clock: Arc<Clock>,
    /// The goals by id, and the time that each has taken.
    goals: BTreeMap<String, usize>,
    /// The ids of goals that were not shown yet.
    hidden: Vec<Option<String>>,
    times: Vec<Duration>,
    /// The duration of the whole search, once it has ended.
    elapsed: Duration,
    /// The current goal, and its start.
    current: Option<(usize, Instant)>,
    bar: Option<ProgressBar>,
}

/// Only one of several concurrent searches has a progress bar.
static BAR: AtomicBool = AtomicBool::new(false);

struct Clock {
    start: Instant,
    /// The timeout per goal; 0 means no limit.
    limit: Duration,
    /// The timeout for all goals together; 0 means no limit.
    total: Duration,
    /// The start of the current goal, in microseconds since the clock's start.
    goal_start: AtomicU64,
    /// The time that worker threads spent on each goal, in microseconds.
    worker_times: Vec<AtomicU64>,
}

/// The time of goals that one worker thread processes in sequence.
struct WorkerBudget {
    clock: Arc<Clock>,
    /// The goal, and its start in microseconds since the clock's start.
    goal: AtomicUsize,
    begun: AtomicU64,
}

/// The time limits of a search; 0 means no limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    pub goal: Duration,
    pub total: Duration,
}

/// Set by Ctrl-C, for all searches of the process.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

impl SearchClock {
    pub fn start(limits: Limits, goals: &[Goal]) -> Result<Self, Error> {
        handle_interrupt()?;
        let clock = Clock {
            start: Instant::now(),
            limit: limits.goal,
            total: limits.total,
            goal_start: AtomicU64::new(0),
            worker_times: goals.iter().map(|_| AtomicU64::new(0)).collect(),
        };
        Ok(Self {
            clock: Arc::new(clock),
            goals: BTreeMap::from_iter(
                goals.iter().enumerate().map(|(index, goal)| (goal.id(), index)),
            ),
            hidden: goals.iter().map(|goal| Some(goal.id())).collect(),
            times: vec![Duration::ZERO; goals.len()],
            elapsed: Duration::ZERO,
            current: None,
            bar: None,
        })
    }

    pub fn budget(&self) -> Arc<dyn Budget> {
        Arc::new(SearchBudget(Arc::clone(&self.clock)))
    }

    /// The search moves on to something else.
    pub fn observe(&mut self, progress: &Progress) {
        self.settle();
        self.current = self.goals.get(&progress.doing).map(|goal| (*goal, Instant::now()));
        if self.bar.is_none() && self.clock.start.elapsed() > PATIENCE {
            self.bar = bar(progress.goals);
        }
        if let Some(bar) = &self.bar {
            bar.set_position(progress.decided as u64);
            bar.set_message(progress.doing.clone());
            for (goal, is_covered) in &progress.found {
                let Some(id) = self.hidden.get_mut(*goal).and_then(Option::take) else { continue };
                let verdict = if *is_covered { "covered" } else { "impossible" };
                bar.println(format!("{verdict:<10}  {id}"));
            }
        }
    }

    pub fn finish(&mut self) {
        self.settle();
        for (time, spent) in self.times.iter_mut().zip(&self.clock.worker_times) {
            *time += Duration::from_micros(spent.swap(0, Ordering::Relaxed));
        }
        self.elapsed = self.clock.start.elapsed();
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
            BAR.store(false, Ordering::Relaxed);
        }
    }

    fn settle(&mut self) {
        if let Some((goal, since)) = self.current.take() {
            self.times[goal] += since.elapsed();
        }
    }

    /// From the start to the finish.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// The time spent on each goal.
    pub fn times(&self) -> &[Duration] {
        &self.times
    }
}

/// Whether Ctrl-C was pressed.
pub fn was_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

impl Clock {
    /// Microseconds since the start.
    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    fn is_over(&self, limit: Duration, since: u64) -> bool {
        let since = Duration::from_micros(since);
        !limit.is_zero() && self.start.elapsed().saturating_sub(since) >= limit
    }

    /// Why a goal with this start must stop, or `None` if it may go on.
    fn spent(&self, since: &AtomicU64) -> Option<Reason> {
        let since = since.load(Ordering::Relaxed);
        let timeout = || self.is_over(self.limit, since).then_some(Reason::Timeout);
        self.ended().or_else(timeout)
    }

    fn is_spent_on(&self, goal: usize) -> bool {
        let spent = self.worker_times.get(goal).map_or(0, |time| time.load(Ordering::Relaxed));
        !self.limit.is_zero() && Duration::from_micros(spent) >= self.limit
    }

    fn ended(&self) -> Option<Reason> {
        if INTERRUPTED.load(Ordering::Relaxed) {
            return Some(Reason::Interrupted);
        }
        self.is_over(self.total, 0).then_some(Reason::Timeout)
    }

    fn for_worker(self: &Arc<Self>) -> Arc<dyn Budget> {
        let (goal, begun) = (AtomicUsize::new(usize::MAX), AtomicU64::new(self.now()));
        Arc::new(WorkerBudget { clock: Arc::clone(self), goal, begun })
    }
}

/// The time of the goal that the search itself works on.
struct SearchBudget(Arc<Clock>);

impl Budget for SearchBudget {
    fn start_goal(&self, _goal: Option<usize>) {
        self.0.goal_start.store(self.0.now(), Ordering::Relaxed);
    }

    fn spent(&self) -> Option<Reason> {
        self.0.spent(&self.0.goal_start)
    }

    fn is_spent_on(&self, goal: usize) -> bool {
        self.0.is_spent_on(goal)
    }

    fn ended(&self) -> Option<Reason> {
        self.0.ended()
    }

    fn for_worker(&self) -> Arc<dyn Budget> {
        self.0.for_worker()
    }
}

impl WorkerBudget {
    /// Stops the clock of the previous goal, if there is one, and starts that of the next.
    fn turn_to(&self, goal: usize) {
        let now = self.clock.now();
        let begun = self.begun.swap(now, Ordering::Relaxed);
        let before = self.goal.swap(goal, Ordering::Relaxed);
        if let Some(spent) = self.clock.worker_times.get(before) {
            spent.fetch_add(now.saturating_sub(begun), Ordering::Relaxed);
        }
    }
}

impl Budget for WorkerBudget {
    fn start_goal(&self, goal: Option<usize>) {
        self.turn_to(goal.unwrap_or(usize::MAX));
    }

    fn spent(&self) -> Option<Reason> {
        self.clock.spent(&self.begun)
    }

    fn is_spent_on(&self, goal: usize) -> bool {
        self.clock.is_spent_on(goal)
    }

    fn ended(&self) -> Option<Reason> {
        self.clock.ended()
    }

    fn for_worker(&self) -> Arc<dyn Budget> {
        self.clock.for_worker()
    }
}

impl Drop for WorkerBudget {
    fn drop(&mut self) {
        self.turn_to(usize::MAX);
    }
}

/// The first Ctrl-C ends the search, and the results so far are shown; the second ends the
/// process. All searches share one handler.
pub fn handle_interrupt() -> Result<(), Error> {
    static HANDLER: OnceLock<Result<(), String>> = OnceLock::new();
    let set = || {
        ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(ExitCode::Interrupted as i32);
            }
        })
    };
    HANDLER
        .get_or_init(|| set().map_err(|error| format!("cannot watch for Ctrl-C: {error}")))
        .clone()
        .map_err(Error)
}

/// A progress bar. `None` if standard error is not a terminal, or another search has a bar.
fn bar(goals: usize) -> Option<ProgressBar> {
    if !std::io::stderr().is_terminal() || BAR.swap(true, Ordering::Relaxed) {
        return None;
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} goals  {elapsed}  {wide_msg}");
    let style = style.expect("the template is well-formed");
    Some(ProgressBar::new(goals as u64).with_style(style))
}
