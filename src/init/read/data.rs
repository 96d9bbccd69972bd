//! Enums and records of a crate that specifications can have as data sorts.

use std::collections::{BTreeMap, BTreeSet};

use super::generics::GenericsInScope;
use super::source::Source;
use crate::init::names::fresh;
use crate::init::rust::{DataType, Field, RustType, Sort, TRUTH, Ty, Variant};
use crate::rust::api::{ImplItem, TypeItem, TypeKind};

/// Public types without parameters whose values can be compared and copied, and whose fields have
/// sorts. Others of these may be in the fields.
pub fn types(source: &Source, own: &str) -> Vec<DataType> {
    let mut declared = source.declared();
    declared.retain(|(item, blocks)| item.name != own && is_plain(item, blocks));
    let declared: Vec<&TypeItem> = declared.into_iter().map(|(item, _)| item).collect();
    let truth = (!declared.iter().any(|item| item.name == TRUTH)).then(truth);
    let mut names: BTreeSet<String> = declared.iter().map(|item| item.name.clone()).collect();
    loop {
        names.extend(truth.iter().map(|one| one.name.clone()));
        let scope = GenericsInScope { data: Some(names.clone()), ..GenericsInScope::default() };
        let read = |item: &&TypeItem| names.contains(&item.name).then(|| data(item, &scope))?;
        let found = declared.iter().filter_map(read).chain(truth.clone());
        let found: Vec<DataType> = found.collect();
        if found.len() == names.len() {
            return ordered(found);
        }
        names = found.into_iter().map(|one| one.name).collect();
    }
}

fn is_plain(item: &TypeItem, blocks: &[&ImplItem]) -> bool {
    let has = |name: &str| {
        item.derives.iter().any(|known| known == name)
            || blocks.iter().any(|block| {
                block.of_trait.as_ref().and_then(|of| of.last()).is_some_and(|of| of.0 == name)
            })
    };
    item.generics.parameters.is_empty()
        && item.generics.lifetimes == 0
        && has("Clone")
        && has("PartialEq")
}

/// `None` where a field has no sort, or is private.
fn data(item: &TypeItem, scope: &GenericsInScope) -> Option<DataType> {
    let fields = |fields: &[crate::rust::api::Field], is_public: bool| {
        let field = |field: &crate::rust::api::Field| {
            let sort = scope.stored(&field.ty)?;
            (is_public || field.is_public).then(|| Field { name: field.name.clone(), sort })
        };
        fields.iter().map(field).collect::<Option<Vec<Field>>>()
    };
    let variants = match &item.kind {
        TypeKind::Enum(variants) => {
            let variant = |one: &crate::rust::api::Variant| {
                Some(Variant { name: one.name.clone(), fields: fields(&one.fields, true)? })
            };
            variants.iter().map(variant).collect::<Option<Vec<Variant>>>()?
        }
        TypeKind::Struct(all) if !all.is_empty() => {
            vec![Variant { name: item.name.clone(), fields: fields(all, false)? }]
        }
        _ => return None,
    };
    (!variants.is_empty()).then(|| DataType { name: item.name.clone(), variants })
}

/// `bool` as a data sort.
fn truth() -> DataType {
    let variants =
        ["True", "False"].map(|name| Variant { name: name.to_owned(), fields: Vec::new() });
    DataType { name: TRUTH.to_owned(), variants: variants.into() }
}

/// Data sorts are declared before others use them. Types that contain each other are left out.
fn ordered(found: Vec<DataType>) -> Vec<DataType> {
    let mut open: BTreeMap<String, DataType> =
        found.into_iter().map(|one| (one.name.clone(), one)).collect();
    let mut done: Vec<DataType> = Vec::new();
    loop {
        let is_done = |name: &str| done.iter().any(|one| one.name == name);
        let is_ready = |one: &DataType| {
            one.sorts().flat_map(Sort::data).all(|name| name == one.name || is_done(name))
        };
        let ready: Vec<String> =
            open.values().filter(|one| is_ready(one)).map(|one| one.name.clone()).collect();
        if ready.is_empty() {
            return done;
        }
        done.extend(ready.iter().filter_map(|name| open.remove(name)));
    }
}

/// The sorts of all fields, arguments and results.
fn sorts(rust: &mut RustType) -> impl Iterator<Item = &mut Sort> {
    let variants = rust.data.iter_mut().flat_map(|one| &mut one.variants);
    let fields = variants.flat_map(|one| &mut one.fields).map(|field| &mut field.sort);
    let types = rust.methods.iter_mut().flat_map(|method| {
        let inputs = method.inputs.iter_mut().map(|input| &mut input.ty);
        inputs.chain([&mut method.output.ty])
    });
    fields.chain(types.filter_map(|ty| match ty {
        Ty::Sort(sort) => Some(sort),
        _ => None,
    }))
}

/// Where a type works on letters, its strings are lists of them.
pub fn spell_strings(rust: &mut RustType) {
    let letter = Sort::Parameter("char".to_owned());
    if !sorts(rust).any(|sort| sort.is_of(&letter)) {
        return;
    }
    let spell = |sort: &mut Sort| {
        if *sort == Sort::Parameter("String".to_owned()) {
            *sort = Sort::List(Box::new(letter.clone()));
        }
    };
    for sort in sorts(rust) {
        match sort {
            Sort::Tuple(parts) => parts.iter_mut().for_each(spell),
            sort => spell(sort),
        }
    }
}

/// Declares a record for each tuple of a type's methods and data.
pub fn name_tuples(rust: &mut RustType) {
    let mut names = Names { taken: BTreeSet::from_iter([rust.name.clone()]), known: Vec::new() };
    names.taken.extend(rust.data.iter().map(|one| one.name.clone()));
    sorts(rust).for_each(|sort| names.name(sort));
    let records = names.known.into_iter().map(|(name, parts)| {
        let field = |(word, sort): (&str, Sort)| Field { name: Some(word.to_owned()), sort };
        let words = ["first", "second", "third", "fourth", "fifth", "sixth"];
        let fields = words.into_iter().zip(parts).map(field).collect();
        DataType { variants: vec![Variant { name: name.clone(), fields }], name }
    });
    rust.data.extend(records);
    rust.data = ordered(std::mem::take(&mut rust.data));
}

/// The names of tuples.
struct Names {
    taken: BTreeSet<String>,
    known: Vec<(String, Vec<Sort>)>,
}

impl Names {
    fn name(&mut self, sort: &mut Sort) {
        match sort {
            Sort::List(item) => self.name(item),
            Sort::Tuple(parts) => {
                parts.iter_mut().for_each(|part| self.name(part));
                let known = self.known.iter().find(|(_, known)| known == parts);
                let name = known.map(|(name, _)| name.clone()).unwrap_or_else(|| {
                    let word = match parts.len() {
                        2 => "Pair",
                        3 => "Triple",
                        _ => "Tuple",
                    };
                    let name = fresh(&mut self.taken, word);
                    self.known.push((name.clone(), parts.clone()));
                    name
                });
                *sort = Sort::Data(name);
            }
            _ => {}
        }
    }
}
