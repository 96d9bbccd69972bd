//! Equality patterns: which variables of one sort coincide.

use super::{Literal, Pattern};
use crate::arena::Id;
use crate::theory::{Formula, SortId, Term, Variable};

impl Pattern {
    /// The variables that coincide with another, block by block.
    pub fn shared_blocks(&self) -> Vec<Vec<usize>> {
        let members = |least: usize| {
            (0..self.blocks.len()).filter(|var| self.blocks[*var] == least).collect::<Vec<_>>()
        };
        (0..self.blocks.len())
            .filter(|var| self.blocks[*var] == *var)
            .map(members)
            .filter(|block| block.len() > 1)
            .collect()
    }
}

/// The patterns that the literals leave open, those with more distinct variables first.
/// Empty if there is no choice: no two variables have the same sort, or equations between
/// variables decide every pair.
pub fn open_patterns(variables: &[Variable], literals: &[Literal]) -> Vec<Pattern> {
    let mut open = partitions(variables);
    open.retain(|pattern| literals.iter().all(|literal| agrees(pattern, literal)));
    if open.len() < 2 {
        return Vec::new();
    }
    open.reverse();
    open
}

/// An upper bound for the number of patterns: the product of the numbers of partitions of
/// each sort's variables. `None` on overflow.
pub fn count(variables: &[Variable]) -> Option<u64> {
    let mut sorts: Vec<SortId> = variables.iter().map(|variable| variable.sort).collect();
    sorts.sort();
    sorts
        .chunk_by(|a, b| a == b)
        .try_fold(1u64, |product, group| product.checked_mul(bell_number(group.len())?))
}

/// The number of partitions of `n` things, by the Bell triangle.
fn bell_number(n: usize) -> Option<u64> {
    let mut row = vec![1u64];
    for _ in 1..n {
        let mut next = vec![row[row.len() - 1]];
        for (place, above) in row.iter().enumerate() {
            next.push(next[place].checked_add(*above)?);
        }
        row = next;
    }
    row.last().copied()
}

/// All partitions of the variables whose blocks have one sort each, in order of
/// their restricted growth strings.
fn partitions(variables: &[Variable]) -> Vec<Pattern> {
    let mut partial = vec![Vec::<usize>::new()];
    for (var, variable) in variables.iter().enumerate() {
        partial = partial
            .into_iter()
            .flat_map(|blocks| {
                let earlier = (0..var)
                    .filter(|other| blocks[*other] == *other)
                    .filter(|other| variables[*other].sort == variable.sort);
                let choices: Vec<usize> = earlier.chain([var]).collect();
                choices.into_iter().map(move |block| {
                    let mut longer = blocks.clone();
                    longer.push(block);
                    longer
                })
            })
            .collect();
    }
    partial.into_iter().map(|blocks| Pattern { blocks }).collect()
}

/// Whether a literal allows a pattern. Only an equation between two variables can forbid it.
fn agrees(pattern: &Pattern, literal: &Literal) -> bool {
    match &literal.atom {
        Formula::Equal(Term::Variable(left), Term::Variable(right)) => {
            let same = pattern.blocks[left.index()] == pattern.blocks[right.index()];
            same == literal.holds
        }
        _ => true,
    }
}
