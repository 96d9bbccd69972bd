//! A Rust type, as far as skeletons need it.

pub use crate::refine::{Passing, Wrapper};

/// The type that a skeleton is made for.
#[derive(Clone, Debug)]
pub struct RustType {
    pub name: String,
    /// The inline modules of its file around it.
    pub modules: Vec<String>,
    /// What the mapping names, each by the modules around it and its name: the type itself, or
    /// the types that implement a trait. A module of functions has no name.
    pub under_test: Vec<(Vec<String>, String)>,
    pub is_public: bool,
    pub generics: Vec<Generic>,
    pub methods: Vec<Method>,
    pub left_out: Vec<LeftOut>,
    /// The traits that it derives or implements, by their last name.
    pub traits: Vec<String>,
    /// Whether there are macro calls, which may declare more items.
    pub has_macros: bool,
    /// Whether a short mapping is written, from which more than names is inferred.
    pub is_inferred: bool,
    /// Types of the same file that its methods may take and return.
    pub data: Vec<DataType>,
}

/// `enum Status { Waiting, Assigned { agent: String } }`
#[derive(Clone, Debug)]
pub struct DataType {
    pub name: String,
    pub variants: Vec<Variant>,
}

#[derive(Clone, Debug)]
pub struct Variant {
    pub name: String,
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Option<String>,
    pub sort: Sort,
}

impl DataType {
    pub fn sorts(&self) -> impl Iterator<Item = &Sort> {
        self.variants.iter().flat_map(|one| &one.fields).map(|field| &field.sort)
    }
}

/// A generic of the type's declaration.
#[derive(Clone, Debug)]
pub enum Generic {
    Lifetime,
    /// A constant, with the value that tests use.
    Const {
        name: String,
        value: String,
    },
    /// A type parameter that stays at its default.
    Default,
    Type(TypeParameter),
}

#[derive(Clone, Debug)]
pub struct TypeParameter {
    pub name: String,
    pub bounds: Vec<Bound>,
}

/// `HasInterval<E>`
#[derive(Clone, Debug)]
pub struct Bound {
    /// In rustfmt's spacing, with the generics as the type's declaration calls them.
    pub text: String,
    /// The last name of the path.
    pub name: String,
    pub closure: Option<Closure>,
    /// Whether the trait has no arguments but `Output = …`.
    pub is_plain: bool,
    /// The trait, if it is declared in the same file.
    pub declared: Option<OwnTrait>,
}

/// `Fn(&E, &E) -> Ordering`
#[derive(Clone, Debug)]
pub struct Closure {
    pub inputs: Vec<(Passing, Ty)>,
    pub output: Output,
}

/// A trait that a mock must implement.
#[derive(Clone, Debug)]
pub struct OwnTrait {
    pub methods: Vec<Method>,
    pub left_out: Vec<LeftOut>,
}

/// A method that cannot be an operation, and why.
#[derive(Clone, Debug)]
pub struct LeftOut {
    pub name: String,
    pub why: String,
}

#[derive(Clone, Debug)]
pub struct Method {
    pub name: String,
    /// `None` for an associated function.
    pub receiver: Option<Passing>,
    pub inputs: Vec<Input>,
    pub output: Output,
    /// The condition under which it is compiled.
    pub cfg: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Input {
    pub name: String,
    pub passing: Passing,
    pub ty: Ty,
}

/// `Option<&E>` as wrapper, passing and type.
#[derive(Clone, Debug)]
pub struct Output {
    pub wrapper: Wrapper,
    pub passing: Passing,
    pub ty: Ty,
    /// The text in the signature of a mapping.
    pub text: String,
    /// The data type of the errors.
    pub error: Option<String>,
}

/// The meaning of a Rust type in a specification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    Unit,
    Bool,
    Ordering,
    Sort(Sort),
    /// The sort `int`, with the name of the Rust type.
    Integer(String),
    Other(String),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    Own,
    /// By the name of the generic, or of a real type that elements stand for.
    Parameter(String),
    Int,
    /// `Sequence[X]`
    List(Box<Sort>),
    /// A data sort of the type's name.
    Data(String),
    /// A record without a name yet.
    Tuple(Vec<Sort>),
}

/// Real types that elements of a parameter stand for, and what the parameter is called.
pub const REAL: [(&str, &str); 2] = [("String", "Text"), ("char", "Letter")];

/// The data sort that stands for `bool` where it is no truth value of an operation.
pub const TRUTH: &str = "Truth";

impl Sort {
    /// The data sorts that it is, or that its elements and parts have.
    pub fn data(&self) -> Vec<&str> {
        match self {
            Sort::Data(name) => vec![name],
            Sort::List(item) => item.data(),
            Sort::Tuple(parts) => parts.iter().flat_map(Sort::data).collect(),
            Sort::Own | Sort::Parameter(_) | Sort::Int => Vec::new(),
        }
    }

    /// Whether it is a sort or has elements of one.
    pub fn is_of(&self, other: &Sort) -> bool {
        match self {
            Sort::List(item) => item.is_of(other),
            Sort::Tuple(parts) => parts.iter().any(|part| part.is_of(other)),
            sort => sort == other,
        }
    }
}

impl Ty {
    /// The sort of values of the type, if it has one.
    pub fn sort(&self) -> Option<Sort> {
        match self {
            Ty::Sort(sort) => Some(sort.clone()),
            Ty::Integer(_) => Some(Sort::Int),
            _ => None,
        }
    }
}

impl RustType {
    pub fn parameters(&self) -> impl Iterator<Item = &TypeParameter> {
        self.generics.iter().filter_map(|generic| match generic {
            Generic::Type(parameter) => Some(parameter),
            _ => None,
        })
    }

    pub fn implements(&self, name: &str) -> bool {
        self.traits.iter().any(|known| known == name)
    }

    /// The type with values for all generics that are not mocked: `Ring<E, 3>`.
    pub fn text(&self) -> String {
        let arguments = self.generics.iter().filter_map(|generic| match generic {
            Generic::Lifetime => Some("'static".to_owned()),
            Generic::Const { value, .. } => Some(value.clone()),
            Generic::Default => None,
            Generic::Type(parameter) => Some(parameter.name.clone()),
        });
        let arguments: Vec<String> = arguments.collect();
        match arguments.as_slice() {
            [] => self.name.clone(),
            some => format!("{}<{}>", self.name, some.join(", ")),
        }
    }
}

/// The text of a type in a mapping. `None` if the type is not a sort.
pub fn type_text(ty: &Ty) -> Option<String> {
    match ty {
        Ty::Sort(Sort::Own) => Some("Self".to_owned()),
        Ty::Sort(Sort::Parameter(generic)) => Some(generic.clone()),
        Ty::Integer(name) => Some(name.clone()),
        _ => None,
    }
}

pub fn passing_text(passing: Passing) -> &'static str {
    match passing {
        Passing::Value => "",
        Passing::Shared => "&",
        Passing::Mutable => "&mut ",
    }
}
