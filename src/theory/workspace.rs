//! The texts of a run, each parsed once.

use std::collections::BTreeMap;

use super::loader::Loader;
use super::mention::declared_sorts;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Sources, with_line_feeds};
use crate::syntax::ast::{SpecDecl, SpecFile};
use crate::syntax::{desugar, parse_spec};

/// Everything that a run has read and parsed.
pub struct Workspace<L> {
    pub sources: Sources,
    pub loader: L,
    pub(super) parsed: BTreeMap<FileId, Parsed>,
    /// A text is kept and parsed once, however many files refer to it.
    by_name: BTreeMap<String, FileId>,
}

/// A parsed file with its names; empty where the text has syntax errors.
pub(super) struct Parsed {
    pub file: SpecFile,
    pub errors: Vec<Diagnostic>,
    /// Positions of specifications, by their names and by the sorts they declare.
    pub specs: BTreeMap<String, usize>,
    pub sorts: BTreeMap<String, usize>,
}

impl<L: Loader> Workspace<L> {
    pub fn new(loader: L) -> Self {
        Self {
            sources: Sources::default(),
            loader,
            parsed: BTreeMap::new(),
            by_name: BTreeMap::new(),
        }
    }

    pub(super) fn parse(&mut self, file: FileId) {
        let sources = &self.sources;
        self.parsed.entry(file).or_insert_with(|| Parsed::of(&sources.file(file).text, file));
    }

    pub(super) fn add_once(&mut self, name: &str, text: &str) -> FileId {
        let text = with_line_feeds(text.to_owned());
        let known = self.by_name.get(name).copied();
        let file =
            known.filter(|file| self.sources.file(*file).text == text).unwrap_or_else(|| {
                let file = self.sources.add(name, text);
                self.by_name.insert(name.to_owned(), file);
                file
            });
        self.parse(file);
        file
    }
}

impl Parsed {
    fn of(text: &str, file: FileId) -> Self {
        match parse_spec(text, file).and_then(desugar) {
            Ok(file) => Self::indexed(file, Vec::new()),
            Err(errors) => Self::indexed(SpecFile { specs: Vec::new() }, errors),
        }
    }

    /// The first declaration of a name counts; resolution reports the others.
    /// For a sort, the specification of the same name goes before all others.
    fn indexed(file: SpecFile, errors: Vec<Diagnostic>) -> Self {
        let mut specs = BTreeMap::new();
        let mut sorts = BTreeMap::new();
        for (index, decl) in file.specs.iter().enumerate() {
            specs.entry(decl.name.text.clone()).or_insert(index);
        }
        let named_alike = |decl: &SpecDecl, sort: &str| decl.name.text == sort;
        for alike in [true, false] {
            for (index, decl) in file.specs.iter().enumerate() {
                for sort in declared_sorts(decl).filter(|sort| named_alike(decl, sort) == alike) {
                    sorts.entry(sort.to_owned()).or_insert(index);
                }
            }
        }
        Self { file, errors, specs, sorts }
    }
}
