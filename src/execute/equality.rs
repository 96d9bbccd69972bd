//! Whether two values are equal.
//!
//! Elements and numbers are equal when they are the same. Constructed values are equal when
//! equations between constructors join them, and different when an observer tells them
//! apart, followed through operations to a bounded depth. Everything else is open.

use std::collections::{HashSet, VecDeque};

use std::sync::Arc;

use super::answer::{Gap, Outcome, Reason, Stop, Truth};
use super::engine::Engine;
use super::program::SortKind;
use super::term::{Node, TermId};

/// How many pairs of values are observed.
const PAIRS: usize = 32;
/// How many observations are made of two values.
const OBSERVATIONS: usize = 512;
/// How many terms are tried to join two values, and how deep inside of them.
const JOINED: usize = 128;
const JOIN_DEPTH: usize = 4;
/// How many terms are searched for numbers.
const SEARCHED: usize = 256;
/// Numbers that are tried as arguments of observers, beside those in the values.
const NUMBERS: i64 = 4;

/// A constructor with its arguments.
type Parts = (usize, Arc<[TermId]>);

impl Engine<'_> {
    /// Whether two values in normal form are equal.
    pub(super) fn equal(&mut self, left: TermId, right: TermId) -> Result<Truth, Stop> {
        if left == right {
            return Ok(Truth::True);
        }
        match (self.terms.node(left), self.terms.node(right)) {
            (Node::Apply(..), Node::Apply(..)) => {}
            (Node::Apply(..), _) => return Ok(Truth::Open(self.gap_of(left))),
            (_, Node::Apply(..)) => return Ok(Truth::Open(self.gap_of(right))),
            _ => return Ok(Truth::False),
        }
        let (first, second) = if left < right { (left, right) } else { (right, left) };
        let question = self.terms.intern(Node::Equal(first, second));
        let outcome = self.settle(question)?;
        Ok(self.truth_of(outcome))
    }

    pub(super) fn compare(
        &mut self,
        question: TermId,
        left: TermId,
        right: TermId,
    ) -> Result<Truth, Stop> {
        if let Some((one, other)) = self.free_parts(left, right) {
            return self.compare_parts(one, other);
        }
        match self.sort_of(left) {
            Some(sort) if self.is_constructed(sort) => {
                // Equal values mostly have the same normal form, so these mostly differ.
                if self.is_observably_different(sort, left, right)? {
                    Ok(Truth::False)
                } else if self.is_joined(left, right)? {
                    Ok(Truth::True)
                } else {
                    Ok(Truth::Open(Gap { call: question, reason: Reason::Equality }))
                }
            }
            _ => Ok(Truth::Open(self.gap_of(left))),
        }
    }

    /// Two values that constructors of a free sort make.
    fn free_parts(&self, left: TermId, right: TermId) -> Option<(Parts, Parts)> {
        let parts = |term: TermId| match self.terms.node(term) {
            Node::Apply(op, arguments) if self.program.ops[*op].is_constructor => {
                let sort = self.program.ops[*op].result?;
                let is_free = self.program.sorts[sort].is_free;
                is_free.then(|| (*op, arguments.clone()))
            }
            _ => None,
        };
        Some((parts(left)?, parts(right)?))
    }

    fn compare_parts(&mut self, left: Parts, right: Parts) -> Result<Truth, Stop> {
        if left.0 != right.0 {
            return Ok(Truth::False);
        }
        let mut truth = Truth::True;
        for (one, other) in left.1.iter().zip(right.1.iter()) {
            match self.equal(*one, *other)? {
                Truth::True => {}
                Truth::False => return Ok(Truth::False),
                open => truth = open,
            }
        }
        Ok(truth)
    }

    fn sort_of(&self, term: TermId) -> Option<usize> {
        match self.terms.node(term) {
            Node::Apply(op, _) => self.program.ops[*op].result,
            _ => None,
        }
    }

    /// Looks for a term to which equations between constructors lead from both values.
    fn is_joined(&mut self, left: TermId, right: TermId) -> Result<bool, Stop> {
        let mut seen = [HashSet::new(), HashSet::new()];
        let mut open: VecDeque<(usize, TermId)> = VecDeque::new();
        for (side, term) in [(0, left), (1, right)] {
            seen[side].insert(term);
            open.push_back((side, term));
        }
        while let Some((side, term)) = open.pop_front() {
            for next in self.rewritten(term, JOIN_DEPTH)? {
                if seen[1 - side].contains(&next) {
                    return Ok(true);
                }
                if seen[0].len() + seen[1].len() < JOINED && seen[side].insert(next) {
                    open.push_back((side, next));
                }
            }
        }
        Ok(false)
    }

    /// The terms to which one equation between constructors leads.
    fn rewritten(&mut self, term: TermId, depth: usize) -> Result<Vec<TermId>, Stop> {
        let (op, arguments) = match self.terms.node(term) {
            Node::Apply(op, arguments) => (*op, arguments.clone()),
            _ => return Ok(Vec::new()),
        };
        let program = self.program;
        if !program.ops[op].is_constructor {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for rule in &program.ops[op].rules {
            self.step()?;
            found.extend(self.other_side(*rule, &arguments)?);
        }
        if depth > 0 {
            for (place, argument) in arguments.iter().enumerate() {
                for inner in self.rewritten(*argument, depth - 1)? {
                    let mut changed = arguments.to_vec();
                    changed[place] = inner;
                    found.push(self.call(op, &changed));
                }
            }
        }
        Ok(found)
    }

    /// Looks for an observer that answers differently for two values, or for what the same
    /// operations make of them.
    fn is_observably_different(
        &mut self,
        sort: usize,
        left: TermId,
        right: TermId,
    ) -> Result<bool, Stop> {
        let numbers = self.numbers_in(left, right);
        let mut observations = 0;
        let mut seen = HashSet::new();
        seen.insert((left, right));
        let mut open: VecDeque<(usize, TermId, TermId)> = VecDeque::new();
        open.push_back((sort, left, right));
        while let Some((sort, left, right)) = open.pop_front() {
            for (op, place, others) in self.contexts(sort, &numbers) {
                self.step()?;
                observations += 1;
                if observations > OBSERVATIONS {
                    return Ok(false);
                }
                let one = self.observe(op, place, left, &others)?;
                let other = self.observe(op, place, right, &others)?;
                let result = self.program.ops[op].result;
                let (one, other) = match (one, other) {
                    (Outcome::Open(_), _) | (_, Outcome::Open(_)) => continue,
                    (Outcome::Undefined, Outcome::Undefined) => continue,
                    (Outcome::Undefined, _) | (_, Outcome::Undefined) => return Ok(true),
                    (Outcome::Value(one), Outcome::Value(other)) => (one, other),
                };
                match result {
                    Some(result) if self.is_constructed(result) => {
                        if one != other && seen.len() < PAIRS && seen.insert((one, other)) {
                            open.push_back((result, one, other));
                        }
                    }
                    _ => {
                        if self.equal(one, other)? == Truth::False {
                            return Ok(true);
                        }
                    }
                }
            }
        }
        Ok(false)
    }

    fn observe(
        &mut self,
        op: usize,
        place: usize,
        value: TermId,
        others: &[TermId],
    ) -> Result<Outcome, Stop> {
        let mut arguments = others.to_vec();
        arguments.insert(place, value);
        let call = self.call(op, &arguments);
        self.settle(call)
    }

    /// Operations that take a value of the sort, with the place and the other arguments.
    pub(super) fn contexts(
        &mut self,
        sort: usize,
        numbers: &[i64],
    ) -> Vec<(usize, usize, Vec<TermId>)> {
        let program = self.program;
        let mut found = Vec::new();
        for (op, operation) in program.ops.iter().enumerate() {
            if operation.is_constructor {
                continue;
            }
            for place in 0..operation.arguments.len() {
                if operation.arguments[place] != sort {
                    continue;
                }
                let mut tuples = vec![Vec::new()];
                for (other, argument) in operation.arguments.iter().enumerate() {
                    if other != place {
                        let values = self.given(*argument, numbers);
                        tuples = extended(&tuples, &values);
                    }
                }
                found.extend(tuples.into_iter().map(|others| (op, place, others)));
            }
        }
        found
    }

    /// The values of a sort that need no construction.
    pub fn given(&mut self, sort: usize, numbers: &[i64]) -> Vec<TermId> {
        match self.program.sorts[sort].kind {
            SortKind::Given => {
                (0..self.elements[sort]).map(|number| self.element(sort, number)).collect()
            }
            SortKind::Int => numbers.iter().map(|number| self.int(*number)).collect(),
            SortKind::Constructed => Vec::new(),
        }
    }

    /// Small numbers, and those in the two values with their neighbours.
    fn numbers_in(&self, left: TermId, right: TermId) -> Vec<i64> {
        if self.program.sorts.iter().all(|sort| sort.kind != SortKind::Int) {
            return Vec::new();
        }
        let mut numbers: Vec<i64> = (0..=NUMBERS).collect();
        let mut open = vec![left, right];
        let mut seen = HashSet::new();
        while let Some(term) = open.pop() {
            if numbers.len() >= PAIRS || seen.len() >= SEARCHED {
                break;
            }
            if !seen.insert(term) {
                continue;
            }
            match self.terms.node(term) {
                Node::Int(number) => {
                    let near = [number.saturating_sub(1), *number, number.saturating_add(1)];
                    numbers.extend(near.iter());
                }
                Node::Apply(_, arguments) => open.extend(arguments.iter()),
                _ => {}
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// Every tuple with every value behind it, as far as they can be observed.
fn extended(tuples: &[Vec<TermId>], values: &[TermId]) -> Vec<Vec<TermId>> {
    let with = |tuple: &Vec<TermId>, value: &TermId| {
        let mut longer = tuple.clone();
        longer.push(*value);
        longer
    };
    let all = tuples.iter().flat_map(|tuple| values.iter().map(move |value| with(tuple, value)));
    all.take(OBSERVATIONS).collect()
}
