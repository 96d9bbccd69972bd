//! Changes of files, by when they were written and how long they are.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What files looked like at one time, by path.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Stamps(Vec<(PathBuf, Stamp)>);

type Stamp = (Option<SystemTime>, u64);

impl Stamps {
    /// The files of interest in the folders. A folder that went away has none.
    pub fn of(folders: &BTreeSet<PathBuf>, of_interest: &dyn Fn(&Path) -> bool) -> Self {
        let mut stamps = Vec::new();
        for folder in folders {
            let Ok(entries) = std::fs::read_dir(folder) else { continue };
            for path in entries.flatten().map(|entry| entry.path()) {
                // Asks for what a link leads to.
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

    /// The first file that came, went or was written since.
    pub fn change(&self, now: &Self) -> Option<PathBuf> {
        let unlike = |stamps: &Self, others: &Self| {
            stamps.0.iter().find(|stamp| others.0.binary_search(stamp).is_err()).cloned()
        };
        unlike(now, self).or_else(|| unlike(self, now)).map(|(path, _)| path)
    }
}
