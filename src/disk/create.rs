//! Files that are written once, for the user to continue with.

use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::{display, output};
use crate::error::Error;

/// Writes new files. If one of them exists or its folder cannot be created, none is written.
pub fn create(files: &[(PathBuf, &str)]) -> Result<(), Error> {
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        let name = display(path);
        return Err(Error(format!("`{name}` exists and is not overwritten; move it away first")));
    }
    for (path, _) in files {
        let folder = path.parent().unwrap_or(Path::new(""));
        if let Some(file) = folder.ancestors().find(|above| above.exists() && !above.is_dir()) {
            let (name, file) = (display(path), display(file));
            return Err(Error(format!("cannot write `{name}`: `{file}` is not a folder")));
        }
        std::fs::create_dir_all(folder).map_err(|error| failed(path, error))?;
    }
    for (path, text) in files {
        let failed = |error| failed(path, error);
        let mut file = std::fs::File::create_new(path).map_err(failed)?;
        file.write_all(text.as_bytes()).map_err(failed)?;
    }
    Ok(())
}

/// Writes files, new ones or over others, which keep their permissions: all of them, or none.
/// Every text is on the disk before the first file changes, and so is what a file had before. A
/// link stays, and the file behind it changes.
///
/// A file that cannot take its place puts back those before it. Only the end of the process
/// between two files leaves some changed and others not.
pub fn overwrite(files: &[(&Path, &str)]) -> Result<(), Error> {
    let prepared = files.iter().map(|(path, text)| Replacement::prepare(path, text));
    let prepared = prepared.collect::<Result<Vec<_>, _>>()?;
    let mut replaced: Vec<(PathBuf, Option<NamedTempFile>)> = Vec::new();
    for Replacement { path, real, new, old } in prepared {
        if let Err(error) = new.persist(&real) {
            for (real, old) in replaced.into_iter().rev() {
                // The first failure is the one to report.
                let _ = match old {
                    Some(old) => old.persist(real).map(drop).map_err(|error| error.error),
                    None => std::fs::remove_file(real),
                };
            }
            return Err(failed(&path, error.error));
        }
        replaced.push((real, old));
    }
    Ok(())
}

/// A text that is to take the place of a file, and what the file has.
struct Replacement {
    path: PathBuf,
    real: PathBuf,
    new: NamedTempFile,
    old: Option<NamedTempFile>,
}

impl Replacement {
    fn prepare(path: &Path, text: &str) -> Result<Self, Error> {
        let prepared = || {
            let real = std::fs::canonicalize(path).or_else(|_| std::path::absolute(path))?;
            let new = output::prepare(&real, text.as_bytes())?;
            let old = match real.is_file() {
                true => Some(output::prepare(&real, &std::fs::read(&real)?)?),
                false => None,
            };
            Ok(Self { path: path.to_owned(), real, new, old })
        };
        prepared().map_err(|error| failed(path, error))
    }
}

fn failed(path: &Path, error: std::io::Error) -> Error {
    Error(format!("cannot write `{}`: {error}", display(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_replaced_leaves_all_others_as_they_are() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [first, new, blocked, last] =
            ["first", "new", "blocked", "last"].map(|name| folder.path().join(name));
        std::fs::write(&first, "before").expect("the folder is writable");
        std::fs::write(&last, "before").expect("the folder is writable");
        // No file takes the place of a folder.
        std::fs::create_dir_all(blocked.join("inner")).expect("the folder is writable");
        let files = [&first, &new, &blocked, &last].map(|path| (path.as_path(), "after"));
        let error = overwrite(&files).expect_err("a folder is in the way");
        assert!(error.to_string().contains("blocked"), "{error}");
        let text = |path: &Path| std::fs::read_to_string(path).expect("it is readable");
        assert_eq!([text(&first), text(&last)], ["before", "before"]);
        let names = std::fs::read_dir(folder.path()).expect("it is readable").count();
        assert_eq!(names, 3, "a new or a temporary file is left behind");
        overwrite(&[files[0], files[1], files[3]]).expect("nothing is in the way");
        assert_eq!([text(&first), text(&new), text(&last)], ["after"; 3]);
    }
}
