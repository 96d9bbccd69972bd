//! `specgen build` with a manifest.

use std::sync::atomic::{AtomicUsize, Ordering};

use specgen::diagnostic::Code;
use specgen::error::{Error, Failure};
use specgen::goal::Goal;
use specgen::pipeline::{Observer, Supervisor, Unsupervised};
use specgen::project::{Job, load_manifest, run};

use crate::project::{MANIFEST, Project, STACK};
use crate::short_mappings::Package;

const FILES: [&str; 5] = [
    "tests/vec_stack/main.rs",
    "tests/vec_stack/mocks.rs",
    "out/btreeset/main.rs",
    "out/btreeset/mocks.rs",
    "out/treeset.rs",
];

#[test]
fn all_builds_are_run_and_reported_in_order() {
    let project = Project::new(MANIFEST);
    let built = project.succeed(&["build"]);
    let lines: Vec<&str> = built.out.lines().collect();
    let new: Vec<String> = FILES.iter().map(|name| format!("new       {name}")).collect();
    assert_eq!(lines[..5], new, "{}", built.out);
    let runtimes = ["tests", "out"]
        .map(|folder| format!("new       {folder}/specgen_support (runtime 0.1.0)"));
    assert_eq!(lines[5..7], runtimes, "{}", built.out);
    assert_eq!(lines[7], "3 builds, 0 files unchanged");
    let again = project.succeed(&["build"]);
    assert!(again.out.starts_with("3 builds, 7 files unchanged\n"), "{}", again.out);
}

#[test]
fn the_same_bytes_come_from_anywhere_and_from_any_number_of_threads() {
    let one = Project::new(MANIFEST);
    let built = one.run_in("specs", &["build", "-j", "1"]);
    assert_eq!(built.code, Some(0), "{}", built.err);
    for threads in ["2", "100"] {
        let other = Project::new(MANIFEST);
        assert_eq!(other.run_in("", &["build", "-j", threads]), built);
        for name in FILES {
            assert_eq!(one.read(name), other.read(name), "{name}");
        }
    }
}

#[test]
fn a_header_contains_the_command_that_writes_the_same_file() {
    let project = Project::new(&format!("out = \"tests\"\n{STACK}"));
    project.succeed(&["build"]);
    let main = project.read("tests/vec_stack/main.rs");
    assert!(main.contains("`specgen build specs/stack.spec --map vec_stack.map --out tests`"));
    let alone = ["build", "specs/stack.spec", "--map", "vec_stack.map", "--out", "tests"];
    let built = project.succeed(&alone);
    assert!(built.out.starts_with("unchanged tests/vec_stack/main.rs\n"), "{}", built.out);
}

#[test]
fn settings_of_a_build_override_those_of_the_manifest() {
    let all = "out = \"elsewhere\"\nlayout = \"file\"\ngoals = \"axioms\"\n";
    let project = Project::new(&format!("{all}{MANIFEST}"));
    let built = project.succeed(&["build"]);
    for name in ["tests/vec_stack.rs", "elsewhere/btreeset.rs", "elsewhere/treeset.rs"] {
        assert!(built.out.contains(&format!("new       {name}\n")), "{}", built.out);
    }
    assert!(project.read("tests/vec_stack.rs").contains("--layout file --goals axioms"));
}

#[test]
fn a_manifest_enables_and_denies_lints() {
    let project = Project::new(STACK);
    project.edit("specs/stack.spec", "    E: Element;\n", "    E, F: Element;\n");
    assert_eq!(project.succeed(&["build"]).err, "");
    project.write("specgen.toml", &format!("lints = {{}}\n{STACK}"));
    let warned = project.succeed(&["build"]);
    assert!(warned.err.starts_with("warning[unused-variable]"), "{}", warned.err);
    project.write("specgen.toml", &format!("lints.deny = \"unused-variable\"\n{STACK}"));
    let denied = project.run(&["build"]);
    assert_eq!(denied.code, Some(2));
    assert!(denied.err.starts_with("error[unused-variable]"), "{}", denied.err);
}

#[test]
fn an_error_that_several_builds_share_is_reported_once() {
    let project = Project::new(MANIFEST);
    project.edit("specs/sorted_set.spec", "isIn(S, F)", "isOn(S, F)");
    let built = project.run(&["build"]);
    assert_eq!(built.code, Some(2));
    assert_eq!(built.err.matches("error[E030]").count(), 1, "{}", built.err);
    assert!(built.err.contains("--> specs/sorted_set.spec:"), "{}", built.err);
    assert!(!project.has("tests") && !project.has("out"));
}

#[test]
fn errors_in_the_manifest_are_underlined() {
    let project = Project::new(&MANIFEST.replace("layout", "lay-out"));
    let built = project.run_in("specs", &["build"]);
    assert_eq!(built.code, Some(2));
    assert!(built.err.contains("error[E201]: unknown key `lay-out`"), "{}", built.err);
    assert!(built.err.contains("specgen.toml:14:1") && built.err.contains("mean `layout`?"));
}

#[test]
fn a_build_that_cannot_be_run_is_shown_in_the_manifest() {
    let project = Project::new(&format!("scope = \"SortedSet=3\"\n{MANIFEST}"));
    let built = project.run(&["build"]);
    assert_eq!(built.code, Some(2));
    let place = "specgen.toml:5:7";
    assert!(built.err.contains("error[E208]") && built.err.contains(place), "{}", built.err);
    let jobs = load_manifest(Some(&project.at("specgen.toml"))).expect("it can be read");
    let failures =
        run(&jobs, &Unsupervised, &specgen::probe::NoCompiler).err().expect("a scope does not fit");
    let Failure::Input { diagnostics, .. } = &failures[0] else { panic!("{failures:?}") };
    assert_eq!(diagnostics[0].code, Code::ManifestBuild);
    assert_eq!(failures.len(), 1, "the others are fine: {failures:?}");
}

/// Counts the searches of a run.
struct CountedSearches(AtomicUsize);

impl Supervisor for CountedSearches {
    fn observe(&self, _goals: &[Goal]) -> Result<Box<dyn Observer + '_>, Error> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(Unsupervised))
    }
}

#[test]
fn builds_that_ask_for_the_same_share_one_search() {
    let stack = "[[build]]\nspec = \"specs/stack.spec\"\nmap = \"vec_stack.map\"\n";
    let others = format!("{stack}out = \"copy\"\n{stack}out = \"more\"\nscope = \"Stack<=9\"\n");
    let project = Project::new(&format!("{MANIFEST}{others}"));
    let jobs = load_manifest(Some(&project.at("specgen.toml"))).expect("it can be read");
    let stacks: Vec<Job> =
        jobs.into_iter().filter(|job| job.map.text().ends_with("vec_stack.map")).collect();
    assert_eq!(stacks.len(), 3);
    let searches = CountedSearches(AtomicUsize::new(0));
    let outputs = run(&stacks, &searches, &specgen::probe::NoCompiler).expect("they are built");
    assert_eq!(outputs.built.len(), 3);
    assert_eq!(searches.0.into_inner(), 2, "another scope is another search");
}

#[test]
fn an_option_that_is_gone_names_what_replaced_it() {
    let project = Project::new(&format!("per-goal = 3\n{MANIFEST}"));
    let built = project.run(&["build"]);
    assert_eq!(built.code, Some(2));
    let replaced = "sequences of operations have replaced several witnesses of a goal";
    assert!(built.err.contains(&format!("= help: {replaced}")), "{}", built.err);
    let built = project.run(&["build", "--per-goal", "3"]);
    assert_eq!(built.code, Some(1));
    assert!(built.err.contains(&format!("note: --per-goal is gone: {replaced}")), "{}", built.err);
}

#[test]
fn a_folder_is_the_same_however_it_is_written() {
    let twice =
        MANIFEST.replace("map = \"treeset.map\"\n", "map = \"btreeset.map\"\nout = \"./out\"\n");
    let built = Project::new(&twice).run(&["build"]);
    assert_eq!(built.code, Some(2));
    assert!(built.err.contains("error[E206]: two builds write `out/btreeset`"), "{}", built.err);
}

#[test]
fn a_manifest_that_cannot_be_read_is_explained() {
    let project = Project::new("");
    std::fs::remove_file(project.at("specgen.toml")).expect("it is removed");
    let refused = |arguments: &[&str], why: &str| {
        let ended = project.run(arguments);
        assert_eq!(ended.code, Some(1), "{}", ended.out);
        assert!(ended.err.contains(why), "{}", ended.err);
    };
    refused(&["build"], "in the current folder or its ancestors; create one with `specgen init`");
    refused(&["build", "--manifest-path", "none.toml"], "cannot read `none.toml`: No such file");
    refused(&["build", "it.spec"], "--map");
    refused(&["build", "--out", "tests"], "--map");
    refused(&["build", "--scope", "Stack=3"], "in a manifest, write `scope = …`");
    refused(&["build", "-j", "0"], "0 is not in 1..");
    std::fs::create_dir(project.at("specgen.toml")).expect("it is made");
    refused(&["build"], "cannot read `specgen.toml`: it is a folder");
}

#[test]
fn another_manifest_can_be_named_and_is_its_own_base() {
    let project = Project::new(STACK);
    std::fs::create_dir(project.at("elsewhere")).expect("it is made");
    let built = project.run_in("elsewhere", &["build", "--manifest-path", "../specgen.toml"]);
    assert_eq!(built.code, Some(0), "{}", built.err);
    let main = project.read("out/vec_stack/main.rs");
    assert!(main.contains("from specs/stack.spec and vec_stack.map"), "{main}");
    assert_eq!(std::fs::read_dir(project.at("elsewhere")).expect("it is there").count(), 0);
}

#[test]
fn a_build_may_name_a_type_in_the_place_of_a_mapping() {
    let source = "pub struct Lamp(bool);\nimpl Lamp {\n    pub fn off() -> Self { Lamp(false) }\n    \
                  pub fn is_on(&self) -> bool { self.0 }\n}\n";
    let package = Package::new("lamp", source);
    let spec = "specification Lamp\n  constructors\n    off: --> Lamp;\n  observers\n    isOn: Lamp;\n\
                axioms\n    after off: not isOn;\nend specification\n";
    package.write("lamp.spec", spec);
    let build = "[[build]]\nspec = \"lamp.spec\"\ntype = \"lamp::Lamp\"\nout = \"tests\"\n";
    package.write("specgen.toml", build);
    let printed = package.prints(&["build"]);
    assert!(printed.contains("tests/lamp/main.rs"), "{printed}");
    let again = package.prints(&["build", "--check"]);
    assert!(again.contains("unchanged"), "{again}");
}
