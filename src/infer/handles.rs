//! Handles that only the type under test makes: arena indices, keys of slot maps.
//!
//! A specification numbers them in the order of their creation. Tests keep the handles that a
//! value has made in lists beside it.

use super::methods::Subject;
use super::place;
use super::state::Inference;
use crate::diagnostic::{Code, Diagnostic};
use crate::rust::api::{Ty, ty};
use crate::syntax::mapping_ast::{Entry, RustText};

/// Wraps the type of an entry with handles. Returns the declaration of the wrapper.
pub fn keep(
    inference: &mut Inference<'_>,
    entry: &Entry,
    subject: &mut Subject,
) -> Option<RustText> {
    let first = entry.handles.first()?;
    if !inference.handles.is_empty() {
        let report = Diagnostic::error(Code::ShortForm, "two entries have handles")
            .label(first.span, "only one type of a mapping may make handles")
            .help("write the functions of one of them in the long form");
        inference.errors.push(report);
        return None;
    }
    for text in &entry.handles {
        match ty(&text.text) {
            Ok(handle) => inference.handles.push(handle),
            Err(_) => {
                let report = Diagnostic::error(Code::NotRust, "this is not a type in Rust")
                    .label(text.span, "the type of handles");
                inference.errors.push(report);
            }
        }
    }
    let name = format!("{}WithHandles", entry.spec.text);
    let inner = subject.ty.clone();
    let path = vec![name.clone()];
    subject.ty = Ty::Path { path, arguments: vec![inner.clone()] };
    subject.inner = Some(inner);
    Some(place::rust(declaration(&name, &inference.handles), first.span))
}

/// The wrapper. What it holds is reached by `Deref`, so that expressions of a mapping need not
/// know it.
fn declaration(name: &str, handles: &[Ty]) -> String {
    let each = |line: &dyn Fn(usize, &Ty) -> String| -> String {
        handles.iter().enumerate().map(|(place, ty)| line(place, ty)).collect()
    };
    let fields = each(&|place, ty| format!("        handles_{place}: Vec<{ty}>,\n"));
    let empty = each(&|place, _| format!(", handles_{place}: Vec::new()"));
    let numbers = each(&|place, ty| {
        format!(
            "        /// The number of a handle: the next one, if it is new.
        fn number_{place}(&self, handle: {ty}) -> i64 {{
            let known = self.handles_{place}.iter().rposition(|known| *known == handle);
            known.unwrap_or(self.handles_{place}.len()) as i64
        }}
"
        )
    });
    format!(
        "
    /// A value with the handles that it has made, in the order of their creation.
    #[derive(Clone, Debug)]
    pub struct {name}<T> {{
        value: T,
{fields}    }}

    impl<T> {name}<T> {{
{numbers}    }}

    impl<T> From<T> for {name}<T> {{
        fn from(value: T) -> Self {{
            Self {{ value{empty} }}
        }}
    }}

    impl<T> std::ops::Deref for {name}<T> {{
        type Target = T;

        fn deref(&self) -> &T {{
            &self.value
        }}
    }}

    impl<T> std::ops::DerefMut for {name}<T> {{
        fn deref_mut(&mut self) -> &mut T {{
            &mut self.value
        }}
    }}
  "
    )
}
