//! The header of a mapping: generic parameters with the bounds that the source requires.

use super::library::Lookup;
use super::world::{Place, World};
use crate::rust::api::{Bound, Ty};
use crate::rust::{Fragment, std_module};

/// Bounds that every type has, or that say nothing about elements.
const NEEDLESS: &[&str] = &["Borrow", "From", "Into", "Sized", "ToOwned"];

/// A generic parameter of the header.
#[derive(Clone, Debug)]
pub struct HeaderGeneric {
    pub name: String,
    pub bounds: Vec<HeaderBound>,
}

/// A bound as the header has it.
#[derive(Clone, Debug)]
pub struct HeaderBound {
    pub text: Fragment,
    pub bound: Bound,
    /// The trait, if it is declared in a crate that was read.
    pub declared: Option<Place>,
}

/// Adds the bounds that some code puts on the parameters of the header.
pub fn add_bounds(
    world: &mut World<'_>,
    generics: &mut [HeaderGeneric],
    bounds: &[(Ty, Bound)],
    written_in: &Place,
) {
    let names: Vec<String> = generics.iter().map(|one| one.name.clone()).collect();
    for (ty, bound) in bounds {
        let is_it = |generic: &&mut HeaderGeneric| ty.plain_name() == Some(&generic.name);
        let Some(generic) = generics.iter_mut().find(is_it) else { continue };
        if NEEDLESS.contains(&bound.name()) || !is_closed(bound, &names) {
            continue;
        }
        let (path, declared) = resolved(world, bound, written_in);
        let text = Fragment::new(bound.with_path(&path));
        if !generic.bounds.iter().any(|known| known.text == text) {
            generic.bounds.push(HeaderBound { text, bound: bound.clone(), declared });
        }
    }
}

/// Whether a bound refers to no generics but those of the header. Names of one letter are taken
/// for generics.
fn is_closed(bound: &Bound, names: &[String]) -> bool {
    let types = bound.arguments.iter().chain(bound.bindings.iter().map(|(_, ty)| ty));
    let mut letters = ('A'..='Z').map(|letter| letter.to_string());
    let types: Vec<&Ty> = types.collect();
    !letters.any(|letter| !names.contains(&letter) && types.iter().any(|ty| ty.mentions(&letter)))
}

/// The path by which tests name the trait of a bound.
fn resolved(world: &mut World<'_>, bound: &Bound, place: &Place) -> (String, Option<Place>) {
    let elsewhere = match world.library(&place.library) {
        Some(library) => match library.find(&place.modules, &bound.path) {
            Some(Lookup::Elsewhere(path)) => Some(path),
            _ => None,
        },
        None => None,
    };
    if let Some(found) = world.locate_from(&place.library, &place.modules, &bound.path)
        && world.trait_item(&found).is_some()
    {
        return (world.path_of(&found).join("::"), Some(found));
    }
    let mut path = elsewhere.unwrap_or_else(|| bound.path.clone());
    let known = path.first().filter(|_| path.len() == 1).and_then(|name| std_module(name));
    match known {
        Some(module) => (format!("{module}::{}", path[0]), None),
        None => {
            if let Some(first) = path.first_mut().filter(|first| *first == "core") {
                *first = "std".to_owned();
            }
            (path.join("::"), None)
        }
    }
}

/// `<K: Eq + std::hash::Hash, V>`
pub fn header(generics: &[HeaderGeneric]) -> String {
    let generic = |generic: &HeaderGeneric| {
        let bounds: Vec<&str> = generic.bounds.iter().map(|bound| bound.text.as_str()).collect();
        match bounds.as_slice() {
            [] => generic.name.clone(),
            some => format!("{}: {}", generic.name, some.join(" + ")),
        }
    };
    format!("<{}>", generics.iter().map(generic).collect::<Vec<_>>().join(", "))
}

/// A bound of the header that the user wrote.
pub fn written(bound: &crate::rust::read::Bound) -> HeaderBound {
    let path = bound.path.path_names().map(str::to_owned).collect();
    let read = Bound { path, ..Bound::default() };
    HeaderBound { text: bound.path.without_arguments(), bound: read, declared: None }
}
