//! From a text to its theory.

use super::loader::Loader;
use super::lookup::Names;
use super::resolve::{self, Loaded};
use super::workspace::Workspace;
use super::{Asked, SpecId, Variable};
use crate::diagnostic::Diagnostic;
use crate::source::FileId;
use crate::syntax::parse_question;

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

    /// Resolves terms and formulas, which are texts of their own among the sources, as seen
    /// from a specification of a file that has been loaded without errors. A free name is
    /// an element of the parameter's sort that its place asks for, the same in all of
    /// them; the sorts of some names may be given.
    pub fn ask(
        &mut self,
        file: FileId,
        subject: SpecId,
        names: &[Variable],
        questions: &[FileId],
    ) -> Result<Asked, Vec<Diagnostic>> {
        let mut exprs = Vec::new();
        let mut errors = Vec::new();
        for question in questions {
            match parse_question(&self.sources.file(*question).text, *question) {
                Ok(expr) => exprs.push(expr),
                Err(found) => errors.extend(found),
            }
        }
        if errors.is_empty() {
            resolve::ask(&mut Names::new(self, file), subject, names, &exprs)
        } else {
            Err(errors)
        }
    }
}
