//! How long each stage takes, on every shipped specification and at growing scopes.
//!
//! `cargo bench --bench search` prints two tables and then samples each case with
//! criterion; `-- --table` stops after the tables, and other words choose the cases
//! whose names have them. docs/performance.md says how to read the numbers.

mod case;
mod stages;

use std::process::Command;
use std::time::{Duration, Instant};

use criterion::Criterion;

use case::{Case, cases};

/// What takes longer is in the table only.
const SAMPLED: Duration = Duration::from_secs(2);

/// Tells a child process which case to measure: each has its own peak of memory.
const CHILD: &str = "SPECGEN_BENCH_CASE";

fn main() {
    if let Ok(name) = std::env::var(CHILD) {
        let case = cases().into_iter().find(|case| case.name == name);
        return println!("{}", case.expect("the parent knows the cases").measure());
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let words: Vec<&String> = arguments.iter().filter(|word| !word.starts_with('-')).collect();
    let mut cases = cases();
    cases.retain(|case| words.iter().all(|word| case.name.contains(*word)));
    // `cargo test --benches` only asks whether it runs.
    if has("--test") {
        cases.truncate(1);
    }
    print_scopes(&cases);
    if words.is_empty() && !has("--test") {
        stages::print();
    }
    if !has("--table") {
        sample(&cases);
    }
}

/// One row for each case, each measured in a process of its own.
fn print_scopes(cases: &[Case]) {
    println!(
        "| case | sizes | goals | covered | clauses | grounding | search | goals/s | peak | growth |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    let mut before: Option<(&str, f64)> = None;
    for case in cases {
        let program = std::env::current_exe().expect("the program knows its own path");
        let output = Command::new(program).env(CHILD, &case.name).output();
        let output = output.expect("a program can start itself");
        let row = String::from_utf8(output.stdout).expect("a row is text");
        let (row, total) = row.trim().rsplit_once('\t').expect("the time is behind the row");
        let total: f64 = total.parse().expect("the time is a number");
        let growth = before.filter(|(spec, _)| *spec == case.spec && case.is_fixed());
        let growth = growth.map_or(String::new(), |(_, smaller)| format!("{:.1}", total / smaller));
        println!("{row} {growth} |");
        before = case.is_fixed().then_some((case.spec.as_str(), total));
    }
    println!();
}

fn sample(cases: &[Case]) {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    for case in cases {
        let start = Instant::now();
        case.search();
        if start.elapsed() <= SAMPLED {
            criterion.bench_function(&case.name, |bencher| bencher.iter(|| case.search()));
        }
    }
    criterion.final_summary();
}

/// The middle one of several measurements: of five, or of fewer where they take
/// long.
fn median<T>(mut work: impl FnMut() -> T) -> Duration {
    let mut times = Vec::new();
    let begun = Instant::now();
    while times.len() < 5 && (times.is_empty() || begun.elapsed() < 4 * SAMPLED) {
        let start = Instant::now();
        std::hint::black_box(work());
        times.push(start.elapsed());
    }
    times.sort();
    times[times.len() / 2]
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}
