//! Finding specifications by name: in the file itself, in the search folders,
//! in the library.
//!
//! Files are read through a [`Loader`], so that nothing here touches a disk.

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Sources, Span};
use crate::syntax::ast::{SpecDecl, SpecFile};
use crate::syntax::{parse_spec, print_spec};
use crate::theory::mention::{declared_sorts, mentioned_sorts};
use crate::theory::resolve::{self, Loaded};
use crate::theory::{INT, library};

/// Reads the search folders.
pub trait Loader {
    /// The other specification files that a file may refer to, in the order of
    /// search. It is asked only when a name is not declared in the file itself.
    fn others(&mut self, file: &str) -> Vec<Found>;
}

/// A file of the search folders.
#[derive(Clone, Debug)]
pub struct Found {
    pub name: String,
    /// The text, or why it could not be read.
    pub text: Result<String, String>,
}

/// The loader of texts that refer to nothing but themselves and the library.
pub struct NoFolders;

impl Loader for NoFolders {
    fn others(&mut self, _file: &str) -> Vec<Found> {
        Vec::new()
    }
}

/// Everything that a run has read and parsed.
pub struct Workspace<L> {
    pub sources: Sources,
    loader: L,
    parsed: BTreeMap<FileId, Parsed>,
    /// A text is kept and parsed once, however many files refer to it.
    by_name: BTreeMap<String, FileId>,
    library: Option<Vec<FileId>>,
}

/// A parsed file with its names; empty where the text has syntax errors.
struct Parsed {
    file: SpecFile,
    errors: Vec<Diagnostic>,
    specs: BTreeMap<String, usize>,
    sorts: BTreeMap<String, usize>,
}

/// Where a specification is declared: a file, and the position in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub file: FileId,
    pub index: usize,
}

/// How the look-up of a specification ended.
pub(super) enum Lookup {
    Found(Place),
    /// The names of all these declarations are the same.
    Ambiguous(Vec<Span>),
    Missing,
}

impl<L: Loader> Workspace<L> {
    pub fn new(loader: L) -> Self {
        Self {
            sources: Sources::default(),
            loader,
            parsed: BTreeMap::new(),
            by_name: BTreeMap::new(),
            library: None,
        }
    }

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
            resolve::resolve(&mut Names { workspace: self, main: file, others: None })
        } else {
            Err(errors.clone())
        }
    }

    fn parse(&mut self, file: FileId) {
        let sources = &self.sources;
        self.parsed.entry(file).or_insert_with(|| Parsed::of(&sources.file(file).text, file));
    }

    fn add_once(&mut self, name: &str, text: &str) -> FileId {
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
        match parse_spec(text, file) {
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

/// The names that one file can refer to.
pub(super) trait Scope {
    fn main(&self) -> FileId;
    fn specs(&self, file: FileId) -> usize;
    fn decl(&self, place: Place) -> &SpecDecl;
    /// The specification of that name, as seen from a file.
    fn find(&mut self, name: &str, from: FileId) -> Lookup;
    /// The specification in the same file that declares the sort.
    fn declares_sort(&self, name: &str, file: FileId) -> Option<Place>;
    /// Names of specifications outside of the file, for near-miss hints.
    fn known_names(&mut self) -> Vec<String>;
    /// Files of the search folders that might declare more, had they been read.
    fn unreadable(&mut self) -> Vec<String>;
}

struct Names<'w, L> {
    workspace: &'w mut Workspace<L>,
    main: FileId,
    others: Option<Others>,
}

/// The files of the search folders, read when a name is missed first.
#[derive(Clone, Default)]
struct Others {
    files: Vec<FileId>,
    unreadable: Vec<String>,
}

impl<L: Loader> Names<'_, L> {
    fn others(&mut self) -> Others {
        if let Some(others) = &self.others {
            return others.clone();
        }
        let name = self.workspace.sources.file(self.main).name.clone();
        let mut others = Others::default();
        for found in self.workspace.loader.others(&name) {
            match found.text {
                Ok(text) => {
                    let file = self.workspace.add_once(&found.name, &text);
                    if !self.workspace.parsed[&file].errors.is_empty() {
                        others.unreadable.push(format!("`{}` has syntax errors", found.name));
                    }
                    others.files.push(file);
                }
                Err(why) => others.unreadable.push(format!("`{}`: {why}", found.name)),
            }
        }
        self.others = Some(others.clone());
        others
    }

    fn library(&mut self) -> Vec<FileId> {
        if let Some(files) = &self.workspace.library {
            return files.clone();
        }
        let files: Vec<_> = library::FILES
            .iter()
            .map(|(name, text)| self.workspace.add_once(&format!("library/{name}"), text))
            .collect();
        self.workspace.library = Some(files.clone());
        files
    }

    fn in_file(&self, name: &str, file: FileId) -> Option<Place> {
        let index = self.workspace.parsed[&file].specs.get(name)?;
        Some(Place { file, index: *index })
    }

    /// A file that is named like the specification comes before the others, so
    /// that an example which brings its own copy makes no name ambiguous.
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
}

/// `total_order.spec` is the home of `TotalOrder`.
fn is_home_of(path: &str, spec: &str) -> bool {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let stem = file.strip_suffix(".spec").unwrap_or(file);
    stem.replace('_', "").eq_ignore_ascii_case(&spec.replace('_', ""))
}

impl<L: Loader> Names<'_, L> {
    /// Whether two declarations mean the same wherever they stand: they are alike
    /// and refer to nothing else. Many files declare a plain `Element`.
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

impl<L: Loader> Scope for Names<'_, L> {
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
        let others = self.others();
        match self.in_folders(name, &others.files) {
            Lookup::Missing => {
                let library = self.library();
                self.in_files(name, &library)
            }
            answer => answer,
        }
    }

    fn declares_sort(&self, name: &str, file: FileId) -> Option<Place> {
        let index = self.workspace.parsed[&file].sorts.get(name)?;
        Some(Place { file, index: *index })
    }

    fn known_names(&mut self) -> Vec<String> {
        let mut files = vec![self.main];
        files.extend(self.others().files);
        files.extend(self.library());
        files.iter().flat_map(|file| self.workspace.parsed[file].specs.keys().cloned()).collect()
    }

    fn unreadable(&mut self) -> Vec<String> {
        self.others().unreadable
    }
}
