//! Entries of data sorts and of sequences: variants and public fields by name, and `Vec`.

use std::collections::BTreeMap;

use super::convert::{SortTypes, integer};
use super::methods::Subject;
use super::state::Inference;
use super::vector::element;
use super::world::Place;
use super::{place, report};
use crate::rust::api::{Field, GenericKind, Generics, Ty, TypeItem, TypeKind, Variant};
use crate::rust::{Fragment, Integer, value_name};
use crate::source::{FileId, Span};
use crate::syntax::mapping_ast::{Entry, OperationBody, OperationMap, Target};
use crate::theory::{Formula, OpId, Operation, SortId, SortKind, SpecOrigin, Term, Theory};

/// The type of a data sort that has no entry: the one of its name in a crate of a type under
/// test, or else the tuple that signatures show.
pub fn find(
    inference: &mut Inference<'_>,
    sort: SortId,
    near: &[Place],
    tuple: Option<Ty>,
    span: Span,
) -> Option<Subject> {
    let name = inference.theory.sorts[sort].name.clone();
    let mut found: Vec<Place> = Vec::new();
    for subject in near {
        let chosen = places(inference, sort, subject);
        found.extend(chosen.into_iter().filter(|one| !found.contains(one)).collect::<Vec<_>>());
    }
    if let Some(tuple) = tuple {
        return Some(Subject::new(None, tuple));
    }
    match found.as_slice() {
        [one] => {
            let path = inference.world.path_of(one);
            let arguments = arguments(inference, sort, one);
            let ty = Ty::Path { path, arguments };
            Some(Subject::new(Some(one.clone()), ty))
        }
        [] if is_truth(inference.theory, sort) => Some(Subject::new(None, Ty::name("bool"))),
        // Where no type under test is found, that is the mistake.
        [] if near.is_empty() && !inference.errors.is_empty() => None,
        found => {
            let paths: Vec<String> =
                found.iter().map(|one| inference.world.path_of(one).join("::")).collect();
            let declared = inference.theory.sorts[sort].span;
            inference.errors.push(report::data_type(&name, declared, span, &paths));
            None
        }
    }
}

/// Whether a data sort is that of the two truth values.
fn is_truth(theory: &Theory, sort: SortId) -> bool {
    let mut names: Vec<&str> =
        theory.constructors(sort).map(|(_, variant)| variant.name.as_str()).collect();
    names.sort_unstable();
    names == ["False", "True"]
}

/// The arguments of a data sort's type, by what its fields stand for.
fn arguments(inference: &Inference<'_>, sort: SortId, place: &Place) -> Vec<Ty> {
    let Some((_, item)) = inference.world.type_item(place) else { return Vec::new() };
    let mut known = BTreeMap::new();
    for (id, op) in inference.theory.constructors(sort) {
        for (argument, field) in paired(inference.theory, id, op, &item.kind) {
            stand_for(inference, (place, &item.generics), argument, &field.ty, &mut known);
        }
    }
    let types = item.generics.parameters.iter().filter(|one| one.kind == GenericKind::Type);
    types.map_while(|one| known.remove(&one.name)).collect()
}

/// Finds what the type parameters in a field's type stand for, also those inside of lists and of
/// other data sorts.
fn stand_for(
    inference: &Inference<'_>,
    (place, generics): (&Place, &Generics),
    sort: SortId,
    ty: &Ty,
    known: &mut BTreeMap<String, Ty>,
) {
    if let Some(name) = ty.plain_name().filter(|name| generics.declares(name)) {
        let found = match inference.generic_of.get(&sort) {
            Some(generic) => Some(Ty::name(generic)),
            None if inference.theory.sorts[sort].kind == SortKind::Int => Some(Ty::name("i64")),
            None => None,
        };
        known.extend(found.map(|found| (name.to_owned(), found)));
    } else if let Some(item) = element(inference.theory, sort) {
        let (_, inner) = ty.last().unwrap_or_default();
        inner.iter().for_each(|ty| stand_for(inference, (place, generics), item, ty, known));
    } else if inference.origin_of(sort) == SpecOrigin::Data {
        let (_, inner) = ty.last().unwrap_or_default();
        // A sort of which a value is part of itself is read already.
        let nested = declared(inference, sort, place).filter(|nested| nested != place);
        let found = nested.map_or_else(Vec::new, |nested| arguments(inference, sort, &nested));
        for (ty, found) in inner.iter().zip(found) {
            if let Some(name) = ty.plain_name().filter(|name| generics.declares(name)) {
                known.entry(name.to_owned()).or_insert(found);
            }
        }
    }
}

/// The fields of a constructor in Rust, with the sorts that they have in the specification.
pub fn paired<'k>(
    theory: &Theory,
    id: OpId,
    op: &Operation,
    kind: &'k TypeKind,
) -> Vec<(SortId, &'k Field)> {
    let fields = match kind {
        TypeKind::Struct(fields) => fields.as_slice(),
        TypeKind::Enum(variants) => {
            let variant = variants.iter().find(|one| one.name == op.name);
            variant.map_or(&[][..], |variant| &variant.fields)
        }
        _ => &[],
    };
    let names = projections(theory, id, op);
    let place = |(number, field): (usize, &'k Field)| {
        let by_name = names.iter().position(|name| name.is_some() && *name == field.name);
        Some((*op.arguments.get(by_name.unwrap_or(number))?, field))
    };
    fields.iter().enumerate().filter_map(place).collect()
}

/// The types of a data sort's name in the crate of a type: those beside it, if there are any.
fn places(inference: &Inference<'_>, sort: SortId, near: &Place) -> Vec<Place> {
    let Some(library) = inference.world.library(&near.library) else { return Vec::new() };
    let name = &inference.theory.sorts[sort].name;
    let types = library.types_named(name).map(|(placed, item)| Place {
        library: near.library.clone(),
        modules: placed.modules.clone(),
        name: item.name.clone(),
    });
    let types: Vec<Place> = types.collect();
    let beside: Vec<Place> =
        types.iter().filter(|one| one.modules == near.modules).cloned().collect();
    if beside.is_empty() { types } else { beside }
}

/// The declaration of a data sort's type, if there is one.
pub fn declared(inference: &Inference<'_>, sort: SortId, near: &Place) -> Option<Place> {
    places(inference, sort, near).into_iter().next()
}

/// The entry of an enum or a record. Operations that its declaration has nothing for are
/// reported.
pub fn data(
    inference: &mut Inference<'_>,
    sort: SortId,
    written: Option<&Entry>,
    subject: &Subject,
    sorts: &SortTypes<'_>,
    span: Span,
) -> Entry {
    let theory = inference.theory;
    let spec = theory.sorts[sort].spec;
    let item = subject.place.as_ref().and_then(|place| inference.world.type_item(place));
    let item = item.map(|(file, item)| (file, instantiated(item, &subject.ty)));
    let item = item.or_else(|| std_item(&subject.ty, span));
    let mut operations = written.map(|entry| entry.operations.clone()).unwrap_or_default();
    let own: Vec<(OpId, &Operation)> =
        theory.ops.iter().filter(|(_, op)| op.spec == spec).collect();
    for (id, op) in own {
        if operations.iter().any(|map| map.name.text == op.name) {
            continue;
        }
        let Some((file, item)) = &item else { continue };
        let reader = Reader { theory, sorts, subject, item, written };
        match reader.operation(id, op) {
            Ok(map) => operations.push(map),
            Err(why) => {
                let declared = Span::new(*file, item.range.clone());
                inference.errors.push(report::data_operation(op, declared, &why));
            }
        }
    }
    let known = super::methods::traits(&mut inference.world, subject);
    let wanted = ["Clone", "PartialEq"];
    let is_claimed = |name: &&str| subject.place.is_none() || known.iter().any(|one| one == name);
    let traits: Vec<&str> = wanted.into_iter().filter(is_claimed).collect();
    let rust_type = subject.ty.to_string();
    let made = place::entry(theory, sort, rust_type, operations, &traits, span);
    match written {
        Some(entry) if !entry.traits.is_empty() => {
            Entry { traits: entry.traits.clone(), equality: entry.equality.clone(), ..made }
        }
        _ => made,
    }
}

/// A declaration with the arguments of a type in the places of its parameters.
pub fn instantiated(item: &TypeItem, ty: &Ty) -> TypeItem {
    let arguments = ty.last().map_or(&[][..], |(_, arguments)| arguments);
    let names = item.generics.parameters.iter().map(|one| one.name.clone());
    let names: BTreeMap<String, Ty> = names.zip(arguments.iter().cloned()).collect();
    let mut item = item.clone();
    let each = |fields: &mut Vec<Field>| {
        fields.iter_mut().for_each(|field| field.ty = field.ty.replaced(&names));
    };
    match &mut item.kind {
        TypeKind::Struct(fields) => each(fields),
        TypeKind::Enum(variants) => variants.iter_mut().for_each(|one| each(&mut one.fields)),
        TypeKind::Alias(_) | TypeKind::Opaque => {}
    }
    item
}

/// A tuple as the declaration of a struct without a name, and `bool` as that of an enum.
fn std_item(ty: &Ty, span: Span) -> Option<(FileId, TypeItem)> {
    let field = |ty: &Ty| Field { name: None, ty: ty.clone(), is_public: true };
    let variant = |name: &str| Variant { name: name.to_owned(), fields: Vec::new() };
    let kind = match ty {
        Ty::Tuple(parts) => TypeKind::Struct(parts.iter().map(field).collect()),
        ty if ty.plain_name() == Some("bool") => {
            TypeKind::Enum(["True", "False"].map(variant).into())
        }
        _ => return None,
    };
    let item = TypeItem {
        name: String::new(),
        is_public: true,
        generics: Generics::default(),
        derives: Vec::new(),
        kind,
        range: span.range(),
    };
    Some((span.file, item))
}

struct Reader<'r> {
    theory: &'r Theory,
    sorts: &'r SortTypes<'r>,
    subject: &'r Subject,
    item: &'r TypeItem,
    written: Option<&'r Entry>,
}

impl Reader<'_> {
    fn operation(&self, id: OpId, op: &Operation) -> Result<OperationMap, String> {
        let (names, text) = match op.is_constructor() {
            true => self.constructor(id, op)?,
            false => (vec![None], self.observer(id, op)?),
        };
        let text = place::rust(format!("{{ {text} }}"), op.span);
        let signature = if op.is_constructor() { self.signature(id, op)? } else { None };
        let body = match signature {
            Some(signature) => OperationBody::Function {
                signature: place::rust(signature, op.span),
                via: None,
                body: Some(text),
            },
            None => OperationBody::Expression(text),
        };
        Ok(place::operation(self.theory, op, &names, body, None, op.span))
    }

    /// The Rust name of a variant: its own, or what a line of the mapping says.
    fn variant_name(&self, op: &Operation) -> String {
        let lines = self.written.iter().flat_map(|entry| &entry.exceptions);
        let renamed =
            lines.filter(|one| one.name.text == op.name).find_map(|one| match &one.target {
                Target::Call { function, .. } => Some(function.text.clone()),
                _ => None,
            });
        renamed.unwrap_or_else(|| op.name.clone())
    }

    /// The path of a variant or struct, and its fields.
    fn fields(&self, op: &Operation) -> Result<(String, &[Field]), String> {
        let ty = &self.subject.ty;
        let path = Fragment::new(ty.to_string()).without_arguments().to_string();
        match &self.item.kind {
            TypeKind::Enum(variants) => {
                let name = self.variant_name(op);
                let variant = variants.iter().find(|one| one.name == name).ok_or_else(|| {
                    let known: Vec<&str> = variants.iter().map(|one| one.name.as_str()).collect();
                    format!("it has no variant `{name}`, only {}", known.join(", "))
                })?;
                match path.as_str() {
                    "bool" => Ok((name.to_lowercase(), &[])),
                    _ => Ok((format!("{path}::{name}"), &variant.fields)),
                }
            }
            TypeKind::Struct(fields) => match fields.iter().find(|field| !field.is_public) {
                Some(field) => {
                    let name = field.name.as_deref().unwrap_or("of a tuple");
                    Err(format!("its field `{name}` is private"))
                }
                None if matches!(ty, Ty::Tuple(_)) => Ok((String::new(), fields)),
                None => Ok((path, fields)),
            },
            _ => Err("it is neither an enum nor a struct".to_owned()),
        }
    }

    fn constructor(
        &self,
        id: OpId,
        op: &Operation,
    ) -> Result<(Vec<Option<String>>, String), String> {
        let (path, fields) = self.fields(op)?;
        if fields.len() != op.arguments.len() {
            let (has, wants) = (fields.len(), op.arguments.len());
            return Err(format!("`{path}` has {has} fields where `{}` has {wants}", op.name));
        }
        let mut values = Vec::new();
        for (place, field) in self.placed(id, op, fields) {
            let value = self.stored(op.arguments[place], &field.ty, &format!("x{}", place + 1))?;
            values.push(match &field.name {
                Some(name) => format!("{name}: {value}"),
                None => value,
            });
        }
        let names = (0..op.arguments.len()).map(|place| Some(format!("x{}", place + 1)));
        let text = match (fields.first(), fields.first().and_then(|field| field.name.as_ref())) {
            (None, _) => path,
            (Some(_), Some(_)) => format!("{path} {{ {} }}", values.join(", ")),
            (Some(_), None) => format!("{path}({})", values.join(", ")),
        };
        Ok((names.collect(), text))
    }

    /// The fields of a variant, each with the place of its argument.
    fn placed<'f>(
        &self,
        id: OpId,
        op: &Operation,
        fields: &'f [Field],
    ) -> impl Iterator<Item = (usize, &'f Field)> {
        let named = projections(self.theory, id, op);
        fields.iter().enumerate().map(move |(number, field)| {
            let by_name = field.name.as_ref().and_then(|name| {
                named.iter().position(|known| known.as_deref() == Some(name.as_str()))
            });
            (by_name.unwrap_or(number), field)
        })
    }

    /// The signature of a variant with numbers of narrow types, so that tests hand over only
    /// numbers that these have.
    fn signature(&self, id: OpId, op: &Operation) -> Result<Option<String>, String> {
        let (_, fields) = self.fields(op)?;
        let mut types: Vec<String> =
            op.arguments.iter().map(|sort| format!("&{}", self.sorts.text(*sort))).collect();
        let mut is_narrow = false;
        for (place, field) in self.placed(id, op, fields) {
            if let (true, Some(integer)) =
                (self.sorts.is_int(op.arguments[place]), integer(&field.ty))
            {
                is_narrow |= integer != Integer::I64;
                types[place] = integer.to_string();
            }
        }
        let parameters = types.iter().enumerate().map(|(at, ty)| format!("x{}: {ty}", at + 1));
        let parameters: Vec<String> = parameters.collect();
        let name = value_name(&op.name);
        Ok(is_narrow.then(|| format!("fn {name}({}) -> Self", parameters.join(", "))))
    }

    /// A reference to a value of a sort, or a number, as the value of a field.
    fn stored(&self, sort: SortId, ty: &Ty, name: &str) -> Result<String, String> {
        if self.sorts.is_int(sort) {
            return match integer(ty) {
                Some(_) => Ok(name.to_owned()),
                None => Err(format!("a field has the type `{ty}`, which is no number")),
            };
        }
        let taken = self.sorts.taken(sort, ty, &format!("{name}.clone()"));
        match taken {
            Some(taken) if taken.passing == crate::refine::Passing::Value => {
                Ok(taken.expression.unwrap_or_else(|| format!("{name}.clone()")))
            }
            _ => {
                let sort = self.theory.sort_text(sort);
                Err(format!("a field has the type `{ty}` where the specification has `{sort}`"))
            }
        }
    }

    /// A projection, or the test for a variant.
    fn observer(&self, id: OpId, op: &Operation) -> Result<String, String> {
        let constructors =
            self.theory.ops.iter().filter(|(_, one)| one.spec == op.spec && one.is_constructor());
        if op.is_predicate() {
            let is_it = |(_, one): &(OpId, &Operation)| {
                op.name.strip_prefix("is").is_some_and(|name| name.eq_ignore_ascii_case(&one.name))
            };
            let (_, variant) = { constructors }.find(is_it).ok_or("it tells no variant apart")?;
            let (path, fields) = self.fields(variant)?;
            return Ok(format!("matches!(self, {})", pattern(&path, fields, None)));
        }
        let sort = op.result.ok_or("it has no result")?;
        let mut arms = Vec::new();
        for (constructor, variant) in constructors {
            let mut fields = projected(self.theory, constructor);
            let Some((_, place)) = fields.find(|(field, _)| *field == id) else { continue };
            let (path, fields) = self.fields(variant)?;
            let named = value_name(&op.name);
            let by_name = fields.iter().position(|field| field.name.as_deref() == Some(&named));
            let place = by_name.unwrap_or(place);
            let field = fields.get(place).ok_or_else(|| format!("`{path}` has no such field"))?;
            let reference = field.ty.clone().reference();
            let value = self.sorts.owned(sort, &reference, "it").map(|owned| owned.at("it"));
            let value = value.ok_or_else(|| {
                let sort = self.theory.sort_text(sort);
                format!("a field has the type `{}` where the specification has `{sort}`", field.ty)
            })?;
            let value = if op.domain.is_some() { format!("Some({value})") } else { value };
            arms.push(format!("{} => {value}", pattern(&path, fields, Some(place))));
        }
        match &self.item.kind {
            _ if op.domain.is_some() => arms.push("_ => None".to_owned()),
            // The specification may know fewer variants than the type has.
            TypeKind::Enum(variants) if arms.len() < variants.len() => {
                let name = &self.theory.specs[op.spec].name;
                arms.push(format!(
                    "_ => unreachable!(\"the specification has no such variant of `{name}`\")"
                ));
            }
            _ => {}
        }
        Ok(format!("match self {{ {} }}", arms.join(", ")))
    }
}

/// The names of the fields of a constructor, as far as the specification gives some.
pub fn projections(theory: &Theory, id: OpId, op: &Operation) -> Vec<Option<String>> {
    let mut names = vec![None; op.arguments.len()];
    for (projection, place) in projected(theory, id) {
        names[place] = Some(value_name(&theory.ops[projection].name));
    }
    names
}

/// The projections of a constructor, each with the position of its field.
fn projected(theory: &Theory, constructor: OpId) -> impl Iterator<Item = (OpId, usize)> {
    theory.axioms.values().filter_map(move |axiom| {
        let Formula::Equal(Term::Apply(field, built), Term::Variable(value)) = &axiom.formula
        else {
            return None;
        };
        let [Term::Apply(known, arguments)] = built.as_slice() else { return None };
        let place = arguments.iter().position(|term| *term == Term::Variable(*value))?;
        (*known == constructor).then_some((*field, place))
    })
}

/// A pattern of a variant that binds one field to `it`.
fn pattern(path: &str, fields: &[Field], bound: Option<usize>) -> String {
    let Some(first) = fields.first() else { return path.to_owned() };
    match (first.name.is_some(), bound) {
        (true, None) => format!("{path} {{ .. }}"),
        (false, None) => format!("{path}(..)"),
        (true, Some(place)) => {
            let name = fields[place].name.as_deref().unwrap_or_default();
            format!("{path} {{ {name}: it, .. }}")
        }
        (false, Some(place)) => {
            let before = "_, ".repeat(place);
            let after = if place + 1 < fields.len() { ", .." } else { "" };
            format!("{path}({before}it{after})")
        }
    }
}
