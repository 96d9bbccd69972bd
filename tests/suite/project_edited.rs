//! Generated files that somebody has edited.

use crate::project::{Project, STACK};

const MAIN: &str = "out/vec_stack/main.rs";

/// A project whose tests were edited, and whose next build would change them.
fn edited() -> Project {
    let project = Project::new(STACK);
    project.succeed(&["build"]);
    project.edit(MAIN, "let [element0] =", "let [mine] =");
    project
}

#[test]
fn an_edited_file_is_not_overwritten() {
    let project = edited();
    let text = project.read(MAIN);
    project.edit("specs/stack.spec", "[peek_pushed]", "[top]");
    let mocks = project.read("out/vec_stack/mocks.rs");
    let built = project.run(&["build"]);
    assert_eq!(built.code, Some(1));
    assert!(built.err.contains("`out/vec_stack/main.rs` was edited after it was generated"));
    assert!(built.err.contains("--set-aside"), "{}", built.err);
    assert_eq!(project.read(MAIN), text);
    assert_eq!(project.read("out/vec_stack/mocks.rs"), mocks, "nothing is written by halves");
}

#[test]
fn edits_are_set_aside_and_never_lost() {
    let project = edited();
    let first = project.read(MAIN);
    let built = project.succeed(&["build", "--set-aside"]);
    assert!(built.out.contains("set aside out/vec_stack/main.rs.edited\n"), "{}", built.out);
    assert_eq!(project.read("out/vec_stack/main.rs.edited"), first);
    project.edit(MAIN, "let [element0] =", "let [other] =");
    let built = project.succeed(&["build", "--set-aside"]);
    assert!(built.out.contains("set aside out/vec_stack/main.rs.edited2\n"), "{}", built.out);
    assert_eq!(project.read("out/vec_stack/main.rs.edited"), first);
    project.succeed(&["build", "--check"]);
}

#[test]
fn a_check_reports_edits() {
    let project = edited();
    let checked = project.run(&["build", "--check"]);
    assert_eq!(checked.code, Some(3));
    assert!(checked.out.contains("\nedited    out/vec_stack/main.rs\n"), "{}", checked.out);
    assert!(checked.out.contains("\n-        let [mine] = Element::all();\n"), "{}", checked.out);
    assert!(checked.err.contains("`specgen build --set-aside` writes them"), "{}", checked.err);
}

#[test]
fn a_header_without_its_hash_counts_as_edited() {
    let project = Project::new(STACK);
    project.succeed(&["build"]);
    let text = project.read(MAIN);
    let hash = text.lines().find(|line| line.contains("Content hash: ")).expect("it has one");
    project.write(MAIN, &text.replace(&format!("{hash}\n"), "").replace("element0", "e"));
    assert_eq!(project.run(&["build"]).code, Some(1));
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_explained() {
    use std::os::unix::fs::PermissionsExt;
    let project = Project::new(STACK);
    std::fs::create_dir(project.at("out")).expect("it is made");
    let mode = |mode| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(project.at("out"), permissions).expect("it is set");
    };
    mode(0o555);
    // Whoever may do everything can write there all the same.
    let is_bound = std::fs::write(project.at("out/probe"), "").is_err();
    let built = project.run(&["build"]);
    mode(0o755);
    if is_bound {
        assert_eq!(built.code, Some(1));
        assert!(built.err.contains("cannot write `out/vec_stack/main.rs`"), "{}", built.err);
    } else {
        assert_eq!(built.code, Some(0), "{}", built.err);
    }
}

#[test]
fn a_file_in_the_way_of_a_folder_is_explained() {
    let project = Project::new(STACK);
    project.write("out", "in the way\n");
    let built = project.run(&["build"]);
    assert_eq!(built.code, Some(1));
    assert!(built.err.contains("`out/vec_stack/main.rs`"), "{}", built.err);
    assert_eq!(project.read("out"), "in the way\n");
}
