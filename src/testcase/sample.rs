//! Sample values for the laws of a type: those of one model, some of them built in two
//! ways.

use std::collections::BTreeSet;

use crate::arena::Arena;
use crate::model::{Cell, Element, GroundTerm, Model, ParameterTables, canonical_terms};
use crate::theory::{OpId, SortId, SortKind, Theory};

/// The most elements of a model that become values. Each may be built in two ways.
const MOST: usize = 5;

/// The number of constructor applications that turn the largest value into a larger one.
const GROWTH: u32 = 3;

/// Values of a constructed sort, all of one model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    pub sort: SortId,
    pub parameters: ParameterTables,
    /// Different terms. Some of them are equal in the model.
    pub terms: Vec<GroundTerm>,
}

/// A sample of each constructed sort, from the model with the most variety.
pub fn samples(theory: &Theory, models: &[&Model]) -> Vec<Sample> {
    let constructed = theory.sorts.iter().filter(|(_, sort)| sort.kind == SortKind::Constructed);
    constructed
        .filter_map(|(sort, _)| {
            // `max_by_key` returns the last maximum, and the first models are the simplest.
            let richest = models.iter().rev().max_by_key(|model| richness(theory, sort, model));
            richest.map(|model| sample(theory, sort, model))
        })
        .collect()
}

/// First parameters whose operations give different results, then many values, then many
/// elements. Each count is capped, since more would show nothing new.
fn richness(theory: &Theory, sort: SortId, model: &Model) -> (usize, usize, usize) {
    let parameters = theory.sorts.iter().filter(|(_, sort)| sort.kind == SortKind::Parameter);
    let elements = parameters.map(|(id, _)| (model.size(id) as usize).min(3)).sum();
    (variety(theory, model), (model.size(sort) as usize).min(MOST), elements)
}

/// The number of different results that the operations of parameters give for different
/// elements.
fn variety(theory: &Theory, model: &Model) -> usize {
    let ops = theory.ops.iter().filter(|(_, op)| theory.is_parameter(op.spec));
    let answers = ops.map(|(id, _)| {
        let table = model.table(id);
        let cells = table.tuples().zip(&table.cells);
        let apart = cells.filter(|(tuple, _)| tuple.windows(2).all(|pair| pair[0] != pair[1]));
        BTreeSet::from_iter(apart.map(|(_, cell)| cell)).len().min(2)
    });
    answers.sum()
}

fn sample(theory: &Theory, sort: SortId, model: &Model) -> Sample {
    let canonical = canonical_terms(theory, model);
    let mut built: Vec<(Element, &GroundTerm)> = (0..model.size(sort))
        .filter_map(|element| Some((element, canonical[sort][element as usize].as_ref()?)))
        .collect();
    built.sort_by_key(|(_, term)| (term.symbols(), *term));
    built.truncate(MOST);
    let largest = built.last().map(|(_, term)| (*term).clone());
    let mut terms = Vec::new();
    for (element, term) in built {
        terms.push(term.clone());
        terms.extend(other_way(theory, model, sort, element, &canonical));
    }
    for term in largest.into_iter().flat_map(|term| grown(theory, model, sort, &term)) {
        if !terms.contains(&term) {
            terms.push(term);
        }
    }
    Sample { sort, parameters: ParameterTables::of(theory, model), terms }
}

/// The shortest term for an element besides its canonical term: by a constructor if
/// possible, else by another operation.
fn other_way(
    theory: &Theory,
    model: &Model,
    sort: SortId,
    element: Element,
    canonical: &Arena<SortId, Vec<Option<GroundTerm>>>,
) -> Option<GroundTerm> {
    let yielding = theory.ops.iter().filter(|(_, op)| op.result == Some(sort));
    let mut ways: Vec<(bool, usize, GroundTerm)> = Vec::new();
    for (id, op) in yielding {
        let table = model.table(id);
        for (arguments, cell) in table.tuples().zip(&table.cells) {
            if *cell != Cell::Element(element) {
                continue;
            }
            if let Some(term) = applied(id, &op.arguments, &arguments, canonical)
                && canonical[sort][element as usize].as_ref() != Some(&term)
            {
                ways.push((!op.is_constructor(), term.symbols(), term));
            }
        }
    }
    ways.into_iter().min().map(|(_, _, term)| term)
}

/// Applies each constructor that takes one value of the sort and elements several times to
/// a term. The model need not contain these values; a law holds for all values.
fn grown(theory: &Theory, model: &Model, sort: SortId, term: &GroundTerm) -> Vec<GroundTerm> {
    let simple = |argument: &SortId| {
        *argument == sort || theory.sorts[*argument].kind == SortKind::Parameter
    };
    let growing = theory.constructors(sort).filter(|(_, op)| {
        let own = op.arguments.iter().filter(|argument| **argument == sort).count();
        own == 1 && op.arguments.iter().all(simple)
    });
    growing
        .map(|(id, op)| {
            (0..GROWTH).fold(term.clone(), |term, step| {
                let argument = |argument: &SortId| match *argument == sort {
                    true => term.clone(),
                    false => GroundTerm::Element(*argument, step % model.size(*argument)),
                };
                GroundTerm::Apply(id, op.arguments.iter().map(argument).collect())
            })
        })
        .collect()
}

fn applied(
    op: OpId,
    sorts: &[SortId],
    arguments: &[Element],
    canonical: &Arena<SortId, Vec<Option<GroundTerm>>>,
) -> Option<GroundTerm> {
    let terms = sorts.iter().zip(arguments);
    let terms = terms.map(|(sort, element)| canonical[*sort][*element as usize].clone());
    Some(GroundTerm::Apply(op, terms.collect::<Option<_>>()?))
}
