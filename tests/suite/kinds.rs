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
    ("bits", ""),
    ("books", "kinds::books::PhoneBook"),
    ("builders", ""),
    ("cells", "kinds::cells::Mailbox"),
    ("closures", "kinds::closures::Bag"),
    ("constants", ""),
    ("cursor", "kinds::lifetimes::Cursor"),
    ("documents", "kinds::documents::Archive"),
    ("editor", "kinds::editor::TextBuffer"),
    ("expressions", "kinds::expressions::Calculator"),
    ("futures", ""),
    ("groups", "kinds::groups::Edits"),
    ("halls", "kinds::halls::Hall"),
    ("handles", ""),
    ("integers", ""),
    ("iterators", "kinds::iterators::Ring"),
    ("keys", "kinds::keys::Dict"),
    ("modules", "kinds::modules"),
    ("pairings", "kinds::pairings::Pairings"),
    ("pairs", "kinds::pairs::Table"),
    ("piles", ""),
    ("pointers", "kinds::pointers::Pile"),
    ("ranges", ""),
    ("slices", "kinds::slices::Log"),
    ("stacks", ""),
    ("strict", ""),
    ("texts", "kinds::texts::Line"),
    ("tuples", "kinds::tuples::Track"),
    ("undo", "kinds::undo::Draft"),
    ("urn", "kinds::strict::Urn"),
    ("view", ""),
    ("words", ""),
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
        let goals = match *name {
            "editor" => "domains,sequences",
            "halls" => "axioms,domains,sequences",
            _ => "sequences",
        };
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

/// Runs the tests whose names contain a text, with a fault or without.
fn tests_of(name: &str, fault: &str, sequences: &str) -> (String, bool) {
    let folder = PROGRAM.folder.path();
    let mut program = Command::new(folder.join("program"));
    program.current_dir(folder).env("FAULT", fault).env("SPECGEN_REGRESSIONS", "off");
    program.env("SPECGEN_SEQUENCES", sequences).arg(name);
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
        let (text, succeeds) = tests_of(&format!("{name}_"), "", "64");
        assert!(succeeds, "{name}\n{text}");
    }
}

#[test]
fn every_planted_fault_is_found() {
    for (name, _) in KINDS {
        let (text, succeeds) = tests_of(&format!("{name}_"), name, "240");
        assert!(!succeeds, "no test finds the fault of `{name}`\n{text}");
        assert!(text.contains("::sequences::of_"), "{name}\n{text}");
    }
}

/// Types by how values are passed and kept, with a fault and a part of the message about it.
const STATES: &[(&str, &str, &str)] = &[
    ("piles_piles_bare", "piles", "push(p, Item0)"),
    ("piles_piles_bare", "refused_by_observers", "the refused call changes p"),
    ("piles_piles_kept", "refused_by_equality", "after pop(p): Kept { items: [], refused: 1 }"),
    ("piles_piles_asking", "mutable_observers", "  [top] top(P) = get(items(P), size(P) - 1)"),
    ("piles_piles_asking", "asked_five_times", "size(p); size(p); size(p); size(p)\n"),
    ("cells_mailbox", "looked_at", "lost(m)\nsent(m) is 3, the specification says 2"),
    ("piles_piles_moving", "consumed", "size(p) is 5, the specification says 4"),
    ("piles_piles_moving", "two_values", "append(p, p); append(p, p)\n"),
    ("piles_piles_kept", "persistent", "[push_items] items(push(P, I))"),
    ("piles_piles_kept", "creators_with_arguments", "after p = of(Item0)\n"),
    ("piles_piles_shared", "interior_mutability", "push(p, Item0)"),
    ("strict_strict", "strict", "add(q, Item0); add(q, Item0)\n"),
    ("strict_strict", "strict", "add(q, Item0) panics at src/strict.rs:15"),
    ("strict_strict", "lenient", "remove(q) succeeds, but it is outside of its domain"),
    ("urn_urn", "urn", "[drawn] count(draw(U), next(U)) = count(U, next(U)) - 1"),
    ("words_words", "words", "[Letter0, Letter0, Letter1]"),
];

/// With as many sequences as there are by default.
#[test]
fn faults_are_found_however_values_are_kept() {
    for (name, fault, part) in STATES {
        let (text, succeeds) = tests_of(name, fault, "240");
        assert!(!succeeds, "no test finds `{fault}` of `{name}`\n{text}");
        assert!(text.contains("after ") || text.contains("after\n"), "{name} {fault}\n{text}");
        assert!(text.contains(part), "{name} {fault}\n{text}");
    }
}
