//! Whatever the names in a specification and its mapping are, the output compiles without
//! warnings.
//!
//! Specifications and mappings are named from `tests/names/words.txt`: keywords, names of the
//! runtime and of std, names that differ only in case. One run of rustc compiles all outputs.
//!
//! A test run uses each word in one or two places. `SPECGEN_NAMES=364 cargo test --test suite
//! nasty_names` uses each word in each place: as sort, operation, label, variable, generic
//! parameter, and as item, method, import and argument of the mapping.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use crate::programs::share_runtime;

/// Specifications in a test run; `SPECGEN_NAMES` sets another number.
const SPECIFICATIONS: usize = 20;
/// And in CI.
const IN_CI: usize = 60;

/// One in so many has a closure; these take more time to build than the others.
const KEEPERS: usize = 4;

/// One in so many outputs is one file with the runtime in it, which is slow to compile.
const FILES: usize = 60;

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

/// No mapping may declare these (E132).
const STD: &[&str] = &["Err", "Fn", "None", "Ok", "Option", "Some", "Vec"];

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

    /// A name for the specification, which has ASCII letters only.
    fn next(&mut self) -> String {
        self.next_if(|word| word.is_ascii().then(|| word.to_owned()))
    }

    /// A function of the mapping's prelude, in the case that rustc expects.
    fn function(&mut self) -> String {
        let fits = |word: &str| !KEYWORDS.contains(&word) && word == word.to_lowercase();
        self.next_if(|word| fits(word).then(|| word.to_owned()))
    }

    /// An argument, which stands in a profile too.
    fn argument(&mut self) -> String {
        loop {
            let name = self.function();
            if name.is_ascii() {
                return name;
            }
        }
    }

    /// A type or a trait of the mapping's prelude, in the case that rustc expects.
    fn rust_type(&mut self) -> String {
        self.next_if(|word| {
            let capital = |part: &str| {
                let first = part.chars().next().map_or(0, char::len_utf8);
                part[..first].to_uppercase() + &part[first..]
            };
            let parts = word.split('_').filter(|part| !part.is_empty());
            let name: String = parts.map(capital).collect();
            let is_free = |name: &&str| !KEYWORDS.contains(name) && !STD.contains(name);
            let is_free = name.starts_with(char::is_alphabetic) && is_free(&name.as_str());
            is_free.then_some(name)
        })
    }
}

/// An input, and sizes with which a search ends soon.
struct Case {
    spec: String,
    map: String,
    scope: String,
}

/// A container of elements that are compared by a trait of the mapping.
fn collector(words: &mut Words<'_>) -> Case {
    let [p, sort, empty, add, top, none, size, below] = std::array::from_fn(|_| words.next());
    let [c, e, n] = std::array::from_fn(|_| words.next());
    let [l1, l2, l3, l4, l5, l6] = std::array::from_fn(|_| words.next());
    let [generic, container, order, list] = std::array::from_fn(|_| words.rust_type());
    let [helper, unused, method, start, push, last] = std::array::from_fn(|_| words.function());
    let [x, y] = std::array::from_fn(|_| words.argument());
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
             [{l5}] {size}({empty}(), {n}) = 0;
             [{l6}] {top}({add}({c}, {e})) = {e}
                      if not {none}({c}) and {below}({e}, {e}) and {top}({c}) = {e};
         end specification\n"
    );
    let map = format!(
        "refinement <{generic}: {order} + ::std::clone::Clone>
           use ::std::vec::Vec as {list};
           prelude {{
             pub trait {order} {{ fn {method}(&self, other: &Self) -> bool; }}
             #[derive(::std::clone::Clone, ::std::fmt::Debug, ::std::cmp::PartialEq)]
             pub struct {container}<Stored>({list}<Stored>);
             impl<Stored> {container}<Stored> {{
               pub fn {start}() -> Self {{ {container}({list}::new()) }}
               pub fn {last}(&self) -> ::std::option::Option<&Stored> {{ self.0.last() }}
             }}
             impl<Stored> ::std::default::Default for {container}<Stored> {{
               fn default() -> Self {{ Self::{start}() }}
             }}
             impl<Stored> ::std::iter::Extend<Stored> for {container}<Stored> {{
               fn extend<I: ::std::iter::IntoIterator<Item = Stored>>(&mut self, items: I) {{
                 self.0.extend(items)
               }}
             }}
             fn {helper}<Stored>(of: &{container}<Stored>) -> usize {{ of.0.len() }}
             fn {unused}() -> usize {{ 0 }}
           }}
           {sort}[{p}] is {container}<{generic}>
               has Clone, Debug, PartialEq, Default by {empty}, Extend by {add} {{
             {empty}: --> {sort}[{p}] is fn {start}() -> Self;
             {add}: {sort}[{p}] {x}:{p} --> {sort}[{p}]
               is fn {push}(&mut self, {x}: {generic}) {{ self.0.push({x}) }}
             {top}: {sort}[{p}] -->? {p} is fn {last}(&self) -> ::std::option::Option<&{generic}>;
             {none}: {sort}[{p}] is {{ self.0.is_empty() }}
             {size}: {sort}[{p}] {y}:int --> int
               is fn size(&self, {y}: i64) -> i64 {{ if {helper}(self) > 0 {{ {y} }} else {{ 0 }} }}
           }}
           {p} is {generic} {{
             {below}: {p} {y}:{p} is fn {order}::{method}(&self, {y}: &Self) -> bool;
           }}
         end refinement\n"
    );
    Case { spec, map, scope: "int=0..2".to_owned() }
}

/// A value with a closure, without `==` and `Clone`, that panics outside of its domain.
fn keeper(words: &mut Words<'_>) -> Case {
    let [p, q, sort, make, set, get, ask, asks, ready] = std::array::from_fn(|_| words.next());
    let [v, c, e, f] = std::array::from_fn(|_| words.next());
    let [l1, l2, l3, l4, l5, l6] = std::array::from_fn(|_| words.next());
    let [g, h, keeper] = std::array::from_fn(|_| words.rust_type());
    let [constant, unused, make_it, get_it, method] = std::array::from_fn(|_| words.function());
    let constant = constant.to_uppercase() + "_";
    let [x, y] = std::array::from_fn(|_| words.argument());
    let spec = format!(
        "specification {p} sorts {p} end specification
         specification {q}[{p}] sorts {q}[{p}] observers {ask}: {q}[{p}] {p} {p}; end specification
         specification {sort}[{p}]
           sorts {sort}[{p}]
           constructors
             {make}: {q}[{p}] --> {sort}[{p}];
             {set}: {sort}[{p}] {p} --> {sort}[{p}];
           observers
             {ready}: {sort}[{p}];
             {get}: {sort}[{p}] -->? {p};
             {asks}: {sort}[{p}] {p} {p};
           domains
             {v}: {sort}[{p}];
             {get}({v}) if {ready}({v});
           axioms
             {v}: {sort}[{p}]; {c}: {q}[{p}]; {e}, {f}: {p};
             [{l1}] not {ready}({make}({c}));
             [{l2}] {ready}({set}({v}, {e}));
             [{l3}] {get}({set}({v}, {e})) = {e};
             [{l4}] {asks}({make}({c}), {e}, {f}) iff {ask}({c}, {e}, {f});
             [{l5}] {asks}({set}({v}, {e}), {e}, {f}) iff {asks}({v}, {e}, {f});
             [{l6}] {set}({set}({v}, {e}), {f}) = {set}({v}, {f});
         end specification\n"
    );
    let map = format!(
        "refinement <{g}, {h}: ::std::ops::Fn(&{g}, &{g}) -> bool>
           prelude {{
             const {constant}: bool = true;
             pub struct {keeper}<Stored, Asked>(Asked, ::std::option::Option<Stored>);
             impl<Stored, Asked> {keeper}<Stored, Asked> {{
               fn {get_it}(&self) -> &Stored {{ self.1.as_ref().unwrap() }}
             }}
             fn {make_it}<Stored, Asked>(with: Asked) -> {keeper}<Stored, Asked> {{ {keeper}(with, ::std::option::Option::None) }}
             fn {unused}() -> bool {{ {constant} }}
           }}
           {sort}[{p}] is {keeper}<{g}, {h}> equality by observers {{
             {make}: {x}:{q}[{p}] --> {sort}[{p}] is fn {make_it}({x}: {h}) -> {keeper}<{g}, {h}>;
             {set}: {sort}[{p}] {y}:{p} --> {sort}[{p}] is fn {method}(&mut self, {y}: {g}) {{
               self.1 = ::std::option::Option::Some({y})
             }}
             {asks}: {sort}[{p}] {x}:{p} {y}:{p}
               is fn asks(&self, {x}: &{g}, {y}: &{g}) -> bool {{ (self.0)({x}, {y}) }}
             {ready}: {sort}[{p}] is {{ self.1.is_some() }}
             {get}: {sort}[{p}] -->? {p} is fn {get_it}(&self) -> &{g} panics;
           }}
           {q} is {h} {{ {ask}: {q}[{p}] {x}:{p} {y}:{p} is fn(&self, {x}: &{g}, {y}: &{g}) -> bool; }}
           {p} is {g};
         end refinement\n"
    );
    Case { spec, map, scope: format!("{p}<=2") }
}

fn output(command: &mut Command) -> (String, bool) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&text).into_owned(), output.status.success())
}

/// How many specifications to make.
fn count() -> usize {
    match std::env::var("SPECGEN_NAMES") {
        Ok(count) => count.parse().expect("a number of specifications"),
        Err(_) if crate::is_ci() => IN_CI,
        Err(_) => SPECIFICATIONS,
    }
}

#[test]
fn every_output_compiles_without_warnings() {
    let text = include_str!("../names/words.txt");
    let all: Vec<&str> = text.lines().collect();
    assert!(all.len() >= 300);
    let place = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(place.path().join(name), text).expect("it is written");
    };
    let mut program = String::from("#![allow(unused_attributes)]\n");
    let mut manifest = String::new();
    let count = count();
    for number in 0..count {
        let mut words = Words { all: &all, at: number * all.len() / count, taken: BTreeSet::new() };
        let Case { spec, map, scope } = match number % KEEPERS {
            1 => keeper(&mut words),
            _ => collector(&mut words),
        };
        write(&format!("case{number}.spec"), &spec);
        write(&format!("case{number}.map"), &map);
        let (layout, module) = match number % FILES {
            0 => ("file", format!("mod case{number} {{ include!(\"out/case{number}.rs\"); }}\n")),
            _ => ("folder", format!("#[path = \"out/case{number}/main.rs\"]\nmod case{number};\n")),
        };
        write!(
            manifest,
            "[[build]]\nspec = \"case{number}.spec\"\nmap = \"case{number}.map\"\n\
             layout = \"{layout}\"\nscope = \"{scope}\"\n"
        )
        .expect("a string takes all text");
        program.push_str(&module);
    }
    program.push_str("#[path = \"out/specgen_support/mod.rs\"]\nmod support;\n");
    write("specgen.toml", &manifest);
    write("program.rs", &program);
    let mut build = Command::new(env!("CARGO_BIN_EXE_specgen"));
    let (text, succeeds) = output(build.current_dir(place.path()).arg("build"));
    assert!(succeeds, "{text}");
    let folders = (0..count).filter(|number| number % FILES != 0);
    folders.for_each(|number| {
        share_runtime(&place.path().join(format!("out/case{number}/main.rs")));
    });
    let editions = if crate::is_ci() { &["2018", "2024"][..] } else { &["2018"] };
    editions.iter().for_each(|edition| compiles(place.path(), edition));
}

fn compiles(place: &Path, edition: &str) {
    let mut compiler = Command::new("rustc");
    compiler.current_dir(place).args(["--test", "--emit", "metadata", "-D", "warnings"]);
    let (text, succeeds) = output(compiler.args(["--edition", edition, "program.rs"]));
    assert!(succeeds, "edition {edition}\n{text}");
}
