//! Finding specifications by name: in the file itself, in the search folders, in
//! the library.

use crate::source::{FileId, Span};
use crate::syntax::ast::{SpecDecl, SpecFile};
use crate::syntax::print_spec;
use crate::theory::loader::{Loader, SpecFileText};
use crate::theory::mention::{declared_sorts, mentioned_sorts};
use crate::theory::workspace::Workspace;
use crate::theory::{INT, library};

/// Where a specification is declared: a file, and the position in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub file: FileId,
    pub index: usize,
}

/// The result of a lookup.
pub(super) enum Lookup {
    Found(Place),
    /// Several different declarations have the name.
    Ambiguous(Vec<Span>),
    Missing,
}

/// The names that one file can refer to.
pub(super) trait SpecNames {
    fn main(&self) -> FileId;
    fn specs(&self, file: FileId) -> usize;
    fn decl(&self, place: Place) -> &SpecDecl;
    /// The specification of that name, as seen from a file.
    fn find(&mut self, name: &str, from: FileId) -> Lookup;
    /// The specification in the same file that declares the sort.
    fn declares_sort(&self, name: &str, file: FileId) -> Option<Place>;
    /// Names of specifications outside of the file, for near-miss hints.
    fn known_names(&mut self) -> Vec<String>;
    /// Files of the search folders that could not be read and might declare more names.
    fn unreadable(&mut self) -> Vec<String>;
}

pub(super) struct Names<'w, L> {
    workspace: &'w mut Workspace<L>,
    main: FileId,
    /// The files of the search folders, read at the first lookup that needs them.
    found: Option<Vec<SpecFileText>>,
}

/// Files of the search folders.
#[derive(Default)]
struct Others {
    files: Vec<FileId>,
    unreadable: Vec<String>,
}

impl<'w, L: Loader> Names<'w, L> {
    pub fn new(workspace: &'w mut Workspace<L>, main: FileId) -> Self {
        Self { workspace, main, found: None }
    }

    /// The files of the search folders that may declare a specification of that name. Other
    /// files need not be parsed.
    fn others_with(&mut self, word: &str) -> Others {
        let main = &self.workspace.sources.file(self.main).name;
        let found = self.found.take().unwrap_or_else(|| self.workspace.loader.others(main));
        let mut others = Others::default();
        for SpecFileText { name, text } in &found {
            match text {
                Ok(text) if may_declare(text, word) => {
                    let file = self.workspace.add_once(name, text);
                    if !self.workspace.parsed[&file].errors.is_empty() {
                        others.unreadable.push(format!("`{name}` has syntax errors"));
                    }
                    others.files.push(file);
                }
                Ok(_) => {}
                Err(why) => others.unreadable.push(format!("`{name}`: {why}")),
            }
        }
        self.found = Some(found);
        others
    }

    fn all_others(&mut self) -> Others {
        self.others_with("")
    }

    /// Files of the library are named after the one specification they declare,
    /// so only the one that is needed is parsed.
    fn in_library(&mut self, name: &str) -> Lookup {
        match library::FILES.iter().find(|(file, _)| is_home_of(file, name)) {
            Some((file, text)) => {
                let file = self.workspace.add_once(&format!("library/{file}"), text);
                self.in_files(name, &[file])
            }
            None => Lookup::Missing,
        }
    }

    fn in_file(&self, name: &str, file: FileId) -> Option<Place> {
        let index = self.workspace.parsed[&file].specs.get(name)?;
        Some(Place { file, index: *index })
    }

    /// A file that is named after the specification takes precedence, so that copies in
    /// examples do not make the name ambiguous.
    fn in_folders(&self, name: &str, files: &[FileId]) -> Lookup {
        let is_named_like = |file: &&FileId| {
            let path = self.workspace.sources.file(**file).name.as_str();
            is_home_of(path, name)
        };
        let homes: Vec<_> = files.iter().filter(is_named_like).copied().collect();
        match self.in_files(name, &homes) {
            Lookup::Missing => self.in_files(name, files),
            answer => answer,
        }
    }

    fn in_files(&self, name: &str, files: &[FileId]) -> Lookup {
        let places: Vec<_> = files.iter().filter_map(|file| self.in_file(name, *file)).collect();
        match places.as_slice() {
            [] => Lookup::Missing,
            [place, others @ ..] if others.iter().all(|other| self.is_copy(*place, *other)) => {
                Lookup::Found(*place)
            }
            _ => Lookup::Ambiguous(places.iter().map(|at| self.decl(*at).name.span).collect()),
        }
    }

    /// Whether two declarations mean the same in any file: they are equal and refer to no other
    /// specification. Many files declare a plain `Element`.
    fn is_copy(&self, one: Place, other: Place) -> bool {
        let (one, other) = (self.decl(one), self.decl(other));
        let stands_alone = one.parameters.is_empty()
            && mentioned_sorts(one)
                .iter()
                .all(|name| name.text == INT || declared_sorts(one).any(|sort| sort == name.text));
        let text = |decl: &SpecDecl| print_spec(&SpecFile { specs: vec![decl.clone()] });
        stands_alone && text(one) == text(other)
    }
}

impl<L: Loader> SpecNames for Names<'_, L> {
    fn main(&self) -> FileId {
        self.main
    }

    fn specs(&self, file: FileId) -> usize {
        self.workspace.parsed[&file].file.specs.len()
    }

    fn decl(&self, place: Place) -> &SpecDecl {
        &self.workspace.parsed[&place.file].file.specs[place.index]
    }

    fn find(&mut self, name: &str, from: FileId) -> Lookup {
        if let Some(place) = self.in_file(name, from).or_else(|| self.in_file(name, self.main)) {
            return Lookup::Found(place);
        }
        let others = self.others_with(name);
        match self.in_folders(name, &others.files) {
            Lookup::Missing => self.in_library(name),
            answer => answer,
        }
    }

    fn declares_sort(&self, name: &str, file: FileId) -> Option<Place> {
        let index = self.workspace.parsed[&file].sorts.get(name)?;
        Some(Place { file, index: *index })
    }

    fn known_names(&mut self) -> Vec<String> {
        let mut files = vec![self.main];
        files.extend(self.all_others().files);
        for (name, text) in library::FILES {
            files.push(self.workspace.add_once(&format!("library/{name}"), text));
        }
        files.iter().flat_map(|file| self.workspace.parsed[file].specs.keys().cloned()).collect()
    }

    fn unreadable(&mut self) -> Vec<String> {
        self.all_others().unreadable
    }
}

/// Whether the name can follow `specification` somewhere. Comments in between are not read.
fn may_declare(text: &str, name: &str) -> bool {
    name.is_empty()
        || text.split("specification").skip(1).any(|rest| {
            let rest = rest.trim_start();
            rest.starts_with(name) || rest.starts_with('/')
        })
}

/// `total_order.spec` is the home of `TotalOrder`.
fn is_home_of(path: &str, spec: &str) -> bool {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let stem = file.strip_suffix(".spec").unwrap_or(file);
    stem.replace('_', "").eq_ignore_ascii_case(&spec.replace('_', ""))
}
