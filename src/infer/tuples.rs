//! Records that are tuples in Rust.

use super::convert::{SortTypes, integer, same};
use crate::rust::api::Ty;
use crate::theory::SortId;

impl SortTypes<'_> {
    /// The parts of the tuple that a record is.
    pub(super) fn tuple(&self, sort: SortId) -> Option<&[Ty]> {
        match self.types.get(&sort)? {
            Ty::Tuple(parts) => Some(parts),
            _ => None,
        }
    }

    /// A tuple that a function returns as the tuple of a record: `(&K, &V)` as `(K, V)`.
    pub(super) fn tuple_given(&self, sort: SortId, ty: &Ty, value: &str) -> Option<String> {
        let Ty::Tuple(parts) = ty else { return None };
        let fields = given_parts(parts, self.tuple(sort)?, "it")?;
        Some(format!("{{ let it = {value}; {fields} }}"))
    }

    /// The tuple of a record as another one that a function takes: `(K, V)` as `(&K, V)`.
    pub(super) fn tuple_taken(&self, sort: SortId, ty: &Ty, name: &str) -> Option<String> {
        let (Ty::Tuple(parts), known) = (ty, self.tuple(sort)?) else { return None };
        let taken = parts.iter().zip(known).enumerate().map(|(place, (part, known))| {
            let value = format!("{name}.{place}");
            match part {
                part if same(part, known) => Some(value),
                Ty::Reference { inner, .. } if inner.plain_name() == Some("str") => {
                    Some(format!("{value}.as_str()"))
                }
                Ty::Reference { inner, .. } if same(inner, known) => Some(format!("&{value}")),
                _ => integer(part).and(integer(known)).map(|_| format!("{value} as {part}")),
            }
        });
        let taken: Option<Vec<String>> = taken.collect();
        Some(format!("({})", taken.filter(|parts| parts.len() == known.len())?.join(", ")))
    }
}

fn given_parts(parts: &[Ty], known: &[Ty], place: &str) -> Option<String> {
    let part = |(number, (part, known)): (usize, (&Ty, &Ty))| {
        let value = format!("{place}.{number}");
        match (part, known) {
            _ if same(part, known) => Some(value),
            (Ty::Reference { inner, .. }, _) if inner.plain_name() == Some("str") => {
                Some(format!("{value}.to_owned()"))
            }
            (Ty::Reference { inner, .. }, _) if same(inner, known) => {
                Some(format!("{value}.clone()"))
            }
            (Ty::Reference { inner, .. }, Ty::Tuple(known)) => match &**inner {
                Ty::Tuple(parts) => given_parts(parts, known, &value),
                _ => None,
            },
            (Ty::Tuple(parts), Ty::Tuple(known)) => given_parts(parts, known, &value),
            _ => integer(part).and(integer(known)).map(|_| format!("{value} as {known}")),
        }
    };
    let values: Option<Vec<String>> = parts.iter().zip(known).enumerate().map(part).collect();
    Some(format!("({})", values.filter(|values| values.len() == known.len())?.join(", ")))
}
