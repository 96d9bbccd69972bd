//! `specgen init --from`, from the command line.

use std::path::Path;
use std::process::{Command, Output};

fn specgen(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specgen"));
    command.current_dir(folder).args(arguments).output().expect("specgen runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("it has a folder")).expect("the folder is ours");
    std::fs::write(path, text).expect("the folder is ours");
}

/// A package with a set in a module.
fn package() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "Cargo.toml", "[package]\nname = \"my-shelf\"\nedition = \"2024\"\n");
    write(folder.path(), "src/lib.rs", "pub mod sets;\n");
    let set = include_str!("../subjects/search_tree.rs");
    write(folder.path(), "src/sets.rs", set);
    folder
}

#[test]
fn a_skeleton_is_written_checked_and_built() {
    let folder = package();
    let made = specgen(folder.path(), &["init", "--from", "src/sets.rs", "SearchTree"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let told = text(&made.stdout);
    assert!(told.starts_with("wrote specs/search_tree.spec and specs/search_tree.map"), "{told}");
    let map = std::fs::read_to_string(folder.path().join("specs/search_tree.map"));
    assert!(map.expect("it was written").contains("use my_shelf::sets::SearchTree;"));
    // The commands that it says come next.
    let next: Vec<&str> = told.lines().filter_map(|line| line.strip_prefix("  specgen ")).collect();
    assert_eq!(next.len(), 2);
    for line in next {
        // The package of this test does not compile, so its mapping cannot be checked.
        let probe = line.starts_with("build").then_some("--no-probe");
        let words: Vec<&str> = line.split(' ').chain(probe).collect();
        let ended = specgen(folder.path(), &words);
        assert!(ended.status.success(), "{line}: {}", text(&ended.stderr));
    }
    assert!(folder.path().join("tests/search_tree/main.rs").exists());
}

#[test]
fn nothing_is_overwritten() {
    let folder = package();
    write(folder.path(), "specs/search_tree.map", "mine");
    let refused = specgen(folder.path(), &["init", "--from", "src/sets.rs", "SearchTree"]);
    assert_eq!(refused.status.code(), Some(1));
    let said = text(&refused.stderr);
    assert!(said.contains("`specs/search_tree.map` exists and is not overwritten"), "{said}");
    let map = std::fs::read_to_string(folder.path().join("specs/search_tree.map"));
    assert_eq!(map.expect("it is there"), "mine");
    assert!(!folder.path().join("specs/search_tree.spec").exists());
    let other = ["init", "--from", "src/sets.rs", "SearchTree", "--dir", "other"];
    assert!(specgen(folder.path(), &other).status.success());
}

#[test]
fn mistakes_are_shown_with_their_exit_codes() {
    let folder = package();
    let unknown = specgen(folder.path(), &["init", "--from", "src/sets.rs", "SearchTee"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("did you mean `SearchTree`?"));
    let missing = specgen(folder.path(), &["init", "--from", "src/nothing.rs", "SearchTree"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(text(&missing.stderr).contains("cannot read `src/nothing.rs`"));
}

#[test]
fn the_documentation_shows_what_is_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let page = include_str!("../../docs/init.md");
    let tutorial = include_str!("../../docs/tutorial.md");
    let (_, rust) = tutorial.split_once("```rust\n").expect("the tutorial shows the type");
    let (rust, _) = rust.split_once("```").expect("the block ends");
    write(folder.path(), "Cargo.toml", "[package]\nname = \"max_set\"\n");
    write(folder.path(), "src/lib.rs", rust);
    let made = specgen(folder.path(), &["init", "--from", "src/lib.rs", "MaxSet"]);
    assert!(page.contains(&text(&made.stdout)), "{}", text(&made.stdout));
    let spec = std::fs::read_to_string(folder.path().join("specs/max_set.spec"));
    let spec = spec.expect("it was written");
    let (_, shown) = spec.split_once("\n\n").expect("a comment stands above");
    assert!(page.contains(shown), "{shown}");
}
