//! The page about polynomials: the type as shown passes, and each of its faults is found as it
//! says.

use std::path::Path;
use std::process::Command;

use crate::programs::{output, run, share_runtime};

const PAGE: &str = include_str!("../../docs/polynomial.md");

/// What each change takes away, and what is left of it.
const FAULTS: [(&str, &str); 4] = [
    ("        sum.retain(|(coefficient, _)| *coefficient != 0);\n", ""),
    ("        if is_open {\n            sum.push((c, e));\n        }\n", ""),
    ("if is_open && exponent < e", "if exponent < e"),
    ("coefficient += c;\n                is_open = false;\n", "coefficient += c;\n"),
];

/// The text of the block of a file.
fn file(name: &str) -> &'static str {
    let (_, rest) = PAGE.split_once(&format!("**`{name}`**")).expect("the page has the file");
    let (_, block) = rest.split_once("```").expect("a block follows");
    let (_, block) = block.split_once('\n').expect("the fence ends its line");
    block.split_once("```").expect("the block ends").0
}

/// The type with each of its faults beside its tests, compiled as one program: the runtime is
/// most of what rustc reads.
fn faulty(folder: &Path) {
    let suite = folder.join("tests/poly/main.rs");
    share_runtime(&suite);
    let suite = std::fs::read_to_string(suite).expect("it was generated");
    let mut compiler = Command::new("rustc");
    compiler.current_dir(folder).args(["--edition", "2024", "--test", "-o", "faulty"]);
    let mut program = String::from("#[path = \"tests/specgen_support/mod.rs\"]\nmod support;\n");
    for (number, (old, new)) in FAULTS.into_iter().enumerate() {
        let correct = file("src/lib.rs");
        assert_eq!(correct.matches(old).count(), 1, "{old}");
        let name = format!("poly{number}");
        let write = |path: &str, text: &str| {
            std::fs::write(folder.join(path), text).expect("the folder is ours");
        };
        write(&format!("{name}.rs"), &correct.replace(old, new));
        assert_eq!(suite.matches("\ntype Poly = poly::Poly;").count(), 1, "{suite}");
        let path = format!("tests/poly/{name}.rs");
        write(&path, &suite.replace("= poly::", &format!("= {name}::")));
        program += &format!("#[path = \"{path}\"]\nmod of_{name};\n");
        let mut library = Command::new("rustc");
        library.current_dir(folder).args(["--edition", "2024", "--crate-type", "lib"]);
        run(library.arg(format!("{name}.rs")));
        compiler.arg("--extern").arg(format!("{name}=lib{name}.rlib"));
    }
    std::fs::write(folder.join("faulty.rs"), program).expect("the folder is ours");
    run(compiler.arg("faulty.rs"));
}

#[test]
fn sequences_find_the_four_faults_of_the_addition() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    std::fs::create_dir(folder.join("src")).expect("it is new");
    let manifest = "[package]\nname = \"poly\"\nedition = \"2024\"\n[workspace]\n";
    let correct = file("src/lib.rs");
    for (name, text) in [
        ("Cargo.toml", manifest),
        ("src/lib.rs", correct),
        ("poly.spec", file("poly.spec")),
        ("poly.map", file("poly.map")),
    ] {
        std::fs::write(folder.join(name), text).expect("the folder is ours");
    }
    let build = "build poly.spec --map poly.map --out tests";
    assert!(PAGE.contains(&format!("$ specgen {build}\n")));
    let mut specgen = Command::new(env!("CARGO_BIN_EXE_specgen"));
    let built = specgen.args(build.split(' ')).current_dir(folder).status().expect("it runs");
    assert!(built.success());

    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--offline", "--test", "poly", "--", "sequences::of_poly"]);
    cargo.env("SPECGEN_REGRESSIONS", "off").env_remove("CARGO_TARGET_DIR").current_dir(folder);
    let (text, passes) = output(&mut cargo);
    assert!(passes && text.contains("1 passed"), "{text}");
    faulty(folder);
    let says: Vec<&str> =
        PAGE.lines().filter(|line| line.starts_with("| a ") || line.starts_with("| it ")).collect();
    assert_eq!(says.len(), FAULTS.len());
    for (number, row) in says.into_iter().enumerate() {
        let mut program = Command::new(folder.join("faulty"));
        program.env("SPECGEN_REGRESSIONS", "off").current_dir(folder);
        let (text, passes) = output(program.arg(format!("of_poly{number}::sequences::of_poly")));
        let says = row.rsplit('`').nth(1).expect("the row ends with what is said");
        assert!(!passes && text.contains(says), "{says}\n{text}");
    }
}
