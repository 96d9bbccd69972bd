//! How long it takes to enumerate all values and all algebras.
//!
//! `cargo bench --bench enumerate` prints two tables: values, beside what Korat published for
//! the same subject, and algebras of parameters. A search tree that is enumerated by hand
//! gives the ratio. Other words choose the rows whose names have them.

use std::path::Path;

use cpu_time::ProcessTime;
use specgen::enumerate::{Algebra, Bounds, Limit, Numbers, Orbits, Walk, algebras, term, walk};
use specgen::execute::{Program, SortKind};
use specgen::rules;
use specgen::theory::{NoFolders, Theory, Workspace};

/// What is enumerated, and what others report.
struct Subject {
    name: &'static str,
    /// Below the folder of the project.
    spec: &'static str,
    sizes: &'static [(&'static str, u32)],
    steps: Option<u32>,
    /// Only values of exactly the bounded steps are counted.
    last_only: bool,
    /// The numbers that operations take.
    numbers: (i64, i64),
    /// All algebras are gone through, and a value counts if it has all elements.
    over_all: bool,
    known: usize,
    /// What Korat counts and how long it took, on hardware of 2004.
    korat: &'static str,
}

const PLAIN: Subject = Subject {
    name: "",
    spec: "",
    sizes: &[],
    steps: None,
    last_only: false,
    numbers: (0, 3),
    over_all: false,
    known: 0,
    korat: "",
};

const SUBJECTS: &[Subject] = &[
    tree(7, 2_950, "429 trees with all 7 keys: 5.7 s"),
    tree(8, 12_235, "1,430 with all 8 keys: 48.5 s"),
    tree(9, 51_822, "4,862 with all 9 keys: 378 s (50 s with dedicated generators)"),
    tree(10, 223_191, "16,796 with all 10 keys: 3,481 s (413 s)"),
    tree(11, 974_427, ""),
    Subject {
        name: "heap array of up to 7 items, 8 keys",
        spec: "benches/enumerate/heap_array.spec",
        sizes: &[("Orderable", 8)],
        numbers: (0, 7),
        known: 117_562,
        korat: "117,562 arrays: 2.0 s (1.3 s)",
        ..PLAIN
    },
    Subject {
        name: "heap array of up to 8 items, 9 keys",
        spec: "benches/enumerate/heap_array.spec",
        sizes: &[("Orderable", 9)],
        numbers: (0, 8),
        known: 1_005_075,
        korat: "1,005,075 arrays: 15.3 s (9.3 s)",
        ..PLAIN
    },
    Subject {
        name: "binomial heap of up to 7 items, 7 keys",
        spec: "benches/enumerate/binomial_heap.spec",
        sizes: &[("Orderable", 7)],
        steps: Some(7),
        known: 107_416,
        korat: "107,416 heaps: 4.5 s (2.6 s)",
        ..PLAIN
    },
    Subject {
        name: "red-black tree of 10 nodes, shapes",
        spec: "benches/enumerate/red_black_tree.spec",
        steps: Some(10),
        last_only: true,
        known: 260,
        korat: "260 trees: 243 s (119 s)",
        ..PLAIN
    },
    Subject {
        name: "sorted list of 11 items, 11 keys",
        spec: "benches/enumerate/sorted_list.spec",
        sizes: &[("Orderable", 11)],
        steps: Some(11),
        last_only: true,
        known: 352_716,
        korat: "352,716 lists: 59 s (12.5 s)",
        ..PLAIN
    },
    Subject {
        name: "the same as a bag, by its axioms",
        spec: "specs/priority_queue.spec",
        sizes: &[("Orderable", 11)],
        steps: Some(11),
        last_only: true,
        known: 352_716,
        korat: "",
        ..PLAIN
    },
    Subject {
        name: "linked list of 9 items up to renaming, or null",
        spec: "benches/enumerate/linked_list.spec",
        numbers: (0, 9),
        steps: Some(9),
        last_only: true,
        known: 115_975,
        korat: "115,975 lists: 2.4 s (2.0 s)",
        ..PLAIN
    },
    Subject {
        name: "disjoint sets of 6, as partitions",
        spec: "benches/enumerate/partition.spec",
        sizes: &[("Element", 6)],
        known: 203,
        korat: "2,967,087 arrays of parents and ranks: 134 s (158 s)",
        ..PLAIN
    },
    Subject {
        name: "hash set of all 4 elements, every hash function",
        spec: "specs/hash_set.spec",
        sizes: &[("Hashable", 4)],
        numbers: (0, 3),
        over_all: true,
        known: 35,
        korat: "of 7: 1,716 tables of buckets: 2.3 s (1.8 s)",
        ..PLAIN
    },
    Subject {
        name: "sorted set of 16",
        spec: "specs/sorted_set.spec",
        sizes: &[("Orderable", 16)],
        known: 65_536,
        ..PLAIN
    },
    Subject {
        name: "directed graph of 4 nodes",
        spec: "specs/digraph.spec",
        sizes: &[("Node", 4)],
        known: 65_536,
        ..PLAIN
    },
    Subject {
        name: "graph of 4 nodes",
        spec: "specs/graph.spec",
        sizes: &[("Node", 4)],
        known: 65_536,
        ..PLAIN
    },
];

const fn tree(keys: u32, known: usize, korat: &'static str) -> Subject {
    const SIZES: [&[(&str, u32)]; 5] = [
        &[("Orderable", 7)],
        &[("Orderable", 8)],
        &[("Orderable", 9)],
        &[("Orderable", 10)],
        &[("Orderable", 11)],
    ];
    Subject {
        name: "search tree, any of the keys",
        spec: "specs/search_tree.spec",
        sizes: SIZES[keys as usize - 7],
        known,
        korat,
        ..PLAIN
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_trial = arguments.iter().any(|it| it == "--test");
    let words: Vec<&String> = arguments.iter().filter(|it| !it.starts_with('-')).collect();
    println!("| subject | values | processor time | bytes per value | by hand | ratio | Korat |");
    println!("|---|---:|---:|---:|---:|---:|---|");
    for subject in SUBJECTS.iter().take(if is_trial { 1 } else { usize::MAX }) {
        if words.iter().all(|word| subject.name.contains(word.as_str())) {
            println!("{}", row(subject));
        }
    }
    println!("\n| algebras of parameters | elements | up to isomorphism | processor time |");
    println!("|---|---:|---:|---:|");
    /// A file of the library, its sort, and how many algebras of a size there are.
    type Row = (&'static str, &'static str, &'static [(u32, usize)]);
    let all: &[Row] = &[
        ("partial_order", "POrderable", &[(5, 63), (6, 318), (7, 2_045), (8, 16_999)]),
        ("monoid", "Combinable", &[(3, 7), (4, 35)]),
    ];
    for (file, sort, sizes) in all {
        let sizes = sizes.iter().take(if is_trial { 1 } else { usize::MAX });
        for (size, known) in sizes.filter(|_| words.is_empty()) {
            let theory = theory(&format!("specs/library/{file}.spec"));
            let program = rules::program(&theory);
            let start = processor_time();
            let found = all_algebras(&theory, &program, &[(*sort, *size)], PLAIN.numbers);
            let time = processor_time() - start;
            assert_eq!(found.len(), *known, "{file} of {size}");
            println!("| {file} | {size} | {known} | {time:.2} s |");
        }
    }
}

fn row(subject: &Subject) -> String {
    let theory = theory(subject.spec);
    let program = rules::program(&theory);
    let built = |sort: &specgen::execute::Sort| sort.kind == SortKind::Constructed;
    let sort = program.sorts.iter().rposition(built).expect("a sort is constructed");
    let bounds = Bounds { steps: subject.steps, bytes: 4 << 30 };
    let start = processor_time();
    let mut algebras = all_algebras(&theory, &program, subject.sizes, subject.numbers);
    algebras.truncate(if subject.over_all { usize::MAX } else { 1 });
    let (mut count, mut all, mut bytes) = (0, 0, 0);
    for algebra in &algebras {
        let mut found = walk(&program, algebra, sort, bounds, &mut |_, _| true)
            .expect("the subject can be enumerated");
        let own: usize = found.levels[sort].iter().map(Vec::len).sum();
        let last = found.levels[sort].last().map_or(0, Vec::len);
        (all, bytes) = (all + own, bytes + found.machine.bytes());
        count += match (subject.over_all, subject.last_only) {
            (true, _) => with_all_elements(&mut found, algebra, sort),
            (_, true) => last,
            _ => own,
        };
    }
    let time = processor_time() - start;
    assert_eq!(count, subject.known, "{}", subject.name);
    let (hand, ratio) = match subject.spec.contains("search_tree") {
        true => {
            let start = processor_time();
            let trees = trees(0, subject.sizes[0].1);
            let hand = processor_time() - start;
            assert_eq!(trees.len(), subject.known);
            let deepest = trees.iter().flatten().map(|tree| tree.depth()).max();
            assert_eq!(deepest, Some(subject.sizes[0].1));
            let roots = trees.iter().flatten().map(|tree| tree.key).max();
            assert_eq!(roots, Some(subject.sizes[0].1 - 1));
            // Shorter times are below what the system measures.
            let ratio = if hand < 0.002 { String::new() } else { format!("{:.1}", time / hand) };
            (format!("{hand:.3} s"), ratio)
        }
        false => (String::new(), String::new()),
    };
    let keys = match subject.name.contains("any of the keys") {
        true => format!(" ({})", subject.sizes[0].1),
        false => String::new(),
    };
    format!(
        "| {}{keys} | {count} | {time:.2} s | {} | {hand} | {ratio} | {} |",
        subject.name,
        bytes / all.max(1),
        subject.korat
    )
}

/// The values whose terms use all elements, up to swaps that the algebra does not notice.
fn with_all_elements<'p>(found: &mut Walk<'p>, algebra: &'p Algebra, sort: usize) -> usize {
    let program = found.machine.program;
    let mut orbits = Orbits::new(program, algebra).expect("few elements can be swapped");
    let machine = &mut found.machine;
    let values = found.levels[sort].iter().flatten();
    let wanted = values.filter(|value| {
        let used = term::elements(machine, sort, **value);
        used.iter().flatten().all(|used| *used)
            && orbits.is_first(machine, sort, **value).expect("the value is known")
    });
    wanted.count()
}

/// A search tree, as one writes it by hand.
#[derive(Clone)]
struct Tree {
    left: Option<Box<Tree>>,
    key: u32,
    right: Option<Box<Tree>>,
}

impl Tree {
    fn depth(&self) -> u32 {
        let below = |tree: &Option<Box<Tree>>| tree.as_ref().map_or(0, |tree| tree.depth());
        1 + below(&self.left).max(below(&self.right))
    }
}

/// All search trees over some of the keys from `low` up to, but not including, `high`.
fn trees(low: u32, high: u32) -> Vec<Option<Box<Tree>>> {
    let mut all = vec![None];
    for key in low..high {
        let right = trees(key + 1, high);
        for left in trees(low, key) {
            for right in &right {
                let (left, right) = (left.clone(), right.clone());
                all.push(Some(Box::new(Tree { left, key, right })));
            }
        }
    }
    all
}

fn theory(spec: &str) -> Theory {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(spec);
    let text = std::fs::read_to_string(path).expect("the specification is readable");
    let loaded = Workspace::new(NoFolders).load(spec, &text).expect("it is well-formed");
    let subject = loaded.default_subject().unwrap_or_else(|| loaded.file[loaded.file.len() - 1]);
    loaded.theory.restricted_to(subject)
}

fn all_algebras(
    theory: &Theory,
    program: &Program,
    sizes: &[(&str, u32)],
    (low, high): (i64, i64),
) -> Vec<Algebra> {
    let size = |name: &str| sizes.iter().find(|(known, _)| *known == name).map_or(0, |it| it.1);
    let sizes: Vec<u32> = theory.sorts.values().map(|sort| size(&sort.name)).collect();
    let mut proceed = |_| true;
    let mut limit = Limit { count: None, proceed: &mut proceed };
    algebras(theory, program, &sizes, Numbers { low, high }, &mut limit).0
}

/// Seconds of processor time so far, of all threads: algebras are found on all cores. The clock
/// of one thread misses the others, and the counters below `/proc/self` only tick 100 times a
/// second, which is too coarse for the enumerator that is written by hand.
fn processor_time() -> f64 {
    ProcessTime::now().as_duration().as_secs_f64()
}
