//! Generic parameters with their bounds: `<E: Ord, C: Fn(&E, &E) -> bool>`.

use std::ops::Range;

use quote::ToTokens;
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{GenericArgument, GenericParam, Generics, PathArguments, TypeParam, TypeParamBound};

use super::{SyntaxError, parse};
use crate::rust::{Fragment, Ident};

/// One generic parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenericParameter {
    pub kind: GenericKind,
    pub range: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenericKind {
    Type(TypeParameter),
    Lifetime,
    Const,
}

/// `E: Ord + HasKey<Key = K>`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeParameter {
    pub name: Ident,
    pub bounds: Vec<Bound>,
    /// Present where the parameter is bounded by `Fn`, `FnMut` or `FnOnce`.
    pub closure: Option<Closure>,
}

/// `HasKey<E, Key = K>` after the parameter's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Without associated types: `HasKey<E>`.
    pub path: Fragment,
    /// The last name of the path.
    pub name: Ident,
    /// `Key = K`
    pub associated: Vec<(Ident, Fragment)>,
}

/// The types in `Fn(&E, &E) -> bool`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closure {
    pub inputs: Vec<Fragment>,
    pub output: Option<Fragment>,
}

/// Parses generics with their angle brackets.
pub fn generics(text: &str) -> Result<Vec<GenericParameter>, SyntaxError> {
    let generics = parse(|input: ParseStream<'_>| input.parse::<Generics>(), text)?;
    let parameters = generics.params.iter().map(|parameter| GenericParameter {
        kind: match parameter {
            GenericParam::Type(parameter) => GenericKind::Type(type_parameter(parameter)),
            GenericParam::Lifetime(_) => GenericKind::Lifetime,
            GenericParam::Const(_) => GenericKind::Const,
        },
        range: parameter.span().byte_range(),
    });
    Ok(parameters.collect())
}

fn type_parameter(parameter: &TypeParam) -> TypeParameter {
    let traits = parameter.bounds.iter().filter_map(|bound| match bound {
        // `?Sized` demands nothing.
        TypeParamBound::Trait(bound) if bound.maybe.is_none() => Some(&bound.path),
        _ => None,
    });
    let paths: Vec<&syn::Path> = traits.collect();
    TypeParameter {
        name: Ident::new(parameter.ident.to_string()),
        closure: paths.iter().find_map(|path| closure(path)),
        bounds: paths.iter().filter_map(|path| bound(path)).collect(),
    }
}

fn bound(path: &syn::Path) -> Option<Bound> {
    let mut plain = path.clone();
    let mut associated = Vec::new();
    let last = plain.segments.last_mut()?;
    let name = Ident::new(last.ident.to_string());
    if let PathArguments::AngleBracketed(arguments) = &mut last.arguments {
        let mut kept = syn::punctuated::Punctuated::new();
        for argument in arguments.args.iter() {
            match argument {
                GenericArgument::AssocType(binding) => {
                    associated.push((Ident::new(binding.ident.to_string()), written(&binding.ty)));
                }
                other => kept.push(other.clone()),
            }
        }
        arguments.args = kept;
        if arguments.args.is_empty() {
            last.arguments = PathArguments::None;
        }
    }
    Some(Bound { path: written(&plain), name, associated })
}

/// Whether a name is one of the traits of closures.
pub fn is_closure_trait(name: &str) -> bool {
    ["Fn", "FnMut", "FnOnce"].contains(&name)
}

fn closure(path: &syn::Path) -> Option<Closure> {
    let last = path.segments.last()?;
    let PathArguments::Parenthesized(arguments) = &last.arguments else { return None };
    if !is_closure_trait(&last.ident.to_string()) {
        return None;
    }
    Some(Closure {
        inputs: arguments.inputs.iter().map(written).collect(),
        output: match &arguments.output {
            syn::ReturnType::Default => None,
            syn::ReturnType::Type(_, ty) => Some(written(ty)),
        },
    })
}

fn written(tree: &impl ToTokens) -> Fragment {
    Fragment::printed(tree.to_token_stream())
}
