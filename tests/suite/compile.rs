//! Generated code is compiled without warnings and run: cases in `tests/compile`,
//! each a specification, a mapping and a type under test, for what the shipped
//! mappings do not use.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::programs::share_runtime;

/// Folders of `tests/compile`, with further arguments of `specgen build`.
type Cases = &'static [(&'static str, &'static [&'static str])];

/// Together: names that Rust would not take; operators, constants, mutable parameters and bounds
/// that nobody specified; associated types, references and free functions; expressions,
/// preludes, panics and types without anything; quotients, remainders, the least and the
/// greatest.
const CASES: Cases = &[
    ("odd_names", &[]),
    ("monoid", &[]),
    ("keyed", &["--scope", "int=0..3"]),
    ("everything", &["--timeout", "2", "--scope", "Element<=2,List<=4,int=0..3"]),
    ("shares", &["--timeout", "5", "--scope", "Pot<=4,int=-2..3"]),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn file_with(folder: &Path, extension: &str) -> PathBuf {
    let entries = std::fs::read_dir(folder).expect("the case is a folder");
    let mut paths = entries.map(|entry| entry.expect("the entry is readable").path());
    let found = paths.find(|path| path.extension().is_some_and(|known| known == extension));
    found.unwrap_or_else(|| panic!("{} has a .{extension} file", folder.display()))
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    assert!(output.status.success(), "{command:?}\n{text}");
    text
}

/// Builds the cases and checks what is written with rustfmt. Returns the modules of a program
/// with their tests.
fn build(cases: Cases, layout: &str, place: &Path) -> String {
    let (mut modules, mut subjects) = (String::new(), String::new());
    for (case, arguments) in cases {
        let folder = root().join("tests/compile").join(case);
        let (spec, map) = (file_with(&folder, "spec"), file_with(&folder, "map"));
        let name = map.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let mut command = Command::new(env!("CARGO_BIN_EXE_specgen"));
        command.arg("build").arg(&spec).arg("--map").arg(&map).args(*arguments);
        run(command.arg("--out").arg(place).args(["--layout", layout]));
        let subject = folder.join("subject.rs");
        subjects += &format!("#[path = {subject:?}]\nmod {case};\npub use self::{case}::*;\n");
        modules += &match layout {
            "folder" => format!("#[path = \"{name}/main.rs\"]\nmod in_{case};\n"),
            _ => format!("mod in_{case} {{\n    include!(\"{name}.rs\");\n}}\n"),
        };
    }
    format!("#[allow(dead_code)]\nmod subject {{\n{subjects}}}\n{modules}")
}

fn files_named(place: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(place).into_iter();
    let paths = entries.map(|entry| entry.expect("the entry is readable").into_path());
    paths.filter(|path| path.to_string_lossy().ends_with(ending)).collect()
}

/// Formats, compiles and runs the tests of some cases, as one program.
fn check(cases: Cases, layout: &str, editions: &[&str]) {
    let place = tempfile::tempdir().expect("a temporary folder");
    let path = place.path();
    let mut program = build(cases, layout, path);
    let written = files_named(path, if layout == "folder" { "main.rs" } else { ".rs" });
    assert_eq!(written.len(), cases.len());
    std::fs::write(path.join("rustfmt.toml"), "").expect("it is written");
    for edition in editions {
        let mut formatter = Command::new("rustfmt");
        formatter.args(["--check", "--edition", edition, "--config-path"]).arg(path);
        run(formatter.args(&written));
    }
    if layout == "folder" {
        program += "#[path = \"specgen_support/mod.rs\"]\nmod support;\n";
        written.iter().for_each(|main| share_runtime(main));
    }
    std::fs::write(path.join("program.rs"), program).expect("it is written");
    for edition in editions {
        let tests = path.join(format!("tests{edition}"));
        let mut compiler = Command::new("clippy-driver");
        compiler.args(["--test", "-D", "warnings", "--edition", edition, "-o"]);
        run(compiler.arg(&tests).arg(path.join("program.rs")));
        let printed =
            run(crate::with_few_sequences(Command::new(&tests).env("SPECGEN_STRICT", "1")));
        for (case, _) in cases {
            assert!(printed.contains(&format!("test in_{case}::")), "{case}: {printed}");
        }
    }
}

#[test]
fn folders_compile_without_warnings_and_pass() {
    let editions = if crate::is_ci() { &["2021", "2024"][..] } else { &["2024"] };
    check(CASES, "folder", editions);
}

/// Each file has the runtime in it, so outside of CI one case stands for all.
#[test]
fn single_files_compile_without_warnings_and_pass() {
    match crate::is_ci() {
        true => check(CASES, "file", &["2021", "2024"]),
        false => check(&CASES[2..3], "file", &["2021"]),
    }
}
