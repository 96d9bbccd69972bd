//! The search folders for specifications.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::{Disk, display, folder, is_stdin, read_text};
use crate::error::Error;
use crate::source::Source;
use crate::theory::{Loader, SpecFileText};

/// The maximum depth of the search.
const DEPTH_LIMIT: usize = 16;

/// Reads the search folders on demand.
pub struct Folders {
    disk: Disk,
    spec_path: Vec<PathBuf>,
    /// The files on disk by their names in messages.
    files: BTreeMap<String, PathBuf>,
    /// The files read so far, relative to the disk's folder.
    read: Vec<PathBuf>,
}

impl Folders {
    /// Without a path, the folder of each file is searched.
    pub fn new(disk: Disk, spec_path: &[PathBuf]) -> Result<Self, Error> {
        for folder in spec_path {
            if !disk.resolve(folder).is_dir() {
                let name = display(folder);
                return Err(Error(format!("--spec-path `{name}` is not a folder")));
            }
        }
        let spec_path = spec_path.to_vec();
        Ok(Self { disk, spec_path, files: BTreeMap::new(), read: Vec::new() })
    }

    /// Reads a specification file.
    pub fn read(&mut self, path: &Path) -> Result<Source, Error> {
        let read = self.disk.read(path)?;
        self.files.insert(read.name.clone(), path.to_owned());
        self.note(path);
        Ok(read)
    }

    /// Every file that was read, once, in the order of reading.
    pub fn files_read(&self) -> &[PathBuf] {
        &self.read
    }

    fn note(&mut self, path: &Path) {
        if !is_stdin(path) && !self.read.iter().any(|known| known == path) {
            self.read.push(path.to_owned());
        }
    }

    fn folders(&self, file: &Path) -> Vec<PathBuf> {
        if self.spec_path.is_empty() { vec![folder(file)] } else { self.spec_path.clone() }
    }
}

impl Loader for Folders {
    fn others(&mut self, file: &str) -> Vec<SpecFileText> {
        let path = self.files.get(file).cloned().unwrap_or_else(|| PathBuf::from(file));
        // Folders may overlap, and one of them contains the file itself.
        let mut seen: Vec<PathBuf> = self.disk.resolve(&path).canonicalize().into_iter().collect();
        let mut found = Vec::new();
        for folder in self.folders(&path) {
            for path in spec_files(&self.disk.resolve(&folder)) {
                let identity = path.canonicalize().unwrap_or_else(|_| path.clone());
                if !seen.contains(&identity) {
                    seen.push(identity);
                    let name = self.disk.seen(&path).to_owned();
                    self.note(&name);
                    found.push(SpecFileText { name: display(&name), text: read_text(&path) });
                }
            }
        }
        found
    }
}

/// The folders that a lookup from a folder searches, including the folder itself.
pub fn searched(folder: &Path) -> Vec<PathBuf> {
    let walk = WalkDir::new(folder).max_depth(DEPTH_LIMIT).sort_by_file_name();
    walk.into_iter()
        .filter_entry(is_searched)
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_dir())
        .map(DirEntry::into_path)
        .collect()
}

/// The file itself; of a folder, all specifications and mappings below it.
pub fn layout_files(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() { files_below(path, &["spec", "map"]) } else { vec![path.to_owned()] }
}

/// All `.spec` files below a folder, sorted. Folders that cannot be listed are skipped: a name
/// that is not found is reported anyway.
fn spec_files(folder: &Path) -> Vec<PathBuf> {
    files_below(folder, &["spec"])
}

fn files_below(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let is_wanted = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| extensions.contains(&extension))
    };
    let walk = WalkDir::new(folder).max_depth(DEPTH_LIMIT).sort_by_file_name();
    walk.into_iter()
        .filter_entry(is_searched)
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(DirEntry::into_path)
        .filter(is_wanted)
        .collect()
}

/// Skips hidden folders and Cargo's build folder, which contain copies at best.
fn is_searched(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    let is_build_folder = name == "target" && entry.file_type().is_dir();
    entry.depth() == 0 || !name.starts_with('.') && !is_build_folder
}
