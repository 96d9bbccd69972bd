//! What the types in a signature stand for.

use std::collections::{BTreeMap, BTreeSet};

use crate::init::rust::{Output, Passing, Sort, TRUTH, Ty, Wrapper, passing_text, type_text};
use crate::rust::{Fragment, Integer, api};

/// The names that a signature may use.
#[derive(Clone, Debug, Default)]
pub struct GenericsInScope {
    /// The type that `Self` is, with its arguments as they are called here. Within
    /// a trait it is `None`: only `Self` refers to it.
    pub own: Option<(String, Vec<api::Ty>)>,
    /// Type parameters: how they are called here, and in the type's declaration.
    pub parameters: BTreeMap<String, String>,
    /// Associated types that a bound fixes: `Self::Key` by `Key`.
    pub associated: BTreeMap<String, String>,
    /// The types that are data sorts. `None` where only a mapping without inference is written,
    /// which has neither these nor strings and lists.
    pub data: Option<BTreeSet<String>>,
}

impl GenericsInScope {
    /// `&E` by how it is passed and what is behind.
    pub fn passed(&self, ty: &api::Ty) -> (Passing, Ty) {
        match ty {
            api::Ty::Reference { mutable: true, inner } => (Passing::Mutable, self.ty(inner)),
            api::Ty::Reference { mutable: false, inner } => (Passing::Shared, self.ty(inner)),
            ty => (Passing::Value, self.ty(ty)),
        }
    }

    fn ty(&self, ty: &api::Ty) -> Ty {
        let known = match ty {
            api::Ty::Tuple(parts) if parts.is_empty() => Some(Ty::Unit),
            api::Ty::Impl { name, arguments, .. } => self.converted(name, arguments),
            api::Ty::Path { path, arguments } => self.named(path, arguments),
            _ => None,
        };
        let known = known.or_else(|| self.inferred(ty).map(Ty::Sort));
        known.unwrap_or_else(|| Ty::Other(self.text(&ty.to_string())))
    }

    /// Strings, lists and data types: what inferred mappings convert.
    fn inferred(&self, ty: &api::Ty) -> Option<Sort> {
        let data = self.data.as_ref()?;
        match ty {
            api::Ty::Slice(item) => return self.list(item),
            api::Ty::Tuple(parts) if (2..=6).contains(&parts.len()) => {
                let part = |part| self.stored(part).filter(|sort| *sort != Sort::Own);
                return parts.iter().map(part).collect::<Option<_>>().map(Sort::Tuple);
            }
            _ => {}
        }
        if let api::Ty::Impl { name, arguments, bindings, .. } = ty {
            return match name.as_str() {
                "Into" | "AsRef" => self.inferred(arguments.first()?),
                name if name.ends_with("Iterator") => self.list(&bindings.first()?.1),
                _ => None,
            };
        }
        match ty.last()? {
            ("str" | "String", []) => Some(Sort::Parameter("String".to_owned())),
            ("char", []) => Some(Sort::Parameter("char".to_owned())),
            ("Vec", [item]) => self.list(item),
            ("Box" | "Rc" | "Arc", [inner]) => self.stored(inner),
            (name, []) if data.contains(name) => Some(Sort::Data(name.to_owned())),
            _ => None,
        }
    }

    /// The sort of what fields, tuples and lists hold. There a `bool` is a value, too.
    pub fn stored(&self, ty: &api::Ty) -> Option<Sort> {
        match self.passed(ty).1 {
            Ty::Bool => self.truth(),
            ty => ty.sort(),
        }
    }

    /// `bool` as a data sort, where mappings are inferred.
    pub fn truth(&self) -> Option<Sort> {
        self.data.as_ref()?.contains(TRUTH).then(|| Sort::Data(TRUTH.to_owned()))
    }

    fn list(&self, item: &api::Ty) -> Option<Sort> {
        let item = self.stored(item)?;
        let is_plain = !matches!(item, Sort::Own | Sort::List(_));
        is_plain.then(|| Sort::List(Box::new(item)))
    }

    fn named(&self, path: &[String], arguments: &[api::Ty]) -> Option<Ty> {
        if self.is_own(path, arguments) {
            return Some(Ty::Sort(Sort::Own));
        }
        if !arguments.is_empty() {
            return None;
        }
        match path {
            [.., last] if last == "Ordering" => Some(Ty::Ordering),
            [first, name] if first == "Self" => {
                Some(Ty::Sort(Sort::Parameter(self.associated.get(name)?.clone())))
            }
            [name] => match self.parameters.get(name) {
                Some(declared) => Some(Ty::Sort(Sort::Parameter(declared.clone()))),
                None if name == "bool" => Some(Ty::Bool),
                None if Integer::named(name).is_some() => Some(Ty::Integer(name.clone())),
                None => None,
            },
            _ => None,
        }
    }

    fn is_own(&self, path: &[String], arguments: &[api::Ty]) -> bool {
        if path == ["Self"] && arguments.is_empty() {
            return true;
        }
        let Some((own, own_arguments)) = &self.own else { return false };
        path.last() == Some(own) && arguments == own_arguments
    }

    /// `impl Into<E>` takes an `E`, and `impl Borrow<E>` too.
    fn converted(&self, name: &str, arguments: &[api::Ty]) -> Option<Ty> {
        if !["Into", "Borrow"].contains(&name) {
            return None;
        }
        let declared = self.parameters.get(arguments.first()?.plain_name()?)?;
        Some(Ty::Sort(Sort::Parameter(declared.clone())))
    }

    /// A result. The text is used if the type is not a sort.
    pub fn output(&self, output: Option<&api::Ty>, text: &str) -> Output {
        let Some(ty) = output else {
            let text = self.text(text);
            return Output {
                wrapper: Wrapper::Plain,
                passing: Passing::Value,
                ty: Ty::Unit,
                text,
                error: None,
            };
        };
        let (wrapper, inner, others) = taken_apart(ty);
        let (passing, inner) = self.passed(inner);
        let inner = match (&inner, wrapper, self.truth()) {
            (Ty::Bool, Wrapper::Option | Wrapper::Result, Some(truth)) => Ty::Sort(truth),
            _ => inner,
        };
        let text = match type_text(&inner) {
            Some(core) => {
                self.wrapped(wrapper, &format!("{}{core}", passing_text(passing)), others)
            }
            None => self.text(text),
        };
        let error = others.first().and_then(|error| self.inferred(error));
        let error = error.and_then(|sort| match sort {
            Sort::Data(name) => Some(name),
            _ => None,
        });
        Output { wrapper, passing, ty: inner, text, error }
    }

    /// The wrapper around another text: `Result<Self, Full>`.
    fn wrapped(&self, wrapper: Wrapper, inner: &str, others: &[api::Ty]) -> String {
        let name = match wrapper {
            Wrapper::Plain => return inner.to_owned(),
            Wrapper::Option => "Option",
            Wrapper::Result => "Result",
        };
        let others = others.iter().map(|other| format!(", {}", self.text(&other.to_string())));
        format!("{name}<{inner}{}>", others.collect::<String>())
    }

    /// Rust text with the generics as the type's declaration calls them.
    pub fn text(&self, text: &str) -> String {
        Fragment::new(text).renamed(|name| self.parameters.get(name).cloned()).to_string()
    }
}

/// What is in an `Option` or a `Result`.
pub fn unwrapped(ty: &api::Ty) -> &api::Ty {
    taken_apart(ty).1
}

/// `Result<T, Full>` taken apart: the wrapper, the type in it, and further arguments.
fn taken_apart(ty: &api::Ty) -> (Wrapper, &api::Ty, &[api::Ty]) {
    match ty.last() {
        Some(("Option", [inner, others @ ..])) => (Wrapper::Option, inner, others),
        Some(("Result", [inner, others @ ..])) => (Wrapper::Result, inner, others),
        _ => (Wrapper::Plain, ty, &[]),
    }
}
