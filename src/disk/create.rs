//! Files that are written once, for the user to continue with.

use std::io::Write;
use std::path::{Path, PathBuf};

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

/// Writes files, new ones or over others, which keep their permissions. Every text is on the disk
/// before the first file changes. A link stays, and the file behind it changes.
pub fn overwrite(files: &[(&Path, &str)]) -> Result<(), Error> {
    let mut prepared = Vec::new();
    for (path, text) in files {
        let real = std::fs::canonicalize(path).or_else(|_| std::path::absolute(path));
        let real = real.map_err(|error| failed(path, error))?;
        let file = output::prepare(&real, text).map_err(|error| failed(path, error))?;
        prepared.push((path, real, file));
    }
    for (path, real, file) in prepared {
        file.persist(real).map_err(|error| failed(path, error.error))?;
    }
    Ok(())
}

fn failed(path: &Path, error: std::io::Error) -> Error {
    Error(format!("cannot write `{}`: {error}", display(path)))
}
