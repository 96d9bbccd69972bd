//! Declarations as values.

use std::ops::Range;

use super::attributes::Attributes;
use super::generics::{Bound, Generics};
use super::ty::Ty;

/// What one file declares, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileItems {
    pub items: Vec<Located>,
    /// The places of macro calls among the items; they may declare more.
    pub macros: Vec<MacroCall>,
}

/// An item with the inline modules of the file around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    pub modules: Vec<String>,
    pub item: Item,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MacroCall {
    /// The name of the macro.
    pub name: String,
    pub modules: Vec<String>,
    /// The macro's input, whose words may be names that it declares.
    pub words: Vec<String>,
    pub range: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `mod name;`, whose items are in another file.
    Module {
        name: String,
        path: Option<String>,
    },
    Type(TypeItem),
    Impl(ImplItem),
    Trait(TraitItem),
    Use(UseItem),
    Function(FunctionItem),
}

/// A struct, an enum, or an alias of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeItem {
    pub name: String,
    pub is_public: bool,
    pub generics: Generics,
    /// By their last name.
    pub derives: Vec<String>,
    pub kind: TypeKind,
    /// The place of the name.
    pub range: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    Struct(Vec<Field>),
    Enum(Vec<Variant>),
    Alias(Ty),
    /// A union, or anything else without fields to read.
    Opaque,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    pub name: String,
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// None in a tuple.
    pub name: Option<String>,
    pub ty: Ty,
    pub is_public: bool,
}

/// `impl<T: Ord> Trait for Set<T> { … }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImplItem {
    pub generics: Generics,
    pub own: Ty,
    /// A path with its arguments.
    pub of_trait: Option<Ty>,
    pub functions: Vec<FunctionItem>,
    /// `type Target = [T];`
    pub types: Vec<(String, Ty)>,
    /// The places of macro calls in the block.
    pub macros: Vec<Range<usize>>,
    pub attributes: Attributes,
    /// The place of the type.
    pub range: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraitItem {
    pub name: String,
    pub is_public: bool,
    pub generics: Generics,
    pub supertraits: Vec<Bound>,
    pub functions: Vec<FunctionItem>,
    /// The names of associated types.
    pub types: Vec<String>,
    /// The names of associated constants without a default.
    pub constants: Vec<String>,
    pub range: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionItem {
    pub name: String,
    pub is_public: bool,
    pub generics: Generics,
    pub receiver: Option<Receiver>,
    /// `Rc<Self>` in `self: Rc<Self>`
    pub receiver_type: Option<Ty>,
    pub inputs: Vec<FunctionInput>,
    /// `None` for `()`.
    pub output: Option<Ty>,
    /// The same as text, which keeps lifetimes of paths and all bounds of `impl Trait`.
    pub output_text: String,
    /// `async`, `unsafe`: what keeps a test from calling it as it is.
    pub qualifier: Option<&'static str>,
    /// Whether it is a method of a trait with a default body.
    pub is_provided: bool,
    pub attributes: Attributes,
    /// From `fn` to the end of the signature.
    pub range: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    Value,
    Shared,
    Mutable,
    /// `self: Rc<Self>`
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionInput {
    /// Empty for a pattern.
    pub name: String,
    pub ty: Ty,
}

/// One name of a `use` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UseItem {
    pub is_public: bool,
    pub path: Vec<String>,
    /// The name in this module. `None` for `*`, where `path` is the module.
    pub name: Option<String>,
}
