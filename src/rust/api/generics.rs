//! Generic parameters and their bounds.

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{GenericParam, Token, TypeParamBound, WherePredicate};

use super::ty::{Ty, from_path, from_syn, output, plain};
use crate::rust::print;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Generics {
    /// The number of lifetimes, which come before the other parameters.
    pub lifetimes: usize,
    pub parameters: Vec<Generic>,
    /// All bounds with the bounded type, in the order of the text.
    pub bounds: Vec<(Ty, Bound)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generic {
    pub name: String,
    pub kind: GenericKind,
    /// The type of a constant.
    pub ty: Option<Ty>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenericKind {
    Type,
    /// A type parameter that may stay at its default.
    Default,
    Const,
}

/// `HasInterval<E>`, `Fn(&E, &E) -> bool`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bound {
    /// The path of the trait without arguments.
    pub path: Vec<String>,
    /// The number of lifetimes among the arguments.
    pub lifetimes: usize,
    /// For a closure, the types of its parameters.
    pub arguments: Vec<Ty>,
    /// `Output = E`
    pub bindings: Vec<(String, Ty)>,
    /// Of a closure.
    pub closure: Option<Option<Ty>>,
}

impl Bound {
    pub fn name(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }

    /// The bound with another path to its trait. Lifetimes are `'static`.
    pub fn with_path(&self, path: &str) -> String {
        let mut arguments = vec!["'static".to_owned(); self.lifetimes];
        arguments.extend(self.arguments.iter().map(Ty::to_string));
        if let Some(output) = &self.closure {
            let output = output.as_ref().map_or(String::new(), |ty| format!(" -> {ty}"));
            return format!("{path}({}){output}", arguments.join(", "));
        }
        arguments.extend(self.bindings.iter().map(|(name, ty)| format!("{name} = {ty}")));
        match arguments.as_slice() {
            [] => path.to_owned(),
            some => format!("{path}<{}>", some.join(", ")),
        }
    }
}

impl Generics {
    pub fn types(&self) -> impl Iterator<Item = &Generic> {
        self.parameters.iter().filter(|one| one.kind != GenericKind::Const)
    }

    pub fn declares(&self, name: &str) -> bool {
        self.parameters.iter().any(|one| one.name == name)
    }
}

pub(super) fn from_syn_generics(generics: &syn::Generics) -> Generics {
    let mut read = Generics::default();
    for parameter in &generics.params {
        match parameter {
            GenericParam::Lifetime(_) => read.lifetimes += 1,
            GenericParam::Const(one) => read.parameters.push(Generic {
                name: plain(&one.ident),
                kind: GenericKind::Const,
                ty: Some(from_syn(&one.ty)),
            }),
            GenericParam::Type(one) => {
                let kind = match one.default {
                    Some(_) => GenericKind::Default,
                    None => GenericKind::Type,
                };
                let name = plain(&one.ident);
                let bounded = Ty::name(&name);
                read.bounds.extend(bounds(&one.bounds).map(|bound| (bounded.clone(), bound)));
                read.parameters.push(Generic { name, kind, ty: None });
            }
        }
    }
    let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    for predicate in clauses {
        if let WherePredicate::Type(predicate) = predicate {
            let bounded = from_syn(&predicate.bounded_ty);
            read.bounds.extend(bounds(&predicate.bounds).map(|bound| (bounded.clone(), bound)));
        }
    }
    read
}

pub(super) fn bounds(
    list: &Punctuated<TypeParamBound, Token![+]>,
) -> impl Iterator<Item = Bound> + '_ {
    list.iter().filter_map(bound)
}

/// `None` for lifetimes and `?Sized`.
fn bound(bound: &TypeParamBound) -> Option<Bound> {
    let TypeParamBound::Trait(bound) = bound else { return None };
    if bound.maybe.is_some() {
        return None;
    }
    let last = bound.path.segments.last()?;
    let path = bound.path.segments.iter().map(|segment| plain(&segment.ident)).collect();
    let mut read = Bound { path, ..Bound::default() };
    match &last.arguments {
        syn::PathArguments::None => {}
        syn::PathArguments::AngleBracketed(list) => {
            for argument in &list.args {
                match argument {
                    syn::GenericArgument::Lifetime(_) => read.lifetimes += 1,
                    syn::GenericArgument::Type(ty) => read.arguments.push(from_syn(ty)),
                    syn::GenericArgument::AssocType(one) => {
                        read.bindings.push((plain(&one.ident), from_syn(&one.ty)));
                    }
                    other => read.arguments.push(Ty::Other(print(other.to_token_stream()))),
                }
            }
        }
        syn::PathArguments::Parenthesized(closure) => {
            read.arguments = closure.inputs.iter().map(|input| from_syn(&input.ty)).collect();
            read.closure = Some(output(&closure.output));
        }
    }
    Some(read)
}

/// The trait of an impl block.
pub(super) fn trait_path(path: &syn::Path) -> Option<Ty> {
    from_path(path)
}
