//! Temporary files, and the removal of those that a killed run left behind.
//!
//! A run holds a lock on each of its temporary files. The lock ends with the process, so a
//! file that nobody locks is a leftover.

use std::fs::File;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

const PREFIX: &str = ".specgen-";

/// Creates a locked temporary file.
pub fn create(folder: &Path, suffix: &str) -> std::io::Result<NamedTempFile> {
    loop {
        let file = Builder::new().prefix(PREFIX).suffix(suffix).tempfile_in(folder)?;
        // Shared, because other programs may read the file.
        file.as_file().lock_shared()?;
        // Before the lock, another run may have taken the file for a leftover.
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Removes the leftovers with this suffix from a folder. A failure is harmless: the next run
/// tries again.
pub fn clear(folder: &Path, suffix: &str) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_ours = |name: &str| name.starts_with(PREFIX) && name.ends_with(suffix);
    for entry in entries.filter(|entry| is_ours(&entry.file_name().to_string_lossy())) {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let unlocked = || File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
        if is_file && unlocked() {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_go_and_files_in_use_stay() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let in_use = create(folder.path(), ".tmp").expect("the folder is writable");
        let others = [".specgen-left.tmp", ".specgen-left.cnf", "main.rs"];
        for name in others {
            std::fs::write(folder.path().join(name), "").expect("the folder is writable");
        }
        clear(folder.path(), ".tmp");
        assert!(in_use.path().exists());
        assert_eq!(others.map(|name| folder.path().join(name).exists()), [false, true, true]);
    }
}
