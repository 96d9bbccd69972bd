//! How long the search takes, and how many clauses it works with.
//!
//! `cargo bench --bench search` prints a table over all examples and then measures
//! each of them with criterion; words behind `--` choose those whose name has them.
//! docs/performance.md says how to read the numbers.

use std::path::Path;
use std::time::{Duration, Instant};

use criterion::Criterion;
use specgen::goal::{Goal, GoalOptions, goals};
use specgen::model::Mode;
use specgen::search::{
    Bound, Bounds, Options, Outcome, Range, Scope, Verdict, clause_count, search,
};
use specgen::theory::{NoFolders, SortId, SortKind, Theory, Workspace};

/// At most so many sets over exactly so many elements: the scope of the published
/// experiment, and what grows from it.
const SORTED_SETS: [(u32, u32); 4] = [(12, 3), (18, 4), (34, 5), (66, 6)];

/// What takes longer is in the table only.
const SAMPLED: Duration = Duration::from_secs(2);

struct Case {
    name: String,
    theory: Theory,
    goals: Vec<Goal>,
    options: Options,
    /// Where the scope does not grow by itself.
    bounds: Option<Bounds>,
}

struct Measured {
    outcomes: Vec<Outcome>,
    bounds: Bounds,
    clauses: usize,
    /// Of these bounds, once.
    grounding: Duration,
    total: Duration,
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&String> = arguments.iter().filter(|word| !word.starts_with('-')).collect();
    let only_tried = arguments.iter().any(|argument| argument == "--test");
    let mut cases = cases();
    cases.retain(|case| words.iter().all(|word| case.name.contains(*word)));
    if only_tried {
        cases.truncate(1);
    }
    let measured: Vec<Measured> = cases.iter().map(Case::measure).collect();
    print_table(&cases, &measured);
    for (case, _) in cases.iter().zip(&measured).filter(|(_, it)| it.total <= SAMPLED) {
        criterion.bench_function(&case.name, |bencher| bencher.iter(|| case.search()));
    }
    criterion.final_summary();
}

/// The sorted set at growing scopes, then every example as it grows by itself.
fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs");
    let entries = std::fs::read_dir(folder).expect("the folder is readable");
    let names = entries.map(|entry| entry.expect("the entry is readable").file_name());
    let mut names: Vec<String> =
        names.map(|name| name.into_string().expect("file names are text")).collect();
    names.retain(|name| name.ends_with(".spec"));
    names.sort();
    let sorted_sets = SORTED_SETS.map(|(sets, elements)| Case::sorted_set(sets, elements));
    sorted_sets.into_iter().chain(names.iter().map(|name| Case::of_file(name))).collect()
}

impl Case {
    fn of_file(file: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs").join(file);
        let text = std::fs::read_to_string(path).expect("shipped specifications are readable");
        let loaded = Workspace::new(NoFolders).load(file, &text);
        let loaded = loaded.expect("shipped specifications are well-formed");
        let subject = loaded.default_subject().expect("every example has a subject");
        let theory = loaded.theory.restricted_to(subject);
        let goals = goals(&theory, GoalOptions::default()).expect("few enough goals");
        let name = file.trim_end_matches(".spec").to_owned();
        Self { name, theory, goals, options: Options::default(), bounds: None }
    }

    fn sorted_set(sets: u32, elements: u32) -> Self {
        let case = Self::of_file("sorted_set.spec");
        let scope = format!("SortedSet<={sets},Orderable={elements}");
        let scope = Scope::parse(&scope, &case.theory).expect("the scope is well-formed");
        let no_numbers = Range { low: 0, high: 0 };
        let bounds = Bounds::uniform(&case.theory, elements, sets, no_numbers);
        let options = Options { scope, ..Options::default() };
        let name = format!("{} {sets}/{elements}", case.name);
        Self { name, options, bounds: Some(bounds), ..case }
    }

    fn search(&self) -> Vec<Outcome> {
        search(&self.theory, &self.goals, &self.options, &mut |_| {})
            .expect("all models pass the evaluator")
    }

    fn measure(&self) -> Measured {
        let start = Instant::now();
        let outcomes = self.search();
        let total = start.elapsed();
        let bounds = self.bounds.clone().unwrap_or_else(|| self.largest(&outcomes));
        let fragment = outcomes.iter().any(|outcome| outcome.mode == Mode::Fragment);
        let mode = if fragment { Mode::Fragment } else { Mode::Closed };
        let start = Instant::now();
        let clauses = clause_count(&self.theory, &bounds, mode);
        let grounding = start.elapsed();
        Measured { outcomes, bounds, clauses, grounding, total }
    }

    /// The largest carriers that a goal ended with.
    fn largest(&self, outcomes: &[Outcome]) -> Bounds {
        let size = |sort: SortId| {
            let sizes = outcomes.iter().flat_map(|outcome| &outcome.scope);
            sizes.filter(|(of, _)| *of == sort).map(|(_, size)| *size).max().unwrap_or(1)
        };
        let low = |sort: SortId| {
            outcomes.iter().find_map(|outcome| match &outcome.verdict {
                Verdict::Covered(witness) => Some(witness.model.carriers[sort].low),
                _ => None,
            })
        };
        let sorts = self.theory.sorts.iter().map(|(id, sort)| Bound {
            size: size(id),
            exact: sort.kind != SortKind::Constructed,
            low: low(id).unwrap_or(0),
        });
        Bounds { sorts: sorts.collect() }
    }

    /// The sizes of the constructed sorts, the parameters and the numbers: `12/3`.
    fn sizes(&self, bounds: &Bounds) -> String {
        let kinds = [SortKind::Constructed, SortKind::Parameter, SortKind::Int];
        let of_kind = |kind| self.theory.sorts.iter().filter(move |(_, sort)| sort.kind == kind);
        let sizes = kinds.into_iter().flat_map(of_kind).map(|(id, _)| bounds.size(id).to_string());
        sizes.collect::<Vec<_>>().join("/")
    }
}

/// Times differ from machine to machine; what a case takes beside the first one
/// differs less. What is not grounding is solving, refutations and the checks of
/// models; where a scope grows by itself, also the grounding of smaller ones.
fn print_table(cases: &[Case], measured: &[Measured]) {
    println!("| case | sizes | goals | covered | clauses | grounding | solving | total | ratio |");
    println!("|---|---|---:|---:|---:|---:|---:|---:|---:|");
    for (case, it) in cases.iter().zip(measured) {
        let is_covered = |outcome: &&Outcome| matches!(outcome.verdict, Verdict::Covered(_));
        println!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {:.1} |",
            case.name,
            case.sizes(&it.bounds),
            case.goals.len(),
            it.outcomes.iter().filter(is_covered).count(),
            it.clauses,
            milliseconds(it.grounding),
            milliseconds(it.total.saturating_sub(it.grounding)),
            milliseconds(it.total),
            it.total.as_secs_f64() / measured[0].total.as_secs_f64(),
        );
    }
    println!();
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}
