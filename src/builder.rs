//! The way in for build scripts.

use std::path::{Path, PathBuf};

use crate::disk::is_stdin;
use crate::emit::Layout;
use crate::error::{Error, Failure};
use crate::goal::GoalFamilies;
use crate::options::BuildOptions;
use crate::pipeline::Unsupervised;
use crate::project::{self, Extent, Handling, Job, Outputs, Plan};
use crate::report::BuildSummary;

/// Writes tests and mock types from a build script.
///
/// ```no_run
/// // build.rs
/// fn main() -> Result<(), specgen::Failure> {
///     specgen::Builder::new().spec("specs/set.spec").map("specs/set.map").build()?;
///     Ok(())
/// }
/// ```
///
/// The tests are then one file in Cargo's folder for build products, which a
/// module of the crate takes in:
///
/// ```ignore
/// #[cfg(test)]
/// mod conformance {
///     include!(concat!(env!("OUT_DIR"), "/set.rs"));
/// }
/// ```
///
/// Outside of a build script an output folder has to be named:
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// let summary = specgen::Builder::new()
///     .spec("specs/stack.spec")
///     .map("mappings/vec_stack.map")
///     .out_dir(folder.path())
///     .build()?;
/// assert!(summary.tests > 0);
/// assert!(folder.path().join("vec_stack.rs").exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    specs: Vec<PathBuf>,
    map: Option<PathBuf>,
    out_dir: Option<PathBuf>,
    layout: Layout,
    templates: Option<PathBuf>,
    spec_path: Vec<PathBuf>,
    scope: Option<String>,
    goals: GoalFamilies,
    per_goal: usize,
    rerun_if_changed: bool,
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    pub fn new() -> Self {
        Self {
            specs: Vec::new(),
            map: None,
            out_dir: None,
            layout: Layout::File,
            templates: None,
            spec_path: Vec::new(),
            scope: None,
            goals: GoalFamilies::default(),
            per_goal: 1,
            rerun_if_changed: true,
        }
    }

    /// A specification file. With several, the mapping chooses among their
    /// specifications.
    pub fn spec(&mut self, path: impl AsRef<Path>) -> &mut Self {
        self.specs.push(path.as_ref().to_owned());
        self
    }

    /// The mapping from the specification to Rust. The generated file is named
    /// after it.
    pub fn map(&mut self, path: impl AsRef<Path>) -> &mut Self {
        self.map = Some(path.as_ref().to_owned());
        self
    }

    /// Where to write to. The default is `OUT_DIR`, which Cargo sets for build
    /// scripts.
    pub fn out_dir(&mut self, path: impl AsRef<Path>) -> &mut Self {
        self.out_dir = Some(path.as_ref().to_owned());
        self
    }

    /// One file, which is the default here, or a folder.
    pub fn layout(&mut self, layout: Layout) -> &mut Self {
        self.layout = layout;
        self
    }

    /// A folder with templates that replace the built-in ones.
    pub fn templates(&mut self, folder: impl AsRef<Path>) -> &mut Self {
        self.templates = Some(folder.as_ref().to_owned());
        self
    }

    /// A folder to look for specifications in, instead of the folder of each
    /// file; may be called again for more folders.
    pub fn spec_path(&mut self, folder: impl AsRef<Path>) -> &mut Self {
        self.spec_path.push(folder.as_ref().to_owned());
        self
    }

    /// Sizes of the sorts: `SortedSet<=12,Orderable=3`.
    pub fn scope(&mut self, sizes: impl Into<String>) -> &mut Self {
        self.scope = Some(sizes.into());
        self
    }

    /// What to write tests for; everything by default.
    pub fn goals(&mut self, families: GoalFamilies) -> &mut Self {
        self.goals = families;
        self
    }

    /// How many witnesses of each goal get a test, at most; one by default.
    pub fn per_goal(&mut self, witnesses: usize) -> &mut Self {
        self.per_goal = witnesses;
        self
    }

    /// Whether to tell Cargo, by lines on standard output, which files the result
    /// depends on. It is the default.
    pub fn rerun_if_changed(&mut self, tell: bool) -> &mut Self {
        self.rerun_if_changed = tell;
        self
    }

    /// Searches, and writes what changed. There is no limit of time: the same
    /// inputs give the same files on every machine.
    pub fn build(&self) -> Result<BuildSummary, Failure> {
        let jobs = [self.job()?];
        let outputs = project::run(&jobs, &Unsupervised);
        let Outputs { built, read } = outputs.map_err(|mut failures| failures.remove(0))?;
        let plan = Plan::new(&jobs, &built, Extent::Part)?;
        let handling = Handling { set_aside: false, remove_stale: true };
        let summary = project::summary(&built, plan.write(handling)?);
        if self.rerun_if_changed {
            for path in read {
                println!("cargo::rerun-if-changed={}", path.display());
            }
        }
        Ok(summary)
    }

    fn job(&self) -> Result<Job, Error> {
        let missing = |what: &str| Err(Error(format!("specgen::Builder: no {what}")));
        let Some(map) = &self.map else { return missing("mapping is given; call `map`") };
        if self.specs.is_empty() {
            return missing("specification is given; call `spec`");
        }
        if self.specs.iter().chain([map]).any(|path| is_stdin(path)) {
            return missing("standard input to read `-` from; name a file");
        }
        let out_dir = self.out_dir.clone().or_else(|| std::env::var_os("OUT_DIR").map(Into::into));
        let Some(out) = out_dir else {
            return missing("folder to write to outside of a build script; call `out_dir`");
        };
        let options = BuildOptions {
            out,
            layout: self.layout,
            templates: self.templates.clone(),
            spec_path: self.spec_path.clone(),
            scope: self.scope.clone(),
            goals: self.goals,
            per_goal: self.per_goal,
            ..BuildOptions::default()
        };
        let command = Some("cargo build".to_owned());
        Ok(Job { options, command, ..Job::new(self.specs.clone(), map) })
    }
}
