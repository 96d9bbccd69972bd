//! Files that were generated once and are no longer.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::{Disk, display, read_text};
use crate::emit::{SUPPORT_FOLDER, is_generated, is_intact};
use crate::error::Error;

/// A generated file that no build makes any more.
#[derive(Clone, Debug)]
pub struct Stale {
    /// As messages show it.
    pub name: String,
    pub text: String,
    pub(super) path: PathBuf,
}

impl Stale {
    pub fn is_edited(&self) -> bool {
        !is_intact(&self.text)
    }
}

/// The generated files of an output folder that are not among those that are made
/// now; only those of one mapping, where its name is given.
pub fn stale(
    disk: &Disk,
    folder: &Path,
    mapping: Option<&str>,
    made: &BTreeSet<String>,
) -> Vec<Stale> {
    let is_of_mapping = |path: &Path| {
        let first = path.components().next().map(|part| part.as_os_str().to_string_lossy());
        let first = first.unwrap_or_default();
        let stem = first.strip_suffix(".rs").or_else(|| first.strip_suffix(".goals.json"));
        mapping.is_none_or(|name| stem.unwrap_or(&first) == name)
    };
    let mut found = Vec::new();
    for relative in outputs(&disk.resolve(folder), "") {
        let name = display(&folder.join(&relative));
        let path = disk.resolve(folder).join(&relative);
        if made.contains(&name) || !is_of_mapping(&relative) {
            continue;
        }
        if let Some(text) = read_text(&path).ok().filter(|text| is_generated(text)) {
            found.push(Stale { name, text, path });
        }
    }
    found
}

/// Where generated files can be in an output folder, with an ending after their
/// names. Links are not followed.
pub(super) fn outputs(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = WalkDir::new(folder).min_depth(1).max_depth(2).sort_by_file_name();
    let files = entries.into_iter().filter_map(Result::ok);
    let files = files.filter(|entry| entry.file_type().is_file());
    let relative = files.filter_map(|entry| {
        let relative = entry.path().strip_prefix(folder).ok()?;
        let is_output = is_output(relative, &entry.file_name().to_string_lossy(), ending);
        is_output.then(|| relative.to_owned())
    });
    relative.collect()
}

fn is_output(relative: &Path, name: &str, ending: &str) -> bool {
    let Some(name) = name.strip_suffix(ending) else { return false };
    match relative.parent() {
        Some(folder) if folder.as_os_str().is_empty() => {
            name.ends_with(".rs") || name.ends_with(".goals.json")
        }
        Some(folder) if folder == Path::new(SUPPORT_FOLDER) => name.ends_with(".rs"),
        _ => ["main.rs", "mocks.rs", "goals.json"].contains(&name),
    }
}

/// Removes a stale file, and its folder if nothing else is in it.
pub fn remove(stale: &Stale) -> Result<(), Error> {
    std::fs::remove_file(&stale.path)
        .map_err(|error| Error(format!("cannot remove `{}`: {error}", stale.name)))?;
    if let Some(folder) = stale.path.parent() {
        // A folder that has something else in it stays.
        let _ = std::fs::remove_dir(folder);
    }
    Ok(())
}
