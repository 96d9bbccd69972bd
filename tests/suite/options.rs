//! Command line, manifests, build scripts and documentation know the same options.

use std::process::Command;

use crate::project::{Project, STACK};
use specgen::options::BUILD_OPTIONS;

#[test]
fn every_build_option_is_a_flag_of_build() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specgen"));
    let help = command.args(["build", "--help"]).output().expect("specgen runs").stdout;
    let help = String::from_utf8(help).expect("help is UTF-8");
    for option in BUILD_OPTIONS {
        assert!(help.contains(&format!("--{}", option.name)), "{}", option.name);
    }
}

#[test]
fn every_build_option_is_a_key_of_manifests() {
    let project = Project::new("nonsense = 1\n");
    let message = project.run(&["build"]).err;
    for option in BUILD_OPTIONS.iter().filter(|option| !option.is_lint_level()) {
        assert!(message.contains(&format!("`{}`", option.name)), "{message}");
    }
}

#[test]
fn every_build_option_is_documented_and_has_a_method_of_the_builder() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("it is readable");
    let (page, options) = (read("docs/projects.md"), read("src/options.rs"));
    for option in BUILD_OPTIONS {
        assert!(page.contains(&format!("`{}`", option.name)), "{}", option.name);
        let method = format!("fn {}(", option.name.replace('-', "_"));
        assert!(options.contains(&method), "{}", option.name);
    }
}

#[test]
fn lint_levels_on_the_command_line_apply_to_every_build() {
    let project = Project::new(STACK);
    project.edit("specs/stack.spec", "    E: Element;\n", "    E, F: Element;\n");
    let denied = project.run(&["build", "--deny", "unused-variable"]);
    assert_eq!(denied.code, Some(2));
    assert!(denied.err.starts_with("error[unused-variable]"), "{}", denied.err);
    let one = ["build", "specs/stack.spec", "--map", "vec_stack.map", "--allow", "all"];
    assert_eq!(project.succeed(&one).err, "");
}
