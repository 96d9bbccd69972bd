//! One build: its inputs and options.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::Levels;
use crate::disk::{Disk, display};
use crate::emit::{Layout, Provenance};
use crate::goal::GoalFamilies;
use crate::refine::value_name;
use crate::source::{Sources, Span};

/// Where generated files go unless the user says otherwise.
pub const OUT: &str = "out";

/// The most witnesses of a goal that can be asked for.
pub const MOST_PER_GOAL: usize = 100;

/// One mapping, and all that its tests depend on.
#[derive(Clone, Debug)]
pub struct Job {
    /// What all paths are relative to.
    pub disk: Disk,
    pub specs: Vec<PathBuf>,
    pub map: PathBuf,
    /// The folder to write to.
    pub out: PathBuf,
    pub layout: Layout,
    /// A folder with templates that replace the built-in ones.
    pub templates: Option<PathBuf>,
    /// Where to look for specifications, instead of beside each file.
    pub spec_path: Vec<PathBuf>,
    /// Sizes of the sorts, as `--scope` takes them.
    pub scope: Option<String>,
    /// What to write tests for.
    pub goals: GoalFamilies,
    /// How many witnesses of each goal get a test, at most.
    pub per_goal: usize,
    /// Whether to write the verdicts beside the tests, for programs.
    pub goals_json: bool,
    /// How severe lints are; without it, builds are silent about them.
    pub lints: Option<Levels>,
    /// The manifest that asks for the build.
    pub origin: Option<Origin>,
    /// What writes the files again, where it is not `specgen build` with these
    /// options.
    pub command: Option<String>,
}

/// A place in a manifest.
#[derive(Clone, Debug)]
pub struct Origin {
    pub manifest: Arc<Sources>,
    pub span: Span,
}

impl Job {
    pub fn new(specs: Vec<PathBuf>, map: impl Into<PathBuf>) -> Self {
        Self {
            disk: Disk::default(),
            specs,
            map: map.into(),
            out: PathBuf::from(OUT),
            layout: Layout::Folder,
            templates: None,
            spec_path: Vec::new(),
            scope: None,
            goals: GoalFamilies::default(),
            per_goal: 1,
            goals_json: false,
            lints: None,
            origin: None,
            command: None,
        }
    }

    /// What the generated folder or file is called.
    pub fn name(&self) -> String {
        value_name(&self.map.file_stem().unwrap_or_default().to_string_lossy())
    }

    /// Where the verdicts go, in the output folder.
    pub fn goals_json_path(&self) -> String {
        match self.layout {
            Layout::Folder => format!("{}/goals.json", self.name()),
            Layout::File => format!("{}.goals.json", self.name()),
        }
    }

    /// What the header says: nothing in it depends on the machine.
    pub fn provenance(&self) -> Provenance {
        let mut inputs: Vec<String> = self.specs.iter().map(|path| portable(path)).collect();
        inputs.push(portable(&self.map));
        let command = self.command.clone().unwrap_or_else(|| self.command_line());
        Provenance { inputs, command }
    }

    fn command_line(&self) -> String {
        let specs: Vec<String> = self.specs.iter().map(|path| quoted(&portable(path))).collect();
        let mut command = format!("specgen build {}", specs.join(" "));
        let mut option = |name: &str, value: &str| {
            command.push_str(&format!(" --{name} {}", quoted(value)));
        };
        option("map", &portable(&self.map));
        if self.out != Path::new(OUT) {
            option("out", &portable(&self.out));
        }
        if self.layout == Layout::File {
            option("layout", "file");
        }
        if let Some(folder) = &self.templates {
            option("templates", &portable(folder));
        }
        if self.goals != GoalFamilies::default() {
            option("goals", &self.goals.to_string());
        }
        if self.per_goal > 1 {
            option("per-goal", &self.per_goal.to_string());
        }
        for folder in &self.spec_path {
            option("spec-path", &portable(folder));
        }
        if let Some(scope) = &self.scope {
            option("scope", scope);
        }
        if self.goals_json {
            command.push_str(" --goals-json");
        }
        command
    }
}

/// A path that means the same on other machines: as given, or the name alone.
pub fn portable(path: &Path) -> String {
    if path.is_absolute() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        return name.into_owned();
    }
    display(path)
}

/// An argument as a shell takes it.
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./=,".contains(letter);
    match word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}
