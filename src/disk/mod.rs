//! The files that a run reads and writes.
//!
//! A [`Disk`] resolves relative paths against one folder and names files in messages the way
//! they were given. The messages of a project are thus the same from every folder that it is
//! built from.

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::source::Source;

mod cache;
mod changes;
mod compiler;
mod coverage;
mod crates;
mod create;
mod external;
mod folders;
mod generated;
mod harness;
mod instrument;
mod output;
mod pending;
mod records;
mod stale;
mod temporary;
mod watcher;

pub use cache::{Cache, target_folder};
pub use changes::Stamps;
pub use compiler::CargoCompiler;
pub use coverage::{CoverageBuild, coverage};
pub use crates::CargoCrates;
pub use create::{create, overwrite};
pub use external::External;
pub use folders::{Folders, layout_files, searched};
pub use generated::generated_files;
pub use harness::{Comparison, CompiledType, Incident, compare};
pub use instrument::{Instrumentation, InstrumentedBuild, instrumentation};
pub use output::{
    FileState, Planned, clear_leftovers, edited, plan, write, write_alone, write_beside_edits,
};
pub use pending::{Pending, pending, propose, propose_removal, withdraw};
pub use records::{RecordFolder, record_texts, sequences_done};
pub use stale::{Stale, remove, stale};
pub use watcher::Watcher;

/// The name of standard input in messages.
const STDIN_NAME: &str = "<stdin>";

/// The size limit of a text. A device or a pipe may never end.
const LARGEST: u64 = 1 << 24;

/// The disk as seen from a folder; the default is the current one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Disk {
    base: PathBuf,
}

impl Disk {
    pub fn at(base: impl Into<PathBuf>) -> Self {
        Self { base: base.into() }
    }

    /// The path relative to the current folder.
    pub fn resolve(&self, path: &Path) -> PathBuf {
        self.base.join(path)
    }

    /// The inverse of [`Disk::resolve`].
    fn seen<'p>(&self, path: &'p Path) -> &'p Path {
        path.strip_prefix(&self.base).unwrap_or(path)
    }

    /// Checks that a path is a file or a folder, or says why it is not.
    pub fn find(&self, path: &Path, kind: Kind) -> Result<(), String> {
        let metadata = self.resolve(path).metadata().map_err(|error| match error.kind() {
            ErrorKind::NotFound => "there is no such file or folder".to_owned(),
            _ => error.to_string(),
        })?;
        match (kind, metadata.is_dir()) {
            (Kind::File, true) => Err("it is a folder".to_owned()),
            (Kind::Folder, false) => Err("it is not a folder".to_owned()),
            _ => Ok(()),
        }
    }

    /// Reads a file, or standard input for `-`.
    pub fn read(&self, path: &Path) -> Result<Source, Error> {
        if is_stdin(path) {
            let text = read_from(std::io::stdin().lock());
            let text = text.map_err(|why| Error(format!("cannot read standard input: {why}")))?;
            return Ok(Source { name: name(path), text });
        }
        let name = name(path);
        let text = read_text(&self.resolve(path))
            .map_err(|why| Error(format!("cannot read `{name}`: {why}")))?;
        Ok(Source { name, text })
    }
}

/// The name of an input in messages.
pub fn name(path: &Path) -> String {
    if is_stdin(path) { STDIN_NAME.to_owned() } else { display(path) }
}

/// What a path should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    File,
    Folder,
}

/// The disk as seen from the nearest folder that contains this name: the current one or one of
/// its ancestors.
pub fn find_upwards(name: &str) -> Result<Option<Disk>, Error> {
    let current = std::path::absolute(".");
    let current = current.map_err(|why| Error(format!("cannot find the current folder: {why}")))?;
    let found = current.ancestors().find(|folder| folder.join(name).exists());
    Ok(found.map(|folder| if folder == current { Disk::default() } else { Disk::at(folder) }))
}

pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The text of a file, or why it cannot be read.
pub fn read_text(path: &Path) -> Result<String, String> {
    if path.is_dir() {
        return Err("it is a folder; name the files in it".to_owned());
    }
    read_from(std::fs::File::open(path).map_err(|error| error.to_string())?)
}

fn read_from(reader: impl Read) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = reader.take(LARGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| error.to_string())?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!("it is longer than {LARGEST} bytes"));
    }
    String::from_utf8(bytes).map_err(|error| {
        format!("it is not UTF-8 text (byte {})", error.utf8_error().valid_up_to())
    })
}

/// A path as messages and generated comments show it: the same on all systems, and on one line
/// whatever the name contains.
pub fn display(path: &Path) -> String {
    let text = slashed(path);
    if !text.contains(is_hidden) {
        return text;
    }
    let shown = |letter: char| match is_hidden(letter) {
        true => letter.escape_default().to_string(),
        false => letter.to_string(),
    };
    text.chars().map(shown).collect()
}

/// Whether a character must not be part of a comment: it would end the line, or it changes the
/// direction of the text, which rustc refuses.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A path without `./` at its start and with `/` between its parts.
pub fn slashed(path: &Path) -> String {
    let inside = path.strip_prefix(".").ok().filter(|inside| !inside.as_os_str().is_empty());
    let text = inside.unwrap_or(path).to_string_lossy();
    // Elsewhere a backslash is a part of the name.
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

/// The folder of a file; the current one for standard input.
pub fn folder(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    match parent {
        Some(parent) if !is_stdin(path) => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}
