//! The `use` lines of a mapping.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::{Draft, SkeletonSource};
use super::read::Source;
use crate::rust::std_module;

/// What every Rust file knows.
const PRELUDE: &[&str] = &[
    "Box",
    "Clone",
    "Copy",
    "Default",
    "Eq",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "Into",
    "Option",
    "Ord",
    "Output",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Self",
    "Send",
    "Sized",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "Unpin",
    "Vec",
];

/// The lines without `use`, and the names that were not found.
pub fn imports(
    draft: &Draft,
    source: &Source,
    origin: &SkeletonSource,
) -> (Vec<String>, Vec<String>) {
    let mut paths: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let rust = &draft.rust;
    let home = origin.path.module_of(&rust.modules, &rust.name);
    paths.entry(home).or_default().insert(rust.name.clone());
    let mut unknown = Vec::new();
    for name in names_of_header(draft) {
        match find(&name, source, origin) {
            Known::At(module) => {
                paths.entry(module).or_default().insert(name);
            }
            Known::Everywhere => {}
            Known::Nowhere => unknown.push(name),
        }
    }
    let lines = paths.into_iter().map(|(module, names)| {
        let names: Vec<String> = names.into_iter().collect();
        match names.as_slice() {
            [one] => format!("{module}::{one}"),
            many => format!("{module}::{{{}}}", many.join(", ")),
        }
    });
    (lines.collect(), unknown)
}

/// The names that bounds start a path with.
fn names_of_header(draft: &Draft) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for bound in draft.parameters.iter().flat_map(|parameter| &parameter.bounds) {
        for name in bound.names().filter(|name| name.starts_with(char::is_uppercase)) {
            if !draft.parameters.iter().any(|known| known.generic == name) {
                names.insert(name.to_owned());
            }
        }
    }
    names
}

enum Known {
    At(String),
    Everywhere,
    Nowhere,
}

fn find(name: &str, source: &Source, origin: &SkeletonSource) -> Known {
    if let Some(modules) = source.modules_around(name) {
        return Known::At(origin.path.module_of(modules, name));
    }
    let imported = source.import_of(name);
    let imported = imported.and_then(|(modules, path)| origin.path.resolved(modules, path));
    if let Some(module) = imported {
        return Known::At(module);
    }
    if let Some(module) = std_module(name) {
        return Known::At(module.to_owned());
    }
    if PRELUDE.contains(&name) { Known::Everywhere } else { Known::Nowhere }
}
