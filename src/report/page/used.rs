//! The values that sequences and exhaustive tests made when they ran.

use std::collections::BTreeSet;

use super::family::{ALGEBRAS, FamilyView, STEPS, family_view, within};
use crate::enumerate::code::{ARITY, Code, is_value, of_int};
use crate::enumerate::{Algebra, Numbers, Walk};
use crate::execute::{Program, SortKind};
use crate::run::Visited;

/// The numbers that values are counted with.
const NUMBERS: Numbers = Numbers { low: 0, high: 2 };

/// A row for each of the families. Each counts values over the algebras that it ran with, the
/// first ones if these are many.
pub(super) fn used(program: &Program, sort: usize, visited: &Visited) -> Vec<FamilyView> {
    let mut rows = Vec::new();
    for (name, algebras) in visited {
        let (mut all, mut used) = (vec![0; STEPS as usize + 1], vec![0; STEPS as usize + 1]);
        let mut count = 0;
        for (numbers, terms) in algebras {
            let algebra = Algebra::read(program, numbers, NUMBERS);
            let Some(algebra) = algebra.filter(|_| count < ALGEBRAS) else { continue };
            let Some(mut found) = within(program, &algebra, sort) else { continue };
            let known = found.levels[sort].iter().enumerate();
            let known: BTreeSet<(usize, Code)> =
                known.flat_map(|(steps, level)| level.iter().map(move |it| (steps, *it))).collect();
            let values = terms.iter().filter_map(|term| value(&mut found, program, sort, term));
            let made: BTreeSet<Code> = values.collect();
            for (steps, code) in &known {
                all[*steps] += 1;
                used[*steps] += usize::from(made.contains(code));
            }
            count += 1;
        }
        if count > 0 {
            rows.push(family_view(name.clone(), used, all, count));
        }
    }
    rows
}

/// The value of a term that is written as numbers, each operation before its arguments.
fn value(found: &mut Walk<'_>, program: &Program, sort: usize, term: &[i64]) -> Option<Code> {
    let mut rest = term.iter().copied();
    read(found, program, sort, &mut rest)
}

fn read(
    found: &mut Walk<'_>,
    program: &Program,
    sort: usize,
    rest: &mut dyn Iterator<Item = i64>,
) -> Option<Code> {
    let number = rest.next()?;
    match program.sorts[sort].kind {
        SortKind::Int => (NUMBERS.low..=NUMBERS.high).contains(&number).then(|| of_int(number)),
        SortKind::Given => Code::try_from(number).ok(),
        SortKind::Constructed => {
            let op = usize::try_from(number).ok()?;
            let operation = program.ops.get(op)?;
            if !operation.is_constructor || operation.result != Some(sort) {
                return None;
            }
            let mut arguments = [0; ARITY];
            for (place, sort) in operation.arguments.iter().enumerate() {
                arguments[place] = read(found, program, *sort, rest)?;
            }
            found.machine.build(op, &arguments).ok().filter(|code| is_value(*code))
        }
    }
}
