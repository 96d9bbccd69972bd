//! What specifications leave open.

use specgen::complete::{Completeness, Confirmation, complete, gaps};
use specgen::search::Options;
use specgen::source::Sources;
use specgen::theory::{AxiomId, NoFolders, Theory, Workspace};

fn load(name: &str, text: &str) -> (Theory, Sources) {
    let mut workspace = Workspace::new(NoFolders);
    let loaded = workspace.load(name, text).expect("the specification is well-formed");
    let subject = loaded.default_subject().expect("it has a subject");
    (loaded.theory.restricted_to(subject), workspace.sources)
}

fn shipped(name: &str) -> (Theory, Sources) {
    let path = format!("{}/specs/{name}.spec", env!("CARGO_MANIFEST_DIR"));
    load(name, &std::fs::read_to_string(path).expect("the specification is readable"))
}

fn options() -> Options {
    Options { clause_limit: 200_000, effort: 2_000, ..Options::default() }
}

fn findings(theory: &Theory, sources: &Sources) -> Completeness {
    complete(theory, sources, &options(), &mut |_| {}).expect("every model is valid")
}

fn without(theory: &Theory, left_out: AxiomId) -> Theory {
    let axioms = theory.axioms.iter().filter(|(id, _)| *id != left_out);
    let axioms = axioms.map(|(_, axiom)| axiom.clone()).collect();
    Theory { axioms, ..theory.clone() }
}

/// What became of a specification without one of its axioms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Deleted {
    /// A gap is reported that the whole specification does not have.
    Reported,
    /// More values are neither joined nor told apart.
    Unjoined,
    /// The axiom follows from the others.
    Follows,
    /// No observation within the bound changes.
    Silent,
    /// A gap is open, but only one that the whole specification has.
    Missed,
}

/// Deletes each axiom in turn.
fn deletions(name: &str) -> Vec<(String, Deleted)> {
    let (theory, sources) = shipped(name);
    let whole = findings(&theory, &sources);
    let mut results = Vec::new();
    for (id, axiom) in theory.body_axioms() {
        let shorter = gaps(&without(&theory, id), &sources, &options(), &mut |_| {});
        let shorter = shorter.expect("every model is valid");
        let is_open = |it: &Confirmation| !matches!(it, Confirmation::Forced { .. });
        let known = |pair: (&str, Option<&str>)| {
            let gaps = whole.gaps.iter();
            gaps.filter(|gap| (gap.observer.as_str(), gap.constructor.as_deref()) == pair)
                .map(|gap| gap.observations)
                .sum::<usize>()
        };
        let is_new = shorter.gaps.iter().any(|gap| {
            let pair = (gap.observer.as_str(), gap.constructor.as_deref());
            is_open(&gap.confirmation) && gap.observations > known(pair)
        });
        let unjoined = |found: &Completeness| found.values.iter().map(|it| it.pairs).sum::<usize>();
        let result = if is_new {
            Deleted::Reported
        } else if unjoined(&shorter) > unjoined(&whole) {
            Deleted::Unjoined
        } else if whole.axioms.implied.iter().any(|(implied, _)| *implied == id) {
            Deleted::Follows
        } else if whole.axioms.silent.contains(&id) {
            Deleted::Silent
        } else {
            Deleted::Missed
        };
        results.push((axiom.title(), result));
    }
    results
}

/// All specifications but the one that contradicts itself.
fn names() -> Vec<String> {
    let folder = format!("{}/specs", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder is readable")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".spec").map(str::to_owned))
        .filter(|name| name != "one_of_set_as_printed")
        .collect();
    names.sort();
    names
}

#[test]
#[ignore = "takes minutes: prints a table for docs/evaluation.md"]
fn every_deleted_axiom_of_every_specification() {
    let mut totals = [0; 5];
    for name in names() {
        let started = std::time::Instant::now();
        let results = deletions(&name);
        let mut counts = [0; 5];
        for (axiom, result) in &results {
            counts[*result as usize] += 1;
            if matches!(result, Deleted::Missed) {
                println!("{name}: {axiom}: {result:?}");
            }
        }
        totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
        println!("| {name} | {counts:?} | {:.1} s", started.elapsed().as_secs_f64());
    }
    println!("reported, unjoined, follows, silent, missed: {totals:?}");
    assert_eq!(totals[Deleted::Missed as usize], 0);
}
