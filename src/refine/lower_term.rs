//! Terms and formulas as Rust expressions.
//!
//! A term that may be undefined becomes an `Option`. A value of a type under
//! test is built anew for each occurrence of its variable, so that one call
//! can't disturb another. Calls outside of a domain are never made where the
//! mapping says that they panic or are unspecified.

use std::collections::{BTreeMap, BTreeSet};

use super::code::{Expr, Stmt};
use super::names::{Namer, value_name};
use super::{Function, Names, Refinement, SortType};
use crate::arena::Id;
use crate::theory::{ArithmeticOperator, OpId, SortId, SortKind, Term, Theory, VarId, Variable};

/// Everything that lowering reads.
#[derive(Clone, Copy)]
pub struct Target<'a> {
    pub theory: &'a Theory,
    pub refinement: &'a Refinement,
    pub names: &'a Names,
    /// Operations of parameters whose tables have gaps.
    pub sparse: &'a BTreeSet<OpId>,
}

impl Target<'_> {
    pub fn function(&self, op: OpId) -> &Function {
        self.refinement.functions.get(&op).expect("resolution gave every operation a function")
    }

    pub fn is_subject(&self, sort: SortId) -> bool {
        matches!(self.refinement.sorts.get(&sort), Some(SortType::Subject(_)))
    }

    pub fn is_closure(&self, sort: SortId) -> bool {
        matches!(self.refinement.sorts.get(&sort), Some(SortType::Mock(mock)) if mock.closure.is_some())
    }

    pub fn is_int(&self, sort: SortId) -> bool {
        self.theory.sorts[sort].kind == SortKind::Int
    }

    /// Whether some value of the variables may leave the term undefined.
    pub fn is_partial(&self, term: &Term) -> bool {
        match term {
            Term::Variable(_) | Term::Int(_) => false,
            Term::Arithmetic(_, left, right) => self.is_partial(left) || self.is_partial(right),
            Term::Apply(op, arguments) => {
                self.theory.ops[*op].domain.is_some()
                    || arguments.iter().any(|argument| self.is_partial(argument))
            }
        }
    }
}

/// The body of a function under construction.
pub struct Scope<'a> {
    pub target: Target<'a>,
    pub variables: &'a [Variable],
    /// The Rust names of the variables.
    pub bindings: Vec<String>,
    pub namer: Namer,
    pub block: Vec<Stmt>,
    /// The name for the first value that is changed, where one is preferred.
    pub preferred: Option<String>,
    /// The parameter that bounds the depth of observations, in their functions.
    pub depth: Option<String>,
    /// The slices of elements that the body needs as parameters.
    pub used_elements: BTreeMap<SortId, String>,
    /// Locals that have the integer type of the function that takes them.
    pub(super) converted: BTreeSet<String>,
    /// Locals that were declared with `mut`.
    mutable: BTreeSet<String>,
    /// Variables of a type under test that are values, and not factories of them.
    held: BTreeSet<String>,
    /// Parameters of the closures around, and whether they are changed there.
    parameters: BTreeMap<String, bool>,
    /// What leaves the block around a term when the term is undefined.
    exits: Vec<String>,
}

/// What is made of arguments that are defined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Made {
    /// A truth value; false where an argument is undefined.
    Truth,
    /// A value.
    Value,
    /// An `Option`.
    Option,
}

impl<'a> Scope<'a> {
    pub fn new(target: Target<'a>, variables: &'a [Variable], bindings: Vec<String>) -> Self {
        let mut namer = target.names.values.clone();
        bindings.iter().for_each(|name| namer.reserve(name));
        Self {
            target,
            variables,
            bindings,
            namer,
            block: Vec::new(),
            preferred: None,
            depth: None,
            used_elements: BTreeMap::new(),
            converted: BTreeSet::new(),
            mutable: BTreeSet::new(),
            held: BTreeSet::new(),
            parameters: BTreeMap::new(),
            exits: Vec::new(),
        }
    }

    pub fn sort_of(&self, term: &Term) -> SortId {
        self.target.theory.sort_of(term, self.variables)
    }

    /// Lowers something into a block of its own.
    pub fn inner<R>(&mut self, lower: impl FnOnce(&mut Self) -> R) -> (Vec<Stmt>, R) {
        let outer = std::mem::take(&mut self.block);
        let result = lower(self);
        (std::mem::replace(&mut self.block, outer), result)
    }

    /// The value of a term: of the sort's type, or an `Option` of it where the
    /// term may be undefined or `optional` asks for that.
    pub fn side(&mut self, term: &Term, optional: bool) -> Expr {
        if self.target.is_partial(term) {
            return self.optional(term);
        }
        let value = self.value(term);
        if optional { value.some() } else { value }
    }

    /// The value of a term that is defined everywhere.
    fn value(&mut self, term: &Term) -> Expr {
        match term {
            Term::Variable(var) => self.variable(*var),
            Term::Int(number) => Expr::text(number.to_string()),
            Term::Arithmetic(operator, left, right) => {
                let left = self.value(left);
                let right = self.value(right);
                Expr::binary(left, symbol(*operator), right)
            }
            Term::Apply(op, arguments) => {
                let values = arguments.iter().map(|term| self.value(term)).collect();
                self.call(*op, values)
            }
        }
    }

    fn variable(&self, var: VarId) -> Expr {
        let name = &self.bindings[var.index()];
        let is_subject = self.target.is_subject(self.variables[var.index()].sort);
        if is_subject && !self.held.contains(name) {
            Expr::call(name, Vec::new())
        } else {
            Expr::text(name)
        }
    }

    /// A term that may be undefined, as an `Option`.
    pub fn optional(&mut self, term: &Term) -> Expr {
        match term {
            Term::Variable(_) | Term::Int(_) => self.value(term).some(),
            Term::Arithmetic(operator, left, right) => {
                let operands = [(**left).clone(), (**right).clone()];
                self.with_values(&operands, Made::Value, |_, values| {
                    binary(values, symbol(*operator))
                })
            }
            Term::Apply(op, arguments) if self.target.theory.ops[*op].domain.is_none() => {
                self.with_values(arguments, Made::Value, |scope, values| scope.call(*op, values))
            }
            Term::Apply(op, arguments) => {
                self.with_values(arguments, Made::Option, |scope, values| {
                    scope.partial_call(*op, arguments, values)
                })
            }
        }
    }

    /// Makes something of arguments, as far as they are defined.
    pub(super) fn with_values(
        &mut self,
        arguments: &[Term],
        made: Made,
        make: impl FnOnce(&mut Self, Vec<Expr>) -> Expr,
    ) -> Expr {
        let partial = arguments.iter().filter(|term| self.target.is_partial(term)).count();
        match partial {
            0 => {
                let values = arguments.iter().map(|term| self.value(term)).collect();
                make(self, values)
            }
            1 => self.with_one_partial(arguments, made, make),
            _ => self.with_many_partial(arguments, made, make),
        }
    }

    /// `argument.map(|argument| …)`
    fn with_one_partial(
        &mut self,
        arguments: &[Term],
        made: Made,
        make: impl FnOnce(&mut Self, Vec<Expr>) -> Expr,
    ) -> Expr {
        let mut name = String::new();
        let mut receiver = Expr::text("");
        let mut values = Vec::new();
        for term in arguments {
            if self.target.is_partial(term) {
                receiver = self.optional(term);
                name = self.namer.fresh(&self.word(term));
                if matches!(receiver, Expr::Block(..)) {
                    self.block.push(Stmt::Let { pattern: name.clone(), value: receiver });
                    receiver = Expr::text(&name);
                }
                values.push(Expr::text(&name));
            } else {
                values.push(self.value(term));
            }
        }
        self.parameters.insert(name.clone(), false);
        let (stmts, body) = self.inner(|scope| make(scope, values));
        let changed = self.parameters.remove(&name) == Some(true);
        let body = block(stmts, body);
        let closure = match changed {
            true => Expr::Closure(format!("|mut {name}|"), Box::new(body)),
            false => Expr::closure(&name, body),
        };
        let method = match made {
            Made::Truth => "is_some_and",
            Made::Value => "map",
            Made::Option => "and_then",
        };
        receiver.method(method, vec![closure])
    }

    /// A block that is left where an argument is undefined.
    fn with_many_partial(
        &mut self,
        arguments: &[Term],
        made: Made,
        make: impl FnOnce(&mut Self, Vec<Expr>) -> Expr,
    ) -> Expr {
        let label = self.namer.fresh("defined");
        let missing = if made == Made::Truth { "false" } else { "None" };
        self.exits.push(format!("break '{label} {missing}"));
        let (mut stmts, value) = self.inner(|scope| {
            let values = arguments.iter().map(|term| scope.unwrapped(term)).collect();
            make(scope, values)
        });
        self.exits.pop();
        let value = if made == Made::Value { value.some() } else { value };
        stmts.push(Stmt::Tail(value));
        Expr::Block(Some(label), stmts)
    }

    /// `let Some(x) = term else { break … };`
    fn unwrapped(&mut self, term: &Term) -> Expr {
        if !self.target.is_partial(term) {
            return self.value(term);
        }
        let value = self.optional(term);
        let name = self.namer.fresh(&self.word(term));
        let exit = self.exits.last().cloned().expect("a block to leave was opened");
        self.block.push(Stmt::LetElse { pattern: format!("Some({name})"), value, exit });
        Expr::text(name)
    }

    /// A word for the value of a term.
    fn word(&self, term: &Term) -> String {
        match term {
            Term::Variable(var) => self.bindings[var.index()].clone(),
            Term::Apply(op, _) => value_name(&self.target.theory.ops[*op].name),
            Term::Int(_) | Term::Arithmetic(..) => "number".to_owned(),
        }
    }

    /// A local variable with the value, to be changed.
    pub(super) fn place(&mut self, value: Expr, sort: SortId) -> String {
        let base = match &value {
            Expr::Text(name) if self.mutable.contains(name) => return name.clone(),
            Expr::Text(name) if self.parameters.contains_key(name) => {
                self.parameters.insert(name.clone(), true);
                return name.clone();
            }
            Expr::Call(function, arguments) if arguments.is_empty() => match &**function {
                Expr::Text(name) if self.bindings.contains(name) => name.clone(),
                _ => value_name(&self.target.theory.sorts[sort].name),
            },
            _ => value_name(&self.target.theory.sorts[sort].name),
        };
        let name = match self.preferred.take() {
            Some(name) => name,
            None if self.bindings.contains(&base) => self.namer.next(&base),
            None => self.namer.fresh(&base),
        };
        self.mutable.insert(name.clone());
        self.block.push(Stmt::Let { pattern: format!("mut {name}"), value });
        name
    }

    /// Tells of a mutable local that was declared outside.
    pub(super) fn declare_mutable(&mut self, name: &str) {
        self.namer.reserve(name);
        self.mutable.insert(name.to_owned());
    }

    /// Tells of a variable that is a value, which may be changed where it is.
    pub(super) fn hold(&mut self, name: &str) {
        self.declare_mutable(name);
        self.held.insert(name.to_owned());
    }

    /// Declares a local for a value, unless it is one already.
    pub fn named(&mut self, name: &str, value: Expr) -> Expr {
        if let Expr::Text(_) = value {
            return value;
        }
        let name = self.namer.fresh(name);
        self.block.push(Stmt::Let { pattern: name.clone(), value });
        Expr::text(name)
    }
}

fn symbol(operator: ArithmeticOperator) -> &'static str {
    match operator {
        ArithmeticOperator::Add => "+",
        ArithmeticOperator::Subtract => "-",
        ArithmeticOperator::Multiply => "*",
    }
}

fn binary(values: Vec<Expr>, symbol: &'static str) -> Expr {
    let mut values = values.into_iter();
    let (left, right) = (values.next(), values.next());
    let operand = |value: Option<Expr>| value.expect("operators have two operands");
    Expr::binary(operand(left), symbol, operand(right))
}

/// Statements with a value behind them, as one expression.
pub fn block(mut stmts: Vec<Stmt>, value: Expr) -> Expr {
    if stmts.is_empty() {
        return value;
    }
    stmts.push(Stmt::Tail(value));
    Expr::Block(None, stmts)
}
