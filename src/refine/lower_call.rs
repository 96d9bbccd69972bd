//! Calls of the functions that carry operations.

use super::code::{Expr, Stmt};
use super::lower_term::{Scope, block};
use super::std_traits;
use super::{Callee, Function, Outside, Parameter, Passing, Shape, Wrapper, Yields};
use crate::theory::{Formula, OpId, Term};

impl Scope<'_> {
    /// The result of a call inside of the operation's domain.
    pub(super) fn call(&mut self, op: OpId, values: Vec<Expr>) -> Expr {
        let function = self.target.function(op).clone();
        match &function.yields {
            Yields::Argument { argument, returns, .. } => {
                let (place, call) = self.change(op, &function, *argument, values);
                self.block.push(discarded(call, *returns));
                Expr::text(place)
            }
            Yields::Value(shape) => {
                let call = self.invocation(op, &function, values);
                self.unshaped(op, shape, call)
            }
        }
    }

    /// A call for what it does, whatever it returns.
    pub(super) fn statement(&mut self, op: OpId, values: Vec<Expr>) {
        let function = self.target.function(op).clone();
        let stmt = match &function.yields {
            Yields::Argument { argument, returns, .. } => {
                let (_, call) = self.change(op, &function, *argument, values);
                discarded(call, *returns)
            }
            Yields::Value(_) => discarded(self.invocation(op, &function, values), true),
        };
        self.block.push(stmt);
    }

    /// The result of a partial operation as an `Option`. The terms are those of
    /// the values, for the domain condition.
    pub(super) fn partial_call(&mut self, op: OpId, terms: &[Term], values: Vec<Expr>) -> Expr {
        let function = self.target.function(op).clone();
        if function.outside != Outside::Returns {
            let condition = self.domain(op, terms);
            let (stmts, value) = self.inner(|scope| scope.call(op, values));
            let body = Expr::Closure("||".to_owned(), Box::new(block(stmts, value)));
            return condition.method("then", vec![body]);
        }
        let convert =
            |number: Expr, call| number.method("ok", vec![]).method("and_then", vec![call]);
        self.converted_call(&function, values, convert, |scope, values| {
            scope.returning_call(op, &function, values)
        })
    }

    /// A number that the function's type does not have is outside of the domain:
    /// `usize::try_from(n).ok().and_then(|number| …)`. So says `convert`, given the
    /// converted number and what is called with it.
    pub(super) fn converted_call(
        &mut self,
        function: &Function,
        mut values: Vec<Expr>,
        convert: fn(Expr, Expr) -> Expr,
        call: impl FnOnce(&mut Self, Vec<Expr>) -> Expr,
    ) -> Expr {
        let narrow = function.parameters.iter().find(|parameter| {
            let integer = parameter.integer.as_deref();
            let narrow = integer.is_some_and(|integer| !["i64", "i128"].contains(&integer));
            narrow
                && !is_literal(&values[parameter.argument])
                && !self.is_converted(&values[parameter.argument])
        });
        let Some(parameter) = narrow else { return call(self, values) };
        let name = self.namer.fresh("number");
        let value = std::mem::replace(&mut values[parameter.argument], Expr::text(&name));
        let integer = parameter.integer.clone().unwrap_or_default();
        self.converted.insert(name.clone());
        let (stmts, body) =
            self.inner(|scope| scope.converted_call(function, values, convert, call));
        let closure = Expr::closure(&name, block(stmts, body));
        convert(Expr::call(format!("{integer}::try_from"), vec![value]), closure)
    }

    /// Whether a value is a local that has the integer type it needs.
    fn is_converted(&self, value: &Expr) -> bool {
        matches!(value, Expr::Text(name) if self.converted.contains(name))
    }

    fn returning_call(&mut self, op: OpId, function: &Function, values: Vec<Expr>) -> Expr {
        match &function.yields {
            Yields::Argument { argument, wrapper, .. } => {
                let (place, call) = self.change(op, function, *argument, values);
                call.method(wrapper.test(), Vec::new()).method("then_some", vec![Expr::text(place)])
            }
            Yields::Value(shape) => {
                let mut call = self.invocation(op, function, values);
                if shape.wrapper == Wrapper::Result {
                    call = call.method("ok", Vec::new());
                }
                self.unshaped_option(op, shape, call)
            }
        }
    }

    /// The value of a term, step by step, in a closure that returns an `Option`:
    /// an undefined step leaves it.
    pub fn steps(&mut self, term: &Term) -> Expr {
        let Term::Apply(op, terms) = term else { return self.side(term, false) };
        let values: Vec<Expr> = terms.iter().map(|term| self.steps(term)).collect();
        let function = self.target.function(*op).clone();
        if function.outside == Outside::Nowhere {
            return self.call(*op, values);
        }
        if function.outside != Outside::Returns {
            let condition = self.outside(*op, terms);
            if condition.known_truth() != Some(false) {
                let leave = vec![Stmt::Expr(Expr::text("return None"))];
                self.block.push(Stmt::If { condition, then: leave });
            }
            return self.call(*op, values);
        }
        let tried = |call: Expr, wrapper: Wrapper| match wrapper {
            Wrapper::Result => Expr::Suffix(Box::new(call.method("ok", Vec::new())), "?"),
            _ => Expr::Suffix(Box::new(call), "?"),
        };
        match &function.yields {
            Yields::Argument { argument, wrapper, .. } => {
                let (place, call) = self.change(*op, &function, *argument, values);
                self.block.push(Stmt::Expr(tried(call, *wrapper)));
                Expr::text(place)
            }
            Yields::Value(shape) => {
                let call = self.invocation(*op, &function, values);
                let plain = Shape { wrapper: Wrapper::Plain, ..shape.clone() };
                self.unshaped(*op, &plain, tried(call, shape.wrapper))
            }
        }
    }

    /// The domain condition of an operation for the given arguments.
    pub(super) fn domain(&mut self, op: OpId, terms: &[Term]) -> Expr {
        let condition = self.condition(op, terms);
        self.truth(&condition)
    }

    fn outside(&mut self, op: OpId, terms: &[Term]) -> Expr {
        let condition = self.condition(op, terms);
        match condition {
            Formula::And(left, right) if is_trivial(&left) => self.truth(&Formula::Not(right)),
            condition => self.truth(&Formula::Not(Box::new(condition))),
        }
    }

    fn condition(&self, op: OpId, terms: &[Term]) -> Formula {
        let domain = self.target.theory.ops[op].domain.as_ref();
        let domain = domain.expect("only partial operations have an outside");
        domain.condition.substituted(terms)
    }

    /// A call that changes an argument: the argument's place, and the call.
    fn change(
        &mut self,
        op: OpId,
        function: &Function,
        argument: usize,
        mut values: Vec<Expr>,
    ) -> (String, Expr) {
        let sort = self.target.theory.ops[op].arguments[argument];
        let value = std::mem::replace(&mut values[argument], Expr::text(""));
        let place = self.place(value, sort);
        values[argument] = Expr::text(&place);
        (place, self.invocation(op, function, values))
    }

    /// The call itself, whatever it returns.
    pub(super) fn invocation(&mut self, op: OpId, function: &Function, values: Vec<Expr>) -> Expr {
        let mut arguments: Vec<Expr> = Vec::new();
        let method = matches!(function.callee, Callee::Method(_) | Callee::Closure);
        for (place, parameter) in function.parameters.iter().enumerate() {
            let value = values[parameter.argument].clone();
            arguments.push(if method && place == 0 {
                self.receiver(op, parameter, value)
            } else {
                self.passed(op, parameter, value)
            });
        }
        match &function.callee {
            Callee::Method(name) => {
                let receiver = arguments.remove(0);
                receiver.method(name, arguments)
            }
            Callee::Closure => {
                let closure = match arguments.remove(0) {
                    // A reference can be called as well.
                    Expr::Prefix("*", reference) => *reference,
                    value => value,
                };
                Expr::Call(Box::new(closure), arguments)
            }
            Callee::Associated(name) => {
                let alias = self.own_type(op);
                Expr::call(format!("{alias}::{name}"), arguments)
            }
            Callee::Path(path) => Expr::call(self.target.names.instantiate(path), arguments),
            Callee::Body(_) => Expr::call(&self.target.names.bodies[&op], arguments),
            Callee::Trait { path, method } => self.trait_call(op, path, method, arguments),
        }
    }

    /// The alias of the sort that the operation's specification declares.
    fn own_type(&self, op: OpId) -> String {
        let spec = self.target.theory.ops[op].spec;
        let sort = self.target.theory.sorts.iter().find(|(_, sort)| sort.spec == spec);
        sort.map(|(id, _)| self.target.names.sort(id).to_owned()).unwrap_or_default()
    }

    /// `a >= b` where Rust has an operator, `Trait::method(&a, &b)` elsewhere.
    fn trait_call(&self, op: OpId, path: &str, method: &str, mut arguments: Vec<Expr>) -> Expr {
        let name = super::signature::last_segment(path);
        let name = name.split('<').next().unwrap_or(name);
        let comparison = match method {
            "lt" => Some("<"),
            "le" => Some("<="),
            "gt" => Some(">"),
            "ge" => Some(">="),
            _ => None,
        };
        let symbol = match std_traits::operator(name) {
            Some((known, symbol)) if known == method => Some(symbol),
            _ => comparison.filter(|_| name == "PartialOrd"),
        };
        if let (Some(symbol), 2) = (symbol, arguments.len()) {
            let right = arguments.pop().map(unborrowed);
            let left = arguments.pop().map(unborrowed);
            if let (Some(left), Some(right)) = (left, right) {
                return Expr::binary(left, symbol, right);
            }
        }
        if let ("Hash", Some(value)) = (name, arguments.first()) {
            // The number that the element hands to a hasher.
            return unborrowed(value.clone()).method("hash_value", Vec::new());
        }
        let mut path = path.split('<').next().unwrap_or(path).to_owned();
        if self.target.theory.ops[op].arguments.is_empty() {
            path = format!("<{} as {}>", self.own_type(op), self.target.names.instantiate(&path));
        }
        Expr::call(format!("{path}::{method}"), arguments)
    }

    fn receiver(&mut self, op: OpId, parameter: &Parameter, value: Expr) -> Expr {
        if parameter.passing == Passing::Mutable {
            return self.changeable(op, parameter, value);
        }
        value
    }

    fn passed(&mut self, op: OpId, parameter: &Parameter, value: Expr) -> Expr {
        let value = match &parameter.integer {
            Some(integer) if !self.is_converted(&value) => integer_argument(value, integer),
            _ => value,
        };
        match parameter.passing {
            Passing::Value => value,
            Passing::Shared => Expr::prefix("&", value),
            Passing::Mutable => {
                let place = self.changeable(op, parameter, value);
                Expr::prefix("&mut ", place)
            }
        }
    }

    /// Something that `&mut` can be taken of: a temporary, or a mutable local.
    fn changeable(&mut self, op: OpId, parameter: &Parameter, value: Expr) -> Expr {
        match value {
            Expr::Text(_) => {
                let sort = self.target.theory.ops[op].arguments[parameter.argument];
                Expr::text(self.place(value, sort))
            }
            other => other,
        }
    }

    /// A plain result as a value of the sort.
    fn unshaped(&mut self, op: OpId, shape: &Shape, call: Expr) -> Expr {
        if let Some(method) = &shape.via {
            return match shape.wrapper {
                Wrapper::Plain => call.method(method, Vec::new()),
                _ => call
                    .method("is_some_and", vec![Expr::text(format!("|order| order.{method}()"))]),
            };
        }
        let Some(sort) = self.target.theory.ops[op].result else { return call };
        let subject = self.target.is_subject(sort);
        let call = match shape.wrapper {
            // The domain condition holds, so that there is a value.
            Wrapper::Option | Wrapper::Result => call.method("unwrap", Vec::new()),
            Wrapper::Plain => call,
        };
        let value = match (shape.reference, subject) {
            (true, true) => call.method("clone", Vec::new()),
            (true, false) => Expr::prefix("*", call),
            (false, _) => call,
        };
        match &shape.integer {
            Some(integer) if integer != "i64" => value.cast("i64"),
            _ => value,
        }
    }

    pub(super) fn unshaped_option(&mut self, op: OpId, shape: &Shape, call: Expr) -> Expr {
        let sort = self.target.theory.ops[op].result;
        let subject = sort.is_some_and(|sort| self.target.is_subject(sort));
        let value = match (shape.reference, subject) {
            (true, true) => call.method("cloned", Vec::new()),
            (true, false) => call.method("copied", Vec::new()),
            (false, _) => call,
        };
        match &shape.integer {
            Some(integer) if integer != "i64" => {
                value.method("map", vec![Expr::text("|number| number as i64")])
            }
            _ => value,
        }
    }
}

/// A call as a statement; what it returns is visibly left.
fn discarded(call: Expr, returns: bool) -> Stmt {
    match returns {
        true => Stmt::Let { pattern: "_".to_owned(), value: call },
        false => Stmt::Expr(call),
    }
}

/// Whether a formula compares two literals that compare so.
fn is_trivial(formula: &Formula) -> bool {
    match formula {
        Formula::Compare(comparison, Term::Int(left), Term::Int(right)) => {
            comparison.holds(left, right)
        }
        _ => false,
    }
}

fn unborrowed(value: Expr) -> Expr {
    match value {
        Expr::Prefix("&", inner) => *inner,
        other => other,
    }
}

/// An `i64` as another integer type. Literals take the type by themselves.
fn integer_argument(value: Expr, integer: &str) -> Expr {
    match &value {
        value if is_literal(value) || integer == "i64" => value.clone(),
        Expr::Text(text) if text.parse::<i64>().is_ok() => {
            Expr::text(format!("{text}_i64")).cast(integer)
        }
        value => value.clone().cast(integer),
    }
}

fn is_literal(value: &Expr) -> bool {
    matches!(value, Expr::Text(text) if text.parse::<u64>().is_ok())
}
