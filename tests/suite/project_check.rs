//! `specgen build --check`: for those who want to know and not to write.

use crate::project::{MANIFEST, Project, STACK};

#[test]
fn what_is_up_to_date_passes() {
    let project = Project::new(MANIFEST);
    project.succeed(&["build"]);
    let checked = project.succeed(&["build", "--check"]);
    assert!(checked.out.starts_with("3 builds, 7 files unchanged\n"), "{}", checked.out);
    assert_eq!(checked.err, "");
}

#[test]
fn a_change_is_shown_as_a_diff_and_not_written() {
    let project = Project::new(STACK);
    project.succeed(&["build"]);
    let before = project.read("out/vec_stack/main.rs");
    project.edit("specs/stack.spec", "[peek_pushed]", "[top]");
    let checked = project.run(&["build", "--check"]);
    assert_eq!(checked.code, Some(3));
    let start = "--- out/vec_stack/main.rs\n+++ out/vec_stack/main.rs\n@@ -";
    assert!(checked.out.starts_with(start), "{}", checked.out);
    assert!(checked.out.contains("\n-mod peek_pushed {\n+mod top {\n"), "{}", checked.out);
    assert!(checked.out.contains("\nchanged   out/vec_stack/main.rs\n"), "{}", checked.out);
    assert!(checked.err.contains("`specgen build` writes them"), "{}", checked.err);
    assert_eq!(project.read("out/vec_stack/main.rs"), before);
}

#[test]
fn what_was_never_built_is_all_new() {
    let project = Project::new(STACK);
    let checked = project.run(&["build", "--check"]);
    assert_eq!(checked.code, Some(3));
    assert!(checked.out.starts_with("--- /dev/null\n+++ out/vec_stack/main.rs\n@@ -0,0 +1,"));
    assert!(!project.has("out"));
}

#[test]
fn stale_files_are_named() {
    let project = Project::new(&format!("{STACK}layout = \"file\"\n"));
    project.succeed(&["build"]);
    project.write("out/mine.rs", "// not generated\n");
    project.edit("specgen.toml", "layout = \"file\"\n", "");
    let checked = project.run(&["build", "--check"]);
    assert_eq!(checked.code, Some(3));
    assert!(checked.out.contains("\nstale     out/vec_stack.rs\n"), "{}", checked.out);
    assert!(!checked.out.contains("mine.rs"), "{}", checked.out);
    assert!(checked.err.contains("`specgen build --remove-stale` writes"), "{}", checked.err);
    assert!(project.has("out/vec_stack.rs") && !project.has("out/vec_stack"));
}

#[test]
fn json_lists_each_file_without_a_diff() {
    let project = Project::new(STACK);
    let checked = project.run(&["build", "--check", "--format", "json"]);
    assert_eq!(checked.code, Some(3));
    let summary: serde_json::Value = serde_json::from_str(&checked.out).expect("it is JSON");
    assert_eq!(summary["files"][0]["status"], "new");
}

#[test]
fn line_endings_of_a_checkout_are_ignored() {
    let project = Project::new(STACK);
    project.succeed(&["build"]);
    let text = project.read("out/vec_stack/main.rs");
    project.write("out/vec_stack/main.rs", &text.replace('\n', "\r\n"));
    project.succeed(&["build", "--check"]);
}

#[test]
fn a_build_lists_stale_files_and_removes_them_on_request() {
    let project = Project::new(STACK);
    project.succeed(&["build"]);
    project.write("specgen.toml", &format!("{STACK}layout = \"file\"\n"));
    let built = project.succeed(&["build"]);
    assert!(built.out.contains("stale     out/vec_stack/main.rs\n"), "{}", built.out);
    assert!(built.out.contains("--remove-stale removes them\n"), "{}", built.out);
    project.edit("out/vec_stack/mocks.rs", "\n", "\n// mine\n");
    let built = project.succeed(&["build", "--remove-stale"]);
    assert!(built.out.contains("removed   out/vec_stack/main.rs\n"), "{}", built.out);
    assert!(built.out.contains("stale     out/vec_stack/mocks.rs\n"), "{}", built.out);
    assert!(project.has("out/vec_stack/mocks.rs"), "edited files are kept");
    assert!(!project.has("out/vec_stack/main.rs"));
}

#[test]
fn a_single_build_looks_only_after_its_own_files() {
    let project = Project::new(STACK);
    project.succeed(&["build"]);
    let set = ["build", "specs/sorted_set.spec", "--map", "btreeset.map"];
    let built = project.succeed(&set);
    assert!(!built.out.contains("stale"), "{}", built.out);
    let built = project.succeed(&[&set[..], &["--layout", "file", "--remove-stale"]].concat());
    assert!(built.out.contains("removed   out/btreeset/main.rs\n"), "{}", built.out);
    assert!(!project.has("out/btreeset") && project.has("out/vec_stack/main.rs"));
}
