//! The page about polynomials: the type as shown passes, and each of its faults is found as it
//! says.

use std::path::Path;
use std::process::Command;

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

/// What sequences say about a text of the type, and whether they pass.
fn tested(folder: &Path, text: &str) -> (String, bool) {
    std::fs::write(folder.join("src/lib.rs"), text).expect("the folder is ours");
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--offline", "--test", "poly", "--", "sequences::of_poly"]);
    cargo.env("SPECGEN_REGRESSIONS", "off").env_remove("CARGO_TARGET_DIR");
    let output = cargo.current_dir(folder).output().expect("cargo runs");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success())
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

    let (text, passes) = tested(folder, correct);
    assert!(passes && text.contains("1 passed"), "{text}");
    let says: Vec<&str> =
        PAGE.lines().filter(|line| line.starts_with("| a ") || line.starts_with("| it ")).collect();
    assert_eq!(says.len(), FAULTS.len());
    for ((old, new), row) in FAULTS.into_iter().zip(says) {
        assert_eq!(correct.matches(old).count(), 1, "{old}");
        let (text, passes) = tested(folder, &correct.replace(old, new));
        let says = row.rsplit('`').nth(1).expect("the row ends with what is said");
        assert!(!passes && text.contains(says), "{says}\n{text}");
    }
}
