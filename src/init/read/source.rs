//! A Rust file, and the lookup of a type in it.

use proc_macro2::{TokenStream, TokenTree};
use syn::spanned::Spanned;

use crate::diagnostic::{Code, Diagnostic};
use crate::near_name::hint;
use crate::source::{FileId, Span};

/// The parser recurses. Code written by people is nested far less.
const DEEPEST: usize = 200;

/// The items of a file with the modules around them.
pub struct Source {
    pub items: Vec<Placed>,
    pub has_macros: bool,
}

pub struct Placed {
    pub modules: Vec<String>,
    pub item: syn::Item,
}

/// The declaration of a type.
pub struct LocatedType<'s> {
    pub ident: &'s syn::Ident,
    pub generics: &'s syn::Generics,
    pub attributes: &'s [syn::Attribute],
    pub is_public: bool,
    pub modules: &'s [String],
}

impl LocatedType<'_> {
    pub fn span(&self, file: FileId) -> Span {
        Span::new(file, self.ident.span().byte_range())
    }
}

/// Parses a Rust file. A syntax error is reported at its place.
pub fn parse(text: &str, file: FileId) -> Result<Source, Diagnostic> {
    let text = without_lead(text);
    let tokens: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| {
        let what = "brackets do not match, or a literal does not end";
        not_rust(&text, file, error.span().byte_range(), what)
    })?;
    if let Some(place) = too_deep(&tokens) {
        let what = format!("more than {DEEPEST} brackets or operators inside each other");
        return Err(not_rust(&text, file, place, &what));
    }
    let parsed: syn::File = syn::parse2(tokens)
        .map_err(|error| not_rust(&text, file, error.span().byte_range(), &error.to_string()))?;
    let mut source = Source { items: Vec::new(), has_macros: false };
    source.collect(parsed.items, &[]);
    Ok(source)
}

/// A byte order mark and a `#!` line are not Rust. They are replaced by blanks, so that
/// places in the text stay the same.
fn without_lead(text: &str) -> String {
    let mark = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let rest = &text[mark..];
    let line = match rest.starts_with("#!") && !rest.starts_with("#![") {
        true => rest.find('\n').unwrap_or(rest.len()),
        false => 0,
    };
    format!("{}{}", " ".repeat(mark + line), &rest[line..])
}

fn not_rust(text: &str, file: FileId, range: std::ops::Range<usize>, what: &str) -> Diagnostic {
    // If the text ends too early, the label points at its last character.
    let end = text.trim_end().len();
    let range = if range.is_empty() { end.saturating_sub(1)..end } else { range };
    let start = (0..=range.start.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    let stop = (range.end.min(text.len())..=text.len()).find(|at| text.is_char_boundary(*at));
    let span = Span::new(file, start.unwrap_or(0)..stop.unwrap_or(text.len()));
    Diagnostic::error(Code::NotARustFile, "this file is not Rust")
        .label(span, what.to_owned())
        .help("`cargo check` explains the error; macros are not expanded here")
}

/// The place of the first bracket or operator that is nested too deep.
fn too_deep(tokens: &TokenStream) -> Option<std::ops::Range<usize>> {
    let mut open = vec![tokens.clone().into_iter()];
    let mut operators = 0;
    while let Some(innermost) = open.last_mut() {
        match innermost.next() {
            Some(TokenTree::Group(group)) => {
                operators = 0;
                if open.len() > DEEPEST {
                    return Some(group.span_open().byte_range());
                }
                open.push(group.stream().into_iter());
            }
            Some(TokenTree::Punct(punct)) => {
                operators += 1;
                if operators > DEEPEST {
                    return Some(punct.span().byte_range());
                }
            }
            Some(_) => operators = 0,
            None => {
                open.pop();
            }
        }
    }
    None
}

impl Source {
    fn collect(&mut self, items: Vec<syn::Item>, modules: &[String]) {
        for item in items {
            match item {
                syn::Item::Mod(syn::ItemMod {
                    attrs, ident, content: Some((_, inner)), ..
                }) => {
                    if !is_for_tests(&attrs) {
                        let modules = [modules, &[plain(&ident)]].concat();
                        self.collect(inner, &modules);
                    }
                }
                syn::Item::Macro(_) => self.has_macros = true,
                item => self.items.push(Placed { modules: modules.to_vec(), item }),
            }
        }
    }

    /// The declaration of the wanted type, or of the only type with public methods.
    pub fn find(&self, wanted: Option<&str>, file: FileId) -> Result<LocatedType<'_>, Diagnostic> {
        let types: Vec<LocatedType<'_>> = self.items.iter().filter_map(declaration).collect();
        let Some(wanted) = wanted else { return self.only(types, file) };
        let path: Vec<&str> = wanted.split("::").collect();
        let (name, modules) = path.split_last().expect("a split has a last part");
        let is_wanted = |found: &&LocatedType<'_>| {
            plain(found.ident) == *name
                && found
                    .modules
                    .iter()
                    .map(String::as_str)
                    .rev()
                    .zip(modules.iter().rev())
                    .all(|(known, written)| known == *written)
                && found.modules.len() >= modules.len()
        };
        match types.iter().position(|found| is_wanted(&found)) {
            Some(place) => Ok(types.into_iter().nth(place).expect("it was found there")),
            None => Err(self.unknown(name, &types, file)),
        }
    }

    /// The one type with public methods.
    fn only<'s>(
        &'s self,
        types: Vec<LocatedType<'s>>,
        file: FileId,
    ) -> Result<LocatedType<'s>, Diagnostic> {
        let with_methods = |found: &LocatedType<'_>| self.has_public_method(&plain(found.ident));
        let mut candidates: Vec<LocatedType<'_>> = types.into_iter().filter(with_methods).collect();
        if candidates.len() == 1 {
            return Ok(candidates.remove(0));
        }
        let start = Span::new(file, 0..0);
        let names: Vec<String> =
            candidates.iter().map(|found| format!("`{}`", plain(found.ident))).collect();
        Err(match names.as_slice() {
            [] => Diagnostic::error(Code::NoMethods, "no type of this file has public methods")
                .label(start, "in this file"),
            _ => Diagnostic::error(Code::UnknownRustType, "several types have public methods")
                .label(start, "in this file")
                .help(format!("name one of them: {}", names.join(", "))),
        })
    }

    fn has_public_method(&self, name: &str) -> bool {
        let blocks = self.blocks(name).filter(|block| block.trait_.is_none());
        blocks
            .flat_map(|block| &block.items)
            .any(|item| matches!(item, syn::ImplItem::Fn(method) if is_public(&method.vis)))
    }

    /// The impl blocks of a type.
    pub fn blocks<'s>(&'s self, name: &str) -> impl Iterator<Item = &'s syn::ItemImpl> {
        self.items.iter().filter_map(move |placed| match &placed.item {
            syn::Item::Impl(block) if !is_for_tests(&block.attrs) => {
                let syn::Type::Path(path) = &*block.self_ty else { return None };
                let last = path.path.segments.last()?;
                (plain(&last.ident) == name).then_some(block)
            }
            _ => None,
        })
    }

    /// A trait of the file.
    pub fn own_trait(&self, name: &str) -> Option<(&syn::ItemTrait, &[String])> {
        self.items.iter().find_map(|placed| match &placed.item {
            syn::Item::Trait(item) if plain(&item.ident) == name => {
                Some((item, placed.modules.as_slice()))
            }
            _ => None,
        })
    }

    fn unknown(&self, name: &str, types: &[LocatedType<'_>], file: FileId) -> Diagnostic {
        let message = format!("this file declares no type `{name}`");
        let report = Diagnostic::error(Code::UnknownRustType, message);
        let other = self.items.iter().find_map(|placed| match &placed.item {
            syn::Item::Trait(item) if plain(&item.ident) == name => {
                Some((&item.ident, "this is a trait; name a type"))
            }
            syn::Item::Type(item) if plain(&item.ident) == name => {
                Some((&item.ident, "this is an alias; name the type that it refers to"))
            }
            _ => None,
        });
        if let Some((ident, what)) = other {
            return report.label(Span::new(file, ident.span().byte_range()), what);
        }
        if let Some(block) = self.blocks(name).next() {
            let span = Span::new(file, block.self_ty.span().byte_range());
            let help = "name the file that declares the type; its methods must be in the same file";
            return report.label(span, "this file has only methods of the type").help(help);
        }
        let report = report.label(Span::new(file, 0..0), "in this file");
        let names: Vec<String> = types.iter().map(|found| plain(found.ident)).collect();
        match hint(name, names.iter().map(String::as_str)) {
            Some(hint) => report.help(hint),
            None if names.is_empty() => report.help("it declares no types at all"),
            None => report.help(format!("it declares: {}", names.join(", "))),
        }
    }
}

fn declaration(placed: &Placed) -> Option<LocatedType<'_>> {
    let (ident, generics, attributes, visibility) = match &placed.item {
        syn::Item::Struct(item) => (&item.ident, &item.generics, &item.attrs, &item.vis),
        syn::Item::Enum(item) => (&item.ident, &item.generics, &item.attrs, &item.vis),
        syn::Item::Union(item) => (&item.ident, &item.generics, &item.attrs, &item.vis),
        _ => return None,
    };
    Some(LocatedType {
        ident,
        generics,
        attributes,
        is_public: is_public(visibility),
        modules: &placed.modules,
    })
}

pub fn is_public(visibility: &syn::Visibility) -> bool {
    matches!(visibility, syn::Visibility::Public(_))
}

/// A name without the `r#` that keywords need.
pub fn plain(ident: &syn::Ident) -> String {
    let name = ident.to_string();
    name.strip_prefix("r#").map_or(name.clone(), str::to_owned)
}

/// `#[cfg(test)]`
pub fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    condition(attributes).as_deref() == Some("test")
}

/// What stands in `#[cfg(…)]`.
pub fn condition(attributes: &[syn::Attribute]) -> Option<String> {
    let cfg = attributes.iter().find(|attribute| attribute.path().is_ident("cfg"))?;
    let list = cfg.meta.require_list().ok()?;
    Some(crate::rust::print(list.tokens.clone()))
}
