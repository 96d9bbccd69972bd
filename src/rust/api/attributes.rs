//! The attributes of declarations that say something to a test.

use quote::ToTokens;
use syn::Attribute;

use super::ty::plain;
use crate::rust::print;

/// What the attributes of an item say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    /// The condition in `#[cfg(…)]`.
    pub cfg: Option<String>,
    /// `#[doc(hidden)]`
    pub is_hidden: bool,
    pub is_deprecated: bool,
}

impl Attributes {
    pub(super) fn read(attributes: &[Attribute]) -> Self {
        let is_hidden = |attribute: &Attribute| {
            attribute.path().is_ident("doc") && content(attribute).as_deref() == Some("hidden")
        };
        Attributes {
            cfg: condition(attributes),
            is_hidden: attributes.iter().any(is_hidden),
            is_deprecated: attributes.iter().any(|one| one.path().is_ident("deprecated")),
        }
    }
}

/// The traits of `#[derive(…)]`, by their last name.
pub(super) fn derives(attributes: &[Attribute]) -> Vec<String> {
    let mut traits = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
        // An attribute that is not a list of paths derives nothing.
        let _ = attribute.parse_nested_meta(|meta| {
            traits.extend(meta.path.segments.last().map(|last| plain(&last.ident)));
            Ok(())
        });
    }
    traits
}

/// `#[path = "other.rs"]`
pub(super) fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    let attribute = attributes.iter().find(|attribute| attribute.path().is_ident("path"))?;
    let pair = attribute.meta.require_name_value().ok()?;
    match &pair.value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
        other => Some(other.to_token_stream().to_string()),
    }
}

fn condition(attributes: &[Attribute]) -> Option<String> {
    content(attributes.iter().find(|attribute| attribute.path().is_ident("cfg"))?)
}

/// What stands in the brackets of an attribute.
fn content(attribute: &Attribute) -> Option<String> {
    Some(print(attribute.meta.require_list().ok()?.tokens.clone()))
}
