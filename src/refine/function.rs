//! Checks one operation against the function that a mapping gives for it.

use super::complaint::unknown_method;
use super::numbers::hold_for_all;
use super::rust_text::{read_block, read_signature};
use super::std_traits::is_std;
use super::task::{ORDERING_METHODS, Task};
use super::{
    Bound, Callee, Function, Outside, Parameter, Passing, ReturnShape, SortType, Wrapper, Yields,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::rust::read::{Input, Output, Path, Signature};
use crate::rust::{Fragment, Ident, Integer};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::syntax::mapping_ast::{OperationBody, OutsideKind, RustText};
use crate::theory::{SortId, SortKind};

impl Task<'_> {
    pub fn function(&self) -> Result<Function, Vec<Diagnostic>> {
        match &self.map.body {
            OperationBody::Expression(block) => self.expression(block).map_err(|error| vec![error]),
            OperationBody::Function { signature, via, body } => {
                let read = read_signature(signature).map_err(|error| vec![error])?;
                self.by_signature(&read, signature, via.as_ref(), body.as_ref())
            }
        }
    }

    fn is_mocked(&self) -> bool {
        matches!(self.context.sorts.get(&self.own), Some(SortType::Mock(_)))
    }

    pub(super) fn is_partial(&self) -> bool {
        self.op.domain.is_some()
    }

    /// `{ … }` takes all arguments by reference and returns its result by value.
    fn expression(&self, block: &RustText) -> Result<Function, Diagnostic> {
        if self.is_mocked() {
            return Err(self.mock_needs_method(block.span));
        }
        let body = read_block(block)?;
        let mut parameters = Vec::new();
        for (argument, sort) in self.op.arguments.iter().enumerate() {
            let integer = self.is_int(*sort);
            let declared = self.map.arguments[argument].name.as_ref();
            parameters.push(Parameter {
                name: this_for_self(declared.map_or("self", |name| &name.text)),
                argument,
                passing: if integer { Passing::Value } else { Passing::Shared },
                integer: integer.then_some(Integer::I64),
            });
        }
        let outside = self.outside(self.is_partial(), &parameters, block.span)?;
        let wrapper = match outside {
            Outside::Returns => Wrapper::Option,
            _ => Wrapper::Plain,
        };
        let result = self.op.result;
        let integer = result.filter(|sort| self.is_int(*sort)).map(|_| Integer::I64);
        let shape = ReturnShape { wrapper, reference: false, integer, via: None };
        let signature = self.expression_signature(&parameters, wrapper);
        let yields = Yields::Value(shape);
        let may_change = self.may_change();
        let callee = Callee::Body(body);
        Ok(Function { callee, parameters, yields, outside, may_change, signature })
    }

    fn expression_signature(&self, parameters: &[Parameter], wrapper: Wrapper) -> Fragment {
        let inputs = parameters.iter().map(|parameter| {
            let ty = self.own_type(self.op.arguments[parameter.argument]);
            match parameter.passing {
                Passing::Value => format!("{}: {ty}", parameter.name),
                _ => format!("{}: &{ty}", parameter.name),
            }
        });
        let inputs: Vec<String> = inputs.collect();
        let result = self.op.result.map_or(Fragment::new("bool"), |sort| self.own_type(sort));
        let inputs = inputs.join(", ");
        Fragment::new(match wrapper {
            Wrapper::Option => format!("({inputs}) -> Option<{result}>"),
            _ => format!("({inputs}) -> {result}"),
        })
    }

    /// The type of a sort, as it is called in the entry.
    fn own_type(&self, sort: SortId) -> Fragment {
        if sort == self.own { Fragment::new("Self") } else { self.context.rust_type(sort) }
    }

    fn by_signature(
        &self,
        read: &Signature,
        text: &RustText,
        via: Option<&Name>,
        body: Option<&RustText>,
    ) -> Result<Function, Vec<Diagnostic>> {
        let mut errors = Vec::new();
        let mut parameters = Vec::new();
        for input in &read.inputs {
            match self.parameter(input) {
                Ok(parameter) => parameters.push(parameter),
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() {
            errors.extend(self.unmatched(&parameters, text.span));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let read_rest = || -> Result<Function, Diagnostic> {
            let yields = self.yields(read, &parameters, text, via)?;
            let wrapped = match &yields {
                Yields::Argument { wrapper, .. } => *wrapper != Wrapper::Plain,
                Yields::Value(shape) => shape.wrapper != Wrapper::Plain,
            };
            let outside = self.outside(wrapped, &parameters, text.span);
            let outside = outside.map_err(|error| self.with_flag(error, read))?;
            let callee = self.callee(read, text, body)?;
            let yields = ignore_unless(outside, yields);
            let signature = match body {
                Some(_) => read.free.clone(),
                None => read.method.clone(),
            };
            let parameters = parameters.clone();
            let may_change = self.may_change();
            Ok(Function { callee, parameters, yields, outside, may_change, signature })
        };
        read_rest().map_err(|error| vec![error])
    }

    /// Which argument a parameter of the signature is, and how it is passed.
    fn parameter(&self, input: &Input) -> Result<Parameter, Diagnostic> {
        let argument = self
            .map
            .arguments
            .iter()
            .position(|declared| match &declared.name {
                Some(name) => input.name == *name.text,
                None => input.name == "self",
            })
            .ok_or_else(|| self.unknown_parameter(input))?;
        let sort = self.op.arguments[argument];
        if !self.fits(&input.core, sort) {
            return Err(self.wrong_type(input, argument));
        }
        Ok(Parameter {
            name: this_for_self(&input.name),
            argument,
            passing: input.passing,
            integer: self.integer(&input.core, sort),
        })
    }

    /// Each argument must reach the function exactly once.
    fn unmatched(&self, parameters: &[Parameter], span: Span) -> Vec<Diagnostic> {
        let mut errors = Vec::new();
        for (argument, declared) in self.map.arguments.iter().enumerate() {
            let count = parameters.iter().filter(|known| known.argument == argument).count();
            let name = declared.name.as_ref().map_or("self", |name| &name.text);
            let code = if name == "self" { Code::Receiver } else { Code::ArgumentName };
            if count == 0 {
                let message = format!("the function does not take `{name}`");
                let help = match name {
                    "self" => "take `self`, or give the argument a name that a parameter has",
                    _ => "parameters and arguments are matched by name",
                };
                let report = Diagnostic::error(code, message)
                    .label(declared.span, "this argument has no parameter")
                    .label(span, "in this signature");
                errors.push(report.help(help));
            } else if count > 1 {
                let message = format!("the function takes `{name}` twice");
                errors.push(Diagnostic::error(code, message).label(span, "in this signature"));
            }
        }
        errors
    }

    fn yields(
        &self,
        read: &Signature,
        parameters: &[Parameter],
        text: &RustText,
        via: Option<&Name>,
    ) -> Result<Yields, Diagnostic> {
        if let Some(argument) = self.changed_argument(read, parameters) {
            if let Some(via) = via {
                return Err(self.misplaced_via(via.span));
            }
            let wrapper = match &read.output {
                Some(output) if self.is_partial() => output.wrapper,
                _ => Wrapper::Plain,
            };
            let returns = read.output.is_some();
            return Ok(Yields::Argument { argument, wrapper, returns });
        }
        let Some(output) = &read.output else {
            return Err(self.no_result(text));
        };
        self.shape(output, via).map(Yields::Value)
    }

    /// The argument by `&mut` that has the operation's result sort. A receiver by `&` is one,
    /// too, where the function does not return the result: then it changes behind the reference.
    fn changed_argument(&self, read: &Signature, parameters: &[Parameter]) -> Option<usize> {
        let result = self.op.result?;
        let of_result = |parameter: &&Parameter| self.op.arguments[parameter.argument] == result;
        let is_mutable = |parameter: &&Parameter| parameter.passing == Passing::Mutable;
        let mut changed = parameters.iter().filter(of_result);
        if let Some(parameter) = changed.clone().find(is_mutable) {
            return Some(parameter.argument);
        }
        let is_receiver = |parameter: &&Parameter| {
            parameter.name == "this" && parameter.passing == Passing::Shared
        };
        let returns = |output: &Output| self.fits(&output.core, result);
        let is_returned = read.output.as_ref().is_some_and(returns);
        changed.find(is_receiver).filter(|_| !is_returned).map(|parameter| parameter.argument)
    }

    pub(super) fn expected_result(&self) -> String {
        match self.op.result {
            None => "bool".to_owned(),
            Some(sort) if self.is_partial() => format!("Option<{}>", self.context.rust_type(sort)),
            Some(sort) => self.context.rust_type(sort).to_string(),
        }
    }

    fn shape(&self, output: &Output, via: Option<&Name>) -> Result<ReturnShape, Diagnostic> {
        let ordering = output.core.unqualified() == "Ordering";
        let fits = match self.op.result {
            None if ordering && via.is_some() => true,
            None => output.core.as_str() == "bool" && output.wrapper == Wrapper::Plain,
            Some(sort) => self.fits(&output.core, sort),
        };
        if let Some(via) = via {
            if !(ordering && self.op.is_predicate()) {
                return Err(self.misplaced_via(via.span));
            }
            if !ORDERING_METHODS.contains(&via.text.as_str()) {
                return Err(unknown_method(via));
            }
        }
        if !fits || output.reference && output.core.as_str() == "bool" {
            return Err(self.wrong_result(output, ordering));
        }
        self.ownable(output)?;
        let wrapped = output.wrapper != Wrapper::Plain;
        if wrapped && !self.is_partial() && !self.op.is_predicate() {
            return Err(self.total_but_wrapped(output));
        }
        Ok(ReturnShape {
            wrapper: output.wrapper,
            reference: output.reference,
            integer: self.op.result.and_then(|sort| self.integer(&output.core, sort)),
            via: via.map(|via| Ident::new(via.text.as_str())),
        })
    }

    /// A borrowed value of a type under test is cloned before it is used: its owner may be
    /// changed or dropped by then.
    fn ownable(&self, output: &Output) -> Result<(), Diagnostic> {
        let result = self.op.result.and_then(|sort| self.context.sorts.get(&sort));
        let Some(SortType::Subject(subject)) = result else { return Ok(()) };
        if !output.reference || subject.has("Clone") {
            return Ok(());
        }
        Err(Diagnostic::error(
            Code::NeedsClone,
            format!("`{}` is returned by reference, but cannot be cloned", subject.rust_type),
        )
        .label(self.place(&output.range), "borrowed here")
        .help("write `has Clone` after the type, or return an owned value"))
    }

    fn outside(
        &self,
        wrapped: bool,
        parameters: &[Parameter],
        span: Span,
    ) -> Result<Outside, Diagnostic> {
        match (&self.map.outside, self.is_partial()) {
            (None, false) => Ok(Outside::Nowhere),
            (None, true) if wrapped => Ok(Outside::Returns),
            // No call is outside, so nothing needs to be said about it.
            (None, true) if self.is_always_inside(parameters) => Ok(Outside::Unspecified),
            (None, true) => Err(self.missing_outside(span)),
            (Some(declared), false) => Err(self.needless_outside(declared.span)),
            (Some(declared), true) => match declared.kind {
                OutsideKind::Panics => Ok(Outside::Panics),
                OutsideKind::Unspecified => Ok(Outside::Unspecified),
                OutsideKind::Returns if wrapped => Ok(Outside::Returns),
                OutsideKind::Returns => Err(self.missing_outside(span)),
            },
        }
    }

    fn is_always_inside(&self, parameters: &[Parameter]) -> bool {
        let domain = self.op.domain.as_ref();
        domain.is_some_and(|domain| hold_for_all(&domain.condition, parameters))
    }

    fn may_change(&self) -> bool {
        self.map.outside.is_some_and(|declared| declared.may_change)
    }

    fn callee(
        &self,
        read: &Signature,
        text: &RustText,
        body: Option<&RustText>,
    ) -> Result<Callee, Diagnostic> {
        if self.is_mocked() {
            return self.mock_callee(read, text, body);
        }
        if let Some(body) = body {
            return read_block(body).map(Callee::Body);
        }
        let Some(path) = &read.path else {
            return Err(Diagnostic::error(Code::NotRust, "the function has no name")
                .label(text.span, "only a closure is called without one"));
        };
        let receiver = read.inputs.iter().any(|input| input.name == "self");
        Ok(match path.qualifier.as_ref().map(Fragment::as_str) {
            None if receiver => Callee::Method(path.name.clone()),
            None if self.context.names.has(&path.name) => Callee::Path(path.whole.clone()),
            None | Some("Self") => Callee::Associated(path.name.clone()),
            Some(_) => Callee::Path(path.whole.clone()),
        })
    }

    /// A mock's operation is a method of a bound, or the call of a closure.
    fn mock_callee(
        &self,
        read: &Signature,
        text: &RustText,
        body: Option<&RustText>,
    ) -> Result<Callee, Diagnostic> {
        let Some(SortType::Mock(mock)) = self.context.sorts.get(&self.own) else {
            return Err(self.mock_needs_method(text.span));
        };
        if let Some(body) = body {
            return Err(self.mock_needs_method(body.span));
        }
        let Some(path) = &read.path else {
            let is_built =
                |sort| matches!(self.context.sorts.get(&sort), Some(SortType::Subject(_)));
            return match mock.closure {
                Some(_) if self.op.result.is_some_and(is_built) => Err(Diagnostic::error(
                    Code::MockFunction,
                    format!("`{}` is a closure, which yields elements and numbers only", mock.name),
                )
                .label(text.span, "yields what constructors build")
                .help("a method of a trait can do so: `E: HasInterval`")),
                Some(_) => Ok(Callee::Closure),
                None => Err(self.mock_needs_method(text.span)),
            };
        };
        if mock.closure.is_some() {
            return Err(Diagnostic::error(
                Code::MockFunction,
                format!("`{}` is a closure: the operation is its call", mock.name),
            )
            .label(self.place(&path.range), "a closure has no methods")
            .help("write `fn(&self, …)`"));
        }
        let qualifier = match &path.qualifier {
            Some(qualifier) if qualifier.as_str() != "Self" => qualifier.clone(),
            _ => self.only_trait(mock, path)?,
        };
        Ok(Callee::Trait { path: qualifier, method: path.name.clone() })
    }

    /// The one bound that is not a std trait.
    fn only_trait(&self, mock: &super::Mock, path: &Path) -> Result<Fragment, Diagnostic> {
        let is_std = |bound: &&Bound| self.context.names.std_trait(&bound.path).is_some_and(is_std);
        let own: Vec<&Bound> = mock.bounds.iter().filter(|bound| !is_std(bound)).collect();
        match own.as_slice() {
            [bound] => Ok(bound.path.clone()),
            _ => Err(Diagnostic::error(
                Code::MockFunction,
                format!("it is unclear which trait of `{}` has this method", mock.name),
            )
            .label(self.place(&path.range), "write the trait before it, as in `PartialOrd::ge`")),
        }
    }

    pub(super) fn is_int(&self, sort: SortId) -> bool {
        self.context.theory.sorts[sort].kind == SortKind::Int
    }

    /// The integer type that stands for `int`.
    fn integer(&self, core: &Fragment, sort: SortId) -> Option<Integer> {
        Integer::named(core.as_str()).filter(|_| self.is_int(sort))
    }

    /// Whether a type of the signature is the one that the sort is mapped to.
    fn fits(&self, core: &Fragment, sort: SortId) -> bool {
        if self.is_int(sort) {
            return self.integer(core, sort).is_some();
        }
        let expected = self.context.rust_type(sort);
        core.as_str() == "Self" && sort == self.own || core.unqualified() == expected.unqualified()
    }
}

/// With `panics` or `unspecified` the return value is ignored: the domain condition decides.
fn ignore_unless(outside: Outside, yields: Yields) -> Yields {
    match yields {
        Yields::Argument { argument, returns, .. } if outside != Outside::Returns => {
            Yields::Argument { argument, wrapper: Wrapper::Plain, returns }
        }
        other => other,
    }
}

/// `self` is not a valid name in a function that is not a method.
fn this_for_self(name: &str) -> Ident {
    Ident::new(if name == "self" { "this" } else { name })
}
