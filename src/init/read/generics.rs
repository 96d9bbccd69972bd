//! What the types in a signature stand for.

use std::collections::BTreeMap;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, ReturnType, Type, TypeParamBound};

use super::source::plain;
use crate::init::rust::{Output, Passing, Sort, Ty, Wrapper, passing_text, type_text};
use crate::refine::INTEGERS;
use crate::rust::read::unwrapped;
use crate::rust::{Fragment, print};

/// The names that a signature may use.
#[derive(Clone, Debug, Default)]
pub struct GenericsInScope {
    /// The type that `Self` is, with its arguments as they are called here. Within
    /// a trait it is `None`: only `Self` refers to it.
    pub own: Option<(String, Vec<String>)>,
    /// Type parameters: how they are called here, and in the type's declaration.
    pub parameters: BTreeMap<String, String>,
    /// Associated types that a bound fixes: `Self::Key` by `Key`.
    pub associated: BTreeMap<String, String>,
}

impl GenericsInScope {
    /// `&E` by how it is passed and what is behind.
    pub fn passed(&self, ty: &Type) -> (Passing, Ty) {
        match ty {
            Type::Reference(reference) => {
                let passing = match reference.mutability {
                    Some(_) => Passing::Mutable,
                    None => Passing::Shared,
                };
                (passing, self.ty(&reference.elem))
            }
            Type::Paren(inner) => self.passed(&inner.elem),
            Type::Group(inner) => self.passed(&inner.elem),
            ty => (Passing::Value, self.ty(ty)),
        }
    }

    fn ty(&self, ty: &Type) -> Ty {
        let other = || Ty::Other(self.text(ty.to_token_stream()));
        match ty {
            Type::Tuple(tuple) if tuple.elems.is_empty() => Ty::Unit,
            Type::Paren(inner) => self.ty(&inner.elem),
            Type::Group(inner) => self.ty(&inner.elem),
            Type::ImplTrait(implied) => self.converted(&implied.bounds).unwrap_or_else(other),
            Type::Path(path) if path.qself.is_none() => {
                self.named(&path.path).unwrap_or_else(other)
            }
            _ => other(),
        }
    }

    fn named(&self, path: &syn::Path) -> Option<Ty> {
        let last = path.segments.last()?;
        let name = plain(&last.ident);
        if self.is_own(path, &name) {
            return Some(Ty::Sort(Sort::Own));
        }
        if name == "Ordering" && last.arguments.is_empty() {
            return Some(Ty::Ordering);
        }
        let first = path.segments.first().map(|first| plain(&first.ident))?;
        if path.segments.len() == 2 && first == "Self" {
            let known = self.associated.get(&name)?;
            return Some(Ty::Sort(Sort::Parameter(known.clone())));
        }
        if path.segments.len() > 1 || !last.arguments.is_empty() {
            return None;
        }
        if let Some(declared) = self.parameters.get(&name) {
            return Some(Ty::Sort(Sort::Parameter(declared.clone())));
        }
        match name.as_str() {
            "bool" => Some(Ty::Bool),
            integer if INTEGERS.contains(&integer) => Some(Ty::Integer(name)),
            _ => None,
        }
    }

    fn is_own(&self, path: &syn::Path, name: &str) -> bool {
        if path.is_ident("Self") {
            return true;
        }
        let Some((own, arguments)) = &self.own else { return false };
        let last = path.segments.last();
        own == name && last.is_some_and(|last| self.arguments(&last.arguments) == *arguments)
    }

    /// Generic arguments as texts; lifetimes make no difference.
    pub fn arguments(&self, arguments: &PathArguments) -> Vec<String> {
        let PathArguments::AngleBracketed(arguments) = arguments else { return Vec::new() };
        let kept = arguments.args.iter().filter_map(|argument| match argument {
            GenericArgument::Lifetime(_) => None,
            other => Some(print(without_lifetimes(other.to_token_stream()))),
        });
        kept.collect()
    }

    /// `impl Into<E>` takes an `E`, and `impl Borrow<E>` too.
    fn converted(
        &self,
        bounds: &syn::punctuated::Punctuated<TypeParamBound, syn::Token![+]>,
    ) -> Option<Ty> {
        bounds.iter().find_map(|bound| {
            let TypeParamBound::Trait(bound) = bound else { return None };
            let last = bound.path.segments.last()?;
            if !["Into", "Borrow"].contains(&plain(&last.ident).as_str()) {
                return None;
            }
            let arguments = self.arguments(&last.arguments);
            let declared = self.parameters.get(arguments.first()?)?;
            Some(Ty::Sort(Sort::Parameter(declared.clone())))
        })
    }

    pub fn output(&self, output: &ReturnType) -> Output {
        let ReturnType::Type(_, ty) = output else {
            let text = String::new();
            return Output { wrapper: Wrapper::Plain, passing: Passing::Value, ty: Ty::Unit, text };
        };
        let (wrapper, inner) = unwrapped(ty);
        let (passing, inner) = self.passed(inner);
        let text = match type_text(&inner) {
            Some(core) => self.wrapped(ty, wrapper, &format!("{}{core}", passing_text(passing))),
            None => self.text(ty.to_token_stream()),
        };
        Output { wrapper, passing, ty: inner, text }
    }

    /// The wrapper around another text: `Result<Self, Full>`.
    fn wrapped(&self, ty: &Type, wrapper: Wrapper, inner: &str) -> String {
        let name = match wrapper {
            Wrapper::Plain => return inner.to_owned(),
            Wrapper::Option => "Option",
            Wrapper::Result => "Result",
        };
        let Type::Path(path) = ty else { return inner.to_owned() };
        let rest = path.path.segments.last().map(|last| match &last.arguments {
            PathArguments::AngleBracketed(arguments) => {
                let others = arguments.args.iter().skip(1);
                others.map(|other| format!(", {}", self.text(other.to_token_stream()))).collect()
            }
            _ => String::new(),
        });
        format!("{name}<{inner}{}>", rest.unwrap_or_default())
    }

    /// Rust text with the generics as the type's declaration calls them.
    pub fn text(&self, tokens: TokenStream) -> String {
        let text = Fragment::new(print(without_lifetimes(tokens)));
        text.renamed(|name| self.parameters.get(name).cloned()).to_string()
    }
}

/// Without the lifetimes of references; elsewhere one stands for all.
pub fn without_lifetimes(tokens: TokenStream) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    let mut after_reference = false;
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                let name = tokens.next();
                if !after_reference {
                    kept.push(TokenTree::Punct(punct));
                    let called = |ident: &proc_macro2::Ident| match ident == "_" {
                        true => ident.clone(),
                        false => proc_macro2::Ident::new("static", ident.span()),
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
                kept.push(TokenTree::Group(proc_macro2::Group::new(group.delimiter(), inner)));
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
