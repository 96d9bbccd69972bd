//! Enums and records of a file that specifications can have as data sorts.

use std::collections::{BTreeMap, BTreeSet};

use super::generics::GenericsInScope;
use super::source::Source;
use crate::init::rust::{DataType, Field, Sort, Variant};
use crate::rust::api::{TypeItem, TypeKind};

/// Public types without parameters whose values can be compared and copied, and whose fields have
/// sorts. Others of these may be in the fields.
pub fn types(source: &Source, own: &str) -> Vec<DataType> {
    let declared: Vec<&TypeItem> =
        source.public_types().filter(|item| item.name != own && is_plain(source, item)).collect();
    let mut names: BTreeSet<String> = declared.iter().map(|item| item.name.clone()).collect();
    loop {
        let scope = GenericsInScope { data: Some(names.clone()), ..GenericsInScope::default() };
        let read = |item: &&TypeItem| names.contains(&item.name).then(|| data(item, &scope))?;
        let found: Vec<DataType> = declared.iter().filter_map(read).collect();
        if found.len() == names.len() {
            return without_cycles(found);
        }
        names = found.into_iter().map(|one| one.name).collect();
    }
}

fn is_plain(source: &Source, item: &TypeItem) -> bool {
    let has = |name: &str| {
        item.derives.iter().any(|known| known == name)
            || source.blocks(&item.name).any(|block| {
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
            let sort = scope.passed(&field.ty).1.sort()?;
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

/// Data sorts are declared before others use them, so recursive types are left out.
fn without_cycles(found: Vec<DataType>) -> Vec<DataType> {
    let mut open: BTreeMap<String, DataType> =
        found.into_iter().map(|one| (one.name.clone(), one)).collect();
    let mut done: Vec<DataType> = Vec::new();
    loop {
        let is_done = |sort: &Sort| match sort.data() {
            Some(name) => done.iter().any(|one| one.name == name),
            None => true,
        };
        let is_ready = |one: &DataType| one.sorts().all(is_done);
        let ready: Vec<String> =
            open.values().filter(|one| is_ready(one)).map(|one| one.name.clone()).collect();
        if ready.is_empty() {
            return done;
        }
        done.extend(ready.iter().filter_map(|name| open.remove(name)));
    }
}
