//! Signatures as a mapping writes them: `fn Trait::name(&self, e: &E) -> bool`.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{FnArg, GenericArgument, PathArguments, ReceiverKind, ReturnType, Token, Type};

use super::tokens::{parse_whole, part};
use super::{Passing, Wrapper};
use crate::diagnostic::{Code, Diagnostic};
use crate::rust::print;
use crate::source::Span;
use crate::syntax::mapping_ast::RustText;

/// A signature taken apart.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Absent in `fn(&self, …)`, where the receiver itself is called.
    pub path: Option<Path>,
    pub inputs: Vec<Input>,
    pub output: Option<Output>,
    /// From the parenthesis on, in rustfmt's spacing and without `mut` before names, which
    /// says something of a body.
    pub text: String,
    /// The same for a function of the mapping's own, with `mut`: the receiver is called
    /// `this`.
    pub free_text: String,
}

/// `Trait::name`
#[derive(Clone, Debug)]
pub struct Path {
    /// All but the last name; empty for a plain name.
    pub qualifier: String,
    pub name: String,
    pub span: Span,
}

/// `e: &E`
#[derive(Clone, Debug)]
pub struct Input {
    /// `self` for the receiver.
    pub name: String,
    /// Written as `mut e`: a body changes what it was given.
    pub mutable: bool,
    pub passing: Passing,
    /// Behind the `&`; `Self` for a plain receiver.
    pub core: String,
    pub span: Span,
}

/// `Option<&E>`, taken apart.
#[derive(Clone, Debug)]
pub struct Output {
    pub wrapper: Wrapper,
    pub reference: bool,
    pub core: String,
    pub span: Span,
}

struct Parsed {
    path: Option<syn::ExprPath>,
    inputs: Punctuated<FnArg, Token![,]>,
    output: ReturnType,
}

pub fn read(fragment: &RustText) -> Result<Signature, Diagnostic> {
    let mut parsed = parse_whole(parse_signature, fragment, "a signature")?;
    let inputs = parsed.inputs.iter().map(|input| read_input(input, fragment));
    let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
    let arrow = arrow(&parsed.output);
    parsed.inputs.iter_mut().for_each(drop_mut);
    let text = format!("({}){arrow}", print(parsed.inputs.to_token_stream()));
    let free_text = free_text(&inputs, &arrow);
    Ok(Signature {
        path: parsed.path.map(|path| read_path(&path, fragment)),
        inputs,
        output: match &parsed.output {
            ReturnType::Type(_, ty) if !is_unit(ty) => Some(read_output(ty, fragment)),
            _ => None,
        },
        text,
        free_text,
    })
}

/// The signature of a function that is no method. What a method borrows from
/// `self` by default must be said here if there are other references.
fn free_text(inputs: &[Input], arrow: &str) -> String {
    let references = inputs.iter().filter(|input| input.passing != Passing::Value).count();
    let receiver = inputs.iter().any(|input| input.is_borrowed_receiver());
    let borrows = arrow.contains('&') && !arrow.contains("&'") && references > 1 && receiver;
    let inputs: Vec<String> = inputs
        .iter()
        .map(|input| {
            let name = if input.name == "self" { "this" } else { &input.name };
            let lifetime = if borrows && input.is_borrowed_receiver() { "'a " } else { "" };
            let passing = match input.passing {
                Passing::Value => String::new(),
                Passing::Shared => format!("&{lifetime}"),
                Passing::Mutable => format!("&{lifetime}mut "),
            };
            let mutable = if input.mutable { "mut " } else { "" };
            format!("{mutable}{name}: {passing}{}", input.core)
        })
        .collect();
    if borrows {
        return format!("<'a>({}){}", inputs.join(", "), arrow.replace('&', "&'a "));
    }
    format!("({}){arrow}", inputs.join(", "))
}

impl Input {
    fn is_borrowed_receiver(&self) -> bool {
        self.name == "self" && self.passing != Passing::Value
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

fn read_path(path: &syn::ExprPath, fragment: &RustText) -> Path {
    let name = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    let text = print(path.to_token_stream());
    let qualifier = text.rfind("::").map_or("", |at| &text[..at]);
    Path { qualifier: qualifier.to_owned(), name, span: part(fragment, path.span().byte_range()) }
}

fn read_input(input: &FnArg, fragment: &RustText) -> Result<Input, Diagnostic> {
    let span = part(fragment, input.span().byte_range());
    match input {
        FnArg::Receiver(receiver) => {
            let (passing, core) = match &receiver.kind {
                ReceiverKind::Reference(_, _, mutability) => {
                    (borrowed(mutability.is_some()), "Self".to_owned())
                }
                ReceiverKind::Typed(_, ty) => passed(ty),
                _ => (Passing::Value, "Self".to_owned()),
            };
            let mutable = receiver.mutability.is_some();
            Ok(Input { name: "self".to_owned(), mutable, passing, core, span })
        }
        FnArg::Typed(input) => match &*input.pat {
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                let (passing, core) = passed(&input.ty);
                let mutable = name.mutability.is_some();
                Ok(Input { name: name.ident.to_string(), mutable, passing, core, span })
            }
            _ => Err(Diagnostic::error(Code::ArgumentName, "a parameter needs a plain name")
                .label(span, "this is a pattern")),
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

/// How a parameter of a type is passed, and the type behind the `&`.
fn passed(ty: &Type) -> (Passing, String) {
    match ty {
        Type::Reference(reference) => {
            (borrowed(reference.mutability.is_some()), print(reference.elem.to_token_stream()))
        }
        _ => (Passing::Value, print(ty.to_token_stream())),
    }
}

fn read_output(ty: &Type, fragment: &RustText) -> Output {
    let span = part(fragment, ty.span().byte_range());
    let (wrapper, inner) = unwrapped(ty);
    let (reference, core) = match inner {
        Type::Reference(reference) => (true, reference.elem.to_token_stream()),
        _ => (false, inner.to_token_stream()),
    };
    Output { wrapper, reference, core: print(core), span }
}

/// `Option<T>` and `Result<T, E>` without the wrapper.
pub fn unwrapped(ty: &Type) -> (Wrapper, &Type) {
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

/// The last name of a path with its generics: `HashSet<E>` for
/// `std::collections::HashSet<E>`. Two ways to write a path are one type.
pub fn last_segment(text: &str) -> &str {
    let head = text.find(['<', '(', '[', ' ']).unwrap_or(text.len());
    text[..head].rfind("::").map_or(text, |at| &text[at + 2..])
}

/// The last name of a trait's path, without generics.
pub fn trait_name(path: &str) -> &str {
    let last = last_segment(path);
    last.split('<').next().unwrap_or(last)
}

/// A type of the mapping in rustfmt's spacing.
pub fn read_type(fragment: &RustText) -> Result<String, Diagnostic> {
    let ty = parse_whole(|input: ParseStream<'_>| input.parse::<Type>(), fragment, "a type")?;
    Ok(print(ty.to_token_stream()))
}

/// The path of a trait or function in rustfmt's spacing.
pub fn read_path_text(fragment: &RustText, what: &str) -> Result<String, Diagnostic> {
    let path = parse_whole(|input: ParseStream<'_>| input.parse::<syn::Path>(), fragment, what)?;
    Ok(print(path.to_token_stream()))
}

/// A block that must be an expression of Rust; without its braces, with `self`
/// called `this`.
pub fn read_block(fragment: &RustText) -> Result<String, Diagnostic> {
    let block =
        parse_whole(|input: ParseStream<'_>| input.parse::<syn::Block>(), fragment, "a block")?;
    let mut places = Vec::new();
    find_self(block.to_token_stream(), &mut places);
    places.sort_unstable();
    let mut text = fragment.text.clone();
    for start in places.into_iter().rev() {
        text.replace_range(start..start + "self".len(), "this");
    }
    Ok(text[1..text.len() - 1].to_owned())
}

fn find_self(tokens: TokenStream, places: &mut Vec<usize>) {
    for token in tokens {
        match token {
            proc_macro2::TokenTree::Ident(ident) if ident == "self" => {
                places.push(ident.span().byte_range().start);
            }
            proc_macro2::TokenTree::Group(group) => find_self(group.stream(), places),
            _ => {}
        }
    }
}

/// Whether a one-line text is what the printer would write: then rustfmt would
/// leave it alone.
pub fn is_tidy(text: &str) -> bool {
    let Ok(tokens) = text.parse::<TokenStream>() else { return false };
    !text.contains(['\n', '{', '/']) && text.len() <= 50 && print(tokens) == text
}
