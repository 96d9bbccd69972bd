//! What std's collections ask of their elements. A bound that is missing in the
//! header would else be found by rustc, in generated code.

use syn::{GenericArgument, PathArguments, Type, TypePath};

use super::bounds::Generic;
use super::entry::Entries;
use super::{SortType, Use, std_traits};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::mapping_ast::Entry;

/// Collections, and the bounds of their first parameter.
const COLLECTIONS: &[(&str, &[&str])] = &[
    ("BTreeMap", &["Ord"]),
    ("BTreeSet", &["Ord"]),
    ("BinaryHeap", &["Ord"]),
    ("HashMap", &["Eq", "Hash"]),
    ("HashSet", &["Eq", "Hash"]),
];

/// A bound that is missing, for each type under test and each trait.
pub fn missing_bounds(
    entries: &Entries<'_>,
    generics: &[Generic],
    uses: &[Use],
) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for (sort, entry) in &entries.by_sort {
        let Some(SortType::Subject(subject)) = entries.sorts.get(sort) else { continue };
        let Ok(Type::Path(path)) = syn::parse_str::<Type>(&subject.rust_type) else { continue };
        let Some((collection, traits)) = collection(&path, uses) else { continue };
        let element = first_argument(&path);
        let element =
            generics.iter().find(|generic| Some(&generic.mock.generic) == element.as_ref());
        let Some(element) = element else { continue };
        let missing = traits.iter().filter(|name| !has(element, name));
        errors.extend(missing.map(|name| missing_bound(entry, collection, element, name)));
    }
    errors
}

/// The std collection that a path means, by its full name or by an import.
fn collection(path: &TypePath, uses: &[Use]) -> Option<(&'static str, &'static [&'static str])> {
    let segments: Vec<String> =
        path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let written = segments.join("::");
    let full = match segments.as_slice() {
        [name] => {
            let import = uses.iter().find(|import| import.name.as_ref() == Some(name))?;
            import.text.split(" as ").next()?.to_owned()
        }
        _ => written,
    };
    let name = full.trim_start_matches("::").strip_prefix("std::collections::")?;
    COLLECTIONS.iter().find(|(known, _)| *known == name).copied()
}

/// The first type argument, if it is a plain name.
fn first_argument(path: &TypePath) -> Option<String> {
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(Type::Path(argument)) => {
            argument.path.get_ident().map(ToString::to_string)
        }
        _ => None,
    }
}

/// Every mock can be hashed and compared, so a trait of the user's may bring these
/// with it; an order it has only by its own bound.
fn has(generic: &Generic, name: &str) -> bool {
    let bounds = &generic.mock.bounds;
    let implied = |bound: &str| name == "Eq" && bound == "Ord";
    let by_supertrait = |bound: &str| name != "Ord" && !std_traits::is_std(bound);
    bounds
        .iter()
        .any(|bound| bound.name == name || implied(&bound.name) || by_supertrait(&bound.name))
}

fn missing_bound(entry: &Entry, collection: &str, element: &Generic, name: &str) -> Diagnostic {
    let generic = &element.mock.generic;
    Diagnostic::error(
        Code::MissingBound,
        format!("`{collection}<{generic}>` needs `{generic}: {name}`"),
    )
    .label(element.span, format!("`{name}` is missing here"))
    .label(entry.rust_type.span, format!("asks its elements for `{name}`"))
    .help(format!("write the bound into the header: `refinement <{generic}: {name}>`"))
}
