//! The functions of a type: of its impl blocks, of traits, and behind a `Deref`.

use std::collections::BTreeMap;

use super::library::{Library, Lookup, Placed};
use super::world::{Place, World};
use crate::rust::api::{Bound, FunctionItem, Generics, ImplItem, Ty};
use crate::source::{FileId, Span};

/// A chain of `Deref` is followed this far.
const DEEPEST: usize = 4;

/// A function that a type has, with its types in the terms of the mapping.
#[derive(Clone, Debug)]
pub struct Method {
    pub function: FunctionItem,
    pub file: FileId,
    /// The trait that it belongs to, as tests name it.
    pub of_trait: Option<Vec<String>>,
    /// The arguments of the trait.
    pub trait_arguments: Vec<Ty>,
    /// A free function, as tests name it.
    pub free: Option<Vec<String>>,
    /// The bounds of the block and of the function on what a mapping can bound.
    pub bounds: Vec<(Ty, Bound)>,
    /// Where the bounds are written.
    pub written_in: Place,
}

impl Method {
    pub fn span(&self) -> Span {
        Span::new(self.file, self.function.range.clone())
    }
}

/// What tests write for the lifetimes of a type.
pub const STATIC: &str = "'static";

/// A type under test.
#[derive(Clone, Debug)]
pub struct Subject {
    pub place: Option<Place>,
    /// With its arguments, as tests write it.
    pub ty: Ty,
    /// The same without aliases, which impl blocks are compared with.
    pub plain: Ty,
    /// The type inside, where tests keep the handles that it makes beside it.
    pub inner: Option<Ty>,
    /// The module whose functions take precedence over the type's own.
    pub module: Option<Vec<String>>,
}

impl Subject {
    pub fn new(place: Option<Place>, ty: Ty) -> Self {
        Self { place, plain: ty.clone(), ty, inner: None, module: None }
    }

    /// The type with lifetimes in front of its arguments. Impl blocks are read without them.
    pub fn with_lifetimes(mut self, mut lifetimes: Vec<Ty>) -> Self {
        if let Ty::Path { arguments, .. } = &mut self.ty {
            lifetimes.append(arguments);
            *arguments = lifetimes;
        }
        self
    }

    /// Whether values of the type keep references to what functions took.
    pub fn is_borrowing(&self) -> bool {
        let arguments = self.ty.last().map_or(&[][..], |(_, arguments)| arguments);
        arguments.iter().any(|one| *one == Ty::Other(STATIC.to_owned()))
    }
}

/// All functions of a name. As in Rust, methods of the type hide those of traits, and these hide
/// those behind a `Deref`.
pub fn methods(world: &mut World<'_>, subject: &Subject, name: &str) -> Vec<Method> {
    let of_module = subject
        .module
        .as_ref()
        .and_then(|module| free_function(world, &[module.as_slice(), &[name.to_owned()]].concat()));
    match of_module {
        Some(function) => vec![function],
        None => reachable(world, subject, Some(name), 0),
    }
}

/// A free function, by the path that tests have for it.
pub fn free_function(world: &mut World<'_>, path: &[String]) -> Option<Method> {
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

/// The names of all functions, for suggestions.
pub fn names(world: &mut World<'_>, subject: &Subject) -> Vec<String> {
    let mut names: Vec<String> =
        reachable(world, subject, None, 0).into_iter().map(|one| one.function.name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn reachable(
    world: &mut World<'_>,
    subject: &Subject,
    name: Option<&str>,
    depth: usize,
) -> Vec<Method> {
    let Some(blocks) = blocks(world, subject) else { return Vec::new() };
    let wanted = |function: &FunctionItem| name.is_none_or(|name| function.name == name);
    let mut found = Vec::new();
    for inherent in [true, false] {
        for block in blocks.iter().filter(|block| block.item.of_trait.is_none() == inherent) {
            found.extend(of_block(world, subject, block, &wanted));
        }
        if name.is_some() && !found.is_empty() {
            return found;
        }
    }
    let target = blocks.iter().find_map(|block| {
        let of_trait = block.item.of_trait.as_ref()?;
        let (_, ty) = block.item.types.iter().find(|(name, _)| name == "Target")?;
        (of_trait.last()?.0 == "Deref").then(|| ty.replaced(&block.names))
    });
    if let (Some(ty), true) = (target, depth < DEEPEST) {
        let from = subject.place.clone();
        let behind = behind(world, from.as_ref(), ty);
        found.extend(reachable(world, &behind, name, depth + 1));
    }
    found
}

/// The type that a `Deref` leads to.
fn behind(world: &mut World<'_>, from: Option<&Place>, ty: Ty) -> Subject {
    let place = match (&ty, from) {
        (Ty::Path { path, .. }, Some(from)) => {
            world.locate_from(&from.library, &from.modules, path)
        }
        _ => None,
    };
    Subject::new(place, ty)
}

/// An impl block, and its generics in the terms of the mapping.
struct Block {
    item: ImplItem,
    file: FileId,
    place: Place,
    names: BTreeMap<String, Ty>,
}

/// The impl blocks that hold for a type.
fn blocks(world: &mut World<'_>, subject: &Subject) -> Option<Vec<Block>> {
    let name = match (&subject.place, &subject.ty) {
        (Some(place), _) => place.library.clone(),
        // Slices are std's.
        (None, Ty::Slice(_) | Ty::Array(..)) => "std".to_owned(),
        (None, _) => return None,
    };
    world.load(&name).ok()?;
    let library = world.library(&name)?;
    let own = |(placed, block): (&Placed, &ImplItem)| {
        let written = library.unaliased(&placed.modules, &block.own);
        let names = unified(&written, &subject.plain, &block.generics)?;
        if !is_of(library, placed, &written, subject) {
            return None;
        }
        let (library, modules) = (name.clone(), placed.modules.clone());
        let place = Place { library, modules, name: String::new() };
        Some(Block { item: block.clone(), file: placed.file, place, names })
    };
    Some(library.impls().filter_map(own).collect())
}

/// Whether the type of an impl block is the subject, and no other type of its name.
fn is_of(library: &Library, placed: &Placed, written: &Ty, subject: &Subject) -> bool {
    let (Ty::Path { path, .. }, Some(place)) = (written, &subject.place) else { return true };
    match library.find(&placed.modules, path) {
        Some(Lookup::Type(found, item)) => {
            found.modules == place.modules && item.name == place.name
        }
        _ => library.types_named(&place.name).count() < 2,
    }
}

/// What the generics of a block stand for, if its type can be the actual one.
fn unified(written: &Ty, actual: &Ty, generics: &Generics) -> Option<BTreeMap<String, Ty>> {
    let mut names = BTreeMap::new();
    unify(written, actual, generics, &mut names).then_some(names)
}

fn unify(written: &Ty, actual: &Ty, generics: &Generics, names: &mut BTreeMap<String, Ty>) -> bool {
    let name = match written {
        Ty::Other(text) => Some(text.as_str()),
        other => other.plain_name(),
    };
    if let Some(name) = name.filter(|name| generics.declares(name)) {
        return match names.get(name) {
            Some(known) => known == actual,
            None => {
                names.insert(name.to_owned(), actual.clone());
                true
            }
        };
    }
    match (written, actual) {
        (Ty::Path { path, arguments }, Ty::Path { path: other, arguments: others }) => {
            path.last() == other.last()
                && arguments
                    .iter()
                    .zip(others)
                    .all(|(written, actual)| unify(written, actual, generics, names))
        }
        (Ty::Slice(written), Ty::Slice(actual)) => unify(written, actual, generics, names),
        (Ty::Array(written, length), Ty::Array(actual, number)) => {
            let length = &Ty::Other(length.clone());
            unify(written, actual, generics, names)
                && unify(length, &Ty::Other(number.clone()), generics, names)
        }
        (written, actual) => written == actual,
    }
}

fn of_block(
    world: &mut World<'_>,
    subject: &Subject,
    block: &Block,
    wanted: &dyn Fn(&FunctionItem) -> bool,
) -> Vec<Method> {
    let mut names = block.names.clone();
    let mut open = BTreeMap::new();
    names.insert("Self".to_owned(), subject.plain.clone());
    for (name, ty) in &block.item.types {
        names.insert(format!("Self::{name}"), ty.replaced(&block.names));
    }
    // Parameters that stay at their default, and that the subject does not write.
    for generic in
        block.item.generics.parameters.iter().filter(|one| !names.contains_key(&one.name))
    {
        open.insert(generic.name.clone(), Ty::Other("_".to_owned()));
    }
    names.extend(open);
    // An array's associated type can only be its element.
    for (name, ty) in &block.names {
        if let Ty::Array(item, _) = ty {
            names.insert(format!("{name}::Item"), (**item).clone());
        }
    }
    let mut functions: Vec<(FileId, FunctionItem)> = Vec::new();
    functions.extend(block.item.functions.iter().map(|one| (block.file, one.clone())));
    let mut of_trait = None;
    let mut trait_arguments: Vec<Ty> = Vec::new();
    if let Some(Ty::Path { path, arguments }) = &block.item.of_trait {
        trait_arguments.extend(arguments.iter().map(|ty| ty.replaced(&block.names)));
        let place = world.locate_from(&block.place.library, &block.place.modules, path);
        if let Some(place) = place {
            of_trait = Some(world.path_of(&place));
            if let Some((file, item)) = world.trait_item(&place) {
                let generics = item.generics.parameters.iter().map(|one| one.name.clone());
                names.extend(generics.zip(trait_arguments.iter().cloned()));
                let known = |name: &str| block.item.functions.iter().any(|one| one.name == name);
                let provided = item.functions.iter().filter(|one| !known(&one.name));
                functions.extend(provided.map(|one| (file, one.clone())));
            }
        }
        of_trait = of_trait.or_else(|| Some(path.clone()));
    }
    let functions: Vec<_> = functions.into_iter().filter(|(_, one)| wanted(one)).collect();
    let Some(library) = world.library(&block.place.library) else { return Vec::new() };
    let method = |(file, mut function): (FileId, FunctionItem)| {
        let is_own = |ty: &Ty| ty.last().map(|own| own.0) == block.item.own.last().map(|own| own.0);
        if let Some(output) = function.output.as_ref().filter(|ty| !is_own(ty)) {
            function.output = Some(iterator(library, output).unwrap_or_else(|| output.clone()));
        }
        let written = block.item.generics.bounds.iter().chain(&function.generics.bounds);
        let bounds = written.map(|(ty, bound)| (ty.replaced(&names), replaced(bound, &names)));
        let bounds = bounds.collect();
        let mut function = in_terms(library, &block.place.modules, function, &names);
        // An alias of the type is the type.
        let own = |ty: &Ty| ty.exchanged(&subject.plain, &subject.ty);
        function.inputs.iter_mut().for_each(|input| input.ty = own(&input.ty));
        function.output = function.output.as_ref().map(own);
        let (of_trait, written_in) = (of_trait.clone(), block.place.clone());
        let trait_arguments = trait_arguments.clone();
        Method { function, file, of_trait, trait_arguments, free: None, bounds, written_in }
    };
    functions.into_iter().map(method).collect()
}

/// What a crate's own iterator yields, as `impl Iterator<Item = T>`.
fn iterator(library: &Library, ty: &Ty) -> Option<Ty> {
    let (name, _) = ty.last().filter(|(name, _)| *name != "Self")?;
    let is_it = |block: &&ImplItem| {
        block.own.last().is_some_and(|(own, _)| own == name)
            && block.of_trait.as_ref().and_then(Ty::last).is_some_and(|of| of.0 == "Iterator")
    };
    let block = library.impls().map(|(_, block)| block).find(is_it)?;
    let names = unified(&block.own, ty, &block.generics)?;
    let (_, item) = block.types.iter().find(|(name, _)| name == "Item")?;
    Some(Ty::Impl {
        name: "Iterator".to_owned(),
        arguments: Vec::new(),
        bindings: vec![("Item".to_owned(), item.replaced(&names))],
        is_object: false,
    })
}

/// A function with the types of a block in the terms of the mapping.
pub fn in_terms(
    library: &Library,
    modules: &[String],
    mut function: FunctionItem,
    names: &BTreeMap<String, Ty>,
) -> FunctionItem {
    let mut names = names.clone();
    for generic in &function.generics.parameters {
        names.remove(&generic.name);
    }
    let implied: Vec<(String, Ty)> = (function.generics.parameters.iter())
        .filter_map(|one| Some((one.name.clone(), implied(&one.name, &function.generics)?)))
        .collect();
    // `Q` of `K: Borrow<Q>` becomes `K`, which then becomes what the mapping calls it.
    let implied: BTreeMap<String, Ty> =
        implied.into_iter().map(|(name, ty)| (name, ty.replaced(&names))).collect();
    let seen = |ty: &Ty| {
        let plain = library.unaliased(modules, ty);
        // A parameter may have the name of a type.
        let qualified = |ty: &Ty| match ty.plain_name() {
            Some(name) if function.generics.declares(name) || names.contains_key(name) => {
                ty.clone()
            }
            _ => library.qualified(modules, ty),
        };
        qualified(&plain).replaced(&implied).replaced(&names)
    };
    for input in &mut function.inputs {
        input.ty = seen(&input.ty);
    }
    function.output = function.output.as_ref().map(seen);
    function
}

/// What a generic of a function stands for: `K: Borrow<Q>`, `I: IntoIterator<Item = T>`.
fn implied(name: &str, generics: &Generics) -> Option<Ty> {
    generics.bounds.iter().find_map(|(bounded, bound)| {
        let is_it = bounded.plain_name() == Some(name);
        match bound.name() {
            "Borrow" if bound.arguments.first()?.plain_name() == Some(name) => {
                Some(bounded.clone())
            }
            "Fn" | "FnMut" | "FnOnce" if is_it => {
                let output = bound.closure.clone().flatten();
                Some(Ty::Impl {
                    name: bound.name().to_owned(),
                    arguments: bound.arguments.clone(),
                    bindings: output.into_iter().map(|ty| ("Output".to_owned(), ty)).collect(),
                    is_object: false,
                })
            }
            "Equivalent" if is_it => bound.arguments.first().cloned(),
            "Into" | "AsRef" | "Borrow" | "Iterator" | "IntoIterator" | "ToString" if is_it => {
                Some(Ty::Impl {
                    name: bound.name().to_owned(),
                    arguments: bound.arguments.clone(),
                    bindings: bound.bindings.clone(),
                    is_object: false,
                })
            }
            _ => None,
        }
    })
}

fn replaced(bound: &Bound, names: &BTreeMap<String, Ty>) -> Bound {
    let all = |types: &[Ty]| types.iter().map(|ty| ty.replaced(names)).collect();
    Bound {
        path: bound.path.clone(),
        lifetimes: bound.lifetimes,
        arguments: all(&bound.arguments),
        bindings: bound.bindings.iter().map(|(n, ty)| (n.clone(), ty.replaced(names))).collect(),
        closure: bound.closure.as_ref().map(|out| out.as_ref().map(|ty| ty.replaced(names))),
    }
}

/// The traits that a type derives or implements for all of its arguments, by their last name.
pub fn traits(world: &mut World<'_>, subject: &Subject) -> Vec<String> {
    let mut found = Vec::new();
    if let Some((_, item)) = subject.place.as_ref().and_then(|place| world.type_item(place)) {
        // A derived default needs defaults of the arguments, which mocks do not have.
        let is_generic = item.generics.types().next().is_some();
        let derives = item.derives.iter().filter(|name| *name != "Default" || !is_generic);
        found.extend(derives.cloned());
    }
    for block in blocks(world, subject).unwrap_or_default() {
        let Some((name, arguments)) = block.item.of_trait.as_ref().and_then(Ty::last) else {
            continue;
        };
        let of_itself =
            |ty: &Ty| ty.plain_name() == Some("Self") || ty.last() == block.item.own.last();
        let needs_default = |(_, bound): &(Ty, Bound)| bound.name() == "Default";
        let is_out = name == "Default" && block.item.generics.bounds.iter().any(needs_default);
        if arguments.iter().all(of_itself) && !is_out {
            found.push(name.to_owned());
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The places of macros that may have made the wanted function: those in the blocks of the type,
/// and calls whose input has the name.
pub fn macros(world: &mut World<'_>, subject: &Subject, name: &str) -> Option<Span> {
    let blocks = blocks(world, subject)?;
    let within = blocks.iter().find_map(|block| {
        let range = block.item.macros.first()?;
        Some(Span::new(block.file, range.clone()))
    });
    let place = subject.place.as_ref()?;
    let library = world.library(&place.library)?;
    let mentions = |word: &str| word == name || word == place.name;
    within.or_else(|| {
        let (file, call) =
            library.macros.iter().find(|(_, call)| call.words.iter().any(|word| mentions(word)))?;
        Some(Span::new(*file, call.range.clone()))
    })
}
