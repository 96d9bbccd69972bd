//! One algebra for each class of isomorphic ones.
//!
//! Colour refinement: elements start with the same colour, and then get a new colour from what
//! every table says about them and the colours of the others, until no more colours appear.
//! Where elements share a colour, each is made special in turn, and refinement goes on. The
//! least listing of the tables over all orders that remain is the canonical form. Elements
//! that can be swapped without a change are tried once.

use super::algebra::Algebra;
use super::code::{Code, UNDEFINED};
use crate::execute::{Program, SortKind};

/// By sort and element.
pub(super) type Colours = Vec<Vec<u64>>;

fn mixed(first: u64, second: u64) -> u64 {
    let sum = (first ^ second.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let sum = (sum ^ (sum >> 32)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    sum ^ (sum >> 29)
}

/// The entries of all tables, in a form that refinement reads quickly.
pub(super) struct Relations<'a> {
    program: &'a Program,
    algebra: &'a Algebra,
    /// Operation, arguments and result of each cell.
    cells: Vec<(usize, Vec<Code>, Code)>,
}

impl<'a> Relations<'a> {
    pub fn new(program: &'a Program, algebra: &'a Algebra) -> Self {
        let mut cells = Vec::new();
        for (op, table) in algebra.tables.iter().enumerate() {
            for (cell, code) in table.iter().enumerate() {
                cells.push((op, algebra.arguments(program, op, cell), *code));
            }
        }
        Self { program, algebra, cells }
    }

    fn is_given(&self, sort: usize) -> bool {
        self.program.sorts[sort].kind == SortKind::Given
    }

    pub fn uniform(&self) -> Colours {
        self.algebra.sizes.iter().map(|size| vec![1; *size as usize]).collect()
    }

    fn colour(&self, colours: &Colours, sort: usize, code: Code) -> u64 {
        if self.is_given(sort) && code != UNDEFINED {
            colours[sort][code as usize]
        } else {
            u64::from(code)
        }
    }

    /// Refines colours until no more appear.
    pub fn refine(&self, colours: &mut Colours) {
        let mut count = distinct(colours);
        loop {
            let next = self.refined(colours);
            let more = distinct(&next);
            // Equal counts mean the same classes: colours only ever split.
            if more == count {
                return;
            }
            (*colours, count) = (next, more);
        }
    }

    fn refined(&self, colours: &Colours) -> Colours {
        let mut sums: Colours = colours.iter().map(|own| vec![0; own.len()]).collect();
        for (op, arguments, result) in &self.cells {
            let operation = &self.program.ops[*op];
            let mut all = operation
                .result
                .map_or(u64::from(*result), |sort| self.colour(colours, sort, *result));
            for (sort, code) in operation.arguments.iter().zip(arguments) {
                all = mixed(all, self.colour(colours, *sort, *code));
            }
            // Whether arguments are the same element shows in the places they take.
            for (place, (sort, code)) in operation.arguments.iter().zip(arguments).enumerate() {
                if self.is_given(*sort) {
                    let same = arguments.iter().position(|other| other == code).unwrap_or(place);
                    let places = (place * 64 + same + *op * 4096) as u64;
                    let sum = &mut sums[*sort][*code as usize];
                    *sum = sum.wrapping_add(mixed(all, places));
                }
            }
            let sort = operation.result.filter(|sort| self.is_given(*sort));
            if let Some(sort) = sort.filter(|_| *result != UNDEFINED) {
                let sum = &mut sums[sort][*result as usize];
                *sum = sum.wrapping_add(mixed(all, (*op * 4096 + 4000) as u64));
            }
        }
        let pairs = colours.iter().zip(sums);
        let new = |(own, sums): (&Vec<u64>, Vec<u64>)| {
            own.iter().zip(sums).map(|(colour, sum)| mixed(*colour, sum)).collect()
        };
        pairs.map(new).collect()
    }

    /// The class to split next: the smallest one of several elements, by its colour.
    fn shared(&self, colours: &Colours) -> Option<(usize, Vec<usize>)> {
        let mut best: Option<(usize, u64, usize)> = None;
        for (sort, own) in colours.iter().enumerate() {
            let mut sorted = own.clone();
            sorted.sort_unstable();
            for class in sorted.chunk_by(|one, other| one == other).filter(|it| it.len() > 1) {
                let key = (class.len(), class[0], sort);
                if best.is_none_or(|known| key < known) {
                    best = Some(key);
                }
            }
        }
        let (_, colour, sort) = best?;
        let members = colours[sort].iter().enumerate().filter(|(_, it)| **it == colour);
        Some((sort, members.map(|(element, _)| element).collect()))
    }

    /// Whether swapping two elements changes nothing.
    fn are_twins(&self, sort: usize, one: usize, other: usize) -> bool {
        let swapped = |own: usize, code: Code| match code as usize {
            code if own != sort => code as Code,
            code if code == one => other as Code,
            code if code == other => one as Code,
            code => code as Code,
        };
        let mut arguments = Vec::new();
        self.cells.iter().all(|(op, codes, result)| {
            let operation = &self.program.ops[*op];
            arguments.clear();
            let pairs = operation.arguments.iter().zip(codes);
            arguments.extend(pairs.map(|(own, code)| swapped(*own, *code)));
            let cell = self.algebra.cell(self.program, *op, &arguments);
            let found = cell.map(|cell| self.algebra.tables[*op][cell]);
            let expected = match operation.result {
                Some(own) if *result != UNDEFINED => swapped(own, *result),
                _ => *result,
            };
            found == Some(expected)
        })
    }

    fn search(&self, mut colours: Colours, best: &mut Option<Algebra>) {
        self.refine(&mut colours);
        let Some((sort, members)) = self.shared(&colours) else {
            let found = self.renamed(&colours);
            if best.as_ref().is_none_or(|known| found < *known) {
                *best = Some(found);
            }
            return;
        };
        let mut tried: Vec<usize> = Vec::new();
        for member in members {
            if tried.iter().any(|other| self.are_twins(sort, *other, member)) {
                continue;
            }
            let mut special = colours.clone();
            special[sort][member] = mixed(special[sort][member], 0x5bd1_e995);
            self.search(special, best);
            tried.push(member);
        }
    }

    /// The algebra with its elements in the order of their colours. Elements that fewer
    /// predicates hold for come first, so that a total order is listed from its least element.
    fn renamed(&self, colours: &Colours) -> Algebra {
        let holds = |sort: usize, element: usize| {
            let first = self.cells.iter().filter(|(op, arguments, result)| {
                let operation = &self.program.ops[*op];
                operation.result.is_none()
                    && *result == 1
                    && operation.arguments.first() == Some(&sort)
                    && arguments[0] as usize == element
            });
            first.count()
        };
        let mut names: Vec<Vec<Code>> = Vec::new();
        for (sort, own) in colours.iter().enumerate() {
            let mut order: Vec<usize> = (0..own.len()).collect();
            order.sort_by_cached_key(|element| (holds(sort, *element), own[*element]));
            let mut name = vec![0; own.len()];
            order.iter().enumerate().for_each(|(new, old)| name[*old] = new as Code);
            names.push(name);
        }
        let rename = |sort: usize, code: Code| {
            if self.is_given(sort) && code != UNDEFINED { names[sort][code as usize] } else { code }
        };
        let mut algebra = self.algebra.clone();
        for (op, codes, result) in &self.cells {
            let operation = &self.program.ops[*op];
            let pairs = operation.arguments.iter().zip(codes);
            let arguments: Vec<Code> = pairs.map(|(sort, code)| rename(*sort, *code)).collect();
            if let Some(cell) = algebra.cell(self.program, *op, &arguments) {
                algebra.tables[*op][cell] =
                    operation.result.map_or(*result, |sort| rename(sort, *result));
            }
        }
        algebra
    }
}

fn distinct(colours: &Colours) -> usize {
    let mut all: Vec<(usize, u64)> = Vec::new();
    for (sort, own) in colours.iter().enumerate() {
        all.extend(own.iter().map(|colour| (sort, *colour)));
    }
    all.sort_unstable();
    all.dedup();
    all.len()
}

/// The algebra of the isomorphism class that stands for all of them.
pub fn canonical(program: &Program, algebra: &Algebra) -> Algebra {
    let relations = Relations::new(program, algebra);
    let mut best = None;
    relations.search(relations.uniform(), &mut best);
    best.unwrap_or_else(|| algebra.clone())
}
