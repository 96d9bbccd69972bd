//! Free functions as the thing under test: an entry that names a module.

use super::methods::{Method, Subject, free_function};
use super::signatures;
use super::state::Inference;
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
        let made = free_function(&mut inference.world, &path)?;
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
