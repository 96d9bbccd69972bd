//! `goals.json` beside the tests.

use std::path::Path;

use serde_json::Value;

use crate::project::{Project, STACK};

#[test]
fn verdicts_are_written_beside_the_tests_on_request() {
    let project = Project::new(STACK);
    project.succeed(&["build"]);
    assert!(!project.has("out/vec_stack/goals.json"));
    project.write("specgen.toml", &format!("goals-json = true\n{STACK}"));
    let built = project.succeed(&["build"]);
    assert!(built.out.contains("new       out/vec_stack/goals.json\n"), "{}", built.out);
    let document: Value =
        serde_json::from_str(&project.read("out/vec_stack/goals.json")).expect("it is JSON");
    assert_eq!(document["version"], 1);
    assert_eq!(document["spec"], "specs/stack.spec");
    assert_eq!(document["mapping"], "vec_stack.map");
    let goals = document["goals"].as_array().expect("a list");
    assert!(goals.iter().any(|goal| goal["id"] == "peek_pushed/holds"), "{goals:?}");
    let covered = goals.iter().filter(|goal| goal["verdict"] == "covered").count();
    assert_eq!(document["summary"]["covered"], covered);
}

#[test]
fn goals_json_is_sealed_like_other_generated_files() {
    let project = Project::new(STACK);
    let alone =
        ["build", "specs/stack.spec", "--map", "vec_stack.map", "--layout", "file", "--goals-json"];
    project.succeed(&alone);
    let path = "out/vec_stack.goals.json";
    assert!(project.read(path).contains("--layout file --goals-json`."));
    project.edit(path, "\"covered\"", "\"sovered\"");
    let built = project.run(&alone);
    assert_eq!(built.code, Some(1));
    assert!(built.err.contains("`out/vec_stack.goals.json` was edited"), "{}", built.err);
    project.succeed(&[&alone[..], &["--set-aside"]].concat());
    let stale = project.succeed(&["build", "specs/stack.spec", "--map", "vec_stack.map"]);
    assert!(stale.out.contains("stale     out/vec_stack.goals.json\n"), "{}", stale.out);
}

/// The names of all fields, at any depth but inside of maps with names from the
/// specification.
fn fields(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                names.push(name.clone());
                if !["scope", "witness", "summary"].contains(&name.as_str()) {
                    fields(value, names);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| fields(value, names)),
        _ => {}
    }
}

#[test]
fn every_field_is_documented() {
    let project = Project::new(&format!("goals-json = true\n{STACK}"));
    project.succeed(&["build"]);
    let document = project.read("out/vec_stack/goals.json");
    let mut names = Vec::new();
    fields(&serde_json::from_str(&document).expect("it is JSON"), &mut names);
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/projects.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let section = page.split("## goals.json").nth(1).expect("there is a section");
    for name in names {
        assert!(section.contains(&format!("| `{name}` |")), "`{name}` is not documented");
    }
}
