//! The items of a file.

use quote::ToTokens;
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprCall, ExprLit, ItemFn, Lit, Meta};

use super::{SyntaxError, parse};
use crate::rust::Ident;

/// An item of a file or module. Code is given as tokens, which are independent of layout and
/// comments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    Function(ItemFunction),
    /// A module with its content in the same file.
    Module {
        name: String,
        items: Vec<Item>,
        tokens: String,
    },
    Use(String),
    Other(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemFunction {
    pub name: String,
    /// Whether it has the attribute `#[test]`.
    pub is_test: bool,
    /// The lines of its documentation.
    pub documentation: Vec<String>,
    /// The tokens of its signature and body.
    pub code: String,
    /// The tokens of the whole item, attributes included.
    pub tokens: String,
    /// The lines of the function with its attributes, without the indentation of the first.
    pub source: String,
    /// The calls in its body, outermost first.
    pub calls: Vec<Call>,
}

/// The call of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// `Case :: new`
    pub function: String,
    /// The arguments that are string literals; `None` for all others.
    pub texts: Vec<Option<String>>,
}

/// The items of a whole file, or `None` if the text is not Rust.
pub fn items(text: &str) -> Option<Vec<Item>> {
    let file = syn::parse_file(text).ok()?;
    Some(file.items.iter().map(|it| item(it, text)).collect())
}

/// The names of the items that a list of items declares.
pub fn item_names(text: &str) -> Result<Vec<Ident>, SyntaxError> {
    let file = parse(|input: ParseStream<'_>| input.parse::<syn::File>(), text)?;
    Ok(file.items.iter().filter_map(item_name).collect())
}

/// A list of items, each of which is allowed to be dead code.
pub fn allowing_dead_code(text: &str) -> String {
    let Ok(file) = syn::parse_file(text) else { return text.to_owned() };
    let mut result = text.to_owned();
    for item in file.items.iter().rev() {
        let may_be_dead = match item {
            syn::Item::Use(_) | syn::Item::Macro(_) => false,
            syn::Item::Impl(item) => item.trait_.is_none(),
            other => item_name(other).is_some(),
        };
        let at = item.span().byte_range().start;
        if may_be_dead && result.is_char_boundary(at) {
            let line = result[..at].rfind('\n').map_or(0, |end| end + 1);
            let indentation: String = result[line..at].chars().take_while(|c| *c == ' ').collect();
            result.insert_str(at, &format!("#[allow(dead_code)]\n{indentation}"));
        }
    }
    result
}

fn item_name(item: &syn::Item) -> Option<Ident> {
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
    Some(Ident::new(ident.to_string()))
}

fn item(item: &syn::Item, text: &str) -> Item {
    match item {
        syn::Item::Fn(item) => Item::Function(function(item, text)),
        syn::Item::Mod(module) => match &module.content {
            Some((_, items)) => Item::Module {
                name: module.ident.to_string(),
                items: items.iter().map(|inner| self::item(inner, text)).collect(),
                tokens: tokens(module),
            },
            None => Item::Other(tokens(module)),
        },
        syn::Item::Use(item) => Item::Use(tokens(item)),
        other => Item::Other(tokens(other)),
    }
}

fn function(item: &ItemFn, text: &str) -> ItemFunction {
    let mut calls = Calls(Vec::new());
    calls.visit_item_fn(item);
    ItemFunction {
        name: item.sig.ident.to_string(),
        is_test: item.attrs.iter().any(|attribute| attribute.path().is_ident("test")),
        documentation: documentation(&item.attrs),
        code: tokens(&item.sig) + &tokens(&item.block),
        tokens: tokens(item),
        source: source(item, text),
        calls: calls.0,
    }
}

struct Calls(Vec<Call>);

impl Visit<'_> for Calls {
    fn visit_expr_call(&mut self, call: &ExprCall) {
        let texts = call.args.iter().map(string).collect();
        self.0.push(Call { function: tokens(&call.func), texts });
        visit::visit_expr_call(self, call);
    }
}

fn documentation(attributes: &[Attribute]) -> Vec<String> {
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => string(&pair.value),
        _ => None,
    };
    attributes.iter().filter_map(line).map(|line| line.trim().to_owned()).collect()
}

fn string(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

fn source(item: &ItemFn, text: &str) -> String {
    let span = item.span();
    let (first, last) = (span.start(), span.end().line);
    let indentation = " ".repeat(first.column);
    let lines = text.lines().take(last).skip(first.line.saturating_sub(1));
    let lines = lines.map(|line| line.strip_prefix(&indentation).unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

fn tokens(code: &impl ToTokens) -> String {
    code.to_token_stream().to_string()
}
