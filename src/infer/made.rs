//! Parameters whose elements stand for values of a real type: `Letter is char;`.
//!
//! In the long form such a parameter is generic, with bounds for both directions, and a closure
//! makes a value out of the number of an element.

use super::generics::{HeaderBound, HeaderGeneric};
use super::place;
use super::state::Inference;
use super::world::{Place, World};
use crate::diagnostic::{Code, Diagnostic};
use crate::rust::api::{Bound, Ty, TypeKind, ty};
use crate::rust::{Fragment, Integer};
use crate::syntax::mapping_ast::{Entry, RustText};
use crate::theory::SortId;

/// The type that the entry of a parameter names, unless it is a generic.
pub fn concrete(generics: &[HeaderGeneric], entry: &Entry) -> Option<Ty> {
    let written = ty(&entry.rust_type.text).ok()?;
    let is_generic = |name: &str| {
        generics.iter().any(|one| one.name == name) || name.len() <= 2 && name.is_ascii()
    };
    let is_known = closure_of(&written).is_some() || entry.made_by.is_some();
    match written.plain_name() {
        Some(name) if is_generic(name) && closure_of(&written).is_none() => None,
        Some(_) if !is_known && generics.is_empty() => Some(written),
        Some(_) => is_known.then_some(written),
        None => Some(written),
    }
}

/// A generic for the parameter, with bounds for both directions.
pub fn generic(inference: &mut Inference<'_>, sort: SortId, ty: &Ty) -> String {
    let letter = inference.theory.sorts[sort].name[..1].to_ascii_uppercase();
    let name = inference.fresh_generic(&letter);
    let bounds = ["Into", "From"].map(|path| HeaderBound {
        text: Fragment::new(format!("{path}<{ty}>")),
        bound: Bound {
            path: vec![path.to_owned()],
            arguments: vec![ty.clone()],
            bindings: Vec::new(),
            closure: None,
            lifetimes: 0,
        },
        declared: None,
    });
    let generic = inference.generics.iter_mut().find(|one| one.name == name);
    generic.expect("it was just added").bounds.extend(bounds);
    name
}

/// The entry in the long form. `maker` is known for types whose declaration was read.
pub fn entry(
    written: &Entry,
    name: &str,
    ty: &Ty,
    maker: Option<&String>,
) -> Result<Entry, Diagnostic> {
    let span = written.rust_type.span;
    let made_by = match (&written.made_by, maker.cloned().or_else(|| closure_of(ty))) {
        (Some(by), _) => by.clone(),
        (None, Some(closure)) => RustText { text: closure, span },
        (None, None) => return Err(unknown(written)),
    };
    let rust_type = place::rust(name, span);
    Ok(Entry { rust_type, made_by: Some(made_by), ..written.clone() })
}

/// How values of well-known types are made out of numbers. Every other letter takes several bytes.
fn closure_of(ty: &Ty) -> Option<String> {
    value_of(ty).map(|value| format!("|n| {value}"))
}

fn value_of(ty: &Ty) -> Option<String> {
    match ty.plain_name()? {
        "char" => {
            Some("char::from_u32([97, 0x1F600][n % 2] + n as u32).unwrap_or_default()".to_owned())
        }
        "String" => Some("format!(\"{}{n}\", [\"s\", \"é\"][n % 2])".to_owned()),
        name if Integer::named(name).is_some() => Some(format!("n as {name}")),
        _ => None,
    }
}

/// A type that a signature of a crate has, as tests name it, and how its values are made: a
/// well-known type, or a struct with one public field of such a type.
pub fn makeable(world: &mut World<'_>, near: &Place, ty: &Ty) -> Option<(Ty, String)> {
    if let Some(closure) = closure_of(ty) {
        return Some((ty.clone(), closure));
    }
    let Ty::Path { path, arguments } = ty else { return None };
    let place = world.locate_from(&near.library, &near.modules, path)?;
    let (_, item) = world.type_item(&place)?;
    let TypeKind::Struct(fields) = &item.kind else { return None };
    let [field] = fields.as_slice() else { return None };
    let value = value_of(&field.ty).filter(|_| field.is_public && arguments.is_empty())?;
    let value = match &field.name {
        Some(name) => format!("{{ {name}: {value} }}"),
        None => format!("({value})"),
    };
    let path = world.path_of(&place);
    let closure = format!("|n| {}{value}", path.join("::"));
    Some((Ty::Path { path, arguments: Vec::new() }, closure))
}

fn unknown(entry: &Entry) -> Diagnostic {
    let (spec, ty) = (&entry.spec.text, &entry.rust_type.text);
    Diagnostic::error(Code::SortType, format!("it is unknown how to make values of `{ty}`"))
        .label(entry.rust_type.span, "a type for elements")
        .help(format!(
            "make them out of numbers: `{spec} is {ty} by |n| …;`, where `n` is a `usize`"
        ))
}
