//! Instrumented builds of tests: the flags, and the functions that instrumented code calls.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Disk;
use super::crates::Packages;

const HOOKS: &str = include_str!("../../templates/guide/hooks.rs");

/// The folder in Cargo's target folder.
const FOLDER: &str = "specgen-guided";

/// Passes of LLVM that count edges and report comparisons, and names from which modules can be
/// read. Lints of the user do not end the build.
const FLAGS: [&str; 14] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Csymbol-mangling-version=v0",
    "-Copt-level=0",
    "-Cdebug-assertions=on",
    "-Coverflow-checks=on",
    "-Cstrip=none",
    "--cap-lints",
    "warn",
    "--cfg",
    "specgen_guided",
];

/// Whether flags and functions work together.
const PROBE: &str = "unsafe extern \"C\" { fn specgen_guide_reset(); }\n\
                     fn main() { unsafe { specgen_guide_reset() } }\n";

/// A build of the tests with other flags.
pub struct InstrumentedBuild {
    /// A target folder of its own.
    pub target: PathBuf,
    /// Build scripts and macros are compiled for the host, without these flags.
    pub host: String,
    pub flags: Vec<String>,
}

/// What a guided build needs.
pub struct Instrumentation {
    pub build: InstrumentedBuild,
    /// The module of guided sequences, which the tests include.
    pub guide: PathBuf,
}

/// Compiles what instrumented tests call. The error says why this toolchain can't be used.
///
/// `guide` is the text of the module that steers sequences.
pub fn instrumentation(compiler: &Path, guide: &str) -> Result<Instrumentation, String> {
    let packages = Packages::around(&Disk::default()).map_err(|error| error.why)?;
    let target = packages.target().join(FOLDER);
    let io = |error: std::io::Error| format!("cannot write to the target folder: {error}");
    std::fs::create_dir_all(&target).map_err(io)?;
    let hooks = target.join("hooks.rs");
    let object = target.join("hooks.o");
    std::fs::write(&hooks, HOOKS).map_err(io)?;
    let module = target.join("guide.rs");
    std::fs::write(&module, guide).map_err(io)?;
    let compile = |arguments: &[&str], from: &Path, to: &Path, flags: &[String]| {
        let mut command = Command::new(compiler);
        run(command.args(arguments).args(flags).arg(from).arg("-o").arg(to))
    };
    let plain = "--edition=2021 -O -Ccodegen-units=1 -Cforce-frame-pointers=yes -Cpanic=abort \
                 --crate-type=lib --emit=obj --cap-lints=allow";
    compile(&plain.split_whitespace().collect::<Vec<_>>(), &hooks, &object, &[])?;
    let mut flags: Vec<String> = FLAGS.iter().map(|flag| (*flag).to_owned()).collect();
    flags.push(format!("-Clink-arg={}", object.display()));
    let probe = target.join("probe.rs");
    let program = target.join("probe.exe");
    std::fs::write(&probe, PROBE).map_err(io)?;
    compile(&["--edition=2021"], &probe, &program, &flags)?;
    run(&mut Command::new(&program))?;
    let host = version(compiler, "host: ")?;
    Ok(Instrumentation { build: InstrumentedBuild { target, host, flags }, guide: module })
}

/// A line of what the compiler says of its version.
pub(super) fn version(compiler: &Path, key: &str) -> Result<String, String> {
    let version = run(Command::new(compiler).arg("-vV"))?;
    let value = version.lines().find_map(|line| line.strip_prefix(key));
    let what = key.trim_end_matches([':', ' ']);
    value.map(str::to_owned).ok_or_else(|| format!("the compiler does not print its {what}"))
}

/// What a command prints. The error is the first line that it complains in.
pub(super) fn run(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let error = text.lines().find(|line| line.starts_with("error"));
    let line = error.or(text.lines().next()).map(str::to_owned);
    Err(line.unwrap_or_else(|| format!("it ended with {}", output.status)))
}
