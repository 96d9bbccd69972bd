//! All stages, from text to generated files, on every mapping that ships.

use std::collections::BTreeSet;
use std::path::Path;

use specgen::disk::{CargoCrates, Disk};
use specgen::emit;
use specgen::goal::{GoalFamilies, GoalOptions, goals};
use specgen::lower::{Material, Purpose, lower};
use specgen::pipeline::{self, Posed, Refined};
use specgen::project::{Job, folders, load_manifest, read};
use specgen::search::{Options, search};
use specgen::source::Sources;
use specgen::syntax::parse_spec;
use specgen::theory::{NoFolders, Workspace};

use super::{median, milliseconds};

/// One row for each job of the project's own manifest.
pub fn print() {
    println!("| mapping | parse | resolve | goals | search | extract | lower | emit |");
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let jobs = load_manifest(Some(&root.join("specgen.toml"))).expect("the manifest is right");
    for job in &jobs {
        println!("{}", row(job));
    }
    println!();
}

fn row(job: &Job) -> String {
    let text = text(&job.disk, &job.specs[0]);
    let file = Sources::default().add("it.spec", "");
    let mut folders = folders(job).expect("shipped folders are there");
    let mut crates = CargoCrates::new(job.disk.clone());
    let request =
        read(job, &mut folders, &mut crates, &mut Vec::new()).expect("shipped files are readable");
    let Posed { refined, goals: asked, scope } =
        &pipeline::posed(request).expect("shipped inputs are right");
    let Refined { sources, theory, refinement, order, .. } = refined;
    let options = Options { scope: scope.clone(), ..Options::default() };
    let search = || search(theory, asked, &options, &mut |_| {}).expect("all models are models");
    let outcomes = search();
    let tests = pipeline::tests(theory, asked, &outcomes);
    let material = Material {
        goals: asked,
        untested: &[],
        tests: &tests,
        samples: &[],
        families: GoalFamilies::default(),
        algebras: &[],
        open: &BTreeSet::new(),
        exhaustive: None,
        purpose: Purpose::Tests,
    };
    let suite = lower(theory, refinement, &material, sources);
    let stages = [
        median(|| parse_spec(&text, file)),
        median(|| Workspace::new(NoFolders).load("it.spec", &text)),
        median(|| goals(theory, GoalOptions::default())),
        median(search),
        median(|| pipeline::tests(theory, asked, &outcomes)),
        median(|| lower(theory, refinement, &material, sources)),
        median(|| {
            emit::render(
                &suite,
                &order.name,
                order.options.layout,
                &order.provenance,
                &order.templates,
            )
        }),
    ];
    let stages: Vec<String> = stages.into_iter().map(milliseconds).collect();
    format!("| {} | {} |", job.name(), stages.join(" | "))
}

fn text(disk: &Disk, path: &Path) -> String {
    disk.read(path).expect("shipped specifications are readable").text
}
