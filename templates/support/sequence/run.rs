//! The sequences of one test.

use std::time::{Duration, Instant};

use super::super::observe::MOST_IN_SEQUENCES;
use super::super::{notice, record};
use super::accounts::Accounts;
use super::check::{Check, Problem, Run};
use super::choose;
use super::corpus::{self, Found};
use super::draw::Draw;
use super::generate::Generator;
use super::novelty::Novelty;
use super::numbers::Numbers;
use super::paste;
use super::plain;
use super::regressions::FAILED;
use super::regressions::{Entry, Regressions};
use super::replay::{self, Sequence};
use super::settings::Settings;
use super::shrink::shrunk;
use super::subject::Subject;
use super::visited;
use super::watchdog;

/// Runs sequences on a type. Panics with the shortest sequence that shows a fault.
///
/// Values are cloned where the type can be. A finding counts only if it is found again on
/// values that are built anew; otherwise clones are to blame, and the test starts over
/// without them.
pub fn test(subject: &Subject, sort: usize) {
    let settings = Settings::of_environment();
    let _records = InSequences::start();
    let regressions = Regressions::of(subject, &FAILED);
    let _watchdog = watchdog::watched(subject);
    if let Some(regressions) = &regressions {
        run_again(subject, sort, regressions);
    }
    for copies in [true, false].iter() {
        match all(subject, sort, &settings, *copies) {
            Ok(accounts) => return report(subject, sort, &accounts),
            Err(found) => match confirmed(subject, sort, &settings, *found, *copies) {
                Finding::OfClones => {}
                Finding::Flaky(message) => panic!("{}", message),
                Finding::Confirmed(sequence, problem) => {
                    let mut message = message(subject, &sequence, &problem);
                    if let Some(regressions) = &regressions {
                        message.push('\n');
                        message.push_str(&regressions.keep(subject, sort, &sequence));
                    }
                    panic!("{}", message);
                }
            },
        }
    }
}

/// Runs the sequences that failed before. Panics if one fails again, or if the file is damaged.
fn run_again(subject: &Subject, sort: usize, regressions: &Regressions) {
    let entries = regressions.entries(subject, sort);
    for entry in entries.unwrap_or_else(|message| panic!("{}", message)) {
        match entry {
            Entry::Sequence(sequence, _) => {
                if let Some((sequence, problem)) = fails(subject, sequence) {
                    let message = message(subject, &sequence, &problem);
                    panic!("{}\nfrom {}", message, regressions.shown());
                }
            }
            Entry::Outdated(line, reason) => notice::note(&format!(
                "{}:{line} is no longer possible, and left alone: {reason}",
                regressions.shown()
            )),
        }
    }
}

/// What a kept sequence shows. Its elements may be those of another algebra today.
fn fails(subject: &Subject, sequence: Sequence) -> Option<(Sequence, Problem)> {
    let count = subject.algebras.len();
    let own = sequence.algebra;
    let algebras = (0..count).map(|number| (own + number) % count);
    algebras
        .filter(|algebra| fits(subject, &sequence, *algebra))
        .find_map(|algebra| {
            let sequence = Sequence {
                algebra,
                ..sequence.clone()
            };
            let problem = replay::failure(subject, &sequence, false)?;
            Some((sequence, problem))
        })
}

/// Whether an algebra has the elements of a sequence.
fn fits(subject: &Subject, sequence: &Sequence, algebra: usize) -> bool {
    let sizes = &subject.algebras;
    let own = &sizes[sequence.algebra];
    let other = &sizes[algebra];
    (0..subject.program.sorts.len()).all(|sort| other.size(sort) >= own.size(sort))
}

enum Finding {
    Confirmed(Sequence, Problem),
    /// It shows on clones only.
    OfClones,
    Flaky(String),
}

/// Looks whether a finding shows on values that are built anew, and shrinks it.
fn confirmed(
    subject: &Subject,
    sort: usize,
    settings: &Settings,
    (sequence, problem): Found,
    copies: bool,
) -> Finding {
    match replay::failure(subject, &sequence, false) {
        Some(again) => {
            let fails = |sequence: &Sequence| replay::failure(subject, sequence, false);
            let (sequence, problem) = shrunk(subject, sequence, again, &fails);
            let (sequence, problem) = match plain::shown_by_call(subject, &sequence, &problem) {
                Some((sequence, problem)) => shrunk(subject, sequence, problem, &fails),
                None => (sequence, problem),
            };
            Finding::Confirmed(sequence, problem)
        }
        None => {
            let again = is_found_again(subject, sort, settings, &sequence, copies);
            if again && copies {
                return Finding::OfClones;
            }
            let mut lines = problem.lines;
            lines.push(format!("  {}", if again { LOOKED_AT } else { FLAKY }));
            Finding::Flaky(lines.join("\n"))
        }
    }
}

const FLAKY: &str = "the same calls did not fail again: the type is flaky";
const LOOKED_AT: &str = "these steps alone do not fail, calls of observers in between do\n  \
    help: if the mapping gives such an observer `&mut self`, as in `peek: Stack --> int is fn \
    peek(&mut self) -> u32;`, sequences call it as a step";

/// Whether the same run ends in the same way, as it does unless the type is flaky. A run
/// that a clock ends may end before.
fn is_found_again(
    subject: &Subject,
    sort: usize,
    settings: &Settings,
    sequence: &Sequence,
    copies: bool,
) -> bool {
    let by_clock = settings.time.is_some() || settings.guided.is_some();
    let again = || all(subject, sort, settings, copies).err();
    copies && by_clock || again().map_or(false, |found| found.0 == *sequence)
}

fn message(subject: &Subject, sequence: &Sequence, problem: &Problem) -> String {
    let mut lines = problem.lines.clone();
    let algebra = &subject.algebras[sequence.algebra];
    let test = pasted(subject, sequence);
    if test.is_empty() && !algebra.text.is_empty() {
        lines.push(format!("  with {}", algebra.text));
    }
    lines.extend(test);
    lines.join("\n")
}

/// The sequence as a test of the user's own.
fn pasted(subject: &Subject, sequence: &Sequence) -> Vec<String> {
    let (mut run, problem) = replay::again(subject, sequence, false);
    let test = problem.and_then(|problem| paste::test(&mut run, &problem.cause));
    let headed = |test| [vec!["as a test:".to_owned()], test].concat();
    test.map_or_else(Vec::new, headed)
}

/// The kept sequences and new ones.
fn all(
    subject: &Subject,
    sort: usize,
    settings: &Settings,
    copies: bool,
) -> Result<Accounts, Box<Found>> {
    #[cfg(specgen_guided)]
    if settings.guided.is_some() {
        return super::super::guide::explored(subject, sort, settings, copies);
    }
    corpus::replayed(subject, sort, copies)?;
    explored(subject, sort, settings, copies)
}

fn explored(
    subject: &Subject,
    sort: usize,
    settings: &Settings,
    copies: bool,
) -> Result<Accounts, Box<Found>> {
    let mut spending = Spending::new(subject);
    each(
        subject,
        sort,
        settings,
        copies,
        &mut |run, generator, steps| sequence(run, generator, steps, &mut spending),
    )
}

/// Takes a number of steps in a new sequence.
pub type Take<'t> =
    dyn FnMut(&mut Run<'_>, &mut Generator<'_>, u64) -> Result<(), (Check, Problem)> + 't;

/// Runs new sequences, until the settings or a finding end them.
pub fn each(
    subject: &Subject,
    sort: usize,
    settings: &Settings,
    copies: bool,
    take: &mut Take<'_>,
) -> Result<Accounts, Box<Found>> {
    let mut numbers = Numbers::of(subject);
    let mut novelty = Novelty::default();
    let mut accounts = Accounts::new(subject);
    let mut work = 0;
    let start = Instant::now();
    let is_over = |time: u64| start.elapsed() >= Duration::from_secs(time);
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
        if let Err((check, problem)) = take(&mut run, &mut generator, steps) {
            return Err(Box::new((Sequence::of(&run, algebra, check), problem)));
        }
        run.count_uses();
        accounts.add(&run.accounts);
        work += run.work();
        record::progress();
        if work > settings.work || settings.time.map_or(false, is_over) {
            break;
        }
    }
    Ok(accounts)
}

/// Takes steps, and checks every value that they make.
pub fn sequence(
    run: &mut Run<'_>,
    generator: &mut Generator<'_>,
    steps: u64,
    spending: &mut Spending,
) -> Result<(), (Check, Problem)> {
    for _ in 0..steps {
        let first = run.world.len();
        let goes_on = generator
            .next(run)
            .map_err(|problem| (Check::Step, problem))?;
        if !goes_on && run.world.len() == first {
            break;
        }
        for value in first..run.world.len() {
            spending.next(run);
            let choices = generator.choices();
            let checks = choose::checks(run, value, choices, &|axiom| spending.affords(axiom));
            for check in checks {
                spending
                    .check(run, &check)
                    .map_err(|problem| (check.clone(), problem))?;
            }
        }
        generator
            .probe(run)
            .map_err(|problem| (Check::Step, problem))?;
    }
    visited::see(run);
    Ok(())
}

/// The cost of each axiom's evaluations. An axiom that compares values by observers can cost more
/// than all the rest. Then it looks at fewer observers, and in the end it is evaluated on some of
/// the values only.
pub struct Spending {
    values: u64,
    /// Calls by axiom.
    calls: Vec<u64>,
    /// The budget of each axiom so far.
    budget: u64,
}

/// The calls that the axioms may cost for each value, on average and all together.
const CALLS: u64 = 200;
/// The same in a sequence whose observations the specification determines: there the first oracle
/// finds nearly all that the axioms find, and more sequences find more.
const CALLS_IF_DETERMINED: u64 = 60;
/// The most that one axiom may cost.
const CALLS_OF_ONE: u64 = 25;

impl Spending {
    pub fn new(subject: &Subject) -> Self {
        Spending {
            values: 0,
            calls: vec![0; subject.axioms.len()],
            budget: 0,
        }
    }

    /// A further value is about to be checked.
    fn next(&mut self, run: &Run<'_>) {
        self.values += 1;
        let all = match run.accounts.are_determined() {
            true => CALLS_IF_DETERMINED,
            false => CALLS,
        };
        let share = (all / self.calls.len().max(1) as u64).max(1);
        self.budget = self.values * share.min(CALLS_OF_ONE);
    }

    fn affords(&self, axiom: usize) -> bool {
        self.calls[axiom] <= self.budget
    }

    fn check(&mut self, run: &mut Run<'_>, check: &Check) -> Result<(), Problem> {
        let Check::Axiom(axiom, values) = check else {
            return run.check(check);
        };
        let budget = self.budget;
        let spent = &mut self.calls[*axiom];
        let most = match *spent {
            spent if spent <= budget / 2 => MOST_IN_SEQUENCES,
            spent if spent <= budget / 4 * 3 => 1,
            spent if spent <= budget => 0,
            _ => return Ok(()),
        };
        let before = run.world.calls();
        watchdog::checks(check);
        let found = run.axiom(*axiom, values, most);
        *spent += run.world.calls() - before;
        found
    }
}

/// While it lives, evaluations of axioms count as those of sequences.
struct InSequences;

impl InSequences {
    fn start() -> Self {
        record::in_sequences(true);
        InSequences
    }
}

impl Drop for InSequences {
    fn drop(&mut self) {
        record::flush();
        record::in_sequences(false);
    }
}

/// Records what sequences did.
fn report(subject: &Subject, sort: usize, accounts: &Accounts) {
    accounts.record(subject, sort);
    accounts.record_values("sequences");
    if accounts.contradictions > 0 {
        notice::note("the axioms contradict each other; `specgen check` shows where");
    }
}
