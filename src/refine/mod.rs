//! Refinements: which Rust type and function stands for each sort and operation.
//!
//! [`resolve`] checks a mapping against a theory. Afterwards no name of the mapping is left
//! to look up, and every operation has one [`Function`] whose way of passing arguments and
//! returning a result is known.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::ArgumentRanges;
use crate::rust::{Expr, Fragment, Ident, Integer};
use crate::theory::{Answer, Axiom, Definition, OpId, SortId, SpecOrigin, Statement, Theory};

mod bounds;
mod claim;
mod complaint;
mod definitions;
mod entry;
mod function;
mod header;
mod in_scope;
mod numbers;
mod resolve;
mod rust_text;
mod std_bounds;
mod std_traits;
mod task;
mod values;

use bounds::bounds;
use in_scope::NamesInScope;
pub use in_scope::{Prelude, Use};
pub use resolve::resolve;
pub use std_traits::{is_hopeless, is_order, is_std, operator as std_operator};

pub use crate::rust::read::{Bound, Passing, TypeParameter as Mock, Wrapper};

/// A mapping that fits its theory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refinement {
    pub uses: Vec<Use>,
    pub preludes: Vec<Prelude>,
    /// For every sort but `int`.
    pub sorts: BTreeMap<SortId, SortType>,
    /// For every operation but auxiliary ones without a definition.
    pub functions: BTreeMap<OpId, Function>,
    pub values: Values,
    /// Mocked sorts whose elements stand for values of a real type.
    pub made: BTreeMap<SortId, Made>,
}

/// The values that the elements of a mocked sort stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    pub rust_type: Fragment,
    /// A closure from the number of an element to its value.
    pub closure: Fragment,
}

/// Numbers that tests use before others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    pub everywhere: Vec<Expr>,
    /// By operation and place.
    pub arguments: BTreeMap<(OpId, usize), Vec<Expr>>,
}

impl Refinement {
    /// The last name of the std trait that a path means; `None` if it means a trait of the user.
    pub fn std_trait<'p>(&'p self, path: &'p Fragment) -> Option<&'p str> {
        NamesInScope { uses: &self.uses, preludes: &self.preludes }.std_trait(path)
    }

    /// The parameters of an operation that must get numbers of their types, with those numbers.
    /// Partial operations have an outside, which all numbers below or above are part of if the
    /// domain condition has such a bound. The error of an operation is defined where the operation
    /// is not, so it needs such numbers, too.
    pub fn limited(
        &self,
        theory: &Theory,
        op: OpId,
    ) -> impl Iterator<Item = (&Parameter, Integer, (i64, i64))> {
        let is_error = matches!(theory.ops[op].answer, Some(Answer::Error(_)));
        let function = self.functions.get(&op);
        let domain = theory.ops[op].domain.as_ref().filter(|_| {
            !is_error && function.is_some_and(|function| function.outside != Outside::Nowhere)
        });
        let parameters = function.into_iter().flat_map(|function| &function.parameters);
        parameters.filter_map(move |parameter| {
            let integer = parameter.integer?;
            let bounded =
                domain.map_or((false, false), |it| bounds(&it.condition, parameter.argument));
            let (low, high) = integer.range();
            let low = if bounded.0 { i64::MIN } else { low };
            let high = if bounded.1 { i64::MAX } else { high };
            Some((parameter, integer, (low, high)))
        })
    }

    /// The numbers that tests may hand over: 32 bits count as all, so that mappings that differ in
    /// them need the same search.
    pub fn argument_ranges(&self, theory: &Theory) -> ArgumentRanges {
        let wide = i64::from(i32::MAX);
        let of = |op: OpId| {
            self.limited(theory, op).map(move |(parameter, _, (low, high))| {
                let low = if low < -wide { i64::MIN } else { low };
                let high = if high >= wide { i64::MAX } else { high };
                ((op, parameter.argument), (low, high))
            })
        };
        let all = (i64::MIN, i64::MAX);
        ArgumentRanges(theory.ops.ids().flat_map(of).filter(|(_, range)| *range != all).collect())
    }

    /// Whether tests can evaluate a statement, and evaluating it says something: an auxiliary
    /// operation has no function, and a definition holds whatever the type does.
    pub fn is_tested(&self, theory: &Theory, statement: Statement) -> bool {
        let (_, formula) = statement.formula(theory);
        let own = match statement {
            Statement::Domain(op) => Some(op),
            Statement::Axiom(_) => None,
        };
        let has_function = |op: OpId| self.functions.contains_key(&op);
        !self.is_defining(statement) && formula.ops().into_iter().chain(own).all(has_function)
    }

    /// The axioms about functions of the type that no test can evaluate. Only sequences, which run
    /// the axioms, compare what they say.
    pub fn only_run<'t>(&self, theory: &'t Theory) -> impl Iterator<Item = &'t Axiom> {
        let axioms = theory.body_axioms().filter(|(id, axiom)| {
            let is_called = |op: &OpId| {
                let function = self.functions.get(op);
                theory.has_goals(theory.ops[*op].spec)
                    && function.is_some_and(|it| !matches!(it.callee, Callee::Definition(_)))
            };
            let statement = Statement::Axiom(*id);
            axiom.formula.ops().iter().any(is_called)
                && !self.is_defining(statement)
                && !self.is_tested(theory, statement)
        });
        axioms.map(|(_, axiom)| axiom)
    }

    /// Whether a statement defines an operation without a function.
    fn is_defining(&self, statement: Statement) -> bool {
        self.functions.iter().any(|(op, it)| match (&it.callee, statement) {
            (Callee::Definition(definition), Statement::Axiom(id)) => definition.axiom == id,
            (Callee::Definition(_), Statement::Domain(defined)) => *op == defined,
            _ => false,
        })
    }

    /// The constructed sorts whose own equality is under test.
    pub fn own_equalities(&self, theory: &Theory) -> BTreeSet<SortId> {
        let is_written =
            |sort: &SortId| theory.specs[theory.sorts[*sort].spec].origin == SpecOrigin::Written;
        let sorts = self.sorts.keys().copied().filter(is_written);
        sorts.filter(|sort| self.has_own_equality(theory, *sort)).collect()
    }

    /// Whether a sort is a type under test whose own equality is used: a comparison by
    /// observers always agrees with the observers. Where no formula compares values and the
    /// mapping does not mention an equality, the type may have none.
    pub fn has_own_equality(&self, theory: &Theory, sort: SortId) -> bool {
        let Some(SortType::Subject(subject)) = self.sorts.get(&sort) else { return false };
        match subject.equality {
            Equality::Observers => false,
            Equality::Function(_) | Equality::Operator => true,
            Equality::Unsaid => {
                let telling = ["PartialEq", "Eq", "PartialOrd", "Ord"];
                telling.iter().any(|name| subject.has(name))
                    || theory.compared_sorts().contains(&sort)
            }
        }
    }
}

/// What a sort is in Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SortType {
    Subject(Subject),
    /// A generic parameter, which tests replace by a mock.
    Mock(Mock),
}

/// A type under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// With the generic parameters of the header in it.
    pub rust_type: Fragment,
    pub equality: Equality,
    /// A function of a reference that says whether the representation of a value is sound.
    pub rep_ok: Option<Fragment>,
    /// The traits that the mapping claims, by their last name.
    pub traits: Vec<String>,
    pub trait_operations: TraitOperations,
}

impl Subject {
    pub fn has(&self, name: &str) -> bool {
        self.traits.iter().any(|known| known == name)
    }
}

/// The operations that the laws of some traits are about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraitOperations {
    /// The creator that `Default` agrees with.
    pub default: Option<OpId>,
    /// The creator that `FromIterator` starts with, and the operation for each item.
    pub from_iterator: Option<[OpId; 2]>,
    /// The operation that `Extend` applies to each item.
    pub extend: Option<OpId>,
    /// The observer that determines the items of `IntoIterator`.
    pub into_iterator: Option<OpId>,
}

/// How values of a type under test are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Equality {
    /// By `==` if the type is known to have it.
    Unsaid,
    Operator,
    /// A path to a function of two references.
    Function(Fragment),
    Observers,
}

/// The Rust function of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    pub callee: Callee,
    /// In the order of the Rust signature, the receiver first.
    pub parameters: Vec<Parameter>,
    pub yields: Yields,
    pub outside: Outside,
    /// Whether a refused call may leave its argument changed.
    pub may_change: bool,
    /// `(&self, e: &Self) -> bool`, for the implementation of a mock's method and
    /// for functions with a body.
    pub signature: Fragment,
}

impl Function {
    /// Whether an argument after the call is the result.
    pub fn changes(&self, argument: usize) -> bool {
        matches!(self.yields, Yields::Argument { argument: changed, .. } if changed == argument)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// `receiver.name(…)`
    Method(Ident),
    /// `Self::name(…)`
    Associated(Ident),
    /// A path as written: `module::name(…)`, `Trait::name(receiver, …)`
    Path(Fragment),
    /// A method of a trait that the mock implements.
    Trait { path: Fragment, method: Ident },
    /// The receiver is a closure and is called.
    Closure,
    /// A function that is written in the mapping, with its body.
    Body(Fragment),
    /// Nothing is called: the right side of the definition is evaluated.
    Definition(Box<Definition>),
}

/// One parameter of the Rust function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: Ident,
    /// Which argument of the operation it is.
    pub argument: usize,
    pub passing: Passing,
    /// For an argument of sort `int`.
    pub integer: Option<Integer>,
}

/// Where the result of a call is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Yields {
    /// In an argument that was passed by `&mut`. The return value shows at most whether the
    /// call was defined.
    Argument {
        argument: usize,
        wrapper: Wrapper,
        returns: bool,
    },
    Value(ReturnShape),
}

/// The form of a returned value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReturnShape {
    pub wrapper: Wrapper,
    pub reference: bool,
    /// For a result of sort `int`.
    pub integer: Option<Integer>,
    /// For a predicate whose function returns an `Ordering`: the method that maps it to a
    /// truth value.
    pub via: Option<Ident>,
}

/// The behaviour of a call outside of the operation's domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// The operation is defined everywhere.
    Nowhere,
    /// It returns `None` or `Err`.
    Returns,
    Panics,
    Unspecified,
}
