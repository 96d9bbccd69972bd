//! Whatever the number of threads, the output is the same.

use std::path::Path;

use snapbox::cmd::{Command, cargo_bin};

fn stdout(arguments: &[&str], threads: &str) -> String {
    let command = Command::new(cargo_bin!("specgen")).args(arguments).args(["-j", threads]);
    let assert = command.current_dir(env!("CARGO_MANIFEST_DIR")).assert().code(0);
    String::from_utf8(assert.get_output().stdout.clone()).expect("the output is text")
}

#[test]
fn verdicts_witnesses_and_cores_do_not_depend_on_threads() {
    for spec in [
        "specs/bounded_stack.spec",
        "specs/partially_ordered_set.spec",
        "specs/queue.spec",
        "specs/sorted_set.spec",
        "specs/stack.spec",
    ] {
        let goals = ["goals", spec, "--aliasing", "--format", "json"];
        let alone = stdout(&goals, "1");
        assert!(alone.contains("\"covered\""), "{alone}");
        for threads in ["2", "5"] {
            assert_eq!(stdout(&goals, threads), alone, "{spec} with {threads} threads");
        }
    }
}

#[test]
fn models_do_not_depend_on_threads() {
    let goal = "largest_replaced/largest_is_e_and_not_is_empty_and_geq";
    let scope = "SortedSet<=8,Orderable=3";
    let show = ["show", "specs/sorted_set.spec", goal, "--scope", scope];
    let alone = stdout(&show, "1");
    assert_eq!(stdout(&show, "2"), alone);
    assert_eq!(stdout(&show, "5"), alone);
}

#[test]
fn generated_tests_do_not_depend_on_threads() {
    let built = |spec: &str, map: &str, threads: &str| {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let out = folder.path().to_str().expect("the path is text");
        let build = ["build", spec, "--map", map, "--layout", "file", "--out", out];
        stdout(&build, threads);
        let name = Path::new(map).with_extension("rs");
        let path = folder.path().join(name.file_name().expect("a mapping has a name"));
        std::fs::read_to_string(path).expect("the tests were written")
    };
    for (spec, map) in [
        ("specs/stack.spec", "mappings/vec_stack.map"),
        ("specs/sorted_set.spec", "mappings/treeset.map"),
        ("specs/union_set.spec", "mappings/union_set.map"),
    ] {
        // The command in the head names the folder, which is another each time.
        let text = |threads| {
            let text = built(spec, map, threads);
            let (_, text) = text.split_once("Content hash: ").expect("a head has a hash");
            let (_, text) = text.split_once('\n').expect("tests follow the head");
            text.to_owned()
        };
        let alone = text("1");
        assert!(alone.contains(".forced("), "{map}");
        assert!(text("2") == alone && text("5") == alone, "{map}");
    }
}
