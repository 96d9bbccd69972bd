//! Bounds that std's collections require of their elements, and bounds that no mock can fulfil.
//! Without these checks rustc would report errors in generated code.

use super::entry::Entries;
use super::header::{self, Generic};
use super::std_traits::{is_hopeless, is_std};
use super::{Bound, NamesInScope, SortType};
use crate::diagnostic::{Code, Diagnostic};
use crate::rust::read::{NamedType, named_type};
use crate::syntax::mapping_ast::Entry;

/// Collections, and the bounds of their first parameter.
const COLLECTIONS: &[(&str, &[&str])] = &[
    ("BTreeMap", &["Ord"]),
    ("BTreeSet", &["Ord"]),
    ("BinaryHeap", &["Ord"]),
    ("HashMap", &["Eq", "Hash"]),
    ("HashSet", &["Eq", "Hash"]),
];

/// Reports each bound that a type under test requires and the header lacks.
pub fn missing_bounds(
    entries: &Entries<'_>,
    generics: &[Generic],
    names: NamesInScope<'_>,
) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for (sort, entry) in &entries.by_sort {
        let Some(SortType::Subject(subject)) = entries.sorts.get(sort) else { continue };
        let Some(rust_type) = named_type(&subject.rust_type) else { continue };
        let Some((collection, traits)) = collection(&rust_type, names) else { continue };
        let element = rust_type.argument.and_then(|name| header::find(generics, &name));
        let Some(element) = element else { continue };
        let missing = traits.iter().filter(|name| !has(element, name, names));
        errors.extend(missing.map(|name| missing_bound(entry, collection, element, name)));
    }
    errors
}

/// The std collection that a path means, by its full name or by an import.
fn collection(
    rust_type: &NamedType,
    names: NamesInScope<'_>,
) -> Option<(&'static str, &'static [&'static str])> {
    let full = match rust_type.path.as_slice() {
        [name] => names.imported(name)?,
        path => path,
    };
    match full {
        [std, collections, name] if std == "std" && collections == "collections" => {
            COLLECTIONS.iter().find(|(known, _)| known == name).copied()
        }
        _ => None,
    }
}

/// Every mock can be hashed and compared, so a trait of the user may have these traits as
/// supertraits. An order needs a bound of its own.
fn has(generic: &Generic, name: &str, names: NamesInScope<'_>) -> bool {
    generic.mock.bounds.iter().any(|bound| match names.std_trait(&bound.path) {
        Some(known) if is_std(known) => known == name || name == "Eq" && known == "Ord",
        _ => name != "Ord",
    })
}

fn missing_bound(entry: &Entry, collection: &str, element: &Generic, name: &str) -> Diagnostic {
    let generic = &element.mock.name;
    Diagnostic::error(
        Code::MissingBound,
        format!("`{collection}<{generic}>` needs `{generic}: {name}`"),
    )
    .label(element.span, format!("`{name}` is missing here"))
    .label(entry.rust_type.span, format!("requires `{name}` of its elements"))
    .help(format!("write the bound into the header: `refinement <{generic}: {name}>`"))
}

/// Reports a bound that no mock can fulfil.
pub fn hopeless(generic: &Generic, names: NamesInScope<'_>) -> Option<Diagnostic> {
    let is_hopeless = |bound: &&Bound| names.std_trait(&bound.path).is_some_and(is_hopeless);
    let bound = generic.mock.bounds.iter().find(is_hopeless)?;
    Some(
        Diagnostic::error(Code::Bound, format!("no mock can implement `{}`", bound.path))
            .label(generic.span, format!("required of `{}`", generic.mock.name))
            .help(
                "wrap the type under test so that it requires less, or map a function with a body",
            ),
    )
}
