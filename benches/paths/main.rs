//! Paths of ten pieces of generic code beside all tables of their elements.
//!
//! `cargo bench --bench paths` runs each on every path and on every table, and ten faulty variants
//! until the first failing run: by paths, by tables in their order, and by shuffled tables. The
//! answers are decided by the runtime's own cells. Seconds are processor time where the system
//! tells it.

mod lazy;
mod subjects;

use std::rc::Rc;
use std::time::Instant;

use specgen::{execute, explore};
use subjects::{Laws, SUBJECTS, Subject};

/// What the runtime takes from its other modules.
mod sequence {
    /// All tuples of numbers below the sizes.
    pub fn tuples(sizes: &[usize]) -> Vec<Vec<usize>> {
        sizes.iter().fold(vec![Vec::new()], |all, size| {
            let longer = all.iter().flat_map(|tuple| {
                (0..*size).map(move |next| tuple.iter().copied().chain([next]).collect())
            });
            longer.collect()
        })
    }
}

/// How often tables are shuffled.
const SHUFFLES: u64 = 50;

fn main() {
    let mut known = Known::default();
    println!("| code | elements | paths | tables | seconds: paths | making tables | tables |");
    println!("|---|---|---|---|---|---|---|");
    for subject in &SUBJECTS {
        for size in subject.sizes {
            let (paths, on_paths) = timed(|| paths(subject, *size, false));
            let (tables, making) = known.of(subject.laws, *size);
            let (wrong, on_tables) = timed(|| first(subject, *size, false, tables));
            assert!(paths.1.is_none() && wrong.is_none(), "{} is right", subject.name);
            println!(
                "| {} | {size} | {} | {} | {on_paths:.3} | {making:.3} | {on_tables:.3} |",
                subject.name,
                paths.0,
                tables.len()
            );
        }
    }
    println!("\n| fault | elements | paths until found | tables | shuffled tables |");
    println!("|---|---|---|---|---|");
    for subject in &SUBJECTS {
        let size = subject.sizes[subject.sizes.len() - 1];
        let mut tables = known.of(subject.laws, size).0.to_vec();
        let found = |number: Option<u64>| number.map_or("none".to_owned(), |it| it.to_string());
        let by_paths = paths(subject, size, true).1;
        let by_tables = first(subject, size, true, &tables);
        let mut sum = 0;
        for seed in 1..=SHUFFLES {
            shuffle(&mut tables, seed);
            sum += first(subject, size, true, &tables).unwrap_or(tables.len() as u64);
        }
        println!(
            "| {} | {size} | {} | {} | {} |",
            subject.fault,
            found(by_paths),
            found(by_tables),
            sum / SHUFFLES
        );
    }
}

/// The number of paths, and the number of the first on which the code is wrong.
fn paths(subject: &Subject, size: usize, is_faulty: bool) -> (u64, Option<u64>) {
    let lawful = lazy::Lawful::new(subject.laws, size);
    let (mut runs, mut wrong) = (0, None);
    let explored = explore::explore(|choices| {
        runs += 1;
        if wrong.is_some() {
            return false;
        }
        if !lawful.run(choices, || (subject.is_right)(size, is_faulty)) {
            wrong = Some(runs);
        }
        true
    });
    (explored.accepted, wrong)
}

/// Tables that were made before, and the seconds that it took.
#[derive(Default)]
struct Known(Vec<Made>);

struct Made {
    laws: Laws,
    size: usize,
    tables: Vec<Rc<[bool]>>,
    seconds: f64,
}

impl Known {
    fn of(&mut self, laws: Laws, size: usize) -> (&[Rc<[bool]>], f64) {
        let known = self.0.iter().position(|it| (it.laws, it.size) == (laws, size));
        let known = known.unwrap_or_else(|| {
            let (tables, seconds) = timed(|| tables(laws, size));
            self.0.push(Made { laws, size, tables, seconds });
            self.0.len() - 1
        });
        (&self.0[known].tables, self.0[known].seconds)
    }
}

/// All lawful tables over as many elements.
fn tables(laws: Laws, size: usize) -> Vec<Rc<[bool]>> {
    let lawful = lazy::Lawful::new(laws, size);
    let mut all = Vec::new();
    explore::explore(|choices| {
        let cells = || (0..size * size).map(|cell| lazy::holds(cell / size, cell % size)).collect();
        all.push(lawful.run(choices, cells));
        true
    });
    all
}

/// The number of the first table on which the code is wrong.
fn first(subject: &Subject, size: usize, is_faulty: bool, tables: &[Rc<[bool]>]) -> Option<u64> {
    let mut tables = tables.iter();
    let wrong = tables
        .position(|table| !lazy::with_table(table, size, || (subject.is_right)(size, is_faulty)));
    wrong.map(|number| number as u64 + 1)
}

fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for last in (1..items.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        items.swap(last, (state % (last as u64 + 1)) as usize);
    }
}

fn timed<T>(call: impl FnOnce() -> T) -> (T, f64) {
    let (clock, before) = (Instant::now(), processor());
    let result = call();
    let seconds = match (before, processor()) {
        (Some(before), Some(after)) => after - before,
        _ => clock.elapsed().as_secs_f64(),
    };
    (result, seconds)
}

/// The processor time of this thread so far.
fn processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
