//! The literals of tests that the specification forces.
//!
//! Running the axioms determines most of them. The others are questions to a solver, and their
//! answers are kept between builds.

use super::search::Store;
use crate::decide::Run;
use crate::execute::Program;
use crate::fingerprint::fingerprint;
use crate::goal::Literal;
use crate::model::Mode;
use crate::parallel;
use crate::rules;
use crate::search::{Question, entailed};
use crate::testcase::{AbstractTest, Truths};
use crate::theory::Theory;

/// A test, and which of its literals and disequalities are known to be forced.
struct Known {
    test: AbstractTest,
    mode: Mode,
    literals: Vec<bool>,
    disequalities: Vec<bool>,
}

/// Keeps those literals of each test that are forced.
pub(super) fn forced_tests(
    theory: &Theory,
    tests: Vec<(AbstractTest, Mode)>,
    store: Option<&dyn Store>,
) -> Vec<AbstractTest> {
    let program = rules::program(theory);
    let mut known = parallel::map(tests, |(test, mode)| run(theory, &program, test, mode));
    let open: Vec<&mut Known> = known.iter_mut().filter(|known| known.is_open()).collect();
    if !open.is_empty() {
        let key = store.map(|_| key(theory, &open)).unwrap_or_default();
        let kept = store.and_then(|store| read(&store.load(&key)?, open.len()));
        let answers = kept.unwrap_or_else(|| {
            let answers = parallel::map(&open, |known| known.ask(theory));
            if let Some(store) = store {
                store.save(&key, &write(&answers));
            }
            answers
        });
        open.into_iter().zip(answers).for_each(|(known, answers)| known.add(&answers));
    }
    let keep = |known: Known| known.test.keep_forced(&known.literals, &known.disequalities);
    known.into_iter().map(keep).collect()
}

/// What running the axioms determines.
fn run(theory: &Theory, program: &Program, test: AbstractTest, mode: Mode) -> Known {
    let mut run = Run::new(theory, program, &test.parameters, &test.bindings);
    let literals = test.literals(theory).into_iter();
    let literals = literals.map(|it| run.truth(&it.atom) == Some(it.holds)).collect();
    let disequalities =
        test.disequalities.iter().map(|differ| run.differ(differ.values.each_ref())).collect();
    Known { test, mode, literals, disequalities }
}

impl Known {
    fn is_open(&self) -> bool {
        self.literals.iter().chain(&self.disequalities).any(|is_known| !*is_known)
    }

    fn open_literals(&self, theory: &Theory) -> Vec<Literal> {
        let literals = self.test.literals(theory).into_iter().zip(&self.literals);
        literals.filter(|(_, is_known)| !**is_known).map(|(literal, _)| literal).collect()
    }

    /// What a solver proves of the rest, in order: literals first.
    fn ask(&self, theory: &Theory) -> Vec<bool> {
        let literals = self.open_literals(theory);
        let disequalities = self.test.disequalities.iter().zip(&self.disequalities);
        let question = Question {
            parameters: &self.test.parameters,
            bindings: &self.test.bindings,
            literals: &literals,
            disequalities: disequalities
                .filter(|(_, is_known)| !**is_known)
                .map(|(differ, _)| &differ.values)
                .collect(),
            mode: self.mode,
        };
        let proved = entailed(theory, &question);
        [proved.literals, proved.disequalities].concat()
    }

    /// Puts answers in the places of what was not known.
    fn add(&mut self, answers: &[bool]) {
        let places = self.literals.iter_mut().chain(&mut self.disequalities);
        let open = places.filter(|is_known| !**is_known);
        open.zip(answers).for_each(|(place, answer)| *place = *answer);
    }
}

/// Stands for everything that the answers depend on.
fn key(theory: &Theory, open: &[&mut Known]) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("forced {version}\n{theory:?}\n");
    for Known { test, mode, literals, disequalities } in open.iter().map(|known| &**known) {
        text += &format!("{test:?} {mode:?} {literals:?} {disequalities:?}\n");
    }
    fingerprint(&text)
}

/// A line for each test, a letter for each answer.
fn write(answers: &[Vec<bool>]) -> String {
    let line = |answers: &Vec<bool>| -> String {
        answers.iter().map(|it| if *it { 't' } else { 'f' }).chain(['\n']).collect()
    };
    answers.iter().map(line).collect()
}

fn read(text: &str, tests: usize) -> Option<Vec<Vec<bool>>> {
    let answer = |letter: char| match letter {
        't' => Some(true),
        'f' => Some(false),
        _ => None,
    };
    let answers: Option<Vec<Vec<bool>>> =
        text.lines().map(|line| line.chars().map(answer).collect()).collect();
    answers.filter(|answers| answers.len() == tests)
}
