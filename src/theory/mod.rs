//! The resolved specification: sorts, operations, domain conditions, axioms.
//!
//! After resolution no names are left to look up: terms refer to operations and
//! variables by id, every term has one sort, and `when`/`else`, `!=` and `=`
//! between formulas no longer exist.

use crate::arena::{Arena, Id};
use crate::source::Span;

pub use crate::syntax::ast::{Answer, OperationClass, SpecOrigin};

mod compared;
mod definition;
mod describe;
mod form;
mod ids;
pub mod library;
mod lint;
mod load;
mod loader;
mod lookup;
mod mention;
mod question;
mod resolve;
mod restrict;
mod ruled_out;
mod searched;
mod spec_only;
mod statement;
mod term;
mod text;
mod workspace;

pub use definition::{Definition, Right};
pub use describe::describe;
pub use form::Form;
pub use ids::{AxiomId, OpId, SortId, SpecId, VarId};
pub use loader::{Loader, NoFolders, SpecFileText};
pub use question::{Asked, Question};
pub use resolve::{ATOM_LIMIT, Loaded};
pub use restrict::Parameters;
pub use searched::Searched;
pub use statement::Statement;
pub use term::{ArithmeticOperator, Calculated, Comparison, Formula, Term};
pub use workspace::Workspace;

/// The name of the built-in sort, and of the specification that stands for it.
pub const INT: &str = "int";

/// Everything that is known about a set of specifications.
///
/// Specifications come after those they use, and so do the sorts, operations
/// and axioms that they declare.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Theory {
    pub specs: Arena<SpecId, Spec>,
    pub sorts: Arena<SortId, Sort>,
    pub ops: Arena<OpId, Operation>,
    pub axioms: Arena<AxiomId, Axiom>,
    /// What the `implies` sections claim.
    pub theorems: Vec<Axiom>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    pub name: String,
    pub span: Span,
    /// Data sorts and sequences have specifications that nobody wrote. They have no goals.
    pub origin: SpecOrigin,
    /// The specifications in brackets behind the name.
    pub parameters: Vec<SpecId>,
    /// All specifications that this one builds on directly, parameters included.
    pub uses: Vec<SpecId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sort {
    pub name: String,
    pub spec: SpecId,
    /// As written in brackets: `SortedSet[Orderable]`.
    pub arguments: Vec<SortId>,
    pub kind: SortKind,
    pub span: Span,
}

/// Where the elements of a sort come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SortKind {
    /// No constructors: the elements are given, and mocked in tests.
    Parameter,
    /// Every element is built by constructors.
    Constructed,
    /// The built-in integers.
    Int,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    pub name: String,
    pub spec: SpecId,
    pub class: OperationClass,
    pub arguments: Vec<SortId>,
    /// `None` for a predicate.
    pub result: Option<SortId>,
    /// `None` for an operation that is defined everywhere.
    pub domain: Option<Domain>,
    /// What the operation reports about a call of another one.
    pub answer: Option<Answer>,
    pub span: Span,
}

/// When a partial operation is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    /// One for each argument of the operation, in order.
    pub variables: Vec<Variable>,
    pub condition: Formula,
    /// The whole clause.
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    pub sort: SortId,
}

/// A universally quantified formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axiom {
    pub spec: SpecId,
    /// As written; [`Axiom::title`] is there for every axiom.
    pub label: Option<String>,
    /// Its position among the axioms, or theorems, of its specification, from 1.
    pub number: usize,
    /// Those that occur in the formula, in order of declaration.
    pub variables: Vec<Variable>,
    pub formula: Formula,
    /// The formula as written, in one line.
    pub text: String,
    pub span: Span,
}

impl Axiom {
    /// The label; without a label, `axiom` and the position.
    pub fn title(&self) -> String {
        self.label.clone().unwrap_or_else(|| format!("axiom{}", self.number))
    }

    /// The same for what an `implies` section claims.
    pub fn theorem_title(&self) -> String {
        self.label.clone().unwrap_or_else(|| format!("theorem{}", self.number))
    }
}

impl Operation {
    pub fn is_predicate(&self) -> bool {
        self.result.is_none()
    }

    pub fn is_constructor(&self) -> bool {
        self.class == OperationClass::Constructor
    }
}

impl Theory {
    /// All axioms, then all domain conditions.
    pub fn formulas(&self) -> impl Iterator<Item = &Formula> {
        let domains = self.ops.values().filter_map(|op| op.domain.as_ref());
        let axioms = self.axioms.values().map(|axiom| &axiom.formula);
        axioms.chain(domains.map(|domain| &domain.condition))
    }

    /// Whether a specification has no constructed sort: it says what a type
    /// parameter must offer, and its axioms yield no goals.
    #[inline]
    pub fn is_parameter(&self, spec: SpecId) -> bool {
        self.specs[spec].origin != SpecOrigin::Yielding
            && !self
                .sorts
                .values()
                .any(|sort| sort.spec == spec && sort.kind == SortKind::Constructed)
    }

    /// The operations that a specification declares, also those that yield constructed values.
    pub fn own_ops(&self, spec: SpecId) -> impl Iterator<Item = (OpId, &Operation)> {
        self.ops.iter().filter(move |(_, op)| self.declared_in(op) == spec)
    }

    /// The specification that declares an operation.
    pub fn declared_in(&self, op: &Operation) -> SpecId {
        match self.specs[op.spec].origin {
            SpecOrigin::Yielding => self.specs[op.spec].uses[0],
            _ => op.spec,
        }
    }

    /// Parameters have no goals, and neither have data sorts and sequences: there, Rust's own
    /// types would be tested.
    pub fn has_goals(&self, spec: SpecId) -> bool {
        self.specs[spec].origin == SpecOrigin::Written && !self.is_parameter(spec)
    }

    /// The axioms that yield goals: those of all specifications except parameters.
    pub fn body_axioms(&self) -> impl Iterator<Item = (AxiomId, &Axiom)> {
        self.axioms.iter().filter(|(_, axiom)| self.has_goals(axiom.spec))
    }

    /// The domain conditions that yield goals: those of all specifications except parameters.
    pub fn body_domains(&self) -> impl Iterator<Item = (OpId, &Domain)> {
        let body = self.ops.iter().filter(|(_, op)| self.has_goals(op.spec));
        body.filter_map(|(id, op)| Some((id, op.domain.as_ref()?)))
    }

    /// `SortedSet[TotalOrder]`
    pub fn spec_text(&self, id: SpecId) -> String {
        let spec = &self.specs[id];
        let parameters: Vec<&str> =
            spec.parameters.iter().map(|id| self.specs[*id].name.as_str()).collect();
        match parameters.as_slice() {
            [] => spec.name.clone(),
            parameters => format!("{}[{}]", spec.name, parameters.join(", ")),
        }
    }

    /// `SortedSet[Orderable]`
    pub fn sort_text(&self, id: SortId) -> String {
        let sort = &self.sorts[id];
        if sort.arguments.is_empty() {
            return sort.name.clone();
        }
        let arguments: Vec<_> = sort.arguments.iter().map(|id| self.sort_text(*id)).collect();
        format!("{}[{}]", sort.name, arguments.join(", "))
    }

    /// `insert: SortedSet[Orderable] Orderable --> SortedSet[Orderable]`
    pub fn profile(&self, id: OpId) -> String {
        let op = &self.ops[id];
        let mut words = vec![format!("{}:", op.name)];
        words.extend(op.arguments.iter().map(|sort| self.sort_text(*sort)));
        if let Some(result) = op.result {
            words.push(if op.domain.is_some() { "-->?" } else { "-->" }.to_owned());
            words.push(self.sort_text(result));
        }
        words.join(" ")
    }

    /// The sorts of the parameters of a specification, in order.
    pub fn parameter_sorts(&self, spec: SpecId) -> Vec<SortId> {
        let of = |spec: &SpecId| {
            self.sorts.iter().find(|(_, sort)| sort.spec == *spec).map(|(id, _)| id)
        };
        self.specs[spec].parameters.iter().filter_map(of).collect()
    }

    /// The constructors of a sort, in order of declaration.
    pub fn constructors(&self, sort: SortId) -> impl Iterator<Item = (OpId, &Operation)> {
        self.ops.iter().filter(move |(_, op)| op.is_constructor() && op.result == Some(sort))
    }

    /// The values of a sort that has no constructors but constants.
    pub fn constants(&self, sort: SortId) -> Option<Vec<OpId>> {
        let all = self.constructors(sort);
        let all =
            all.map(|(op, it)| (it.arguments.is_empty() && it.domain.is_none()).then_some(op));
        all.collect::<Option<Vec<OpId>>>().filter(|all| !all.is_empty())
    }

    /// The sort of a term over the given variables.
    pub fn sort_of(&self, term: &Term, variables: &[Variable]) -> SortId {
        match term {
            Term::Variable(var) => variables[var.index()].sort,
            Term::Apply(op, _) => {
                self.ops[*op].result.expect("a predicate is never part of a term")
            }
            Term::Int(_) | Term::Arithmetic(..) => {
                self.int().expect("a theory with arithmetic has the sort int")
            }
        }
    }

    /// Whether values of a sort are built by constructors.
    pub fn is_constructed(&self, sort: SortId) -> bool {
        self.sorts[sort].kind == SortKind::Constructed
    }

    /// The operations of the body that take a constructed value and are no constructors. Their
    /// result may be constructed.
    pub fn observers(&self) -> impl Iterator<Item = (OpId, &Operation)> {
        self.ops.iter().filter(|(_, op)| {
            let takes_value = op.arguments.iter().any(|sort| self.is_constructed(*sort));
            !op.is_constructor() && !self.is_parameter(op.spec) && takes_value
        })
    }

    /// The built-in sort `int`, where some specification uses it.
    #[inline]
    pub fn int(&self) -> Option<SortId> {
        self.sorts.iter().find(|(_, sort)| sort.kind == SortKind::Int).map(|(id, _)| id)
    }
}
