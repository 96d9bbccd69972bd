//! Exploration of paths against all tables: a fault that some lawful table shows is found.

mod orders;

use std::cell::Cell;

use super::message;
use super::support;
use super::support::sequence as run;
use super::support::{answer, atom, axiom};

/// A relation of elements: the rows of its table, none where it is decided on demand.
type Relation = &'static [&'static str];

#[derive(Clone, Copy, Debug)]
struct Orderable {
    id: usize,
    relation: Relation,
}

impl PartialEq for Orderable {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Orderable {
    fn geq(self, other: Self) -> bool {
        answer("geq", &self.relation, &[self.id, other.id])
    }
}

/// What is wrong with the type, if anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// The second element is never compared.
    SkipsSecond,
    /// Three elements that ascend lose the last one.
    Ascending,
    /// Elements of which neither is greater are taken for equal.
    Incomparable,
    /// Needs elements that are equivalent, but not equal.
    Tie,
    /// No lawful relation gets there.
    Unreachable,
}

const FAULTS: [Fault; 6] = [
    Fault::None,
    Fault::SkipsSecond,
    Fault::Ascending,
    Fault::Incomparable,
    Fault::Tie,
    Fault::Unreachable,
];

thread_local! {
    static FAULT: Cell<Fault> = const { Cell::new(Fault::None) };
}

fn has(fault: Fault) -> bool {
    FAULT.with(Cell::get) == fault
}

/// Keeps the elements that no later one exceeds.
#[derive(Clone, Debug, PartialEq)]
struct Maxima(Vec<Orderable>);

impl Maxima {
    fn insert(mut self, element: Orderable) -> Self {
        let all = self.0.clone();
        let is_exceeded = |(place, known): (usize, &Orderable)| {
            let skipped = has(Fault::SkipsSecond) && place == 1;
            let one = !skipped && known.geq(element);
            let other = || element.geq(*known);
            match one {
                true if has(Fault::Tie) && place == 1 => known.id != element.id && other(),
                true => true,
                false => has(Fault::Incomparable) && place == 1 && !other(),
            }
        };
        if all.iter().enumerate().any(is_exceeded) {
            return self;
        }
        let ascends = |pair: &[Orderable]| pair[1].geq(pair[0]) && !pair[0].geq(pair[1]);
        self.0.retain(|known| !element.geq(*known));
        self.0.push(element);
        let mut seen = all;
        seen.push(element);
        if has(Fault::Ascending) && seen.len() == 2 && seen.windows(2).all(ascends) {
            self.0.pop();
        }
        if has(Fault::Unreachable) && !element.geq(element) {
            self.0.clear();
        }
        self
    }

    /// Whether some kept element is at least as great.
    fn covers(&self, element: Orderable) -> bool {
        self.0.iter().any(|known| known.geq(element))
    }
}

const OPERATIONS: &str = "
sort given Orderable
sort constructed Maxima
op geq given (0 0) truth total ()
op empty constructor () 1 total ()
op insert constructor (1 0) 1 total ()
op covers other (1 0) truth total ()
";

/// `geq(E, E)`, transitivity, totality, antisymmetry.
const REFLEXIVE: &str = "law (0) (0 $0 $0)\n";
const TRANSITIVE: &str = "law (0 0 0) (or (or (not (0 $0 $1)) (not (0 $1 $2))) (0 $0 $2))\n";
const TOTAL: &str = "law (0 0) (or (0 $1 $0) (0 $0 $1))\n";
const ANTISYMMETRIC: &str = "law (0 0) (or (or (not (0 $0 $1)) (not (0 $1 $0))) (= $0 $1))\n";

const PREORDER: &[&str] = &[REFLEXIVE, TRANSITIVE];
const PARTIAL_ORDER: &[&str] = &[REFLEXIVE, TRANSITIVE, ANTISYMMETRIC];
const TOTAL_ORDER: &[&str] = &[REFLEXIVE, TRANSITIVE, TOTAL, ANTISYMMETRIC];
const TOTAL_PREORDER: &[&str] = &[REFLEXIVE, TRANSITIVE, TOTAL];

fn subject(laws: &[&str]) -> run::Subject {
    let rules = format!("{OPERATIONS}{}", laws.concat());
    run::Subject::new("tests/maxima/main.rs", &rules, "")
        .with_type(1, run::abilities!(Maxima, |left, right| left == right))
        .with(
            [
                run::total(|a| run::truth(a.element::<Orderable>(0, 0).geq(a.element(1, 0)))),
                run::total(|_| run::made(Maxima(Vec::new()))),
                run::total(|a| run::made(a.take::<Maxima>(0).insert(a.element(1, 0)))),
                run::total(|a| run::truth(a.borrow::<Maxima>(0).covers(a.element(1, 0)))),
            ],
            [run::axiom("inserted_is_covered", &[("S", 1), ("E", 0)], |a| {
                inserted_is_covered(a.make(0), a.element(1, 0));
            })],
            [],
        )
}

/// What was covered stays covered, what is inserted is, and nothing is kept in vain.
fn inserted_is_covered(value: Maxima, element: Orderable) {
    let before = value.clone();
    let after = value.insert(element);
    let is_needed = |(place, one): (usize, &Orderable)| {
        let mut others = after.0.iter().enumerate().filter(|(other, _)| *other != place);
        !others.any(|(_, other)| other.geq(*one))
    };
    axiom(
        "covers(insert(S, E), E)",
        [
            atom("covers(insert(S, E), E)", after.covers(element)),
            atom("all are still covered", before.0.iter().all(|known| after.covers(*known))),
            atom("all are needed", after.0.iter().enumerate().all(is_needed)),
        ],
        |[covered, kept, needed]| covered && kept && needed,
    );
}

fn elements(relation: Relation) -> [Orderable; 3] {
    [0, 1, 2].map(|id| Orderable { id, relation })
}

/// Whether exploration finds something.
fn is_found(fault: Fault, laws: &[&str]) -> bool {
    FAULT.with(|chosen| chosen.set(fault));
    let algebra = run::Algebra::default().with_elements(0, &elements(&[]));
    let tested = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        support::paths::test(&subject(laws), 1, &algebra, Err("it is a test"));
    }));
    tested.is_err()
}

/// All lawful relations of three elements.
fn lawful(laws: &[&str]) -> Vec<Relation> {
    let holds = |relation: &[[bool; 3]; 3]| {
        let all = || (0..3).flat_map(|a| (0..3).flat_map(move |b| (0..3).map(move |c| (a, b, c))));
        laws.iter().all(|law| {
            all().all(|(a, b, c)| match *law {
                REFLEXIVE => relation[a][a],
                TRANSITIVE => !relation[a][b] || !relation[b][c] || relation[a][c],
                TOTAL => relation[a][b] || relation[b][a],
                _ => !relation[a][b] || !relation[b][a] || a == b,
            })
        })
    };
    let tables = (0..512u32).filter_map(|bits| {
        let relation = [0, 1, 2].map(|a| [0, 1, 2].map(|b| bits >> (3 * a + b) & 1 == 1));
        if !holds(&relation) {
            return None;
        }
        Some(rows(3, |left, right| relation[left][right]))
    });
    tables.collect()
}

/// A relation as the rows of its table.
fn rows(size: usize, holds: impl Fn(usize, usize) -> bool) -> Relation {
    let letter = |left, right| if holds(left, right) { 't' } else { 'f' };
    let rows = (0..size).map(|left| {
        let row: String = (0..size).map(|right| letter(left, right)).collect();
        &*Box::leak(row.into_boxed_str())
    });
    Box::leak(rows.collect::<Vec<&'static str>>().into_boxed_slice())
}

/// Whether some lawful table shows the fault, on values of up to two steps.
fn is_shown(fault: Fault, laws: &[&str]) -> bool {
    FAULT.with(|chosen| chosen.set(fault));
    lawful(laws).into_iter().any(|relation| {
        let [a, b, c] = elements(relation);
        let mut instances = Vec::new();
        for first in [None, Some(a), Some(b), Some(c)] {
            for second in [None, Some(a), Some(b), Some(c)] {
                for element in [a, b, c] {
                    instances.push(([first, second], element));
                }
            }
        }
        instances.into_iter().any(|(steps, element)| {
            let shown = std::panic::catch_unwind(|| {
                let value = steps.into_iter().flatten().fold(Maxima(Vec::new()), Maxima::insert);
                inserted_is_covered(value, element);
            });
            shown.is_err()
        })
    })
}

#[test]
fn exploration_finds_what_some_lawful_table_shows_and_nothing_else() {
    let mut found = 0;
    for laws in [PREORDER, PARTIAL_ORDER, TOTAL_ORDER, TOTAL_PREORDER] {
        for fault in FAULTS {
            let is_shown = is_shown(fault, laws);
            assert_eq!(is_found(fault, laws), is_shown, "{fault:?} with {laws:?}");
            found += usize::from(is_shown);
        }
    }
    assert!(found >= 8, "{found} faults can be shown");
    assert!(!is_found(Fault::None, TOTAL_ORDER) && !is_found(Fault::Unreachable, PREORDER));
}

#[test]
fn as_many_tables_are_lawful_as_there_are_orders() {
    let counts = [PREORDER, PARTIAL_ORDER, TOTAL_ORDER, TOTAL_PREORDER].map(|it| lawful(it).len());
    assert_eq!(counts, [29, 19, 6, 13]);
}

#[test]
fn a_failing_path_names_the_values_and_the_answers() {
    FAULT.with(|chosen| chosen.set(Fault::Ascending));
    let algebra = run::Algebra::default().with_elements(0, &elements(&[]));
    let message = message(|| {
        support::paths::test(&subject(TOTAL_ORDER), 1, &algebra, Ok("TotalOrder"));
    });
    assert_eq!(
        message,
        "covers(insert(S, E), E)\n\
         covers(insert(S, E), E) is false\n\
         all are still covered is false\n\
         all are needed is true\n  \
         S = insert(empty(), Orderable0)\n  \
         E = Orderable1\n  \
         geq(Orderable0, Orderable1) is false\n  \
         geq(Orderable1, Orderable0) is true"
    );
}
