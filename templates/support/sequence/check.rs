//! One sequence under way, watched by both oracles.

use super::super::execute::{Answer, Engine, Expr, Formula, Node, TermId};
use super::super::notice;
use super::super::observe;
use super::accounts::Accounts;
use super::panics;
use super::subject::{Algebra, Outside, Subject};
use super::tables::tables;
pub use super::tables::tuples;
use super::values::Outcome;
use super::watchdog;
use super::world::receiver;
use super::world::{Arguments, Step, Value, Way, World};

/// Something that is checked after the last step of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// The last step itself.
    Step,
    /// What an observer answers.
    Observe(Step),
    /// An axiom or a domain condition on these values.
    Axiom(usize, Vec<Value>),
    /// Whether `==` agrees with the specification.
    Equal(usize, usize),
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Findings of one kind have one cause, as far as a runtime can know.
    pub kind: String,
    pub lines: Vec<String>,
    pub cause: Box<Cause>,
}

/// What a finding rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A call that panicked, or that succeeds or fails where it must not.
    Call {
        step: Step,
        /// Whether it is outside of its domain.
        outside: bool,
    },
    /// An observer that answers something else.
    Observed {
        step: Step,
        expected: Option<Node>,
    },
    /// An observer that returns another list, variant or record.
    Built {
        step: Step,
        expected: TermId,
    },
    /// A refused call that changed its argument.
    Changed {
        earlier: usize,
        after: usize,
        /// The observer that tells, and what it answered before.
        seen: Option<(Step, Option<Node>)>,
    },
    Axiom {
        axiom: usize,
        values: Vec<Value>,
    },
    Equal {
        left: usize,
        right: usize,
        expected: bool,
    },
    Unknown,
}

impl Cause {
    /// The values that it is about.
    pub fn arguments(&self) -> Vec<Value> {
        match self {
            Cause::Call { step, .. } | Cause::Observed { step, .. } | Cause::Built { step, .. } => {
                step.arguments.clone()
            }
            Cause::Changed {
                earlier,
                after,
                seen,
            } => {
                let mut values = vec![Value::Step(*earlier), Value::Step(*after)];
                values.extend(seen.iter().flat_map(|(step, _)| step.arguments.clone()));
                values
            }
            Cause::Axiom { values, .. } => values.clone(),
            Cause::Equal { left, right, .. } => vec![Value::Step(*left), Value::Step(*right)],
            Cause::Unknown => Vec::new(),
        }
    }
}

/// How often an engine may apply rules to answer one question.
const QUESTION: u64 = 2_000;
/// The same where a sequence is taken again: no earlier question has answered parts of the last one.
pub const LAST_QUESTION: u64 = 50_000;

pub struct Run<'s> {
    pub subject: &'s Subject,
    pub engine: Engine<'s>,
    pub world: World<'s>,
    /// What the specification knows of the value of each step.
    pub terms: Vec<Option<TermId>>,
    pub accounts: Accounts,
    /// The step that is under way.
    pending: Option<Step>,
    steps: u64,
}

impl<'s> Run<'s> {
    pub fn new(subject: &'s Subject, algebra: &'s Algebra, copies: bool) -> Self {
        if let Some(enter) = algebra.enter {
            enter();
        }
        let tables = tables(subject, algebra);
        Run {
            subject,
            engine: Engine::new(&subject.program, &tables).with_limit(QUESTION),
            world: World::new(subject, algebra, copies),
            terms: Vec::new(),
            accounts: Accounts::new(subject),
            pending: None,
            steps: 0,
        }
    }

    /// Asks the engine, and counts what it cost.
    pub fn ask(&mut self, op: usize, terms: &[TermId]) -> Answer {
        let answer = self.engine.apply(op, terms);
        self.steps += self.engine.steps() + 1;
        answer
    }

    /// Whether a formula holds, where the specification determines it.
    pub fn decide(&mut self, formula: &Formula, terms: &[TermId]) -> Option<bool> {
        let answer = self.engine.decide(formula, terms);
        self.steps += self.engine.steps() + 1;
        match answer {
            Answer::Value(term) => match self.engine.terms().node(term) {
                Node::Truth(truth) => Some(*truth),
                _ => None,
            },
            _ => None,
        }
    }

    /// A number, where the specification determines it.
    pub fn number(&mut self, expr: &Expr, terms: &[TermId]) -> Option<i64> {
        let answer = self.engine.evaluate(expr, terms);
        self.steps += self.engine.steps() + 1;
        match answer {
            Answer::Value(term) => match self.engine.terms().node(term) {
                Node::Int(number) => Some(*number),
                _ => None,
            },
            _ => None,
        }
    }

    /// The calls of operations and the steps of the engine so far.
    pub fn work(&self) -> u64 {
        self.steps + self.world.calls()
    }

    /// The steps that were taken, a failing one included.
    pub fn taken(&self) -> Vec<Step> {
        let mut steps = self.world.steps();
        steps.extend(self.pending.clone());
        steps
    }

    /// Takes the last step back: it is under way again.
    pub fn undo(&mut self) {
        self.terms.pop();
        self.pending = self.world.pop();
    }

    /// Forgets the last step.
    pub fn forget(&mut self) {
        self.terms.pop();
        self.world.pop();
    }

    /// The terms of arguments. `None` if an argument has no value.
    pub fn arguments(&mut self, step: &Step) -> Option<Vec<TermId>> {
        let sorts = &self.subject.program.ops[step.op].arguments;
        self.terms_of(&step.arguments, sorts)
    }

    /// The terms of values of some sorts.
    pub fn terms_of(&mut self, values: &[Value], sorts: &[usize]) -> Option<Vec<TermId>> {
        let mut terms = Vec::new();
        for (value, sort) in values.iter().zip(sorts) {
            terms.push(self.term(*value, *sort)?);
        }
        Some(terms)
    }

    fn term(&mut self, value: Value, sort: usize) -> Option<TermId> {
        match value {
            Value::Element(number) => Some(self.engine.element(sort, number)),
            Value::Int(number) => Some(self.engine.int(number)),
            Value::Step(step) => self.terms[step],
        }
    }

    /// Takes a step. Afterwards there is one more value, or a place without one.
    pub fn step(&mut self, step: &Step) -> Result<(), Problem> {
        watchdog::steps(self.world.len(), step);
        self.pending = Some(step.clone());
        let sort = self.subject.program.ops[step.op].result;
        let sort = sort.expect("steps return values");
        let Some(terms) = self.arguments(step) else {
            return self.skip(sort, step);
        };
        let answer = self.ask(step.op, &terms);
        match answer {
            Answer::Value(term) => self.defined(sort, step, term),
            Answer::Undefined => self.refused(sort, step),
            Answer::Undetermined(_) => {
                let term = self.engine.call(step.op, &terms);
                self.open(sort, step, term)
            }
            Answer::Contradiction(_) => {
                self.accounts.contradictions += 1;
                self.skip(sort, step)
            }
        }
    }

    /// Goes on with the value that the step would start from.
    fn skip(&mut self, sort: usize, step: &Step) -> Result<(), Problem> {
        let earlier = receiver(&self.world, sort, step).map(|(_, step)| step);
        let way = earlier.map_or(Way::Nothing, Way::Same);
        let term = earlier.and_then(|step| self.terms[step]);
        self.push(sort, step, way, None, term);
        Ok(())
    }

    fn push(
        &mut self,
        sort: usize,
        step: &Step,
        way: Way,
        value: Option<super::values::Boxed>,
        term: Option<TermId>,
    ) {
        self.pending = None;
        self.world.push(sort, step.clone(), way, value);
        self.terms.push(term);
    }

    /// Calls an operation. A panic is a finding, unless the test itself computed a number
    /// that does not fit.
    pub fn call(&self, step: &Step) -> Result<Outcome, Problem> {
        match panics::caught(|| self.world.call(step)) {
            Ok(outcome) => Ok(outcome),
            Err(_) => {
                let panic = panics::last();
                if self.subject.is_own(&panic) {
                    return Ok(Outcome::Unseen);
                }
                Err(self.panicked(step, &panic))
            }
        }
    }

    fn defined(&mut self, sort: usize, step: &Step, term: TermId) -> Result<(), Problem> {
        match self.call(step)? {
            Outcome::Made(value) => {
                self.accounts.called(step.op);
                self.push(sort, step, Way::Made, Some(value), Some(term));
                Ok(())
            }
            Outcome::Undefined => Err(self.refused_inside(step)),
            _ => self.skip(sort, step),
        }
    }

    /// A step of which the specification does not say whether it is defined. The
    /// implementation decides.
    fn open(&mut self, sort: usize, step: &Step, term: TermId) -> Result<(), Problem> {
        self.accounts.open_step(step.op);
        if self.subject.operations[step.op].outside == Outside::Unspecified {
            return self.skip(sort, step);
        }
        match self.call(step)? {
            Outcome::Made(value) => {
                self.accounts.called(step.op);
                self.push(sort, step, Way::Made, Some(value), Some(term));
                Ok(())
            }
            _ => self.skip(sort, step),
        }
    }

    /// A call outside of its domain. It must be refused, and change nothing.
    fn refused(&mut self, sort: usize, step: &Step) -> Result<(), Problem> {
        let attempt = match panics::caught(|| self.world.attempt(step)) {
            Ok(attempt) => attempt,
            Err(_) => return Err(self.panicked(step, &panics::last())),
        };
        let Some(attempt) = attempt else {
            return self.skip(sort, step);
        };
        self.accounts.refused(step.op);
        if attempt.succeeded {
            return Err(self.accepted(step));
        }
        let earlier = receiver(&self.world, sort, step);
        let outside = self.subject.operations[step.op].outside;
        match (attempt.after, earlier, outside) {
            (Some(after), Some((_, earlier)), Outside::Refuses) => {
                let term = self.terms[earlier];
                self.push(sort, step, Way::Refused, Some(after), term);
                self.unchanged(step, earlier)
            }
            _ => self.skip(sort, step),
        }
    }

    /// A refused call must leave its argument as it was, by `==` and by what every observer
    /// answers.
    fn unchanged(&mut self, step: &Step, earlier: usize) -> Result<(), Problem> {
        let after = self.world.len() - 1;
        let sort = self.world.sort(after);
        if let Some(equal) = self.subject.types[sort].equal {
            let world = &self.world;
            let same = panics::caught(|| {
                let (left, right) = (world.fresh(after), world.fresh(earlier));
                equal(&*left, &*right)
            });
            match same {
                Ok(true) => {}
                Ok(false) => return Err(self.changed(step, earlier, None)),
                Err(_) => return Err(self.panicked(step, &panics::last())),
            }
        }
        for seen in super::choose::observations(self, after, None) {
            let mut before = seen.clone();
            for argument in &mut before.arguments {
                if *argument == Value::Step(after) {
                    *argument = Value::Step(earlier);
                }
            }
            let (now, then) = (self.observed(&seen)?, self.observed(&before)?);
            if let (Some(now), Some(then)) = (now, then) {
                if now != then {
                    return Err(self.changed(step, earlier, Some((seen, now, then))));
                }
            }
        }
        Ok(())
    }

    /// What an observer answers, as a node of the engine; `None` where nobody can tell.
    fn observed(&self, step: &Step) -> Result<Option<Option<Node>>, Problem> {
        let outside = self.subject.operations[step.op].outside;
        if outside == Outside::Unspecified || outside == Outside::Panics {
            return Ok(None);
        }
        let outcome = self.call(step)?;
        Ok(self.world.node(step.op, &outcome))
    }

    pub fn check(&mut self, check: &Check) -> Result<(), Problem> {
        watchdog::checks(check);
        match check {
            Check::Step => Ok(()),
            Check::Observe(step) => self.observe(step),
            Check::Axiom(axiom, values) => self.axiom(*axiom, values, observe::MOST_IN_SEQUENCES),
            Check::Equal(left, right) => self.equal(*left, *right),
        }
    }

    /// Compares what an observer answers with what the specification determines.
    fn observe(&mut self, step: &Step) -> Result<(), Problem> {
        let Some(terms) = self.arguments(step) else {
            return Ok(());
        };
        let answer = self.ask(step.op, &terms);
        let expected = match answer {
            Answer::Value(term) if self.is_value(term) => {
                Some(self.engine.terms().node(term).clone())
            }
            Answer::Value(term) if self.is_built(term) => {
                self.accounts.observed(step.op, true);
                let call = self.engine.call(step.op, &terms);
                return self.observe_built(step, call, term);
            }
            Answer::Undefined => None,
            Answer::Contradiction(_) => {
                self.accounts.contradictions += 1;
                return Ok(());
            }
            // What it answers is open, but it must not panic.
            Answer::Value(_) => {
                self.accounts.observed(step.op, false);
                return self.call(step).map(drop);
            }
            Answer::Undetermined(_) => {
                self.accounts.observed(step.op, false);
                return Ok(());
            }
        };
        self.accounts.observed(step.op, true);
        let operation = &self.subject.operations[step.op];
        if expected.is_none() && operation.outside == Outside::Unspecified {
            return Ok(());
        }
        let found = if expected.is_none() && operation.can_be_refused() {
            match panics::caught(|| self.world.attempt(step)) {
                Ok(Some(attempt)) if attempt.succeeded => return Err(self.accepted(step)),
                Ok(_) => Some(None),
                Err(_) => return Err(self.panicked(step, &panics::last())),
            }
        } else {
            let outcome = self.call(step)?;
            self.world.node(step.op, &outcome)
        };
        match found {
            Some(found) if found != expected => {
                let call = self.engine.call(step.op, &terms);
                Err(self.differs(step, call, found, expected))
            }
            Some(_) => {
                let call = self.engine.call(step.op, &terms);
                self.agrees(call);
                Ok(())
            }
            None => Ok(()),
        }
    }

    pub fn is_value(&self, term: TermId) -> bool {
        let node = self.engine.terms().node(term);
        matches!(node, Node::Truth(_) | Node::Int(_) | Node::Element { .. })
    }

    /// Evaluates an axiom on the implementation, with at most so many comparisons by observers.
    pub fn axiom(&mut self, axiom: usize, values: &[Value], most: usize) -> Result<(), Problem> {
        let subject = self.subject;
        let entry = &subject.axioms[axiom];
        if self.terms_of(values, &entry.sorts).is_none() {
            return Ok(());
        }
        let arguments = Arguments::new(&self.world, values);
        let result = observe::limited_to(most, || panics::caught(|| (entry.evaluate)(&arguments)));
        self.accounts.evaluated(axiom);
        if result.is_ok() {
            return Ok(());
        }
        let panic = panics::last();
        if notice::has_failed() {
            return Err(self.violated(axiom, values, &panic.message));
        }
        if self.subject.is_own(&panic) {
            // The test itself computed a number that does not fit.
            return Ok(());
        }
        Err(self.panicked_in(axiom, values, &panic))
    }

    fn equal(&mut self, left: usize, right: usize) -> Result<(), Problem> {
        let (Some(first), Some(second)) = (self.terms[left], self.terms[right]) else {
            return Ok(());
        };
        let sort = self.world.sort(left);
        let Some(equal) = self.subject.types[sort].equal else {
            return Ok(());
        };
        let expected = first == second;
        if !expected && !self.is_told_apart(left, right) {
            return Ok(());
        }
        let world = &self.world;
        let found = panics::caught(|| {
            let (first, second) = (world.fresh(left), world.fresh(right));
            equal(&*first, &*second)
        });
        match found {
            Ok(found) if found == expected => Ok(()),
            Ok(found) => Err(self.compared_wrongly(left, right, found)),
            Err(_) => Err(self.equality_panicked(&panics::last())),
        }
    }

    /// What the specification says of a call: a value, or undefined. `None` if it is open.
    pub fn determined(&mut self, step: &Step) -> Option<Option<Node>> {
        let terms = self.arguments(step)?;
        self.answered(step.op, &terms)
    }
}
