//! The runtime in a program of its own: without warnings in every edition, in both
//! layouts, and with what it prints.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const USAGE: &str = include_str!("../../support/usage.rs");

const PROGRAM: &str = r#"
#[allow(unused_imports)]
use support::*;

#[derive(Debug)]
struct Model {
    geq: &'static [&'static str],
}

static MODEL: Model = Model { geq: &["tf", "tt"] };

fn geq(left: usize, right: usize) -> Atoms<2> {
    axiom(
        "[total] geq(A, B) or A = B",
        [
            atom("geq(A, B)", answer("geq", &MODEL.geq, &[left, right])),
            equation!("A = B", left, right),
        ],
        |[geq, equal]| geq || equal,
    )
}

fn main() {
    let case = Case::with_model("total/first", "A = Element0", &MODEL);
    match std::env::args().nth(1).as_deref() {
        Some("holds") => {
            geq(1, 0).forced("tf").reaches(&case, "tf");
        }
        Some("fails") => {
            geq(0, 1);
        }
        Some("misses") => {
            geq(1, 0).reaches(&case, "tt");
        }
        Some("unbuilt") => assert!(case.built(|| None::<u8>).is_none()),
        Some("unfit") => case.unfit("-1 is not a `usize`"),
        other => panic!("{:?} is unknown", other),
    }
}
"#;

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/support"))
}

fn checked(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = [&*output.stdout, &*output.stderr].concat();
    assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&text));
    output
}

/// The runtime as one inline module.
fn inlined() -> String {
    format!("mod support {{\n{}}}\n", with_modules(folder(), "mod.rs"))
}

/// A file with the modules that it declares inside.
fn with_modules(folder: &Path, file: &str) -> String {
    let text = std::fs::read_to_string(folder.join(file)).expect("it is part of the runtime");
    let mut whole = String::new();
    let mut elsewhere: Option<PathBuf> = None;
    for line in text.lines() {
        if let Some(path) = line.strip_prefix("#[path = \"") {
            elsewhere = Some(folder.join(path.trim_end_matches("\"]")));
            continue;
        }
        match line.strip_suffix(';').and_then(|line| line.split_once("mod ")) {
            Some((visibility, name)) if visibility.is_empty() || visibility == "pub " => {
                let inside = elsewhere.take().unwrap_or_else(|| folder.join(name).join("mod.rs"));
                let child = match inside.parent().filter(|_| inside.exists()) {
                    Some(folder) => {
                        let file = inside.file_name().and_then(|name| name.to_str());
                        with_modules(folder, file.expect("the path names a file"))
                    }
                    None => with_modules(folder, &format!("{name}.rs")),
                };
                whole += &format!("{visibility}mod {name} {{\n{child}}}\n");
            }
            _ => whole += &format!("{line}\n"),
        }
    }
    whole
}

/// The editions that a layout is compiled in: one of them, or in CI all. `compile` covers 2021.
fn editions(one: &str) -> Vec<&str> {
    if crate::is_ci() { vec!["2018", "2021", "2024"] } else { vec![one] }
}

/// Compiles a program in an edition; clippy must find nothing, also for the oldest
/// compiler that the runtime names.
fn compiled(place: &Path, source: &str, edition: &str, options: &[&str]) -> PathBuf {
    std::fs::write(place.join("clippy.toml"), "msrv = \"1.85\"\n").expect("it is written");
    let path = place.join("program.rs");
    std::fs::write(&path, source).expect("it is written");
    let program = place.join(format!("program{edition}"));
    let mut compiler = Command::new("clippy-driver");
    compiler.env("CLIPPY_CONF_DIR", place).args(["-D", "warnings", "--edition", edition]);
    checked(compiler.args(options).arg("-o").arg(&program).arg(&path));
    program
}

/// What the program prints as an error, without backtraces, and whether it succeeds.
fn ran(program: &Path, what: &str, strict: &str) -> (String, bool) {
    let mut command = Command::new(program);
    command.arg(what).env("SPECGEN_STRICT", strict).env("RUST_BACKTRACE", "0");
    let output = command.output().expect("the program runs");
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.success())
}

fn check(program: &Path) {
    assert_eq!(ran(program, "holds", "1"), (String::new(), true));
    let (printed, succeeds) = ran(program, "fails", "0");
    assert!(!succeeds);
    // The place is the one of the axiom, not one inside of the runtime.
    assert!(printed.contains("program.rs:"), "{printed}");
    let message = "[total] geq(A, B) or A = B\ngeq(A, B) is false\nA = B is false: 0 != 1\n";
    assert!(printed.contains(message), "{printed}");
    let case = "in total/first, with\n  A = Element0\n  Model { geq: [\"tf\", \"tt\"] }\n";
    assert!(printed.ends_with(case), "{printed}");
    let notices = [
        ("misses", "total/first: the goal was not reached (tt)"),
        ("unbuilt", "total/first: a value cannot be built here"),
        ("unfit", "total/first: -1 is not a `usize`"),
    ];
    for (what, notice) in notices {
        assert_eq!(ran(program, what, "0"), (format!("specgen: {notice}\n"), true));
        let (printed, succeeds) = ran(program, what, "1");
        assert!(!succeeds && printed.contains(&format!("\n{notice}\n")), "{printed}");
        assert!(!printed.contains("specgen: "), "{printed}");
    }
}

#[test]
fn runtime_has_no_warnings_and_prints_what_fails() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let path = folder().join("mod.rs");
    let source = format!("#[path = {path:?}]\nmod support;\n{PROGRAM}");
    for edition in editions("2018") {
        check(&compiled(place.path(), &source, edition, &[]));
    }
}

#[test]
fn runtime_can_be_inlined() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let source = format!("{}{USAGE}", inlined());
    for edition in editions("2024") {
        let program = compiled(place.path(), &source, edition, &["--test"]);
        checked(Command::new(&program).env("SPECGEN_STRICT", "1"));
    }
}

#[test]
fn runtime_is_laid_out_as_rustfmt_does() {
    let place = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(place.path().join("rustfmt.toml"), "").expect("it is written");
    for edition in ["2018", "2021", "2024"] {
        let mut formatter = Command::new("rustfmt");
        formatter.args(["--check", "--edition", edition, "--config-path"]).arg(place.path());
        checked(formatter.arg(folder().join("mod.rs")));
    }
}

#[test]
fn runtime_names_no_path_of_the_crate_around_it() {
    let whole = inlined();
    assert!(!whole.contains("crate::"));
    // Instrumented builds alone read counters, with a module of their own.
    assert!(!whole.contains("unsafe"));
}
