//! Breadth-first: all values of one sort, by the number of steps that build them.
//!
//! A creator takes no step, every other constructor takes one more than its arguments
//! together. Values of one number of steps come in the order of their constructors, then of
//! their arguments. So the first form of a value is its canonical term, and no later form
//! replaces it.

use super::algebra::{Algebra, Numbers};
use super::code::{ARITY, Arguments, Code, is_value};
use super::layout::is_step;
use super::machine::{Machine, Stop};
use super::store::Form;
use crate::execute::{Program, SortKind};

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most steps of a value; `None` means no limit.
    pub steps: Option<u32>,
    /// The most memory for values.
    pub bytes: usize,
}

/// Why an enumeration has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every constructor leads from values to values: there are no others.
    Complete,
    /// There may be values of more steps.
    Steps,
    Memory,
    /// The visitor wanted no more.
    Stopped,
}

/// The visitor of each value, in order. Returns whether to go on.
pub type Visit<'v, 'p> = dyn FnMut(&mut Machine<'p>, Code) -> bool + 'v;

/// The values of the sorts that a machine knows.
pub struct Walk<'p> {
    pub machine: Machine<'p>,
    /// By sort and steps, the values in order.
    pub levels: Vec<Vec<Vec<Code>>>,
    pub end: End,
    /// Operations that could not be part of the rows.
    pub dropped: Vec<usize>,
    /// Forms that are still to be evaluated.
    pending: Vec<Form>,
}

/// Why there is nothing to enumerate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    NoCreator(usize),
    /// Two sorts are built from each other.
    Mutual(usize, usize),
    TooManyArguments(usize),
    Stop(Stop),
}

/// Values that are held back until it is known which operations are part of the rows.
const HELD: usize = 2_000;
/// How many forms are evaluated before their values are compared.
const PENDING: usize = 8_192;
/// Memory is measured once per this number of values.
const MEASURED: usize = 4_096;

/// Finds the values of a sort, and of the sorts that it is built from.
pub fn walk<'p>(
    program: &'p Program,
    algebra: &'p Algebra,
    sort: usize,
    bounds: Bounds,
    visit: &mut Visit<'_, 'p>,
) -> Result<Walk<'p>, Refusal> {
    let strata = strata(program, sort)?;
    let mut dropped = Vec::new();
    loop {
        let mut walk = Walk {
            machine: Machine::new(program, algebra, observed(algebra, bounds)),
            levels: vec![Vec::new(); program.sorts.len()],
            end: End::Complete,
            dropped: dropped.clone(),
            pending: Vec::new(),
        };
        let mut begun = false;
        match walk.run(&strata, bounds, &mut begun, visit) {
            Ok(()) => return Ok(walk),
            // An operation that can't distinguish values was used to distinguish them.
            Err(Stop::Entangled(op)) if !begun => dropped.push(op),
            Err(stop) => return Err(Refusal::Stop(stop)),
        }
    }
}

/// Where steps have no bound, observers are asked about numbers up to this one.
const NUMBERS: i64 = 15;

/// Positions in values grow with their steps, so observers must be asked about them.
fn observed(algebra: &Algebra, bounds: Bounds) -> Numbers {
    let steps = bounds.steps.map_or(NUMBERS, |steps| i64::from(steps.min(256)));
    Numbers { low: algebra.numbers.low, high: algebra.numbers.high.max(steps + 1) }
}

/// The sorts to enumerate, those that others are built from first; the wanted one is last.
pub fn strata(program: &Program, sort: usize) -> Result<Vec<usize>, Refusal> {
    if let Some(op) = program.ops.iter().position(|op| op.arguments.len() > ARITY) {
        return Err(Refusal::TooManyArguments(op));
    }
    let mut order = Vec::new();
    add_stratum(program, sort, &mut Vec::new(), &mut order)?;
    match order.iter().find(|sort| !has_creator(program, **sort)) {
        Some(sort) => Err(Refusal::NoCreator(*sort)),
        None => Ok(order),
    }
}

fn has_creator(program: &Program, sort: usize) -> bool {
    let mut own = program.ops.iter().filter(|op| op.is_constructor && op.result == Some(sort));
    own.any(|op| !op.arguments.contains(&sort))
}

fn add_stratum(
    program: &Program,
    sort: usize,
    above: &mut Vec<usize>,
    order: &mut Vec<usize>,
) -> Result<(), Refusal> {
    if order.contains(&sort) {
        return Ok(());
    }
    above.push(sort);
    for (needed, is_hard) in needed(program, sort) {
        if !above.contains(&needed) {
            add_stratum(program, needed, above, order)?;
        } else if is_hard && needed != sort {
            return Err(Refusal::Mutual(sort, needed));
        }
    }
    above.pop();
    order.push(sort);
    Ok(())
}

/// The constructed sorts that a sort needs: hard where its constructors take them.
fn needed(program: &Program, sort: usize) -> Vec<(usize, bool)> {
    let mut found = Vec::new();
    for op in &program.ops {
        let builds = op.is_constructor && op.result == Some(sort);
        let observes = !op.is_constructor && op.arguments.contains(&sort);
        let arguments = op.arguments.iter().filter(|_| builds || observes);
        found.extend(arguments.map(|it| (*it, builds)));
        found.extend(op.result.filter(|_| observes).map(|it| (it, false)));
    }
    found.retain(|(it, _)| *it != sort && program.sorts[*it].kind == SortKind::Constructed);
    found.dedup();
    found
}

impl<'p> Walk<'p> {
    fn run(
        &mut self,
        strata: &[usize],
        bounds: Bounds,
        begun: &mut bool,
        visit: &mut Visit<'_, 'p>,
    ) -> Result<(), Stop> {
        let (last, below) = strata.split_last().expect("a sort needs itself at least");
        for sort in below {
            self.enumerate(*sort, bounds, &mut |_, _| true)?;
            let count = self.machine.stores[*sort].len() as u32;
            self.machine.frozen[*sort] = Some(count);
        }
        let mut held = Some(Vec::new());
        self.enumerate(*last, bounds, &mut |machine, value| {
            if let Some(values) = &mut held {
                values.push(value);
                if values.len() < HELD {
                    return true;
                }
            } else {
                return visit(machine, value);
            }
            *begun = true;
            let values = held.take().unwrap_or_default();
            values.into_iter().all(|value| visit(machine, value))
        })?;
        let machine = &mut self.machine;
        if !held.unwrap_or_default().into_iter().all(|value| visit(machine, value)) {
            self.end = End::Stopped;
        }
        Ok(())
    }

    fn enumerate(
        &mut self,
        sort: usize,
        bounds: Bounds,
        visit: &mut Visit<'_, 'p>,
    ) -> Result<(), Stop> {
        self.machine.open_sort(sort, &self.dropped);
        let program = self.machine.program;
        let own =
            |op: &usize| program.ops[*op].is_constructor && program.ops[*op].result == Some(sort);
        let constructors: Vec<usize> = (0..program.ops.len()).filter(own).collect();
        let mut steps = 0;
        loop {
            if bounds.steps.is_some_and(|most| steps > most) {
                self.end = End::Steps;
                return Ok(());
            }
            self.levels[sort].push(Vec::new());
            for op in &constructors {
                let left = steps.checked_sub(u32::from(is_step(program, *op)));
                let Some(left) = left else { continue };
                if !self.choose(*op, 0, left, &mut [0; ARITY], &mut (steps, bounds, visit))? {
                    return Ok(());
                }
            }
            if !self.flush(&mut (steps, bounds, visit))? {
                return Ok(());
            }
            if steps >= self.last_steps(sort, &constructors) {
                return Ok(());
            }
            steps += 1;
        }
    }

    /// The most steps that constructors can lead to from the values so far.
    fn last_steps(&self, sort: usize, constructors: &[usize]) -> u32 {
        let most = |it: usize| {
            let mut levels = self.levels[it].iter();
            levels.rposition(|level| !level.is_empty()).map_or(0, |steps| steps as u32)
        };
        let program = self.machine.program;
        let steps = constructors.iter().map(|op| {
            let own = u32::from(is_step(program, *op));
            own + program.ops[*op].arguments.iter().map(|it| most(*it)).sum::<u32>()
        });
        let is_empty = self.levels[sort].iter().all(Vec::is_empty);
        steps.max().filter(|_| !is_empty).unwrap_or(0)
    }

    /// Applies a constructor to all arguments that together make the steps. Returns whether to
    /// go on.
    fn choose(
        &mut self,
        op: usize,
        place: usize,
        left: u32,
        chosen: &mut Arguments,
        level: &mut Level<'_, '_, 'p>,
    ) -> Result<bool, Stop> {
        let program = self.machine.program;
        let Some(sort) = program.ops[op].arguments.get(place).copied() else {
            if left == 0 {
                self.pending.push(Form { op, arguments: *chosen });
            }
            // Where rules look at all forms of a value, each form counts for the next ones.
            let most = if self.machine.tracks_forms { 1 } else { PENDING };
            return if self.pending.len() < most { Ok(true) } else { self.flush(level) };
        };
        if program.sorts[sort].kind != SortKind::Constructed {
            for digit in 0..self.machine.algebra.count(program, sort) {
                chosen[place] = self.machine.algebra.value(program, sort, digit);
                if !self.choose(op, place + 1, left, chosen, level)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let later = &program.ops[op].arguments[place + 1..];
        let is_last = later.iter().all(|it| program.sorts[*it].kind != SortKind::Constructed);
        for own in if is_last { left } else { 0 }..=left {
            let count = self.levels[sort].get(own as usize).map_or(0, Vec::len);
            for position in 0..count {
                chosen[place] = self.levels[sort][own as usize][position];
                if !self.choose(op, place + 1, left - own, chosen, level)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Evaluates the forms that are pending. Returns whether to go on.
    fn flush(&mut self, (steps, bounds, visit): &mut Level<'_, '_, 'p>) -> Result<bool, Stop> {
        let mut forms = std::mem::take(&mut self.pending);
        let (levels, end) = (&mut self.levels, &mut self.end);
        let parts = self.machine.evaluated(&forms);
        let goes_on = self.machine.settled(&forms, parts, &mut |machine, form, value| {
            let sort = machine.program.ops[form.op].result.expect("a constructor has a result");
            if !is_value(value) || !machine.stores[sort].reach(value, form, *steps) {
                return Ok(true);
            }
            let level = &mut levels[sort][*steps as usize];
            level.push(value);
            if level.len().is_multiple_of(MEASURED) && machine.bytes() > bounds.bytes {
                *end = End::Memory;
            } else if !visit(machine, value) {
                *end = End::Stopped;
            } else {
                return Ok(true);
            }
            Ok(false)
        })?;
        forms.clear();
        self.pending = forms;
        Ok(goes_on)
    }
}

/// The steps of the values that are found, how far to go, and what is done with each value.
type Level<'v, 'w, 'p> = (u32, Bounds, &'v mut Visit<'w, 'p>);
