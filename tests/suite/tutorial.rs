//! The tutorial, followed to the letter.

use std::path::Path;
use std::process::{Command, Output};

const TUTORIAL: &str = include_str!("../../docs/tutorial.md");

/// The text of the first fenced block after a mark.
fn block_after(mark: &str) -> &'static str {
    let (_, rest) = TUTORIAL.split_once(mark).unwrap_or_else(|| panic!("no {mark}"));
    let (_, block) = rest.split_once("```").expect("a block follows");
    let (_, block) = block.split_once('\n').expect("the fence ends its line");
    block.split_once("```").expect("the block ends").0
}

fn run(program: &str, arguments: &[&str], folder: &Path) -> Output {
    Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("RUST_BACKTRACE", "0")
        .env_remove("CARGO_TARGET_DIR")
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"))
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("the folder is ours");
}

#[test]
fn the_tutorial_leads_to_a_failing_test_and_out_of_it() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    run("cargo", &["new", "--quiet", "--lib", "--vcs", "none", "max_set"], parent.path());
    let folder = parent.path().join("max_set");
    for name in ["src/lib.rs", "max_set.spec"] {
        write(&folder, name, block_after(&format!("**`{name}`**")));
    }

    let specgen = env!("CARGO_BIN_EXE_specgen");
    assert!(block_after("**`max_set.spec`**").lines().count() <= 25, "the user writes 25 lines");
    for command in ["check max_set.spec", "expand max_set.spec --type max_set::MaxSet"] {
        assert!(TUTORIAL.contains(&format!("specgen {command}")));
        let words: Vec<&str> = command.split(' ').collect();
        assert!(run(specgen, &words, &folder).status.success());
    }
    let build = "build max_set.spec --type max_set::MaxSet --out tests";
    assert!(TUTORIAL.contains(&format!("specgen {build}")));
    let words: Vec<&str> = build.split(' ').collect();
    assert!(run(specgen, &words, &folder).status.success());

    let broken = run("cargo", &["test", "--offline"], &folder);
    assert!(!broken.status.success(), "the bug is found");
    let printed = String::from_utf8_lossy(&broken.stdout).into_owned();
    for line in block_after("Sequences of operations find it:").lines() {
        assert!(printed.contains(line), "the tutorial shows {line:?}, printed was:\n{printed}");
    }

    let (bug, repair) = ("self.items.last()", "self.items.iter().max()");
    assert!(TUTORIAL.contains(&format!("Change `{bug}` to `{repair}`")));
    write(&folder, "src/lib.rs", &block_after("**`src/lib.rs`**").replace(bug, repair));
    let repaired = run("cargo", &["test", "--offline"], &folder);
    assert!(repaired.status.success(), "{}", String::from_utf8_lossy(&repaired.stdout));
}
