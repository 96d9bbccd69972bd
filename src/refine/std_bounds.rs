//! Bounds that std's collections require of their elements. Without this check rustc would
//! report a missing bound in generated code.

use super::entry::Entries;
use super::header::{self, Generic};
use super::{SortType, Use, std_traits};
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
    uses: &[Use],
) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for (sort, entry) in &entries.by_sort {
        let Some(SortType::Subject(subject)) = entries.sorts.get(sort) else { continue };
        let Some(rust_type) = named_type(&subject.rust_type) else { continue };
        let Some((collection, traits)) = collection(&rust_type, uses) else { continue };
        let element = rust_type.argument.and_then(|name| header::find(generics, &name));
        let Some(element) = element else { continue };
        let missing = traits.iter().filter(|name| !has(element, name));
        errors.extend(missing.map(|name| missing_bound(entry, collection, element, name)));
    }
    errors
}

/// The std collection that a path means, by its full name or by an import.
fn collection(
    rust_type: &NamedType,
    uses: &[Use],
) -> Option<(&'static str, &'static [&'static str])> {
    let full = match rust_type.path.as_slice() {
        [name] => {
            let mut imports = uses.iter().map(|one| &one.import);
            imports.find(|import| import.name.as_ref() == Some(name))?.target().to_owned()
        }
        path => path.join("::"),
    };
    let name = full.trim_start_matches("::").strip_prefix("std::collections::")?;
    COLLECTIONS.iter().find(|(known, _)| *known == name).copied()
}

/// Every mock can be hashed and compared, so a trait of the user may have these traits as
/// supertraits. An order needs a bound of its own.
fn has(generic: &Generic, name: &str) -> bool {
    let bounds = &generic.mock.bounds;
    let implied = |bound: &str| name == "Eq" && bound == "Ord";
    let by_supertrait = |bound: &str| name != "Ord" && !std_traits::is_std(bound);
    bounds
        .iter()
        .any(|bound| bound.name == name || implied(&bound.name) || by_supertrait(&bound.name))
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
