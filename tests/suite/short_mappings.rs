//! Short mappings: what is inferred from the source of a type, and tests that it leads to.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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

    /// Compiles the library and the generated tests without warnings, and runs them.
    fn passes(&self, library: &str, tests: &str) {
        let run = |command: &mut Command| {
            let output = command.current_dir(self.folder.path()).output().expect("it runs");
            let text = [output.stdout, output.stderr].concat();
            assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&text));
        };
        let rlib = format!("lib{library}.rlib");
        let edition = ["--edition", "2021"];
        let mut compiler = Command::new("rustc");
        compiler.args(edition).args(["--crate-type", "lib", "--crate-name", library, "-o", &rlib]);
        run(compiler.arg("src/lib.rs"));
        let mut compiler = Command::new("rustc");
        compiler.args(edition).args(["--test", "-D", "warnings", "--extern"]);
        compiler.arg(format!("{library}={rlib}")).args(["-o", "program"]);
        run(compiler.arg(format!("tests/{tests}/main.rs")));
        run(crate::with_few_sequences(&mut Command::new("./program")));
    }
}

/// Builds an example as it stands, and runs its tests.
fn example(name: &str, library: &str) {
    let rust = cases().join(format!("{name}.rs"));
    let text = if rust.exists() { read(&format!("{name}.rs")) } else { String::new() };
    let package = Package::new(library, &text);
    let [spec, map] = ["spec", "map"].map(|ending| format!("{name}.{ending}"));
    for file in [&spec, &map] {
        package.write(file, &read(file));
    }
    package.prints(&["build", &spec, "--map", &map, "--out", "tests"]);
    package.passes(library, name);
}

#[test]
fn a_hash_map_needs_one_line() {
    example("hashmap", "plain");
}

#[test]
fn a_deque_needs_one_word() {
    example("vecdeque", "plain");
}

#[test]
fn errors_and_answers_come_from_one_function() {
    example("limiter", "limiter");
}

#[test]
fn a_counter_changes_behind_a_shared_reference() {
    example("counter", "counter");
}

#[test]
fn an_error_may_hand_back_the_element() {
    example("heapless", "arrayvec");
}

/// Handles, an async function, a borrowed key, `NonZero`, `Rc`, `Box`, `Cow`, a reference to an
/// integer, a constant of the type, an iterator, and elements that are strings.
#[test]
fn unusual_signatures_need_no_glue() {
    example("desk", "desk");
}

#[test]
fn closures_are_mocked_functions_of_a_parameter() {
    example("filter", "filter");
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

#[test]
fn each_of_several_types_has_tests_of_its_own() {
    let library = "\
pub mod a {
    #[derive(Clone, Debug, PartialEq)]
    pub struct VecStack<T>(Vec<T>);
    impl<T> VecStack<T> {
        pub fn make() -> Self { Self(Vec::new()) }
        pub fn push(&mut self, item: T) { self.0.push(item) }
        pub fn pop(&mut self) -> Option<T> { self.0.pop() }
        pub fn last(&self) -> Option<&T> { self.0.last() }
        pub fn is_empty(&self) -> bool { self.0.is_empty() }
    }
}
pub mod b {
    #[derive(Clone, Debug, PartialEq)]
    pub struct ListStack<T>(std::collections::LinkedList<T>);
    impl<T> ListStack<T> {
        pub fn make() -> Self { Self(Default::default()) }
        pub fn push(&mut self, item: T) { self.0.push_back(item) }
        pub fn pop(&mut self) -> Option<T> { self.0.pop_back() }
        pub fn last(&self) -> Option<&T> { self.0.back() }
        pub fn is_empty(&self) -> bool { self.0.is_empty() }
    }
}
";
    let package = Package::new("stacks", library);
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/stack.spec");
    package.write("stack.spec", &std::fs::read_to_string(spec).expect("it is shipped"));
    let map = "refinement\n  Stack is stacks::a::VecStack, stacks::b::ListStack { peek is last; }\n\
               end refinement\n";
    package.write("stack.map", map);
    package.prints(&["build", "stack.spec", "--map", "stack.map", "--out", "tests"]);
    package.passes("stacks", "stack_vec_stack");
    package.passes("stacks", "stack_list_stack");
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
