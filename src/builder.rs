//! The way in for build scripts.

use std::path::{Path, PathBuf};

use crate::disk::is_stdin;
use crate::emit::Layout;
use crate::error::{Error, Failure};
use crate::goal::GoalFamilies;
use crate::options::{BuildOptions, lints_named, with_build_options};
use crate::pipeline::Unsupervised;
use crate::probe::NoCompiler;
use crate::project::{self, BuildCoverage, Job, Outputs, Plan, WritePolicy};
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
/// Outside of a build script, name an output folder:
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// let summary = specgen::Builder::new()
///     .spec("specs/stack.spec")
///     .map("mappings/vec_stack.map")
///     .out(folder.path())
///     .build()?;
/// assert!(summary.tests > 0);
/// assert!(folder.path().join("vec_stack.rs").exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    specs: Vec<PathBuf>,
    map: Option<PathBuf>,
    options: BuildOptions,
    rerun_if_changed: bool,
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

macro_rules! declare_methods {
    ($(
        $(#[doc = $doc:literal])+
        $name:literal $value:literal $kind:expr; $values:expr;
        fn $method:ident($argument:ident: $type:ty) $set:expr;
    )+) => {
        /// The options of a build, as in `specgen build` and `specgen.toml`.
        impl Builder {
            $(
                $(#[doc = $doc])+
                pub fn $method(&mut self, $argument: $type) -> &mut Self {
                    set(&mut self.options, $set);
                    self
                }
            )+
        }
    };
}
with_build_options!(declare_methods);

fn set(options: &mut BuildOptions, set: impl FnOnce(&mut BuildOptions)) {
    set(options);
}

impl Builder {
    /// A builder without inputs. Its options have the defaults of `specgen build`, except
    /// that the layout is one file and the folder is `OUT_DIR`, as Cargo sets it.
    pub fn new() -> Self {
        let options = BuildOptions { layout: Layout::File, ..BuildOptions::default() };
        Self { specs: Vec::new(), map: None, options, rerun_if_changed: true }
    }

    /// Adds a specification file. The mapping chooses among the specifications of all files.
    pub fn spec(&mut self, path: impl AsRef<Path>) -> &mut Self {
        self.specs.push(path.as_ref().to_owned());
        self
    }

    /// Sets the mapping from the specification to Rust. The generated file is named after it.
    pub fn map(&mut self, path: impl AsRef<Path>) -> &mut Self {
        self.map = Some(path.as_ref().to_owned());
        self
    }

    /// Whether to print the files that the result depends on for Cargo, as
    /// `cargo::rerun-if-changed` lines. The default is `true`.
    pub fn rerun_if_changed(&mut self, print: bool) -> &mut Self {
        self.rerun_if_changed = print;
        self
    }

    /// Searches, and writes the files that changed. The search has no time limit, so that
    /// the same inputs give the same files on every machine.
    pub fn build(&self) -> Result<BuildSummary, Failure> {
        let jobs = [self.job()?];
        let outputs = project::run(&jobs, &Unsupervised, &NoCompiler);
        let Outputs { built, read } = outputs.map_err(|mut failures| failures.remove(0))?;
        let plan = Plan::new(&jobs, &built, BuildCoverage::Part)?;
        let policy = WritePolicy { set_aside: false, remove_stale: true };
        let summary = project::summary(&built, plan.write(policy)?);
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
        let from_cargo = || std::env::var_os("OUT_DIR").map(PathBuf::from);
        let Some(out) = self.options.out.clone().or_else(from_cargo) else {
            return missing("folder to write to outside of a build script; call `out`");
        };
        let options = BuildOptions { out: Some(out), ..self.options.clone() };
        let command = Some("cargo build".to_owned());
        Ok(Job { options, command, ..Job::new(self.specs.clone(), map) })
    }
}
