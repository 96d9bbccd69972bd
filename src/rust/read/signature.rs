//! Signatures of functions: `fn Trait::name(&self, e: &E) -> bool`.

use std::ops::Range;

use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{FnArg, GenericArgument, PathArguments, ReceiverKind, ReturnType, Token, Type};

use super::{SyntaxError, parse};
use crate::rust::{Fragment, Ident, print};

/// A signature taken apart.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Absent in `fn(&self, …)`, where the receiver itself is called.
    pub path: Option<Path>,
    pub inputs: Vec<Input>,
    /// The parameters that are patterns. They are not among `inputs`.
    pub patterns: Vec<Range<usize>>,
    pub output: Option<Output>,
    /// From the parenthesis on, in rustfmt's spacing. Without `mut` before names, which
    /// concerns a body only.
    pub method: Fragment,
    /// The same for a function that is not a method, with `mut`. The receiver is called `this`.
    pub free: Fragment,
}

/// `Trait::name`
#[derive(Clone, Debug)]
pub struct Path {
    /// All but the last name, if there is more than one.
    pub qualifier: Option<Fragment>,
    pub name: Ident,
    /// The path as it stands.
    pub whole: Fragment,
    pub range: Range<usize>,
}

/// `e: &E`
#[derive(Clone, Debug)]
pub struct Input {
    /// `self` for the receiver.
    pub name: Ident,
    /// Written as `mut e`: a body changes its argument.
    pub mutable: bool,
    pub passing: Passing,
    /// The type after the `&`; `Self` for a plain receiver.
    pub core: Fragment,
    pub range: Range<usize>,
}

/// `Option<&E>`, taken apart.
#[derive(Clone, Debug)]
pub struct Output {
    pub wrapper: Wrapper,
    pub reference: bool,
    pub core: Fragment,
    pub range: Range<usize>,
}

/// How a function takes an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    Value,
    Shared,
    Mutable,
}

/// The wrapper that a function puts around its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrapper {
    Plain,
    Option,
    Result,
}

struct Parsed {
    path: Option<syn::ExprPath>,
    inputs: Punctuated<FnArg, Token![,]>,
    output: ReturnType,
}

/// Parses a signature from `fn` on.
pub fn signature(text: &str) -> Result<Signature, SyntaxError> {
    let mut parsed = parse(parse_signature, text)?;
    let mut inputs = Vec::new();
    let mut patterns = Vec::new();
    for argument in &parsed.inputs {
        match input(argument) {
            Some(input) => inputs.push(input),
            None => patterns.push(argument.span().byte_range()),
        }
    }
    let arrow = arrow(&parsed.output);
    parsed.inputs.iter_mut().for_each(drop_mut);
    Ok(Signature {
        path: parsed.path.as_ref().and_then(read_path),
        method: Fragment::new(format!("({}){arrow}", print(parsed.inputs.to_token_stream()))),
        free: free(&inputs, &arrow),
        inputs,
        patterns,
        output: match &parsed.output {
            ReturnType::Type(_, ty) if !is_unit(ty) => Some(output(ty)),
            _ => None,
        },
    })
}

/// The signature of a function that is not a method. What a method borrows from `self` by
/// default needs a lifetime here if there are other references.
fn free(inputs: &[Input], arrow: &str) -> Fragment {
    let references = inputs.iter().filter(|input| input.passing != Passing::Value).count();
    let receiver = inputs.iter().any(Input::is_borrowed_receiver);
    let borrows = arrow.contains('&') && !arrow.contains("&'") && references > 1 && receiver;
    let inputs: Vec<String> = inputs.iter().map(|input| input.free(borrows)).collect();
    let inputs = inputs.join(", ");
    Fragment::new(match borrows {
        true => format!("<'a>({inputs}){}", arrow.replace('&', "&'a ")),
        false => format!("({inputs}){arrow}"),
    })
}

impl Input {
    fn is_borrowed_receiver(&self) -> bool {
        self.name == "self" && self.passing != Passing::Value
    }

    /// The parameter of a function that is not a method.
    fn free(&self, borrows: bool) -> String {
        let name = if self.name == "self" { "this" } else { self.name.as_str() };
        let lifetime = if borrows && self.is_borrowed_receiver() { "'a " } else { "" };
        let passing = match self.passing {
            Passing::Value => String::new(),
            Passing::Shared => format!("&{lifetime}"),
            Passing::Mutable => format!("&{lifetime}mut "),
        };
        let mutable = if self.mutable { "mut " } else { "" };
        format!("{mutable}{name}: {passing}{}", self.core)
    }
}

fn parse_signature(input: ParseStream<'_>) -> syn::Result<Parsed> {
    input.parse::<Token![fn]>()?;
    let path = if input.peek(syn::token::Paren) { None } else { Some(input.parse()?) };
    let content;
    syn::parenthesized!(content in input);
    let inputs = content.parse_terminated(FnArg::parse, Token![,])?;
    Ok(Parsed { path, inputs, output: input.parse()? })
}

fn arrow(output: &ReturnType) -> String {
    match output {
        ReturnType::Default => String::new(),
        ReturnType::Type(_, ty) => format!(" -> {}", print(ty.to_token_stream())),
    }
}

fn read_path(path: &syn::ExprPath) -> Option<Path> {
    let mut qualifier = path.clone();
    let last = qualifier.path.segments.pop()?;
    qualifier.path.segments.pop_punct();
    if qualifier.path.segments.is_empty() {
        // In `<E>::new` and `::name` it stands before the name that is gone.
        qualifier.path.leading_colon = None;
    }
    let qualifier = print(qualifier.to_token_stream());
    Some(Path {
        qualifier: (!qualifier.is_empty()).then(|| Fragment::new(qualifier)),
        name: Ident::new(last.ident.to_string()),
        whole: Fragment::printed(path.to_token_stream()),
        range: path.span().byte_range(),
    })
}

/// `None` for a pattern.
fn input(input: &FnArg) -> Option<Input> {
    let range = input.span().byte_range();
    match input {
        FnArg::Receiver(receiver) => {
            let (passing, core) = match &receiver.kind {
                ReceiverKind::Reference(_, _, mutability) => {
                    (borrowed(mutability.is_some()), Fragment::new("Self"))
                }
                ReceiverKind::Typed(_, ty) => passed(ty),
                _ => (Passing::Value, Fragment::new("Self")),
            };
            let mutable = receiver.mutability.is_some();
            Some(Input { name: Ident::new("self"), mutable, passing, core, range })
        }
        FnArg::Typed(input) => match &*input.pat {
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                let (passing, core) = passed(&input.ty);
                let mutable = name.mutability.is_some();
                let name = Ident::new(name.ident.to_string());
                Some(Input { name, mutable, passing, core, range })
            }
            _ => None,
        },
    }
}

fn drop_mut(input: &mut FnArg) {
    match input {
        FnArg::Receiver(receiver) => receiver.mutability = None,
        FnArg::Typed(input) => {
            if let syn::Pat::Ident(name) = &mut *input.pat {
                name.mutability = None;
            }
        }
    }
}

fn borrowed(mutable: bool) -> Passing {
    if mutable { Passing::Mutable } else { Passing::Shared }
}

/// How a parameter of a type is passed, and the type after the `&`.
fn passed(ty: &Type) -> (Passing, Fragment) {
    match ty {
        Type::Reference(reference) => (
            borrowed(reference.mutability.is_some()),
            Fragment::printed(reference.elem.to_token_stream()),
        ),
        _ => (Passing::Value, Fragment::printed(ty.to_token_stream())),
    }
}

fn output(ty: &Type) -> Output {
    let (wrapper, inner) = unwrapped(ty);
    let (reference, core) = match inner {
        Type::Reference(reference) => (true, reference.elem.to_token_stream()),
        _ => (false, inner.to_token_stream()),
    };
    Output { wrapper, reference, core: Fragment::printed(core), range: ty.span().byte_range() }
}

/// `Option<T>` and `Result<T, E>` without the wrapper.
fn unwrapped(ty: &Type) -> (Wrapper, &Type) {
    let Type::Path(path) = ty else { return (Wrapper::Plain, ty) };
    let Some(last) = path.path.segments.last() else { return (Wrapper::Plain, ty) };
    let wrapper = match last.ident.to_string().as_str() {
        "Option" => Wrapper::Option,
        "Result" => Wrapper::Result,
        _ => return (Wrapper::Plain, ty),
    };
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return (Wrapper::Plain, ty);
    };
    match arguments.args.first() {
        Some(GenericArgument::Type(inner)) => (wrapper, inner),
        _ => (Wrapper::Plain, ty),
    }
}

fn is_unit(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(tuple) if tuple.elems.is_empty())
}
