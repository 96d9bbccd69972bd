//! How many deleted axioms are learnt again.
//!
//! `cargo bench --bench laws` deletes each axiom of each shipped specification in turn. Other
//! words choose specifications by name.

mod experiment;

use std::path::Path;
use std::time::Instant;

use experiment::{Score, deletions, load, single};

/// How often each law is tried again.
const INSTANCES: usize = 10_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder is readable")
        .map(|entry| entry.expect("its entries are, too").path())
        .filter(|path| path.extension().is_some_and(|it| it == "spec"))
        .collect();
    files.sort();
    let mut all = Score::default();
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !words.is_empty() && !words.contains(&name) {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("the specification is readable");
        let theory = load(&name, &text);
        let start = Instant::now();
        let score = deletions(&name, &theory, &single(&theory), INSTANCES);
        println!(
            "{name:30} {} of {} restored, {} silent, {} laws, {} broken, {:.1} s",
            score.restored,
            score.opened,
            score.silent,
            score.laws,
            score.broken,
            start.elapsed().as_secs_f64(),
        );
        all.add(score);
    }
    println!(
        "{:30} {} of {} restored, {} silent, {} laws, {} broken, at most {} for a gap",
        "all", all.restored, all.opened, all.silent, all.laws, all.broken, all.most,
    );
    print!("{}", all.lines);
}
