//! `specgen build` with a manifest.

use std::path::Path;
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn specgen(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specgen"));
    command.current_dir(folder).args(arguments).output().expect("specgen runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

const MANIFEST: &str = r#"
[[build]]
spec = "specs/stack.spec"
map = "vec_stack.map"
out = "tests"

[[build]]
spec = ["specs/sorted_set.spec"]
map = "btreeset.map"

[[build]]
spec = "specs/sorted_set.spec"
map = "treeset.map"
layout = "file"
"#;

/// A project with three builds, two of them of one specification.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::create_dir(folder.path().join("specs")).expect("it is made");
    for name in ["specs/stack.spec", "specs/sorted_set.spec"] {
        std::fs::copy(root().join(name), folder.path().join(name)).expect("it is copied");
    }
    for name in ["vec_stack.map", "btreeset.map", "treeset.map"] {
        let from = root().join("mappings").join(name);
        std::fs::copy(from, folder.path().join(name)).expect("it is copied");
    }
    write(&folder, "specgen.toml", MANIFEST);
    folder
}

fn write(folder: &tempfile::TempDir, name: &str, text: &str) {
    std::fs::write(folder.path().join(name), text).expect("it is written");
}

fn read(folder: &tempfile::TempDir, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).expect("it is there")
}

const FILES: [&str; 5] = [
    "tests/vec_stack/main.rs",
    "tests/vec_stack/mocks.rs",
    "out/btreeset/main.rs",
    "out/btreeset/mocks.rs",
    "out/treeset.rs",
];

#[test]
fn all_builds_are_run_and_told_in_order() {
    let folder = project();
    let output = specgen(folder.path(), &["build"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    let lines: Vec<&str> = shown.lines().collect();
    let new: Vec<String> = FILES.iter().map(|name| format!("new       {name}")).collect();
    assert_eq!(lines[..5], new, "{shown}");
    assert_eq!(lines[5], "3 builds, 0 files unchanged");
    let again = text(&specgen(folder.path(), &["build"]).stdout);
    assert!(again.starts_with("3 builds, 5 files unchanged\n"), "{again}");
}

#[test]
fn the_same_bytes_come_from_anywhere_and_from_any_number_of_threads() {
    let one = project();
    let output = specgen(&one.path().join("specs"), &["build", "-j", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    for threads in ["1", "4"] {
        let other = project();
        let again = Command::new(env!("CARGO_BIN_EXE_specgen"))
            .current_dir(other.path())
            .env("RAYON_NUM_THREADS", threads)
            .arg("build")
            .output()
            .expect("specgen runs");
        assert_eq!(text(&again.stdout), text(&output.stdout));
        assert_eq!(text(&again.stderr), text(&output.stderr));
        for name in FILES {
            assert_eq!(read(&one, name), read(&other, name), "{name}");
        }
    }
}

#[test]
fn a_header_tells_the_command_that_writes_the_same_file() {
    let folder = project();
    specgen(folder.path(), &["build"]);
    let built = read(&folder, "tests/vec_stack/main.rs");
    assert!(built.contains("`specgen build specs/stack.spec --map vec_stack.map --out tests`"));
    let alone = ["build", "specs/stack.spec", "--map", "vec_stack.map", "--out", "tests"];
    let output = text(&specgen(folder.path(), &alone).stdout);
    assert!(output.starts_with("unchanged tests/vec_stack/main.rs\n"), "{output}");
}

#[test]
fn settings_of_a_build_go_before_those_for_all() {
    let folder = project();
    let all = "out = \"elsewhere\"\nlayout = \"file\"\ngoals = \"axioms\"\n";
    write(&folder, "specgen.toml", &format!("{all}{MANIFEST}"));
    let output = specgen(folder.path(), &["build"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    for name in ["tests/vec_stack.rs", "elsewhere/btreeset.rs", "elsewhere/treeset.rs"] {
        assert!(shown.contains(&format!("new       {name}\n")), "{shown}");
    }
    assert!(read(&folder, "tests/vec_stack.rs").contains("--layout file --goals axioms"));
}

#[test]
fn lints_are_told_and_denied_where_the_manifest_says_so() {
    let folder = project();
    let spec = read(&folder, "specs/stack.spec");
    write(&folder, "specs/stack.spec", &spec.replace("    E: Element;\n", "    E, F: Element;\n"));
    let silent = specgen(folder.path(), &["build"]);
    assert_eq!((silent.status.code(), text(&silent.stderr)), (Some(0), String::new()));
    write(&folder, "specgen.toml", &format!("lints = {{}}\n{MANIFEST}"));
    let warned = specgen(folder.path(), &["build"]);
    assert_eq!(warned.status.code(), Some(0));
    assert!(text(&warned.stderr).starts_with("warning[unused-variable]"));
    write(&folder, "specgen.toml", &format!("lints.deny = \"unused-variable\"\n{MANIFEST}"));
    let denied = specgen(folder.path(), &["build"]);
    assert_eq!(denied.status.code(), Some(2));
    assert!(text(&denied.stderr).starts_with("error[unused-variable]"));
}

#[test]
fn a_mistake_that_several_builds_share_is_told_once_and_nothing_is_written() {
    let folder = project();
    let spec = read(&folder, "specs/sorted_set.spec");
    write(&folder, "specs/sorted_set.spec", &spec.replace("isIn(S, F)", "isOn(S, F)"));
    let output = specgen(folder.path(), &["build"]);
    assert_eq!(output.status.code(), Some(2));
    let shown = text(&output.stderr);
    assert_eq!(shown.matches("error[E030]").count(), 1, "{shown}");
    assert!(shown.contains("--> specs/sorted_set.spec:"), "{shown}");
    assert!(!folder.path().join("tests").exists() && !folder.path().join("out").exists());
}

#[test]
fn mistakes_in_the_manifest_are_underlined() {
    let folder = project();
    write(&folder, "specgen.toml", &MANIFEST.replace("layout", "lay-out"));
    let output = specgen(&folder.path().join("specs"), &["build"]);
    assert_eq!(output.status.code(), Some(2));
    let shown = text(&output.stderr);
    assert!(shown.contains("error[E201]: unknown key `lay-out`"), "{shown}");
    assert!(shown.contains("specgen.toml:14:1") && shown.contains("did you mean `layout`?"));
}

#[test]
fn a_manifest_that_cannot_be_read_is_explained() {
    let empty = tempfile::tempdir().expect("a temporary folder");
    let refused = |arguments: &[&str], why: &str| {
        let output = specgen(empty.path(), arguments);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
        assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
    };
    refused(&["build"], "there is no `specgen.toml` in the current folder or above it");
    refused(&["build", "--manifest-path", "none.toml"], "cannot read `none.toml`: No such file");
    refused(&["build", "it.spec"], "--map");
    refused(&["build", "--out", "tests"], "--map");
    refused(&["build", "--scope", "Stack=3"], "in a manifest write `scope = …`");
    refused(&["build", "-j", "0"], "0 is not in 1..");
    std::fs::create_dir(empty.path().join("specgen.toml")).expect("it is made");
    refused(&["build"], "cannot read `specgen.toml`: it is a folder");
}

#[test]
fn another_manifest_can_be_named_and_is_its_own_base() {
    let folder = project();
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    let manifest = folder.path().join("specgen.toml");
    let manifest = manifest.to_string_lossy();
    let output = specgen(elsewhere.path(), &["build", "--manifest-path", &manifest]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(read(&folder, "out/treeset.rs").contains("from specs/sorted_set.spec and treeset.map"));
    assert_eq!(std::fs::read_dir(elsewhere.path()).expect("it is there").count(), 0);
}
