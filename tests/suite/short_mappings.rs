//! Short mappings: what is inferred from the source of a type, and tests that it leads to.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use crate::programs::{output, run, share_runtime};

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/short/mapped")
}

fn read(name: &str) -> String {
    let path = cases().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A Cargo package in a temporary folder.
pub struct Package {
    pub folder: tempfile::TempDir,
}

impl Package {
    pub fn new(name: &str, library: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let package = Self { folder };
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n"
        );
        package.write("Cargo.toml", &manifest);
        package.write("src/lib.rs", library);
        package
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
        std::fs::write(path, text).expect("it is written");
    }

    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(path)).expect("it is readable")
    }

    /// Replaces a part of a file that is there.
    pub fn edit(&self, path: &str, old: &str, new: &str) {
        let text = self.read(path);
        assert!(text.contains(old), "{old}\n{text}");
        self.write(path, &text.replace(old, new));
    }

    pub fn specgen(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_specgen"));
        command.args(arguments).current_dir(self.folder.path());
        command.output().expect("specgen runs")
    }

    /// What a successful command prints.
    pub fn prints(&self, arguments: &[&str]) -> String {
        let output = self.specgen(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}\n{errors}");
        String::from_utf8(output.stdout).expect("it is UTF-8")
    }

    /// What a command reports that finds no Cargo.
    fn reports_without_cargo(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_specgen"));
        command.args(arguments).current_dir(self.folder.path()).env("PATH", self.folder.path());
        let output = command.output().expect("specgen runs");
        assert!(!output.status.success(), "{arguments:?} succeeds");
        String::from_utf8(output.stderr).expect("it is UTF-8")
    }

    /// What a failing command reports.
    pub fn reports(&self, arguments: &[&str]) -> String {
        let output = self.specgen(arguments);
        assert!(!output.status.success(), "{arguments:?} succeeds");
        String::from_utf8(output.stderr).expect("it is UTF-8")
    }
}

/// Examples with the names of their libraries.
const EXAMPLES: &[(&str, &str)] = &[
    ("hashmap", "plain"),
    ("vecdeque", "plain"),
    ("limiter", "limiter"),
    ("counter", "counter"),
    ("heapless", "arrayvec"),
    ("desk", "desk"),
    ("filter", "filter"),
    ("lists", "lists"),
    ("stacks", "stacks"),
];

/// All examples, compiled without warnings as one program: the runtime is most of what rustc reads.
static PROGRAM: LazyLock<Package> = LazyLock::new(|| {
    let program = Package::new("examples", "");
    let mut modules = String::new();
    let mut compiler = Command::new("rustc");
    compiler.current_dir(program.folder.path()).args(["--edition", "2021", "--test"]);
    compiler.args(["-D", "warnings", "-o", "program", "src/lib.rs"]);
    let packages: Vec<Package> = EXAMPLES.iter().map(|(name, lib)| example(name, lib)).collect();
    for ((name, library), package) in EXAMPLES.iter().zip(&packages) {
        let tests = package.folder.path().join("tests");
        let support = tests.join("specgen_support/mod.rs");
        if modules.is_empty() {
            modules += &format!("#[path = {support:?}]\nmod support;\n");
        }
        for suite in std::fs::read_dir(&tests).expect("tests were generated") {
            let path = suite.expect("it is read").path().join("main.rs");
            if path.exists() {
                share_runtime(&path);
                let suite = path.parent().and_then(Path::file_name).expect("it is in a folder");
                let suite = suite.to_string_lossy();
                modules += &format!("#[path = {path:?}]\nmod {name}_{suite};\n");
            }
        }
        let rlib = package.folder.path().join(format!("lib{library}.rlib"));
        let mut dependency = Command::new("rustc");
        dependency.args(["--edition", "2021", "--crate-type", "lib", "--crate-name", library]);
        run(dependency.arg("-o").arg(&rlib).arg(package.folder.path().join("src/lib.rs")));
        if *library != "plain" {
            compiler.arg("--extern").arg(format!("{library}={}", rlib.display()));
        }
    }
    program.write("src/lib.rs", &modules);
    run(&mut compiler);
    program
});

/// Generates the tests of an example as it stands.
fn example(name: &str, library: &str) -> Package {
    let rust = cases().join(format!("{name}.rs"));
    let text = if rust.exists() { read(&format!("{name}.rs")) } else { String::new() };
    let package = Package::new(library, &text);
    let [spec, map] = ["spec", "map"].map(|ending| format!("{name}.{ending}"));
    package.write(&map, &read(&map));
    // The specification of the stacks ships with the tool.
    package.write(
        &spec,
        &if name == "stacks" { read("../../../specs/stack.spec") } else { read(&spec) },
    );
    package.prints(&["build", &spec, "--map", &map, "--out", "tests"]);
    package
}

/// Runs the tests of a suite.
fn passes(suite: &str) {
    let mut program = Command::new(PROGRAM.folder.path().join("program"));
    let (text, succeeds) = output(crate::with_few_sequences(program.arg(format!("{suite}::"))));
    assert!(succeeds && !text.contains("running 0 tests"), "{suite}\n{text}");
}

#[test]
fn a_hash_map_needs_one_line() {
    passes("hashmap_hashmap");
}

#[test]
fn a_deque_needs_one_word() {
    passes("vecdeque_vecdeque");
}

#[test]
fn errors_and_answers_come_from_one_function() {
    passes("limiter_limiter");
}

#[test]
fn a_counter_changes_behind_a_shared_reference() {
    passes("counter_counter");
}

#[test]
fn an_error_may_hand_back_the_element() {
    passes("heapless_heapless");
}

/// Handles, an async function, a borrowed key, `NonZero`, `Rc`, `Box`, `Cow`, a reference to an
/// integer, a constant of the type, an iterator, and elements that are strings.
#[test]
fn unusual_signatures_need_no_glue() {
    passes("desk_desk");
}

#[test]
fn closures_are_mocked_functions_of_a_parameter() {
    passes("filter_filter");
}

/// What tests call for `without` or `prefix` does what the specification of sequences says.
#[test]
fn functions_for_sequences_do_what_their_axioms_say() {
    passes("lists_lists");
}

/// No axiom determines the list, so running the specification finds nothing.
#[test]
fn axioms_with_functions_for_sequences_are_evaluated_on_the_type() {
    let mut program = Command::new(PROGRAM.folder.path().join("program"));
    program.arg("lists_lists::").env("LISTS_KEEP_ALL", "1").env("SPECGEN_REGRESSIONS", "off");
    let (text, succeeds) = output(crate::with_few_sequences(&mut program));
    assert!(!succeeds && text.contains("[distinct] has(distinct(L, E), F)"), "{text}");
}

#[test]
fn without_cargo_a_message_says_what_to_do() {
    let package = Package::new("counter", &read("counter.rs"));
    for file in ["counter.spec", "counter.map"] {
        package.write(file, &read(file));
    }
    let short = ["build", "counter.spec", "--map", "counter.map", "--out", "tests"];
    let long = package.prints(&["expand", "counter.spec", "--map", "counter.map"]);
    let text = package.reports_without_cargo(&short);
    assert!(text.contains("help: install Cargo, or add its folder to `PATH`"), "{text}");
    let (_, mapping) = long.split_once("refinement").expect("it prints a mapping");
    package.write("long.map", &format!("refinement{mapping}"));
    let text = package.reports_without_cargo(&["build", "counter.spec", "--map", "long.map"]);
    assert!(text.contains("`--no-probe` skips the check"), "{text}");
    let skipped = ["build", "counter.spec", "--map", "long.map", "--no-probe", "--out", "tests"];
    package.prints(&skipped);
}

#[test]
fn expansion_says_where_each_function_was_found() {
    let package = Package::new("plain", "");
    for file in ["btreemap.spec", "btreemap.map"] {
        package.write(file, &read(file));
    }
    let text = package.prints(&["expand", "btreemap.spec", "--map", "btreemap.map"]);
    insta::assert_snapshot!(text);
}

#[test]
fn a_type_alone_is_a_mapping() {
    let package = Package::new("arrayvec", &read("heapless.rs"));
    package.write("vec.spec", &read("heapless.spec"));
    let text = package.prints(&["expand", "vec.spec", "--type", "arrayvec::Vec3"]);
    assert!(text.contains("refinement <T: Clone + PartialEq>"), "{text}");
    assert!(
        text.contains("is fn push(&mut self, item: T) -> Result<(), T>; // src/lib.rs:7"),
        "{text}"
    );
    let arguments = ["build", "vec.spec", "--type", "arrayvec::Vec3", "--out", "tests"];
    package.prints(&[&arguments[..], &["--goals", "domains"]].concat());
    let tests = std::fs::read_to_string(package.folder.path().join("tests/vec3/main.rs"));
    let tests = tests.expect("it was written");
    let header = "`specgen expand vec.spec --type arrayvec::Vec3` prints the mapping in full.";
    assert!(tests.contains(header), "{tests}");
}

const WARDROBE: &str = "specification Wardrobe
  constructors
    new: --> Wardrobe;
    hang: Wardrobe int int --> Wardrobe;
  observers
    isHeld: Wardrobe int;
    held: Wardrobe int -->? int;
  domains
    W: Wardrobe; H, G, C: int;
    held(W, H) if isHeld(W, H);
  axioms
    not isHeld(new(), H);
    isHeld(hang(W, G, C), H) iff G = H or isHeld(W, H);
    held(hang(W, G, C), H) = C when G = H else held(W, H);
end specification
";

const HOOKS: &str = "use std::collections::BTreeMap;
#[derive(Clone, Debug, PartialEq)]
pub struct Wardrobe(BTreeMap<i64, u32>);
impl Wardrobe {
    pub fn new() -> Self { Self(BTreeMap::new()) }
    pub fn hang(&mut self, hook: i64, coat: u32) { self.0.insert(hook, coat); }
    pub fn held(&self, hook: i64) -> Option<u32> { self.0.get(&hook).copied() }
}
";

#[test]
fn a_domain_condition_holds_where_its_observer_returns_a_value() {
    let package = Package::new("wardrobe", HOOKS);
    package.write("wardrobe.spec", WARDROBE);
    let expand = ["expand", "wardrobe.spec", "--type", "wardrobe::Wardrobe"];
    let text = package.prints(&expand);
    assert!(text.contains("is_some()"), "{text}");
    // Neither another condition nor a function that may change the value says it.
    package.edit("wardrobe.spec", "if isHeld(W, H);", "if isHeld(W, H) and isHeld(W, H);");
    assert!(package.reports(&expand).contains("no function `is_held`"));
    package.edit("wardrobe.spec", "if isHeld(W, H) and isHeld(W, H);", "if isHeld(W, H);");
    package.edit("src/lib.rs", "&self, hook", "&mut self, hook");
    assert!(package.reports(&expand).contains("no function `is_held`"));
}

/// What the help of E116 writes is accepted, and compiles.
#[test]
fn a_flag_is_turned_into_a_refusal_as_the_help_says() {
    let shelf = "#[derive(Clone, Debug, PartialEq)]
pub struct Shelf(usize);
impl Shelf {
    pub fn new() -> Self { Self(0) }
    pub fn insert(&mut self, place: usize) -> bool {
        let is_next = place == self.0;
        self.0 += usize::from(is_next);
        is_next
    }
    pub fn size(&self) -> usize { self.0 }
}
";
    let spec = "specification Shelf
  constructors
    new: --> Shelf;
    insert: Shelf int -->? Shelf;
  observers
    size: Shelf --> int;
  domains
    S: Shelf; N: int;
    insert(S, N) if N = size(S);
  axioms
    size(new()) = 0;
    size(insert(S, N)) = size(S) + 1 if N = size(S);
end specification
";
    let package = Package::new("shelf", shelf);
    package.write("shelf.spec", spec);
    let build = ["build", "shelf.spec", "--type", "shelf::Shelf", "--out", "tests"];
    let report = package.reports(&build);
    let line = report.split('`').find(|part| part.contains("then_some"));
    let line = line.unwrap_or_else(|| panic!("{report}"));
    // The report ends with the mapping that `--type` stands for.
    let (_, map) = report.split_once("pass `--map FILE`:\n\n").expect("the mapping is shown");
    let map =
        map.trim_end().replace("shelf::Shelf;", &format!("shelf::Shelf {{\n    {line}\n  }}"));
    package.write("shelf.map", &map);
    package.prints(&["build", "shelf.spec", "--map", "shelf.map", "--out", "tests"]);
}

/// An observer that tests could only compute by an operation without a function.
#[test]
fn a_definition_by_what_has_no_function_is_an_error() {
    let package = Package::new("wardrobe", HOOKS);
    let spec = WARDROBE.replace("isHeld: Wardrobe int;", "isHeld, isTaken: Wardrobe int;");
    let spec = spec.replace("  domains\n", "  auxiliary\n    taken: Wardrobe int;\n  domains\n");
    let spec = spec.replace("axioms\n", "axioms\n    isTaken(W, H) iff taken(W, H);\n");
    package.write("wardrobe.spec", &spec);
    let report = package.reports(&["build", "wardrobe.spec", "--type", "wardrobe::Wardrobe"]);
    assert!(report.contains("its definition needs `taken`, which has no function"), "{report}");
    assert!(report.contains("map it, or declare `isTaken` under `auxiliary`"), "{report}");
}

#[test]
fn each_of_several_types_has_tests_of_its_own() {
    passes("stacks_stacks_vec_stack");
    passes("stacks_stacks_list_stack");
}

/// Every kind of function that an operation can be found as: in a second impl block, of a trait,
/// behind a `Deref`, re-exported, aliased, with borrowed keys, slices, strings, tuples, boxes.
#[test]
fn functions_are_found_wherever_they_are() {
    let package = Package::new("shop", &read("shop/lib.rs"));
    package.write("src/stock/mod.rs", &read("shop/stock.rs"));
    package.write("shop.spec", &read("shop/shop.spec"));
    package.write("shop.map", &read("shop/shop.map"));
    insta::assert_snapshot!(package.prints(&["expand", "shop.spec", "--map", "shop.map"]));
    // The compiler accepts every function before the search.
    package.prints(&["build", "shop.spec", "--map", "shop.map", "--goals", "domains"]);
}

/// The table of std's signatures is true: a trait with the same signatures can be implemented by
/// calls.
#[test]
fn signatures_of_std_are_those_of_std() {
    use specgen::rust::api::{Item, Receiver, Ty, file_items};
    let items = file_items(specgen::infer::STD, None).expect("the table is Rust").items;
    let mut text = String::from("#![allow(warnings)]\n");
    let mut count = 0;
    for located in &items {
        let Item::Impl(block) = &located.item else { continue };
        if block.of_trait.is_some() {
            continue;
        }
        let module = located.modules.join("::");
        let uses = format!(
            "use std::{{borrow::Borrow, hash::Hash, {module}::*}};\nuse std::cell::Ref;\n\
             use std::str::Chars;\n"
        );
        for function in &block.functions {
            count += 1;
            let source = &specgen::infer::STD[function.range.clone()];
            let source = source.trim_end().trim_end_matches('{').trim_end();
            let generics: Vec<String> =
                block.generics.parameters.iter().map(|one| one.name.clone()).collect();
            let list = match generics.as_slice() {
                [] => String::new(),
                some => format!("<{}>", some.join(", ")),
            };
            let bounds: Vec<String> = block
                .generics
                .bounds
                .iter()
                .map(|(ty, bound)| format!("{ty}: {}", bound.path.join("::")))
                .collect();
            let bounds = match bounds.as_slice() {
                [] => String::new(),
                some => format!(" where {}", some.join(", ")),
            };
            let own = match &block.own {
                Ty::Path { .. } => format!("{}", block.own),
                other => other.to_string(),
            };
            let names = function.inputs.iter().map(|input| input.name.clone());
            let receiver = function.receiver.map(|_| "self".to_owned());
            let arguments: Vec<String> = receiver.into_iter().chain(names).collect();
            let iterators = match module.as_str() {
                "collections" => {
                    let ty = block.own.last().expect("it is a path").0;
                    let part = match ty {
                        "HashMap" => "hash_map",
                        "HashSet" => "hash_set",
                        "BTreeMap" => "btree_map",
                        "BTreeSet" => "btree_set",
                        "BinaryHeap" => "binary_heap",
                        "VecDeque" => "vec_deque",
                        _ => "linked_list",
                    };
                    format!("use std::collections::{part}::*;\n")
                }
                _ => String::new(),
            };
            let sized = if matches!(block.own, Ty::Slice(_)) { ": Sized" } else { "" };
            let _ = (sized, Receiver::Value);
            let call = format!("<{own}>::{}({})", function.name, arguments.join(", "));
            text.push_str(&format!(
                "mod check{count} {{ {uses}{iterators}trait Check{list}{bounds} {{ {source}; }}\n\
                 impl{list} Check{list} for {own}{bounds} {{ {source} {{ {call} }} }} }}\n"
            ));
        }
    }
    assert!(count > 100, "{count}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("check.rs");
    std::fs::write(&file, text).expect("it is written");
    let mut compiler = Command::new("rustc");
    compiler.args(["--edition", "2021", "--crate-type", "lib", "--emit", "metadata", "-o"]);
    let output = compiler.arg(folder.path().join("check")).arg(&file).output().expect("rustc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
