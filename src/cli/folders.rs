//! The search folders for specifications.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use walkdir::{DirEntry, WalkDir};

use super::{Trouble, input};
use crate::theory::{Found, Loader};

/// How deep folders are searched through.
const DEPTH_LIMIT: usize = 16;

/// Where to look for specifications that a file does not declare.
#[derive(Args, Clone, Debug, Default)]
pub struct SearchOptions {
    /// Look for specifications that a file refers to in DIR and the folders
    /// below it, instead of in the file's own folder (repeatable)
    #[arg(long = "spec-path", value_name = "DIR")]
    pub spec_path: Vec<PathBuf>,
}

/// Reads the search folders when the theory asks for them.
pub struct Folders {
    spec_path: Vec<PathBuf>,
    /// The file on disk by the name that messages show.
    files: BTreeMap<String, PathBuf>,
}

impl Folders {
    pub fn new(options: &SearchOptions) -> Result<Self, Trouble> {
        for folder in &options.spec_path {
            if !folder.is_dir() {
                let name = input::display(folder);
                return Err(Trouble(format!("--spec-path `{name}` is not a folder")));
            }
        }
        Ok(Self { spec_path: options.spec_path.clone(), files: BTreeMap::new() })
    }

    /// Reads a file that specifications are to be loaded from.
    pub fn read(&mut self, path: &Path) -> Result<input::Input, Trouble> {
        let read = input::read(path)?;
        self.files.insert(read.name.clone(), path.to_owned());
        Ok(read)
    }

    fn folders(&self, file: &Path) -> Vec<PathBuf> {
        if self.spec_path.is_empty() { vec![input::folder(file)] } else { self.spec_path.clone() }
    }
}

impl Loader for Folders {
    fn others(&mut self, file: &str) -> Vec<Found> {
        let path = self.files.get(file).cloned().unwrap_or_else(|| PathBuf::from(file));
        // Folders may overlap, and the file itself lies in one of them.
        let mut seen: Vec<PathBuf> = path.canonicalize().into_iter().collect();
        let mut found = Vec::new();
        for folder in self.folders(&path) {
            for path in spec_files(&folder) {
                let identity = path.canonicalize().unwrap_or_else(|_| path.clone());
                if !seen.contains(&identity) {
                    seen.push(identity);
                    let name = input::display(&path);
                    found.push(Found { name, text: input::read_text(&path) });
                }
            }
        }
        found
    }
}

/// All `.spec` files below a folder, sorted. What can't be listed is no reason
/// to stop: a name that is missed in the end is reported anyway.
fn spec_files(folder: &Path) -> Vec<PathBuf> {
    let walk = WalkDir::new(folder).max_depth(DEPTH_LIMIT).sort_by_file_name();
    walk.into_iter()
        .filter_entry(is_searched)
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "spec"))
        .collect()
}

/// Hidden folders and Cargo's build folder hold copies at best.
fn is_searched(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    let is_build_folder = name == "target" && entry.file_type().is_dir();
    entry.depth() == 0 || !name.starts_with('.') && !is_build_folder
}
