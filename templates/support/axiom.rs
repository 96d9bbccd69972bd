//! Axioms and domain conditions, evaluated atom by atom.

use std::convert::TryFrom;
use std::fmt::Debug;
use std::ops::Deref;

use super::case::Case;
use super::notice::check;
use super::observe::take_cut_off;
use super::record;

/// One atom of an axiom: its text, and whether it holds.
pub struct Atom {
    text: &'static str,
    holds: bool,
    /// Shows both sides of an equation that does not hold.
    sides: Option<Sides>,
}

/// The text of both sides, where their types have one. Made only for a failure.
type Sides = Box<dyn Fn() -> [Option<String>; 2]>;

/// A predicate, or any other atom without sides.
pub fn atom(text: &'static str, holds: bool) -> Atom {
    Atom {
        text,
        holds,
        sides: None,
    }
}

/// An equation: `equation!("f(X) = X", f(x()), x())`. Compares by `==`, or by a function
/// of two references as the fourth argument. Evaluates each side once.
macro_rules! equation {
    ($text:expr, $left:expr, $right:expr $(,)?) => {
        support::equation!($text, $left, $right, |left, right| left == right)
    };
    ($text:expr, $left:expr, $right:expr, $equal:expr $(,)?) => {
        match ($left, $right) {
            (left, right) => {
                let holds = support::are_equal(&left, &right, $equal);
                support::equation_of($text, holds, move || {
                    [support::Shown(&left).text(), support::Shown(&right).text()]
                })
            }
        }
    };
}
pub(crate) use equation;

/// What `equation!` expands to.
pub fn equation_of(
    text: &'static str,
    holds: bool,
    show: impl Fn() -> [Option<String>; 2] + 'static,
) -> Atom {
    let sides: Option<Sides> = if holds { None } else { Some(Box::new(show)) };
    Atom { text, holds, sides }
}

/// Calls a comparison, whose parameters get their types here.
pub fn are_equal<L, R>(left: &L, right: &R, equal: impl FnOnce(&L, &R) -> bool) -> bool {
    equal(left, right)
}

fn both([left, right]: [Option<String>; 2]) -> Option<[String; 2]> {
    Some([left?, right?])
}

/// A value in a message. `Shown(&value).text()` is the `Debug` text of a type that has
/// one, and `None` for every other type: method lookup finds [`Opaque::text`] for those.
pub struct Shown<'a, T>(pub &'a T);

impl<T: Debug> Shown<'_, T> {
    pub fn text(&self) -> Option<String> {
        Some(format!("{:?}", self.0))
    }
}

impl<T> Deref for Shown<'_, T> {
    type Target = Opaque;

    fn deref(&self) -> &Opaque {
        &Opaque
    }
}

/// A value of a type without `Debug`.
pub struct Opaque;

impl Opaque {
    pub fn text(&self) -> Option<String> {
        None
    }
}

impl Atom {
    fn line(&self) -> String {
        match self.sides.as_ref().and_then(|sides| both(sides())) {
            Some([left, right]) => format!("{} is false: {left} != {right}", self.text),
            None => format!("{} is {}", self.text, self.holds),
        }
    }
}

/// The atoms of an axiom that holds.
pub struct Atoms<const N: usize> {
    atoms: [Atom; N],
    /// Whether a comparison by observers was cut off. Then the atoms prove nothing.
    cut_off: bool,
}

/// Whether an axiom holds, and whether its premise does if it has one.
pub struct Judgement {
    holds: bool,
    premise: Option<bool>,
}

impl From<bool> for Judgement {
    fn from(holds: bool) -> Self {
        Self {
            holds,
            premise: None,
        }
    }
}

/// The judgement of an axiom with a premise.
pub fn given(premise: bool, conclusion: bool) -> Judgement {
    Judgement {
        holds: conclusion || !premise,
        premise: Some(premise),
    }
}

/// Panics if the axiom does not hold. `judge` takes the truth values of the atoms.
#[track_caller]
pub fn axiom<const N: usize, J: Into<Judgement>>(
    text: &'static str,
    atoms: [Atom; N],
    judge: impl Fn([bool; N]) -> J,
) -> Atoms<N> {
    let atoms = Atoms::new(text, atoms);
    let Judgement { holds, premise } = judge(atoms.truths()).into();
    record::count("axiom", text, atoms.truths(), premise);
    check(holds || atoms.cut_off, || atoms.message(text));
    atoms
}

/// Panics unless a call is defined exactly where its domain condition holds.
#[track_caller]
pub fn domain<const N: usize>(
    text: &'static str,
    call: &'static str,
    atoms: [Atom; N],
    condition: impl Fn([bool; N]) -> bool,
    defined: bool,
) -> Atoms<N> {
    let atoms = Atoms::new(text, atoms);
    let holds = condition(atoms.truths());
    record::count("domain", text, atoms.truths(), Some(holds));
    check(holds == defined || atoms.cut_off, || {
        format!("{}\ndefined({call}) is {defined}", atoms.message(text))
    });
    atoms
}

impl<const N: usize> Atoms<N> {
    fn new(text: &'static str, atoms: [Atom; N]) -> Self {
        let cut_off = take_cut_off();
        if cut_off {
            record::count("cut", text, [], None);
        }
        Self { atoms, cut_off }
    }

    /// Whether each atom holds.
    pub fn truths(&self) -> [bool; N] {
        std::array::from_fn(|place| self.atoms[place].holds)
    }

    /// Panics where an atom differs from what the specification forces: `t` or `f` for
    /// each atom, or `?` where the specification leaves it open.
    #[track_caller]
    pub fn forced(self, expected: &str) -> Self {
        for (atom, expected) in self.atoms.iter().zip(letters::<N>(expected)) {
            check(expected != Some(!atom.holds) || self.cut_off, || {
                format!("{}, but the specification forces the opposite", atom.line())
            });
        }
        self
    }

    /// Gives a notice if an atom differs from what the test was made for. The
    /// specification permits that, so the test does not fail.
    #[track_caller]
    pub fn reaches(self, case: &Case, expected: &str) -> Self {
        let mut pairs = letters::<N>(expected).into_iter().zip(self.truths());
        if self.cut_off {
            case.notice("a comparison by observers was cut off");
        } else if pairs.any(|(expected, holds)| expected == Some(!holds)) {
            case.notice(&format!("the goal was not reached ({expected})"));
        }
        self
    }

    fn message(&self, text: &str) -> String {
        let mut lines = vec![text.to_owned()];
        lines.extend(self.atoms.iter().map(Atom::line));
        lines.join("\n")
    }
}

/// The truth value that each letter stands for.
#[track_caller]
fn letters<const N: usize>(text: &str) -> Vec<Option<bool>> {
    let well_formed = text.len() == N && text.chars().all(|letter| "tf?".contains(letter));
    check(well_formed, || {
        format!("{text:?} is not one of `t`, `f`, `?` for each of {N} atoms")
    });
    let truth = |letter| match letter {
        't' => Some(true),
        'f' => Some(false),
        _ => None,
    };
    text.chars().map(truth).collect()
}

/// Panics if a call that fails changes its argument: `unchanged!("push(S, E)", after,
/// before)`. Compares by `==`, or by a function of two references as the fourth argument.
macro_rules! unchanged {
    ($call:expr, $after:expr, $before:expr $(,)?) => {
        support::unchanged!($call, $after, $before, |after, before| after == before)
    };
    ($call:expr, $after:expr, $before:expr, $equal:expr $(,)?) => {
        match (&$after, &$before) {
            (after, before) => support::unchanged_by($call, after, before, $equal, || {
                [support::Shown(after).text(), support::Shown(before).text()]
            }),
        }
    };
}
pub(crate) use unchanged;

/// What `unchanged!` expands to.
#[track_caller]
pub fn unchanged_by<L, R>(
    call: &str,
    after: &L,
    before: &R,
    equal: impl FnOnce(&L, &R) -> bool,
    show: impl FnOnce() -> [Option<String>; 2],
) {
    check(equal(after, before), || {
        let sides = match both(show()) {
            Some([after, before]) => format!(": {after} instead of {before}"),
            None => String::new(),
        };
        format!("{call} fails, and changes its argument{sides}")
    });
}

/// A number as another integer type, if the type has it.
pub fn narrowed<T: TryFrom<i64>>(number: i64) -> Option<T> {
    T::try_from(number).ok()
}

/// Whether a call returns without a panic.
pub fn returns<T>(call: impl FnOnce() -> T) -> bool {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).is_ok()
}

/// Whether both results are undefined, or both are defined and equal.
pub fn equal_options<T>(
    left: &Option<T>,
    right: &Option<T>,
    equal: impl Fn(&T, &T) -> bool,
) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => equal(left, right),
        (left, right) => left.is_none() && right.is_none(),
    }
}

/// Whether `==` says that two values are equal, and `!=` does not deny it.
pub fn equal_both_ways<T: PartialEq>(left: T, right: T) -> bool {
    let (equal, different) = (left == right, left != right);
    equal && !different
}

/// Whether neither value can be built, or both can and are equal. Takes factories, since
/// comparing by observers may consume values.
pub fn equal_when_built<T>(
    left: &dyn Fn() -> Option<T>,
    right: &dyn Fn() -> Option<T>,
    equal: impl Fn(&dyn Fn() -> T, &dyn Fn() -> T) -> bool,
) -> bool {
    match (left().is_some(), right().is_some()) {
        (true, true) => equal(&|| built(left), &|| built(right)),
        (left, right) => left == right,
    }
}

fn built<T>(factory: &dyn Fn() -> Option<T>) -> T {
    factory().expect("the value was built before")
}

/// Panics if a call that fails changes its argument, as far as observers see.
#[track_caller]
pub fn argument_is_unchanged(call: &str, unchanged: bool) {
    check(unchanged, || {
        format!("{call} fails, and changes its argument")
    });
}
