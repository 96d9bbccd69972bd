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

fn grown(stage: Stage) -> Option<Vec<usize>> {
    let push: Step<Vec<usize>> = |mut list, stage, step| {
        list.push(stage.element(step, 0));
        Some(list)
    };
    stage.run(Some(Vec::new()), &[push], &[])
}

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
        Some("pumps") => pump("pumped/total", &["2 elements"], 0, 1, false, grown, |_, list| {
            assert!(list().len() < 3, "too long")
        }),
        Some("grows") => pump("pumped/total", &[], 0, 1, false, |_| None::<u8>, |_, _| ()),
        other => panic!("{:?} is unknown", other),
    }
}
"#;

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/support"))
}

fn read(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).expect("the file is part of the runtime")
}

fn checked(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = [&*output.stdout, &*output.stderr].concat();
    assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&text));
    output
}

/// The runtime as one inline module.
fn inlined() -> String {
    let whole = read("mod.rs");
    let line = |line: &str| match line.strip_suffix(';').and_then(|line| line.split_once("mod ")) {
        Some((visibility, name)) if visibility.is_empty() || visibility == "pub " => {
            let child = read(&format!("{name}.rs"));
            format!("{visibility}mod {name} {{\n{child}}}\n")
        }
        _ => format!("{line}\n"),
    };
    format!("mod support {{\n{}}}\n", whole.lines().map(line).collect::<String>())
}

/// Compiles a program in an edition; clippy must find nothing, also for the oldest
/// compiler that the runtime names.
fn compiled(place: &Path, source: &str, edition: &str, options: &[&str]) -> PathBuf {
    std::fs::write(place.join("clippy.toml"), "msrv = \"1.70\"\n").expect("it is written");
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
        ("misses", "total/first: the goal was not reached"),
        ("unbuilt", "total/first: a value cannot be built here"),
        ("unfit", "total/first: -1 is not a `usize`"),
        ("grows", "pumped/total: no value can be built"),
    ];
    for (what, notice) in notices {
        assert_eq!(ran(program, what, "0"), (format!("specgen: {notice}\n"), true));
        let (printed, succeeds) = ran(program, what, "1");
        assert!(!succeeds && printed.contains(&format!("\n{notice}\n")), "{printed}");
        assert!(!printed.contains("specgen: "), "{printed}");
    }
    let (printed, _) = ran(program, "pumps", "0");
    let stage = "in pumped/total, with\n  Stage { sequence: Ascending, steps: 3, change: 0, \
                 changed: 0, again: 0, shift: 0, trial: 0 }\n  2 elements\n";
    assert!(printed.contains("too long\n") && printed.contains(stage), "{printed}");
}

#[test]
fn runtime_has_no_warnings_and_prints_what_fails() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let path = folder().join("mod.rs");
    let source = format!("#[path = {path:?}]\nmod support;\n{PROGRAM}");
    for edition in ["2018", "2021", "2024"] {
        check(&compiled(place.path(), &source, edition, &[]));
    }
}

#[test]
fn runtime_can_be_inlined() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let source = format!("{}{USAGE}", inlined());
    for edition in ["2018", "2021", "2024"] {
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
    let files = std::fs::read_dir(folder()).expect("the folder is readable");
    for file in files {
        let name = file.expect("the entry is readable").file_name();
        let text = read(&name.to_string_lossy());
        assert!(!text.contains("crate::"), "{name:?}");
        assert!(!text.contains("unsafe"), "{name:?}");
    }
}
