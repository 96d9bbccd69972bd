//! Types with every kind of signature, each with a specification and at most a few lines of a
//! mapping: the tests of each pass, and find a planted fault.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::programs::{output, run, share_runtime};
use crate::short_mappings::Package;

/// The specifications of `tests/kinds`, with the type that `--type` names where there is no
/// mapping.
const KINDS: &[(&str, &str)] = &[
    ("arrays", "kinds::arrays::Lamp"),
    ("books", "kinds::books::PhoneBook"),
    ("builders", ""),
    ("cells", "kinds::cells::Mailbox"),
    ("closures", "kinds::closures::Bag"),
    ("constants", ""),
    ("cursor", "kinds::lifetimes::Cursor"),
    ("editor", "kinds::editor::TextBuffer"),
    ("futures", ""),
    ("handles", ""),
    ("integers", ""),
    ("iterators", "kinds::iterators::Ring"),
    ("keys", "kinds::keys::Dict"),
    ("modules", "kinds::modules"),
    ("pairs", "kinds::pairs::Table"),
    ("pointers", "kinds::pointers::Pile"),
    ("slices", "kinds::slices::Log"),
    ("stacks", ""),
    ("texts", "kinds::texts::Line"),
    ("tuples", "kinds::tuples::Track"),
    ("view", ""),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kinds")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(folder().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All sequences, compiled as one program.
static PROGRAM: LazyLock<Package> = LazyLock::new(|| {
    let package = Package::new("kinds", &read("src/lib.rs"));
    let sources = std::fs::read_dir(folder().join("src")).expect("it has sources");
    for source in sources {
        let name = source.expect("it is read").file_name().into_string().expect("it is UTF-8");
        package.write(&format!("src/{name}"), &read(&format!("src/{name}")));
    }
    let mut program = String::from("#[path = \"specgen_support/mod.rs\"]\nmod support;\n");
    for (name, ty) in KINDS {
        // Specifications are looked up in the folder, so each has one of its own.
        let (spec, map) = (format!("{name}/{name}.spec"), format!("{name}/{name}.map"));
        package.write(&spec, &read(&format!("specs/{name}.spec")));
        let mapping = match *ty {
            "" => {
                package.write(&map, &read(&format!("maps/{name}.map")));
                ["--map", &map]
            }
            ty => ["--type", ty],
        };
        // Errors of numbers that a type lacks are asked for by tests of domains.
        let goals = if *name == "editor" { "domains,sequences" } else { "sequences" };
        let written = ["build", &spec, "--goals", goals, "--out", "tests"];
        let printed = package.prints(&[&written[..], &mapping[..]].concat());
        for line in printed.lines().filter(|line| line.ends_with("/main.rs")) {
            let path = line.split_whitespace().last().expect("a line has words");
            share_runtime(&package.folder.path().join(path));
            let path = path.strip_prefix("tests/").expect("it was written there");
            let module = path.trim_end_matches("/main.rs");
            program += &format!("#[path = \"{path}\"]\nmod {name}_{module};\n");
        }
        assert!(program.contains(&format!("mod {name}_")), "{printed}");
    }
    package.write("tests/program.rs", &program);
    let mut compiler = Command::new("rustc");
    compiler.current_dir(package.folder.path()).args(["--edition", "2021", "--crate-type", "lib"]);
    run(compiler.args(["--crate-name", "kinds", "-o", "libkinds.rlib", "src/lib.rs"]));
    let mut compiler = Command::new("rustc");
    compiler.current_dir(package.folder.path()).args(["--edition", "2021", "--test"]);
    compiler.args(["-D", "warnings", "--extern", "kinds=libkinds.rlib", "-o", "program"]);
    run(compiler.arg("tests/program.rs"));
    package
});

/// Runs the tests of a kind, with its fault or without.
fn tests_of(name: &str, fault: &str) -> (String, bool) {
    let folder = PROGRAM.folder.path();
    let mut program = Command::new(folder.join("program"));
    program.current_dir(folder).env("FAULT", fault);
    program.env("SPECGEN_SEQUENCES", "64").arg(format!("{name}_"));
    let (text, succeeds) = output(&mut program);
    assert!(!text.contains("running 0 tests"), "{name}\n{text}");
    (text, succeeds)
}

#[test]
fn every_specification_is_run() {
    let files = std::fs::read_dir(folder().join("specs")).expect("it has specifications");
    let mut names: Vec<String> = files
        .map(|file| file.expect("it is read").path().file_stem().expect("it is named").to_owned())
        .map(|name| name.into_string().expect("it is UTF-8"))
        .collect();
    names.sort_unstable();
    assert_eq!(names, KINDS.iter().map(|(name, _)| *name).collect::<Vec<_>>());
}

#[test]
fn every_kind_of_signature_passes() {
    for (name, _) in KINDS {
        let (text, succeeds) = tests_of(name, "");
        assert!(succeeds, "{name}\n{text}");
    }
}

#[test]
fn every_planted_fault_is_found() {
    for (name, _) in KINDS {
        let (text, succeeds) = tests_of(name, name);
        assert!(!succeeds, "no test finds the fault of `{name}`\n{text}");
        assert!(text.contains("::sequences::of_"), "{name}\n{text}");
    }
}
