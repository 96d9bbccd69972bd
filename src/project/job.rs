//! One build: its inputs and options.

use std::path::{Path, PathBuf};

use crate::disk::{Disk, display, is_hidden, slashed};
use crate::emit::{Layout, Provenance};
use crate::error::ManifestSpan;
use crate::options::{BUILD_OPTIONS, BuildOptions, Kind};
use crate::rust::{Fragment, value_name};

/// One mapping, and everything that its tests depend on.
#[derive(Clone, Debug)]
pub struct Job {
    /// The folder that all paths are relative to.
    pub disk: Disk,
    pub specs: Vec<PathBuf>,
    pub map: JobMap,
    pub options: BuildOptions,
    /// The place in the manifest that requests the build.
    pub origin: Option<ManifestSpan>,
    /// The command that generates the files again, if it is not `specgen build` with
    /// these options.
    pub command: Option<String>,
    /// Which of several types of the mapping is under test, and its name.
    pub implementer: Option<(usize, String)>,
}

/// The mapping of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobMap {
    File(PathBuf),
    /// The path of a type whose source says everything.
    Type(String),
}

impl JobMap {
    pub fn file(&self) -> Option<&PathBuf> {
        match self {
            JobMap::File(path) => Some(path),
            JobMap::Type(_) => None,
        }
    }

    /// As headers and reports show it.
    pub fn text(&self) -> String {
        match self {
            JobMap::File(path) => display(path),
            JobMap::Type(path) => path.clone(),
        }
    }
}

impl Job {
    pub fn new(specs: Vec<PathBuf>, map: impl Into<PathBuf>) -> Self {
        Self::of(specs, JobMap::File(map.into()))
    }

    pub fn of(specs: Vec<PathBuf>, map: JobMap) -> Self {
        Self {
            disk: Disk::default(),
            specs,
            map,
            options: BuildOptions::default(),
            origin: None,
            command: None,
            implementer: None,
        }
    }

    /// The name of the generated folder or file.
    pub fn name(&self) -> String {
        match (&self.map, &self.implementer) {
            (_, None) => self.map_name(),
            (JobMap::File(_), Some((_, name))) => {
                format!("{}_{}", self.map_name(), value_name(name))
            }
            (JobMap::Type(_), Some((_, name))) => value_name(name),
        }
    }

    fn map_name(&self) -> String {
        match &self.map {
            JobMap::File(path) => {
                value_name(&path.file_stem().unwrap_or_default().to_string_lossy())
            }
            JobMap::Type(path) => value_name(Fragment::new(path.as_str()).last_name()),
        }
    }

    /// The path of the verdicts in the output folder.
    pub fn goals_json_path(&self) -> String {
        match self.options.layout {
            Layout::Folder => format!("{}/goals.json", self.name()),
            Layout::File => format!("{}.goals.json", self.name()),
        }
    }

    /// The content of the header, which is independent of the machine.
    pub fn provenance(&self) -> Provenance {
        let named = |path: &PathBuf| display(portable(path).as_ref());
        let map = self.map.file().map_or_else(|| self.map.text(), named);
        let inputs = self.specs.iter().map(named).chain([map]).collect();
        let command = self.command.clone().unwrap_or_else(|| self.command_line());
        let expansion = Some(format!("specgen expand {}", self.named_inputs()));
        Provenance { inputs, command, expansion }
    }

    /// The specifications and the mapping as arguments of a command.
    fn named_inputs(&self) -> String {
        let specs: Vec<String> = self.specs.iter().map(|path| quoted(&portable(path))).collect();
        let map = match &self.map {
            JobMap::File(path) => format!("--map {}", quoted(&portable(path))),
            JobMap::Type(path) => format!("--type {}", quoted(path)),
        };
        format!("{} {map}", specs.join(" "))
    }

    fn command_line(&self) -> String {
        let mut command = format!("specgen build {}", self.named_inputs());
        for option in
            BUILD_OPTIONS.iter().filter(|it| !it.is_lint_level() && !it.is_without_effect())
        {
            for value in option.changed(&self.options).into_iter().flatten() {
                command.push_str(&format!(" --{}", option.name));
                match option.kind {
                    Kind::Flag(_) => {}
                    Kind::OutputFolder(_) | Kind::Folder(_) | Kind::Folders(_) => {
                        command.push_str(&format!(" {}", quoted(&portable(value.as_ref()))));
                    }
                    _ => command.push_str(&format!(" {}", quoted(&value))),
                }
            }
        }
        command
    }
}

/// The output folders of all jobs, each once.
pub fn out_folders(jobs: &[Job]) -> Vec<(Disk, PathBuf)> {
    let mut folders: Vec<(Disk, PathBuf)> = Vec::new();
    for job in jobs {
        let folder = (job.disk.clone(), job.options.out().to_owned());
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders
}

/// A path that means the same on other machines: as given, or the name alone.
pub fn portable(path: &Path) -> String {
    if path.is_absolute() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        return name.into_owned();
    }
    slashed(path)
}

/// An argument in the syntax of a shell, on one line.
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./=,:".contains(letter);
    if word.chars().all(plain) {
        return word.to_owned();
    }
    if word.contains(is_hidden) {
        let escaped = |letter: char| match letter {
            '\n' | '\r' | '\t' | '\'' | '\\' => letter.escape_default().to_string(),
            letter if is_hidden(letter) => format!("\\u{:04x}", u32::from(letter)),
            letter => letter.to_string(),
        };
        return format!("$'{}'", word.chars().map(escaped).collect::<String>());
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
