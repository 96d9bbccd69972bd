//! Provable equality, beside a slow congruence closure and beside all models.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::subsequence;
use specgen::arena::Id;
use specgen::enumerate::{Algebra, classes};
use specgen::model::{Cell, GroundTerm, Model, ParameterTables};
use specgen::rules;
use specgen::theory::{SortKind, Theory};

use crate::enumerate::{all_algebras, bounds, subject};
use crate::example;

/// One step of a word: `flip`, or `put` with an element.
type Letter = Option<u32>;

/// A letter of a side of an equation: `flip`, or `put` with one of two variables.
type Place = Option<usize>;

/// An equation between words: its text, whether they stand at the beginning, when it holds,
/// and its sides.
struct Equation {
    text: &'static str,
    is_start: bool,
    holds: fn(u32, u32) -> bool,
    sides: [&'static [Place]; 2],
}

const FLIP: Place = None;
const E: Place = Some(0);
const F: Place = Some(1);

const EQUATIONS: [Equation; 10] = [
    equation("put(put(S, E), F) = put(put(S, F), E)", [&[E, F], &[F, E]]),
    equation("put(put(S, E), E) = put(S, E)", [&[E, E], &[E]]),
    equation("flip(flip(S)) = S", [&[FLIP, FLIP], &[]]),
    equation("flip(put(S, E)) = put(flip(S), E)", [&[E, FLIP], &[FLIP, E]]),
    equation("put(put(put(S, E), F), E) = put(S, F)", [&[E, F, E], &[F]]),
    equation("put(flip(S), E) = put(S, E)", [&[FLIP, E], &[E]]),
    Equation { is_start: true, ..equation("flip(make()) = make()", [&[FLIP], &[]]) },
    Equation { is_start: true, ..equation("put(make(), E) = flip(make())", [&[E], &[FLIP]]) },
    Equation {
        holds: |e, f| e != f,
        ..equation("put(put(S, E), F) = put(S, F) if E != F", [&[E, F], &[F]])
    },
    Equation { holds: |e, f| e == f, ..equation("put(put(S, E), F) = S if E = F", [&[E, F], &[]]) },
];

const fn equation(text: &'static str, sides: [&'static [Place]; 2]) -> Equation {
    Equation { text, is_start: false, holds: |_, _| true, sides }
}

/// Boxes of elements, or of the numbers from 0 to 3.
fn specification(equations: &[usize], letters: &str) -> Theory {
    let axioms = equations.iter().map(|it| format!("[a{it}] {};", EQUATIONS[*it].text));
    example::theory(&format!(
        "specification Element sorts Element end specification
         specification Box[Element]
           sorts Box[Element]
           constructors make: --> Box[Element]; flip: Box[Element] --> Box[Element];
             put: Box[Element] {letters} --> Box[Element];
           observers p: Box[Element];
           axioms E, F: {letters}; S: Box[Element]; [p] p(S); {}
         end specification",
        axioms.collect::<String>()
    ))
}

/// Joins words pair by pair until nothing changes: instances of equations, and what the same
/// letter makes of words that are joined. Returns all words and the first word of the class of
/// each; words come by their length.
fn closure(equations: &[usize], elements: u32, steps: u32) -> (Vec<Vec<Letter>>, Vec<usize>) {
    let letters: Vec<Letter> = [None].into_iter().chain((0..elements).map(Some)).collect();
    let longer = |word: &[Letter], letter: Letter| [word, &[letter]].concat();
    let mut words: Vec<Vec<Letter>> = vec![Vec::new()];
    let mut last = words.clone();
    for _ in 0..steps {
        let extend = |word: &Vec<Letter>| letters.iter().map(|it| longer(word, *it)).collect();
        last = last.iter().flat_map::<Vec<_>, _>(extend).collect();
        words.extend(last.clone());
    }
    let number = |word: &[Letter]| words.iter().position(|it| it == word);
    // What a letter makes of a class: the shortest word may have room for it where others do not.
    let next = |class: &[usize], from: usize, letter: Letter| {
        number(&longer(&words[class[from]], letter)).map(|it| class[it])
    };
    let pairs = || (0..elements).flat_map(|e| (0..elements).map(move |f| [e, f]));
    let mut class: Vec<usize> = (0..words.len()).collect();
    loop {
        let before = class.clone();
        for (longer, word) in words.iter().enumerate().skip(1) {
            let (letter, shorter) = word.split_last().expect("the empty word is the first");
            let shorter = number(shorter).expect("beginnings of words are words");
            let ends = [Some(longer), next(&class, shorter, *letter)];
            join(&mut class, ends);
        }
        for equation in equations.iter().map(|it| &EQUATIONS[*it]) {
            let starts = if equation.is_start { 1 } else { words.len() };
            for (from, values) in (0..starts).flat_map(|from| pairs().map(move |it| (from, it))) {
                let side = |side: &[Place]| {
                    let mut letters = side.iter().map(|it| it.map(|variable| values[variable]));
                    letters.try_fold(class[from], |from, letter| next(&class, from, letter))
                };
                if (equation.holds)(values[0], values[1]) {
                    let ends = equation.sides.map(side);
                    join(&mut class, ends);
                }
            }
        }
        if class == before {
            return (words, class);
        }
    }
}

fn join(class: &mut [usize], ends: [Option<usize>; 2]) {
    if let [Some(one), Some(other)] = ends.map(|end| end.map(|end| class[end])) {
        let (keep, gone) = (one.min(other), one.max(other));
        class.iter_mut().filter(|it| **it == gone).for_each(|it| *it = keep);
    }
}

/// A term of the specification as a word.
fn word(theory: &Theory, term: &GroundTerm) -> Vec<Letter> {
    let GroundTerm::Apply(op, arguments) = term else { panic!("a box is built") };
    let Some((inner, rest)) = arguments.split_first() else { return Vec::new() };
    let letter = match rest {
        [GroundTerm::Element(_, element)] => Some(*element),
        [GroundTerm::Int(number)] => u32::try_from(*number).ok(),
        _ => None,
    };
    assert_eq!(letter.is_none(), theory.ops[*op].name == "flip");
    [word(theory, inner), vec![letter]].concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// One value for each class of the slow closure, named by a shortest word of the class.
    #[test]
    fn provable_values_are_the_classes_of_a_slow_closure(
        equations in subsequence((0..EQUATIONS.len()).collect::<Vec<_>>(), 0..=5),
        (letters, elements, steps) in
            prop::sample::select(vec![("Element", 1, 4), ("Element", 2, 4), ("int", 4, 3)]),
    ) {
        let theory = specification(&equations, letters);
        let program = rules::program(&theory);
        let algebra = all_algebras(&theory, &[("Element", elements)]).swap_remove(0);
        let found = classes(&program, &algebra, subject(&program), bounds(Some(steps)), &mut |_, _| true)
            .expect("it can be enumerated");
        let (words, class) = closure(&equations, elements, steps);
        let mut values = BTreeSet::new();
        for (steps, term) in &found.terms {
            let own = words.iter().position(|it| *it == word(&theory, term)).expect("it is short");
            prop_assert!(values.insert(class[own]), "{:?} twice", words[own]);
            prop_assert_eq!(*steps as usize, words[class[own]].len());
        }
        prop_assert_eq!(values, class.iter().copied().collect::<BTreeSet<_>>());
    }
}

/// What a term is in a model; `None` where it is outside.
fn value(theory: &Theory, model: &Model, term: &GroundTerm) -> Option<u32> {
    match term {
        GroundTerm::Element(_, element) => Some(*element),
        GroundTerm::Int(number) => model.element_of_int(theory.int()?, *number),
        GroundTerm::Apply(op, arguments) => {
            let values: Option<Vec<u32>> =
                arguments.iter().map(|it| value(theory, model, it)).collect();
            match model.table(*op).cell(&values?) {
                Cell::Element(element) => Some(element),
                _ => None,
            }
        }
    }
}

/// Every element of the constructed sorts of a model is the value of an enumerated term.
/// Returns the number of elements, or `None` where a sort can't be enumerated.
pub fn check_values(theory: &Theory, model: &Model) -> Option<usize> {
    /// The most terms of one model.
    const BYTES: usize = 3 << 20;
    let program = rules::program(theory);
    let algebra = Algebra::of(&program, &ParameterTables::of(theory, model));
    let mut count = 0;
    for (sort, _) in theory.sorts.iter().filter(|(_, it)| it.kind == SortKind::Constructed) {
        // Without junk, every element takes fewer steps than there are elements.
        let limit = specgen::enumerate::Bounds { steps: Some(model.size(sort)), bytes: BYTES };
        let found = classes(&program, &algebra, sort.index(), limit, &mut |_, _| true).ok()?;
        let reached: BTreeSet<u32> =
            found.terms.iter().filter_map(|(_, term)| value(theory, model, term)).collect();
        if found.end == specgen::enumerate::End::Memory {
            return None;
        }
        let all: BTreeSet<u32> = (0..model.size(sort)).collect();
        assert_eq!(reached, all, "{} over {algebra:?}", theory.sorts[sort].name);
        count += all.len();
    }
    Some(count)
}
