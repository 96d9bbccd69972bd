//! Types, paths and blocks.

use quote::ToTokens;
use syn::parse::ParseStream;
use syn::{GenericArgument, PathArguments, Type};

use super::{SyntaxError, parse};
use crate::rust::{Fragment, Ident};

/// A type in rustfmt's spacing.
pub fn rust_type(text: &str) -> Result<Fragment, SyntaxError> {
    let ty = parse(|input: ParseStream<'_>| input.parse::<Type>(), text)?;
    Ok(Fragment::printed(ty.to_token_stream()))
}

/// The path of a trait or function in rustfmt's spacing.
pub fn path(text: &str) -> Result<Fragment, SyntaxError> {
    let path = parse(|input: ParseStream<'_>| input.parse::<syn::Path>(), text)?;
    Ok(Fragment::printed(path.to_token_stream()))
}

/// `|n| n + 1`, or the path of a function.
pub fn closure(text: &str) -> Result<Fragment, SyntaxError> {
    parse(|input: ParseStream<'_>| input.parse::<syn::Expr>(), text)?;
    Ok(Fragment::new(text))
}

/// A block as the body of a function that is not a method: without its braces, and with `self`
/// called `this`.
pub fn block(text: &str) -> Result<Fragment, SyntaxError> {
    parse(|input: ParseStream<'_>| input.parse::<syn::Block>(), text)?;
    let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let body = Fragment::new(inner.unwrap_or(text));
    Ok(body.renamed(|name| (name == "self").then(|| "this".to_owned())))
}

/// A type that is a path: `std::collections::HashSet<E>`.
pub struct NamedType {
    /// `std::collections::HashSet`
    pub path: Vec<String>,
    /// The first generic argument, if it is a plain name.
    pub argument: Option<Ident>,
}

/// A type taken apart, if it is a path.
pub fn named_type(rust_type: &Fragment) -> Option<NamedType> {
    let Ok(Type::Path(ty)) = syn::parse_str::<Type>(rust_type.as_str()) else { return None };
    let segments = &ty.path.segments;
    let argument = match &segments.last()?.arguments {
        PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
            Some(GenericArgument::Type(Type::Path(argument))) => argument.path.get_ident(),
            _ => None,
        },
        _ => None,
    };
    Some(NamedType {
        path: segments.iter().map(|segment| segment.ident.to_string()).collect(),
        argument: argument.map(|name| Ident::new(name.to_string())),
    })
}
