//! Results that are kept between runs: a folder with a file for each.
//!
//! A file is written aside and then renamed, so another run sees all of it or nothing, and a
//! killed run leaves no partial file. The first line has a fingerprint of the rest. A
//! file that does not match it is damaged, and counts as missing. Failures are silent: a cache
//! that can't be used costs time, and nothing else.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::temporary;
use crate::fingerprint::fingerprint;

/// The suffix of files that are being written.
const SUFFIX: &str = ".cache";

/// The maximum number of files. The oldest are removed first.
const MOST_FILES: usize = 512;

/// A folder of results.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The text that was kept under a key.
    pub fn load(&self, key: &str) -> Option<String> {
        let text = std::fs::read_to_string(self.folder.join(key)).ok()?;
        let (head, body) = text.split_once('\n')?;
        (head == fingerprint(body)).then(|| body.to_owned())
    }

    /// Keeps a text under a key.
    pub fn save(&self, key: &str, body: &str) {
        // Without the file, the next run computes the same text again.
        let _ = self.write(key, body);
    }

    fn write(&self, key: &str, body: &str) -> std::io::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        temporary::clear(&self.folder, SUFFIX);
        let mut file = temporary::create(&self.folder, SUFFIX)?;
        file.write_all(format!("{}\n{body}", fingerprint(body)).as_bytes())?;
        file.flush()?;
        file.persist(self.folder.join(key)).map_err(|error| error.error)?;
        self.remove_oldest()
    }

    fn remove_oldest(&self) -> std::io::Result<()> {
        let entries = std::fs::read_dir(&self.folder)?.flatten();
        let dated = entries.filter_map(|entry| {
            let changed = entry.metadata().ok()?.modified().ok()?;
            Some((changed, entry.path()))
        });
        let mut files: Vec<_> = dated.collect();
        files.sort();
        let extra = files.len().saturating_sub(MOST_FILES);
        files.iter().take(extra).try_for_each(|(_, path)| std::fs::remove_file(path))
    }
}

/// The folder for the cache of a project: in the target folder of the package or workspace
/// that a path belongs to. `None` outside of packages.
pub fn target_folder(path: &Path) -> Option<PathBuf> {
    let start = std::path::absolute(path).ok()?;
    let folders: Vec<&Path> = start.ancestors().collect();
    let has = |folder: &&&Path, name: &str| folder.join(name).is_file();
    let root = folders.iter().find(|folder| has(folder, "Cargo.lock"));
    let root = root.or_else(|| folders.iter().find(|folder| has(folder, "Cargo.toml")));
    root.map(|folder| folder.join("target"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_files_count_as_missing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::at(folder.path().join("kept"));
        assert_eq!(cache.load("a"), None);
        cache.save("a", "covered 1 2\n");
        assert_eq!(cache.load("a").as_deref(), Some("covered 1 2\n"));
        let path = folder.path().join("kept/a");
        let text = std::fs::read_to_string(&path).expect("it was written");
        for damaged in [&text[..text.len() - 3], "", "\n", "covered"] {
            std::fs::write(&path, damaged).expect("the folder is writable");
            assert_eq!(cache.load("a"), None, "{damaged:?}");
        }
    }

    #[test]
    fn runs_at_once_see_whole_files() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let texts: Vec<String> = (0..4).map(|digit| digit.to_string().repeat(50_000)).collect();
        std::thread::scope(|scope| {
            for text in &texts {
                let cache = Cache::at(folder.path());
                scope.spawn(move || {
                    for _ in 0..20 {
                        cache.save("key", text);
                        assert!(cache.load("key").is_none_or(|seen| seen.len() == 50_000));
                    }
                });
            }
        });
        let last = Cache::at(folder.path()).load("key").expect("the last one is whole");
        assert!(texts.contains(&last));
    }
}
