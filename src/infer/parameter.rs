//! Entries of parameters: operations that a mocked type answers, by the traits of its bounds.

use super::generics::{HeaderBound, HeaderGeneric};
use super::place;
use super::world::World;
use crate::rust::api::{Receiver, Ty};
use crate::rust::value_name;
use crate::source::Span;
use crate::syntax::mapping_ast::{Entry, OperationBody, OperationMap};
use crate::theory::{Operation, OperationClass, SortId, Theory};

/// Operations of the library's specifications, by the trait that promises them.
const SHIPPED: &[(&str, &str, &str)] = &[
    ("Ord", "geq", "fn PartialOrd::ge(&self, e: &Self) -> bool"),
    ("PartialOrd", "geq", "fn PartialOrd::ge(&self, e: &Self) -> bool"),
    ("Hash", "hash", "fn std::hash::Hash::hash(&self) -> u64"),
    ("Add", "combine", "fn std::ops::Add::add(self, e: Self) -> Self"),
    ("Mul", "combine", "fn std::ops::Mul::mul(self, e: Self) -> Self"),
    ("Default", "unit", "fn Default::default() -> Self"),
];

/// The entry of a parameter. Operations that no bound has are left out, and reported later.
pub fn entry(
    world: &World<'_>,
    theory: &Theory,
    sort: SortId,
    generic: &HeaderGeneric,
    sorts: &dyn Fn(SortId) -> Option<Ty>,
    span: Span,
) -> Entry {
    let spec = theory.sorts[sort].spec;
    let own = theory.own_ops(spec).map(|(_, op)| op);
    let own = own.filter(|op| op.class != OperationClass::Auxiliary);
    let finder = Finder { world, theory, sort, sorts, span };
    Entry {
        spec: place::name(theory.specs[spec].name.clone(), span),
        parameters: Vec::new(),
        rust_type: place::rust(generic.name.clone(), span),
        other_types: Vec::new(),
        handles: Vec::new(),
        made_by: None,
        traits: Vec::new(),
        rep_ok: None,
        equality: None,
        operations: own.filter_map(|op| finder.operation(op, generic)).collect(),
        exceptions: Vec::new(),
        span,
    }
}

struct Finder<'f, 'w> {
    world: &'f World<'w>,
    theory: &'f Theory,
    sort: SortId,
    sorts: &'f dyn Fn(SortId) -> Option<Ty>,
    span: Span,
}

impl Finder<'_, '_> {
    fn operation(&self, op: &Operation, generic: &HeaderGeneric) -> Option<OperationMap> {
        let bounds = &generic.bounds;
        bounds
            .iter()
            .find_map(|bound| self.of_trait(op, bound))
            .or_else(|| bounds.iter().find_map(|bound| self.closure(op, bound)))
            .or_else(|| self.shipped(op, generic))
    }

    fn written(&self, op: &Operation, names: &[Option<String>], signature: String) -> OperationMap {
        let signature = place::rust(signature, self.span);
        let body = OperationBody::Function { signature, via: None, body: None };
        place::operation(self.theory, op, names, body, None, op.span)
    }

    /// A method of the operation's name, of a trait whose declaration was read.
    fn of_trait(&self, op: &Operation, bound: &HeaderBound) -> Option<OperationMap> {
        let (_, item) = self.world.trait_item(bound.declared.as_ref()?)?;
        let function = item.functions.iter().find(|one| one.name == value_name(&op.name))?;
        let receiver = match function.receiver? {
            Receiver::Shared => "&self",
            Receiver::Value => "self",
            _ => return None,
        };
        let generics = item.generics.parameters.iter().map(|one| one.name.clone());
        let names = generics.zip(bound.bound.arguments.iter().cloned());
        let mut names: std::collections::BTreeMap<String, Ty> = names.collect();
        for (name, ty) in &bound.bound.bindings {
            names.insert(format!("Self::{name}"), ty.clone());
        }
        let mut inputs = vec![receiver.to_owned()];
        let mut called = vec![None];
        for (number, input) in function.inputs.iter().enumerate() {
            let name = format!("x{}", number + 1);
            inputs.push(format!("{name}: {}", input.ty.replaced(&names)));
            called.push(Some(name));
        }
        if called.len() != op.arguments.len() {
            return None;
        }
        let output = function.output.as_ref().map(|ty| self.named(op, ty.replaced(&names)));
        let output = output.map_or(String::new(), |ty| format!(" -> {ty}"));
        let path = bound.text.without_arguments();
        let signature = format!("fn {path}::{}({}){output}", function.name, inputs.join(", "));
        Some(self.written(op, &called, signature))
    }

    /// The type that an operation yields, by the path that tests know it by.
    fn named(&self, op: &Operation, ty: Ty) -> Ty {
        if let Ty::Reference { mutable, inner } = ty {
            return Ty::Reference { mutable, inner: Box::new(self.named(op, *inner)) };
        }
        let known = op.result.and_then(|sort| (self.sorts)(sort));
        known.filter(|known| super::convert::same(known, &ty)).unwrap_or(ty)
    }

    /// A closure has one operation: its call.
    fn closure(&self, op: &Operation, bound: &HeaderBound) -> Option<OperationMap> {
        let output = bound.bound.closure.as_ref()?;
        if bound.bound.arguments.len() + 1 != op.arguments.len() {
            return None;
        }
        let mut inputs = vec!["&self".to_owned()];
        let mut called = vec![None];
        for (number, ty) in bound.bound.arguments.iter().enumerate() {
            let core = match ty {
                Ty::Reference { inner, .. } => inner,
                other => other,
            };
            let sort = op.arguments[number + 1];
            if (self.sorts)(sort).is_some_and(|known| !super::convert::same(&known, core)) {
                return None;
            }
            let name = format!("x{}", number + 1);
            inputs.push(format!("{name}: {ty}"));
            called.push(Some(name));
        }
        let output = output.as_ref().map_or(String::new(), |ty| format!(" -> {ty}"));
        Some(self.written(op, &called, format!("fn({}){output}", inputs.join(", "))))
    }

    fn shipped(&self, op: &Operation, generic: &HeaderGeneric) -> Option<OperationMap> {
        let has = |name: &str| generic.bounds.iter().any(|bound| bound.bound.name() == name);
        let of_itself = op.arguments.iter().all(|sort| *sort == self.sort);
        let (_, _, signature) =
            SHIPPED.iter().find(|(of, name, _)| has(of) && *name == op.name && of_itself)?;
        let named = [None, Some("e".to_owned())];
        let names = named.get(..op.arguments.len())?;
        Some(self.written(op, names, (*signature).to_owned()))
    }
}
