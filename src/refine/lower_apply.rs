//! An operation applied to a value, for what it does to that value and to others.

use super::code::{Expr, Stmt};
use super::lower_law::Laws;
use super::lower_term::Scope;
use super::names::value_name;
use super::{Outside, Passing};
use crate::arena::Id;
use crate::theory::{OpId, SortId, SortKind, Term, VarId, Variable};

/// Numbers that operations are called with.
const NUMBERS: &str = "0..4";

/// An operation with one argument that is given, and others of which all are tried.
pub(super) struct Application {
    op: OpId,
    /// The place of the given argument.
    given: usize,
    passing: Passing,
    /// One for each argument. Values of the sort itself are made anew.
    variables: Vec<Variable>,
    bindings: Vec<String>,
    /// The arguments that are elements or numbers, as the loops call them.
    loops: Vec<(String, SortId)>,
}

impl Application {
    /// With the first value of the sort that is passed in such a way as the given
    /// argument; `None` where there is none, or where values of other types would be
    /// needed.
    pub fn of(laws: &Laws<'_>, op: OpId, wanted: impl Fn(Passing) -> bool) -> Option<Self> {
        let target = laws.ground.target;
        let operation = &target.theory.ops[op];
        let parameters = &target.function(op).parameters;
        let own = |argument: usize| operation.arguments[argument] == laws.sample.sort;
        let given = parameters
            .iter()
            .find(|parameter| own(parameter.argument) && wanted(parameter.passing))?;
        let mut namer = laws.namer.clone();
        // Locals of the tests.
        ["origin", "clone", "value", "same"].into_iter().for_each(|name| namer.reserve(name));
        let (mut variables, mut bindings, mut loops) = (Vec::new(), Vec::new(), Vec::new());
        for (place, sort) in operation.arguments.iter().enumerate() {
            let parameter = parameters.iter().find(|parameter| parameter.argument == place)?;
            let binding = match target.theory.sorts[*sort].kind {
                SortKind::Constructed if own(place) => laws.make.clone(),
                SortKind::Constructed => return None,
                _ => {
                    let name = namer.fresh(&value_name(&parameter.name));
                    loops.push((name.clone(), *sort));
                    name
                }
            };
            variables.push(Variable { name: binding.clone(), sort: *sort });
            bindings.push(binding);
        }
        let (given, passing) = (given.argument, given.passing);
        Some(Self { op, given, passing, variables, bindings, loops })
    }

    /// Whether the given argument must be mutable.
    pub fn changes(&self) -> bool {
        self.passing == Passing::Mutable
    }

    /// The sorts whose elements are tried.
    pub fn elements(&self, laws: &Laws<'_>) -> Vec<SortId> {
        let sorts = self.loops.iter().map(|(_, sort)| *sort);
        sorts.filter(|sort| !laws.ground.target.is_int(*sort)).collect()
    }

    /// The call, where the operation is defined or says itself that it is not.
    pub fn apply(&self, laws: &Laws<'_>, value: &str) -> Vec<Stmt> {
        let target = laws.ground.target;
        let mut scope = Scope::new(target, &self.variables, self.bindings.clone());
        scope.namer.reserve(value);
        if self.changes() {
            scope.declare_mutable(value);
        }
        let argument = |(place, variable): (usize, &Variable)| match place {
            place if place == self.given => Expr::text(value),
            _ if target.is_subject(variable.sort) => Expr::call(&laws.make, Vec::new()),
            place => Expr::text(&self.bindings[place]),
        };
        let values = self.variables.iter().enumerate().map(argument).collect();
        let outside = target.function(self.op).outside;
        if matches!(outside, Outside::Nowhere | Outside::Returns) {
            scope.statement(self.op, values);
            return scope.block;
        }
        let terms: Vec<Term> = (0..self.variables.len())
            .map(|place| Term::Variable(VarId::from_index(place)))
            .collect();
        let condition = scope.domain(self.op, &terms);
        let (then, ()) = scope.inner(|scope| scope.statement(self.op, values));
        scope.block.push(Stmt::If { condition, then });
        scope.block
    }

    /// Statements for all elements and numbers that the other arguments can be.
    pub fn for_all(&self, laws: &Laws<'_>, mut stmts: Vec<Stmt>) -> Vec<Stmt> {
        for (name, sort) in self.loops.iter().rev() {
            let over = match laws.ground.target.is_int(*sort) {
                true => Expr::text(NUMBERS),
                false => laws.elements(*sort),
            };
            stmts = Stmt::for_each(name, over, stmts);
        }
        stmts
    }
}
