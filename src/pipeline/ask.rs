//! A specification that stays loaded, for questions about it.

use crate::error::{Error, Failure};
use crate::eval::Session;
use crate::source::Source;
use crate::theory::{Loader, Workspace};

/// Loads a specification. Without a name, the last one of the file is meant.
pub fn session<L: Loader>(
    spec: Source,
    subject: Option<&str>,
    loader: L,
) -> Result<Session<L>, Failure> {
    let mut workspace = Workspace::new(loader);
    let file = workspace.sources.add(&spec.name, &spec.text);
    let loaded = match workspace.load_file(file) {
        Ok(loaded) => loaded,
        Err(diagnostics) => {
            return Err(Failure::Input { diagnostics, sources: workspace.sources });
        }
    };
    let found = match subject {
        Some(name) => loaded.spec_named(name),
        None => loaded.default_subject().or(loaded.file.last().copied()),
    };
    let name = subject.unwrap_or_default();
    let missing = || Error(format!("`{}` has no specification `{name}`", spec.name));
    Ok(Session::new(workspace, file, loaded.theory, found.ok_or_else(missing)?))
}
