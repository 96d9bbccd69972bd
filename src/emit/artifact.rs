//! Generated files, and what their headers say.

use super::seal::{MARK, UNSEALED};

/// A generated file, relative to the output folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    pub path: String,
    pub text: String,
}

/// How the files of a mapping are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// `NAME/main.rs` and `NAME/mocks.rs`.
    Folder,
    /// `NAME.rs`, to be included in a module.
    File,
}

/// What the header of a generated file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The input files, as the command names them.
    pub inputs: Vec<String>,
    /// What writes the file again.
    pub command: String,
    /// What prints the mapping in full, if it has short forms.
    pub expansion: Option<String>,
}

impl Provenance {
    /// The lines that say so.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("{MARK} from {}. Do not edit; run", self.inputs.join(" and ")),
            format!("`{}`.", self.command),
        ];
        if let Some(command) = &self.expansion {
            lines.push(format!("`{command}` prints the mapping in full."));
        }
        lines
    }

    /// The command in the header of a generated file.
    pub fn command_in(text: &str) -> Option<&str> {
        let header = text.lines().take_while(|line| line.starts_with("//"));
        let mut lines = header.map(|line| line.trim_start_matches(['/', '!', ' ']));
        lines.find(|line| line.starts_with(MARK))?;
        lines.next()?.strip_prefix('`')?.strip_suffix("`.")
    }

    /// The same, with a place for the hash.
    pub fn header(&self) -> Vec<String> {
        let mut lines = self.lines();
        lines.push(UNSEALED.to_owned());
        lines
    }
}
