//! Contexts: operations around a value, whose answers tell values apart.

use crate::arena::Id;
use crate::model::GroundTerm;
use crate::theory::{OpId, Operation, SortId, SortKind, Theory};
use crate::trial::assignments;

/// The most contexts of a sort.
const CONTEXTS: usize = 160;
/// How often an operation follows itself, and the most contexts of this kind.
const CHAIN: usize = 14;
const CHAINED: usize = 90;
/// The most numbers that an operation with a constructed result takes.
const FEW: usize = 4;
/// The most contexts with a constructor in them.
const BUILDING: usize = 24;
/// How many combinations of other arguments a constructor is tried with.
const ARGUMENTS: usize = 3;
/// The most combinations of the other arguments of an operation.
const COMBINATIONS: usize = 48;

/// Operations around a value, innermost first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context(Vec<Layer>);

/// An operation with all arguments but one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Layer {
    op: OpId,
    place: usize,
    others: Vec<GroundTerm>,
}

impl Context {
    /// The context around a term.
    pub fn around(&self, term: &GroundTerm) -> GroundTerm {
        self.0.iter().fold(term.clone(), |inner, layer| {
            let mut arguments = layer.others.clone();
            arguments.insert(layer.place, inner);
            GroundTerm::Apply(layer.op, arguments)
        })
    }

    fn within(&self, layer: Layer) -> Self {
        Self([self.0.as_slice(), &[layer]].concat())
    }

    /// The context with another one around it.
    pub fn inside(&self, outer: &Context) -> Self {
        Self([self.0.as_slice(), outer.0.as_slice()].concat())
    }
}

/// The values that other arguments may have.
#[derive(Clone, Copy)]
pub struct Given<'g> {
    /// The number of elements by sort.
    pub elements: &'g [u32],
    pub numbers: &'g [i64],
}

/// By sort, the contexts of its values, few operations first.
pub fn contexts(theory: &Theory, given: Given<'_>) -> Vec<Vec<Context>> {
    let of_sort = |sort: SortId| match theory.is_constructed(sort) {
        true => of_sort(theory, given, sort),
        false => Vec::new(),
    };
    theory.sorts.ids().map(of_sort).collect()
}

fn of_sort(theory: &Theory, given: Given<'_>, sort: SortId) -> Vec<Context> {
    let mut found = Vec::new();
    let whole = (sort, Context::default());
    found.extend(plain(theory, given, &whole));
    let steps = stepped(theory, given, &whole);
    for step in &steps {
        found.extend(plain(theory, given, step));
    }
    found.truncate(CONTEXTS - BUILDING - CHAINED);
    found.extend(after_building(theory, given, sort));
    found.extend(chained(theory, given, sort));
    for step in steps.iter().flat_map(|step| stepped(theory, given, step)) {
        if found.len() >= CONTEXTS {
            break;
        }
        found.extend(plain(theory, given, &step));
    }
    found.truncate(CONTEXTS);
    found
}

/// A context with the sort of its value.
type Open = (SortId, Context);

/// Observers with a plain result around a context.
fn plain(theory: &Theory, given: Given<'_>, (sort, inner): &Open) -> Vec<Context> {
    let plain = observers(theory).filter(|(_, op)| built(theory, op).is_none());
    let layers = plain.flat_map(|(op, _)| layers(theory, given, op, *sort));
    layers.map(|layer| inner.within(layer)).collect()
}

/// Observers with a constructed result around a context.
fn stepped(theory: &Theory, given: Given<'_>, (sort, inner): &Open) -> Vec<Open> {
    let few = Given { numbers: &given.numbers[..given.numbers.len().min(FEW)], ..given };
    let mut found = Vec::new();
    for (op, operation) in observers(theory) {
        let Some(result) = built(theory, operation) else { continue };
        let layers = layers(theory, few, op, *sort).into_iter();
        found.extend(layers.map(|layer| (result, inner.within(layer))));
    }
    found
}

/// Operations that take nothing but the value, such as `pop`, one time after the other: they
/// see how long values differ.
fn chained(theory: &Theory, given: Given<'_>, sort: SortId) -> Vec<Context> {
    let mut found = Vec::new();
    let is_chain = |op: &Operation| op.arguments == [sort] && op.result == Some(sort);
    for (op, _) in observers(theory).filter(|(_, op)| is_chain(op)) {
        let mut inner = Context::default();
        for _ in 0..CHAIN {
            inner = inner.within(Layer { op, place: 0, others: Vec::new() });
            found.extend(plain(theory, given, &(sort, inner.clone())));
        }
    }
    found.truncate(CHAINED);
    found
}

fn observers(theory: &Theory) -> impl Iterator<Item = (OpId, &Operation)> {
    theory.ops.iter().filter(|(_, op)| !op.is_constructor() && !theory.is_parameter(op.spec))
}

/// The constructed sort that an operation returns.
fn built(theory: &Theory, op: &Operation) -> Option<SortId> {
    op.result.filter(|sort| theory.is_constructed(*sort))
}

/// Observers of what constructors make of a value: they see how full it is.
fn after_building(theory: &Theory, given: Given<'_>, sort: SortId) -> Vec<Context> {
    let constructors: Vec<OpId> = theory.constructors(sort).map(|(op, _)| op).collect();
    let each = BUILDING / constructors.len().max(1);
    let mut found = Vec::new();
    for constructor in constructors {
        let Some(layer) = layers(theory, given, constructor, sort).into_iter().next() else {
            continue;
        };
        let inner = Context(vec![layer]);
        let plain = observers(theory).filter(|(_, op)| built(theory, op).is_none());
        let around = plain.flat_map(|(op, _)| layers(theory, given, op, sort));
        found.extend(around.take(each).map(|layer| inner.within(layer)));
    }
    found
}

/// Constructors around a value of a sort, with some of their other arguments, and what they make.
pub fn constructed(theory: &Theory, given: Given<'_>, sort: SortId) -> Vec<(SortId, Context)> {
    let mut found = Vec::new();
    for (op, operation) in theory.ops.iter().filter(|(_, op)| op.is_constructor()) {
        let layers = layers(theory, given, op, sort).into_iter().take(ARGUMENTS);
        found.extend(layers.zip(operation.result.iter().cycle()).map(|(layer, result)| {
            let context = Context(vec![layer]);
            (*result, context)
        }));
    }
    found
}

/// An operation around a value of a sort, with every combination of its other arguments.
fn layers(theory: &Theory, given: Given<'_>, op: OpId, sort: SortId) -> Vec<Layer> {
    let sorts = &theory.ops[op].arguments;
    let Some(place) = sorts.iter().position(|argument| *argument == sort) else {
        return Vec::new();
    };
    let others = sorts.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, sort)| *sort);
    let lists: Vec<Vec<GroundTerm>> = others.map(|sort| leaves(theory, given, sort)).collect();
    let tuples = assignments(&lists, COMBINATIONS).into_iter();
    tuples.map(|others| Layer { op, place, others }).collect()
}

/// Terms of a sort without variables and with at most one operation.
fn leaves(theory: &Theory, given: Given<'_>, sort: SortId) -> Vec<GroundTerm> {
    match theory.sorts[sort].kind {
        SortKind::Int => given.numbers.iter().map(|number| GroundTerm::Int(*number)).collect(),
        SortKind::Parameter => (0..given.elements[sort.index()].max(1))
            .map(|number| GroundTerm::Element(sort, number))
            .collect(),
        SortKind::Constructed => theory
            .constructors(sort)
            .filter(|(_, op)| op.arguments.is_empty())
            .map(|(op, _)| GroundTerm::Apply(op, Vec::new()))
            .collect(),
    }
}
