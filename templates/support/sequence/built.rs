//! Observers that return lists, variants or records: the expected value is built from what the
//! specification says, and compared by `==`.

use super::super::execute::{Node, TermId};
use super::check::{Cause, Problem, Run};
use super::panics;
use super::values::{Boxed, Outcome};
use super::world::{Step, Value, Way, World};

impl Run<'_> {
    /// Whether constructors of free sorts build a term from elements and numbers.
    pub fn is_built(&self, term: TermId) -> bool {
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            match self.engine.terms().node(term) {
                Node::Apply(op, arguments) => {
                    let op = &self.subject.program.ops[*op];
                    let sort = op.result.filter(|_| op.is_constructor);
                    if sort.map_or(true, |sort| !self.subject.program.sorts[sort].is_free) {
                        return false;
                    }
                    open.extend(arguments.iter());
                }
                Node::Element { .. } | Node::Int(_) => {}
                _ => return false,
            }
        }
        true
    }

    /// Compares what an observer returns with a value of a free sort.
    pub fn observe_built(
        &mut self,
        step: &Step,
        call: TermId,
        expected: TermId,
    ) -> Result<(), Problem> {
        let sort = self.subject.program.ops[step.op].result;
        let abilities = self.subject.types[sort.expect("a value has a sort")];
        let Some(equal) = abilities.equal else {
            return Ok(());
        };
        let found = match self.call(step)? {
            Outcome::Made(found) => Some(found),
            Outcome::Undefined => None,
            _ => return Ok(()),
        };
        let made = panics::caught(|| self.built(expected));
        let Ok(Some(made)) = made else { return Ok(()) };
        let show = |value: &Boxed| {
            let text = abilities.show.map(|show| show(&**value));
            text.unwrap_or_else(|| "another value".to_owned())
        };
        let found = match found {
            Some(found) if equal(&*found, &*made) => {
                self.agrees(call);
                return Ok(());
            }
            Some(found) => show(&found),
            None => "undefined".to_owned(),
        };
        let made = show(&made);
        let cause = Cause::Built {
            step: step.clone(),
            expected,
        };
        Err(self.differs_in_words(step, call, [&found, &made], cause))
    }

    /// The value of a term, in a world of its own.
    pub fn built(&self, term: TermId) -> Option<Boxed> {
        let mut world = World::new(self.subject, self.world.algebra, true);
        match self.pushed(&mut world, term)? {
            Value::Step(step) => Some(world.fresh(step)),
            _ => None,
        }
    }

    fn pushed(&self, world: &mut World<'_>, term: TermId) -> Option<Value> {
        let (op, terms) = match self.engine.terms().node(term) {
            Node::Element { number, .. } => return Some(Value::Element(*number)),
            Node::Int(number) => return Some(Value::Int(*number)),
            Node::Apply(op, terms) => (*op, terms),
            _ => return None,
        };
        let mut arguments = Vec::new();
        for term in terms.iter() {
            arguments.push(self.pushed(world, *term)?);
        }
        let step = Step { op, arguments };
        let value = match world.call(&step) {
            Outcome::Made(value) => value,
            _ => return None,
        };
        let sort = self.subject.program.ops[op].result?;
        world.push(sort, step, Way::Made, Some(value));
        Some(Value::Step(world.len() - 1))
    }
}
