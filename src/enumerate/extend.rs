//! All algebras of the parameters of a size, up to isomorphism.
//!
//! Where every operation of the parameters is a predicate or yields a number, a part of an
//! algebra is an algebra too. Then algebras grow by one element at a time: each new cell is
//! decided in turn, and an axiom that is false already ends the branch. Only those extensions
//! are kept whose new element has the greatest colour: every algebra has such an element, and
//! without it, it is one of the smaller algebras.
//!
//! Where an operation yields elements, parts are not closed under it, and all cells are decided
//! at once.

use std::collections::{BTreeMap, BTreeSet};

use super::algebra::{Algebra, Numbers};
use super::canonical::{Relations, canonical};
use super::code::{Code, UNDEFINED, UNKNOWN};
use super::formula::Interpretation;
use super::ground::Ground;
use crate::arena::Id;
use crate::execute::{Expr, Formula, Program, SortKind};
use crate::parallel;
use crate::rules;
use crate::theory::Theory;

/// The number of decisions after which [`Limit::proceed`] is called.
pub const ROUND: usize = 1_000;

/// The number of algebras that are extended in parallel before [`Limit::proceed`] is called.
const CHUNK: usize = 16;

/// When to stop.
pub struct Limit<'l> {
    /// The most algebras; `None` means all.
    pub count: Option<usize>,
    /// Called after every `ROUND` decisions or more with the number of algebras so far; returns
    /// whether to go on.
    pub proceed: &'l mut dyn FnMut(usize) -> bool,
}

/// One algebra of each isomorphism class with these sizes, in an order of their own, and
/// whether these are all.
pub fn algebras(
    theory: &Theory,
    program: &Program,
    sizes: &[u32],
    numbers: Numbers,
    limit: &mut Limit<'_>,
) -> (Vec<Algebra>, bool) {
    let axioms = Axioms::new(theory, program);
    let given: Vec<usize> =
        (0..program.sorts.len()).filter(|it| program.sorts[*it].kind == SortKind::Given).collect();
    let yields_numbers = program
        .ops
        .iter()
        .filter(|op| op.is_given)
        .all(|op| op.result.is_none_or(|sort| program.sorts[sort].kind == SortKind::Int));
    let is_hereditary = yields_numbers && given.iter().any(|sort| sizes[*sort] > 0);
    let (found, rounds) = (BTreeSet::new(), 0);
    let mut search = Search { axioms: &axioms, program, limit, found, rounds, goes_on: true };
    if !is_hereditary {
        let start = Algebra::blank(program, sizes.to_vec(), numbers);
        let most = search.limit.count.unwrap_or(usize::MAX);
        search.fill(start, None, most);
        return search.finish();
    }
    let mut sizes_so_far = vec![0; sizes.len()];
    let mut known = vec![Algebra::blank(program, sizes_so_far.clone(), numbers)];
    for sort in &given {
        for _ in 0..sizes[*sort] {
            sizes_so_far[*sort] += 1;
            let is_last = sizes_so_far == sizes;
            let most = search.limit.count.filter(|_| is_last).unwrap_or(usize::MAX);
            if most == usize::MAX && known.len() >= CHUNK {
                search.extend_in_parallel(&known, *sort, &sizes_so_far);
            } else {
                search.extend(&known, *sort, &sizes_so_far, most);
            }
            known = std::mem::take(&mut search.found).into_iter().collect();
            if !search.goes_on {
                return (if is_last { known } else { Vec::new() }, false);
            }
        }
    }
    let is_all = search.limit.count.is_none_or(|count| known.len() < count);
    (known, is_all)
}

/// The algebra with one more element of a sort, without facts about it.
fn extended(program: &Program, smaller: &Algebra, sizes: Vec<u32>) -> Algebra {
    let mut larger = Algebra::blank(program, sizes, smaller.numbers);
    for (op, table) in smaller.tables.iter().enumerate() {
        for (cell, code) in table.iter().enumerate() {
            let arguments = smaller.arguments(program, op, cell);
            if let Some(place) = larger.cell(program, op, &arguments) {
                larger.tables[op][place] = *code;
            }
        }
    }
    larger
}

/// The axioms and domain conditions of the parameters.
struct Axioms {
    /// Formulas with the sorts of their variables.
    formulas: Vec<(Formula, Vec<usize>)>,
    /// Domain conditions by operation.
    domains: Vec<Option<Formula>>,
}

impl Axioms {
    fn new(theory: &Theory, program: &Program) -> Self {
        let given = theory.axioms.values().filter(|axiom| theory.is_parameter(axiom.spec));
        let formulas = given.map(|axiom| {
            let sorts = axiom.variables.iter().map(|it| it.sort.index()).collect();
            (rules::formula(&axiom.formula), sorts)
        });
        let domains = program.ops.iter().map(|op| op.domain.clone().filter(|_| op.is_given));
        Self { formulas: formulas.collect(), domains: domains.collect() }
    }
}

/// A formula with values for its variables. For a domain condition, the cell that is defined
/// exactly where it holds.
struct Instance<'a> {
    formula: &'a Formula,
    values: Vec<Code>,
    domain_of: Option<(usize, usize)>,
}

struct Search<'s, 'l> {
    axioms: &'s Axioms,
    program: &'s Program,
    limit: &'s mut Limit<'l>,
    found: BTreeSet<Algebra>,
    /// Decisions so far.
    rounds: usize,
    goes_on: bool,
}

/// What a backtracking search decides, and what it checks.
struct Task<'a> {
    /// The cells without a value.
    cells: Vec<(usize, usize)>,
    instances: Vec<Instance<'a>>,
    /// By cell, the instances that may read it.
    watchers: Vec<Vec<usize>>,
    /// The sort whose last element is new.
    new: Option<usize>,
    most: usize,
}

impl<'s> Search<'s, '_> {
    fn finish(self) -> (Vec<Algebra>, bool) {
        let is_all = self.goes_on && self.limit.count.is_none_or(|most| self.found.len() < most);
        (self.found.into_iter().collect(), is_all)
    }

    /// Adds an element to each algebra in all ways.
    fn extend(&mut self, known: &[Algebra], sort: usize, sizes: &[u32], most: usize) {
        for smaller in known {
            if self.found.len() >= most || !self.goes_on {
                break;
            }
            let larger = extended(self.program, smaller, sizes.to_vec());
            self.fill(larger, Some(sort), most);
        }
    }

    /// The same where all are wanted: extensions do not depend on each other.
    fn extend_in_parallel(&mut self, known: &[Algebra], sort: usize, sizes: &[u32]) {
        let (axioms, program) = (self.axioms, self.program);
        for chunk in known.chunks(CHUNK) {
            if !self.goes_on {
                break;
            }
            let found = parallel::map(chunk, |smaller| {
                let limit = &mut Limit { count: None, proceed: &mut |_| true };
                let found = BTreeSet::new();
                let mut own = Search { axioms, program, limit, found, rounds: 0, goes_on: true };
                own.extend(std::slice::from_ref(smaller), sort, sizes, usize::MAX);
                own.found
            });
            found.into_iter().for_each(|own| self.found.extend(own));
            self.goes_on = (self.limit.proceed)(self.found.len());
        }
    }

    /// Decides all open cells of an algebra in all ways.
    fn fill(&mut self, mut algebra: Algebra, new: Option<usize>, most: usize) {
        let program = self.program;
        let mut cells = Vec::new();
        for (op, table) in algebra.tables.iter().enumerate() {
            let open = table.iter().enumerate().filter(|(_, code)| **code == UNKNOWN);
            cells.extend(open.map(|(cell, _)| (op, cell)));
        }
        let instances = instances(self.axioms, program, &algebra, new);
        let places: BTreeMap<(usize, usize), usize> =
            cells.iter().enumerate().map(|(place, cell)| (*cell, place)).collect();
        let mut watchers = vec![Vec::new(); cells.len()];
        for (number, instance) in instances.iter().enumerate() {
            let read = cells_of(program, &algebra, instance);
            let read = read.iter().flat_map(|(op, cell)| match cell {
                Some(cell) => places.range((*op, *cell)..=(*op, *cell)),
                None => places.range((*op, 0)..=(*op, usize::MAX)),
            });
            let read: BTreeSet<usize> = read.map(|(_, place)| *place).collect();
            read.into_iter().for_each(|place| watchers[place].push(number));
        }
        let task = Task { cells, instances, watchers, new, most };
        self.decide(&mut algebra, &task, 0);
    }

    fn decide(&mut self, algebra: &mut Algebra, task: &Task<'_>, place: usize) {
        self.rounds += 1;
        if self.rounds.is_multiple_of(ROUND) {
            self.goes_on &= (self.limit.proceed)(self.found.len());
        }
        if !self.goes_on || self.found.len() >= task.most {
            return;
        }
        let Some((op, cell)) = task.cells.get(place).copied() else {
            self.keep(algebra, task.new);
            return;
        };
        let operation = &self.program.ops[op];
        let count = operation.result.map_or(2, |sort| algebra.count(self.program, sort));
        let values = (0..count).map(|digit| match operation.result {
            None => digit,
            Some(sort) => algebra.value(self.program, sort, digit),
        });
        let undefined = operation.domain.as_ref().map(|_| UNDEFINED);
        for code in values.chain(undefined).collect::<Vec<_>>() {
            algebra.tables[op][cell] = code;
            let ground = Ground { program: self.program, algebra };
            let mut watching = task.watchers[place].iter();
            if watching.all(|number| holds(ground, &task.instances[*number])) {
                self.decide(algebra, task, place + 1);
            }
        }
        algebra.tables[op][cell] = UNKNOWN;
    }

    fn keep(&mut self, algebra: &Algebra, new: Option<usize>) {
        if let Some(sort) = new {
            let relations = Relations::new(self.program, algebra);
            let mut colours = relations.uniform();
            relations.refine(&mut colours);
            let last = colours[sort].last().copied();
            if colours[sort].iter().max().copied() != last {
                return;
            }
        }
        self.found.insert(canonical(self.program, algebra));
    }
}

/// Whether an instance is not false yet.
fn holds(mut ground: Ground<'_>, instance: &Instance<'_>) -> bool {
    let Ok(truth) = ground.formula(instance.formula, instance.values.as_slice());
    match instance.domain_of {
        None => truth != 0,
        Some((op, cell)) => match (truth, ground.algebra.tables[op][cell]) {
            (0, code) => code == UNDEFINED || code == UNKNOWN,
            (1, code) => code != UNDEFINED,
            _ => true,
        },
    }
}

/// The instances of all axioms; with a new element, those that speak of it.
fn instances<'a>(
    axioms: &'a Axioms,
    program: &Program,
    algebra: &Algebra,
    new: Option<usize>,
) -> Vec<Instance<'a>> {
    let mut found = Vec::new();
    let concerns = |sorts: &[usize], values: &[Code]| {
        new.is_none_or(|new| {
            let last = algebra.sizes[new] - 1;
            // An axiom without elements is about constants and numbers.
            !sorts.iter().any(|sort| program.sorts[*sort].kind == SortKind::Given)
                || sorts.iter().zip(values).any(|(sort, value)| *sort == new && *value == last)
        })
    };
    for (formula, sorts) in &axioms.formulas {
        for values in assignments(program, algebra, sorts) {
            if concerns(sorts, &values) {
                found.push(Instance { formula, values, domain_of: None });
            }
        }
    }
    for (op, domain) in axioms.domains.iter().enumerate() {
        let Some(formula) = domain else { continue };
        let sorts = &program.ops[op].arguments;
        for values in assignments(program, algebra, sorts) {
            if concerns(sorts, &values) {
                let domain_of = algebra.cell(program, op, &values).map(|cell| (op, cell));
                found.push(Instance { formula, values, domain_of });
            }
        }
    }
    found
}

fn assignments(program: &Program, algebra: &Algebra, sorts: &[usize]) -> Vec<Vec<Code>> {
    let mut all: Vec<Vec<Code>> = vec![Vec::new()];
    for sort in sorts {
        let count = algebra.count(program, *sort);
        let longer = |values: &Vec<Code>| {
            let values = values.clone();
            (0..count).map(move |digit| {
                let mut values = values.clone();
                values.push(algebra.value(program, *sort, digit));
                values
            })
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The cells that an instance may read; a whole table where an argument is computed.
fn cells_of(
    program: &Program,
    algebra: &Algebra,
    instance: &Instance<'_>,
) -> Vec<(usize, Option<usize>)> {
    let mut found: Vec<_> =
        instance.domain_of.iter().map(|(op, cell)| (*op, Some(*cell))).collect();
    add_cells(program, algebra, instance.formula, &instance.values, &mut found);
    found
}

fn add_cells(
    program: &Program,
    algebra: &Algebra,
    formula: &Formula,
    values: &[Code],
    found: &mut Vec<(usize, Option<usize>)>,
) {
    let mut add = |expr: &Expr| add_expr(program, algebra, expr, values, found);
    formula.atoms(&mut |atom| match atom {
        Formula::Predicate(op, arguments) => add(&Expr::Apply(*op, arguments.clone())),
        Formula::Equal(left, right) | Formula::Compare(_, left, right) => {
            add(left);
            add(right);
        }
        _ => {}
    });
}

fn add_expr(
    program: &Program,
    algebra: &Algebra,
    expr: &Expr,
    values: &[Code],
    found: &mut Vec<(usize, Option<usize>)>,
) {
    match expr {
        Expr::Variable(_) | Expr::Int(_) => {}
        Expr::Arithmetic(_, left, right) => {
            add_expr(program, algebra, left, values, found);
            add_expr(program, algebra, right, values, found);
        }
        Expr::Apply(op, arguments) => {
            let plain = arguments.iter().map(|argument| match argument {
                Expr::Variable(variable) => Some(values[*variable]),
                _ => None,
            });
            let plain: Option<Vec<Code>> = plain.collect();
            let cell = plain.and_then(|codes| algebra.cell(program, *op, &codes));
            found.push((*op, cell));
            arguments.iter().for_each(|it| add_expr(program, algebra, it, values, found));
        }
    }
}
