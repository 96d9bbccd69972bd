//! Types as values.

use std::collections::BTreeMap;
use std::fmt;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, ReturnType, Type, TypeParamBound};

use crate::rust::print;
use crate::rust::read::{SyntaxError, is_closure_trait};

/// A type of a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    /// `Option<T>`, `T`, `std::rc::Rc<T>`; lifetimes are left out.
    Path {
        path: Vec<String>,
        arguments: Vec<Ty>,
    },
    Reference {
        mutable: bool,
        inner: Box<Ty>,
    },
    Slice(Box<Ty>),
    Array(Box<Ty>, String),
    Tuple(Vec<Ty>),
    /// `impl Iterator<Item = T>`: the trait, its type arguments and its bindings. For
    /// `impl Fn(A) -> B` they are `A` and `Output = B`.
    Impl {
        name: String,
        arguments: Vec<Ty>,
        bindings: Vec<(String, Ty)>,
        /// Whether it is a trait object, `dyn Iterator<Item = T>`.
        is_object: bool,
    },
    /// A constant argument, a pointer: text in rustfmt's spacing.
    Other(String),
}

impl Ty {
    pub fn name(name: &str) -> Self {
        Ty::Path { path: vec![name.to_owned()], arguments: Vec::new() }
    }

    pub fn reference(self) -> Self {
        Ty::Reference { mutable: false, inner: Box::new(self) }
    }

    /// The last name of a path, with the arguments behind it.
    pub fn last(&self) -> Option<(&str, &[Ty])> {
        match self {
            Ty::Path { path, arguments } => Some((path.last()?.as_str(), arguments)),
            _ => None,
        }
    }

    /// A name without arguments.
    pub fn plain_name(&self) -> Option<&str> {
        match self {
            Ty::Path { path, arguments } if path.len() == 1 && arguments.is_empty() => {
                Some(&path[0])
            }
            _ => None,
        }
    }

    /// The type with some plain names replaced.
    pub fn replaced(&self, names: &BTreeMap<String, Ty>) -> Ty {
        let known = match self {
            Ty::Path { path, arguments } if arguments.is_empty() => names.get(&path.join("::")),
            Ty::Other(text) => names.get(text),
            _ => None,
        };
        match (known, self) {
            (Some(known), _) => known.clone(),
            (None, Ty::Array(inner, length)) => {
                let length = names.get(length).map_or_else(|| length.clone(), Ty::to_string);
                Ty::Array(Box::new(inner.replaced(names)), length)
            }
            (None, _) => self.mapped(&|ty| ty.replaced(names)),
        }
    }

    /// The type with another one in the places of a part.
    pub fn exchanged(&self, part: &Ty, other: &Ty) -> Ty {
        if self == part {
            return other.clone();
        }
        self.mapped(&|ty| ty.exchanged(part, other))
    }

    /// The type with all types inside of it changed.
    pub fn mapped(&self, change: &dyn Fn(&Ty) -> Ty) -> Ty {
        let all = |types: &[Ty]| types.iter().map(change).collect();
        let one = |ty: &Ty| Box::new(change(ty));
        match self {
            Ty::Path { path, arguments } => {
                Ty::Path { path: path.clone(), arguments: all(arguments) }
            }
            Ty::Reference { mutable, inner } => {
                Ty::Reference { mutable: *mutable, inner: one(inner) }
            }
            Ty::Slice(inner) => Ty::Slice(one(inner)),
            Ty::Array(inner, length) => Ty::Array(one(inner), length.clone()),
            Ty::Tuple(parts) => Ty::Tuple(all(parts)),
            Ty::Impl { name, arguments, bindings, is_object } => Ty::Impl {
                name: name.clone(),
                arguments: all(arguments),
                bindings: bindings.iter().map(|(name, ty)| (name.clone(), change(ty))).collect(),
                is_object: *is_object,
            },
            Ty::Other(_) => self.clone(),
        }
    }

    /// `impl Fn(&T) -> bool`, `dyn FnMut(T)`, or a type parameter with such a bound.
    pub fn is_closure(&self) -> bool {
        matches!(self, Ty::Impl { name, .. } if is_closure_trait(name))
    }

    /// All names without arguments, in the order of the text.
    pub fn plain_names(&self) -> Vec<&str> {
        match self {
            Ty::Path { path, arguments } if path.len() == 1 && arguments.is_empty() => {
                vec![&path[0]]
            }
            Ty::Path { arguments, .. } => arguments.iter().flat_map(Ty::plain_names).collect(),
            Ty::Reference { inner, .. } | Ty::Slice(inner) | Ty::Array(inner, _) => {
                inner.plain_names()
            }
            Ty::Tuple(parts) => parts.iter().flat_map(Ty::plain_names).collect(),
            Ty::Impl { .. } | Ty::Other(_) => Vec::new(),
        }
    }

    /// Whether a plain name occurs in the type.
    pub fn mentions(&self, name: &str) -> bool {
        match self {
            Ty::Path { path, arguments } => {
                path.len() == 1 && path[0] == name || arguments.iter().any(|ty| ty.mentions(name))
            }
            Ty::Reference { inner, .. } | Ty::Slice(inner) | Ty::Array(inner, _) => {
                inner.mentions(name)
            }
            Ty::Tuple(parts) => parts.iter().any(|ty| ty.mentions(name)),
            Ty::Impl { arguments, bindings, .. } => {
                arguments.iter().any(|ty| ty.mentions(name))
                    || bindings.iter().any(|(_, ty)| ty.mentions(name))
            }
            Ty::Other(text) => text == name,
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |types: &[Ty]| types.iter().map(Ty::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Ty::Path { path, arguments } if arguments.is_empty() => {
                write!(f, "{}", path.join("::"))
            }
            Ty::Path { path, arguments } => write!(f, "{}<{}>", path.join("::"), list(arguments)),
            Ty::Reference { mutable: true, inner } => write!(f, "&mut {inner}"),
            Ty::Reference { mutable: false, inner } => write!(f, "&{inner}"),
            Ty::Slice(inner) => write!(f, "[{inner}]"),
            Ty::Array(inner, length) => write!(f, "[{inner}; {length}]"),
            Ty::Tuple(parts) if parts.len() == 1 => write!(f, "({},)", parts[0]),
            Ty::Tuple(parts) => write!(f, "({})", list(parts)),
            Ty::Impl { name, arguments, bindings, is_object } => {
                let kind = if *is_object { "dyn" } else { "impl" };
                if self.is_closure() {
                    let output = bindings.first().map(|(_, ty)| format!(" -> {ty}"));
                    let output = output.unwrap_or_default();
                    return write!(f, "{kind} {name}({}){output}", list(arguments));
                }
                let bound = bindings.iter().map(|(name, ty)| format!("{name} = {ty}"));
                let all: Vec<String> = arguments.iter().map(Ty::to_string).chain(bound).collect();
                match all.as_slice() {
                    [] => write!(f, "{kind} {name}"),
                    all => write!(f, "{kind} {name}<{}>", all.join(", ")),
                }
            }
            Ty::Other(text) => write!(f, "{text}"),
        }
    }
}

/// Reads a type.
pub fn ty(text: &str) -> Result<Ty, SyntaxError> {
    let parser = |input: syn::parse::ParseStream<'_>| input.parse::<Type>();
    crate::rust::read::parse(parser, text).map(|read| from_syn(&read))
}

pub(super) fn from_syn(ty: &Type) -> Ty {
    let other = || Ty::Other(print(ty.to_token_stream()));
    match ty {
        Type::Path(path) if path.qself.is_none() => from_path(&path.path).unwrap_or_else(other),
        Type::Reference(reference) => Ty::Reference {
            mutable: reference.mutability.is_some(),
            inner: Box::new(from_syn(&reference.elem)),
        },
        Type::Slice(slice) => Ty::Slice(Box::new(from_syn(&slice.elem))),
        Type::Array(array) => {
            Ty::Array(Box::new(from_syn(&array.elem)), print(array.len.to_token_stream()))
        }
        Type::Tuple(tuple) => Ty::Tuple(tuple.elems.iter().map(from_syn).collect()),
        Type::Paren(inner) => from_syn(&inner.elem),
        Type::Group(inner) => from_syn(&inner.elem),
        Type::ImplTrait(implied) => {
            implied.bounds.iter().find_map(|one| implied_trait(one, false)).unwrap_or_else(other)
        }
        Type::TraitObject(object) => {
            object.bounds.iter().find_map(|one| implied_trait(one, true)).unwrap_or_else(other)
        }
        _ => other(),
    }
}

/// `None` for `Fn(A) -> B`, which stays text.
pub(super) fn from_path(path: &syn::Path) -> Option<Ty> {
    let mut arguments = Vec::new();
    for segment in &path.segments {
        match &segment.arguments {
            PathArguments::None => {}
            PathArguments::AngleBracketed(list) => {
                arguments = list.args.iter().filter_map(argument).collect();
            }
            PathArguments::Parenthesized(_) => return None,
        }
    }
    let path = path.segments.iter().map(|segment| plain(&segment.ident)).collect();
    Some(Ty::Path { path, arguments })
}

fn argument(argument: &GenericArgument) -> Option<Ty> {
    match argument {
        GenericArgument::Lifetime(_) => None,
        GenericArgument::Type(ty) => Some(from_syn(ty)),
        other => Some(Ty::Other(print(other.to_token_stream()))),
    }
}

fn implied_trait(bound: &TypeParamBound, is_object: bool) -> Option<Ty> {
    let TypeParamBound::Trait(bound) = bound else { return None };
    let last = bound.path.segments.last()?;
    let name = plain(&last.ident);
    let mut arguments = Vec::new();
    let mut bindings = Vec::new();
    match &last.arguments {
        PathArguments::None => {}
        PathArguments::AngleBracketed(list) => {
            for argument in &list.args {
                match argument {
                    GenericArgument::Type(ty) => arguments.push(from_syn(ty)),
                    GenericArgument::AssocType(one) => {
                        bindings.push((plain(&one.ident), from_syn(&one.ty)));
                    }
                    _ => {}
                }
            }
        }
        PathArguments::Parenthesized(closure) => {
            arguments.extend(closure.inputs.iter().map(|input| from_syn(&input.ty)));
            bindings.extend(output(&closure.output).map(|ty| ("Output".to_owned(), ty)));
        }
    }
    Some(Ty::Impl { name, arguments, bindings, is_object })
}

/// `None` for `()`.
pub(super) fn output(output: &ReturnType) -> Option<Ty> {
    match output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => Some(from_syn(ty)).filter(|ty| *ty != Ty::Tuple(Vec::new())),
    }
}

/// A name without the `r#` that keywords need.
pub(super) fn plain(ident: &syn::Ident) -> String {
    let name = ident.to_string();
    name.strip_prefix("r#").map_or(name.clone(), str::to_owned)
}

/// A type as text, in rustfmt's spacing.
pub(super) fn written(ty: &Type) -> String {
    print(without_lifetimes(ty.to_token_stream()))
}

/// Without the lifetimes of references; elsewhere one stands for all.
fn without_lifetimes(tokens: TokenStream) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    let mut after_reference = false;
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                let name = tokens.next();
                if !after_reference {
                    kept.push(TokenTree::Punct(punct));
                    let called = |ident: &Ident| match ident == "_" {
                        true => ident.clone(),
                        false => Ident::new("static", ident.span()),
                    };
                    kept.extend(name.map(|name| match name {
                        TokenTree::Ident(ident) => TokenTree::Ident(called(&ident)),
                        other => other,
                    }));
                }
                after_reference = false;
            }
            TokenTree::Group(group) => {
                let inner = without_lifetimes(group.stream());
                kept.push(TokenTree::Group(Group::new(group.delimiter(), inner)));
                after_reference = false;
            }
            token => {
                after_reference =
                    matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '&');
                kept.push(token);
            }
        }
    }
    kept.into_iter().collect()
}
