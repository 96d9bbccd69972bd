//! How many deleted axioms are learnt again.
//!
//! `cargo bench --bench laws` deletes each axiom of each shipped specification in turn, and learns
//! from the whole specification, which is run as if it were an implementation. `pairs` deletes
//! each axiom together with the next one, and `nothing` deletes all of them. A word with a slash
//! is a folder of other specifications; other words choose specifications by name.

mod experiment;

use std::path::{Path, PathBuf};
use std::time::Instant;

use experiment::{Score, deletions, from_nothing, load, neighbours, single};
use specgen::theory::Theory;

/// How often each law is tried again.
const INSTANCES: usize = 10_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    let (folders, words): (Vec<String>, Vec<String>) =
        words.into_iter().partition(|word| word.contains('/'));
    let (modes, names): (Vec<String>, Vec<String>) =
        words.into_iter().partition(|word| ["pairs", "nothing"].contains(&word.as_str()));
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs");
    let folder = folders.first().map_or(shipped, PathBuf::from);
    let theories = theories(&folder, &names);
    match modes.first().map(String::as_str) {
        Some("nothing") => all_deleted(&theories),
        mode => some_deleted(&theories, mode == Some("pairs")),
    }
}

fn theories(folder: &Path, names: &[String]) -> Vec<(String, Theory)> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder is readable")
        .map(|entry| entry.expect("its entries are, too").path())
        .filter(|path| path.extension().is_some_and(|it| it == "spec"))
        .collect();
    files.sort();
    let named = files.into_iter().map(|file| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        (name, file)
    });
    let chosen = named.filter(|(name, _)| names.is_empty() || names.contains(name));
    chosen
        .map(|(name, file)| {
            let text = std::fs::read_to_string(&file).expect("the specification is readable");
            let theory = load(&name, &text);
            (name, theory)
        })
        .collect()
}

fn some_deleted(theories: &[(String, Theory)], are_pairs: bool) {
    let mut all = Score::default();
    for (name, theory) in theories {
        let lists = if are_pairs { neighbours(theory) } else { single(theory) };
        let start = Instant::now();
        let score = deletions(name, theory, &lists, INSTANCES);
        println!("{name:30} {}, {:.1} s", figures(&score), start.elapsed().as_secs_f64());
        all.add(score);
    }
    println!("{:30} {}, at most {} for a gap", "all", figures(&all), all.most);
    print!("{}", all.lines);
}

fn figures(score: &Score) -> String {
    let Score { opened, restored, silent, laws, broken, .. } = score;
    format!("{restored} of {opened} restored, {silent} silent, {laws} laws, {broken} broken")
}

fn all_deleted(theories: &[(String, Theory)]) {
    for (name, theory) in theories {
        let found = from_nothing(theory);
        println!(
            "{name:30} {} of {} observations determined, {} of {} pairs joined, {} laws",
            found.open - found.left,
            found.open,
            found.unjoined - found.still_unjoined,
            found.unjoined,
            found.laws,
        );
    }
}
