//! `specgen infer --pin`: sequences that come near to breaking an axiom, for the tests to replay.

use std::cell::RefCell;
use std::path::PathBuf;

use super::kept_place::KeptPlace;
use super::observed_type::{compiled, observation};
use super::{ExitCode, against, terminal};
use crate::count::counted;
use crate::disk::{Disk, Kind};
use crate::error::{Error, Failure};
use crate::laws::{self, Algebra, Learner, Near, pinned};
use crate::pipeline::Refined;
use crate::project::Job;
use crate::run::{CORPUS, KeptFile};
use crate::rust::value_name;
use crate::search::sampled_parameters;
use crate::theory::Theory;
use crate::trial::tables;

/// The most sequences of one axiom.
const MOST: usize = 4;

/// Tries to break all axioms over the algebras of the generated tests, and keeps what came near.
pub fn pin(job: &Job, refined: &Refined) -> Result<ExitCode, Failure> {
    let build = build_of(job)?;
    let place = KeptPlace::of(&build, &CORPUS);
    let mut file = place.read()?.unwrap_or_else(|| KeptFile::new(&CORPUS));
    let theory = &refined.theory;
    let algebra = |parameters| {
        let tables = tables(theory, &parameters);
        Algebra { parameters, tables, is_learnt: false }
    };
    let algebras: Vec<_> = sampled_parameters(theory).into_iter().map(algebra).collect();
    let compiled = RefCell::new(compiled(refined, &algebras)?);
    let mut learner = Learner::new(theory, &algebras, &compiled);
    let (broken, near) = laws::broken(&mut learner, theory, &refined.sources);
    let seen = observation(&job.map.text(), refined, &algebras, &compiled.borrow());
    let mut text = laws::observed(&seen);
    text += &laws::broken_text(&broken);
    let generated = generated(&build)?;
    let (mut axioms, mut sequences, mut new) = (0, 0, 0);
    for near in near.chunk_by(|one, other| one.axiom == other.axiom) {
        let entries = entries(theory, near, &place.suite, &generated);
        axioms += usize::from(!entries.is_empty());
        sequences += entries.len();
        new += entries.into_iter().filter(|it| file.add(&place.suite, it.clone())).count();
    }
    if new > 0 {
        place.write(&file)?;
    }
    text += &format!(
        "\n{} that {} near to breaking {}; {new} of them new in {}\n",
        counted(sequences, "sequence"),
        if sequences == 1 { "comes" } else { "come" },
        counted(axioms, "axiom"),
        place.shown()
    );
    terminal::print(&text)?;
    Ok(if broken.is_empty() { ExitCode::Fine } else { ExitCode::TestsFailed })
}

/// The build of the mapping: the tests that replay the sequences.
fn build_of(job: &Job) -> Result<Job, Failure> {
    let out = job.options.out().to_owned();
    let builds = against::builds(&[(Disk::default(), out)])?;
    let found = builds.into_iter().find(|build| build.map == job.map);
    found.ok_or_else(|| {
        let why = "has no tests here that could replay sequences; run `specgen build` first";
        Error(format!("`{}` {why}", job.map.text())).into()
    })
}

/// The text of the generated tests.
fn generated(build: &Job) -> Result<String, Error> {
    let paths = [format!("{}/main.rs", build.name()), format!("{}.rs", build.name())];
    let paths = paths.map(|path| build.options.out().join(path));
    let is_there = |path: &&PathBuf| build.disk.find(path, Kind::File).is_ok();
    let path = paths.iter().find(is_there).unwrap_or(&paths[0]);
    Ok(build.disk.read(path)?.text)
}

/// The entries of one axiom, if the generated tests can evaluate it on values of sequences.
fn entries(theory: &Theory, near: &[Near], suite: &str, generated: &str) -> Vec<String> {
    let name = near.first().map(|one| value_name(&theory.axioms[one.axiom].title()));
    let name = name.filter(|name| generated.contains(&format!("\"{name}\"")));
    let entries = near.iter().zip(name.iter().cycle());
    entries.filter_map(|(near, name)| pinned(theory, near, suite, name)).take(MOST).collect()
}
