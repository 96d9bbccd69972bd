//! The folder that generated tests write their counts to.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{display, read_text};
use crate::error::Error;

/// A folder for the counts of one run.
pub struct RecordFolder {
    path: PathBuf,
    /// Removes a temporary folder on drop; a named folder stays.
    _temporary: Option<TempDir>,
}

impl RecordFolder {
    /// The folder at a path, or a temporary one.
    pub fn create(path: Option<&Path>) -> Result<Self, Error> {
        let failed = |error| Error(format!("cannot create a folder for counts: {error}"));
        let temporary = match path {
            Some(_) => None,
            None => Some(tempfile::tempdir().map_err(failed)?),
        };
        let path = temporary.as_ref().map(TempDir::path).or(path).unwrap_or(Path::new("."));
        std::fs::create_dir_all(path).map_err(failed)?;
        // The tests may run in another folder.
        let path = std::path::absolute(path).map_err(failed)?;
        let folder = Self { path, _temporary: temporary };
        folder.clear()?;
        Ok(folder)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds counts of this process to those of the tests.
    pub fn append(&self, text: &str) -> Result<(), Error> {
        let file = self.path.join(format!("{}.{COUNTS}", std::process::id()));
        let failed = |error| Error(format!("cannot write `{}`: {error}", display(&file)));
        std::fs::write(&file, text).map_err(failed)
    }

    /// Removes the counts of earlier runs.
    pub fn clear(&self) -> Result<(), Error> {
        for file in files(&self.path, COUNTS)?.into_iter().chain(files(&self.path, PROGRESS)?) {
            let failed = |error| Error(format!("cannot remove `{}`: {error}", display(&file)));
            std::fs::remove_file(&file).map_err(failed)?;
        }
        Ok(())
    }
}

/// The texts of the record files in a folder, in the order of their names.
pub fn record_texts(folder: &Path) -> Result<Vec<String>, Error> {
    let read = |path: &PathBuf| {
        read_text(path).map_err(|why| Error(format!("cannot read `{}`: {why}", display(path))))
    };
    files(folder, COUNTS)?.iter().map(read).collect()
}

/// How many sequences of operations the tests have finished so far.
pub fn sequences_done(folder: &Path) -> u64 {
    let sizes = files(folder, PROGRESS).unwrap_or_default();
    sizes.iter().filter_map(|file| Some(std::fs::metadata(file).ok()?.len())).sum()
}

/// The suffix of the runtime's files.
const COUNTS: &str = "txt";
const PROGRESS: &str = "progress";

/// The files that the runtime names after process ids.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, Error> {
    let failed = |error| Error(format!("cannot read `{}`: {error}", display(folder)));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_number = !stem.is_empty() && stem.bytes().all(|byte| byte.is_ascii_digit());
        if is_number && path.extension().is_some_and(|extension| extension == ending) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
