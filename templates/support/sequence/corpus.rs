//! Sequences that are kept in a file beside the tests.
//!
//! `specgen test --guided` adds some that reach code which no other one does, `specgen infer --pin`
//! some that come near to breaking an axiom, with the axiom. Every run replays them, with the same
//! checks each time.

use super::super::notice;
use super::check::{Check, Problem, Run};
use super::choose::{self, Choices, Watched};
use super::draw::Draw;
use super::numbers::Numbers;
use super::regressions::{Entry, Purpose, Regressions};
use super::replay::{self, Sequence};
use super::subject::Subject;
use super::world::{Step, Value};

/// What axioms may cost in the sequences of a test.
pub type Budget = super::run::Spending;

/// A sequence and what it shows.
pub type Found = (Sequence, Problem);

const PURPOSE: Purpose = Purpose {
    name: "specgen-corpus",
    first_line: "specgen corpus 1",
    introduction: "\
# Sequences of calls that the tests replay. `specgen test --guided` adds some that reach code which
# no other sequence here reaches, `specgen infer --pin` some that come near to breaking an axiom.
# This file can be deleted.
",
};

/// The seed of the checks after each step.
const CHECKS: u64 = 0x5eed;

/// The file of a subject.
pub struct Corpus(Regressions);

impl Corpus {
    pub fn of(subject: &Subject) -> Option<Corpus> {
        Regressions::of(subject, &PURPOSE).map(Corpus)
    }

    /// The sequences that are still possible. A file that can't be read is reported, and left as
    /// it is.
    pub fn sequences(&self, subject: &Subject, sort: usize) -> Vec<Sequence> {
        let entries = self.0.entries(subject, sort).unwrap_or_else(|message| {
            notice::note(&message);
            Vec::new()
        });
        let mut found = Vec::new();
        let mut outdated = 0;
        for entry in entries {
            match entry {
                Entry::Sequence(sequence, _) => found.push(sequence),
                Entry::Outdated(..) => outdated += 1,
            }
        }
        if outdated > 0 {
            notice::note(&format!(
                "sequences in {} that are no longer possible, and left alone: {outdated}",
                self.0.shown()
            ));
        }
        found
    }

    /// Adds a sequence.
    pub fn keep(&self, subject: &Subject, sort: usize, algebra: usize, steps: &[Step]) {
        // A damaged file stays as it is.
        if !steps.is_empty() && self.0.entries(subject, sort).is_ok() {
            let (steps, check) = (steps.to_vec(), Check::Step);
            let sequence = Sequence {
                algebra,
                steps,
                check,
            };
            self.0.keep(subject, sort, &sequence);
        }
    }
}

/// Replays the kept sequences of a sort.
pub fn replayed(subject: &Subject, sort: usize, copies: bool) -> Result<(), Box<Found>> {
    let sequences = Corpus::of(subject).map(|corpus| corpus.sequences(subject, sort));
    for sequence in sequences.into_iter().flatten() {
        checked(subject, sequence.algebra, &sequence.steps, copies)?;
        if let Some(problem) = replay::failure(subject, &sequence, copies) {
            return Err(Box::new((sequence, problem)));
        }
    }
    Ok(())
}

/// Takes steps, and checks every value that they make; the same checks for the same steps.
pub fn checked(
    subject: &Subject,
    algebra: usize,
    steps: &[Step],
    copies: bool,
) -> Result<(), Box<Found>> {
    let mut run = Run::new(subject, &subject.algebras[algebra], copies);
    let mut draw = Draw::new(CHECKS);
    let mut numbers = Numbers::of(subject);
    let mut watched = Watched::default();
    for step in steps {
        for value in &step.arguments {
            if let Value::Int(number) = value {
                numbers.see(*number);
            }
        }
        if let Err(problem) = run.step(step) {
            return Err(Box::new((
                Sequence::of(&run, algebra, Check::Step),
                problem,
            )));
        }
        let value = run.world.len() - 1;
        let choices = Choices {
            numbers: &numbers,
            draw: &mut draw,
            watched: &mut watched,
        };
        for check in choose::checks(&run, value, choices, &|_| true) {
            if let Err(problem) = run.check(&check) {
                return Err(Box::new((Sequence::of(&run, algebra, check), problem)));
            }
        }
    }
    Ok(())
}
