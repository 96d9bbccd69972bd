//! A Rust file, and the lookup of names in it.

use crate::diagnostic::{Code, Diagnostic};
use crate::near_name::hint;
use crate::rust::api::{
    FileItems, FunctionItem, ImplItem, Item, Located, TraitItem, TypeItem, TypeKind, UseItem,
    file_items,
};
use crate::source::{FileId, Span};

/// The declarations of a file, and of the other files of its crate.
pub struct Source {
    own: FileItems,
    others: Vec<FileItems>,
}

/// The declaration of a type.
pub struct LocatedType<'s> {
    pub item: &'s TypeItem,
    pub modules: &'s [String],
}

/// What a skeleton is made for.
pub enum Found<'s> {
    Type(LocatedType<'s>),
    /// A trait, with the types of the file that implement it: one at least.
    Trait {
        name: &'s str,
        types: Vec<LocatedType<'s>>,
    },
    /// The functions of a module, which is called so. `modules` are those inside of the file.
    Module {
        modules: Vec<String>,
        name: String,
    },
}

impl Found<'_> {
    pub fn range(&self) -> std::ops::Range<usize> {
        match self {
            Found::Type(found) => found.item.range.clone(),
            Found::Trait { types, .. } => types[0].item.range.clone(),
            Found::Module { .. } => 0..0,
        }
    }
}

/// Parses a Rust file. A syntax error is reported at its place.
pub fn parse(text: &str, file: FileId) -> Result<Source, Diagnostic> {
    let own = file_items(text, None).map_err(|error| {
        Diagnostic::error(Code::NotARustFile, "this file is not Rust")
            .label(Span::new(file, error.range), error.message)
            .help("`cargo check` explains the error; macros are not expanded here")
    })?;
    Ok(Source { own, others: Vec::new() })
}

/// Whether the text has `pub use module::Name` or `pub use module::*` outside of all modules.
pub fn exports(text: &str, name: &str, modules: &[String]) -> bool {
    let Ok(read) = file_items(text, None) else { return false };
    read.items.iter().any(|located| match &located.item {
        Item::Use(import) if import.is_public && located.modules.is_empty() => {
            names(import, name) || import.name.is_none() && within_crate(&import.path) == modules
        }
        _ => false,
    })
}

impl Source {
    /// With the other files of the crate, as far as they are Rust.
    pub fn beside(self, others: &[String]) -> Self {
        let others = others.iter().filter_map(|text| file_items(text, None).ok()).collect();
        Self { others, ..self }
    }

    /// The public types, each with the impl blocks of its file: those of the file itself, and of
    /// other files where no other type has the name.
    pub fn declared(&self) -> Vec<(&TypeItem, Vec<&ImplItem>)> {
        let mut found: Vec<(&TypeItem, Vec<&ImplItem>)> = Vec::new();
        let elsewhere: Vec<&TypeItem> = self.others.iter().flat_map(public_types).collect();
        for (place, items) in [&self.own].into_iter().chain(&self.others).enumerate() {
            for item in public_types(items) {
                let is_only = || {
                    let has_name = |other: &&TypeItem| other.name == item.name;
                    !public_types(&self.own).any(|own| has_name(&own))
                        && elsewhere.iter().copied().filter(has_name).count() == 1
                };
                if place == 0 || is_only() {
                    found.push((item, blocks(items, &item.name).collect()));
                }
            }
        }
        found
    }

    /// Whether macros among the items may declare more than can be seen.
    pub fn has_macros(&self) -> bool {
        !self.own.macros.is_empty()
    }

    /// Finds a type, a trait that types of the file implement, or a module of functions, which may
    /// be the file itself. Without a name, finds the only type with public methods, or else the
    /// functions of the file.
    pub fn find(
        &self,
        wanted: Option<&str>,
        own_module: Option<&str>,
        file: FileId,
    ) -> Result<Found<'_>, Diagnostic> {
        let of_file = |name: &str| Found::Module { modules: Vec::new(), name: name.to_owned() };
        let Some(wanted) = wanted else {
            return match own_module
                .filter(|_| self.testable().is_empty() && self.has_functions(&[]))
            {
                Some(name) => Ok(of_file(name)),
                None => self.only(file).map(Found::Type),
            };
        };
        let path: Vec<&str> = wanted.split("::").collect();
        let (name, modules) = path.split_last().expect("a split has a last part");
        let ends = |known: &[String]| {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            known.ends_with(modules)
        };
        let is_wanted = |found: &LocatedType<'_>| found.item.name == *name && ends(found.modules);
        if let Some(found) = self.types().find(is_wanted) {
            return Ok(Found::Type(found));
        }
        if let Some((name, types)) = self.implementers(name) {
            return Ok(Found::Trait { name, types });
        }
        let inner = self.own.items.iter().map(|located| &located.modules);
        let inner = inner.filter(|known| known.last().is_some_and(|last| last == name));
        if let Some(modules) = { inner }.find(|modules| self.has_functions(modules)) {
            return Ok(Found::Module { modules: modules.clone(), name: (*name).to_owned() });
        }
        match own_module == Some(*name) && self.has_functions(&[]) {
            true => Ok(of_file(name)),
            false => Err(self.unknown(name, file)),
        }
    }

    /// The types of the file that implement a trait, if there are any.
    pub fn implementers(&self, name: &str) -> Option<(&str, Vec<LocatedType<'_>>)> {
        let blocks = self.own.items.iter().filter_map(|located| match &located.item {
            Item::Impl(block) => Some((block.of_trait.as_ref()?.last()?.0, block.own.last()?.0)),
            _ => None,
        });
        let of_trait: Vec<(&str, &str)> = blocks.filter(|(of, _)| *of == name).collect();
        let types = self.types().filter(|found| {
            found.item.is_public && of_trait.iter().any(|(_, own)| *own == found.item.name)
        });
        let types: Vec<LocatedType<'_>> = types.collect();
        let (known, _) = of_trait.first()?;
        (!types.is_empty()).then_some((*known, types))
    }

    fn has_functions(&self, modules: &[String]) -> bool {
        self.functions(modules).next().is_some()
    }

    /// The public functions of a module inside of the file.
    pub fn functions<'s>(
        &'s self,
        modules: &'s [String],
    ) -> impl Iterator<Item = &'s FunctionItem> {
        self.own.items.iter().filter(move |located| located.modules == modules).filter_map(
            |located| match &located.item {
                Item::Function(item) if item.is_public => Some(item),
                _ => None,
            },
        )
    }

    fn types(&self) -> impl Iterator<Item = LocatedType<'_>> {
        self.own.items.iter().filter_map(|located| match &located.item {
            Item::Type(item) if !matches!(item.kind, TypeKind::Alias(_)) => {
                Some(LocatedType { item, modules: &located.modules })
            }
            _ => None,
        })
    }

    /// The public types with public methods.
    pub fn testable(&self) -> Vec<String> {
        let names = self.public_types().map(|item| item.name.clone());
        names.filter(|name| self.has_public_method(name)).collect()
    }

    pub fn public_types(&self) -> impl Iterator<Item = &TypeItem> {
        self.types().map(|found| found.item).filter(|item| item.is_public)
    }

    /// The one type with public methods.
    fn only(&self, file: FileId) -> Result<LocatedType<'_>, Diagnostic> {
        let with_methods = |found: &LocatedType<'_>| self.has_public_method(&found.item.name);
        let mut candidates: Vec<LocatedType<'_>> = self.types().filter(with_methods).collect();
        if candidates.len() == 1 {
            return Ok(candidates.remove(0));
        }
        let start = Span::new(file, 0..0);
        let names: Vec<String> =
            candidates.iter().map(|found| format!("`{}`", found.item.name)).collect();
        Err(match names.as_slice() {
            [] => Diagnostic::error(Code::NoMethods, "no type of this file has public methods")
                .label(start, "in this file"),
            _ => Diagnostic::error(Code::UnknownRustType, "several types have public methods")
                .label(start, "in this file")
                .help(format!("name one of them: {}", names.join(", "))),
        })
    }

    fn has_public_method(&self, name: &str) -> bool {
        let blocks = self.blocks(name).filter(|block| block.of_trait.is_none());
        blocks.flat_map(|block| &block.functions).any(|method| method.is_public)
    }

    /// The impl blocks of a type.
    pub fn blocks<'s>(&'s self, name: &str) -> impl Iterator<Item = &'s ImplItem> {
        blocks(&self.own, name)
    }

    /// A trait of the file.
    pub fn own_trait(&self, name: &str) -> Option<&TraitItem> {
        self.own.items.iter().find_map(|located| match &located.item {
            Item::Trait(item) if item.name == name => Some(item),
            _ => None,
        })
    }

    /// The modules inside of the file around the declaration of a name.
    pub fn modules_around(&self, name: &str) -> Option<&[String]> {
        let is_it = |located: &&Located| match &located.item {
            Item::Trait(item) => item.name == name,
            Item::Type(item) => item.name == name,
            _ => false,
        };
        self.own.items.iter().find(is_it).map(|located| located.modules.as_slice())
    }

    /// The path of the module that the file imports a name from, and the modules around the
    /// import.
    pub fn import_of(&self, name: &str) -> Option<(&[String], &[String])> {
        self.own.items.iter().find_map(|located| match &located.item {
            Item::Use(import) if names(import, name) => {
                let (_, module) = import.path.split_last()?;
                Some((located.modules.as_slice(), module))
            }
            _ => None,
        })
    }

    fn unknown(&self, name: &str, file: FileId) -> Diagnostic {
        let message = format!("this file declares no type `{name}`");
        let report = Diagnostic::error(Code::UnknownRustType, message);
        let other = self.own.items.iter().find_map(|located| match &located.item {
            Item::Trait(item) if item.name == name => {
                Some((&item.range, "no public type of this file implements the trait"))
            }
            Item::Type(item) if item.name == name => {
                Some((&item.range, "this is an alias; name the type that it refers to"))
            }
            _ => None,
        });
        if let Some((range, what)) = other {
            return report.label(Span::new(file, range.clone()), what);
        }
        if let Some(block) = self.blocks(name).next() {
            let span = Span::new(file, block.range.clone());
            let help = "name the file that declares the type; its methods must be in the same file";
            return report.label(span, "this file has only methods of the type").help(help);
        }
        let report = report.label(Span::new(file, 0..0), "in this file");
        let names: Vec<&str> = self.types().map(|found| found.item.name.as_str()).collect();
        match hint(name, names.iter().copied()) {
            Some(hint) => report.help(hint),
            None if names.is_empty() => report.help("it declares no types at all"),
            None => report.help(format!("it declares: {}", names.join(", "))),
        }
    }
}

fn blocks<'s>(items: &'s FileItems, name: &str) -> impl Iterator<Item = &'s ImplItem> {
    items.items.iter().filter_map(move |located| match &located.item {
        Item::Impl(block) if block.own.last().is_some_and(|(own, _)| own == name) => Some(block),
        _ => None,
    })
}

fn public_types(items: &FileItems) -> impl Iterator<Item = &TypeItem> {
    items.items.iter().filter_map(|located| match &located.item {
        Item::Type(item) if item.is_public => Some(item),
        _ => None,
    })
}

/// Whether an import brings in a name, and does not rename it.
fn names(import: &UseItem, name: &str) -> bool {
    import.name.as_deref() == Some(name) && import.path.last().is_some_and(|last| last == name)
}

/// A path without the prefix of this crate.
fn within_crate(path: &[String]) -> Vec<String> {
    path.iter().filter(|part| !["crate", "self"].contains(&part.as_str())).cloned().collect()
}
