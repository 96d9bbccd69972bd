//! The engine: questions, their answers kept in a table, and the limits.
//!
//! **Tabling.** A call that is asked again while it is evaluated is a cycle, and open there. What
//! is determined is final: evaluation is monotone, so no later answer revokes it. *Open* is
//! final only when the leader of the cycle, the outermost call that the others wait for, is
//! done; until then it is kept only while nothing else becomes known, and the leader is evaluated
//! again while others of the cycle become determined.
//!
//! **Depth.** Evaluation recurses. A call that is nested too deeply ends the evaluation, is
//! evaluated on its own, and then the evaluation starts again. Answers are kept, so the work
//! stays linear in the depth, whatever the size of the stack.

use std::collections::HashMap;

use super::answer::{Answer, Contradiction, Gap, Outcome, Reason, Source, Stop, Truth};
use super::program::{Expr, Formula, Program, SortKind};
use super::tables::Tables;
use super::term::{Node, TermId, Terms};

/// The limit of steps for one question.
pub const STEPS: u64 = 200_000;

/// How deeply calls nest before one is evaluated on its own. A level takes up to ten
/// kilobytes of stack in a debug build.
const DEPTH: usize = 32;

/// How many calls under way are reported when the steps run out.
const REPORTED: usize = 8;

/// Runs one program over one algebra of its parameters.
#[derive(Clone)]
pub struct Engine<'p> {
    pub(super) program: &'p Program,
    pub(super) terms: Terms,
    /// The number of elements by sort.
    pub(super) elements: Vec<u32>,
    pub(super) facts: HashMap<TermId, TermId>,
    /// By term.
    table: Vec<State>,
    /// The number of calls under way.
    pub(super) depth: usize,
    /// The outermost call under way that the evaluation has met again.
    leader: usize,
    /// The outermost call under way that a waiting answer of the table depends on.
    lowest: usize,
    /// The number of determined answers in the table.
    determined: usize,
    /// How often waiting answers have become out of date.
    epoch: usize,
    pub(super) steps: u64,
    /// The steps of all questions before the last one.
    pub(super) earlier_steps: u64,
    limit: u64,
    /// The calls evaluated at one depth, if the caller wants them.
    pub(super) log: Option<(usize, Vec<TermId>)>,
}

#[derive(Clone, Debug)]
enum State {
    New,
    /// Under way, with as many calls around it.
    Running(usize),
    /// Open as long as the epoch lasts: it waits for a call under way.
    Waiting(usize, Gap),
    Done(Entry),
}

/// An answer and where it comes from.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub outcome: Outcome,
    pub source: Source,
    /// What is missing where a term stands for itself.
    pub gap: Option<Gap>,
    /// Whether the call is known to be defined.
    pub is_defined: bool,
}

/// No call under way waits for another.
const NOBODY: usize = usize::MAX;

impl<'p> Engine<'p> {
    pub fn new(program: &'p Program, tables: &Tables) -> Self {
        let mut engine = Self {
            program,
            terms: Terms::new(program),
            elements: tables.elements.clone(),
            facts: HashMap::new(),
            table: Vec::new(),
            depth: 0,
            leader: NOBODY,
            lowest: NOBODY,
            determined: 0,
            epoch: 0,
            steps: 0,
            earlier_steps: 0,
            limit: STEPS,
            log: None,
        };
        engine.elements.resize(program.sorts.len(), 0);
        for (count, sort) in engine.elements.iter_mut().zip(&program.sorts) {
            // A parameter's sort is never empty.
            *count = if sort.kind == SortKind::Given { (*count).max(1) } else { 0 };
        }
        for fact in &tables.facts {
            let arguments =
                fact.arguments.iter().map(|node| engine.terms.intern(node.clone())).collect();
            let call = engine.terms.intern(Node::Apply(fact.op, arguments));
            let result = engine.terms.intern(fact.result.clone());
            engine.facts.insert(call, result);
        }
        engine
    }

    /// The same engine with another limit of steps for each question.
    pub fn with_limit(mut self, limit: u64) -> Self {
        self.limit = limit;
        self
    }

    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    pub fn element(&mut self, sort: usize, number: u32) -> TermId {
        self.terms.intern(Node::Element { sort, number })
    }

    pub fn int(&mut self, number: i64) -> TermId {
        self.terms.intern(Node::Int(number))
    }

    /// The question what an operation makes of these values.
    pub fn call(&mut self, op: usize, arguments: &[TermId]) -> TermId {
        self.terms.intern_call(op, arguments)
    }

    /// The number of steps that the last question took.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Evaluates an operation on values.
    pub fn apply(&mut self, op: usize, arguments: &[TermId]) -> Answer {
        let call = self.call(op, arguments);
        self.ask(call)
    }

    /// Evaluates a call.
    pub fn ask(&mut self, call: TermId) -> Answer {
        self.answer(&mut |engine: &mut Self| engine.settle(call))
    }

    /// Evaluates an expression over values for its variables.
    pub fn evaluate(&mut self, expr: &Expr, values: &[TermId]) -> Answer {
        let bindings: Vec<Option<TermId>> = values.iter().copied().map(Some).collect();
        self.answer(&mut |engine: &mut Self| engine.expr(expr, &bindings))
    }

    /// Evaluates a formula over values for its variables.
    pub fn decide(&mut self, formula: &Formula, values: &[TermId]) -> Answer {
        let bindings: Vec<Option<TermId>> = values.iter().copied().map(Some).collect();
        self.answer(&mut |engine: &mut Self| {
            let truth = engine.formula(formula, &bindings)?;
            Ok(engine.outcome_of(truth))
        })
    }

    fn answer(&mut self, ask: &mut dyn FnMut(&mut Self) -> Result<Outcome, Stop>) -> Answer {
        self.earlier_steps += self.steps;
        self.steps = 0;
        // The calls that are evaluated on their own, each for the sake of the one before it.
        let mut goals: Vec<TermId> = Vec::new();
        loop {
            self.epoch += 1;
            self.lowest = NOBODY;
            let found = match goals.last() {
                None => ask(self),
                Some(goal) => self.settle(*goal),
            };
            match found {
                Ok(outcome) => {
                    if goals.pop().is_none() {
                        return match outcome {
                            Outcome::Value(term) => Answer::Value(term),
                            Outcome::Undefined => Answer::Undefined,
                            Outcome::Open(gap) => Answer::Undetermined(gap),
                        };
                    }
                }
                Err(Stop::Deferred(call)) if goals.contains(&call) => {
                    let gap = Gap { call, reason: Reason::Cycle };
                    self.table[call.index()] = State::Done(Entry::open(gap));
                }
                Err(Stop::Deferred(call)) => goals.push(call),
                Err(Stop::Steps(mut running)) => {
                    running.extend(goals.iter().rev().skip(1));
                    running.truncate(REPORTED);
                    let call = running.first().copied();
                    let call = call.unwrap_or_else(|| self.terms.intern(Node::Truth(true)));
                    return Answer::Undetermined(Gap { call, reason: Reason::Steps(running) });
                }
                Err(Stop::Contradiction(found)) => return Answer::Contradiction(found),
            }
        }
    }

    /// The answer to a call, from the table or by evaluation.
    pub(super) fn settle(&mut self, call: TermId) -> Result<Outcome, Stop> {
        if self.table.len() < self.terms.len() {
            self.table.resize(self.terms.len(), State::New);
        }
        if let Some((depth, calls)) = &mut self.log {
            if *depth == self.depth {
                calls.push(call);
            }
        }
        match &self.table[call.index()] {
            State::Done(entry) => return Ok(entry.outcome.clone()),
            State::Running(depth) => {
                self.leader = self.leader.min(*depth);
                return Ok(Outcome::Open(Gap { call, reason: Reason::Cycle }));
            }
            State::Waiting(epoch, gap) if *epoch == self.epoch => {
                self.leader = self.leader.min(self.lowest);
                return Ok(Outcome::Open(gap.clone()));
            }
            State::Waiting(..) | State::New => {}
        }
        if self.depth >= DEPTH {
            return Err(Stop::Deferred(call));
        }
        let outer = std::mem::replace(&mut self.leader, NOBODY);
        let found = self.run(call);
        let waits_for = std::mem::replace(&mut self.leader, outer);
        let entry = match found {
            Ok(entry) => entry,
            Err(mut stop) => {
                self.table[call.index()] = State::New;
                match &mut stop {
                    Stop::Steps(running) if running.len() < REPORTED => running.push(call),
                    _ => {}
                }
                return Err(stop);
            }
        };
        let outcome = entry.outcome.clone();
        match &outcome {
            Outcome::Open(gap) if waits_for < self.depth => {
                self.leader = outer.min(waits_for);
                self.lowest = self.lowest.min(waits_for);
                self.table[call.index()] = State::Waiting(self.epoch, gap.clone());
                return Ok(outcome);
            }
            Outcome::Open(_) => {}
            _ => self.determined += 1,
        }
        self.table[call.index()] = State::Done(entry);
        self.epoch += 1;
        self.lowest = NOBODY;
        Ok(outcome)
    }

    /// Evaluates a call until its cycle is stable.
    fn run(&mut self, call: TermId) -> Result<Entry, Stop> {
        let depth = self.depth;
        self.table[call.index()] = State::Running(depth);
        self.depth += 1;
        let found = loop {
            let before = self.determined;
            self.leader = NOBODY;
            match self.step().and_then(|()| self.evaluate_call(call)) {
                Err(stop) => break Err(stop),
                Ok(entry) => {
                    let leads = self.leader == depth;
                    if !entry.outcome.is_open() || !leads || self.determined == before {
                        break Ok(entry);
                    }
                }
            }
        };
        self.depth = depth;
        match found {
            Ok(entry) if entry.outcome.is_open() && self.leader >= depth => {
                Ok(self.kept(call, entry))
            }
            found => found,
        }
    }

    pub(super) fn step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > self.limit { Err(Stop::Steps(Vec::new())) } else { Ok(()) }
    }

    /// The normal form of a value.
    pub(super) fn normal(&self, term: TermId) -> TermId {
        match self.table.get(term.index()) {
            Some(State::Done(Entry { outcome: Outcome::Value(normal), .. })) => *normal,
            _ => term,
        }
    }

    /// The entry of a call that has been answered.
    pub(super) fn entry(&self, call: TermId) -> Option<&Entry> {
        match self.table.get(call.index()) {
            Some(State::Done(entry)) => Some(entry),
            _ => None,
        }
    }

    /// The rule that gave the answer of an evaluated call.
    pub fn source(&self, call: TermId) -> Option<Source> {
        self.entry(call).map(|entry| entry.source)
    }

    /// What gave the answers of all evaluated calls.
    pub fn sources(&self) -> impl Iterator<Item = Source> + '_ {
        self.table.iter().filter_map(|state| match state {
            State::Done(entry) => Some(entry.source),
            _ => None,
        })
    }

    pub(super) fn outcome_of(&mut self, truth: Truth) -> Outcome {
        match truth {
            Truth::True => Outcome::Value(self.terms.intern(Node::Truth(true))),
            Truth::False => Outcome::Value(self.terms.intern(Node::Truth(false))),
            Truth::Open(gap) => Outcome::Open(gap),
        }
    }

    pub(super) fn contradiction(
        &self,
        call: TermId,
        first: (&Outcome, Source),
        second: (&Outcome, Source),
    ) -> Stop {
        let results = [(first.0.value(), first.1), (second.0.value(), second.1)];
        Stop::Contradiction(Box::new(Contradiction { call, results }))
    }

    pub(super) fn is_constructed(&self, sort: usize) -> bool {
        self.program.sorts[sort].kind == SortKind::Constructed
    }
}

impl Entry {
    pub fn open(gap: Gap) -> Self {
        let outcome = Outcome::Open(gap.clone());
        Self { outcome, source: Source::Itself, gap: Some(gap), is_defined: false }
    }

    pub fn known(outcome: Outcome, source: Source) -> Self {
        Self { outcome, source, gap: None, is_defined: true }
    }
}
