//! One function for each operation, in the terms of the specification.
//!
//! `fn insert(mut s: SortedSet, e: Orderable) -> SortedSet`: after this, axioms and terms are
//! calls of adapters and nothing else. A partial operation returns an `Option`, and a predicate
//! a `bool`. Where a call outside of the domain would panic or do anything at all, the adapter
//! evaluates the domain condition first.

use super::call::{Argument, invocation, narrow_parameters, unshaped, unshaped_option};
use super::context::{Context, Taking};
use super::names::initial;
use super::term::{Binding, Body};
use crate::refine::{Callee, Function as Mapped, Outside, Passing, Wrapper, Yields};
use crate::rust::{Expr, Function, Ident, Integer, Names, Parameter, Pattern, Stmt, Type};
use crate::theory::{Definition, Domain, OpId, Right, SortId};

/// The functions of one operation.
pub struct Adapter {
    pub function: Function,
    /// Tries the call, and returns whether it succeeded.
    pub attempt: Option<Function>,
}

/// The adapters of all operations.
pub fn adapters(cx: Context<'_>) -> Vec<Adapter> {
    cx.refinement.functions.keys().map(|op| adapter(cx, *op)).collect()
}

/// The adapter of an operation that has a function.
pub fn adapter(cx: Context<'_>, op: OpId) -> Adapter {
    let lowering = Lowering::new(cx, op);
    Adapter { function: lowering.adapter(), attempt: lowering.attempt() }
}

/// `fn after_find(mut u: UnionFind, e: Element) -> UnionFind { let _ = u.find(&e); u }`
pub fn look(cx: Context<'_>, op: OpId, place: usize, name: Ident) -> Function {
    let lowering = Lowering::new(cx, op);
    let sort = cx.sort_type(lowering.sorts()[place]);
    let parameter = |at: usize| match (at == place, lowering.passing(at)) {
        (true, Passing::Mutable) => Parameter::mutable(&lowering.locals[at], sort.clone()),
        (true, _) => Parameter::new(&lowering.locals[at], sort.clone()),
        (false, _) => lowering.parameter(at),
    };
    let mut arguments = lowering.arguments();
    arguments[place] = Argument::owned(&lowering.locals[place]);
    let value = Expr::name(&lowering.locals[place]);
    let mut body = lowering.narrowed();
    body.push(discarded(invocation(cx, op, &arguments), true));
    body.push(Stmt::Tail(if lowering.is_partial() { value.some() } else { value }));
    let result = if lowering.is_partial() { sort.clone().option() } else { sort.clone() };
    let parameters = (0..lowering.locals.len()).map(parameter).collect();
    let mut function = Function::new(name, parameters, Some(result));
    function.doc = vec![format!("The value that `{}` has looked at.", cx.theory.ops[op].name)];
    function.with_body(body)
}

/// What an adapter returns.
pub fn result_type(cx: Context<'_>, op: OpId) -> Type {
    let operation = &cx.theory.ops[op];
    match operation.result {
        None => Type::named("bool"),
        Some(sort) if operation.domain.is_some() => cx.sort_type(sort).option(),
        Some(sort) => cx.sort_type(sort),
    }
}

struct Lowering<'a> {
    cx: Context<'a>,
    op: OpId,
    mapped: &'a Mapped,
    /// The names of the arguments.
    locals: Vec<Ident>,
    names: Names,
}

impl<'a> Lowering<'a> {
    fn new(cx: Context<'a>, op: OpId) -> Self {
        let mut names = cx.names.table.child();
        let mapped = &cx.refinement.functions[&op];
        let locals = local_names(cx, op, mapped, &mut names);
        Self { cx, op, mapped, locals, names }
    }

    fn sorts(&self) -> &'a [SortId] {
        &self.cx.theory.ops[self.op].arguments
    }

    fn is_partial(&self) -> bool {
        self.cx.theory.ops[self.op].domain.is_some()
    }

    fn passing(&self, argument: usize) -> Passing {
        let mut parameters = self.mapped.parameters.iter();
        let parameter = parameters.find(|parameter| parameter.argument == argument);
        parameter.map_or(Passing::Value, |parameter| parameter.passing)
    }

    fn adapter(&self) -> Function {
        let name = &self.cx.theory.ops[self.op].name;
        let mut function = Function::new(
            self.cx.names.adapter(self.op),
            (0..self.locals.len()).map(|place| self.parameter(place)).collect(),
            Some(result_type(self.cx, self.op)),
        );
        if function.name.as_str() != name {
            function.doc = vec![format!("`{name}`")];
        }
        function.with_body(self.body())
    }

    fn parameter(&self, place: usize) -> Parameter {
        let sort = self.cx.sort_type(self.sorts()[place]);
        let name = &self.locals[place];
        let changed = self.passing(place) == Passing::Mutable
            || self.attempts_call() && self.mapped.changes(place);
        match self.cx.taking(self.op, place) {
            Taking::Value if changed => Parameter::mutable(name, sort),
            Taking::Value => Parameter::new(name, sort),
            Taking::Reference => Parameter::new(name, sort.reference()),
            Taking::Factory => Parameter::new(name, sort.factory()),
        }
    }

    fn arguments(&self) -> Vec<Argument> {
        let argument = |(place, name): (usize, &Ident)| match self.cx.taking(self.op, place) {
            Taking::Reference => Argument::borrowed(name),
            Taking::Value | Taking::Factory => Argument::owned(name),
        };
        self.locals.iter().enumerate().map(argument).collect()
    }

    fn body(&self) -> Vec<Stmt> {
        let mut body = Vec::new();
        if let Some(domain) = self.cx.guard(self.op) {
            let outside = if self.is_partial() { Expr::name("None") } else { Expr::Bool(false) };
            let leave = vec![Stmt::Return(Some(outside))];
            body.push(Stmt::If(self.holds(domain).negated(), leave));
        }
        if let Callee::Definition(definition) = &self.mapped.callee {
            body.extend(self.defined(definition));
            return body;
        }
        if self.cx.guard(self.op).is_some() {
            body.extend(self.made());
        }
        body.extend(self.narrowed());
        match (&self.mapped.yields, self.is_partial()) {
            (Yields::Argument { argument, returns, .. }, partial) => {
                let changed = &self.locals[*argument];
                if self.mapped.outside == Outside::Returns {
                    let done = self.attempted(*argument);
                    body.push(Stmt::Tail(done.method("then_some", vec![Expr::name(changed)])));
                    return body;
                }
                body.push(discarded(self.call(), *returns));
                let value = Expr::name(changed);
                body.push(Stmt::Tail(if partial { value.some() } else { value }));
            }
            (Yields::Value(shape), true) if self.mapped.outside == Outside::Returns => {
                body.push(Stmt::Tail(unshaped_option(self.cx, self.op, shape, self.call())));
            }
            (Yields::Value(shape), partial) => {
                let value = unshaped(self.cx, self.op, shape, self.call());
                body.push(Stmt::Tail(if partial { value.some() } else { value }));
            }
        }
        body
    }

    fn call(&self) -> Expr {
        invocation(self.cx, self.op, &self.arguments())
    }

    /// The domain condition of the arguments.
    fn holds(&self, domain: &Domain) -> Expr {
        let mut body = Body::new(self.cx, &domain.variables, self.bindings(), self.names.child());
        body.truth(&domain.condition)
    }

    fn bindings(&self) -> Vec<Binding> {
        let binding = |(place, name): (usize, &Ident)| match (
            self.cx.taking(self.op, place),
            self.cx.is_subject(self.sorts()[place]),
        ) {
            (Taking::Factory, _) => Binding::Factory(name.clone()),
            (Taking::Reference, _) => Binding::Borrowed(name.clone()),
            (Taking::Value, true) => Binding::Held(name.clone()),
            (Taking::Value, false) => Binding::Copied(name.clone()),
        };
        self.locals.iter().enumerate().map(binding).collect()
    }

    /// The right side of a definition, for arguments inside of the domain.
    fn defined(&self, definition: &'a Definition) -> Vec<Stmt> {
        let names = self.names.child();
        let mut body = Body::new(self.cx, &definition.variables, self.bindings(), names);
        let (cases, last) = match &definition.right {
            Right::Truth(formula) => return vec![Stmt::Tail(body.truth(formula))],
            Right::Value(cases, last) => (cases, last),
        };
        let mut value = |term| {
            let side = body.side(term, self.is_partial());
            // A total operation whose definition is not has no value to give.
            let is_missing = !self.is_partial() && self.cx.is_partial(term);
            if is_missing { side.method("unwrap", Vec::new()) } else { side }
        };
        let values: Vec<Expr> = cases.iter().map(|(_, term)| value(term)).collect();
        let last = value(last);
        let conditions = cases.iter().map(|(condition, _)| body.truth(condition));
        let conditions: Vec<Expr> = conditions.collect();
        let cases = conditions
            .into_iter()
            .zip(values)
            .map(|(condition, value)| Stmt::If(condition, vec![Stmt::Return(Some(value))]));
        cases.chain([Stmt::Tail(last)]).collect()
    }

    /// `let mut s = s();` for each factory, once the domain condition was evaluated.
    fn made(&self) -> Vec<Stmt> {
        let factories = self.locals.iter().enumerate();
        let factories =
            factories.filter(|(place, _)| self.cx.taking(self.op, *place) == Taking::Factory);
        let made = factories.map(|(place, name)| {
            let pattern = match self.passing(place) {
                Passing::Mutable => Pattern::Mutable(name.clone()),
                _ => Pattern::Name(name.clone()),
            };
            Stmt::Let(pattern, Expr::call(name, Vec::new()))
        });
        made.collect()
    }

    /// `let i: usize = narrowed(i)?;`, or a cast where the operation is total.
    fn narrowed(&self) -> Vec<Stmt> {
        if self.attempts_call() {
            return Vec::new();
        }
        let narrowed = narrow_parameters(self.mapped).map(|(parameter, integer)| {
            let name = &self.locals[parameter.argument];
            if self.is_partial() && !integer.holds_every_i64() {
                return Stmt::Let(typed(name, integer), narrowed(name).tried());
            }
            Stmt::Let(name.into(), Expr::name(name).cast(integer))
        });
        narrowed.collect()
    }

    /// Whether the adapter leaves the call to the function that attempts it.
    fn attempts_call(&self) -> bool {
        self.mapped.outside == Outside::Returns
            && matches!(self.mapped.yields, Yields::Argument { .. })
    }

    /// `attempt_push(&mut s, e)`
    fn attempted(&self, changed: usize) -> Expr {
        let argument = |(place, name): (usize, &Ident)| {
            let value = Expr::name(name);
            if place == changed { Expr::prefix("&mut ", value) } else { value }
        };
        let arguments = self.locals.iter().enumerate().map(argument).collect();
        let attempt = self.cx.names.attempt(self.op).expect("it was named for such calls");
        Expr::call(attempt, arguments)
    }

    /// `fn attempt_push(s: &mut Stack, e: Element) -> bool`
    fn attempt(&self) -> Option<Function> {
        let name = self.cx.names.attempt(self.op)?;
        let changed = match self.mapped.yields {
            Yields::Argument { argument, .. } => Some(argument),
            Yields::Value(_) => None,
        };
        let parameters = (0..self.locals.len()).map(|place| {
            let sort = self.cx.sort_type(self.sorts()[place]);
            let name = &self.locals[place];
            match self.passing(place) {
                _ if Some(place) == changed => Parameter::new(name, sort.mutable()),
                _ if is_shared(self.cx, self.op, place) => Parameter::new(name, sort.reference()),
                Passing::Mutable => Parameter::mutable(name, sort),
                _ => Parameter::new(name, sort),
            }
        });
        let argument = |(place, name): (usize, &Ident)| match Some(place) == changed
            || is_shared(self.cx, self.op, place)
        {
            true => Argument::borrowed(name),
            false => Argument::owned(name),
        };
        let arguments: Vec<Argument> = self.locals.iter().enumerate().map(argument).collect();
        let call = invocation(self.cx, self.op, &arguments);
        let mut succeeds = match self.mapped.outside {
            Outside::Panics => Expr::call("returns", vec![call.closure(Vec::new())]),
            _ => call.method(test(&self.mapped.yields), Vec::new()),
        };
        for (parameter, integer) in narrow_parameters(self.mapped) {
            let name = &self.locals[parameter.argument];
            let attempted = succeeds.closure(vec![typed(name, integer)]);
            succeeds = narrowed(name).method("is_some_and", vec![attempted]);
        }
        let operation = &self.cx.theory.ops[self.op].name;
        let result = Some(Type::named("bool"));
        let mut function = Function::new(name, parameters.collect(), result);
        function.doc = vec![format!("Whether `{operation}` succeeds.")];
        Some(function.with_body(vec![Stmt::Tail(succeeds)]))
    }
}

/// A number as another integer type, if it has the number.
fn narrowed(name: &Ident) -> Expr {
    Expr::call("narrowed", vec![Expr::name(name)])
}

fn typed(name: &Ident, integer: Integer) -> Pattern {
    Pattern::Typed(Box::new(name.into()), Type::named(integer))
}

/// The method that returns whether there is a value.
fn test(yields: &Yields) -> &'static str {
    let wrapper = match yields {
        Yields::Argument { wrapper, .. } => *wrapper,
        Yields::Value(shape) => shape.wrapper,
    };
    if wrapper == Wrapper::Result { "is_ok" } else { "is_some" }
}

/// A call for its effect. An unused return value is discarded visibly.
fn discarded(call: Expr, returns: bool) -> Stmt {
    if returns { Stmt::Let(Pattern::Wild, call) } else { Stmt::Expr(call) }
}

/// The arguments by the names that the mapping gives them; the receiver by the first letter
/// of its sort.
fn local_names(cx: Context<'_>, op: OpId, mapped: &Mapped, names: &mut Names) -> Vec<Ident> {
    let sorts = cx.theory.ops[op].arguments.iter().enumerate();
    let wanted: Vec<String> = sorts
        .map(|(place, sort)| {
            let mut parameters = mapped.parameters.iter();
            let parameter = parameters.find(|parameter| parameter.argument == place);
            match parameter {
                Some(parameter) if parameter.name != "this" => parameter.name.to_string(),
                _ => initial(&cx.theory.sorts[*sort].name),
            }
        })
        .collect();
    wanted.iter().map(|name| names.fresh(name)).collect()
}

/// Whether the mapped function takes a value of a type under test by shared reference.
pub fn is_shared(cx: Context<'_>, op: OpId, argument: usize) -> bool {
    let mut parameters = cx.function(op).parameters.iter();
    let parameter = parameters.find(|parameter| parameter.argument == argument);
    cx.is_subject(cx.theory.ops[op].arguments[argument])
        && parameter.is_some_and(|parameter| parameter.passing == Passing::Shared)
        && !cx.function(op).changes(argument)
}
