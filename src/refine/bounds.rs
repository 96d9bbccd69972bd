//! The header's generics, `use` lines and preludes.

use quote::ToTokens;
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{GenericArgument, GenericParam, Generics, PathArguments, TypeParam, TypeParamBound};

use super::tokens::{parse, parse_whole, part};
use super::{Bound, Closure, Mock, Prelude, Use};
use crate::diagnostic::{Code, Diagnostic};
use crate::rust::print;
use crate::source::Span;
use crate::syntax::mapping_ast::RustText;

/// A generic parameter with its place.
#[derive(Clone, Debug)]
pub struct Generic {
    pub mock: Mock,
    pub span: Span,
}

/// Reads `<E: Ord, C: Fn(&E, &E) -> bool>`.
pub fn read_generics(fragment: &RustText) -> Result<Vec<Generic>, Vec<Diagnostic>> {
    let generics =
        parse_whole(|input: ParseStream<'_>| input.parse::<Generics>(), fragment, "generics")
            .map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    let mut read: Vec<Generic> = Vec::new();
    for parameter in &generics.params {
        let span = part(fragment, parameter.span().byte_range());
        match parameter {
            GenericParam::Type(parameter) => {
                let generic = Generic { mock: read_parameter(parameter), span };
                match read.iter().find(|other| other.mock.generic == generic.mock.generic) {
                    Some(first) => errors.push(twice(&generic, first)),
                    None => read.push(generic),
                }
            }
            GenericParam::Lifetime(_) => errors.push(unsupported(span, "a lifetime")),
            _ => errors.push(unsupported(span, "a constant")),
        }
    }
    if errors.is_empty() { Ok(read) } else { Err(errors) }
}

fn twice(generic: &Generic, first: &Generic) -> Diagnostic {
    let name = &generic.mock.generic;
    Diagnostic::error(Code::GenericParameter, format!("`{name}` is declared twice"))
        .label(generic.span, "again here")
        .label(first.span, "first here")
}

fn unsupported(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::GenericParameter, format!("{what} cannot stand for a sort"))
        .label(span, "only type parameters are mocked")
        .help("write the value itself where the type is used, such as `ArrayVec<E, 4>`")
}

fn read_parameter(parameter: &TypeParam) -> Mock {
    let traits = parameter.bounds.iter().filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) if !is_relaxed(bound) => Some(&bound.path),
        _ => None,
    });
    let paths: Vec<&syn::Path> = traits.collect();
    Mock {
        generic: parameter.ident.to_string(),
        closure: paths.iter().find_map(|path| read_closure(path)),
        bounds: paths.iter().map(|path| read_bound(path)).collect(),
    }
}

/// `?Sized` asks for nothing.
fn is_relaxed(bound: &syn::TraitBound) -> bool {
    bound.to_token_stream().to_string().starts_with('?')
}

fn read_bound(path: &syn::Path) -> Bound {
    let mut plain = path.clone();
    let mut associated = Vec::new();
    let mut name = String::new();
    if let Some(last) = plain.segments.last_mut() {
        name = last.ident.to_string();
        if let PathArguments::AngleBracketed(arguments) = &mut last.arguments {
            let mut kept = syn::punctuated::Punctuated::new();
            for argument in arguments.args.iter() {
                match argument {
                    GenericArgument::AssocType(assoc) => associated
                        .push((assoc.ident.to_string(), print(assoc.ty.to_token_stream()))),
                    other => kept.push(other.clone()),
                }
            }
            arguments.args = kept;
            if arguments.args.is_empty() {
                last.arguments = PathArguments::None;
            }
        }
    }
    Bound { text: print(plain.to_token_stream()), name, associated }
}

fn read_closure(path: &syn::Path) -> Option<Closure> {
    let last = path.segments.last()?;
    let PathArguments::Parenthesized(arguments) = &last.arguments else { return None };
    if !["Fn", "FnMut", "FnOnce"].contains(&last.ident.to_string().as_str()) {
        return None;
    }
    Some(Closure {
        inputs: arguments.inputs.iter().map(|input| print(input.to_token_stream())).collect(),
        output: match &arguments.output {
            syn::ReturnType::Default => None,
            syn::ReturnType::Type(_, ty) => Some(print(ty.to_token_stream())),
        },
    })
}

/// Reads what stands between `use` and `;`, one import for each name.
pub fn read_use(fragment: &RustText) -> Result<Vec<Use>, Diagnostic> {
    let lead = "use ";
    let text = format!("{lead}{};", fragment.text);
    let item = parse(
        |input: ParseStream<'_>| input.parse::<syn::ItemUse>(),
        fragment,
        lead.len(),
        &text,
        "an import",
    )?;
    let mut uses = Vec::new();
    let start = if item.leading_colon.is_some() { "::" } else { "" };
    leaves(&item.tree, start, &mut uses);
    Ok(uses)
}

fn leaves(tree: &syn::UseTree, path: &str, uses: &mut Vec<Use>) {
    let leaf = |last: &str, name: Option<String>| Use {
        text: format!("{path}{last}"),
        name,
        in_signatures: false,
    };
    match tree {
        syn::UseTree::Path(part) => leaves(&part.tree, &format!("{path}{}::", part.ident), uses),
        syn::UseTree::Name(name) if name.ident == "self" => {
            let module = path.trim_end_matches("::");
            let last = module.rsplit("::").next().unwrap_or(module);
            let name = Some(last.to_owned());
            uses.push(Use { text: module.to_owned(), name, in_signatures: false });
        }
        syn::UseTree::Name(name) => {
            uses.push(leaf(&name.ident.to_string(), Some(name.ident.to_string())));
        }
        syn::UseTree::Rename(rename) => {
            let last = format!("{} as {}", rename.ident, rename.rename);
            uses.push(leaf(&last, Some(rename.rename.to_string())));
        }
        syn::UseTree::Glob(_) => uses.push(leaf("*", None)),
        syn::UseTree::Group(group) => {
            for item in &group.items {
                leaves(item, path, uses);
            }
        }
    }
}

/// Reads the items of a prelude.
pub fn read_prelude(fragment: &RustText) -> Result<Prelude, Diagnostic> {
    let file = parse_whole(
        |input: ParseStream<'_>| input.parse::<syn::File>(),
        fragment,
        "a list of items",
    )?;
    let names = file.items.iter().filter_map(item_name).collect();
    Ok(Prelude { text: dedent(&fragment.text), names })
}

fn item_name(item: &syn::Item) -> Option<String> {
    let ident = match item {
        syn::Item::Fn(item) => &item.sig.ident,
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        syn::Item::Trait(item) => &item.ident,
        syn::Item::Const(item) => &item.ident,
        syn::Item::Static(item) => &item.ident,
        syn::Item::Mod(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

/// Lines without the indentation that all of them share, and without blank lines
/// around them.
pub fn dedent(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let shared = lines.iter().filter(|line| !line.is_empty()).map(indent).min().unwrap_or(0);
    let lines: Vec<&str> =
        lines.iter().map(|line| line.get(shared..).unwrap_or_default()).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}
