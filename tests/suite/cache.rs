//! Results that are kept between builds.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, SystemTime};

use specgen::decide::{decide, record};
use specgen::disk::Cache;
use specgen::goal::{GoalOptions, goals};
use specgen::search::{Options, Verdict};

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

/// Whoever reads a result believes it.
#[test]
fn an_unchanged_build_shows_what_was_kept() {
    let project = Project::new(STACK);
    let first = project.succeed(&["build", "--cache", "kept"]).out;
    assert!(!first.contains("not found"), "{first}");
    let cache = Cache::at(project.at("kept"));
    for (path, _) in files(&project, "kept") {
        let key = path.file_name().and_then(|name| name.to_str()).expect("names are text");
        let text = cache.load(key).expect("it is whole");
        if let Some(mut outcomes) = record::read(&text) {
            outcomes[0].verdict = Verdict::NotFound;
            cache.save(key, &record::write(&outcomes).expect("nothing was given up"));
        }
    }
    let again = project.run(&["build", "--cache", "kept"]).out;
    assert!(again.contains("1 not found"), "{again}");
}

/// A type whose specification leaves open what running determines of some tests, so a solver is
/// asked which of their literals are forced.
const PARTITION: &str = "
    pub struct Partition;
    impl Partition {
        pub fn new() -> Self { Self }
        pub fn join(&mut self, _a: u32, _b: u32) {}
        pub fn find(&self, e: u32) -> u32 { e }
    }
";

#[test]
fn an_unchanged_build_believes_which_literals_are_forced() {
    let manifest =
        "[[build]]\nspec = \"specs/union_find.spec\"\nmap = \"partition.map\"\nout = \"tests\"\n";
    let project = Project::new(manifest);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let spec = std::fs::read_to_string(root.join("specs/union_find.spec")).expect("it is shipped");
    project.write("specs/union_find.spec", &spec);
    let map = "refinement UnionFind is partition::Partition { singletons is new; } \
               Element is u32; end refinement";
    project.write("partition.map", map);
    project.write("Cargo.toml", "[package]\nname = \"partition\"\nversion = \"0.1.0\"\n");
    std::fs::create_dir(project.at("src")).expect("it is new");
    project.write("src/lib.rs", PARTITION);
    project.succeed(&["build", "--cache", "kept"]);
    let generated = project.read("tests/partition/main.rs");
    project.succeed(&["build", "--cache", "kept"]);
    assert_eq!(project.read("tests/partition/main.rs"), generated);
    let cache = Cache::at(project.at("kept"));
    let mut flipped = 0;
    for (path, _) in files(&project, "kept") {
        let key = path.file_name().and_then(|name| name.to_str()).expect("names are text");
        let text = cache.load(key).expect("it is whole");
        if record::read(&text).is_none() {
            flipped += text.matches('f').count();
            cache.save(key, &text.replace('f', "t"));
        }
    }
    assert!(flipped > 0, "the solver finds literals that are not forced");
    project.succeed(&["build", "--cache", "kept"]);
    assert_ne!(project.read("tests/partition/main.rs"), generated);
}

#[test]
fn builds_at_once_and_a_killed_build_spoil_nothing() {
    let project = Project::new(MANIFEST);
    project.succeed(&["build", "--cache", "other"]);
    let generated = |project: &Project| project.read("tests/vec_stack/main.rs");
    let whole = generated(&project);
    let start = || {
        let mut command = project.command("");
        command.args(["build", "--cache", "kept"]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("specgen runs")
    };
    for wait in [0, 20, 80, 160, 320] {
        std::fs::remove_dir_all(project.at("tests")).expect("it is there");
        let mut killed = start();
        std::thread::sleep(Duration::from_millis(wait));
        killed.kill().expect("it is a child");
        killed.wait().expect("it ends");
        let mut both = [start(), start()];
        for child in &mut both {
            child.wait().expect("it ends");
        }
        project.succeed(&["build", "--cache", "kept"]);
        assert_eq!(generated(&project), whole, "killed after {wait} ms");
        let cache = Cache::at(project.at("kept"));
        for (path, _) in files(&project, "kept") {
            let name = path.file_name().and_then(|name| name.to_str()).expect("names are text");
            assert!(name.ends_with(".cache") || cache.load(name).is_some(), "{name}");
        }
    }
}

#[test]
fn an_unchanged_build_searches_no_parameters_for_sequences() {
    let project = Project::new("");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, from) in [("set.spec", "specs/sorted_set.spec"), ("set.map", "mappings/treeset.map")]
    {
        project.write(name, &std::fs::read_to_string(root.join(from)).expect("it is shipped"));
    }
    let build = || {
        project
            .succeed(&["build", "set.spec", "--map", "set.map", "--out", "o", "--cache", "kept"]);
        project.read("o/set/main.rs")
    };
    let generated = build();
    assert_eq!(build(), generated);
    let cache = Cache::at(project.at("kept"));
    let mut fewer = 0;
    for (path, _) in files(&project, "kept") {
        let key = path.file_name().and_then(|name| name.to_str()).expect("names are text");
        let text = cache.load(key).expect("it is whole");
        if let Some(mut algebras) = record::read_algebras(&text) {
            algebras.truncate(1);
            cache.save(key, &record::write_algebras(&algebras));
            fewer += 1;
        }
    }
    assert_eq!(fewer, 1, "the parameters are kept once");
    assert_ne!(build(), generated, "what was kept is believed");
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
