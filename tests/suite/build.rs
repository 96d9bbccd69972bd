//! From a specification and a mapping to files.

use std::path::Path;
use std::process::{Command, Output};

use crate::example;
use specgen::emit::{Artifact, Layout, Provenance};
use specgen::pipeline::{self, Unsupervised};
use specgen::probe::NoCompiler;
use specgen::theory::NoFolders;

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

/// A folder with the sorted set's specification and mapping.
fn workplace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["specs/sorted_set.spec", "mappings/btreeset.map"] {
        let to = folder.path().join(Path::new(name).file_name().expect("it has a name"));
        std::fs::copy(root().join(name), to).expect("the file is copied");
    }
    folder
}

const BUILD: [&str; 4] = ["build", "sorted_set.spec", "--map", "btreeset.map"];

fn generate(spec: &str, map: &str, layout: Layout) -> Vec<Artifact> {
    let mut loader = NoFolders;
    let mut request = example::request(spec, map, &mut loader);
    request.order.name = "set".to_owned();
    request.order.provenance = Provenance {
        inputs: vec!["sorted_set.spec".to_owned(), "set.map".to_owned()],
        command: "specgen build sorted_set.spec --map set.map".to_owned(),
        expansion: None,
    };
    request.order.options.layout = layout;
    let built = pipeline::build(vec![Ok(request)], &Unsupervised, &NoCompiler);
    let mut built = built.unwrap_or_else(|failures| panic!("{failures:#?}"));
    built.remove(0).artifacts
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect("the file is in the project")
}

#[test]
fn the_same_inputs_give_the_same_bytes() {
    let (spec, map) = (read("specs/sorted_set.spec"), read("mappings/treeset.map"));
    for layout in [Layout::Folder, Layout::File] {
        assert_eq!(generate(&spec, &map, layout), generate(&spec, &map, layout));
    }
}

#[test]
fn a_build_writes_and_reports_changed_files() {
    let folder = workplace();
    let first = specgen(folder.path(), &BUILD);
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    assert_eq!(
        text(&first.stdout),
        "new       out/btreeset/main.rs\n\
         new       out/btreeset/mocks.rs\n\
         new       out/specgen_support (runtime 0.1.0)\n\
         37 goals: 28 covered, 9 impossible\n\
         45 tests: 19 axioms, 2 domains, 9 equality, 13 laws, 1 sequence, 1 path\n"
    );
    let main = folder.path().join("out/btreeset/main.rs");
    let written = main.metadata().expect("it is there").modified().expect("times are known");
    let second = specgen(folder.path(), &BUILD);
    assert!(text(&second.stdout).starts_with("unchanged out/btreeset/main.rs\n"));
    let later = main.metadata().expect("it is there").modified().expect("times are known");
    assert_eq!(written, later);
}

#[test]
fn a_build_of_axioms_that_contradict_each_other_is_an_error() {
    let folder = workplace();
    let path = folder.path().join("sorted_set.spec");
    let spec = std::fs::read_to_string(&path).expect("the specification is there");
    let spec =
        spec.replace("[empty_is_empty]", "[absurd] not isEmpty(empty());\n    [empty_is_empty]");
    std::fs::write(&path, spec).expect("the specification is changed");
    let output = specgen(folder.path(), &BUILD);
    assert_eq!(output.status.code(), Some(2));
    let shown = text(&output.stderr);
    assert!(shown.contains("E060") && shown.contains("[absurd]"), "{shown}");
    assert!(!folder.path().join("out").exists(), "nothing is written");
}

#[test]
fn the_summary_can_be_json() {
    let folder = workplace();
    let output = specgen(folder.path(), &[&BUILD[..], &["--format", "json"]].concat());
    let summary: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("the summary is JSON");
    assert_eq!(summary["goals"]["covered"], 28);
    assert_eq!(summary["goals"]["not-found"], 0);
    assert_eq!(summary["tests"], 45);
    let tests_of = serde_json::json!(
        { "axioms": 19, "domains": 2, "equality": 9, "laws": 13, "sequences": 1, "paths": 1 }
    );
    assert_eq!(summary["tests_of"], tests_of);
    assert_eq!(summary["files"][0]["status"], "new");
}

#[test]
fn goals_can_be_chosen() {
    let folder = workplace();
    let only = |list: &str| specgen(folder.path(), &[&BUILD[..], &["--goals", list]].concat());
    let output = only("equality, domains");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(
        text(&output.stdout).ends_with(" tests: 2 domains, 9 equality\n"),
        "{}",
        text(&output.stdout)
    );
    let main = std::fs::read_to_string(folder.path().join("out/btreeset/main.rs"));
    let main = main.expect("it is written");
    assert!(main.contains("--map btreeset.map --goals domains,equality`"));
    assert!(main.contains("fn told_apart_by_is_in") && !main.contains("fn insert_idempotent"));

    let output = only("laws");
    assert!(text(&output.stdout).ends_with("\n13 tests: 13 laws\n"), "{}", text(&output.stdout));

    let output = only("axiom");
    assert_eq!(output.status.code(), Some(1));
    let message = "there are no goals `axiom`; did you mean `axioms`?";
    assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    let output = only("axioms,pump");
    let message = "`sequences` has replaced `pump`";
    assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    let everything = "there are `axioms`, `domains`, `equality`, `laws`, `sequences`";
    for (list, start) in [("", "a name is missing; "), ("coverage", "there are no goals `cov")] {
        let output = only(list);
        let message = text(&output.stderr);
        assert!(message.contains(start) && message.contains(everything), "{message}");
    }
}

#[test]
fn files_that_specgen_did_not_write_are_not_overwritten() {
    let folder = workplace();
    let mocks = folder.path().join("out/btreeset/mocks.rs");
    std::fs::create_dir_all(mocks.parent().expect("it has a folder")).expect("it is made");
    std::fs::write(&mocks, "fn mine() {}\n").expect("it is written");
    let output = specgen(folder.path(), &BUILD);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("was not generated by specgen"));
    assert_eq!(std::fs::read_to_string(&mocks).expect("it is there"), "fn mine() {}\n");
    assert!(!folder.path().join("out/btreeset/main.rs").exists(), "nothing is written by halves");
}

#[cfg(unix)]
#[test]
fn links_out_of_the_output_folder_are_not_followed() {
    let folder = workplace();
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    std::fs::create_dir(folder.path().join("out")).expect("it is made");
    std::os::unix::fs::symlink(elsewhere.path(), folder.path().join("out/btreeset"))
        .expect("the link is made");
    let output = specgen(folder.path(), &BUILD);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("leaves the output folder"));
    assert_eq!(std::fs::read_dir(elsewhere.path()).expect("it is there").count(), 0);
}

#[test]
fn the_header_names_inputs_and_command_without_the_machine() {
    let folder = workplace();
    let absolute = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (spec, map) = (absolute("sorted_set.spec"), absolute("btreeset.map"));
    let output =
        specgen(folder.path(), &["build", &spec, "--map", &map, "--out", "generated here"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let main = std::fs::read_to_string(folder.path().join("generated here/btreeset/main.rs"))
        .expect("it is written");
    let name = folder.path().to_string_lossy().into_owned();
    assert!(!main.contains(&name), "the folder's name is in the file");
    assert!(
        main.contains("`specgen build sorted_set.spec --map btreeset.map --out 'generated here'`")
    );
}

#[test]
fn errors_in_either_file_are_shown_together() {
    let folder = workplace();
    let spec = folder.path().join("sorted_set.spec");
    let broken =
        std::fs::read_to_string(&spec).expect("it is there").replace("isIn(S, F)", "isOn(S, F)");
    std::fs::write(&spec, broken).expect("it is written");
    let map = folder.path().join("btreeset.map");
    let broken = std::fs::read_to_string(&map).expect("it is there").replace("is new", "new");
    std::fs::write(&map, broken).expect("it is written");
    let output = specgen(folder.path(), &BUILD);
    assert_eq!(output.status.code(), Some(2));
    let shown = text(&output.stderr);
    assert!(shown.contains("isOn") && shown.contains("E100"), "{shown}");
}

#[test]
fn templates_can_be_replaced() {
    let folder = workplace();
    let templates = folder.path().join("templates");
    std::fs::create_dir(&templates).expect("it is made");
    let template = "// Generated by specgen\n{{ axioms | length }} axioms\n";
    std::fs::write(templates.join("main.rs.j2"), template).expect("it is written");
    let with = [&BUILD[..], &["--templates", "templates"]].concat();
    let output = specgen(folder.path(), &with);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let main = std::fs::read_to_string(folder.path().join("out/btreeset/main.rs"));
    let main = main.expect("it is written");
    assert!(main.starts_with("// Generated by specgen (Content hash: "), "{main}");
    assert!(main.ends_with(")\n13 axioms\n"), "{main}");

    std::fs::write(templates.join("main.rs.j2"), "{{ nonsense }}").expect("it is written");
    let output = specgen(folder.path(), &with);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("main.rs.j2"), "{}", text(&output.stderr));
}

/// Files as a user's rustfmt would leave them, in both editions. rustfmt follows modules, so
/// the runtime stands beside a copy of the files only once.
#[test]
fn generated_files_are_what_rustfmt_writes() {
    let folder = workplace();
    let place = folder.path();
    std::fs::write(place.join("rustfmt.toml"), "").expect("it is written");
    std::fs::create_dir(place.join("specgen_support")).expect("a folder");
    let runtime = place.join("specgen_support/mod.rs");
    std::fs::write(runtime, "//! The runtime.\n").expect("it is written");
    let mut roots = vec![root().join("out/specgen_support/mod.rs")];
    for entry in std::fs::read_dir(root().join("out")).expect("there is generated code") {
        let suite = entry.expect("the entry is readable").path();
        if !suite.join("main.rs").exists() {
            continue;
        }
        let copy = place.join(suite.file_name().expect("it has a name"));
        std::fs::create_dir(&copy).expect("a folder");
        for file in ["main.rs", "mocks.rs"].map(Path::new).iter().filter(|f| suite.join(f).exists())
        {
            std::fs::copy(suite.join(file), copy.join(file)).expect("a copy");
        }
        roots.push(copy.join("main.rs"));
    }
    assert!(roots.len() > 30, "{roots:?}");
    for edition in ["2021", "2024"] {
        let mut command = Command::new("rustfmt");
        command.args(["--check", "--edition", edition, "--config-path"]);
        let output = command.arg(place).args(&roots).output().expect("rustfmt runs");
        assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    }
}

/// Of the text of a generated file, the test of that name.
fn test_of<'t>(text: &'t str, axiom: &str, name: &str) -> &'t str {
    let (_, module) = text.split_once(&format!("mod {axiom} {{")).expect("the axiom has tests");
    let (_, test) = module.split_once(&format!("fn {name}()")).expect("there is such a test");
    test.split_once("\n    }\n").expect("it ends").0
}

#[test]
fn what_the_specification_forces_is_asserted_and_nothing_else() {
    let (spec, map) = (read("specs/sorted_set.spec"), read("mappings/btreeset.map"));
    let main = |spec: &str| {
        let file = generate(spec, &map, Layout::File).pop();
        file.expect("a file is generated").text
    };
    let name = "not_is_in_insert_s_e_f_and_e_is_not_f_and_not_is_in_s_f";
    let whole = main(&spec);
    let test = test_of(&whole, "membership", name);
    assert!(test.contains(".forced(\"f?f\");"), "{test}");

    // The control: nothing says any more what is in the empty set, and so in others.
    let axiom = "[nothing_in_empty]";
    let (before, after) = spec.split_once(axiom).expect("the axiom is there");
    let (_, after) = after.split_once(';').expect("it ends");
    let control = main(&format!("{before}{after}"));
    let test = test_of(&control, "membership", name);
    assert!(!test.contains(".forced"), "{test}");
    assert!(test.contains(".reaches(&case, \"fff\");"), "{test}");
}

const COMMUTING: &str = "specification Heap[Element]
  sorts
    Heap[Element]
  constructors
    empty: --> Heap[Element];
    push: Heap[Element] Element --> Heap[Element];
  observers
    isEmpty: Heap[Element];
  axioms
    E, F: Element; S: Heap[Element];
    [new]     isEmpty(empty());
    [commute] push(push(S, E), F) = push(push(S, F), E);
    [grown]   not isEmpty(push(S, E));
end specification";

const COMMUTING_MAP: &str = "refinement <E: Clone + PartialEq>
  use crate::Heap;
  Heap[Element] is Heap<E> {
    empty: --> Heap[Element] is fn new() -> Self;
    push: Heap[Element] e:Element --> Heap[Element] is fn push(&mut self, e: E);
    isEmpty: Heap[Element] is fn is_empty(&self) -> bool;
  }
  Element is E;
end refinement";

/// An equality that always says yes fulfils every equation.
#[test]
fn only_values_that_must_differ_are_told_apart() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let main = |spec: &str| {
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).expect("it is written");
        };
        write("heap.spec", spec);
        write("heap.map", COMMUTING_MAP);
        let axioms = ["build", "heap.spec", "--map", "heap.map", "--goals", "axioms"];
        let output = specgen(folder.path(), &axioms);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let main = std::fs::read_to_string(folder.path().join("out/heap/main.rs"));
        main.expect("it is written")
    };
    let differ = "case.differ(\n            \"push(empty(), Element2) != empty()\",";
    let whole = main(COMMUTING);
    let test = test_of(&whole, "commute", "built_by_push");
    assert!(test.contains(differ), "{test}");

    // The control: a heap that takes nothing in would do.
    let (before, _) = COMMUTING.split_once("    [grown]").expect("the axiom is there");
    let control = main(&format!("{before}end specification"));
    let test = test_of(&control, "commute", "built_by_push");
    assert!(!test.contains(".forced") && !test.contains("case.differ"), "{test}");
}
