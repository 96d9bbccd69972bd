//! Free functions as the thing under test: an entry that names a module.

use std::collections::BTreeMap;

use super::library::Lookup;
use super::methods::{Method, Subject, in_terms};
use super::signatures;
use super::state::Inference;
use super::world::{Place, World};
use crate::rust::api::{GenericKind, Ty};
use crate::rust::value_name;
use crate::syntax::mapping_ast::Entry;
use crate::theory::SortId;

/// The type that the functions of a module work on: what the first function that makes a value
/// returns. `None` if the path names no module with such a function.
pub fn find(
    inference: &mut Inference<'_>,
    sort: SortId,
    entry: &Entry,
    path: &[String],
) -> Option<Module> {
    let (library, modules) = path.split_first()?;
    let creators = inference.theory.constructors(sort).map(|(_, op)| op);
    let creators: Vec<String> = creators.map(|op| value_name(&op.name)).collect();
    inference.world.load(library).ok()?;
    let makes = |name: &String| {
        let path = [path, std::slice::from_ref(name)].concat();
        let made = function(&mut inference.world, &path)?;
        Some((made.function.output.clone()?, made))
    };
    let (ty, made) = creators.iter().find_map(makes)?;
    let types = made.function.generics.parameters.iter();
    let types = types.filter(|one| one.kind == GenericKind::Type && ty.mentions(&one.name));
    let names = types.map(|one| one.name.clone()).collect();
    let place = match &ty {
        Ty::Path { path, .. } => inference.world.locate_from(library, modules, path),
        _ => None,
    };
    let subject = Subject { module: Some(path.to_vec()), ..Subject::new(place, ty) };
    signatures::read(inference, sort, entry, &subject);
    Some(Module { subject, names, made })
}

/// A module under test.
pub struct Module {
    pub subject: Subject,
    /// The type parameters of its type.
    pub names: Vec<String>,
    /// The function that shows the type.
    pub made: Method,
}

/// A free function, by the path that tests have for it.
pub fn function(world: &mut World<'_>, path: &[String]) -> Option<Method> {
    let place: Place = world.locate(path)?;
    let library = world.library(&place.library)?;
    let found = library.find(&place.modules, std::slice::from_ref(&place.name));
    let Some(Lookup::Function(placed, item)) = found else { return None };
    let bounds = item.generics.bounds.clone();
    let function = in_terms(library, &placed.modules, item.clone(), &BTreeMap::new());
    Some(Method {
        function,
        file: placed.file,
        of_trait: None,
        trait_arguments: Vec::new(),
        free: Some(path.to_vec()),
        bounds,
        written_in: place,
    })
}
