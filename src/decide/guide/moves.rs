//! Candidates that differ in one variable: another element or number, or a value that one
//! more operation builds.

use std::collections::BTreeSet;

use super::state::{Candidate, Guide, OPERATIONS, Pick};
use crate::arena::Id;
use crate::decide::plan::Choice;
use crate::execute::{Answer, Node, SortKind, TermId};
use crate::model::GroundTerm;

/// Numbers that operations are called with in any case.
const USUAL: [i64; 2] = [1, 2];

/// Numbers by which a candidate misses the goal that are tried as arguments.
const GAPS: usize = 6;

/// Values that stand for further constructed arguments of an operation.
const FEW_VALUES: usize = 4;

/// Elements besides those in the candidate.
const NEW_ELEMENTS: usize = 1;

/// The most lists of arguments for one operation: there are exponentially many.
const MOST_LISTS: usize = 256;

impl Guide<'_, '_> {
    /// The smallest values, with different elements for the variables of one sort.
    pub(super) fn first(&mut self) -> Option<Vec<Pick>> {
        let nothing = self.number(0);
        let mut picks = vec![nothing; self.plan.variables];
        let mut used: BTreeSet<(usize, u32)> = BTreeSet::new();
        for step in &self.plan.steps {
            picks[step.variable] = match &step.choice {
                Choice::Value(sort) => *self.known(*sort).first()?,
                Choice::Element(sort) => {
                    let size = self.world.size(*sort);
                    let free = (0..size).find(|number| !used.contains(&(*sort, *number)));
                    let number = free.unwrap_or(0);
                    used.insert((*sort, number));
                    self.element(*sort, number)
                }
                Choice::Number(_) | Choice::Determined(..) => nothing,
            };
        }
        Some(picks)
    }

    /// What else the variable of a step may stand for.
    pub(super) fn moves(&mut self, candidate: &Candidate, step: usize) -> Vec<Pick> {
        let step = &self.plan.steps[step];
        match &step.choice {
            Choice::Value(sort) => self.longer(candidate, *sort, candidate.picks[step.variable]),
            Choice::Element(sort) => {
                let elements = self.elements(candidate, *sort);
                elements.into_iter().map(|number| self.element(*sort, number)).collect()
            }
            Choice::Number(near) => {
                let mut numbers = self.world.numbers.clone();
                for expr in near {
                    let value = self.world.engine.evaluate(expr, &candidate.values());
                    let Answer::Value(value) = value else { continue };
                    if let Node::Int(number) = *self.world.engine.terms().node(value) {
                        let around = [number.checked_sub(1), Some(number), number.checked_add(1)];
                        numbers.extend(around.into_iter().flatten());
                    }
                }
                numbers.into_iter().map(|number| self.number(number)).collect()
            }
            Choice::Determined(..) => Vec::new(),
        }
    }

    /// The values that one more constructor builds.
    pub(super) fn longer(&mut self, candidate: &Candidate, sort: usize, from: Pick) -> Vec<Pick> {
        let program = self.world.engine.program();
        if from.operations >= OPERATIONS {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (op, operation) in program.ops.iter().enumerate() {
            if !operation.is_constructor || operation.result != Some(sort) {
                continue;
            }
            let Some(place) = operation.arguments.iter().position(|it| *it == sort) else {
                continue;
            };
            for arguments in self.arguments(candidate, op, place, from) {
                let values: Vec<TermId> = arguments.iter().map(|it| it.value).collect();
                if !self.world.takes(op, &values) {
                    continue;
                }
                let Answer::Value(value) = self.world.engine.apply(op, &values) else { continue };
                if !self.world.engine.terms().is_plain(value) || value == from.value {
                    continue;
                }
                let built: Vec<TermId> = arguments.iter().map(|it| it.built).collect();
                let built = self.world.engine.call(op, &built);
                let operations = 1 + arguments.iter().map(|it| it.operations).sum::<usize>();
                let magnitude = arguments.iter().map(|it| it.magnitude);
                let magnitude = magnitude.fold(0, u64::saturating_add);
                found.push(Pick { value, built, operations, magnitude });
            }
        }
        found
    }

    /// The lists of arguments of an operation with a value in one place.
    fn arguments(
        &mut self,
        candidate: &Candidate,
        op: usize,
        place: usize,
        value: Pick,
    ) -> Vec<Vec<Pick>> {
        let program = self.world.engine.program();
        let sorts = &program.ops[op].arguments;
        let count = sorts.iter().filter(|sort| program.sorts[**sort].kind == SortKind::Int).count();
        let numbers = self.number_lists(candidate, count);
        let mut lists: Vec<Vec<Pick>> = vec![Vec::new()];
        for (at, sort) in sorts.iter().enumerate() {
            let choices: Vec<Pick> = match program.sorts[*sort].kind {
                _ if at == place => vec![value],
                SortKind::Int => vec![self.number(0)],
                SortKind::Given => {
                    let elements = self.elements(candidate, *sort);
                    elements.into_iter().map(|number| self.element(*sort, number)).collect()
                }
                SortKind::Constructed => self.known(*sort).into_iter().take(FEW_VALUES).collect(),
            };
            let longer = lists.iter().flat_map(|list| {
                choices.iter().map(move |choice| [list.clone(), vec![*choice]].concat())
            });
            lists = longer.take(MOST_LISTS).collect();
        }
        let places: Vec<usize> =
            (0..sorts.len()).filter(|at| program.sorts[sorts[*at]].kind == SortKind::Int).collect();
        let mut all = Vec::new();
        for list in &lists {
            let mut usual = list.clone();
            for place in &places {
                usual[*place] = self.number(USUAL[0]);
            }
            let values: Vec<TermId> = usual.iter().map(|pick| pick.value).collect();
            for values in self.world.at_bounds(op, &values) {
                let mut list = usual.clone();
                for place in &places {
                    list[*place] = self.plain(values[*place]);
                }
                all.push(list);
            }
            for numbers in &numbers {
                let mut list = list.clone();
                for (place, number) in places.iter().zip(numbers) {
                    list[*place] = self.number(*number);
                }
                all.push(list);
            }
        }
        all
    }

    /// Lists of numbers for the arguments of an operation: usual ones, those by which the candidate
    /// misses the goal, and where nothing comes nearer, those that the specification mentions.
    fn number_lists(&self, candidate: &Candidate, count: usize) -> Vec<Vec<i64>> {
        let gaps = candidate.gaps.iter().filter_map(|gap| i64::try_from(*gap).ok());
        let gaps = gaps.filter(|gap| *gap > 2).take(GAPS);
        let mut numbers: Vec<i64> = USUAL.into_iter().chain(gaps).collect();
        if self.is_stuck {
            // There are many of them, and the bounds of domains are tried in any case.
            numbers.extend(&self.world.mentioned);
        }
        let mut seen = BTreeSet::new();
        numbers.retain(|number| seen.insert(*number));
        // One argument is unusual, and all others are the same.
        let mut lists: Vec<Vec<i64>> = Vec::new();
        let bases = if count > 1 { &USUAL[..] } else { &USUAL[..1] };
        for base in bases {
            for place in 0..count {
                for number in &numbers {
                    let mut list = vec![*base; count];
                    list[place] = *number;
                    if !lists.contains(&list) {
                        lists.push(list);
                    }
                }
            }
        }
        if count == 0 { vec![Vec::new()] } else { lists }
    }

    /// The elements that a candidate has, and a new one. Where a sort has few, all of them.
    pub(super) fn elements(&self, candidate: &Candidate, sort: usize) -> Vec<u32> {
        let size = self.world.size(sort);
        if size <= self.world.few(sort) {
            return (0..size).collect();
        }
        let mut used = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for pick in &candidate.picks {
            self.add_elements(pick.built, sort, &mut used, &mut seen);
        }
        let new = (0..size).filter(|number| !used.contains(number)).take(NEW_ELEMENTS);
        let new: Vec<u32> = new.collect();
        let few = self.world.few(sort) as usize;
        new.into_iter().chain(used.into_iter().take(few)).collect()
    }

    fn add_elements(
        &self,
        term: TermId,
        wanted: usize,
        used: &mut BTreeSet<u32>,
        seen: &mut BTreeSet<TermId>,
    ) {
        if !seen.insert(term) {
            return;
        }
        match self.world.engine.terms().node(term) {
            Node::Element { sort, number } if *sort == wanted => drop(used.insert(*number)),
            Node::Apply(_, arguments) => {
                arguments.iter().for_each(|it| self.add_elements(*it, wanted, used, seen));
            }
            _ => {}
        }
    }

    /// The values of a sort that have been built, the smallest first.
    pub(super) fn known(&mut self, sort: usize) -> Vec<Pick> {
        if let Some(known) = self.known.get(&sort) {
            return known.clone();
        }
        let values = self.world.values[sort].clone();
        let picks = values.into_iter().map(|value| {
            let built = self.interned(&value.built);
            let (operations, magnitude) = (value.operations, value.magnitude);
            Pick { value: value.term, built, operations, magnitude }
        });
        let picks: Vec<Pick> = picks.collect();
        self.known.insert(sort, picks.clone());
        picks
    }

    pub(super) fn number(&mut self, number: i64) -> Pick {
        let value = self.world.engine.int(number);
        Pick { value, built: value, operations: 0, magnitude: number.unsigned_abs() }
    }

    fn element(&mut self, sort: usize, number: u32) -> Pick {
        let value = self.world.engine.element(sort, number);
        Pick { value, built: value, operations: 0, magnitude: 0 }
    }

    /// A value that is its own term.
    pub(super) fn plain(&self, value: TermId) -> Pick {
        let magnitude = match self.world.engine.terms().node(value) {
            Node::Int(number) => number.unsigned_abs(),
            _ => 0,
        };
        Pick { value, built: value, operations: 0, magnitude }
    }

    /// A constructor term as a term of the engine, as it is written.
    fn interned(&mut self, term: &GroundTerm) -> TermId {
        match term {
            GroundTerm::Int(number) => self.world.engine.int(*number),
            GroundTerm::Element(sort, number) => self.world.engine.element(sort.index(), *number),
            GroundTerm::Apply(op, arguments) => {
                let arguments: Vec<TermId> =
                    arguments.iter().map(|argument| self.interned(argument)).collect();
                self.world.engine.call(op.index(), &arguments)
            }
        }
    }
}
