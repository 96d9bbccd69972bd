//! Finds the files that specgen wrote.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::{Disk, display, read_text};
use crate::emit::is_generated;
use crate::error::Error;

/// The maximum depth of the search.
const DEPTH_LIMIT: usize = 16;

/// The generated Rust files below a folder, sorted, with their texts.
pub fn generated_files(disk: &Disk, folder: &Path) -> Result<Vec<(PathBuf, String)>, Error> {
    let root = disk.resolve(folder);
    if !root.is_dir() {
        let name = display(folder);
        return Err(Error(format!(
            "there is no folder `{name}`; generate tests with `specgen build`, or name their folder \
             with --out"
        )));
    }
    let walk = WalkDir::new(root).max_depth(DEPTH_LIMIT).sort_by_file_name();
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    let paths = walk.into_iter().filter_map(Result::ok).map(|entry| entry.into_path());
    let texts = paths.filter(is_rust).filter_map(|path| {
        let text = read_text(&path).ok().filter(|text| is_generated(text))?;
        Some((path, text))
    });
    Ok(texts.collect())
}
