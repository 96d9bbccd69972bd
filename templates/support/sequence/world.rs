//! The values of a sequence, and how each is built.

use std::any::Any;
use std::cell::{Cell, Ref, RefCell};

use super::super::execute::{Node, Program};
use super::subject::{Algebra, Subject};
use super::values::tried;
use super::values::typed;
use super::values::{Attempt, Boxed, Outcome};

/// An argument of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// An element of a parameter's sort, by its number.
    Element(u32),
    Int(i64),
    /// The value of an earlier step.
    Step(usize),
}

/// A call of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub op: usize,
    pub arguments: Vec<Value>,
}

/// `insert(v0, Orderable3)`; `earlier` names the values of earlier steps.
pub fn call_text(
    program: &Program,
    name: &str,
    values: &[Value],
    sorts: &[usize],
    earlier: &dyn Fn(usize) -> String,
) -> String {
    let values = values.iter().zip(sorts);
    let values = values.map(|(value, sort)| value_text(program, *value, *sort, earlier));
    format!("{name}({})", values.collect::<Vec<String>>().join(", "))
}

pub fn value_text(
    program: &Program,
    value: Value,
    sort: usize,
    earlier: &dyn Fn(usize) -> String,
) -> String {
    match value {
        Value::Element(number) => format!("{}{number}", program.sorts[sort].name),
        Value::Int(number) => number.to_string(),
        Value::Step(step) => earlier(step),
    }
}

/// How the value of a step came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The call returned it.
    Made,
    /// The call was refused, and this is its argument afterwards.
    Refused,
    /// The call left nothing behind, so the sequence goes on with an earlier value.
    Same(usize),
    /// There is no value.
    Nothing,
}

struct Entry {
    sort: usize,
    step: Step,
    way: Way,
    /// The value, until a call uses it up.
    cache: RefCell<Option<Boxed>>,
}

/// All values of a sequence. A value that was used up is built again by the same calls.
pub struct World<'s> {
    pub subject: &'s Subject,
    pub algebra: &'s Algebra,
    entries: Vec<Entry>,
    /// By sort: the elements that steps have used.
    used: Vec<Vec<u32>>,
    /// Whether values are cloned where the type can be. Clones may share state with the
    /// original, or be wrong; building again can't.
    copies: bool,
    calls: Cell<u64>,
    /// By sort: the most elements that comparisons run over.
    pub most: Vec<usize>,
}

impl<'s> World<'s> {
    pub fn new(subject: &'s Subject, algebra: &'s Algebra, copies: bool) -> Self {
        World {
            subject,
            algebra,
            entries: Vec::new(),
            used: vec![Vec::new(); subject.program.sorts.len()],
            copies,
            calls: Cell::new(0),
            most: vec![usize::MAX; subject.program.sorts.len()],
        }
    }

    /// The number of calls so far.
    pub fn calls(&self) -> u64 {
        self.calls.get()
    }

    fn count(&self) {
        self.calls.set(self.calls.get() + 1);
    }

    pub fn steps(&self) -> Vec<Step> {
        self.entries
            .iter()
            .map(|entry| entry.step.clone())
            .collect()
    }

    pub fn step(&self, step: usize) -> &Step {
        &self.entries[step].step
    }

    pub fn last(&self) -> Option<&Step> {
        self.entries.last().map(|entry| &entry.step)
    }

    /// The elements of a sort that steps have used.
    pub fn elements(&self, sort: usize) -> &[u32] {
        &self.used[sort]
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn sort(&self, step: usize) -> usize {
        self.entries[step].sort
    }

    pub fn way(&self, step: usize) -> Way {
        self.entries[step].way
    }

    pub fn push(&mut self, sort: usize, step: Step, way: Way, value: Option<Boxed>) {
        let sorts = &self.subject.program.ops[step.op].arguments;
        for (of, value) in sorts.iter().zip(&step.arguments) {
            match value {
                Value::Element(element) if !self.used[*of].contains(element) => {
                    self.used[*of].push(*element)
                }
                _ => {}
            }
        }
        self.entries.push(Entry {
            sort,
            step,
            way,
            cache: RefCell::new(value),
        });
    }

    /// Forgets the last step.
    pub fn pop(&mut self) -> Option<Step> {
        self.entries.pop().map(|entry| entry.step)
    }

    /// The step that made the value of a step.
    pub fn origin(&self, step: usize) -> Option<usize> {
        let mut step = step;
        loop {
            match self.entries[step].way {
                Way::Same(earlier) => step = earlier,
                Way::Nothing => return None,
                Way::Made | Way::Refused => return Some(step),
            }
        }
    }

    /// Calls an operation.
    pub fn call(&self, step: &Step) -> Outcome {
        let arguments = Arguments::new(self, &step.arguments);
        (self.subject.operations[step.op].call)(&arguments)
    }

    /// Calls an operation outside of its domain, if the mapping says what happens then.
    pub fn attempt(&self, step: &Step) -> Option<Attempt> {
        let operation = &self.subject.operations[step.op];
        let arguments = Arguments::new(self, &step.arguments);
        match operation.attempt {
            Some(attempt) => Some(attempt(&arguments)),
            None if operation.can_be_refused() => {
                let outcome = (operation.call)(&arguments);
                Some(tried(!matches!(outcome, Outcome::Undefined)))
            }
            None => None,
        }
    }

    /// What a call returned as a node, `Some(None)` for undefined, `None` for what can't be
    /// compared.
    pub fn node(&self, op: usize, outcome: &Outcome) -> Option<Option<Node>> {
        let result = self.subject.program.ops[op].result;
        match outcome {
            Outcome::Truth(truth) => Some(Some(Node::Truth(*truth))),
            Outcome::Int(number) => Some(Some(Node::Int(*number))),
            Outcome::Element(element) => {
                let sort = result?;
                let number = self.algebra.position(sort, &**element)?;
                Some(Some(Node::Element { sort, number }))
            }
            Outcome::Undefined => Some(None),
            Outcome::Made(_) | Outcome::Unseen => None,
        }
    }

    /// The text of a value, where its type has one.
    pub fn shown(&self, step: usize) -> Option<String> {
        let step = self.origin(step)?;
        let show = self.subject.types[self.entries[step].sort].show?;
        Some(show(&*self.borrowed(step)))
    }

    /// A value of its own: a clone, or built again.
    pub fn fresh(&self, step: usize) -> Boxed {
        let step = self.expect_origin(step);
        self.copied(step).unwrap_or_else(|| self.rebuilt(step))
    }

    fn expect_origin(&self, step: usize) -> usize {
        self.origin(step)
            .expect("arguments are steps that have values")
    }

    fn copied(&self, step: usize) -> Option<Boxed> {
        let entry = &self.entries[step];
        let copy = self.subject.types[entry.sort].copy?;
        let cache = entry.cache.try_borrow().ok()?;
        cache
            .as_ref()
            .filter(|_| self.copies)
            .map(|value| copy(&**value))
    }

    /// The value itself, which has to be built again the next time.
    fn moved(&self, step: usize) -> Boxed {
        let step = self.expect_origin(step);
        if let Some(copy) = self.copied(step) {
            return copy;
        }
        let cached = self.entries[step].cache.try_borrow_mut();
        let cached = cached.ok().and_then(|mut cache| cache.take());
        cached.unwrap_or_else(|| self.rebuilt(step))
    }

    fn borrowed(&self, step: usize) -> Ref<'_, dyn Any> {
        let step = self.expect_origin(step);
        let Entry { sort, cache, .. } = &self.entries[step];
        // Nothing may see what an earlier look has left behind.
        if self.subject.is_looked_at(*sort) || cache.borrow().is_none() {
            let value = self.fresh(step);
            if let Ok(mut cache) = cache.try_borrow_mut() {
                *cache = Some(value);
            }
        }
        Ref::map(cache.borrow(), |cache| {
            let value = cache.as_ref().expect("the cache was filled");
            &**value
        })
    }

    /// Builds a value by the calls that built it before.
    fn rebuilt(&self, step: usize) -> Boxed {
        let mut chain = Vec::new();
        let mut next = Some(step);
        let mut held = None;
        while let Some(step) = next {
            chain.push(step);
            next = self.receiver(step).map(|(_, step)| step);
            held = next.and_then(|step| self.copied(step));
            if held.is_some() {
                break;
            }
        }
        for step in chain.into_iter().rev() {
            held = Some(self.remade(step, held));
        }
        held.expect("a chain has at least one step")
    }

    /// The value that a step starts from: the first argument of the result's own sort.
    fn receiver(&self, step: usize) -> Option<(usize, usize)> {
        let entry = &self.entries[step];
        receiver(self, entry.sort, &entry.step)
    }

    fn remade(&self, step: usize, held: Option<Boxed>) -> Boxed {
        let entry = &self.entries[step];
        let place = self.receiver(step).map(|(place, _)| place);
        let mut arguments = Arguments::new(self, &entry.step.arguments);
        if let (Some(place), Some(held)) = (place, held) {
            arguments.held = Some((place, RefCell::new(Some(held))));
        }
        let operation = &self.subject.operations[entry.step.op];
        let value = match (entry.way, operation.attempt) {
            (Way::Refused, Some(attempt)) => attempt(&arguments).after,
            _ => match (operation.call)(&arguments) {
                Outcome::Made(value) => Some(value),
                _ => None,
            },
        };
        value.expect("the same calls built the value before")
    }
}

/// The place of the argument that a step starts from, and the step that made it.
pub fn receiver(world: &World<'_>, sort: usize, step: &Step) -> Option<(usize, usize)> {
    let sorts = &world.subject.program.ops[step.op].arguments;
    let mut places = step.arguments.iter().zip(sorts).enumerate();
    places.find_map(|(place, (value, of))| match value {
        Value::Step(step) if *of == sort => Some((place, world.origin(*step)?)),
        _ => None,
    })
}

/// The arguments of one call.
pub struct Arguments<'w> {
    world: &'w World<'w>,
    values: &'w [Value],
    /// A value that is at hand already.
    held: Option<(usize, RefCell<Option<Boxed>>)>,
}

impl<'w> Arguments<'w> {
    pub fn new(world: &'w World<'_>, values: &'w [Value]) -> Self {
        world.count();
        Arguments {
            world,
            values,
            held: None,
        }
    }

    fn step(&self, place: usize) -> usize {
        match self.values[place] {
            Value::Step(step) => step,
            value => panic!(
                "argument {} is no value of a type under test: {:?}",
                place, value
            ),
        }
    }

    fn held(&self, place: usize) -> Option<&RefCell<Option<Boxed>>> {
        self.held
            .as_ref()
            .filter(|(held, _)| *held == place)
            .map(|(_, value)| value)
    }

    /// An element of a parameter's sort.
    pub fn element<T: Copy + 'static>(&self, place: usize, sort: usize) -> T {
        match self.values[place] {
            Value::Element(number) => {
                *typed::<T>(&*self.world.algebra.elements[sort][number as usize])
            }
            value => panic!("argument {} is no element: {:?}", place, value),
        }
    }

    /// All elements of a parameter's sort, or as many as comparisons run over.
    pub fn all<T: Copy + 'static>(&self, sort: usize) -> Vec<T> {
        let elements = self.world.algebra.elements[sort].iter();
        let elements = elements.take(self.world.most[sort]);
        elements.map(|element| *typed::<T>(&**element)).collect()
    }

    pub fn int(&self, place: usize) -> i64 {
        match self.values[place] {
            Value::Int(number) => number,
            value => panic!("argument {} is no number: {:?}", place, value),
        }
    }

    /// A value for a call that may change it or use it up.
    pub fn take<T: 'static>(&self, place: usize) -> T {
        let held = self.held(place).and_then(|held| held.borrow_mut().take());
        unboxed(held.unwrap_or_else(|| self.world.moved(self.step(place))))
    }

    /// The value itself, for a call that only looks at it.
    pub fn borrow<T: 'static>(&self, place: usize) -> Ref<'_, T> {
        if let Some(held) = self.held(place) {
            return Ref::map(held.borrow(), |held| {
                typed::<T>(&**held.as_ref().expect("nobody took the value"))
            });
        }
        Ref::map(self.world.borrowed(self.step(place)), typed::<T>)
    }

    /// Another value that no observer can tell from the argument.
    pub fn make<T: 'static>(&self, place: usize) -> T {
        self.world.count();
        unboxed(self.world.fresh(self.step(place)))
    }
}

fn unboxed<T: 'static>(value: Boxed) -> T {
    match value.downcast() {
        Ok(value) => *value,
        Err(_) => panic!("every sort has one type of values"),
    }
}
