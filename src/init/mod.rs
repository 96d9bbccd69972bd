//! Skeletons: a first specification and mapping, guessed from a Rust type.
//!
//! 1. `read` finds the type in its file and turns its signatures into the plain values of
//!    `rust`. Methods that cannot be expressed are left out, with the reason.
//! 2. `parameter` and `operation` guess which specification each type parameter needs,
//!    which method is a constructor and which an observer. The result is a `Draft`.
//! 3. `write_spec` and `write_map` write the draft down, with the guesses marked.

mod axiom;
mod closure;
mod comment;
mod crate_path;
mod domain;
mod draft;
mod example;
mod import;
mod names;
mod operation;
mod parameter;
mod plain_sort;
mod read;
mod rust;
mod shipped;
mod write_map;
mod write_spec;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Sources, Span};

pub use crate_path::{CratePath, CrateTarget, package_name};
use draft::Draft;
pub use draft::SkeletonSource;
pub use example::example;
use read::Found;

/// A specification and a mapping to fill in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skeleton {
    /// The names of the two files.
    pub file_stem: String,
    /// With strings, lists and data sorts, for types whose functions can be inferred.
    pub inferred: Files,
    /// Without these, and with a function for each operation. `None` if nothing is left then.
    pub written: Option<Files>,
    /// The mapping of `written` in three lines.
    pub short_map: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    pub spec: String,
    pub map: String,
    /// How many methods became operations, and how many were left out.
    pub operations: usize,
    pub left_out: usize,
}

/// Reads a type of a Rust file and guesses. Without a name the file must have one
/// type only that has public methods.
pub fn skeleton(
    text: &str,
    file: FileId,
    wanted: Option<&str>,
    origin: &SkeletonSource,
) -> Result<Skeleton, Diagnostic> {
    let source = read::parse(text, file)?.beside(&origin.siblings);
    let own_module = origin.path.modules.last().map(String::as_str);
    let found = source.find(wanted, own_module, file)?;
    let draft = |is_inferred: bool| {
        let rust = read::read(&source, &found, is_inferred);
        let operations = operation::guess(&rust);
        Draft { parameters: parameter::guess(&rust, &operations), operations, rust }
    };
    let (inferred, written) = (draft(true), draft(false));
    if inferred.operations.is_empty() {
        return Err(nothing_to_map(&inferred, Span::new(file, found.range())));
    }
    let files = |draft: &Draft, map: String| Files {
        spec: write_spec::write(draft, origin),
        map,
        operations: draft.operations.len(),
        left_out: draft.rust.left_out.len(),
    };
    Ok(Skeleton {
        file_stem: write_spec::file_stem(&inferred.rust.name),
        inferred: files(&inferred, write_map::write_short(&inferred, origin)),
        short_map: write_map::write_short(&written, origin),
        written: (!written.operations.is_empty() && matches!(found, Found::Type(_)))
            .then(|| files(&written, write_map::write(&written, &source, origin))),
    })
}

/// The names of the public types of a file that have public methods.
pub fn testable(text: &str) -> Vec<String> {
    let file = Sources::default().add("", text);
    let source = read::parse(text, file);
    source.map(|source| source.testable()).unwrap_or_default()
}

/// The types of a file that implement a trait, each as the mapping names it.
pub fn implementers(text: &str, name: &str, path: &CratePath) -> Vec<String> {
    let file = Sources::default().add("", text);
    let Ok(source) = read::parse(text, file) else { return Vec::new() };
    let found = source.implementers(name).map_or(Vec::new(), |(_, types)| types);
    let types = found
        .iter()
        .map(|one| format!("{}::{}", path.module_of(one.modules, &one.item.name), one.item.name));
    types.collect()
}

/// Whether a file has such a module with functions.
pub fn has_functions(text: &str, name: &str, path: &CratePath) -> bool {
    let file = Sources::default().add("", text);
    let own_module = path.modules.last().map(String::as_str);
    read::parse(text, file).is_ok_and(|source| {
        matches!(source.find(Some(name), own_module, file), Ok(Found::Module { .. }))
    })
}

fn nothing_to_map(draft: &Draft, span: Span) -> Diagnostic {
    let name = &draft.rust.name;
    let report = Diagnostic::error(
        Code::NoMethods,
        format!("`{name}` has no public method that could be an operation"),
    )
    .label(span, "declared here");
    if draft.rust.left_out.is_empty() {
        return report.help("its methods must be `pub`, and in the same file");
    }
    let left_out = draft.rust.left_out.iter().map(|one| format!("`{}` {}", one.name, one.why));
    report.note(left_out.collect::<Vec<_>>().join("; "))
}
