//! `specgen build --watch`: again whenever an input changes.

use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::exit_code::ExitCode;
use super::subject::fail;
use super::{clock, terminal};
use crate::disk::{self, Disk, Stamps, Watcher};
use crate::error::{Error, Failure};
use crate::project::Job;

/// Editors write a file in several steps. A build waits until nothing changes for this
/// long.
const QUIET: Duration = Duration::from_millis(40);

/// How long Ctrl-C may go unnoticed.
const PATIENCE: Duration = Duration::from_millis(100);

/// Builds, and builds again, until somebody presses Ctrl-C. Mistakes in the input are
/// shown by each build and end nothing.
pub fn run(
    manifest: Option<&Path>,
    jobs: &dyn Fn() -> Result<Vec<Job>, Failure>,
    build: &dyn Fn() -> Result<ExitCode, Failure>,
) -> Result<ExitCode, Failure> {
    clock::handle_interrupt()?;
    let mut watched =
        Watched { inputs: Inputs::default(), seen: Stamps::default(), watcher: Watcher::new()? };
    loop {
        // Inputs are known before the build, so that no change during it is missed.
        let inputs = match jobs() {
            Ok(jobs) => Inputs::of(manifest, jobs)?,
            Err(_) => watched.inputs.clone().seek(manifest)?,
        };
        watched.look_at(inputs)?;
        if let Err(failure) = build() {
            fail(vec![failure])?;
        }
        terminal::report("watching for changes; Ctrl-C ends\n")?;
        let Some(changed) = watched.next_change()? else { return Ok(ExitCode::Interrupted) };
        announce(&changed)?;
    }
}

/// Clears the screen before a run. Without a terminal, a line separates the runs.
fn announce(changed: &Path) -> Result<(), Error> {
    let name = disk::display(&near(changed));
    if std::io::stderr().is_terminal() {
        // Clears the screen and what scrolled off it, and goes to the top.
        terminal::report("\x1b[2J\x1b[3J\x1b[H")?;
    }
    terminal::report(&format!("--- {name} changed\n"))
}

/// A path as seen from the current folder.
fn near(path: &Path) -> PathBuf {
    let current = Path::new(".").canonicalize().unwrap_or_default();
    path.strip_prefix(current).unwrap_or(path).to_owned()
}

/// What builds depend on.
#[derive(Clone, Default)]
struct Inputs {
    /// Folders in which something of interest may change.
    folders: BTreeSet<PathBuf>,
    /// Mappings and the manifest.
    files: BTreeSet<PathBuf>,
    /// Everything in these is of interest.
    templates: BTreeSet<PathBuf>,
    /// Where something that is missing may come into being, in folders that are there or
    /// not.
    seeking: Option<PathBuf>,
}

impl Inputs {
    fn of(manifest: Option<&Path>, jobs: Vec<Job>) -> Result<Self, Error> {
        let mut inputs = Self::default();
        if let Some(manifest) = manifest {
            inputs.add_manifest(manifest)?;
        }
        for job in jobs {
            inputs.add_job(&job)?;
        }
        Ok(inputs)
    }

    /// Where the manifest is wrong, or names a file that is not there: what it depended on
    /// before still counts, and what is missing may come into being below its folder.
    fn seek(mut self, manifest: Option<&Path>) -> Result<Self, Error> {
        let folder = manifest.map(|path| self.add_manifest(path)).transpose()?;
        self.seeking = folder.and_then(|folder| folder.canonicalize().ok());
        Ok(self)
    }

    /// The one that is named, or the nearest above the current folder. A manifest that does not
    /// exist yet may appear later. Returns its folder.
    fn add_manifest(&mut self, manifest: &Path) -> Result<PathBuf, Error> {
        let above = match manifest.exists() {
            true => None,
            false => disk::find_upwards(&manifest.to_string_lossy())?,
        };
        let disk = above.unwrap_or_default();
        self.add_file(&disk, manifest);
        Ok(disk::folder(&disk.resolve(manifest)))
    }

    fn add_job(&mut self, job: &Job) -> Result<(), Error> {
        if job.specs.iter().chain(job.map.file()).any(|path| disk::is_stdin(path)) {
            return Err(Error("standard input cannot be watched".to_owned()));
        }
        if let Some(map) = job.map.file() {
            self.add_file(&job.disk, map);
        }
        let looked_up = match job.options.spec_path.as_slice() {
            [] => job.specs.iter().map(|spec| disk::folder(spec)).collect(),
            folders => folders.to_vec(),
        };
        for folder in looked_up {
            let below = disk::searched(&job.disk.resolve(&folder));
            self.folders.extend(below.iter().filter_map(|folder| folder.canonicalize().ok()));
        }
        for spec in &job.specs {
            self.add_file(&job.disk, spec);
        }
        if let Some(folder) = &job.options.templates {
            let folder = job.disk.resolve(folder).canonicalize().ok();
            self.folders.extend(folder.clone());
            self.templates.extend(folder);
        }
        Ok(())
    }

    fn add_file(&mut self, disk: &Disk, file: &Path) {
        let path = disk.resolve(file);
        let Ok(folder) = disk::folder(&path).canonicalize() else { return };
        self.files.extend(path.file_name().map(|name| folder.join(name)));
        self.folders.insert(folder);
    }

    /// All folders in which an input may change.
    fn all_folders(&self) -> BTreeSet<PathBuf> {
        let below = self.seeking.iter().flat_map(|folder| disk::searched(folder));
        self.folders.iter().cloned().chain(below).collect()
    }

    /// Generated files are not inputs, wherever they are written.
    fn has(&self, path: &Path) -> bool {
        let is = |ending: &str| path.extension().is_some_and(|extension| extension == ending);
        is("spec")
            || self.seeking.is_some() && is("map")
            || self.files.contains(path)
            || self.templates.iter().any(|folder| path.parent() == Some(folder))
    }
}

/// The inputs as they were before the last build.
struct Watched {
    inputs: Inputs,
    seen: Stamps,
    watcher: Watcher,
}

impl Watched {
    fn look_at(&mut self, inputs: Inputs) -> Result<(), Error> {
        self.inputs = inputs;
        self.seen = self.stamps()?;
        Ok(())
    }

    /// Folders are watched before their files are listed, so that no change is missed
    /// in between.
    fn stamps(&mut self) -> Result<Stamps, Error> {
        let folders = self.inputs.all_folders();
        self.watcher.watch(&folders)?;
        Ok(Stamps::of(&folders, &|path| self.inputs.has(path)))
    }

    /// Waits for a change of an input, and then until nothing changes any more. Returns
    /// `None` after Ctrl-C.
    fn next_change(&mut self) -> Result<Option<PathBuf>, Error> {
        let mut last = self.stamps()?;
        while !clock::was_interrupted() {
            if let Some(changed) = self.seen.change(&last) {
                thread::sleep(QUIET);
                let now = self.stamps()?;
                if now == last {
                    return Ok(Some(changed));
                }
                last = now;
            } else if self.watcher.wait(PATIENCE) {
                last = self.stamps()?;
            }
        }
        Ok(None)
    }
}
