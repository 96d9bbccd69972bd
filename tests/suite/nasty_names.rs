//! Whatever the names in a specification and its mapping are, the output compiles without
//! warnings.
//!
//! Specifications and mappings are named from `tests/names/words.txt`: keywords, names of the
//! runtime and of std, names that differ only in case. All of them are compiled at once.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Specifications in a test run.
const SPECIFICATIONS: usize = 16;
/// And in CI.
const IN_CI: usize = 24;

/// Words that a specification or a mapping keeps for itself, and modules of every output.
const KEPT: &[&str] =
    &["if", "is", "int", "defined", "true", "false", "else", "equality", "support", "mocks"];

const KEYWORDS: &[&str] = &[
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield", "_", "__",
];

/// A mapping that declares a type or a trait of such a name means std's.
const STD: &[&str] = &[
    "Any",
    "AsMut",
    "AsRef",
    "Borrow",
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Deref",
    "Drop",
    "Eq",
    "Err",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Hash",
    "Hasher",
    "Into",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Unpin",
    "Vec",
];

/// Hands out words, each once, from a place in the list on.
struct Words<'w> {
    all: &'w [&'w str],
    at: usize,
    taken: BTreeSet<String>,
}

impl Words<'_> {
    fn next_if(&mut self, wanted: impl Fn(&str) -> Option<String>) -> String {
        loop {
            let word = self.all[self.at % self.all.len()];
            self.at += 1;
            let word = wanted(word).filter(|word| !KEPT.contains(&word.as_str()));
            if let Some(word) = word.filter(|word| self.taken.insert(word.clone())) {
                return word;
            }
        }
    }

    /// A name for the specification.
    fn next(&mut self) -> String {
        self.next_if(|word| Some(word.to_owned()))
    }

    /// A function of the mapping's prelude, in the case that rustc expects.
    fn function(&mut self) -> String {
        let fits = |word: &str| !KEYWORDS.contains(&word) && word == word.to_lowercase();
        self.next_if(|word| fits(word).then(|| word.to_owned()))
    }

    /// A type or a trait of the mapping's prelude, in the case that rustc expects.
    fn rust_type(&mut self) -> String {
        self.next_if(|word| {
            let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
            let parts = word.split('_').filter(|part| !part.is_empty());
            let name: String = parts.map(capital).collect();
            let is_free = |name: &&str| !KEYWORDS.contains(name) && !STD.contains(name);
            let is_free = name.starts_with(char::is_alphabetic) && is_free(&name.as_str());
            is_free.then_some(name)
        })
    }
}

/// A container of elements, with names from a place in the list on.
fn case(words: &[&str], at: usize) -> (String, String) {
    let mut words = Words { all: words, at, taken: BTreeSet::new() };
    let [p, sort, empty, add, top, none, size, below] = std::array::from_fn(|_| words.next());
    let [c, e, n] = std::array::from_fn(|_| words.next());
    let [l1, l2, l3, l4, l5, l6] = std::array::from_fn(|_| words.next());
    let [generic, container, order] = std::array::from_fn(|_| words.rust_type());
    let [helper, unused, method] = std::array::from_fn(|_| words.function());
    let spec = format!(
        "specification {p}
           sorts {p}
           observers {below}: {p} {p};
         end specification
         specification {sort}[{p}]
           sorts {sort}[{p}]
           constructors
             {empty}: --> {sort}[{p}];
             {add}: {sort}[{p}] {p} --> {sort}[{p}];
           observers
             {top}: {sort}[{p}] -->? {p};
             {none}: {sort}[{p}];
             {size}: {sort}[{p}] int --> int;
           domains
             {c}: {sort}[{p}];
             {top}({c}) if not {none}({c});
           axioms
             {c}: {sort}[{p}]; {e}: {p}; {n}: int;
             [{l1}] {none}({empty}());
             [{l2}] not {none}({add}({c}, {e}));
             [{l3}] {top}({add}({c}, {e})) = {e};
             [{l4}] {size}({add}({c}, {e}), {n}) = {n};
             [{l5}] {size}({empty}(), {n}) = {n};
             [{l6}] {top}({add}({c}, {e})) = {e} if {below}({e}, {e}) and {top}({c}) = {e};
         end specification\n"
    );
    let map = format!(
        "refinement <{generic}: {order} + Clone>
           prelude {{
             pub trait {order} {{ fn {method}(&self, other: &Self) -> bool; }}
             #[derive(Clone, Debug, PartialEq)]
             pub struct {container}<Stored>(::std::vec::Vec<Stored>);
             fn {helper}<Stored>(of: &{container}<Stored>) -> usize {{ of.0.len() }}
             fn {unused}() -> usize {{ 0 }}
           }}
           {sort}[{p}] is {container}<{generic}> has Clone, Debug {{
             {empty}: --> {sort}[{p}] is fn start() -> Self {{ {container}(::std::vec::Vec::new()) }}
             {add}: {sort}[{p}] e:{p} --> {sort}[{p}] is fn push(&mut self, e: {generic}) {{ self.0.push(e) }}
             {top}: {sort}[{p}] -->? {p} is fn last(&self) -> Option<{generic}> {{ self.0.last().cloned() }}
             {none}: {sort}[{p}] is {{ self.0.is_empty() }}
             {size}: {sort}[{p}] n:int --> int is fn size(&self, n: i64) -> i64 {{ n + 0 * {helper}(self) as i64 }}
           }}
           {p} is {generic} {{
             {below}: {p} o:{p} is fn {order}::{method}(&self, o: &Self) -> bool;
           }}
         end refinement\n"
    );
    (spec, map)
}

fn output(command: &mut Command) -> (String, bool) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&text).into_owned(), output.status.success())
}

#[test]
fn every_output_compiles_without_warnings() {
    let text = include_str!("../names/words.txt");
    let words: Vec<&str> = text.lines().collect();
    assert!(words.len() >= 300);
    let place = tempfile::tempdir().expect("a temporary folder");
    let count = if crate::is_ci() { IN_CI } else { SPECIFICATIONS };
    let mut program = String::from("#![allow(unused_attributes)]\n");
    let mut manifest = String::new();
    for number in 0..count {
        let (spec, map) = case(&words, number * words.len() / count);
        let write = |ending: &str, text: &str| {
            let path = place.path().join(format!("case{number}.{ending}"));
            std::fs::write(path, text).expect("it is written");
        };
        write("spec", &spec);
        write("map", &map);
        let folder = number % 2 == 0;
        let layout = if folder { "folder" } else { "file" };
        write!(
            manifest,
            "[[build]]\nspec = \"case{number}.spec\"\nmap = \"case{number}.map\"\n\
             layout = \"{layout}\"\nscope = \"int=0..2\"\n"
        )
        .expect("a string takes all text");
        let module = match folder {
            true => format!("#[path = \"out/case{number}/main.rs\"]\nmod case{number};\n"),
            false => format!("mod case{number} {{ include!(\"out/case{number}.rs\"); }}\n"),
        };
        program.push_str(&module);
    }
    std::fs::write(place.path().join("specgen.toml"), manifest).expect("it is written");
    std::fs::write(place.path().join("program.rs"), program).expect("it is written");
    let mut build = Command::new(env!("CARGO_BIN_EXE_specgen"));
    let (text, succeeds) = output(build.current_dir(place.path()).arg("build"));
    assert!(succeeds, "{text}");
    let editions = if crate::is_ci() { &["2018", "2024"][..] } else { &["2018"] };
    editions.iter().for_each(|edition| compiles(place.path(), edition));
}

fn compiles(place: &Path, edition: &str) {
    let mut compiler = Command::new("rustc");
    compiler.current_dir(place).args(["--test", "--emit", "metadata", "-D", "warnings"]);
    let (text, succeeds) = output(compiler.args(["--edition", edition, "program.rs"]));
    assert!(succeeds, "edition {edition}\n{text}");
}
