//! Generated code is compiled without warnings and run: cases in `tests/compile`,
//! each a specification, a mapping and a type under test, for what the shipped
//! mappings do not use.

use std::path::{Path, PathBuf};
use std::process::Command;

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

/// The editions that a layout is compiled in: one of them, or in CI both. Together the layouts
/// always cover both.
fn editions(layout: &str) -> &'static [&'static str] {
    match layout {
        _ if crate::is_ci() => &["2021", "2024"],
        "folder" => &["2024"],
        _ => &["2021"],
    }
}

/// Builds a case, compiles the generated code, runs it, and checks it with rustfmt and clippy.
fn check(case: &str, arguments: &[&str]) {
    let folder = root().join("tests/compile").join(case);
    let (spec, map) = (file_with(&folder, "spec"), file_with(&folder, "map"));
    let name = map.file_stem().expect("it has a name").to_string_lossy().into_owned();
    let place = tempfile::tempdir().expect("a temporary folder");
    std::fs::copy(folder.join("subject.rs"), place.path().join("subject.rs")).expect("a copy");
    std::fs::write(place.path().join("rustfmt.toml"), "").expect("it is written");
    let program = |generated: &str| format!("#[allow(dead_code)]\nmod subject;\n{generated}\n");
    let layouts = [
        (
            "folder",
            format!("#[path = \"{name}/main.rs\"]\nmod generated;"),
            format!("{name}/main.rs"),
        ),
        (
            "file",
            format!("mod generated {{\n    include!(\"{name}.rs\");\n}}"),
            format!("{name}.rs"),
        ),
    ];
    for (layout, module, written) in layouts {
        let mut command = Command::new(env!("CARGO_BIN_EXE_specgen"));
        command.arg("build").arg(&spec).arg("--map").arg(&map).args(arguments);
        run(command.arg("--out").arg(place.path()).args(["--layout", layout]));
        let source = place.path().join(format!("{layout}.rs"));
        std::fs::write(&source, program(&module)).expect("it is written");
        for edition in editions(layout) {
            let mut formatter = Command::new("rustfmt");
            formatter.args(["--check", "--edition", edition, "--config-path"]);
            run(formatter.arg(place.path()).arg(place.path().join(&written)));
            let program = place.path().join(format!("{layout}{edition}"));
            let mut compiler = Command::new("clippy-driver");
            compiler.args(["--test", "-D", "warnings", "--edition", edition, "-o"]);
            run(compiler.arg(&program).arg(&source));
            let tests = run(Command::new(&program).env("SPECGEN_STRICT", "1"));
            assert!(!tests.contains("running 0 tests"), "{tests}");
        }
    }
}

#[test]
fn names_that_rust_would_not_take() {
    check("odd_names", &[]);
}

#[test]
fn operators_constants_mutable_parameters_and_bounds_that_nobody_specified() {
    check("monoid", &[]);
}

#[test]
fn associated_types_references_and_free_functions() {
    check("keyed", &["--scope", "int=0..3"]);
}

#[test]
fn expressions_preludes_panics_and_types_without_anything() {
    check("everything", &["--timeout", "2", "--scope", "Element<=2,List<=4,int=0..3"]);
}

#[test]
fn quotients_remainders_the_least_and_the_greatest() {
    check("shares", &["--timeout", "5", "--scope", "Pot<=4,int=-2..3"]);
}
