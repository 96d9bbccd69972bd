//! Guided sequences of one test.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::super::record;
use super::super::sequence::checked;
use super::super::sequence::kept_steps;
use super::super::sequence::sequence;
use super::super::sequence::{
    Accounts, Budget, Corpus, Draw, Found, Generator, Novelty, Numbers, Run, Sequence, Settings,
    Step, Subject, Value,
};
use super::super::watchdog;
use super::coverage::{Coverage, Feature};
use super::frontier::Frontier;
use super::hooks;
use super::mutate;

/// Sequences before the first look at what they reached.
const FIRST: u64 = 24;
/// How often a sequence is made anew, in percent.
const NEW: usize = 25;
/// How often a sequence tries to turn a comparison, in percent of the others.
const AIMED: usize = 60;
/// How many numbers of the code under test a sequence may use.
const NUMBERS: usize = 4;
/// The most sequences that are tried to make a kept one shorter.
const TRIALS: usize = 80;
/// How often the counts are written.
const INTERVAL: Duration = Duration::from_millis(250);

/// A sequence that reached something new.
struct Entry {
    algebra: usize,
    steps: Vec<Step>,
}

struct Search<'s> {
    subject: &'s Subject,
    sort: usize,
    copies: bool,
    coverage: Coverage,
    frontier: Frontier,
    entries: Vec<Entry>,
    corpus: Option<Corpus>,
    written: Counts,
    last: Instant,
    sequences: u64,
    kept: u64,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    edges: u64,
    all: u64,
    functions: u64,
    sequences: u64,
    kept: u64,
}

/// Runs sequences until the time is over.
pub fn explored(
    subject: &Subject,
    sort: usize,
    settings: &Settings,
    copies: bool,
) -> Result<Accounts, Box<Found>> {
    let mut search = Search {
        subject,
        sort,
        copies,
        coverage: Coverage::start(),
        frontier: Frontier::new(Numbers::of(subject).lowest(), subject),
        entries: Vec::new(),
        corpus: Corpus::of(subject),
        written: Counts::default(),
        last: Instant::now(),
        sequences: 0,
        kept: 0,
    };
    if !search.coverage.has_functions() {
        eprintln!("note: edges of the runtime count too: the program has no symbol table to read");
    }
    let found = search.run(settings);
    search.record(true);
    if found.is_err() {
        record::record("guided", &subject.program.sorts[sort].name, "findings", 1);
    }
    found
}

impl Search<'_> {
    fn run(&mut self, settings: &Settings) -> Result<Accounts, Box<Found>> {
        let mut numbers = Numbers::of(self.subject);
        let mut novelty = Novelty::default();
        let mut accounts = Accounts::new(self.subject);
        let mut spending = Budget::new(self.subject);
        let start = Instant::now();
        let time = Duration::from_secs(settings.guided.unwrap_or(1));
        self.learn_corpus()?;
        while start.elapsed() < time {
            let number = self.sequences + 1;
            let mut draw = Draw::new(settings.seed ^ number.wrapping_mul(0x2545_f491_4f6c_dd1d));
            let (algebra, origin) = self.plan(&mut draw);
            // Short ones are fast, and long ones grow by being kept.
            let steps = match draw.below(16) {
                0 => settings.long_steps,
                _ if origin.is_empty() => settings.short_steps,
                1..=3 => settings.short_steps,
                _ => 1,
            };
            hooks::reset();
            let mut run = Run::new(self.subject, &self.subject.algebras[algebra], self.copies);
            let wanted: Vec<i64> = (0..NUMBERS)
                .filter_map(|_| self.frontier.number(&mut draw))
                .collect();
            let generator = Generator::new(&run, self.sort, &mut draw, &mut numbers, &mut novelty);
            let mut generator = generator.continuing(origin);
            wanted
                .iter()
                .for_each(|number| generator.numbers.see(*number));
            let found = sequence(&mut run, &mut generator, steps, &mut spending);
            self.sequences += 1;
            if let Err((check, problem)) = found {
                return Err(Box::new((Sequence::of(&run, algebra, check), problem)));
            }
            accounts.add(&run.accounts);
            let steps = run.world.steps();
            drop(run);
            watchdog::rests();
            self.learn(algebra, steps)?;
            if number == FIRST {
                self.coverage.widen();
            }
            self.record(false);
        }
        Ok(accounts)
    }

    /// Replays what earlier runs kept.
    fn learn_corpus(&mut self) -> Result<(), Box<Found>> {
        let entries = match &self.corpus {
            Some(corpus) => corpus.sequences(self.subject, self.sort),
            None => Vec::new(),
        };
        for sequence in entries {
            hooks::reset();
            self.replay(sequence.algebra, &sequence.steps)?;
            let features = self.coverage.features();
            self.coverage.learn(&features);
            self.frontier
                .learn(&hooks::sites(), &sequence.steps, Some(self.entries.len()));
            let (algebra, steps) = (sequence.algebra, sequence.steps);
            self.entries.push(Entry { algebra, steps });
        }
        Ok(())
    }

    /// What the next sequence starts with.
    fn plan(&mut self, draw: &mut Draw) -> (usize, Vec<Step>) {
        let fresh = (draw.below(self.subject.algebras.len()), Vec::new());
        if self.entries.is_empty() || self.sequences < FIRST || draw.percent(NEW) {
            return fresh;
        }
        if draw.percent(AIMED) {
            if let Some(target) = self.frontier.next(draw) {
                let entry = &self.entries[target.entry];
                let mut steps = entry.steps.clone();
                mutate::aimed(self.subject, &mut steps, target.operands, draw);
                return (entry.algebra, self.permitted(steps, &entry.steps));
            }
        }
        // Late ones went deeper, and short ones are fast.
        let most = self.entries.len();
        let late: Vec<usize> = (0..2)
            .map(|_| draw.below(most).max(draw.below(most)))
            .collect();
        let length = |number: &usize| self.entries[*number].steps.len();
        let number = late.into_iter().min_by_key(length).unwrap_or(0);
        let Entry { algebra, steps } = &self.entries[number];
        let other = &self.entries[draw.below(most)];
        let other = if other.algebra == *algebra {
            &other.steps
        } else {
            steps
        };
        let mut steps = steps.clone();
        for _ in 0..1 + draw.below(2) {
            if !steps.is_empty() {
                steps = mutate::varied(self.subject, *algebra, steps, other, draw);
            }
        }
        let algebra = *algebra;
        let before = &self.entries[number].steps;
        let steps = self.permitted(steps, before);
        (algebra, steps)
    }

    /// The steps, if all their numbers are inputs; else the steps before the change.
    fn permitted(&self, steps: Vec<Step>, before: &[Step]) -> Vec<Step> {
        let mut values = steps.iter().flat_map(|step| &step.arguments);
        let are_inputs = values.all(|value| match value {
            Value::Int(number) => self.frontier.is_input(*number),
            _ => true,
        });
        match are_inputs {
            true => steps,
            false => before.to_vec(),
        }
    }

    /// Keeps a sequence that reached something new.
    fn learn(&mut self, algebra: usize, steps: Vec<Step>) -> Result<(), Box<Found>> {
        let before = self.coverage.reached();
        let sites = hooks::sites();
        let features = self.coverage.features();
        let new = self.coverage.learn(&features);
        if new.is_empty() {
            self.frontier.learn(&sites, &steps, None);
            return Ok(());
        }
        self.frontier
            .learn(&sites, &steps, Some(self.entries.len()));
        let has_edge = self.coverage.reached() > before;
        let steps = if has_edge {
            self.shrunk(algebra, steps, &new)?
        } else {
            steps
        };
        if let (Some(corpus), true) = (&self.corpus, has_edge) {
            self.kept += 1;
            corpus.keep(self.subject, self.sort, algebra, &steps);
        }
        self.entries.push(Entry { algebra, steps });
        Ok(())
    }

    /// The shortest steps that reach the same new edges.
    fn shrunk(
        &mut self,
        algebra: usize,
        steps: Vec<Step>,
        new: &[Feature],
    ) -> Result<Vec<Step>, Box<Found>> {
        let new = edges(new);
        let reached = self.reached(algebra, &steps)?;
        let wanted: BTreeSet<usize> = new.intersection(&reached).copied().collect();
        let mut best = steps;
        let mut trials = TRIALS;
        let mut length = best.len();
        while length > 0 {
            let mut end = best.len();
            while end > 0 && trials > 0 {
                let start = end.saturating_sub(length);
                let shorter = kept_steps(self.subject, &best, start, end).0;
                trials -= 1;
                if wanted.is_subset(&self.reached(algebra, &shorter)?) {
                    best = shorter;
                }
                end = start.min(best.len());
            }
            length /= 2;
        }
        Ok(best)
    }

    fn reached(&mut self, algebra: usize, steps: &[Step]) -> Result<BTreeSet<usize>, Box<Found>> {
        hooks::reset();
        self.replay(algebra, steps)?;
        Ok(edges(&self.coverage.features()))
    }

    fn replay(&mut self, algebra: usize, steps: &[Step]) -> Result<(), Box<Found>> {
        let found = checked(self.subject, algebra, steps, self.copies);
        watchdog::rests();
        found
    }

    /// Writes what changed since the last time, for the progress line and the summary.
    fn record(&mut self, is_last: bool) {
        if !is_last && self.last.elapsed() < INTERVAL {
            return;
        }
        self.last = Instant::now();
        let (functions, all) = self.coverage.entered();
        let now = Counts {
            edges: self.coverage.reached() as u64,
            all: all as u64,
            functions: functions as u64,
            sequences: self.sequences,
            kept: self.kept,
        };
        let before = self.written;
        let name = &self.subject.program.sorts[self.sort].name;
        let counts = [
            ("edges", now.edges - before.edges),
            ("all", now.all.saturating_sub(before.all)),
            ("functions", now.functions.saturating_sub(before.functions)),
            ("sequences", now.sequences - before.sequences),
            ("kept", now.kept - before.kept),
        ];
        for (detail, count) in counts.iter().filter(|(_, count)| *count > 0) {
            record::record("guided", name, detail, *count);
        }
        self.written = now;
    }
}

/// The edges among features, however often they were taken.
fn edges<'f>(features: impl IntoIterator<Item = &'f Feature>) -> BTreeSet<usize> {
    let edges = features.into_iter().filter_map(|feature| match feature {
        Feature::Edge(edge, _) => Some(*edge),
        _ => None,
    });
    edges.collect()
}
