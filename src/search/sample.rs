//! Random algebras of the parameters.
//!
//! The cells of all tables are decided one by one, in random order, each to a random value if
//! the axioms permit. Whether they do is a question with one answer, so the same algebras come
//! out with every solver and on every machine.

use crate::model::{Cell, ParameterTables, tuples};
use crate::theory::{Formula, OpId, Parameters, SortId, SortKind, Term, Theory};

use super::budget::Allowance;
use super::carriers::{CarrierSize, CarrierSizes, Range};
use super::finder::Finder;
use super::ground::Totality;
use super::solver::Lit;

/// The numbers of elements that are tried for each sort, the largest first.
const SIZES: [u32; 7] = [16, 8, 6, 4, 3, 2, 1];

/// The largest size of each sample. Many elements are needed where a type reorganises itself
/// as it grows; with few elements, the same ones meet more often.
const LARGEST: [u32; 4] = [8, 8, 8, 16];

/// The numbers that operations of parameters can answer.
const NUMBERS: Range = Range { low: 0, high: 7 };

/// The conflicts that one question may take.
const EFFORT: u64 = 20_000;

/// The most cells of all tables. Larger algebras would take too long.
const CELLS: usize = 4_096;

/// The most instances of one axiom, with the values of nested applications counted as variables:
/// the solver sees so many clauses. Associativity over sixteen elements has a million.
const INSTANCES: usize = 100_000;

/// How many of ten predicates hold, where the axioms leave a choice.
const TRUE: [u64; 4] = [5, 5, 8, 2];

/// Algebras of many elements, all of them lawful. None, if no size has one.
pub fn sampled_parameters(theory: &Theory) -> Vec<ParameterTables> {
    let parameters = theory.parameters();
    let has_tables = parameters.theory.ops.values().len() > 0;
    let first = if has_tables { 0 } else { 2 };
    let samples = (first..LARGEST.len()).filter_map(|number| {
        let sizes = SIZES.iter().filter(|size| **size <= LARGEST[number]);
        let mut samples = sizes.filter_map(|size| sample(&parameters, *size, number));
        samples.next()
    });
    samples.collect()
}

/// One sample, with the ids of the whole theory.
fn sample(parameters: &Parameters, size: u32, number: usize) -> Option<ParameterTables> {
    let sizes = carrier_sizes(&parameters.theory, size);
    if cells(&parameters.theory, &sizes) > CELLS
        || instances(&parameters.theory, &sizes) > INSTANCES
    {
        return None;
    }
    let own = sampled(&parameters.theory, &sizes, number)?;
    let sorts = parameters.sorts.iter();
    let ops = parameters.ops.iter();
    Some(ParameterTables {
        carriers: sorts.filter_map(|(old, new)| Some((*old, *own.carriers.get(new)?))).collect(),
        tables: ops.map(|(old, new)| (*old, own.tables[new].clone())).collect(),
        int: own.int,
    })
}

fn carrier_sizes(theory: &Theory, size: u32) -> CarrierSizes {
    let sort = |kind| match kind {
        SortKind::Int => NUMBERS.bound(),
        _ => CarrierSize { size, exact: true, low: 0 },
    };
    CarrierSizes { sorts: theory.sorts.values().map(|one| sort(one.kind)).collect() }
}

fn cells(theory: &Theory, sizes: &CarrierSizes) -> usize {
    let cells = theory.ops.values().map(|op| {
        let sizes = op.arguments.iter().map(|sort| sizes.size(*sort) as usize);
        sizes.fold(1, usize::saturating_mul)
    });
    cells.fold(0, usize::saturating_add)
}

/// How often the axiom with the most instances is instantiated.
fn instances(theory: &Theory, sizes: &CarrierSizes) -> usize {
    let instances = theory.axioms.values().map(|axiom| {
        let variables = axiom.variables.iter().map(|variable| variable.sort);
        let sizes =
            variables.chain(nested(theory, &axiom.formula)).map(|sort| sizes.size(sort) as usize);
        sizes.fold(1, usize::saturating_mul)
    });
    instances.max().unwrap_or(1)
}

/// The sorts of the applications that are arguments of others, each application once.
fn nested(theory: &Theory, formula: &Formula) -> Vec<SortId> {
    let of_terms = formula.subterms().into_iter().flat_map(|term| match term {
        Term::Apply(_, arguments) => arguments.as_slice(),
        _ => &[],
    });
    let of_predicates = formula.atoms().into_iter().flat_map(|atom| match atom {
        Formula::Predicate(_, arguments) => arguments.as_slice(),
        _ => &[],
    });
    let mut counted: Vec<&Term> = Vec::new();
    let mut sorts = Vec::new();
    for term in of_terms.chain(of_predicates) {
        let Term::Apply(op, _) = term else { continue };
        if !counted.contains(&term) {
            counted.push(term);
            sorts.extend(theory.ops[*op].result);
        }
    }
    sorts
}

/// One random algebra, if there is any of this size.
fn sampled(theory: &Theory, sizes: &CarrierSizes, number: usize) -> Option<ParameterTables> {
    let allowance = Allowance { effort: EFFORT, ..Allowance::unlimited() };
    let mut finder =
        Finder::without_symmetry_breaking(theory, sizes.clone(), Totality::Closed, allowance);
    let mut draw = Draw(number as u64);
    let mut assumed: Vec<Lit> = Vec::new();
    if finder.solve(&assumed) != Ok(true) {
        return None;
    }
    for (op, position) in shuffled_cells(theory, sizes, &mut draw) {
        for cell in preferred(theory, sizes, op, TRUE[number], &mut draw) {
            let literal = finder.ground.literal_of(op, position, cell);
            assumed.push(literal);
            if finder.solve(&assumed) == Ok(true) {
                break;
            }
            assumed.pop();
        }
    }
    if finder.solve(&assumed) != Ok(true) {
        return None;
    }
    Some(ParameterTables::of(theory, &finder.ground.decode()))
}

fn shuffled_cells(theory: &Theory, sizes: &CarrierSizes, draw: &mut Draw) -> Vec<(OpId, usize)> {
    let mut all: Vec<(OpId, usize)> = Vec::new();
    for (op, operation) in theory.ops.iter() {
        let sizes: Vec<u32> = operation.arguments.iter().map(|sort| sizes.size(*sort)).collect();
        all.extend((0..tuples(&sizes).count()).map(|position| (op, position)));
    }
    draw.shuffle(&mut all);
    all
}

/// The values of a cell in the order in which they are tried.
fn preferred(
    theory: &Theory,
    sizes: &CarrierSizes,
    op: OpId,
    tenths: u64,
    draw: &mut Draw,
) -> Vec<Cell> {
    match theory.ops[op].result {
        None => {
            let truth = draw.next() % 10 < tenths;
            vec![Cell::Truth(truth), Cell::Truth(!truth)]
        }
        Some(sort) => {
            let mut all: Vec<Cell> = (0..sizes.size(sort)).map(Cell::Element).collect();
            draw.shuffle(&mut all);
            all
        }
    }
}

/// The generator SplitMix64.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            let place = (self.next() % (last as u64 + 1)) as usize;
            values.swap(last, place);
        }
    }
}
