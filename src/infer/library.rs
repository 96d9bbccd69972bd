//! The declarations of a crate, and the lookup of names in it.

use std::collections::BTreeMap;

use super::crates::CrateFiles;
use crate::diagnostic::{Code, Diagnostic};
use crate::rust::api::{
    FunctionItem, ImplItem, Item, MacroCall, TraitItem, Ty, TypeItem, TypeKind, UseItem, file_items,
};
use crate::source::{FileId, Sources, Span};

/// A chain of imports is followed this far.
const DEEPEST_IMPORT: usize = 16;

/// All modules of a crate.
pub struct Library {
    /// The name of the crate.
    pub name: String,
    pub items: Vec<Placed>,
    pub macros: Vec<(FileId, MacroCall)>,
    /// Files that are not Rust.
    pub broken: Vec<Diagnostic>,
}

/// An item with its module.
pub struct Placed {
    pub modules: Vec<String>,
    pub file: FileId,
    pub item: Item,
}

/// The item that a path leads to.
pub enum Lookup<'l> {
    Type(&'l Placed, &'l TypeItem),
    Trait(&'l Placed, &'l TraitItem),
    Function(&'l Placed, &'l FunctionItem),
    /// A path into another crate.
    Elsewhere(Vec<String>),
}

impl Library {
    /// Reads a crate, starting at its root.
    pub fn read(crate_files: &CrateFiles, sources: &mut Sources) -> Library {
        let name = crate_files.name.clone();
        let mut library =
            Library { name, items: Vec::new(), macros: Vec::new(), broken: Vec::new() };
        library.file(crate_files, &crate_files.root, &[], sources);
        library
    }

    fn file(&mut self, all: &CrateFiles, path: &str, modules: &[String], sources: &mut Sources) {
        let Some(found) = all.files.iter().find(|file| file.path == path) else { return };
        let file = sources.add(&found.name, found.text.as_str());
        let read = match file_items(&found.text, all.features.as_deref()) {
            Ok(read) => read,
            Err(error) => {
                let report = Diagnostic::error(Code::NotARustFile, "this file is not Rust")
                    .label(Span::new(file, error.range), error.message)
                    .help("`cargo check` explains the error");
                self.broken.push(report);
                return;
            }
        };
        let inside = |inner: &[String]| [modules, inner].concat();
        self.macros.extend(read.macros.into_iter().map(|call| (file, call)));
        for located in read.items {
            let around = inside(&located.modules);
            if let Item::Module { name, path: declared } = &located.item {
                let candidates = module_files(path, &located.modules, name, declared.as_deref());
                let known = |path: &&String| all.files.iter().any(|file| file.path == **path);
                if let Some(next) = candidates.iter().find(known) {
                    self.file(all, next, &[around, vec![name.clone()]].concat(), sources);
                }
                continue;
            }
            self.items.push(Placed { modules: around, file, item: located.item });
        }
    }

    /// Looks a path up, as a module of the crate writes it.
    pub fn find(&self, modules: &[String], path: &[String]) -> Option<Lookup<'_>> {
        self.find_within(modules, path, 0)
    }

    fn find_within(&self, modules: &[String], path: &[String], depth: usize) -> Option<Lookup<'_>> {
        if depth > DEEPEST_IMPORT {
            return None;
        }
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => return self.find_within(&[], rest, depth + 1),
            "self" => return self.find_within(modules, rest, depth + 1),
            "super" => {
                let outer = &modules[..modules.len().saturating_sub(1)];
                return self.find_within(outer, rest, depth + 1);
            }
            name if *name == self.name && !rest.is_empty() && !self.has_module(modules, first) => {
                let found = self.find_within(&[], rest, depth + 1);
                let found = found.filter(|found| !matches!(found, Lookup::Elsewhere(_)));
                return found.or_else(|| Some(Lookup::Elsewhere(path.to_vec())));
            }
            _ => {}
        }
        if rest.is_empty()
            && let Some(found) = self.declared(modules, first)
        {
            return Some(found);
        }
        let inner = [modules, std::slice::from_ref(first)].concat();
        if !rest.is_empty() && self.has_module(modules, first) {
            return self.find_within(&inner, rest, depth + 1);
        }
        if let Some(import) = self.uses(modules).find(|one| one.name.as_ref() == Some(first)) {
            let whole = [import.path.as_slice(), rest].concat();
            return self.imported(modules, &whole, first, depth);
        }
        let globs = self.uses(modules).filter(|one| one.name.is_none());
        for glob in globs {
            let whole = [glob.path.as_slice(), path].concat();
            let found = self.find_within(modules, &whole, depth + 1);
            if found.as_ref().is_some_and(|found| !matches!(found, Lookup::Elsewhere(_))) {
                return found;
            }
        }
        let is_foreign = !rest.is_empty();
        is_foreign.then(|| Lookup::Elsewhere(path.to_vec()))
    }

    fn has_module(&self, modules: &[String], name: &String) -> bool {
        let inner = [modules, std::slice::from_ref(name)].concat();
        self.items.iter().any(|placed| placed.modules.starts_with(&inner))
    }

    /// An import of the name of its own module's item would lead back to itself.
    fn imported(
        &self,
        modules: &[String],
        whole: &[String],
        name: &String,
        depth: usize,
    ) -> Option<Lookup<'_>> {
        match whole.first() == Some(name) && whole.len() == 1 {
            true => None,
            false => self.find_within(modules, whole, depth + 1),
        }
    }

    fn uses<'l>(&'l self, modules: &'l [String]) -> impl Iterator<Item = &'l UseItem> {
        self.items.iter().filter(move |placed| placed.modules == modules).filter_map(|placed| {
            match &placed.item {
                Item::Use(import) => Some(import),
                _ => None,
            }
        })
    }

    fn declared(&self, modules: &[String], name: &str) -> Option<Lookup<'_>> {
        let mut here = self.items.iter().filter(|placed| placed.modules == modules);
        here.find_map(|placed| match &placed.item {
            Item::Type(item) if item.name == name => Some(Lookup::Type(placed, item)),
            Item::Trait(item) if item.name == name => Some(Lookup::Trait(placed, item)),
            Item::Function(item) if item.name == name => Some(Lookup::Function(placed, item)),
            _ => None,
        })
    }

    /// All types of a name, wherever they are declared.
    pub fn types_named<'l>(
        &'l self,
        name: &'l str,
    ) -> impl Iterator<Item = (&'l Placed, &'l TypeItem)> {
        self.types().filter(move |(_, item)| item.name == name)
    }

    pub fn types(&self) -> impl Iterator<Item = (&Placed, &TypeItem)> {
        self.items.iter().filter_map(|placed| match &placed.item {
            Item::Type(item) => Some((placed, item)),
            _ => None,
        })
    }

    pub fn impls(&self) -> impl Iterator<Item = (&Placed, &ImplItem)> {
        self.items.iter().filter_map(|placed| match &placed.item {
            Item::Impl(block) => Some((placed, block)),
            _ => None,
        })
    }

    /// The path by which other crates name an item, where it is exported; else the path of its
    /// declaration.
    pub fn outer_path(&self, modules: &[String], name: &str) -> Vec<String> {
        let is_it = |found: Lookup<'_>| match found {
            Lookup::Type(placed, item) => placed.modules == modules && item.name == name,
            Lookup::Trait(placed, item) => placed.modules == modules && item.name == name,
            Lookup::Function(..) | Lookup::Elsewhere(_) => false,
        };
        for length in 0..modules.len() {
            let outer = &modules[..length];
            let exported = self.uses(outer).any(|import| import.is_public);
            let path = [name.to_owned()];
            if exported && self.find(outer, &path).is_some_and(is_it) {
                return [vec![self.name.clone()], outer.to_vec(), path.to_vec()].concat();
            }
        }
        [vec![self.name.clone()], modules.to_vec(), vec![name.to_owned()]].concat()
    }

    /// A type with the paths by which other crates name the types inside of it.
    pub fn qualified(&self, modules: &[String], ty: &Ty) -> Ty {
        let again = |ty: &Ty| self.qualified(modules, ty);
        match ty {
            Ty::Path { path, arguments } => {
                let path = match self.find(modules, path) {
                    Some(Lookup::Type(placed, item)) => {
                        self.outer_path(&placed.modules, &item.name)
                    }
                    Some(Lookup::Elsewhere(path)) => path,
                    _ => path.clone(),
                };
                Ty::Path { path, arguments: arguments.iter().map(again).collect() }
            }
            other => other.mapped(&again),
        }
    }

    /// A type with the aliases of the crate replaced, as far as they can be seen.
    pub fn unaliased(&self, modules: &[String], ty: &Ty) -> Ty {
        self.unaliased_within(modules, ty, 0)
    }

    fn unaliased_within(&self, modules: &[String], ty: &Ty, depth: usize) -> Ty {
        if depth > DEEPEST_IMPORT {
            return ty.clone();
        }
        let again = |ty: &Ty| self.unaliased_within(modules, ty, depth + 1);
        match ty {
            Ty::Path { path, arguments } => {
                let arguments: Vec<Ty> = arguments.iter().map(again).collect();
                let Some(Lookup::Type(placed, item)) = self.find(modules, path) else {
                    return Ty::Path { path: path.clone(), arguments };
                };
                let TypeKind::Alias(target) = &item.kind else {
                    return Ty::Path { path: path.clone(), arguments };
                };
                let names = item.generics.parameters.iter().map(|one| one.name.clone());
                let names: BTreeMap<String, Ty> = names.zip(arguments).collect();
                self.unaliased_within(&placed.modules, &target.replaced(&names), depth + 1)
            }
            other => other.mapped(&again),
        }
    }
}

/// The files that may hold a module that another file declares.
fn module_files(file: &str, inner: &[String], name: &str, declared: Option<&str>) -> Vec<String> {
    let (folder, last) = file.rsplit_once('/').map_or(("", file), |(folder, last)| (folder, last));
    let join = |parts: &[&str]| {
        let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
        parts.join("/")
    };
    if let Some(declared) = declared {
        return vec![join(&[folder, declared])];
    }
    let stem = match last {
        "lib.rs" | "main.rs" | "mod.rs" => "",
        other => other.trim_end_matches(".rs"),
    };
    let inner = inner.join("/");
    let base = join(&[folder, stem, &inner]);
    vec![join(&[&base, &format!("{name}.rs")]), join(&[&base, name, "mod.rs"])]
}
