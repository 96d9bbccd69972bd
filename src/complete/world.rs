//! Small algebras of the parameters, each with the terms to observe over it.

use super::inputs::{Inputs, deep, inputs};
use crate::execute::Tables;
use crate::model::ParameterTables;
use crate::theory::Theory;
use crate::trial::{ELEMENTS, Trial, allowed};

/// The most algebras with the same number of elements.
const ALGEBRAS: usize = 6;
/// The most algebras with large terms.
const DEEP: usize = 2;

/// How far was looked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bound {
    /// Algebras of the parameters, and the elements of each sort of the largest one.
    pub algebras: usize,
    pub elements: u32,
    /// Constructor terms over all algebras, and the operations in the largest one.
    pub terms: usize,
    pub operations: usize,
    pub observations: usize,
}

/// One algebra of the parameters, and the terms to observe over it.
pub struct World {
    pub parameters: ParameterTables,
    pub tables: Tables,
    pub inputs: Inputs,
}

/// The algebras that the axioms allow, with the fewest elements first.
pub fn worlds(trial: &Trial<'_>) -> Vec<World> {
    let theory = trial.theory;
    let sizes = if has_parameters(theory) { 1..=ELEMENTS } else { 1..=1 };
    let mut found = Vec::new();
    for elements in sizes {
        found.extend(allowed(trial, elements, ALGEBRAS).map(|(parameters, tables)| {
            let inputs = inputs(trial, &tables);
            World { parameters, tables, inputs }
        }));
    }
    found
}

/// The same, each of the largest ones with another world of large terms behind it.
pub fn deep_worlds(trial: &Trial<'_>) -> Vec<World> {
    let mut found = worlds(trial);
    let largest = found.iter().flat_map(|world| world.parameters.carriers.values()).max().copied();
    let is_large = |world: &World| world.parameters.carriers.values().max().copied() == largest;
    let places: Vec<usize> = (0..found.len()).filter(|at| is_large(&found[*at])).collect();
    for place in places.into_iter().rev().take(DEEP) {
        let World { parameters, tables, .. } = &found[place];
        let (parameters, tables) = (parameters.clone(), tables.clone());
        let inputs = deep(trial, &tables);
        found.insert(place + 1, World { parameters, tables, inputs });
    }
    found
}

fn has_parameters(theory: &Theory) -> bool {
    theory.specs.ids().any(|spec| theory.is_parameter(spec))
}

impl Bound {
    pub fn of(worlds: &[World]) -> Self {
        let sizes = worlds.iter().flat_map(|world| world.parameters.carriers.values());
        Self {
            algebras: worlds.chunk_by(|one, other| one.parameters == other.parameters).count(),
            elements: sizes.copied().max().unwrap_or(0),
            terms: worlds.iter().map(|world| world.inputs.terms.len()).sum(),
            operations: worlds.iter().map(|world| world.inputs.operations).max().unwrap_or(0),
            observations: worlds.iter().map(|world| world.inputs.calls.len()).sum(),
        }
    }
}
