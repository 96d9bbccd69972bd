//! The sequences of one test.

use super::accounts::Accounts;
use super::check::{Check, Problem, Run};
use super::choose;
use super::draw::Draw;
use super::generate::{Generator, Novelty, Numbers};
use super::replay::{self, Sequence};
use super::settings::Settings;
use super::shrink::shrunk;
use super::subject::Subject;
use super::watchdog::Watchdog;

/// Runs sequences on a type. Panics with the shortest sequence that shows a fault.
///
/// Values are cloned where the type can be. A finding counts only if it is found again on
/// values that are built anew; otherwise clones are to blame, and the test starts over
/// without them.
pub fn test(subject: &Subject, sort: usize) {
    let settings = Settings::of_environment();
    let watchdog = Watchdog::start(subject);
    for copies in [true, false].iter() {
        match explored(subject, sort, &settings, *copies, &watchdog) {
            Ok(accounts) => return report(subject, sort, &accounts),
            Err((sequence, problem)) => {
                if let Some(message) = confirmed(subject, sequence, problem, *copies) {
                    panic!("{}", message);
                }
            }
        }
    }
}

/// The message of a finding; `None` if it shows on clones only.
fn confirmed(
    subject: &Subject,
    sequence: Sequence,
    problem: Problem,
    copies: bool,
) -> Option<String> {
    match replay::failure(subject, &sequence, false) {
        Some(again) => {
            let (sequence, problem) = shrunk(subject, sequence, again);
            Some(message(subject, &sequence, &problem))
        }
        None if copies => None,
        None => {
            let mut lines = problem.lines;
            lines.push("  the same calls did not fail again: the type is flaky".to_owned());
            Some(lines.join("\n"))
        }
    }
}

fn message(subject: &Subject, sequence: &Sequence, problem: &Problem) -> String {
    let mut lines = problem.lines.clone();
    let algebra = &subject.algebras[sequence.algebra];
    if !algebra.text.is_empty() {
        lines.push(format!("  with {}", algebra.text));
    }
    lines.join("\n")
}

fn explored(
    subject: &Subject,
    sort: usize,
    settings: &Settings,
    copies: bool,
    watchdog: &Watchdog,
) -> Result<Accounts, (Sequence, Problem)> {
    let mut numbers = Numbers::of(&subject.program);
    let mut novelty = Novelty::default();
    let mut accounts = Accounts::new(subject);
    let mut spending = Spending::new(subject);
    let mut work = 0;
    for number in 0..settings.short + settings.long {
        let is_short = number < settings.short;
        let steps = if is_short {
            settings.short_steps
        } else {
            settings.long_steps
        };
        let algebra = (number % subject.algebras.len() as u64) as usize;
        let mut draw = Draw::new(settings.seed ^ (number + 1).wrapping_mul(0x2545_f491_4f6c_dd1d));
        let mut run = Run::new(subject, &subject.algebras[algebra], copies);
        let mut generator = Generator::new(&run, sort, &mut draw, &mut numbers, &mut novelty);
        let found = sequence(&mut run, &mut generator, steps, &mut spending, watchdog);
        if let Err((check, problem)) = found {
            let steps = run.taken();
            let sequence = Sequence {
                algebra,
                steps,
                check,
            };
            return Err((sequence, problem));
        }
        accounts.add(&run.accounts);
        work += run.work();
        if work > settings.work {
            break;
        }
    }
    Ok(accounts)
}

/// Takes steps, and checks every value that they make.
fn sequence(
    run: &mut Run<'_>,
    generator: &mut Generator<'_>,
    steps: u64,
    spending: &mut Spending,
    watchdog: &Watchdog,
) -> Result<(), (Check, Problem)> {
    for _ in 0..steps {
        watchdog.see(&run.taken());
        let first = run.world.len();
        let goes_on = generator
            .next(run)
            .map_err(|problem| (Check::Step, problem))?;
        if !goes_on && run.world.len() == first {
            break;
        }
        for value in first..run.world.len() {
            spending.values += 1;
            for check in choose::checks(run, value, generator.numbers, generator.draw) {
                if spending.permits(&check) {
                    let before = run.world.calls();
                    run.check(&check)
                        .map_err(|problem| (check.clone(), problem))?;
                    spending.add(&check, run.world.calls() - before);
                }
            }
        }
    }
    Ok(())
}

/// What the evaluation of each axiom has cost. An axiom that compares values by observers can
/// cost more than all the rest, and then it is evaluated on some of the values only.
struct Spending {
    values: u64,
    /// Calls by axiom.
    calls: Vec<u64>,
}

/// The calls that an axiom may cost for each value, on average.
const CALLS: u64 = 25;

impl Spending {
    fn new(subject: &Subject) -> Self {
        Spending {
            values: 0,
            calls: vec![0; subject.axioms.len()],
        }
    }

    fn permits(&self, check: &Check) -> bool {
        match check {
            Check::Axiom(axiom, _) => self.calls[*axiom] <= self.values * CALLS,
            _ => true,
        }
    }

    fn add(&mut self, check: &Check, calls: u64) {
        if let Check::Axiom(axiom, _) = check {
            self.calls[*axiom] += calls;
        }
    }
}

/// Says what sequences could not do.
fn report(subject: &Subject, sort: usize, accounts: &Accounts) {
    let idle = accounts.never_called(subject, sort);
    if !idle.is_empty() {
        let name = &subject.program.sorts[sort].name;
        eprintln!(
            "specgen: sequences of {name} never called {} inside of its domain",
            idle.join(", ")
        );
    }
    if accounts.contradictions > 0 {
        eprintln!("specgen: the axioms contradict each other; `specgen check` shows where");
    }
}
