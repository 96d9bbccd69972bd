//! Tests built with counters of `-C instrument-coverage`, and the tools of LLVM that read them.

use std::path::{Component, Path, PathBuf};
use std::process::Command;

use super::Disk;
use super::crates::Packages;
use super::instrument::{InstrumentedBuild, run, version};

/// The folder in Cargo's target folder.
const FOLDER: &str = "specgen-coverage";

const PROFDATA: &str = "llvm-profdata";
const COV: &str = "llvm-cov";

/// What a build with coverage needs.
pub struct CoverageBuild {
    pub build: InstrumentedBuild,
    /// The value of `LLVM_PROFILE_FILE`: processes of one program share a file.
    pub profile: PathBuf,
    tools: Tools,
    packages: Packages,
}

struct Tools {
    profdata: PathBuf,
    cov: PathBuf,
}

/// Finds the tools. `folder` is the one that the user names. The error says what is missing.
pub fn coverage(compiler: &Path, folder: Option<PathBuf>) -> Result<CoverageBuild, String> {
    let packages = Packages::around(&Disk::default()).map_err(|error| error.why)?;
    let host = version(compiler, "host: ")?;
    let llvm = version(compiler, "LLVM version: ")?;
    let tools = Tools::find(compiler, folder, major(&llvm))?;
    let target = packages.target().join(FOLDER);
    let profiles = target.join("profiles");
    let io = |error: std::io::Error| format!("cannot write to the target folder: {error}");
    if profiles.exists() {
        std::fs::remove_dir_all(&profiles).map_err(io)?;
    }
    std::fs::create_dir_all(&profiles).map_err(io)?;
    let flags = ["-Cinstrument-coverage", "-Copt-level=0", "--cap-lints", "warn"];
    let flags = flags.map(str::to_owned).to_vec();
    let build = InstrumentedBuild { target, host, flags };
    Ok(CoverageBuild { build, profile: profiles.join("%m.profraw"), tools, packages })
}

/// `22` of `22.1.2`
fn major(version: &str) -> &str {
    version.split('.').next().unwrap_or(version)
}

impl Tools {
    /// Profiles of one major version of LLVM cannot be read by another.
    fn find(compiler: &Path, folder: Option<PathBuf>, major: &str) -> Result<Self, String> {
        let own = run(Command::new(compiler).args(["--print", "target-libdir"]));
        let own = own.map(|folder| Path::new(folder.trim()).with_file_name("bin"));
        let debian = PathBuf::from(format!("/usr/lib/llvm-{major}/bin"));
        let folders = folder.into_iter().chain(own.ok()).chain([debian]);
        let in_folders =
            folders.map(|folder| Self { profdata: folder.join(PROFDATA), cov: folder.join(COV) });
        let suffixes = [format!("-{major}"), String::new()];
        let on_path = suffixes.map(|suffix| Self {
            profdata: format!("{PROFDATA}{suffix}").into(),
            cov: format!("{COV}{suffix}").into(),
        });
        let mut others = Vec::new();
        for tools in in_folders.chain(on_path) {
            // Old versions of llvm-profdata do not print theirs.
            let Some(version) = tool_version(&tools.cov) else { continue };
            if self::major(&version) == major {
                return Ok(tools);
            }
            others.push(format!("`{}` is of LLVM {version}", tools.cov.display()));
        }
        let others: String = others.iter().map(|other| format!("; {other}")).collect();
        Err(format!(
            "{PROFDATA} and {COV} of LLVM {major} are not found{others}; `rustup component add \
             llvm-tools` or Debian's package llvm-{major} has them, and LLVM_TOOLS can name their folder"
        ))
    }
}

/// `22.1.2`, if there is such a program.
fn tool_version(tool: &Path) -> Option<String> {
    let text = run(Command::new(tool).arg("--version")).ok()?;
    let (_, version) = text.split_once("LLVM version ")?;
    Some(version.split(|end: char| end != '.' && !end.is_ascii_digit()).next()?.to_owned())
}

impl CoverageBuild {
    /// What `llvm-cov export` prints of the programs that ran.
    pub fn export(&self, programs: &[String]) -> Result<String, String> {
        let merged = self.build.target.join("all.profdata");
        let profiles = self.profile.with_file_name("");
        run(Command::new(&self.tools.profdata)
            .args(["merge", "-sparse"])
            .arg(&profiles)
            .arg("-o")
            .arg(&merged))
        .map_err(|why| format!("{PROFDATA}: {why}"))?;
        let mut export = Command::new(&self.tools.cov);
        export
            .args(["export", "-skip-functions", "-skip-expansions", "-instr-profile"])
            .arg(merged);
        for program in programs {
            export.arg("-object").arg(program);
        }
        run(&mut export).map_err(|why| format!("{COV}: {why}"))
    }

    /// The name of a source file of the user: one of a local library that is no test and not
    /// among the generated ones. It is relative to the current folder.
    pub fn named(&self, file: &str, generated: &[PathBuf]) -> Option<String> {
        let file = normal(Path::new(file));
        let is_generated = |path: &PathBuf| normal(path) == file;
        if !self.packages.is_of_library(&file) || generated.iter().any(is_generated) {
            return None;
        }
        let here = std::path::absolute(".").unwrap_or_default();
        Some(super::display(file.strip_prefix(&here).unwrap_or(&file)))
    }
}

/// An absolute path without `..`.
fn normal(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}
