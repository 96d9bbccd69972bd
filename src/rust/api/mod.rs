//! Declarations of a Rust file as plain values: types, impl blocks, traits, functions, imports.
//!
//! Bodies are not read, and macros are not expanded. Callers get structure where a mapping
//! needs it and text elsewhere. Syntax trees do not leave this folder.

use super::read::SyntaxError;

mod attributes;
mod cfg;
mod declaration;
mod file;
mod generics;
mod item;
mod ty;

pub use attributes::Attributes;
pub use cfg::Features;
pub use declaration::{
    Field, FileItems, FunctionInput, FunctionItem, ImplItem, Item, Located, MacroCall, Receiver,
    TraitItem, TypeItem, TypeKind, UseItem, Variant,
};
pub use generics::{Bound, Generic, GenericKind, Generics};
pub use ty::{Ty, ty};

/// Reads the declarations of a file.
pub fn file_items(text: &str, features: Features<'_>) -> Result<FileItems, SyntaxError> {
    file::with_file(text, |file| item::items(file, features))
}
