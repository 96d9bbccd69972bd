//! The header's generics, `use` lines and preludes.

use super::rust_text::{not_rust, part};
use super::{Mock, Prelude, Use};
use crate::diagnostic::{Code, Diagnostic};
use crate::rust::read::{self, GenericKind};
use crate::rust::{Fragment, Ident, Import};
use crate::source::Span;
use crate::syntax::mapping_ast::RustText;

/// A generic parameter with its place.
#[derive(Clone, Debug)]
pub struct Generic {
    pub mock: Mock,
    pub span: Span,
}

/// Reads `<E: Ord, C: Fn(&E, &E) -> bool>`.
pub fn read_generics(text: &RustText) -> Result<Vec<Generic>, Vec<Diagnostic>> {
    let parameters = read::generics(&text.text)
        .map_err(|error| vec![not_rust(text, "a list of generics", &error)])?;
    let mut errors = Vec::new();
    let mut generics: Vec<Generic> = Vec::new();
    for parameter in parameters {
        let span = part(text, parameter.range);
        match parameter.kind {
            GenericKind::Type(mock) => {
                let generic = Generic { mock, span };
                match generics.iter().find(|other| other.mock.name == generic.mock.name) {
                    Some(first) => errors.push(twice(&generic, first)),
                    None => generics.push(generic),
                }
            }
            GenericKind::Lifetime => errors.push(unsupported(span, "a lifetime")),
            GenericKind::Const => errors.push(unsupported(span, "a constant")),
        }
    }
    if errors.is_empty() { Ok(generics) } else { Err(errors) }
}

fn twice(generic: &Generic, first: &Generic) -> Diagnostic {
    let name = &generic.mock.name;
    Diagnostic::error(Code::GenericParameter, format!("`{name}` is declared twice"))
        .label(generic.span, "again here")
        .label(first.span, "first here")
}

fn unsupported(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::GenericParameter, format!("{what} cannot stand for a sort"))
        .label(span, "only type parameters are mocked")
        .help("write the value itself where the type is used, such as `ArrayVec<E, 4>`")
}

/// Reads what stands between `use` and `;`, one import for each name.
pub fn read_use(text: &RustText) -> Result<Vec<Use>, Diagnostic> {
    let imports = read::imports(&text.text).map_err(|error| not_rust(text, "an import", &error))?;
    let is_std = |import: &Import| {
        import.target.first().is_some_and(|first| ["std", "core"].contains(&first.as_str()))
    };
    let others = imports.iter().filter(|import| !is_std(import));
    if let Some(name) = others.filter_map(|import| import.name.as_deref()).find(|it| is_taken(it)) {
        let help = format!("import it under another name: `as Own{name}`");
        return Err(taken(name, text.span, &help));
    }
    let uses = imports.into_iter().map(|import| Use { import, in_signatures: false });
    Ok(uses.collect())
}

/// Reads the items of a prelude.
pub fn read_prelude(text: &RustText) -> Result<Prelude, Diagnostic> {
    let names =
        read::item_names(&text.text).map_err(|error| not_rust(text, "a list of items", &error))?;
    if let Some(name) = names.iter().map(Ident::as_str).find(|name| is_taken(name)) {
        let help = format!("give it another name: `Own{name}`");
        return Err(taken(name, text.span, &help));
    }
    Ok(Prelude { items: Fragment::new(dedent(&text.text)), names })
}

/// Names of std that generated code uses as they stand.
const TAKEN: &[&str] = &["Err", "Fn", "None", "Ok", "Option", "Some", "Vec"];

fn is_taken(name: &str) -> bool {
    TAKEN.contains(&name)
}

fn taken(name: &str, span: Span, help: &str) -> Diagnostic {
    let message = format!("generated tests need std's `{name}`");
    Diagnostic::error(Code::TakenName, message)
        .label(span, format!("declares another `{name}`"))
        .help(help)
}

/// Lines without the indentation that all of them share, and without blank lines
/// around them.
fn dedent(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let shared = lines.iter().filter(|line| !line.is_empty()).map(indent).min().unwrap_or(0);
    let lines: Vec<&str> =
        lines.iter().map(|line| line.get(shared..).unwrap_or_default()).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// Whether a name is the one of a generic parameter.
pub fn find<'g>(generics: &'g [Generic], name: &Ident) -> Option<&'g Generic> {
    generics.iter().find(|generic| generic.mock.name == *name)
}
