//! Detects changes of files by modification time and length.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A snapshot of files, by path.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Stamps(Vec<(PathBuf, Stamp)>);

type Stamp = (Option<SystemTime>, u64);

impl Stamps {
    /// A snapshot of the files of interest in some folders. A removed folder has no files.
    pub fn of(folders: &BTreeSet<PathBuf>, of_interest: &dyn Fn(&Path) -> bool) -> Self {
        let mut stamps = Vec::new();
        for folder in folders {
            let Ok(entries) = std::fs::read_dir(folder) else { continue };
            for path in entries.flatten().map(|entry| entry.path()) {
                // Follows links.
                if of_interest(&path)
                    && let Ok(metadata) = std::fs::metadata(&path)
                {
                    stamps.push((path, (metadata.modified().ok(), metadata.len())));
                }
            }
        }
        stamps.sort_unstable();
        Self(stamps)
    }

    /// The first file that was created, removed or written since.
    pub fn change(&self, now: &Self) -> Option<PathBuf> {
        let unlike = |stamps: &Self, others: &Self| {
            stamps.0.iter().find(|stamp| others.0.binary_search(stamp).is_err()).cloned()
        };
        unlike(now, self).or_else(|| unlike(self, now)).map(|(path, _)| path)
    }
}
