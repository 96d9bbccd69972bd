//! The description of a type under test.

use std::any::Any;
use std::convert::TryInto;
use std::fmt::Debug;

use super::super::execute::Program;
use super::panics::Panic;
use super::source::Source;
use super::values::{Abilities, Attempt, Boxed, Equal, Outcome};
use super::world::Arguments;

/// A type under test with its specification.
pub struct Subject {
    pub program: Program,
    /// The generated file, whose own arithmetic may overflow.
    pub file: &'static str,
    /// By operation of the program.
    pub operations: Vec<Operation>,
    pub axioms: Vec<Axiom>,
    /// By sort of the program.
    pub types: Vec<Abilities>,
    pub algebras: Vec<Algebra>,
    /// Numbers of the user's choice, which come before others.
    pub values: Vec<i64>,
    /// Sorts whose observers may change the value.
    pub looked_at: Vec<usize>,
    /// How calls look in the user's own Rust.
    pub source: Source,
}

/// How an operation is called.
pub struct Operation {
    pub call: fn(&Arguments<'_>) -> Outcome,
    pub outside: Outside,
    /// A call outside of the domain, if it is not made like any other.
    pub attempt: Option<fn(&Arguments<'_>) -> Attempt>,
    /// The numbers that each argument can have.
    pub ranges: Vec<(usize, i64, i64)>,
    /// Numbers of the user's choice for an argument.
    pub values: Vec<(usize, Vec<i64>)>,
    /// Whether there is a function. Only the specification knows an auxiliary operation.
    pub is_mapped: bool,
}

/// What a call outside of the operation's domain does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// The operation is defined everywhere.
    Nowhere,
    /// It is refused, and changes nothing.
    Refuses,
    /// It is refused, and may change its argument.
    MayChange,
    Panics,
    Unspecified,
}

/// An axiom or a domain condition that can be evaluated on values.
pub struct Axiom {
    pub name: &'static str,
    pub variables: Vec<&'static str>,
    /// The sorts of its variables.
    pub sorts: Vec<usize>,
    pub evaluate: fn(&Arguments<'_>),
}

/// The elements of the parameters.
#[derive(Default)]
pub struct Algebra {
    /// By sort of the program.
    pub elements: Vec<Vec<Boxed>>,
    pub equal: Vec<Option<Equal>>,
    /// Makes the tables of this algebra the current ones, where mocks need that.
    pub enter: Option<fn()>,
    /// What a failure says about the algebra.
    pub text: String,
}

impl Subject {
    /// Panics if `rules` is no program: generated code always has one.
    pub fn new(file: &'static str, rules: &str, source: &str) -> Self {
        let program = Program::parse(rules).expect("generated rules are well-formed");
        let types = vec![Abilities::default(); program.sorts.len()];
        let looks = program.ops.iter().filter(|op| op.looks());
        let looked_at = looks.filter_map(|op| op.result).collect();
        Subject {
            program,
            file,
            operations: Vec::new(),
            axioms: Vec::new(),
            types,
            algebras: Vec::new(),
            values: Vec::new(),
            looked_at,
            source: Source::parse(source),
        }
    }

    pub fn with_type(mut self, sort: usize, abilities: Abilities) -> Self {
        self.types[sort] = abilities;
        self
    }

    /// The operations come in the order of the program.
    pub fn with<const O: usize, const A: usize, const N: usize>(
        self,
        operations: [Operation; O],
        axioms: [Axiom; A],
        algebras: [Algebra; N],
    ) -> Self {
        Subject {
            operations: Vec::from(operations),
            axioms: Vec::from(axioms),
            ..self.with_algebras(algebras)
        }
    }

    pub fn with_values(mut self, values: &[i64]) -> Self {
        self.values.extend(values);
        self
    }

    /// The numbers that the user lists for an argument, the first ones first.
    pub fn chosen(&self, op: usize, place: usize) -> Vec<i64> {
        let operation = &self.operations[op];
        let own = operation.values.iter().filter(|(at, _)| *at == place);
        let own = own.flat_map(|(_, values)| values).chain(&self.values);
        let fits = |number: &i64| {
            let mut ranges = operation.ranges.iter();
            ranges.all(|(at, low, high)| *at != place || (low <= number && number <= high))
        };
        own.copied().filter(fits).collect()
    }

    /// Whether the user lists numbers.
    pub fn has_values(&self) -> bool {
        let mut operations = self.operations.iter();
        !self.values.is_empty() || operations.any(|operation| !operation.values.is_empty())
    }

    /// Whether looking at values of a sort may change them.
    pub fn is_looked_at(&self, sort: usize) -> bool {
        self.looked_at.contains(&sort)
    }

    /// Whether a panic came from generated code.
    pub fn is_own(&self, panic: &Panic) -> bool {
        let folder = |file: &str| {
            let end = file.rfind(['/', '\\']);
            end.map_or(String::new(), |end| file[..end].to_owned())
        };
        folder(&panic.file) == folder(self.file)
            && !panic.message.starts_with(super::values::UNSOUND)
    }

    pub fn with_algebras<const N: usize>(mut self, algebras: [Algebra; N]) -> Self {
        self.algebras = Vec::from(algebras);
        self
    }
}

/// An operation that is defined everywhere.
pub fn total(call: fn(&Arguments<'_>) -> Outcome) -> Operation {
    Operation {
        call,
        outside: Outside::Nowhere,
        attempt: None,
        ranges: Vec::new(),
        values: Vec::new(),
        is_mapped: true,
    }
}

/// An operation that only the specification knows.
pub fn unmapped() -> Operation {
    Operation {
        outside: Outside::Unspecified,
        is_mapped: false,
        ..total(|_| Outcome::Unseen)
    }
}

/// An operation without a known behaviour outside of its domain.
pub fn partial(call: fn(&Arguments<'_>) -> Outcome) -> Operation {
    Operation {
        outside: Outside::Unspecified,
        ..total(call)
    }
}

impl Operation {
    /// What a call outside of the domain does.
    pub fn attempting(mut self, outside: Outside, attempt: fn(&Arguments<'_>) -> Attempt) -> Self {
        self.outside = outside;
        self.attempt = Some(attempt);
        self
    }

    /// A call outside of the domain returns nothing.
    pub fn refusing(mut self) -> Self {
        self.outside = Outside::Refuses;
        self
    }

    /// Whether a call outside of the domain can be made, since it is known what it does.
    pub fn can_be_refused(&self) -> bool {
        self.attempt.is_some() || self.outside == Outside::Refuses
    }

    /// An argument takes numbers from `low` to `high` only.
    pub fn within(mut self, argument: usize, low: i64, high: i64) -> Self {
        self.ranges.push((argument, low, high));
        self
    }

    /// The user wants these numbers to be tried first.
    pub fn trying(mut self, argument: usize, values: &[i64]) -> Self {
        self.values.push((argument, values.to_vec()));
        self
    }
}

/// A number of the user's choice. Panics if it does not fit into 64 bits.
pub fn value<T: TryInto<i64> + Copy + Debug>(number: T) -> i64 {
    match number.try_into() {
        Ok(number) => number,
        Err(_) => panic!(
            "the mapping lists {:?}, which does not fit into 64 bits",
            number
        ),
    }
}

/// An axiom over variables, each with its sort.
pub fn axiom(
    name: &'static str,
    variables: &[(&'static str, usize)],
    evaluate: fn(&Arguments<'_>),
) -> Axiom {
    Axiom {
        name,
        variables: variables.iter().map(|(name, _)| *name).collect(),
        sorts: variables.iter().map(|(_, sort)| *sort).collect(),
        evaluate,
    }
}

impl Algebra {
    /// An algebra whose operations answer from tables.
    pub fn of(tables: &dyn Debug) -> Self {
        Algebra {
            text: format!("{tables:?}"),
            ..Algebra::default()
        }
    }

    pub fn with_elements<T: Copy + PartialEq + 'static>(mut self, sort: usize, all: &[T]) -> Self {
        let equal = |left: &dyn Any, right: &dyn Any| {
            super::values::typed::<T>(left) == super::values::typed::<T>(right)
        };
        self.set(sort, all, Some(equal));
        self
    }

    /// Elements that can't be compared.
    pub fn with_functions<T: Copy + 'static>(mut self, sort: usize, all: &[T]) -> Self {
        self.set(sort, all, None);
        self
    }

    pub fn entering(mut self, enter: fn()) -> Self {
        self.enter = Some(enter);
        self
    }

    fn set<T: Copy + 'static>(&mut self, sort: usize, all: &[T], equal: Option<Equal>) {
        while self.elements.len() <= sort {
            self.elements.push(Vec::new());
            self.equal.push(None);
        }
        self.elements[sort] = all.iter().map(|one| Box::new(*one) as Boxed).collect();
        self.equal[sort] = equal;
    }

    /// The number of elements of a sort.
    pub fn size(&self, sort: usize) -> usize {
        self.elements.get(sort).map_or(0, Vec::len)
    }

    /// The number of an element.
    pub fn position(&self, sort: usize, element: &dyn Any) -> Option<u32> {
        let equal = (*self.equal.get(sort)?)?;
        let place = self.elements[sort]
            .iter()
            .position(|known| equal(&**known, element));
        place.map(|place| place as u32)
    }
}
