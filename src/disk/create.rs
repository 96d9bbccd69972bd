//! Files that are written once, for somebody to go on with.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::{Trouble, display};

/// Writes new files. If one of them is there already, none is written.
pub fn create(files: &[(PathBuf, &str)]) -> Result<(), Trouble> {
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        let name = display(path);
        return Err(Trouble(format!("`{name}` exists, and is not overwritten; move it away")));
    }
    for (path, text) in files {
        let name = display(path);
        let trouble = |error: std::io::Error| Trouble(format!("cannot write `{name}`: {error}"));
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).map_err(trouble)?;
        let mut file = std::fs::File::create_new(path).map_err(trouble)?;
        file.write_all(text.as_bytes()).map_err(trouble)?;
    }
    Ok(())
}
