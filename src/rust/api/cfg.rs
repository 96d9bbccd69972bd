//! `#[cfg(…)]`: which items are compiled, as far as the features of a crate tell.

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Token};

/// The features of a crate; `None` where they are unknown.
pub type Features<'f> = Option<&'f [String]>;

/// Whether an item is left out for certain: it is for tests, or needs another set of features.
pub(super) fn is_out(attributes: &[Attribute], features: Features<'_>) -> bool {
    let mut conditions = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    conditions.any(|attribute| {
        let condition = attribute.parse_args::<Meta>();
        condition.is_ok_and(|condition| holds(&condition, features) == Some(false))
    })
}

/// `None` for what only the compiler knows, such as the target.
fn holds(condition: &Meta, features: Features<'_>) -> Option<bool> {
    match condition {
        Meta::Path(path) if path.is_ident("test") => Some(false),
        Meta::NameValue(pair) if pair.path.is_ident("feature") => {
            let Expr::Lit(ExprLit { lit: Lit::Str(name), .. }) = &pair.value else { return None };
            features.map(|features| features.contains(&name.value()))
        }
        Meta::List(list) => {
            let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
            let parts = list.parse_args_with(parser).ok()?;
            let parts: Vec<Option<bool>> = parts.iter().map(|part| holds(part, features)).collect();
            if list.path.is_ident("not") {
                return parts.first().copied().flatten().map(|holds| !holds);
            }
            // One part decides: a false one for `all`, a true one for `any`.
            let decisive = list.path.is_ident("any");
            if parts.contains(&Some(decisive)) {
                return Some(decisive);
            }
            (!parts.contains(&None)).then_some(!decisive)
        }
        _ => None,
    }
}
