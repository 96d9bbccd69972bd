//! What is read of a Rust type, as plain values.

pub use crate::refine::{Passing, Wrapper};

/// A type under test to be.
#[derive(Clone, Debug)]
pub struct RustType {
    pub name: String,
    /// The modules of the file that it stands in.
    pub modules: Vec<String>,
    pub is_public: bool,
    pub generics: Vec<Generic>,
    pub methods: Vec<Method>,
    pub left_out: Vec<LeftOut>,
    /// The traits that it derives or implements, by their last name.
    pub traits: Vec<String>,
    /// Macros among the items may declare more than can be seen.
    pub has_macros: bool,
}

/// A generic of the type's declaration.
#[derive(Clone, Debug)]
pub enum Generic {
    Lifetime,
    /// A constant, with a value to test with.
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
    /// None for an associated function.
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

/// `Option<&E>`, taken apart.
#[derive(Clone, Debug)]
pub struct Output {
    pub wrapper: Wrapper,
    pub passing: Passing,
    pub ty: Ty,
    /// As the signature of a mapping has it.
    pub text: String,
}

/// What a type of a signature is for a specification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    Unit,
    Bool,
    Ordering,
    Sort(Sort),
    /// An integer type has its own name beside the sort.
    Integer(String),
    Other(String),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    Own,
    /// By the name of the generic.
    Parameter(String),
    Int,
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

    /// The type with something in the place of what is not mocked: `Ring<E, 3>`.
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

/// A type as a mapping writes it; none for what is no sort.
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
