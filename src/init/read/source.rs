//! A Rust file, and the lookup of names in it.

use crate::diagnostic::{Code, Diagnostic};
use crate::near_name::hint;
use crate::rust::api::{
    FileItems, ImplItem, Item, Located, TraitItem, TypeItem, TypeKind, UseItem, file_items,
};
use crate::source::{FileId, Span};

/// The declarations of a file.
pub struct Source(FileItems);

/// The declaration of a type.
pub struct LocatedType<'s> {
    pub item: &'s TypeItem,
    pub modules: &'s [String],
}

/// Parses a Rust file. A syntax error is reported at its place.
pub fn parse(text: &str, file: FileId) -> Result<Source, Diagnostic> {
    file_items(text, None).map(Source).map_err(|error| {
        Diagnostic::error(Code::NotARustFile, "this file is not Rust")
            .label(Span::new(file, error.range), error.message)
            .help("`cargo check` explains the error; macros are not expanded here")
    })
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
    /// Whether macros among the items may declare more than can be seen.
    pub fn has_macros(&self) -> bool {
        !self.0.macros.is_empty()
    }

    /// The declaration of the wanted type, or of the only type with public methods.
    pub fn find(&self, wanted: Option<&str>, file: FileId) -> Result<LocatedType<'_>, Diagnostic> {
        let Some(wanted) = wanted else { return self.only(file) };
        let path: Vec<&str> = wanted.split("::").collect();
        let (name, modules) = path.split_last().expect("a split has a last part");
        let is_wanted = |found: &LocatedType<'_>| {
            let known: Vec<&str> = found.modules.iter().map(String::as_str).collect();
            found.item.name == *name && known.ends_with(modules)
        };
        self.types().find(is_wanted).ok_or_else(|| self.unknown(name, file))
    }

    fn types(&self) -> impl Iterator<Item = LocatedType<'_>> {
        self.0.items.iter().filter_map(|located| match &located.item {
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
        self.0.items.iter().filter_map(move |located| match &located.item {
            Item::Impl(block) if block.own.last().is_some_and(|(own, _)| own == name) => {
                Some(block)
            }
            _ => None,
        })
    }

    /// A trait of the file.
    pub fn own_trait(&self, name: &str) -> Option<&TraitItem> {
        self.0.items.iter().find_map(|located| match &located.item {
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
        self.0.items.iter().find(is_it).map(|located| located.modules.as_slice())
    }

    /// The path of the module that the file imports a name from, and the modules around the
    /// import.
    pub fn import_of(&self, name: &str) -> Option<(&[String], &[String])> {
        self.0.items.iter().find_map(|located| match &located.item {
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
        let other = self.0.items.iter().find_map(|located| match &located.item {
            Item::Trait(item) if item.name == name => {
                Some((&item.range, "this is a trait; name a type"))
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

/// Whether an import brings in a name, and does not rename it.
fn names(import: &UseItem, name: &str) -> bool {
    import.name.as_deref() == Some(name) && import.path.last().is_some_and(|last| last == name)
}

/// A path without the prefix of this crate.
fn within_crate(path: &[String]) -> Vec<String> {
    path.iter().filter(|part| !["crate", "self"].contains(&part.as_str())).cloned().collect()
}
