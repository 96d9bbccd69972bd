//! The operation shapes that are explored: values built by constructors, and an axiom on them.

use super::super::execute::SortKind;
use super::super::explore::Choices;
use super::super::sequence::{Algebra, Axiom, Outside, Step, Subject, Value};

/// Numbers from 0 to this are tried.
pub const LARGEST: usize = 3;

/// Calls that build values, and the values that an axiom is about.
#[derive(Clone, Debug)]
pub struct Shape {
    pub steps: Vec<Step>,
    pub values: Vec<Value>,
    /// By sort: how many elements are in use.
    pub elements: Vec<usize>,
}

/// The operations that steps after a creator may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    Constructors,
    /// All that return the sort under test; one of them is no constructor.
    Operations,
}

/// `1 step`, `2 steps`
pub fn counted(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// Chooses shapes for one type under test.
pub struct Shapes<'s> {
    subject: &'s Subject,
    algebra: &'s Algebra,
    sort: usize,
    creators: Vec<usize>,
    extenders: Vec<usize>,
    taken: Taken,
}

impl<'s> Shapes<'s> {
    pub fn new(subject: &'s Subject, algebra: &'s Algebra, sort: usize, taken: Taken) -> Self {
        let ops = &subject.program.ops;
        let takes_own = |op: &usize| ops[*op].arguments.contains(&sort);
        let all = 0..ops.len();
        let usable: Vec<usize> = all
            .filter(|op| ops[*op].result == Some(sort) && !ops[*op].is_given && !ops[*op].looks())
            .filter(|op| ops[*op].is_constructor || taken == Taken::Operations)
            .filter(|op| subject.operations[*op].is_mapped && is_usable(subject, *op, sort))
            .collect();
        let is_other = usable.iter().any(|op| !ops[*op].is_constructor);
        let (extenders, mut creators): (Vec<usize>, Vec<usize>) =
            usable.into_iter().partition(takes_own);
        if taken == Taken::Operations && !is_other {
            // Constructors alone were taken before.
            creators.clear();
        }
        Shapes {
            subject,
            algebra,
            sort,
            creators,
            extenders,
            taken,
        }
    }

    /// Describes the values of up to this number of steps.
    pub fn described(&self, steps: usize) -> String {
        match self.taken {
            Taken::Constructors => format!("on values of up to {}", counted(steps as u64, "step")),
            Taken::Operations => {
                format!(
                    "after up to {} of any kind",
                    counted(steps as u64, "operation")
                )
            }
        }
    }

    /// Whether there are values to start from.
    pub fn has_values(&self) -> bool {
        !self.creators.is_empty()
    }

    /// Whether the axiom is about values that can be built, one at least.
    pub fn fits(&self, axiom: &Axiom) -> bool {
        axiom.sorts.contains(&self.sort)
            && axiom.sorts.iter().all(|sort| {
                *sort == self.sort
                    || self.subject.program.sorts[*sort].kind != SortKind::Constructed
            })
    }

    /// A shape whose values take as many steps after their creators. `None` if there is none
    /// with these choices.
    pub fn choose(&self, axiom: &Axiom, steps: usize, choices: &mut Choices) -> Option<Shape> {
        let own = axiom
            .sorts
            .iter()
            .filter(|sort| **sort == self.sort)
            .count();
        let mut shape = Shape {
            steps: Vec::new(),
            values: Vec::new(),
            elements: Vec::new(),
        };
        let mut left = (own, steps);
        for sort in &axiom.sorts {
            let value = if *sort == self.sort {
                let (values, steps) = left;
                let taken = if values == 1 {
                    steps
                } else {
                    choices.choose(steps + 1)
                };
                left = (values - 1, steps - taken);
                self.built(taken, &mut shape, choices)?
            } else {
                self.plain(*sort, &self.subject.values, choices)?
            };
            shape.values.push(value);
        }
        let sorts = 0..self.subject.program.sorts.len();
        shape.elements = sorts.map(|sort| choices.met(sort)).collect();
        Some(shape)
    }

    /// A value of the sort under test.
    fn built(&self, steps: usize, shape: &mut Shape, choices: &mut Choices) -> Option<Value> {
        let first = shape.steps.len();
        let creator = self.creators[choices.choose(self.creators.len())];
        self.call(creator, first, shape, choices)?;
        for _ in 0..steps {
            if self.extenders.is_empty() {
                return None;
            }
            let op = self.extenders[choices.choose(self.extenders.len())];
            self.call(op, first, shape, choices)?;
        }
        Some(Value::Step(shape.steps.len() - 1))
    }

    /// Adds a call. The first argument of the own sort is the value so far; others are any of
    /// the values since `first`.
    fn call(
        &self,
        op: usize,
        first: usize,
        shape: &mut Shape,
        choices: &mut Choices,
    ) -> Option<()> {
        let mut arguments = Vec::new();
        let mut has_receiver = false;
        for sort in &self.subject.program.ops[op].arguments {
            arguments.push(if *sort != self.sort {
                let chosen = self.subject.chosen(op, arguments.len());
                self.plain(*sort, &chosen, choices)?
            } else if has_receiver {
                Value::Step(first + choices.choose(shape.steps.len() - first))
            } else {
                has_receiver = true;
                Value::Step(shape.steps.len() - 1)
            });
        }
        shape.steps.push(Step { op, arguments });
        Some(())
    }

    /// An element or a number; those of the user's choice come first.
    fn plain(&self, sort: usize, chosen: &[i64], choices: &mut Choices) -> Option<Value> {
        match self.subject.program.sorts[sort].kind {
            SortKind::Int => {
                let number = choices.choose(chosen.len() + LARGEST + 1);
                let small = number.checked_sub(chosen.len());
                Some(Value::Int(
                    small.map_or_else(|| chosen[number], |small| small as i64),
                ))
            }
            SortKind::Given if self.algebra.size(sort) > 0 => {
                let element = choices.fresh(sort, self.algebra.size(sort));
                Some(Value::Element(element as u32))
            }
            _ => None,
        }
    }
}

/// Whether an operation can be called with elements, numbers and own values, and says by itself
/// whether a call is outside of its domain.
fn is_usable(subject: &Subject, op: usize, sort: usize) -> bool {
    let refuses = match subject.operations[op].outside {
        Outside::Nowhere | Outside::Refuses | Outside::MayChange => true,
        Outside::Panics | Outside::Unspecified => false,
    };
    let arguments = &subject.program.ops[op].arguments;
    refuses
        && arguments
            .iter()
            .all(|of| *of == sort || subject.program.sorts[*of].kind != SortKind::Constructed)
}
