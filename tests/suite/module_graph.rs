//! Which module uses which, and whether the uses form a cycle.
//!
//! The modules of each folder are the nodes of a graph, a folder in it being one node. A use
//! of a file by another one is an edge between the two modules that contain them in their
//! nearest common folder. So a graph without cycles is one both of files and of folders.
//!
//! Names lead to the file that defines them: a re-export is followed, and is itself no use.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::module_paths::Paths;

type Module = Vec<String>;

/// A module that uses another one: two paths below the root, folders ending in `/`.
pub type Edge = (String, String);

#[derive(Debug)]
pub struct ModuleGraph {
    /// With a place for each edge, as `file:line`.
    edges: BTreeMap<Edge, String>,
}

impl ModuleGraph {
    /// The graph of the files of one crate, which are paths below the crate's root.
    pub fn new(files: &[(String, String)]) -> ModuleGraph {
        let tree = Tree::new(files);
        let mut edges = BTreeMap::new();
        for (user, paths) in &tree.paths {
            for (used, line) in tree.used_by(user, paths) {
                if let Some(edge) = tree.edge(user, &used) {
                    edges.entry(edge).or_insert_with(|| format!("{}:{line}", tree.files[user]));
                }
            }
        }
        ModuleGraph { edges }
    }

    /// The graph without some edges.
    pub fn without(&self, left_out: &[Edge]) -> ModuleGraph {
        let kept = self.edges.iter().filter(|(edge, _)| !left_out.contains(edge));
        ModuleGraph { edges: kept.map(|(edge, place)| (edge.clone(), place.clone())).collect() }
    }

    /// The edges among some that close no cycle.
    pub fn harmless(&self, edges: &[Edge]) -> Vec<Edge> {
        let mut rest = edges.to_vec();
        let closes_none = |rest: &[Edge], edge: &Edge| {
            !self.edges.contains_key(edge)
                || self.without(rest).shortest_way(&edge.1, &edge.0).is_none()
        };
        let mut harmless = Vec::new();
        for edge in edges {
            if closes_none(&rest, edge) {
                rest.retain(|other| other != edge);
                harmless.push(edge.clone());
            }
        }
        harmless
    }

    /// One of the shortest cycles, an edge to a line.
    pub fn shortest_cycle(&self) -> Option<String> {
        let cycles = self.edges.keys().filter_map(|(user, used)| {
            let mut cycle = vec![(user.clone(), used.clone())];
            cycle.extend(self.shortest_way(used, user)?);
            Some(cycle)
        });
        let shortest = cycles.min_by_key(Vec::len)?;
        let lines = shortest.iter().map(|edge| {
            let (user, used) = edge;
            format!("{user} uses {used} ({})", self.edges[edge])
        });
        Some(lines.collect::<Vec<_>>().join("\n"))
    }

    fn shortest_way(&self, from: &str, to: &str) -> Option<Vec<Edge>> {
        let mut seen = BTreeSet::from([from]);
        let mut open = VecDeque::from([(from, Vec::new())]);
        while let Some((node, way)) = open.pop_front() {
            if node == to {
                return Some(way);
            }
            let from_here = (node.to_owned(), String::new())..;
            let edges = self.edges.range(from_here).map(|(edge, _)| edge);
            for edge in edges.take_while(|(user, _)| user == node) {
                if seen.insert(&edge.1) {
                    let longer = way.iter().cloned().chain([edge.clone()]).collect();
                    open.push_back((&edge.1, longer));
                }
            }
        }
        None
    }
}

/// The modules of a crate with what each of them says.
struct Tree {
    files: BTreeMap<Module, String>,
    paths: BTreeMap<Module, Paths>,
}

impl Tree {
    fn new(files: &[(String, String)]) -> Tree {
        let named = files.iter().map(|(file, text)| (module_of(file), file, text));
        let mut tree = Tree { files: BTreeMap::new(), paths: BTreeMap::new() };
        for (module, file, text) in named {
            tree.paths.insert(module.clone(), Paths::of(text));
            tree.files.insert(module, file.clone());
        }
        tree
    }

    /// The modules that a module uses, each with a line where it does.
    fn used_by(&self, user: &Module, paths: &Paths) -> Vec<(Module, usize)> {
        let imports = paths.imports.iter().filter(|import| !import.is_public);
        let imports = imports.map(|import| (&import.path, import.line));
        let mentions = paths.mentions.iter().map(|mention| (&mention.path, mention.line));
        let all = imports.chain(mentions);
        all.filter_map(|(path, line)| Some((self.definer(user, path, 0)?, line))).collect()
    }

    /// The module that defines what a path leads to. A path to a module itself, out of the
    /// crate or to a local name leads nowhere.
    fn definer(&self, module: &Module, path: &[String], depth: usize) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.item(&Vec::new(), rest, depth),
            "self" => self.item(module, rest, depth),
            "super" => {
                let parent = module[..module.len().checked_sub(1)?].to_vec();
                match rest.first().is_some_and(|next| next == "super") {
                    true => self.definer(&parent, rest, depth),
                    false => self.item(&parent, rest, depth),
                }
            }
            _ if self.is_bound(module, first) => self.item(module, path, depth),
            _ => None,
        }
    }

    fn is_bound(&self, module: &Module, name: &String) -> bool {
        let imports = &self.paths[module].imports;
        self.files.contains_key(&child(module, name))
            || imports.iter().any(|import| import.name == *name)
    }

    /// The module that defines an item which is named below a module.
    fn item(&self, module: &Module, path: &[String], depth: usize) -> Option<Module> {
        assert!(depth < 20, "the imports of {module:?} lead in circles");
        let (first, rest) = path.split_first()?;
        let import = self.paths.get(module)?.imports.iter().find(|import| import.name == *first);
        let inner = child(module, first);
        let is_module = self.files.contains_key(&inner);
        match import {
            // A name may be both a module and one of its functions.
            Some(import) if !is_module || rest.is_empty() => {
                let whole = [&import.path, rest].concat();
                self.definer(module, &whole, depth + 1)
            }
            _ if is_module => self.item(&inner, rest, depth),
            _ => Some(module.clone()),
        }
    }

    /// The edge between the modules of the nearest common folder that contain the two.
    fn edge(&self, user: &Module, used: &Module) -> Option<Edge> {
        let (from, to) = (self.place(user), self.place(used));
        let differs = (0..from.len().min(to.len())).find(|&i| from[i] != to[i])?;
        let node = |module: &Module, place: &[String]| match differs + 1 == place.len() {
            true => self.files[module].clone(),
            false => format!("src/{}/", place[..=differs].join("/")),
        };
        Some((node(user, &from), node(used, &to)))
    }

    /// Where a module's own file is: below the folder of its children if it has some.
    fn place(&self, module: &Module) -> Module {
        let is_below = |other: &Module| other.len() > module.len() && other.starts_with(module);
        match self.files.keys().any(is_below) {
            true => child(module, "mod"),
            false => module.clone(),
        }
    }
}

fn child(module: &Module, name: &str) -> Module {
    module.iter().map(String::as_str).chain([name]).map(str::to_owned).collect()
}

fn module_of(file: &str) -> Module {
    let path = file.strip_prefix("src/").unwrap_or(file);
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let mut module: Module = path.split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|last| last == "mod" || last == "lib") {
        module.pop();
    }
    module
}

/// The shortest cycle in a small crate, whose parent modules may be left out.
fn cycle_of(files: &[(&str, &str)]) -> Option<String> {
    let parents = [("src/lib.rs", ""), ("src/a/mod.rs", ""), ("src/b/mod.rs", "")];
    let parents = parents.iter().filter(|(parent, _)| {
        let folder = parent.trim_end_matches("mod.rs").trim_end_matches("lib.rs");
        let has_child = files.iter().any(|(file, _)| file.starts_with(folder));
        has_child && files.iter().all(|(file, _)| file != parent)
    });
    let files = parents.chain(files).map(|(file, text)| ((*file).to_owned(), (*text).to_owned()));
    let files: Vec<_> = files.collect();
    ModuleGraph::new(&files).shortest_cycle()
}

#[test]
fn files_that_use_each_other_are_a_cycle() {
    let cycle = cycle_of(&[
        ("src/lib.rs", "mod a; mod b;"),
        ("src/a.rs", "use std::fmt;\nuse crate::{b::{B, C}};\npub struct A;"),
        ("src/b.rs", "use super::a::A;\npub struct B;"),
    ]);
    let expected = "src/a.rs uses src/b.rs (src/a.rs:2)\nsrc/b.rs uses src/a.rs (src/b.rs:1)";
    assert_eq!(cycle.as_deref(), Some(expected));
}

#[test]
fn a_cycle_may_lead_through_paths_in_expressions_and_macros() {
    let cycle = cycle_of(&[
        ("src/a.rs", "pub fn a() { crate::b::b() }"),
        ("src/b.rs", "pub fn b() { println!(\"{}\", crate::c::c()) }"),
        ("src/c.rs", "use crate::a;\npub fn c() { a::a() }"),
    ]);
    let expected = "src/a.rs uses src/b.rs (src/a.rs:1)\nsrc/b.rs uses src/c.rs (src/b.rs:1)\n\
                    src/c.rs uses src/a.rs (src/c.rs:2)";
    assert_eq!(cycle.as_deref(), Some(expected));
}

#[test]
fn a_reexport_leads_to_the_file_that_defines_the_name() {
    let tree = [
        ("src/a/mod.rs", "mod x; mod y;\npub use x::X;\npub use y::Y;"),
        ("src/a/x.rs", "use super::Y;\npub struct X;"),
    ];
    let [first, second] = tree;
    assert_eq!(cycle_of(&[first, second, ("src/a/y.rs", "pub struct Y;")]), None);
    let cycle = cycle_of(&[first, second, ("src/a/y.rs", "use crate::a::X;\npub struct Y;")]);
    let expected =
        "src/a/x.rs uses src/a/y.rs (src/a/x.rs:1)\nsrc/a/y.rs uses src/a/x.rs (src/a/y.rs:1)";
    assert_eq!(cycle.as_deref(), Some(expected));
}

#[test]
fn a_parent_may_reexport_its_children_but_not_use_them_if_they_use_it() {
    let child = ("src/a/x.rs", "use super::A;\npub fn x(_: A) {}");
    assert_eq!(cycle_of(&[("src/a/mod.rs", "mod x;\npub use x::x;\npub struct A;"), child]), None);
    let cycle = cycle_of(&[
        ("src/a/mod.rs", "mod x;\npub use x::x;\npub struct A;\nfn f() { x(A) }"),
        child,
    ]);
    let expected = "src/a/mod.rs uses src/a/x.rs (src/a/mod.rs:4)\nsrc/a/x.rs uses src/a/mod.rs (src/a/x.rs:1)";
    assert_eq!(cycle.as_deref(), Some(expected));
}

#[test]
fn folders_that_use_each_other_are_a_cycle_even_if_no_files_do() {
    let cycle = cycle_of(&[
        ("src/a/one.rs", "use crate::b::one::B;"),
        ("src/a/two.rs", "pub struct A;"),
        ("src/b/one.rs", "pub struct B;"),
        ("src/b/two.rs", "use crate::a::two::A;"),
    ]);
    let expected = "src/a/ uses src/b/ (src/a/one.rs:1)\nsrc/b/ uses src/a/ (src/b/two.rs:1)";
    assert_eq!(cycle.as_deref(), Some(expected));
}

#[test]
fn a_macro_is_defined_where_it_is_exported() {
    let options = "macro_rules! options { () => {} }\npub(crate) use options;\n";
    let user = ("src/b.rs", "use crate::a::options;\noptions!();");
    assert_eq!(cycle_of(&[("src/a.rs", options), user]), None);
    let options = format!("use crate::b::B;\n{options}");
    assert!(cycle_of(&[("src/a.rs", &options), user]).is_some());
}

#[test]
fn unit_tests_may_use_everything() {
    let tests = "#[cfg(test)]\nmod tests {\n    use crate::b::B;\n}\npub struct A;";
    assert_eq!(cycle_of(&[("src/a.rs", tests), ("src/b.rs", "use crate::a::A;")]), None);
}

#[test]
fn an_edge_that_closes_no_cycle_is_harmless() {
    let files = [("src/a.rs", "use crate::b::B;"), ("src/b.rs", "pub struct B;")];
    let files = files.map(|(file, text)| (file.to_owned(), text.to_owned()));
    let edge = |user: &str, used: &str| (user.to_owned(), used.to_owned());
    let edges = [edge("src/a.rs", "src/b.rs"), edge("src/b.rs", "src/a.rs")];
    assert_eq!(ModuleGraph::new(&files).harmless(&edges), edges);
}
