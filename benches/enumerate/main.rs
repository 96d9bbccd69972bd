//! How long it takes to enumerate all values and all algebras.
//!
//! `cargo bench --bench enumerate` prints two tables: values, beside what Korat published for
//! the same subject, and algebras of parameters. A search tree that is enumerated by hand
//! gives the ratio. Other words choose the rows whose names have them.

use std::path::Path;
use std::time::Instant;

use specgen::enumerate::{Algebra, Bounds, Limit, Numbers, algebras, walk};
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
    known: usize,
    /// What Korat counts and how long it took, on hardware of 2004.
    korat: &'static str,
}

const SUBJECTS: &[Subject] = &[
    tree(7, 2_950, "429 trees with all 7 keys: 5.7 s"),
    tree(8, 12_235, "1,430 with all 8 keys: 48.5 s"),
    tree(9, 51_822, "4,862 with all 9 keys: 378 s (50 s with dedicated generators)"),
    tree(10, 223_191, "16,796 with all 10 keys: 3,481 s (413 s)"),
    tree(11, 974_427, ""),
    Subject {
        name: "sorted list of 11 out of 11 (as a bag)",
        spec: "specs/priority_queue.spec",
        sizes: &[("Orderable", 11)],
        steps: Some(11),
        last_only: true,
        known: 352_716,
        korat: "352,716 lists: 59 s (12.5 s)",
    },
    Subject {
        name: "linked list of up to 8 steps, 4 elements",
        spec: "specs/list.spec",
        sizes: &[("Element", 4)],
        steps: Some(8),
        last_only: false,
        known: 87_381,
        korat: "",
    },
    Subject {
        name: "disjoint sets of 7, as partitions",
        spec: "benches/enumerate/partition.spec",
        sizes: &[("Element", 7)],
        steps: None,
        last_only: false,
        known: 877,
        korat: "counts forests of parents",
    },
    Subject {
        name: "hash set of 10, as sets",
        spec: "specs/hash_set.spec",
        sizes: &[("Hashable", 10)],
        steps: None,
        last_only: false,
        known: 1_024,
        korat: "counts arrays of buckets",
    },
    Subject {
        name: "sorted set of 16",
        spec: "specs/sorted_set.spec",
        sizes: &[("Orderable", 16)],
        steps: None,
        last_only: false,
        known: 65_536,
        korat: "",
    },
    Subject {
        name: "graph of 4 nodes",
        spec: "specs/graph.spec",
        sizes: &[("Node", 4)],
        steps: None,
        last_only: false,
        known: 65_536,
        korat: "",
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
        steps: None,
        last_only: false,
        known,
        korat,
    }
}

const NUMBERS: Numbers = Numbers { low: 0, high: 3 };

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
            let found = all_algebras(&theory, &program, &[(*sort, *size)]);
            let time = processor_time() - start;
            assert_eq!(found.len(), *known, "{file} of {size}");
            println!("| {file} | {size} | {known} | {time:.2} s |");
        }
    }
}

fn row(subject: &Subject) -> String {
    let theory = theory(subject.spec);
    let program = rules::program(&theory);
    let algebra = all_algebras(&theory, &program, subject.sizes).swap_remove(0);
    let built = |sort: &specgen::execute::Sort| sort.kind == SortKind::Constructed;
    let sort = program.sorts.iter().rposition(built).expect("a sort is constructed");
    let bounds = Bounds { steps: subject.steps, bytes: 4 << 30 };
    let start = processor_time();
    let found = walk(&program, &algebra, sort, bounds, &mut |_, _| true)
        .expect("the subject can be enumerated");
    let time = processor_time() - start;
    let all: usize = found.levels[sort].iter().map(Vec::len).sum();
    let last = found.levels[sort].last().map_or(0, Vec::len);
    let count = if subject.last_only { last } else { all };
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
    let sizes: Vec<String> = subject.sizes.iter().map(|(_, size)| size.to_string()).collect();
    format!(
        "| {} ({}) | {count} | {time:.2} s | {} | {hand} | {ratio} | {} |",
        subject.name,
        sizes.join("/"),
        found.machine.bytes() / all.max(1),
        subject.korat
    )
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

fn all_algebras(theory: &Theory, program: &Program, sizes: &[(&str, u32)]) -> Vec<Algebra> {
    let size = |name: &str| sizes.iter().find(|(known, _)| *known == name).map_or(0, |it| it.1);
    let sizes: Vec<u32> = theory.sorts.values().map(|sort| size(&sort.name)).collect();
    let mut proceed = |_| true;
    let mut limit = Limit { count: None, proceed: &mut proceed };
    algebras(theory, program, &sizes, NUMBERS, &mut limit).0
}

/// Seconds of processor time so far; on other systems than Linux, of the clock.
fn processor_time() -> f64 {
    thread_local! {
        static START: Instant = Instant::now();
    }
    let schedule = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = schedule.and_then(|it| it.split_whitespace().next()?.parse::<f64>().ok());
    let clock = || START.with(|start| start.elapsed().as_secs_f64());
    nanoseconds.map_or_else(clock, |it| it / 1e9)
}
