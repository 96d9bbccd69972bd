//! Compares generated files with those on disk, and writes them.

use std::collections::BTreeSet;
use std::path::Path;

use super::job::Job;
use crate::disk::{self, FileState, Planned, Stale};
use crate::emit::{self, Layout};
use crate::error::Error;
use crate::pipeline::Built;
use crate::report::{BuildSummary, FileStatus, FileSummary, GoalCounts, TestCounts, untested};

/// The files to write, and stale files of earlier builds.
pub struct Plan {
    pub files: Vec<Planned>,
    pub stale: Vec<Stale>,
}

/// What to do with edited and stale files.
#[derive(Clone, Copy, Debug, Default)]
pub struct WritePolicy {
    /// Move edited files aside, instead of refusing to write.
    pub set_aside: bool,
    /// Remove stale files that were not edited.
    pub remove_stale: bool,
}

/// Whether the jobs are all builds of their output folders, or only some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildCoverage {
    Whole,
    Part,
}

impl Plan {
    /// Reads all files before the first is written.
    pub fn new(jobs: &[Job], built: &[Built], coverage: BuildCoverage) -> Result<Self, Error> {
        let mut files = Vec::new();
        for (job, built) in jobs.iter().zip(built) {
            files.extend(disk::plan(&job.disk, job.options.out(), &built.artifacts)?);
        }
        files.extend(runtime(jobs)?);
        let made = BTreeSet::from_iter(files.iter().map(|file| file.name.clone()));
        let mut folders: Vec<&Path> = Vec::new();
        let mut stale = Vec::new();
        for job in jobs {
            let name = job.name();
            match coverage {
                BuildCoverage::Part => {
                    stale.extend(disk::stale(&job.disk, job.options.out(), Some(&name), &made))
                }
                BuildCoverage::Whole if folders.contains(&job.options.out()) => {}
                BuildCoverage::Whole => {
                    folders.push(job.options.out());
                    stale.extend(disk::stale(&job.disk, job.options.out(), None, &made));
                }
            }
        }
        Ok(Self { files, stale })
    }

    /// Whether a build would change nothing.
    pub fn is_current(&self) -> bool {
        self.stale.is_empty() && self.files.iter().all(|one| one.state == FileState::Current)
    }

    /// The flags that a build needs to bring everything up to date.
    pub fn options(&self) -> String {
        let is_edited = self.files.iter().any(|file| file.state == FileState::Edited);
        let options = [(is_edited, " --set-aside"), (!self.stale.is_empty(), " --remove-stale")];
        options.into_iter().filter(|(needed, _)| *needed).map(|(_, option)| option).collect()
    }

    /// Writes the files that are new or changed, and summarises all of them.
    pub fn write(&self, policy: WritePolicy) -> Result<Vec<FileSummary>, Error> {
        let is_edited = |file: &&Planned| file.state == FileState::Edited;
        let edited: Vec<&str> =
            self.files.iter().filter(is_edited).map(|file| file.name.as_str()).collect();
        if !edited.is_empty() && !policy.set_aside {
            return Err(disk::edited(&edited));
        }
        disk::clear_leftovers(&self.files);
        let mut summaries = Vec::new();
        for file in &self.files {
            summaries.extend(write(file)?);
        }
        for stale in &self.stale {
            summaries.push(settle(stale, policy)?);
        }
        Ok(self.with_one_runtime(summaries))
    }

    /// Writes candidates beside the files instead, and summarises what they would change.
    pub fn propose(&self) -> Result<Vec<FileSummary>, Error> {
        disk::clear_leftovers(&self.files);
        self.files.iter().try_for_each(disk::propose)?;
        self.stale.iter().try_for_each(disk::propose_removal)?;
        Ok(self.statuses())
    }

    /// What a build would do to each file.
    pub fn statuses(&self) -> Vec<FileSummary> {
        let files = self.files.iter().map(|file| summarised(&file.name, status(file.state)));
        let stale = self.stale.iter().map(|stale| summarised(&stale.name, FileStatus::Stale));
        self.with_one_runtime(files.chain(stale).collect())
    }

    /// The files of a runtime as one: users need not know what it consists of.
    fn with_one_runtime(&self, files: Vec<FileSummary>) -> Vec<FileSummary> {
        let mut summaries: Vec<FileSummary> = Vec::new();
        for file in files {
            let Some(folder) = runtime_folder(&file) else {
                summaries.push(file);
                continue;
            };
            match summaries.iter_mut().find(|known| known.path == folder) {
                Some(known) if known.status == FileStatus::Unchanged => known.status = file.status,
                Some(known) if file.status == FileStatus::Changed => known.status = file.status,
                Some(_) => {}
                None => {
                    let note = Some(self.runtime_versions(&file.path));
                    summaries.push(FileSummary { path: folder, note, ..file });
                }
            }
        }
        summaries
    }

    /// `runtime 0.2.0`, or `runtime 0.2.0 instead of 0.1.0`.
    fn runtime_versions(&self, name: &str) -> String {
        let version = env!("CARGO_PKG_VERSION");
        let file = self.files.iter().find(|file| file.name == name);
        let old = file.and_then(|file| emit::support_version(file.old.as_deref()?));
        match old.filter(|old| *old != version) {
            Some(old) => format!("runtime {version} instead of {old}"),
            None => format!("runtime {version}"),
        }
    }
}

/// The folder of the runtime that a written file belongs to.
fn runtime_folder(file: &FileSummary) -> Option<String> {
    let written = [FileStatus::New, FileStatus::Changed, FileStatus::Unchanged];
    let (mut folder, _) = file.path.rsplit_once('/').filter(|_| written.contains(&file.status))?;
    while folder.rsplit('/').next() != Some(emit::SUPPORT_FOLDER) {
        folder = folder.rsplit_once('/')?.0;
    }
    Some(folder.to_owned())
}

/// The runtime that generated tests share, once for each output folder that needs it.
fn runtime(jobs: &[Job]) -> Result<Vec<Planned>, Error> {
    let mut folders: Vec<&Path> = Vec::new();
    let mut files = Vec::new();
    for job in jobs.iter().filter(|job| job.options.layout == Layout::Folder) {
        let folder = job.options.out();
        if !folders.contains(&folder) {
            folders.push(folder);
            files.extend(disk::plan(&job.disk, folder, &emit::support_files())?);
        }
    }
    Ok(files)
}

fn write(file: &Planned) -> Result<Vec<FileSummary>, Error> {
    let mut summaries = Vec::new();
    if file.state == FileState::Edited {
        let kept = disk::write_beside_edits(file)?;
        summaries.push(summarised(&kept, FileStatus::SetAside));
        summaries.push(summarised(&file.name, FileStatus::Changed));
    } else {
        disk::write(file)?;
        summaries.push(summarised(&file.name, status(file.state)));
    }
    disk::withdraw(file)?;
    Ok(summaries)
}

fn settle(stale: &Stale, policy: WritePolicy) -> Result<FileSummary, Error> {
    let status = if policy.remove_stale && !stale.is_edited() {
        disk::remove(stale)?;
        FileStatus::Removed
    } else {
        FileStatus::Stale
    };
    Ok(summarised(&stale.name, status))
}

/// What writing a file does to it.
fn status(state: FileState) -> FileStatus {
    match state {
        FileState::Missing => FileStatus::New,
        FileState::Outdated => FileStatus::Changed,
        FileState::Current => FileStatus::Unchanged,
        FileState::Edited => FileStatus::Edited,
    }
}

fn summarised(name: &str, status: FileStatus) -> FileSummary {
    FileSummary { path: name.to_owned(), status, note: None }
}

/// Writes one file that no mapping asks for, such as a report.
pub fn write_alone(path: &Path, text: String) -> Result<FileSummary, Error> {
    let state = disk::write_alone(path, text)?.state;
    Ok(summarised(&disk::display(path), status(state)))
}

/// `largest`, and `BTree.largest` where they are of several specifications.
fn mostly_open(built: &[Built]) -> BTreeSet<String> {
    let found: Vec<[String; 2]> =
        built.iter().flat_map(|built| built.refined.mostly_open()).collect();
    let is_of_one = found.windows(2).all(|pair| pair[0][0] == pair[1][0]);
    let text = |[spec, name]: [String; 2]| if is_of_one { name } else { format!("{spec}.{name}") };
    found.into_iter().map(text).collect()
}

/// The counts of all builds, with the status of each file.
pub fn summary(built: &[Built], files: Vec<FileSummary>) -> BuildSummary {
    let tests: Vec<TestCounts> =
        built.iter().map(|built| TestCounts::of(&built.suite.test_counts())).collect();
    let tests_of = TestCounts::sum_of(&tests);
    let rows =
        || built.iter().flat_map(|built| built.decided.goals.iter().zip(&built.decided.outcomes));
    BuildSummary {
        builds: built.len(),
        goals: GoalCounts::of(rows()),
        untested: untested(rows()),
        mostly_open: mostly_open(built),
        only_run: built.iter().flat_map(|built| built.refined.only_run()).collect(),
        tests: tests_of.sum(),
        tests_of,
        files,
    }
}
