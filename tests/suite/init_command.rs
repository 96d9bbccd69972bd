//! `specgen init --from`, from the command line.

use std::path::Path;
use std::process::{Command, Output};

fn specgen(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specgen"));
    command.current_dir(folder).args(arguments).output().expect("specgen runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("it has a folder")).expect("the folder is ours");
    std::fs::write(path, text).expect("the folder is ours");
}

/// A package with a set in a module.
fn package() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "Cargo.toml", "[package]\nname = \"my-shelf\"\nedition = \"2024\"\n");
    write(folder.path(), "src/lib.rs", "pub mod sets;\n");
    let set = include_str!("../subjects/search_tree.rs");
    write(folder.path(), "src/sets.rs", set);
    folder
}

#[test]
fn a_skeleton_is_written_checked_and_built() {
    let folder = package();
    let made = specgen(folder.path(), &["init", "--from", "src/sets.rs", "SearchTree"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let told = text(&made.stdout);
    assert!(told.starts_with("wrote specs/search_tree.spec and specs/search_tree.map"), "{told}");
    let map = std::fs::read_to_string(folder.path().join("specs/search_tree.map"));
    // The package of this test is not read by Cargo, so nothing can be inferred.
    assert!(map.expect("it was written").contains("my_shelf::sets::SearchTree"));
    // The commands that it says come next.
    let next: Vec<&str> = told.lines().filter_map(|line| line.strip_prefix("  specgen ")).collect();
    assert_eq!(next.len(), 2);
    for line in next {
        // The package of this test does not compile, so its mapping cannot be checked.
        let probe = line.starts_with("build").then_some("--no-probe");
        let words: Vec<&str> = line.split(' ').chain(probe).collect();
        let ended = specgen(folder.path(), &words);
        assert!(ended.status.success(), "{line}: {}", text(&ended.stderr));
    }
    assert!(folder.path().join("tests/search_tree/main.rs").exists());
}

#[test]
fn nothing_is_overwritten() {
    let folder = package();
    write(folder.path(), "specs/search_tree.map", "mine");
    let refused = specgen(folder.path(), &["init", "--from", "src/sets.rs", "SearchTree"]);
    assert_eq!(refused.status.code(), Some(1));
    let said = text(&refused.stderr);
    assert!(said.contains("`specs/search_tree.map` exists and is not overwritten"), "{said}");
    let map = std::fs::read_to_string(folder.path().join("specs/search_tree.map"));
    assert_eq!(map.expect("it is there"), "mine");
    assert!(!folder.path().join("specs/search_tree.spec").exists());
    let other = ["init", "--from", "src/sets.rs", "SearchTree", "--dir", "other"];
    assert!(specgen(folder.path(), &other).status.success());
}

#[test]
fn mistakes_are_shown_with_their_exit_codes() {
    let folder = package();
    let unknown = specgen(folder.path(), &["init", "--from", "src/sets.rs", "SearchTee"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("did you mean `SearchTree`?"));
    let missing = specgen(folder.path(), &["init", "--from", "src/nothing.rs", "SearchTree"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(text(&missing.stderr).contains("cannot read `src/nothing.rs`"));
}

#[test]
fn the_documentation_shows_what_is_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let page = include_str!("../../docs/init.md");
    let tutorial = include_str!("../../docs/tutorial.md");
    let (_, rust) = tutorial.split_once("```rust\n").expect("the tutorial shows the type");
    let (rust, _) = rust.split_once("```").expect("the block ends");
    write(folder.path(), "Cargo.toml", "[package]\nname = \"max_set\"\n");
    write(folder.path(), "src/lib.rs", rust);
    let made = specgen(folder.path(), &["init", "--from", "src/lib.rs", "MaxSet"]);
    assert!(page.contains(&text(&made.stdout)), "{}", text(&made.stdout));
    let spec = std::fs::read_to_string(folder.path().join("specs/max_set.spec"));
    let spec = spec.expect("it was written");
    let (_, shown) = spec.split_once("\n\n").expect("a comment stands above");
    assert!(page.contains(shown), "{shown}");
}

/// A package that compiles, with a stack that counts.
fn counting() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(
        folder.path(),
        "Cargo.toml",
        "[package]\nname = \"shelf\"\nversion = \"0.1.0\"\nedition = \"2024\"\n",
    );
    write(folder.path(), "src/lib.rs", "pub mod piles;\npub struct Other;\npub trait Kept {}\n");
    write(
        folder.path(),
        "src/piles.rs",
        "#[derive(Clone, Debug, PartialEq)]\npub struct Pile<E> { limit: usize, items: Vec<E> }\n\
         impl<E> Pile<E> {\n\
         pub fn new(limit: usize) -> Self { Self { limit, items: Vec::new() } }\n\
         pub fn push(&mut self, e: E) { self.items.push(e) }\n\
         pub fn limit(&self) -> usize { self.limit }\n\
         pub fn len(&self) -> usize { self.items.len() }\n\
         pub fn is_empty(&self) -> bool { self.items.is_empty() }\n\
         pub fn top(&self) -> Option<&E> { self.items.last() }\n}\n",
    );
    folder
}

#[test]
fn a_type_is_added_by_its_path_and_its_tests_pass_as_they_stand() {
    let folder = counting();
    let added = specgen(folder.path(), &["add", "shelf::piles::Pile"]);
    assert!(added.status.success(), "{}", text(&added.stderr));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("it is there");
    let map = read("specs/pile.map");
    assert!(map.contains("refinement\n  Pile is shelf::piles::Pile;\nend refinement"), "{map}");
    let spec = read("specs/pile.spec");
    for guess in ["isEmpty(P) iff len(P) = 0;", "after new(N): len = 0, limit = N;"] {
        assert!(spec.contains(guess), "{guess}\n{spec}");
    }
    assert!(read("specgen.toml").contains("spec = \"specs/pile.spec\"\nmap = \"specs/pile.map\""));
    let built = specgen(folder.path(), &["build"]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    let mut cargo = Command::new("cargo");
    let tested = cargo.args(["test", "--offline", "--quiet"]).current_dir(folder.path());
    let tested = tested.env_remove("CARGO_TARGET_DIR").output().expect("cargo runs");
    assert!(tested.status.success(), "{}{}", text(&tested.stdout), text(&tested.stderr));
}

/// Strings, lists, enums, errors and records of the file are sorts, and what nobody knows is left
/// open.
#[test]
fn the_central_methods_of_a_domain_type_are_added_and_its_tests_pass() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "Cargo.toml", "[package]\nname = \"desk\"\nedition = \"2021\"\n");
    let library = "
#[derive(Clone, Debug, PartialEq)]
pub enum Status { Waiting, Taken { agent: String } }
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal { Unknown, Taken(Place) }
#[derive(Clone, Debug, PartialEq)]
pub struct Place { pub row: u8 }
#[derive(Debug, Default)]
pub struct Desk { tickets: Vec<(String, Status)> }
impl Desk {
    pub fn new() -> Self { Self::default() }
    pub fn open(&mut self, title: &str) -> usize {
        self.tickets.push((title.to_owned(), Status::Waiting));
        self.tickets.len() - 1
    }
    pub fn take(&mut self, ticket: usize, agent: impl Into<String>) -> Result<(), Refusal> {
        let ticket = self.tickets.get_mut(ticket).ok_or(Refusal::Unknown)?;
        if ticket.1 != Status::Waiting {
            return Err(Refusal::Taken(Place { row: 0 }));
        }
        ticket.1 = Status::Taken { agent: agent.into() };
        Ok(())
    }
    pub fn status(&self, ticket: usize) -> Option<&Status> {
        self.tickets.get(ticket).map(|ticket| &ticket.1)
    }
    pub fn titles(&self) -> impl Iterator<Item = &str> + '_ {
        self.tickets.iter().map(|ticket| ticket.0.as_str())
    }
}
";
    write(folder.path(), "src/lib.rs", library);
    // The crate has one type with public methods.
    let added = specgen(folder.path(), &["add", "desk"]);
    assert!(added.status.success(), "{}", text(&added.stderr));
    assert!(text(&added.stdout).contains("5 operations\n"), "{}", text(&added.stdout));
    let spec = std::fs::read_to_string(folder.path().join("specs/desk.spec")).expect("it is there");
    for line in [
        "specification Desk[Text]\n",
        "    Place is Place(row: int)\n",
        "    Refusal is Unknown | Taken(Place)\n",
        "    Status is Waiting | Taken(agent: Text)\n",
        "    open: Desk Text --> Desk returns openAnswer --> int;\n",
        "as in `if … else Unknown`",
        "    titles: Desk --> Sequence[Text];\n",
        "    canTake: Desk int Text;\n",
        " if canTake(D, ",
    ] {
        assert!(spec.contains(line), "{line}\n{spec}");
    }
    let built = specgen(folder.path(), &["build"]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    let mut cargo = Command::new("cargo");
    let tested = cargo.args(["test", "--offline", "--quiet"]).current_dir(folder.path());
    let tested = tested.env_remove("CARGO_TARGET_DIR").output().expect("cargo runs");
    assert!(tested.status.success(), "{}{}", text(&tested.stdout), text(&tested.stderr));
}

/// A trait and its implementers, functions of a module, tuples and answers.
#[test]
fn traits_and_modules_are_added_and_their_tests_pass() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "Cargo.toml", "[package]\nname = \"shelf\"\nedition = \"2021\"\n");
    let library = "
pub mod sorted;
pub mod other;
pub trait Tally<K> {
    fn count(&mut self, key: K, times: u32) -> Option<u32>;
    fn times(&self, key: &K) -> u32;
    fn most(&self) -> Option<(K, u32)>;
    fn is_empty(&self) -> bool { self.most().is_none() }
}
#[derive(Clone, Debug, Default)]
pub struct Pairs<K> { pairs: Vec<(K, u32)> }
impl<K: Ord + Clone> Pairs<K> {
    pub fn new() -> Self { Self { pairs: Vec::new() } }
    pub fn unseen(&self) -> bool { true }
}
impl<K: Ord + Clone> Tally<K> for Pairs<K> {
    fn count(&mut self, key: K, times: u32) -> Option<u32> {
        let old = self.pairs.iter().position(|one| one.0 == key).map(|at| self.pairs.remove(at).1);
        self.pairs.push((key, old.unwrap_or(0) + times));
        old
    }
    fn times(&self, key: &K) -> u32 {
        self.pairs.iter().find(|one| one.0 == *key).map_or(0, |one| one.1)
    }
    fn most(&self) -> Option<(K, u32)> { self.pairs.iter().max_by_key(|one| one.1).cloned() }
}
";
    write(folder.path(), "src/lib.rs", library);
    write(
        folder.path(),
        "src/other.rs",
        "use std::collections::BTreeMap;
#[derive(Clone, Debug)]
pub struct Tree<K> { map: BTreeMap<K, u32> }
impl<K: Ord> Tree<K> { pub fn new() -> Self { Self { map: BTreeMap::new() } } }
impl<K: Ord + Clone> crate::Tally<K> for Tree<K> {
    fn count(&mut self, key: K, times: u32) -> Option<u32> {
        let old = self.map.get(&key).copied();
        *self.map.entry(key).or_default() += times;
        old
    }
    fn times(&self, key: &K) -> u32 { self.map.get(key).copied().unwrap_or(0) }
    fn most(&self) -> Option<(K, u32)> {
        self.map.iter().max_by_key(|one| one.1).map(|(key, n)| (key.clone(), *n))
    }
}
",
    );
    write(
        folder.path(),
        "src/sorted.rs",
        "pub fn single<T>(item: T) -> Vec<T> { vec![item] }
pub fn insert<T: Ord>(items: &mut Vec<T>, item: T) -> bool {
    let at = items.partition_point(|known| *known <= item);
    items.insert(at, item);
    at == 0
}
pub fn least<T>(items: &[T]) -> Option<&T> { items.first() }
pub fn swap<T>(_: &mut T, _: &mut T) {}
",
    );
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("it is there");
    for path in ["shelf::Tally", "shelf::sorted"] {
        let added = specgen(folder.path(), &["add", path]);
        assert!(added.status.success(), "{path}: {}", text(&added.stderr));
    }
    let (map, spec) = (read("specs/tally.map"), read("specs/tally.spec"));
    assert!(map.contains("  Tally is shelf::Pairs, shelf::other::Tree;\n"), "{map}");
    for line in [
        "    Pair is Pair(first: Orderable, second: int)\n",
        "    new: --> Tally;\n",
        "    count: Tally Orderable int --> Tally returns countAnswer -->? int;\n",
        "    most: Tally -->? Pair;\n",
        "    isEmpty: Tally;\n",
    ] {
        assert!(spec.contains(line), "{line}\n{spec}");
    }
    assert!(!spec.contains("unseen"), "{spec}");
    let (map, spec) = (read("specs/sorted.map"), read("specs/sorted.spec"));
    assert!(map.contains("  Sorted is shelf::sorted {\n"), "{map}");
    for line in [
        "specification Sorted[TotalOrder]\n",
        "    single: Orderable --> Sorted;\n",
        "    insert: Sorted Orderable --> Sorted returns insertAnswer;\n",
        "    least: Sorted -->? Orderable;\n",
    ] {
        assert!(spec.contains(line), "{line}\n{spec}");
    }
    let built = specgen(folder.path(), &["build"]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    let mut cargo = Command::new("cargo");
    let tested = cargo.args(["test", "--offline", "--quiet"]).current_dir(folder.path());
    let tested = tested.env_remove("CARGO_TARGET_DIR").output().expect("cargo runs");
    assert!(tested.status.success(), "{}{}", text(&tested.stdout), text(&tested.stderr));
}

#[test]
fn what_cannot_be_added_is_refused_and_nothing_is_written() {
    let folder = counting();
    for (path, said) in [
        ("shelf::Heap", "no file of `shelf` declares"),
        ("shelv::Pile", "no library `shelv` is among the dependencies"),
        ("std::collections::BTreeMap", "build it with `--type std::collections::BTreeMap`"),
        ("shelf::Other", "has no public method"),
        ("shelf::Kept", "no public type of `shelf` implements the trait `Kept`"),
    ] {
        let refused = specgen(folder.path(), &["add", path]);
        assert!(!refused.status.success());
        assert!(text(&refused.stderr).contains(said), "{path}: {}", text(&refused.stderr));
    }
    assert!(!folder.path().join("specs").exists() && !folder.path().join("specgen.toml").exists());
}
