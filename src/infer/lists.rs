//! Sequences as the lists that functions take and return: vectors, slices, arrays, strings,
//! iterators.

use super::convert::{Owned, SortTypes};
use crate::refine::Passing;
use crate::rust::Integer;
use crate::rust::api::Ty;
use crate::theory::SortId;

/// Collections that a function can return as a list.
const OWNING: &[&str] =
    &["Vec", "VecDeque", "LinkedList", "BTreeSet", "HashSet", "BinaryHeap", "SmallVec", "ArrayVec"];

/// The same with pairs of a key and a value.
const MAPS: &[&str] = &["BTreeMap", "HashMap", "IndexMap"];

/// Iterators around another one that yield the same items.
const ADAPTERS: &[&str] = &["Rev", "Skip", "Take", "Peekable", "Fuse"];

impl SortTypes<'_> {
    /// How a parameter takes a list: what is passed, and the expression that makes it.
    pub(super) fn sequence_taken(
        &self,
        sort: SortId,
        passing: Passing,
        core: &Ty,
        name: &str,
    ) -> Option<(Passing, String)> {
        let element = *self.sequences.get(&sort)?;
        let by_value = |text: String| match passing {
            Passing::Value => Some((Passing::Value, text)),
            Passing::Shared => Some((Passing::Value, format!("&{text}"))),
            Passing::Mutable => Some((Passing::Value, format!("&mut {text}"))),
        };
        if let Some(text) = self.text_taken(element, passing, core, name) {
            return by_value(text);
        }
        let item = item_taken(core)?;
        if let (Ty::Reference { inner, .. }, Ty::Impl { .. }) = (item, core) {
            return self.is(element, inner).then(|| (Passing::Shared, format!("{name}.iter()")));
        }
        let value = self.element_taken(element, item)?;
        let list = match value {
            Owned::Itself => name.to_owned(),
            value => format!("{name}.into_iter(){}.collect::<Vec<{item}>>()", value.of_each()),
        };
        match core {
            Ty::Slice(_) if passing != Passing::Value && list == name => {
                Some((passing, name.to_owned()))
            }
            Ty::Slice(_) if passing != Passing::Value => by_value(list),
            Ty::Array(_, length) => {
                by_value(format!("<[{item}; {length}]>::try_from({list}).ok()?"))
            }
            Ty::Impl { name: of, .. } if of == "IntoIterator" => by_value(list),
            Ty::Impl { .. } => by_value(format!("{list}.into_iter()")),
            _ => match core.last()?.0 {
                "Vec" => by_value(list),
                "Box" | "Rc" | "Arc" => by_value(format!("{list}.into()")),
                _ => by_value(format!("{list}.into_iter().collect()")),
            },
        }
    }

    /// Letters as the text that a parameter takes.
    fn text_taken(
        &self,
        element: SortId,
        passing: Passing,
        core: &Ty,
        name: &str,
    ) -> Option<String> {
        let is_letters =
            self.made.get(&element).is_some_and(|made| made.plain_name() == Some("char"));
        let text = format!("{name}.into_iter().map(Into::<char>::into).collect::<String>()");
        let is_text = match core {
            Ty::Impl { name, .. } => ["AsRef", "Into", "ToString"].contains(&name.as_str()),
            _ if core.plain_name() == Some("str") => passing == Passing::Shared,
            _ => core.plain_name() == Some("String"),
        };
        if is_letters && is_text {
            return Some(text);
        }
        let is_shared = matches!(core.last(), Some(("Box" | "Rc" | "Arc", [inner]))
            if inner.plain_name() == Some("str"));
        (is_letters && is_shared).then(|| format!("{text}.into()"))
    }

    /// The element `it` of a list as an item of another type. Numbers are cast.
    fn element_taken(&self, element: SortId, item: &Ty) -> Option<Owned> {
        if self.is_int(element) {
            return super::convert::integer(item).map(|ty| match ty {
                Integer::I64 => Owned::Itself,
                ty => Owned::By(format!("it as {ty}")),
            });
        }
        let taken = self.taken(element, item, "it")?;
        let is_value = taken.passing == Passing::Value;
        is_value.then(|| taken.expression.map_or(Owned::Itself, Owned::By))
    }

    /// The items of a collection or iterator as a `Vec`.
    pub(super) fn collected(&self, element: SortId, ty: &Ty, value: &str) -> Option<String> {
        let (iterator, item) = items(ty, value)?;
        Some(match self.owned(element, &item, "it")? {
            Owned::Copied | Owned::Cloned if is_slice(ty) => format!("{value}.to_vec()"),
            owned => format!("{iterator}{}.collect()", owned.of_each()),
        })
    }
}

fn is_slice(ty: &Ty) -> bool {
    matches!(ty, Ty::Reference { inner, .. } if matches!(**inner, Ty::Slice(_)))
}

/// The items of a list that a function takes.
fn item_taken(core: &Ty) -> Option<&Ty> {
    match core {
        Ty::Slice(item) | Ty::Array(item, _) => Some(item),
        Ty::Impl { bindings, .. } => {
            bindings.iter().find(|(name, _)| name == "Item").map(|(_, item)| item)
        }
        _ => match core.last()? {
            ("Box" | "Rc" | "Arc", [Ty::Slice(item)]) => Some(item),
            (name, [item, ..]) if OWNING.contains(&name) => Some(item),
            _ => None,
        },
    }
}

/// The iterator over a collection, and what it yields.
pub(super) fn items(ty: &Ty, value: &str) -> Option<(String, Ty)> {
    let letters = || (format!("{value}.chars()"), Ty::name("char"));
    match ty {
        ty if ["str", "String"].map(Some).contains(&ty.plain_name()) => Some(letters()),
        Ty::Reference { inner, .. } => lent_items(inner, value),
        Ty::Slice(item) => Some((format!("{value}.iter()"), (**item).clone())),
        Ty::Array(item, _) => Some((format!("{value}.into_iter()"), (**item).clone())),
        Ty::Impl { name, bindings, .. } => {
            let (_, item) = bindings.iter().find(|(name, _)| name == "Item")?;
            let iterator = match name.as_str() {
                "IntoIterator" => format!("{value}.into_iter()"),
                _ => value.to_owned(),
            };
            Some((iterator, item.clone()))
        }
        Ty::Path { .. } => iterated(ty, value),
        _ => None,
    }
}

/// The iterator over a collection behind a reference.
fn lent_items(inner: &Ty, value: &str) -> Option<(String, Ty)> {
    let lent = |item: &Ty| item.clone().reference();
    let item = match inner {
        inner if ["str", "String"].map(Some).contains(&inner.plain_name()) => {
            return items(inner, value);
        }
        Ty::Slice(item) | Ty::Array(item, _) => lent(item),
        other => match other.last()? {
            (name, [item, ..]) if OWNING.contains(&name) => lent(item),
            (name, [key, item, ..]) if MAPS.contains(&name) => {
                Ty::Tuple(vec![lent(key), lent(item)])
            }
            _ => return None,
        },
    };
    Some((format!("{value}.iter()"), item))
}

/// The iterator that a path names, or that a collection turns into.
fn iterated(ty: &Ty, value: &str) -> Option<(String, Ty)> {
    let (name, arguments) = ty.last()?;
    let first = || arguments.first().cloned();
    let second = || arguments.get(1).cloned();
    let pair = |key: Option<Ty>, value: Option<Ty>| Some(Ty::Tuple(vec![key?, value?]));
    let item = match (name, arguments.len()) {
        (name, _) if OWNING.contains(&name) => {
            return Some((format!("{value}.into_iter()"), first()?));
        }
        (name, _) if MAPS.contains(&name) => {
            return Some((format!("{value}.into_iter()"), pair(first(), second())?));
        }
        (name, 1) if ADAPTERS.contains(&name) => return items(arguments.first()?, value),
        ("Box", 1) if matches!(arguments[0], Ty::Impl { .. }) => {
            return items(&arguments[0], value);
        }
        ("Iter", 2) => pair(first().map(Ty::reference), second().map(Ty::reference))?,
        ("IntoIter" | "Drain", 2) => pair(first(), second())?,
        ("Iter" | "Keys", _) => first()?.reference(),
        ("Values", _) => second()?.reference(),
        ("IntoIter" | "IntoKeys" | "Drain", _) => first()?,
        ("IntoValues", _) => second()?,
        ("Chars", 0) => Ty::name("char"),
        ("Bytes", 0) => Ty::name("u8"),
        _ => return None,
    };
    Some((value.to_owned(), item))
}
