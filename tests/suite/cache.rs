//! Results that are kept between builds.

use std::path::PathBuf;
use std::time::SystemTime;

use specgen::decide::{decide, record};
use specgen::goal::{GoalOptions, goals};
use specgen::search::Options;

use crate::example;
use crate::project::{MANIFEST, Project, STACK};

/// The files of a folder, with the times of their last changes.
fn files(project: &Project, folder: &str) -> Vec<(PathBuf, SystemTime)> {
    let entries = std::fs::read_dir(project.at(folder)).expect("the folder is there");
    let dated = entries.map(|entry| {
        let entry = entry.expect("the folder is readable");
        let changed = entry.metadata().and_then(|data| data.modified());
        (entry.path(), changed.expect("the file has a date"))
    });
    let mut files: Vec<_> = dated.collect();
    files.sort();
    files
}

#[test]
fn outcomes_are_read_as_they_were_written() {
    for file in ["sorted_set.spec", "one_of_set.spec", "list.spec", "stack.spec"] {
        let theory = example::shipped(file);
        let goals = goals(&theory, GoalOptions::default()).expect("few goals");
        let outcomes = decide(&theory, &goals, &Options::default(), &mut |_| {});
        let outcomes = outcomes.expect("all models pass the evaluator");
        let text = record::write(&outcomes).expect("the search gave up on nothing");
        assert_eq!(record::read(&text), Some(outcomes), "{file}");
        assert_eq!(record::read(&text[..text.len() / 2]), None);
    }
}

#[test]
fn an_unchanged_build_decides_nothing_again() {
    let project = Project::new(MANIFEST);
    project.succeed(&["build", "--cache", "kept"]);
    let first = files(&project, "kept");
    // Two builds of one specification that need the same share their results.
    assert!(first.len() >= 2, "{first:?}");
    let again = project.succeed(&["build", "--cache", "kept"]);
    assert!(!again.out.contains("changed "), "{}", again.out);
    assert_eq!(files(&project, "kept"), first);
    project.edit("specs/stack.spec", "end specification", "// changed\nend specification");
    project.succeed(&["build", "--cache", "kept"]);
}

#[test]
fn damaged_results_are_thrown_away() {
    let project = Project::new(STACK);
    project.succeed(&["build", "--cache", "kept"]);
    let [(path, _)] = &files(&project, "kept")[..] else { panic!("there is one file") };
    let whole = std::fs::read_to_string(path).expect("it is readable");
    for damaged in [&whole[..whole.len() / 2], "", "covered 1"] {
        std::fs::write(path, damaged).expect("it is writable");
        let summary = project.succeed(&["build", "--cache", "kept"]).out;
        assert!(summary.contains("covered"), "{summary}");
        assert_eq!(std::fs::read_to_string(path).expect("it is readable"), whole);
    }
}

#[test]
fn a_package_keeps_results_in_its_target_folder_and_headers_do_not_say_so() {
    let project = Project::new(STACK);
    project.succeed(&["build"]);
    assert!(!project.has("target"));
    let without = project.read("out/vec_stack/main.rs");
    project.write("Cargo.toml", "");
    let mut command = project.command("");
    command.args(["build"]).env_remove("CARGO_TARGET_DIR");
    assert!(command.status().expect("specgen runs").success());
    assert_eq!(files(&project, "target/specgen").len(), 1);
    assert_eq!(project.read("out/vec_stack/main.rs"), without);
}
