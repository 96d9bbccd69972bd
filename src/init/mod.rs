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
use crate::source::{FileId, Span};

pub use crate_path::{CratePath, CrateTarget, package_name};
use draft::Draft;
pub use draft::SkeletonSource;
pub use example::example;

/// A specification and a mapping to fill in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skeleton {
    /// What the two files are called.
    pub file_stem: String,
    pub spec: String,
    /// The mapping in three lines, for types whose functions can be inferred.
    pub short_map: String,
    /// The same with a function for each operation.
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
    let source = read::parse(text, file)?;
    let found = source.find(wanted, file)?;
    let rust = read::read(&source, &found);
    let (parameters, operations) = (parameter::guess(&rust), operation::guess(&rust));
    let draft = Draft { rust, parameters, operations };
    if draft.operations.is_empty() {
        return Err(nothing_to_map(&draft, Span::new(file, found.item.range.clone())));
    }
    Ok(Skeleton {
        file_stem: write_spec::file_stem(&draft.rust.name),
        spec: write_spec::write(&draft, origin),
        short_map: write_map::write_short(&draft, origin),
        map: write_map::write(&draft, &source, origin),
        operations: draft.operations.len(),
        left_out: draft.rust.left_out.len(),
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
