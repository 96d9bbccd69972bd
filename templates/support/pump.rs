//! Axioms on values that take many steps to build.
//!
//! A fault that shows only at a certain size, such as the one at which a container
//! reallocates, often shows only at the step that reaches this size. So axioms are checked
//! after every step of growth and of change, as far as time permits.

use std::cell::Cell;

use super::notice;

/// How to build a value: steps of growth, then steps of change, then growth again.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    sequence: Sequence,
    steps: usize,
    /// The operation that changes the value, and how often.
    change: usize,
    changed: usize,
    again: usize,
    /// Offset added to element numbers, so that another value has other elements.
    shift: usize,
    /// Selects the elements and numbers for the variables of an axiom.
    trial: usize,
}

/// The order in which elements are added.
#[derive(Clone, Copy, Debug)]
enum Sequence {
    Ascending,
    Descending,
    Scattered,
    /// The same few elements, over and over.
    Repeating,
}

const SEQUENCES: [Sequence; 4] = [
    Sequence::Ascending,
    Sequence::Descending,
    Sequence::Scattered,
    Sequence::Repeating,
];

/// One step, if it is defined: takes the value, the stage, and the number of the step.
pub type Step<T> = fn(T, Stage, usize) -> Option<T>;

/// Sizes at which one more element makes containers change their layout: powers of two,
/// three quarters of them, and seven eighths of them.
const LARGE: [usize; 9] = [48, 56, 63, 64, 96, 112, 127, 128, 300];

/// The number of the first element that values have. A few numbers are below it, for
/// elements that no value has.
const FIRST: usize = 8;

/// Checks an axiom on the values of all stages.
///
/// `grown` builds the value of a stage, if all of its steps are defined. `check` gets a
/// stage and a factory for its value. `changes` is the number of operations that change
/// values, `trials` the number of choices of elements for each value. If `short`, only
/// values that are quick to compare are checked.
#[track_caller]
pub fn pump<T>(
    goal: &'static str,
    model: &'static [&'static str],
    changes: usize,
    trials: usize,
    short: bool,
    grown: fn(Stage) -> Option<T>,
    check: impl Fn(Stage, &dyn Fn() -> T),
) {
    let mut built = false;
    let progress = Progress {
        goal,
        model,
        stage: Cell::new(None),
    };
    for stage in Stage::all(changes, trials) {
        if short && !stage.is_short() {
            continue;
        }
        progress.stage.set(Some(stage));
        if let Some(factory) = stage.built(grown) {
            built = true;
            check(stage, &factory);
        }
    }
    progress.stage.set(None);
    if !built {
        notice::notice(notice::is_strict(), goal, "no value can be built");
    }
}

/// The stage that a pumped test is at. Prints it when the test fails.
struct Progress {
    goal: &'static str,
    model: &'static [&'static str],
    stage: Cell<Option<Stage>>,
}

impl Drop for Progress {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut lines = vec![format!("in {}, with", self.goal)];
            lines.extend(self.stage.get().map(|stage| format!("  {stage:?}")));
            lines.extend(self.model.iter().map(|line| format!("  {line}")));
            eprintln!("{}", lines.join("\n"));
        }
    }
}

impl Stage {
    fn new(sequence: Sequence, steps: usize) -> Self {
        Self {
            sequence,
            steps,
            change: 0,
            changed: 0,
            again: 0,
            shift: 0,
            trial: 0,
        }
    }

    /// All stages with their trials: every trial for small values, a third of them for
    /// larger ones, and a single one for the largest.
    pub fn all(changes: usize, trials: usize) -> Vec<Self> {
        let mut stages = Vec::new();
        for (number, stage) in Self::without_trials(changes).into_iter().enumerate() {
            let is_small = stage.steps <= 8 && stage.changed == 0;
            let is_large = stage.steps > 33 || stage.steps > 16 && stage.changed > 0;
            let every = match (is_small || trials <= 3, is_large) {
                (true, _) => 1,
                (_, false) => 3,
                (_, true) => trials,
            };
            let chosen = (0..trials).filter(|trial| (trial + number) % every == 0);
            stages.extend(chosen.map(|trial| Self { trial, ..stage }));
        }
        stages
    }

    fn without_trials(changes: usize) -> Vec<Self> {
        let mut stages = Vec::new();
        for sequence in SEQUENCES.iter() {
            stages.extend((0..=16).map(|steps| Self::new(*sequence, steps)));
        }
        let large = (17..=33).chain(LARGE.iter().copied());
        stages.extend(large.map(|steps| Self::new(Sequence::Scattered, steps)));
        for change in 0..changes {
            stages.extend(Self::with_change(change));
        }
        stages
    }

    /// The stages in which an operation changes the value.
    fn with_change(change: usize) -> Vec<Self> {
        let mut stages = Vec::new();
        let mut add = |sequence: Sequence, steps: usize, every: usize| {
            let stage = Self::new(sequence, steps);
            stages.extend((1..=steps).step_by(every).map(|changed| Self {
                change,
                changed,
                ..stage
            }));
        };
        for sequence in SEQUENCES.iter() {
            add(*sequence, 3, 1);
            add(*sequence, 7, 1);
            add(*sequence, 12, 1);
        }
        add(Sequence::Scattered, 17, 2);
        add(Sequence::Scattered, 24, 2);
        add(Sequence::Scattered, 31, 2);
        add(Sequence::Scattered, 64, 9);
        stages.extend((1..=20).map(|again| Self {
            change,
            changed: 3,
            again,
            ..Self::new(Sequence::Ascending, 7)
        }));
        stages
    }

    /// The value of the stage, if all steps are defined. The operations in `growing` take
    /// turns; the stage selects one of those in `changing`.
    pub fn run<T>(self, start: Option<T>, growing: &[Step<T>], changing: &[Step<T>]) -> Option<T> {
        let grow = |value, step: usize| growing[step % growing.len()](value, self, step);
        let mut value = (0..self.steps).try_fold(start?, grow)?;
        for step in 0..self.changed {
            value = changing[self.change](value, self, step)?;
        }
        (self.steps..self.length()).try_fold(value, grow)
    }

    /// A factory for the value of the stage, if it can be built.
    pub fn built<T>(self, grown: fn(Self) -> Option<T>) -> Option<impl Fn() -> T> {
        grown(self)?;
        Some(move || grown(self).expect("the value was built before"))
    }

    /// Whether the value is small enough for comparisons that take long.
    pub fn is_short(self) -> bool {
        self.steps <= 12
    }

    fn length(self) -> usize {
        self.steps + self.again
    }

    /// The number of the element that a step takes as an argument.
    pub fn element(self, step: usize, place: usize) -> usize {
        let length = self.length().max(1);
        let number = match self.sequence {
            Sequence::Ascending => step,
            Sequence::Descending => length - 1 - step % length,
            Sequence::Scattered => scattered(step % length, length, self.trial),
            Sequence::Repeating => step % 5,
        };
        FIRST + number + self.shift + 2 * place
    }

    /// The position in the value that a step takes as an argument.
    pub fn index(self, step: usize) -> i64 {
        let length = self.steps.abs_diff(step).max(1);
        scattered(step % length, length, 0) as i64
    }

    /// Elements to observe the value with: some that it has, and some that it lacks.
    pub fn choices(self) -> [usize; 7] {
        let last = self.length().saturating_sub(1);
        let middle = self.element(last / 2, 0);
        [
            self.element(0, 0),
            middle,
            self.element(last, 0),
            FIRST + self.length(),
            middle ^ 1,
            FIRST - 1,
            FIRST + self.length() + 3,
        ]
    }

    /// The element for a variable of an axiom.
    pub fn choice(self, place: usize) -> usize {
        let choices = self.choices();
        let turn = self.length() + self.changed + 1;
        choices[(self.trial + turn * place) % choices.len()]
    }

    /// The number for a variable of an axiom.
    pub fn number(self, place: usize) -> i64 {
        let length = self.length() as i64;
        let numbers = [length, length - 1, 0, length / 2, length + 1, 1, length / 3];
        numbers[self.trial * (place + 1) % numbers.len()].max(0)
    }

    /// The stage for a further value of the same type: with one step more, with the same
    /// elements in another order, or with other elements.
    pub fn other(self, place: usize) -> Self {
        match (self.trial + place) % 3 {
            0 => Self {
                steps: self.steps + 1,
                ..self
            },
            1 => Self {
                sequence: self.sequence.other(),
                ..self
            },
            _ => Self {
                shift: self.shift + 1,
                ..self
            },
        }
    }
}

impl Sequence {
    fn other(self) -> Self {
        match self {
            Sequence::Ascending => Sequence::Scattered,
            Sequence::Scattered => Sequence::Descending,
            Sequence::Descending => Sequence::Ascending,
            Sequence::Repeating => Sequence::Repeating,
        }
    }
}

/// A pseudo-random permutation of the numbers below the length: permutes the numbers below
/// the next power of two, and repeats that until the result is below the length.
fn scattered(number: usize, length: usize, seed: usize) -> usize {
    let mask = length.next_power_of_two() - 1;
    let half = mask.count_ones() / 2 + 1;
    let mut number = number;
    loop {
        number = (number * 109 + 31 * seed + 7) & mask;
        number ^= number >> half;
        number = (number * 45 + 11) & mask;
        number ^= number >> half;
        if number < length {
            return number;
        }
    }
}
