//! Pending changes, for `accept`, `reject` and `review`.

use std::path::PathBuf;

use clap::Args;

use super::exit_code::ExitCode;
use super::terminal;
use crate::disk::{self, Disk, Pending};
use crate::error::{Error, Failure};
use crate::options::OUT;
use crate::project::{self, MANIFEST};

/// Where to look for pending changes.
#[derive(Args, Clone, Debug)]
pub struct PendingOptions {
    /// Folder to look in [default: those of the nearest specgen.toml, or `out`]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Manifest whose output folders are searched
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    manifest_path: Option<PathBuf>,
}

impl PendingOptions {
    pub fn find(&self) -> Result<Vec<Pending>, Failure> {
        let mut found = Vec::new();
        for (disk, folder) in self.folders()? {
            found.extend(disk::pending(&disk, &folder)?);
        }
        Ok(found)
    }

    fn folders(&self) -> Result<Vec<(Disk, PathBuf)>, Failure> {
        if let Some(out) = &self.out {
            return Ok(vec![(Disk::default(), out.clone())]);
        }
        if self.manifest_path.is_none() && disk::find_upwards(MANIFEST)?.is_none() {
            return Ok(vec![(Disk::default(), PathBuf::from(OUT))]);
        }
        Ok(project::out_folders(&project::load_manifest(self.manifest_path.as_deref())?))
    }
}

/// Applies an action to the changes of these files, or of all files if none is named.
pub fn settle(
    options: &PendingOptions,
    files: &[PathBuf],
    settle: impl FnOnce(&[Pending]) -> Result<(), Error>,
) -> Result<ExitCode, Failure> {
    let found = chosen(options.find()?, files)?;
    match found.as_slice() {
        [] => report_nothing()?,
        found => settle(found)?,
    }
    Ok(ExitCode::Fine)
}

/// The changes of these files, or all changes if no file is named.
fn chosen(pending: Vec<Pending>, files: &[PathBuf]) -> Result<Vec<Pending>, Error> {
    if files.is_empty() {
        return Ok(pending);
    }
    let known: Vec<&str> = pending.iter().map(|one| one.name.as_str()).collect();
    for file in files {
        if !pending.iter().any(|one| one.is_at(file)) {
            let there = match known.as_slice() {
                [] => "no changes are pending".to_owned(),
                known => format!("pending: `{}`", known.join("`, `")),
            };
            let file = disk::display(file);
            return Err(Error(format!("no change to `{file}` is pending; {there}")));
        }
    }
    let is_chosen = |one: &Pending| files.iter().any(|file| one.is_at(file));
    Ok(pending.into_iter().filter(is_chosen).collect())
}

/// `accepted  out/set/main.rs`, and where edits are kept.
pub fn report_accepted(pending: &Pending, kept: Option<String>) -> Result<(), Error> {
    let word = if pending.new.is_some() { "accepted" } else { "removed" };
    let kept = kept.map(|kept| format!("set aside {kept}\n")).unwrap_or_default();
    terminal::print(&format!("{kept}{word:9} {}\n", pending.name))
}

pub fn report_rejected(pending: &Pending) -> Result<(), Error> {
    terminal::print(&format!("{:9} {}\n", "rejected", pending.name))
}

pub fn report_nothing() -> Result<(), Error> {
    terminal::print("no changes are pending; `specgen build --pending` proposes changes\n")
}
