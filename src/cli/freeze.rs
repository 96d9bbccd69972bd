//! `specgen test --freeze`: what types answer where their specification leaves it open.

use std::path::{Path, PathBuf};

use super::against::{self, Side};
use super::exit_code::ExitCode;
use super::kept_place::KeptPlace;
use super::terminal;
use crate::disk::{CargoCompiler, Comparison, Disk, Kind, compare};
use crate::error::{Error, Failure};
use crate::pipeline;
use crate::project::Job;
use crate::run::{FROZEN, KeptFile};

/// Records the answers of all builds here.
pub fn record(folders: &[(Disk, PathBuf)], sequences: Option<u64>) -> Result<ExitCode, Failure> {
    for job in against::builds(folders)? {
        let place = KeptPlace::of(&job, &FROZEN);
        let mut file = place.read()?.unwrap_or_else(|| KeptFile::new(&FROZEN));
        let mut environment = vec![("SPECGEN_FREEZE", "1".to_owned())];
        environment.extend(sequences.map(|count| ("SPECGEN_SEQUENCES", count.to_string())));
        let Some(found) = compared(job, &place, environment)? else {
            return Ok(ExitCode::TestsFailed);
        };
        let before = file.text();
        file.replace(&place.suite, &found.kept);
        let is_needed = !file.is_empty() || place.exists();
        let what = match file.text() == before && place.exists() {
            _ if !is_needed => continue,
            true => "unchanged",
            false => {
                place.write(&file)?;
                "written"
            }
        };
        terminal::print(&format!("{}: {what}\n", place.shown()))?;
    }
    Ok(ExitCode::Fine)
}

/// Shows which answers changed since they were recorded. Returns whether some did.
pub fn has_changed(folders: &[(Disk, PathBuf)]) -> Result<bool, Failure> {
    let is_there = |(disk, folder): &&(Disk, PathBuf)| {
        disk.find(&folder.join(FROZEN.name), Kind::File).is_ok()
    };
    if !folders.iter().any(|folder| is_there(&folder)) {
        return Ok(false);
    }
    let mut is_changed = false;
    for job in against::builds(folders)? {
        let place = KeptPlace::of(&job, &FROZEN);
        let file = place.read()?;
        if file.is_some_and(|file| file.suites().contains(&place.suite.as_str())) {
            terminal::print("\n")?;
            let found = compared(job, &place, Vec::new())?;
            is_changed |= found.is_none_or(|found| found.differences != Some(0));
        }
    }
    if is_changed {
        terminal::print("`specgen test --freeze` accepts the changed answers\n")?;
    }
    Ok(is_changed)
}

/// Compiles a type, and compares what it answers with the file. `None`, with a report, if the
/// program ended early.
fn compared(
    job: Job,
    place: &KeptPlace,
    mut environment: Vec<(&str, String)>,
) -> Result<Option<Comparison>, Failure> {
    let disk = job.disk.clone();
    let side = Side::of(job)?;
    let program = pipeline::alone(&side.refined, &CargoCompiler::new(disk.clone()))?;
    environment.push(("SPECGEN_FROZEN", path_text(&place.path())));
    environment.push(("SPECGEN_SUITE", place.suite.clone()));
    let found = compare(&disk, &program.artifacts, &program.roots, &environment)?;
    if !found.error.is_empty() {
        return Err(Error(found.error.trim_end().to_owned()).into());
    }
    terminal::print(&format!("{}\n{}", side.heading(), found.text))?;
    Ok(against::differences(&found)?.map(|_| found))
}

fn path_text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
