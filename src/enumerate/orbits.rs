//! Values up to renaming of the elements.
//!
//! A renaming that changes no table of the parameters turns every value into a value. Of the
//! values that are turned into each other, the first one stands for all.

use super::algebra::Algebra;
use super::code::{ARITY, Code, UNKNOWN, is_value};
use super::machine::{Machine, Stop};
use crate::execute::{Program, SortKind};

/// By sort, the new name of each element.
type Renaming = Vec<Vec<Code>>;

/// The most renamings that are tried for each value.
pub const MOST: usize = 5_040;

/// The renamings of an algebra that change no table. `None` where there are too many.
pub fn automorphisms(program: &Program, algebra: &Algebra) -> Option<Vec<Renaming>> {
    let sizes = &algebra.sizes;
    let mut found = Vec::new();
    let mut renaming: Renaming = sizes.iter().map(|size| vec![UNKNOWN; *size as usize]).collect();
    let places: Vec<(usize, usize)> = sizes
        .iter()
        .enumerate()
        .flat_map(|(sort, size)| (0..*size as usize).map(move |element| (sort, element)))
        .collect();
    extend(program, algebra, &places, &mut renaming, &mut found).then_some(found)
}

fn extend(
    program: &Program,
    algebra: &Algebra,
    places: &[(usize, usize)],
    renaming: &mut Renaming,
    found: &mut Vec<Renaming>,
) -> bool {
    let Some(((sort, element), rest)) = places.split_first() else {
        found.push(renaming.clone());
        return found.len() <= MOST;
    };
    for name in 0..algebra.sizes[*sort] {
        if renaming[*sort].contains(&name) {
            continue;
        }
        renaming[*sort][*element] = name;
        let goes_on =
            !is_kept(program, algebra, renaming) || extend(program, algebra, rest, renaming, found);
        renaming[*sort][*element] = UNKNOWN;
        if !goes_on {
            return false;
        }
    }
    true
}

/// Whether the tables agree with a renaming as far as it is decided.
fn is_kept(program: &Program, algebra: &Algebra, renaming: &Renaming) -> bool {
    let renamed = |sort: usize, code: Code| match program.sorts[sort].kind {
        SortKind::Given if is_value(code) => renaming[sort][code as usize],
        _ => code,
    };
    algebra.tables.iter().enumerate().all(|(op, table)| {
        let operation = &program.ops[op];
        table.iter().enumerate().all(|(cell, code)| {
            let arguments = algebra.arguments(program, op, cell);
            let pairs = operation.arguments.iter().zip(&arguments);
            let codes: Vec<Code> = pairs.map(|(sort, code)| renamed(*sort, *code)).collect();
            let expected = operation.result.map_or(*code, |sort| renamed(sort, *code));
            if codes.contains(&UNKNOWN) || expected == UNKNOWN {
                return true;
            }
            let place = algebra.cell(program, op, &codes);
            place.is_some_and(|place| algebra.tables[op][place] == expected)
        })
    })
}

/// Tells which values come first among those that renamings turn into each other.
pub struct Orbits {
    renamings: Vec<Renaming>,
    /// By sort and value, whether it has been visited.
    visited: Vec<Vec<bool>>,
}

impl Orbits {
    pub fn new(program: &Program, algebra: &Algebra) -> Option<Self> {
        let renamings = automorphisms(program, algebra)?;
        Some(Self { renamings, visited: vec![Vec::new(); program.sorts.len()] })
    }

    /// Whether no value before this one is turned into it. Values come in order.
    pub fn is_first(
        &mut self,
        machine: &mut Machine<'_>,
        sort: usize,
        value: Code,
    ) -> Result<bool, Stop> {
        let visited = &mut self.visited[sort];
        if visited.len() <= value as usize {
            visited.resize(value as usize + 1, false);
        }
        visited[value as usize] = true;
        for renaming in &self.renamings {
            let image = image(machine, renaming, sort, value)?;
            let is_known = self.visited[sort].get(image as usize).copied().unwrap_or(false);
            if image != value && is_known {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn image(
    machine: &mut Machine<'_>,
    renaming: &Renaming,
    sort: usize,
    code: Code,
) -> Result<Code, Stop> {
    match machine.program.sorts[sort].kind {
        SortKind::Int => Ok(code),
        SortKind::Given => Ok(renaming[sort][code as usize]),
        SortKind::Constructed => {
            let form = machine.stores[sort].form(code);
            let program = machine.program;
            let mut arguments = [0; ARITY];
            for (place, sort) in program.ops[form.op].arguments.iter().enumerate() {
                arguments[place] = image(machine, renaming, *sort, form.arguments[place])?;
            }
            machine.build(form.op, &arguments)
        }
    }
}
