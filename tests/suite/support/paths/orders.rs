//! The same for a heap and a sorted list over total orders of four elements.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::super::support;
use super::super::support::sequence as run;
use super::super::support::{atom, axiom, paths};
use super::{ANTISYMMETRIC, Orderable, REFLEXIVE, Relation, TOTAL, TRANSITIVE, rows};

const ELEMENTS: usize = 4;

thread_local! {
    static FAULT: Cell<&'static str> = const { Cell::new("") };
}

fn has(fault: &str) -> bool {
    FAULT.with(Cell::get) == fault
}

fn greater(left: Orderable, right: Orderable) -> bool {
    !right.geq(left)
}

/// A list whose greatest element comes first.
trait Ordered: Clone + PartialEq + Send + Sync + std::fmt::Debug + 'static {
    const FAULTS: &'static [&'static str];
    fn empty() -> Self;
    fn insert(self, element: Orderable) -> Self;
    fn all(&self) -> &[Orderable];
    fn abilities() -> run::Abilities;
}

#[derive(Clone, Debug, PartialEq)]
struct Heap(Vec<Orderable>);

impl Ordered for Heap {
    const FAULTS: &'static [&'static str] =
        &["", "right child ignored", "two rises", "never rises twice", "not reflexive"];

    fn empty() -> Self {
        Heap(Vec::new())
    }

    fn insert(mut self, element: Orderable) -> Self {
        self.0.push(element);
        let mut place = self.0.len() - 1;
        let mut rises = 0;
        while place > 0 && greater(self.0[place], self.0[(place - 1) / 2]) {
            if has("right child ignored") && place == 2 {
                break;
            }
            if has("never rises twice") && rises == 1 {
                break;
            }
            self.0.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
            rises += 1;
        }
        if has("two rises") && rises == 2 {
            self.0.pop();
        }
        if has("not reflexive") && !element.geq(element) {
            self.0.clear();
        }
        self
    }

    fn all(&self) -> &[Orderable] {
        &self.0
    }

    fn abilities() -> run::Abilities {
        run::abilities!(Heap, |left, right| left == right)
    }
}

#[derive(Clone, Debug, PartialEq)]
struct List(Vec<Orderable>);

impl Ordered for List {
    const FAULTS: &'static [&'static str] =
        &["", "second skipped", "last in front", "loses the fourth in the middle", "both greater"];

    fn empty() -> Self {
        List(Vec::new())
    }

    fn insert(mut self, element: Orderable) -> Self {
        let is_place = |(place, other): (usize, &Orderable)| {
            !(has("second skipped") && place == 1) && greater(element, *other)
        };
        let place = self.0.iter().enumerate().position(is_place).unwrap_or(self.0.len());
        if has("last in front") && place == 3 {
            self.0.insert(0, element);
        } else if !(has("loses the fourth in the middle") && place == 2 && self.0.len() == 3) {
            self.0.insert(place, element);
        }
        let both = |pair: &[Orderable]| greater(pair[0], pair[1]) && greater(pair[1], pair[0]);
        if has("both greater") && self.0.windows(2).any(both) {
            self.0.clear();
        }
        self
    }

    fn all(&self) -> &[Orderable] {
        &self.0
    }

    fn abilities() -> run::Abilities {
        run::abilities!(List, |left, right| left == right)
    }
}

/// What is inserted is there, and nothing is greater than the first.
fn inserted_is_there<T: Ordered>(value: T, element: Orderable) {
    let count = value.all().len();
    let after = value.insert(element);
    let all = after.all();
    let ordered = |above: usize, below: usize| !greater(all[below], all[above]);
    axiom(
        "insert(S, E) has E, one element more, and the greatest first",
        [
            atom("has E", all.iter().any(|one| one.id == element.id)),
            atom("one more", all.len() == count + 1),
            atom("the greatest is first", (1..all.len()).all(|place| ordered(0, place))),
        ],
        |[has, more, first]| has && more && first,
    );
}

const OPERATIONS: &str = "
sort given Orderable
sort constructed Ordered
op geq given (0 0) truth total ()
op empty constructor () 1 total ()
op insert constructor (1 0) 1 total ()
";

const TOTAL_ORDER: [&str; 4] = [REFLEXIVE, TRANSITIVE, TOTAL, ANTISYMMETRIC];

fn is_found<T: Ordered>() -> bool {
    let rules = format!("{OPERATIONS}{}", TOTAL_ORDER.concat());
    let subject =
        run::Subject::new("tests/ordered/main.rs", &rules, "").with_type(1, T::abilities()).with(
            [
                run::total(|a| run::truth(a.element::<Orderable>(0, 0).geq(a.element(1, 0)))),
                run::total(|_| run::made(T::empty())),
                run::total(|a| run::made(a.take::<T>(0).insert(a.element(1, 0)))),
            ],
            [run::axiom("inserted_is_there", &[("S", 1), ("E", 0)], |a| {
                inserted_is_there::<T>(a.make(0), a.element(1, 0));
            })],
            [],
        );
    let elements = [0, 1, 2, 3].map(|id| Orderable { id, relation: &[] });
    let algebra = run::Algebra::default().with_elements(0, &elements);
    let test = || paths::test(&subject, 1, &algebra, Err("it is a test"));
    catch_unwind(AssertUnwindSafe(test)).is_err()
}

/// The total orders of four elements.
fn orders() -> Vec<Relation> {
    let mut ranks = vec![Vec::new()];
    for _ in 0..ELEMENTS {
        let longer = ranks.iter().flat_map(|ranks: &Vec<usize>| {
            let open = (0..ELEMENTS).filter(|rank| !ranks.contains(rank));
            open.map(|rank| [ranks.as_slice(), &[rank]].concat()).collect::<Vec<_>>()
        });
        ranks = longer.collect();
    }
    ranks.iter().map(|ranks| rows(ELEMENTS, |left, right| ranks[left] >= ranks[right])).collect()
}

/// Whether some order shows a fault, on values of up to three steps.
fn is_shown<T: Ordered>() -> bool {
    orders().into_iter().any(|relation| {
        let elements = || (0..ELEMENTS).map(|id| Orderable { id, relation });
        let mut values = vec![Vec::new()];
        for _ in 0..ELEMENTS - 1 {
            let longer: Vec<Vec<Orderable>> = values
                .iter()
                .flat_map(|steps| elements().map(|next| [steps.as_slice(), &[next]].concat()))
                .collect();
            values.extend(longer);
        }
        values.iter().any(|steps| {
            elements().any(|element| {
                let value = || steps.iter().fold(T::empty(), |value, next| value.insert(*next));
                catch_unwind(|| inserted_is_there(value(), element)).is_err()
            })
        })
    })
}

fn compared<T: Ordered>() -> usize {
    let shown = T::FAULTS.iter().filter(|fault| {
        FAULT.with(|chosen| chosen.set(fault));
        let is_shown = is_shown::<T>();
        assert_eq!(is_found::<T>(), is_shown, "{fault:?}");
        is_shown
    });
    shown.count()
}

#[test]
fn exploration_finds_the_faults_of_a_heap_that_some_order_shows() {
    assert_eq!(compared::<Heap>(), 3);
    assert_eq!(orders().len(), 24);
}

#[test]
fn exploration_finds_the_faults_of_a_sorted_list_that_some_order_shows() {
    assert_eq!(compared::<List>(), 2);
}
