//! `use` lines of a generated file.

use super::Fragment;

/// A path that a file imports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// `std::collections::BTreeSet`, `mocks::*`, `crate::set::Set as Subject`
    pub path: String,
    /// The names of the path, without a new name: `crate`, `set`, `Set`.
    pub target: Vec<String>,
    /// The name that the import brings into scope, unless it is a glob.
    pub name: Option<String>,
    /// Whether the file may turn out not to use it. A trait can be imported for its methods,
    /// which the code does not show.
    pub perhaps: bool,
}

impl Import {
    pub fn new(path: impl Into<String>, name: Option<&str>) -> Self {
        let path = path.into();
        let target = Fragment::new(path.as_str()).path_names().map(str::to_owned).collect();
        Self { path, target, name: name.map(str::to_owned), perhaps: false }
    }

    pub fn perhaps(self) -> Self {
        Self { perhaps: true, ..self }
    }
}

/// The `use` lines in rustfmt's order, with the types of one module merged. A blank line
/// separates groups where editions 2021 and 2024 sort differently.
pub fn lines(imports: &[Import]) -> Vec<String> {
    let (perhaps, plain): (Vec<&Import>, Vec<_>) = imports.iter().partition(|one| one.perhaps);
    let plain = merged(&sorted(&plain)).into_iter().map(|path| (path, ""));
    let attribute = "#[allow(unused_imports)]\n";
    let perhaps = sorted(&perhaps).into_iter().map(|path| (path.to_owned(), attribute));
    let mut lines: Vec<_> = plain.chain(perhaps).collect();
    lines.sort_by(|(one, _), (other, _)| key(one).cmp(&key(other)));
    let mut grouped = Vec::new();
    for (place, (path, attribute)) in lines.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| newer_key(&lines[before].0));
        if before.is_some_and(|before| before > newer_key(path)) {
            grouped.push(String::new());
        }
        grouped.push(format!("{attribute}use {path};"));
    }
    grouped
}

fn sorted<'i>(imports: &[&'i Import]) -> Vec<&'i str> {
    let mut paths: Vec<&str> = imports.iter().map(|import| import.path.as_str()).collect();
    paths.sort_by_key(|path| key(path));
    paths.dedup();
    paths
}

/// Types of one module as one import: `module::{A, B}`. The paths are sorted.
fn merged(paths: &[&str]) -> Vec<String> {
    let mut merged: Vec<(&str, Vec<&str>)> = Vec::new();
    for path in paths {
        let (module, name) = path.rsplit_once("::").unwrap_or(("", path));
        let is_type = name.starts_with(char::is_uppercase) && name.chars().all(char::is_alphabetic);
        match merged.last_mut() {
            Some((known, names)) if *known == module && is_type && !module.is_empty() => {
                names.push(name);
            }
            _ if is_type => merged.push((module, vec![name])),
            _ => merged.push((path, Vec::new())),
        }
    }
    let text = |(module, names): (&str, Vec<&str>)| match names.as_slice() {
        [] => module.to_owned(),
        [name] if module.is_empty() => (*name).to_owned(),
        [name] => format!("{module}::{name}"),
        names => format!("{module}::{{{}}}", names.join(", ")),
    };
    merged.into_iter().map(text).collect()
}

/// The order up to edition 2021.
fn key(path: &str) -> Vec<(u8, &str)> {
    path.split("::").map(rank).collect()
}

/// The order since edition 2024, which sorts names in snake case and types together.
fn newer_key(path: &str) -> Vec<(u8, &str)> {
    let rank = |segment| {
        let (class, name) = rank(segment);
        (class.min(3), name)
    };
    path.split("::").map(rank).collect()
}

/// Keywords come first, then names in snake case, then types, then constants.
fn rank(segment: &str) -> (u8, &str) {
    let class = match segment {
        "self" => 0,
        "super" => 1,
        "crate" => 2,
        "*" => 6,
        name if name.chars().all(|letter| !letter.is_uppercase()) => 3,
        name if name.chars().any(char::is_lowercase) => 4,
        _ => 5,
    };
    (class, segment)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(paths: &[&str]) -> Vec<String> {
        let import = |path: &&str| match path.strip_suffix('?') {
            Some(path) => Import::new(path, None).perhaps(),
            None => Import::new(*path, None),
        };
        lines(&paths.iter().map(import).collect::<Vec<_>>())
    }

    #[test]
    fn types_of_one_module_are_merged() {
        assert_eq!(
            lines_of(&["std::rc::Rc", "a::Set", "mocks::*", "a::Bag", "std::rc::Weak", "a::new"]),
            ["use a::new;", "use a::{Bag, Set};", "use mocks::*;", "use std::rc::{Rc, Weak};"]
        );
    }

    #[test]
    fn imports_that_may_be_unused_stand_alone() {
        assert_eq!(
            lines_of(&["a::Set", "a::Bag?", "a::Set"]),
            ["#[allow(unused_imports)]\nuse a::Bag;", "use a::Set;"]
        );
    }

    #[test]
    fn a_blank_line_separates_what_the_editions_sort_differently() {
        assert_eq!(lines_of(&["a::z", "a::B"]), ["use a::z;", "", "use a::B;"]);
        assert_eq!(lines_of(&["super::x", "crate::y"]), ["use super::x;", "use crate::y;"]);
    }
}
