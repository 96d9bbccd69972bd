//! From a text to its theory.

use super::loader::Loader;
use super::lookup::Names;
use super::resolve::{self, Loaded};
use super::workspace::Workspace;
use crate::diagnostic::Diagnostic;
use crate::source::FileId;

impl<L: Loader> Workspace<L> {
    /// Resolves and checks all specifications of a text.
    pub fn load(&mut self, name: &str, text: &str) -> Result<Loaded, Vec<Diagnostic>> {
        let file = self.add_once(name, text);
        self.load_file(file)
    }

    /// The same for a text that is among the sources already.
    pub fn load_file(&mut self, file: FileId) -> Result<Loaded, Vec<Diagnostic>> {
        self.parse(file);
        let errors = &self.parsed[&file].errors;
        if errors.is_empty() {
            resolve::resolve(&mut Names::new(self, file))
        } else {
            Err(errors.clone())
        }
    }
}
