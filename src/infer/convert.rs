//! Values of sorts as the types that Rust functions take and return.
//!
//! A plain value, a reference and an integer need no glue. For everything else this module
//! writes the expression that a function with a body has.

use std::collections::{BTreeMap, BTreeSet};

use crate::refine::Passing;
use crate::rust::Integer;
use crate::rust::api::Ty;
use crate::theory::{SortId, SortKind, Theory};

/// What each sort is in Rust.
pub struct SortTypes<'t> {
    pub theory: &'t Theory,
    pub types: BTreeMap<SortId, Ty>,
    /// Sorts that are mapped to `Vec`, with the sort of their elements.
    pub sequences: BTreeMap<SortId, SortId>,
    /// The types that elements of mocked sorts stand for.
    pub made: BTreeMap<SortId, Ty>,
    /// The types of handles, which are numbers in the specification.
    pub handles: Vec<Ty>,
    /// Mocked sorts that are closures.
    pub closures: BTreeSet<SortId>,
}

/// How a parameter takes its argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    pub passing: Passing,
    /// The type behind the `&`, as a mapping writes it.
    pub ty: String,
    /// What a call passes; `None` for the argument as it is.
    pub expression: Option<String>,
    /// Whether the expression ends its function early, where the argument does not exist.
    pub is_fallible: bool,
}

/// A value that a function returns, as a value of a sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// A mapping can say it by the signature alone.
    Plain,
    Cloned,
    /// The element of this type that stands for it.
    From(String),
    By(String),
}

/// How to get the value itself from an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owned {
    Itself,
    /// It is behind a reference.
    Copied,
    Cloned,
    /// By `from` of this type.
    From(String),
    /// By an expression in which the place is written already.
    By(String),
}

impl SortTypes<'_> {
    pub fn is_int(&self, sort: SortId) -> bool {
        self.theory.sorts[sort].kind == SortKind::Int
    }

    /// The type of a sort, as a mapping writes it.
    pub fn text(&self, sort: SortId) -> String {
        self.types.get(&sort).map_or_else(|| "i64".to_owned(), Ty::to_string)
    }

    pub(super) fn is(&self, sort: SortId, ty: &Ty) -> bool {
        self.types.get(&sort).is_some_and(|known| same(known, ty))
    }

    /// The list that keeps handles of a type.
    pub fn handle(&self, ty: &Ty) -> Option<usize> {
        self.handles.iter().position(|known| same(known, ty))
    }

    /// How a parameter of some type takes a value of a sort.
    pub fn taken(&self, sort: SortId, ty: &Ty, name: &str) -> Option<Taken> {
        let (passing, core) = match ty {
            Ty::Reference { mutable: true, inner } => (Passing::Mutable, &**inner),
            Ty::Reference { mutable: false, inner } => (Passing::Shared, &**inner),
            other => (Passing::Value, other),
        };
        let plain = |ty: String| Taken { passing, ty, expression: None, is_fallible: false };
        let tried = |ty: String, value: String| Taken {
            passing: Passing::Value,
            ty,
            expression: Some(value),
            is_fallible: true,
        };
        if self.is_int(sort) {
            if let Some(place) = self.handle(core) {
                let star = if passing == Passing::Value { "*" } else { "" };
                let value = format!("{star}self.handles_{place}.get({name})?");
                return Some(tried("usize".to_owned(), value));
            }
            if let Some(inner) = non_zero(core) {
                let value = format!("std::num::NonZero::<{inner}>::new({name})?");
                return Some(tried(inner.to_string(), value));
            }
            return integer(core).map(|integer| plain(integer.to_string()));
        }
        let text = self.text(sort);
        if self.is(sort, core) || self.closures.contains(&sort) && core.is_closure() {
            return Some(plain(text));
        }
        let by = |passing: Passing, expression: String| {
            let expression = Some(expression);
            Some(Taken { passing, ty: text.clone(), expression, is_fallible: false })
        };
        if let Some(taken) = self.made_taken(sort, passing, core, name) {
            return by(Passing::Value, taken);
        }
        if let Some(taken) = self.sequence_taken(sort, passing, core, name) {
            let (passing, expression) = (taken.0, Some(taken.1));
            // A list has any length, an array one.
            let is_fallible = matches!(core, Ty::Array(..));
            return Some(Taken { passing, ty: text, expression, is_fallible });
        }
        if let (Ty::Slice(item), Some(("Vec", [known]))) =
            (core, self.types.get(&sort).and_then(Ty::last))
            && passing != Passing::Value
            && same(item, known)
        {
            return by(passing, name.to_owned());
        }
        if let Some(taken) = self.tuple_taken(sort, core, name) {
            return by(Passing::Value, taken);
        }
        match core {
            Ty::Impl { name: of, arguments, .. } if ["Into", "Borrow"].contains(&of.as_str()) => {
                let is_it = arguments.first().is_some_and(|ty| self.is(sort, ty));
                is_it.then(|| plain(text))
            }
            Ty::Impl { name: of, .. } if of == "AsRef" && text == "String" => Some(plain(text)),
            Ty::Path { .. } if core.plain_name() == Some("str") && text == "String" => {
                by(Passing::Shared, name.to_owned())
            }
            Ty::Path { .. } if passing == Passing::Value => {
                let (outer, arguments) = core.last()?;
                let inner = self.taken(sort, arguments.first()?, name)?;
                let value = inner.expression.unwrap_or_else(|| name.to_owned());
                if inner.passing != Passing::Value {
                    return None;
                }
                match outer {
                    "Option" => by(Passing::Value, format!("Some({value})")),
                    "Box" => by(Passing::Value, format!("Box::new({value})")),
                    "Rc" => by(Passing::Value, format!("std::rc::Rc::new({value})")),
                    "Arc" => by(Passing::Value, format!("std::sync::Arc::new({value})")),
                    "Cow" => by(Passing::Value, format!("std::borrow::Cow::Owned({value})")),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// An element as the value that it stands for.
    fn made_taken(&self, sort: SortId, passing: Passing, ty: &Ty, name: &str) -> Option<String> {
        let made = self.made.get(&sort)?;
        let is_text = made.plain_name() == Some("String");
        let is_str = is_text && ty.plain_name() == Some("str");
        let is_shared_str = is_text
            && matches!(ty.last(), Some(("Box" | "Rc" | "Arc", [inner]))
                if inner.plain_name() == Some("str"));
        let is_it = same(made, ty)
            || is_text && matches!(ty, Ty::Impl { name, .. } if name == "AsRef")
            || matches!(ty, Ty::Impl { name, arguments, .. }
                if ["Into", "Borrow"].contains(&name.as_str())
                    && arguments.first().is_some_and(|ty| same(made, ty)));
        let value = format!("Into::<{made}>::into({name})");
        match passing {
            Passing::Value if is_it => Some(value),
            Passing::Value if is_shared_str => Some(format!("{value}.into()")),
            Passing::Shared if is_it || is_str => Some(format!("&{value}")),
            Passing::Mutable if is_it => Some(format!("&mut {value}")),
            _ => None,
        }
    }

    /// A value as the element that stands for it.
    fn made_conversion(&self, sort: SortId, ty: &Ty, value: &str) -> Option<Conversion> {
        let made = self.made.get(&sort)?;
        let element = self.text(sort);
        let text = match ty {
            ty if same(made, ty) => return Some(Conversion::From(element)),
            Ty::Reference { inner, .. } if same(made, inner) => {
                format!("{element}::from({value}.clone())")
            }
            Ty::Reference { inner, .. } if inner.plain_name() == Some("str") => {
                format!("{element}::from({value}.to_owned())")
            }
            _ => return None,
        };
        Some(Conversion::By(text))
    }

    /// What a function returns as a value of a sort. `value` is the expression that has it.
    pub fn conversion(&self, sort: SortId, ty: &Ty, value: &str) -> Option<Conversion> {
        let by = |text: String| Some(Conversion::By(text));
        if self.is_int(sort) {
            if let Some(place) = self.handle(ty) {
                return by(format!("self.number_{place}({value})"));
            }
            return match ty {
                Ty::Reference { inner, .. } if self.handle(inner).is_some() => {
                    self.conversion(sort, inner, &format!("*{value}"))
                }
                Ty::Reference { inner, .. } => {
                    integer(inner).and_then(|_| by(format!("*{value} as i64")))
                }
                ty if integer(ty).is_some() => Some(Conversion::Plain),
                ty if non_zero(ty).is_some() => by(format!("{value}.get() as i64")),
                ty => self.unwrapped(sort, ty, value),
            };
        }
        if self.is(sort, ty) {
            return Some(Conversion::Plain);
        }
        if let Some(text) = self.tuple_given(sort, ty, value) {
            return by(text);
        }
        if let Ty::Reference { inner, .. } = ty
            && self.is(sort, inner)
        {
            return match self.sequences.contains_key(&sort) {
                true => Some(Conversion::Cloned),
                false => Some(Conversion::Plain),
            };
        }
        if let Some(element) = self.sequences.get(&sort)
            && let Some(text) = self.collected(*element, ty, value)
        {
            return by(text);
        }
        if let Some(conversion) = self.made_conversion(sort, ty, value) {
            return Some(conversion);
        }
        let is_text = self.text(sort) == "String";
        if let Ty::Reference { inner, .. } = ty
            && inner.plain_name() == Some("str")
            && is_text
        {
            return by(format!("{value}.to_owned()"));
        }
        self.unwrapped(sort, ty, value)
    }

    /// The same as the value itself, not a reference to it.
    pub fn owned(&self, sort: SortId, ty: &Ty, value: &str) -> Option<Owned> {
        Some(match (self.conversion(sort, ty, value)?, ty) {
            (Conversion::By(text), _) => Owned::By(text),
            (Conversion::From(element), _) => Owned::From(element),
            (Conversion::Cloned, _) => Owned::Cloned,
            // Mocks can be copied.
            (Conversion::Plain, Ty::Reference { .. })
                if self.theory.sorts[sort].kind == SortKind::Parameter =>
            {
                Owned::Copied
            }
            (Conversion::Plain, Ty::Reference { .. }) => Owned::Cloned,
            (Conversion::Plain, _) if self.is_int(sort) && integer(ty) != Some(Integer::I64) => {
                Owned::By(format!("{value} as i64"))
            }
            (Conversion::Plain, _) => Owned::Itself,
        })
    }

    /// `Box<T>`, `Rc<T>` and guards as the value inside.
    fn unwrapped(&self, sort: SortId, ty: &Ty, value: &str) -> Option<Conversion> {
        let (ty, behind) = match ty {
            Ty::Reference { inner, .. } => (&**inner, "*"),
            other => (other, ""),
        };
        let (outer, arguments) = ty.last()?;
        // Guards of maps have the key as another argument.
        let inner = if is_guard(outer) { arguments.last()? } else { arguments.first()? };
        let text = match outer {
            outer if is_guard(outer) || ["Box", "Rc", "Arc", "Reverse"].contains(&outer) => {
                let place = match outer {
                    "Reverse" => format!("{value}.0"),
                    _ => format!("*{behind}{value}"),
                };
                let is_copied = self.theory.sorts[sort].kind == SortKind::Parameter;
                match (self.is_int(sort), is_copied && self.is(sort, inner)) {
                    (true, _) => integer(inner).map(|_| format!("{place} as i64"))?,
                    (false, true) => place,
                    (false, false) => {
                        let place = format!("({place})");
                        self.owned(sort, &inner.clone().reference(), &place)?.at(&place)
                    }
                }
            }
            "Cow" => {
                let target = match inner {
                    Ty::Slice(item) => {
                        Ty::Path { path: vec!["Vec".to_owned()], arguments: vec![(**item).clone()] }
                    }
                    inner if inner.plain_name() == Some("str") => Ty::name("String"),
                    inner => inner.clone(),
                };
                let value = format!("{value}.into_owned()");
                self.owned(sort, &target, &value)?.at(&value)
            }
            _ => return None,
        };
        Some(Conversion::By(text))
    }
}

impl Owned {
    /// The expression at the place for which it was made.
    pub fn at(self, place: &str) -> String {
        match self {
            Self::Itself => place.to_owned(),
            Self::Copied => format!("*{place}"),
            Self::Cloned => format!("{place}.clone()"),
            Self::From(element) => format!("{element}::from({place})"),
            Self::By(text) => text,
        }
    }

    /// What is called on an iterator or an `Option` to do this with each item, which is `it`.
    pub fn of_each(self) -> String {
        match self {
            Self::Itself => String::new(),
            Self::Copied => ".copied()".to_owned(),
            Self::Cloned => ".cloned()".to_owned(),
            Self::From(element) => format!(".map({element}::from)"),
            Self::By(text) => format!(".map(|it| {text})"),
        }
    }
}

fn is_guard(name: &str) -> bool {
    name.ends_with("Guard") || ["Ref", "RefMut", "MappedRef", "MappedRefMut"].contains(&name)
}

/// The integer inside of `NonZeroU32` or `NonZero<u32>`.
pub fn non_zero(ty: &Ty) -> Option<Integer> {
    let (name, arguments) = ty.last()?;
    match (name.strip_prefix("NonZero")?, arguments.first()) {
        ("", Some(inner)) => integer(inner),
        (inner, None) => Integer::named(&inner.to_lowercase()),
        _ => None,
    }
}

pub fn integer(ty: &Ty) -> Option<Integer> {
    Integer::named(ty.plain_name()?)
}

/// Whether two types are the same, as far as their texts can tell: by the last name of each
/// path, and by the arguments that both have.
pub fn same(first: &Ty, second: &Ty) -> bool {
    let all = |first: &[Ty], second: &[Ty]| first.iter().zip(second).all(|(a, b)| same(a, b));
    match (first, second) {
        (Ty::Path { path: a, arguments: of_a }, Ty::Path { path: b, arguments: of_b }) => {
            a.last() == b.last() && all(of_a, of_b)
        }
        (Ty::Reference { inner: a, .. }, Ty::Reference { inner: b, .. }) => same(a, b),
        (Ty::Slice(a), Ty::Slice(b)) => same(a, b),
        (Ty::Array(a, m), Ty::Array(b, n)) => same(a, b) && m == n,
        (Ty::Tuple(a), Ty::Tuple(b)) => a.len() == b.len() && all(a, b),
        (a, b) => a == b,
    }
}
