//! The crates that a mapping names, read on demand.

use std::collections::BTreeMap;

use super::crates::{CrateFiles, Crates, NoCrate, RustFile};
use super::library::{Library, Lookup};
use crate::rust::api::{TraitItem, TypeItem};
use crate::source::{FileId, Sources};

/// Signatures of std, whose source is often not installed. A test compiles them.
pub const STD: &str = include_str!("../../templates/std.rs");

/// A chain of re-exports between crates is followed this far.
const DEEPEST: usize = 8;

/// All crates that were read.
pub struct World<'w> {
    crates: &'w mut dyn Crates,
    pub sources: &'w mut Sources,
    libraries: BTreeMap<String, Result<Library, NoCrate>>,
}

/// The place of an item: its crate, and its number there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub library: String,
    pub modules: Vec<String>,
    pub name: String,
}

impl<'w> World<'w> {
    pub fn new(crates: &'w mut dyn Crates, sources: &'w mut Sources) -> Self {
        Self { crates, sources, libraries: BTreeMap::new() }
    }

    /// Reads a crate, if it was not read before.
    pub fn load(&mut self, name: &str) -> Result<&Library, NoCrate> {
        let name = canonical(name);
        if !self.libraries.contains_key(name) {
            let files = match name {
                "std" => Ok(std_files()),
                _ => self.crates.files(name),
            };
            let library = files.map(|files| Library::read(&files, self.sources));
            self.libraries.insert(name.to_owned(), library);
        }
        self.libraries[name].as_ref().map_err(Clone::clone)
    }

    /// A crate that was read.
    pub fn library(&self, name: &str) -> Option<&Library> {
        self.libraries.get(canonical(name))?.as_ref().ok()
    }

    /// Follows a path of other crates to the declaration.
    pub fn locate(&mut self, path: &[String]) -> Option<Place> {
        let mut path = path.to_vec();
        for _ in 0..DEEPEST {
            let (first, rest) = path.split_first()?;
            let (first, rest) = (first.clone(), rest.to_vec());
            let library = self.load(&first).ok()?;
            match library.find(&[], &rest)? {
                Lookup::Type(placed, item) => {
                    return Some(place(&first, &placed.modules, &item.name));
                }
                Lookup::Trait(placed, item) => {
                    return Some(place(&first, &placed.modules, &item.name));
                }
                Lookup::Function(placed, item) => {
                    return Some(place(&first, &placed.modules, &item.name));
                }
                Lookup::Elsewhere(next) => path = next,
            }
        }
        None
    }

    /// Follows a path as a module of a crate writes it.
    pub fn locate_from(
        &mut self,
        library: &str,
        modules: &[String],
        path: &[String],
    ) -> Option<Place> {
        match self.load(library).ok()?.find(modules, path) {
            Some(Lookup::Type(placed, item)) => Some(place(library, &placed.modules, &item.name)),
            Some(Lookup::Trait(placed, item)) => Some(place(library, &placed.modules, &item.name)),
            Some(Lookup::Function(..)) => None,
            Some(Lookup::Elsewhere(next)) => self.locate(&next),
            None => self.prelude(path),
        }
    }

    /// `Vec`, `String` and `Option` need no import.
    fn prelude(&mut self, path: &[String]) -> Option<Place> {
        let [name] = path else { return None };
        let module = match name.as_str() {
            "Vec" => "vec",
            "String" => "string",
            "Option" => "option",
            "Box" => "boxed",
            _ => return None,
        };
        self.locate(&["std".to_owned(), module.to_owned(), name.clone()])
    }

    pub fn type_item(&self, place: &Place) -> Option<(FileId, &TypeItem)> {
        match self
            .library(&place.library)?
            .find(&place.modules, std::slice::from_ref(&place.name))?
        {
            Lookup::Type(placed, item) => Some((placed.file, item)),
            _ => None,
        }
    }

    pub fn trait_item(&self, place: &Place) -> Option<(FileId, &TraitItem)> {
        match self
            .library(&place.library)?
            .find(&place.modules, std::slice::from_ref(&place.name))?
        {
            Lookup::Trait(placed, item) => Some((placed.file, item)),
            _ => None,
        }
    }

    /// The path by which tests name an item.
    pub fn path_of(&self, place: &Place) -> Vec<String> {
        match self.library(&place.library) {
            Some(library) => {
                let mut path = library.outer_path(&place.modules, &place.name);
                path[0] = place.library.clone();
                path
            }
            None => vec![place.name.clone()],
        }
    }
}

fn place(library: &str, modules: &[String], name: &str) -> Place {
    let library = canonical(library).to_owned();
    Place { library, modules: modules.to_vec(), name: name.to_owned() }
}

fn canonical(name: &str) -> &str {
    if ["core", "alloc"].contains(&name) { "std" } else { name }
}

fn std_files() -> CrateFiles {
    let file =
        RustFile { path: "lib.rs".to_owned(), name: "<std>".to_owned(), text: STD.to_owned() };
    CrateFiles {
        name: "std".to_owned(),
        root: "lib.rs".to_owned(),
        files: vec![file],
        features: None,
    }
}
