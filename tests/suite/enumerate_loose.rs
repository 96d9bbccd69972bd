//! Values of loose specifications, beside all models of a few states.

use std::collections::BTreeSet;

use proptest::prelude::*;
use specgen::arena::Id;
use specgen::enumerate::{End, Loose, loose};
use specgen::rules;
use specgen::theory::Theory;

use crate::enumerate::{all_algebras, bounds, subject};
use crate::example;

/// The most steps of a term.
const STEPS: u32 = 2;

/// What the axioms say, as relations of rows: rows are numbers.
struct Laws<'l> {
    rows: usize,
    /// By call, its constructor.
    ops: &'l [usize],
    /// Whether the creator may have a row.
    starts: &'l dyn Fn(usize) -> bool,
    /// Whether a call may lead from a row to another one.
    leads: &'l dyn Fn(usize, (usize, usize)) -> bool,
}

impl Laws<'_> {
    /// The rows that a term has in any model. A model has a state for each step of the term, and
    /// one for each of some rows: those that all other terms have.
    fn observed(&self, term: &[usize]) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let own = STEPS as usize;
        for chosen in 0..1 << self.rows {
            let chosen = (0..self.rows).filter(|row| chosen >> row & 1 == 1);
            let spare: Vec<usize> = chosen.collect();
            for labels in 0..self.rows.pow(STEPS) {
                let label = |state: usize| labels / self.rows.pow(state as u32) % self.rows;
                let states: Vec<usize> = (0..own).map(label).chain(spare.clone()).collect();
                let targets = |state: usize, call: usize| -> Vec<usize> {
                    let leads = |to: &usize| (self.leads)(call, (states[state], states[*to]));
                    (0..states.len()).filter(leads).collect()
                };
                let is_total = (0..states.len())
                    .all(|state| (0..self.ops.len()).all(|call| !targets(state, call).is_empty()));
                if is_total && (self.starts)(states[0]) {
                    let ends = ends(&targets, 0, term, &mut Vec::new());
                    found.extend(ends.into_iter().map(|state| states[state]));
                }
            }
        }
        found
    }

    /// The terms that differ in their sets of rows, the first ones by their steps, and the size
    /// of the largest set.
    fn values(&self) -> (Vec<Vec<usize>>, usize) {
        let (mut values, mut known) = (Vec::new(), BTreeSet::new());
        let mut level: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..=STEPS {
            for term in &level {
                let set = self.observed(term);
                if !set.is_empty() && known.insert(set) {
                    values.push(term.clone());
                }
            }
            let calls = 0..self.ops.len();
            let longer = |(number, term): (usize, &Vec<usize>)| {
                let term = term.clone();
                calls.clone().map(move |call| (number, [term.as_slice(), &[call]].concat()))
            };
            let mut next: Vec<_> = level.iter().enumerate().flat_map(longer).collect();
            next.sort_by_key(|(number, term)| (term.last().map(|it| self.ops[*it]), *number));
            level = next.into_iter().map(|(_, term)| term).collect();
        }
        (values, known.iter().map(BTreeSet::len).max().unwrap_or(0))
    }
}

/// The states that calls lead to. A call of a state leads to the same one each time.
fn ends(
    targets: &dyn Fn(usize, usize) -> Vec<usize>,
    state: usize,
    calls: &[usize],
    decided: &mut Vec<(usize, usize, usize)>,
) -> BTreeSet<usize> {
    let Some((call, rest)) = calls.split_first() else { return BTreeSet::from([state]) };
    let known = decided.iter().find(|it| (it.0, it.1) == (state, *call)).map(|it| it.2);
    let mut found = BTreeSet::new();
    for to in known.map_or_else(|| targets(state, *call), |to| vec![to]) {
        decided.push((state, *call, to));
        found.extend(ends(targets, to, rest, decided));
        decided.pop();
    }
    found
}

/// `None` if axioms are about more than one step.
fn found(theory: &Theory, elements: &[(&str, u32)]) -> Option<Loose> {
    let program = rules::program(theory);
    let algebra = all_algebras(theory, elements).swap_remove(0);
    let axioms = theory.body_axioms().map(|(_, axiom)| {
        let sorts = axiom.variables.iter().map(|it| it.sort.index()).collect();
        (rules::formula(&axiom.formula), sorts)
    });
    let axioms: Vec<_> = axioms.collect();
    let limit = bounds(Some(STEPS));
    loose(&program, &algebra, &axioms, subject(&program), limit, &mut |_, _| true)
}

/// A term of constructors as text, the innermost call first.
fn text(names: &[&str], term: &[usize]) -> String {
    term.iter().fold("make()".to_owned(), |inner, call| names[*call].replace('_', &inner))
}

fn check(theory: &Theory, elements: &[(&str, u32)], names: &[&str], laws: &Laws<'_>) {
    let found = found(theory, elements).expect("every axiom is about one step");
    let (values, widest) = laws.values();
    let listed: BTreeSet<String> = found.terms.iter().map(|(_, it)| it.text(theory)).collect();
    let expected: BTreeSet<String> = values.iter().map(|term| text(names, term)).collect();
    assert_eq!(found.terms.len(), listed.len());
    assert_eq!((listed, found.widest), (expected, widest));
    assert!(found.terms.is_empty() || found.end == End::Steps || found.end == End::Complete);
    assert_eq!(found.examined, None, "few rows are all examined");
}

/// What two predicates say of a value.
fn literals(value: &str, row: usize) -> String {
    let sign = |bit: usize| if row >> bit & 1 == 1 { "" } else { "not " };
    format!("{}p({value}) and {}q({value})", sign(0), sign(1))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Axioms that forbid steps at random: most rows lead nowhere after some steps, and such rows
    /// are in no model.
    #[test]
    fn loose_values_are_the_sets_of_rows_in_all_models(
        starts in 1..16u32, flip in any::<u16>(), turn in any::<u16>(),
    ) {
        let starts = move |row: usize| starts >> row & 1 == 1;
        let is_allowed = |relation: u16, (from, to): (usize, usize)| {
            relation >> (4 * from + to) & 1 == 1
        };
        let leads = move |call: usize, step: (usize, usize)| {
            is_allowed(if call == 0 { flip } else { turn }, step)
        };
        let mut axioms = String::new();
        for row in (0..4).filter(|row| !starts(*row)) {
            axioms += &format!("[s{row}] not ({});", literals("make()", row));
        }
        for (from, to) in (0..4).flat_map(|from| (0..4).map(move |to| (from, to))) {
            for (name, relation) in [("flip", flip), ("turn", turn)] {
                if !is_allowed(relation, (from, to)) {
                    let (before, after) = (literals("S", from), literals(&format!("{name}(S)"), to));
                    axioms += &format!("[{name}{from}{to}] not ({before} and {after});");
                }
            }
        }
        let theory = example::theory(&format!(
            "specification Box
               sorts Box
               constructors make: --> Box; flip: Box --> Box; turn: Box --> Box;
               observers p: Box; q: Box;
               axioms S: Box; [any] p(S) or not p(S); {axioms}
             end specification"
        ));
        let laws = Laws { rows: 4, ops: &[0, 1], starts: &starts, leads: &leads };
        check(&theory, &[], &["flip(_)", "turn(_)"], &laws);
    }

    /// The same with an observer that yields elements, outside of its domain where `p` is false.
    #[test]
    fn loose_elements_are_the_sets_of_rows_in_all_models(allowed in any::<u64>()) {
        // Rows: undefined, the first element, the second element.
        let top = |row: usize| row.checked_sub(1);
        let minterm = |element: usize, from: usize, to: usize| {
            let atoms = [
                top(from).is_some(),
                top(to).is_some(),
                top(from) == Some(element),
                top(to) == Some(element),
                top(from) == top(to),
            ];
            atoms.iter().enumerate().map(|(bit, atom)| usize::from(*atom) << bit).sum::<usize>()
        };
        let leads = |call: usize, (from, to): (usize, usize)| {
            allowed >> minterm(call, from, to) & 1 == 1
        };
        let atoms =
            ["p(S)", "p(put(S, E))", "top(S) = E", "top(put(S, E)) = E", "top(S) = top(put(S, E))"];
        let mut axioms = String::new();
        for number in (0..32).filter(|number| allowed >> number & 1 == 0) {
            let literals = atoms.iter().enumerate().map(|(bit, atom)| match number >> bit & 1 {
                1 => format!("({atom})"),
                _ => format!("not ({atom})"),
            });
            let literals: Vec<String> = literals.collect();
            axioms += &format!("[m{number}] not ({});", literals.join(" and "));
        }
        let theory = example::theory(&format!(
            "specification Element sorts Element end specification
             specification Box[Element]
               sorts Box[Element]
               constructors make: --> Box[Element]; put: Box[Element] Element --> Box[Element];
               observers top: Box[Element] -->? Element; p: Box[Element];
               domains S: Box[Element]; top(S) if p(S);
               axioms S: Box[Element]; E: Element; [any] p(S) or not p(S); {axioms}
             end specification"
        ));
        let laws = Laws { rows: 3, ops: &[0, 0], starts: &|_| true, leads: &leads };
        check(&theory, &[("Element", 2)], &["put(_, Element0)", "put(_, Element1)"], &laws);
    }
}

/// An axiom that relates two constructors is none about one step.
#[test]
fn axioms_about_more_than_one_step_are_refused() {
    for axiom in [
        "p(flip(S)) iff not p(turn(S))",
        "p(flip(flip(S)))",
        "p(S) iff p(make())",
        "flip(turn(S)) = turn(flip(S))",
        "flip(S) = S if p(S)",
        "p(flip(S)) or p(flip(T))",
    ] {
        let theory = example::theory(&format!(
            "specification Box
               sorts Box
               constructors make: --> Box; flip: Box --> Box; turn: Box --> Box;
               observers p: Box;
               axioms S, T: Box; [a] {axiom};
             end specification"
        ));
        assert_eq!(found(&theory, &[]), None, "{axiom}");
    }
}
