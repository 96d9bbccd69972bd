//! How many values there are, and how many of them tests use.
//!
//! Witnesses bring their own algebras of the parameters. Values are counted over each of these
//! algebras, by steps, and so are the values that the terms of witnesses have. Sequences and
//! exhaustive tests choose values when they run, so they are listed if they recorded them.

use std::collections::{BTreeMap, BTreeSet};

use super::family::{ALGEBRAS, FamilyView, STEPS, family_view, within};
use super::used::used;
use crate::arena::Id;
use crate::enumerate::code::{ARITY, Code, is_value, of_int};
use crate::enumerate::{Algebra, Walk};
use crate::execute::{Program, SortKind};
use crate::goal::GoalFamily;
use crate::json::Serialize;
use crate::model::{GroundTerm, ParameterTables, Witness};
use crate::report::Report;
use crate::rules;
use crate::run::Visited;
use crate::search::Verdict;

#[derive(Serialize)]
pub struct ValuesView {
    pub sort: String,
    /// The most steps of a value that counts.
    pub steps: u32,
    pub families: Vec<FamilyView>,
}

/// The counts of a specification's values. `None` where values can't be enumerated.
pub(super) fn values(report: &Report, visited: Option<&Visited>) -> Option<ValuesView> {
    let program = rules::program(report.theory);
    let is_built = |sort: &crate::execute::Sort| sort.kind == SortKind::Constructed;
    let sort = program.sorts.iter().rposition(is_built)?;
    let mut counts = vec![0; STEPS as usize + 1];
    let mut by_goals: BTreeMap<GoalFamily, BTreeSet<(usize, u32, Code)>> = BTreeMap::new();
    let groups = groups(report);
    for (number, (tables, witnesses)) in groups.iter().enumerate() {
        let algebra = Algebra::of(&program, tables);
        let mut found = within(&program, &algebra, sort)?;
        for (steps, level) in found.levels[sort].iter().enumerate() {
            counts[steps] += level.len();
        }
        for (family, witness) in witnesses {
            let own = by_goals.entry(*family).or_default();
            for term in witness.terms.iter().flat_map(GroundTerm::subterms) {
                if let Some((steps, value)) = value_of(&mut found, &program, sort, term) {
                    own.insert((number, steps, value));
                }
            }
        }
    }
    let family = |(family, values): (GoalFamily, BTreeSet<(usize, u32, Code)>)| {
        let mut own = vec![0; STEPS as usize + 1];
        values.iter().for_each(|(_, steps, _)| own[*steps as usize] += 1);
        family_view(family.word().to_owned(), own, counts.clone(), groups.len())
    };
    let mut families: Vec<FamilyView> = by_goals.into_iter().map(family).collect();
    families.extend(visited.into_iter().flat_map(|visited| used(&program, sort, visited)));
    let name = program.sorts[sort].name.clone();
    (!families.is_empty()).then_some(ValuesView { sort: name, steps: STEPS, families })
}

type Group<'r> = (ParameterTables, Vec<(GoalFamily, &'r Witness)>);

/// Witnesses by their parameters.
fn groups<'r>(report: &Report<'r>) -> Vec<Group<'r>> {
    let mut groups: Vec<Group<'r>> = Vec::new();
    for (goal, outcome) in report.goals.iter().zip(report.outcomes) {
        let Verdict::Covered(witness) = &outcome.verdict else { continue };
        let tables = ParameterTables::of(report.theory, &witness.model);
        let entry = (goal.kind.family(), &**witness);
        match groups.iter().position(|(known, _)| *known == tables) {
            Some(place) => groups[place].1.push(entry),
            None if groups.len() < ALGEBRAS => groups.push((tables, vec![entry])),
            None => {}
        }
    }
    groups
}

/// The value of a term of the sort, with its steps.
fn value_of(
    found: &mut Walk<'_>,
    program: &Program,
    sort: usize,
    term: &GroundTerm,
) -> Option<(u32, Code)> {
    let GroundTerm::Apply(op, _) = term else { return None };
    if program.ops[op.index()].result != Some(sort) {
        return None;
    }
    let value = code_of(found, program, term)?;
    let steps = found.machine.stores[sort].steps[value as usize];
    (steps <= STEPS).then_some((steps, value))
}

fn code_of(found: &mut Walk<'_>, program: &Program, term: &GroundTerm) -> Option<Code> {
    match term {
        GroundTerm::Int(number) => Some(of_int(*number)),
        GroundTerm::Element(_, element) => Some(*element),
        GroundTerm::Apply(op, parts) if program.ops[op.index()].is_constructor => {
            let mut arguments = [0; ARITY];
            for (place, part) in parts.iter().enumerate() {
                arguments[place] = code_of(found, program, part)?;
            }
            found.machine.build(op.index(), &arguments).ok().filter(|code| is_value(*code))
        }
        GroundTerm::Apply(..) => None,
    }
}
