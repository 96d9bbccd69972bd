//! Skeletons: a first specification and mapping, guessed from a Rust type.
//!
//! 1. `source` finds the type in its file, with its impl blocks and traits.
//! 2. `read` turns signatures into plain values: after it no syntax tree of Rust is
//!    left, and what cannot be expressed has been put aside with the reason.
//! 3. `parameter` and `operation` guess: which specification each type parameter
//!    needs, which method is a constructor and which an observer.
//! 4. `write_spec` and `write_map` write it down, with the guesses marked.

mod axiom;
mod bound;
mod closure;
mod comment;
mod crate_path;
mod domain;
mod example;
mod import;
mod names;
mod operation;
mod own_trait;
mod parameter;
mod read;
mod rust;
mod scope;
mod shipped;
mod source;
mod write_map;
mod write_spec;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::FileId;

pub use crate_path::{CratePath, Target, package_name};
pub use example::example;
use operation::Operation;
use parameter::Parameter;
use rust::RustType;

/// The parser of Rust recurses. With a stack of its own, a long chain of branches in
/// some function body does not end the process.
const STACK: usize = 256 << 20;

/// A specification and a mapping to fill in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skeleton {
    /// What the two files are called.
    pub file_stem: String,
    pub spec: String,
    pub map: String,
    /// How many methods became operations, and how many were left out.
    pub operations: usize,
    pub left_out: usize,
}

/// Where the type is found: the file's name for people, and as a module of a crate.
#[derive(Clone, Debug)]
pub struct SkeletonSource {
    pub file: String,
    pub path: CratePath,
}

/// Reads a type of a Rust file and guesses. Without a name the file must have one
/// type only that has public methods.
pub fn skeleton(
    text: &str,
    file: FileId,
    wanted: Option<&str>,
    origin: &SkeletonSource,
) -> Result<Skeleton, Diagnostic> {
    let work = || draw_up(text, file, wanted, origin);
    let thread = std::thread::Builder::new().stack_size(STACK);
    std::thread::scope(|scope| match thread.spawn_scoped(scope, work) {
        Ok(thread) => thread.join().expect("no input makes the reader panic"),
        Err(_) => work(),
    })
}

fn draw_up(
    text: &str,
    file: FileId,
    wanted: Option<&str>,
    origin: &SkeletonSource,
) -> Result<Skeleton, Diagnostic> {
    let source = source::parse(text, file)?;
    let found = source.find(wanted, file)?;
    let rust = read::read(&source, &found);
    let draft = Draft::of(rust);
    if draft.operations.is_empty() {
        return Err(nothing_to_map(&draft, found.span(file)));
    }
    Ok(Skeleton {
        file_stem: write_spec::file_stem(&draft.rust.name),
        spec: write_spec::write(&draft, origin),
        map: write_map::write(&draft, &source, origin),
        operations: draft.operations.len(),
        left_out: draft.rust.left_out.len(),
    })
}

/// All guesses about a type.
struct Draft {
    rust: RustType,
    parameters: Vec<Parameter>,
    operations: Vec<Operation>,
}

impl Draft {
    fn of(rust: RustType) -> Self {
        let parameters = parameter::guess(&rust);
        let operations = operation::guess(&rust);
        Self { rust, parameters, operations }
    }

    /// The sort's declaration, as each profile repeats it: `TreeSet[Orderable]`.
    fn own_sort(&self) -> String {
        let sorts: Vec<&str> =
            self.parameters.iter().map(|parameter| parameter.sort.as_str()).collect();
        bracketed(&names::spec_name(&self.rust.name), &sorts)
    }

    /// The head of the specification and of its entry: `TreeSet[TotalOrder]`.
    fn head(&self) -> String {
        let specs: Vec<&str> =
            self.parameters.iter().map(|parameter| parameter.spec.as_str()).collect();
        bracketed(&names::spec_name(&self.rust.name), &specs)
    }

    fn sort_text(&self, sort: &rust::Sort) -> String {
        match sort {
            rust::Sort::Own => self.own_sort(),
            rust::Sort::Int => "int".to_owned(),
            rust::Sort::Parameter(generic) => self.parameter_sort(generic),
        }
    }

    fn parameter_sort(&self, generic: &str) -> String {
        let known = self.parameters.iter().find(|parameter| parameter.generic == generic);
        known.map_or("int".to_owned(), |parameter| parameter.sort.clone())
    }

    /// `TreeSet[Orderable] Orderable -->? Orderable`; `names` says what stands before
    /// each argument.
    fn profile(&self, operation: &Operation, own: Option<&str>, named: bool) -> String {
        let mut words = Vec::new();
        for argument in &operation.arguments {
            let sort = match (own, &argument.sort) {
                (Some(generic), rust::Sort::Own) => self.parameter_sort(generic),
                _ => self.sort_text(&argument.sort),
            };
            match &argument.name {
                Some(name) if named => words.push(format!("{name}:{sort}")),
                _ => words.push(sort),
            }
        }
        if let Some(result) = &operation.result {
            words.push(if operation.partial { "-->?" } else { "-->" }.to_owned());
            words.push(match (own, result) {
                (Some(generic), rust::Sort::Own) => self.parameter_sort(generic),
                _ => self.sort_text(result),
            });
        }
        words.join(" ")
    }
}

fn bracketed(name: &str, inside: &[&str]) -> String {
    if inside.is_empty() { name.to_owned() } else { format!("{name}[{}]", inside.join(", ")) }
}

fn nothing_to_map(draft: &Draft, span: crate::source::Span) -> Diagnostic {
    let name = &draft.rust.name;
    let report = Diagnostic::error(
        Code::NoMethods,
        format!("`{name}` has no public method that an operation could be"),
    )
    .label(span, "declared here");
    if draft.rust.left_out.is_empty() {
        return report.help("its methods must be `pub`, and stand in the same file");
    }
    let left_out = draft.rust.left_out.iter().map(|one| format!("`{}` {}", one.name, one.why));
    report.note(left_out.collect::<Vec<_>>().join("; "))
}
