//! The functions of all operations of an entry.

use super::convert::SortTypes;
use super::methods::{self, Method, Subject};
use super::operation::{Role, Suffix, Writer, Written, body_names};
use super::state::Inference;
use super::{place, report, subject};
use crate::arena::Id as _;
use crate::diagnostic::Diagnostic;
use crate::rust::api::{Receiver, Ty};
use crate::rust::{Fragment, read, value_name};
use crate::syntax::mapping_ast::{
    Entry, Exception, MappingFile, OperationBody, OperationMap, OutsideDecl, OutsideKind, RustText,
    Target,
};
use crate::theory::{Answer, Formula, Operation, OperationClass, SortId, Term, VarId};

/// The operations of an entry in the long form.
pub struct EntryFunctions {
    pub operations: Vec<OperationMap>,
    /// Whether a function changes the type through a shared reference.
    pub is_interior: bool,
}

/// One operation, the function that stands for it, and what that is to it.
struct Wanted<'w> {
    op: &'w Operation,
    /// The operation that the function implements: the same, or the one whose answer this is.
    base: &'w Operation,
    role: Role,
    /// The short form of the operation itself.
    exception: Option<&'w Exception>,
    /// Whether the specification defines it, so that it needs no function.
    is_defined: bool,
    /// The short form of the base.
    of_base: Option<&'w Exception>,
}

impl Wanted<'_> {
    /// Whether a line names the function of the operation whose answer this is, as in
    /// `removed is remove.1;`.
    fn is_same_call(&self, line: &Exception) -> bool {
        let function = |line: &Exception| match &line.target {
            Target::Call { function, .. } => Some(function.text.clone()),
            _ => None,
        };
        let of_base = self.of_base.and_then(function);
        let base = of_base.unwrap_or_else(|| value_name(&self.base.name));
        function(line).is_some_and(|name| name == base)
    }
}

/// Writes all operations of an entry. Mistakes are reported.
pub fn write(
    inference: &mut Inference<'_>,
    sort: SortId,
    entry: &Entry,
    subject: &Subject,
    sorts: &SortTypes<'_>,
) -> EntryFunctions {
    let theory = inference.theory;
    let spec = theory.sorts[sort].spec;
    let is_mapped = |op: &Operation| op.class != OperationClass::Auxiliary;
    let mapped: Vec<_> = theory.own_ops(spec).filter(|(_, op)| is_mapped(op)).collect();
    let defined: Vec<&str> = (mapped.iter())
        .filter(|(id, _)| theory.definition(*id).is_some())
        .map(|(_, op)| op.name.as_str())
        .collect();
    let own: Vec<&Operation> = mapped.into_iter().map(|(_, op)| op).collect();
    for (place, exception) in entry.exceptions.iter().enumerate() {
        let earlier = entry.exceptions[..place].iter().map(|one| &one.name);
        let long = entry.operations.iter().map(|one| &one.name);
        if let Some(first) = earlier.chain(long).find(|name| name.text == exception.name.text) {
            inference.errors.push(report::twice(exception, first.span));
        }
        if !own.iter().any(|op| op.name == exception.name.text) {
            inference.errors.push(report::unknown_operation(theory, spec, exception));
        }
    }
    let mut made = EntryFunctions { operations: entry.operations.clone(), is_interior: false };
    let exception = |name: &str| entry.exceptions.iter().find(|one| one.name.text == name);
    for op in &own {
        if entry.operations.iter().any(|map| map.name.text == op.name) {
            continue;
        }
        let (base_name, role) = match &op.answer {
            Some(Answer::Value(name)) => (name, Role::Answer),
            Some(Answer::Error(name)) => (name, Role::Error),
            None => (&op.name, Role::Itself),
        };
        let base = own.iter().find(|known| known.name == *base_name).unwrap_or(op);
        let wanted = Wanted {
            op,
            base,
            role,
            exception: exception(&op.name),
            is_defined: defined.contains(&op.name.as_str()),
            of_base: exception(&base.name),
        };
        let maker = Maker { entry, subject, sort, sorts, own: &own };
        match maker.make(inference, &wanted) {
            Ok((map, is_interior)) => {
                made.operations.push(map);
                made.is_interior |= is_interior;
            }
            Err(error) => inference.errors.extend(error.map(|error| *error)),
        }
    }
    let position = |map: &OperationMap| own.iter().position(|op| op.name == map.name.text);
    made.operations.sort_by_key(position);
    made
}

struct Maker<'m> {
    entry: &'m Entry,
    subject: &'m Subject,
    sort: SortId,
    sorts: &'m SortTypes<'m>,
    own: &'m [&'m Operation],
}

/// A mistake; `None` if it was reported with another operation.
type Failed = Option<Box<Diagnostic>>;

fn failed(report: Diagnostic) -> Failed {
    Some(Box::new(report))
}

impl Maker<'_> {
    fn make(
        &self,
        inference: &mut Inference<'_>,
        wanted: &Wanted<'_>,
    ) -> Result<(OperationMap, bool), Failed> {
        let deciding = wanted.exception.filter(|one| one.target != Target::Named);
        // An operation with its own line is no longer the answer of another one.
        let role = match deciding {
            Some(line) if !wanted.is_same_call(line) => Role::Itself,
            _ => wanted.role,
        };
        match deciding.or(wanted.of_base).map(|one| (&one.target, one)) {
            Some((Target::Expression(_), exception)) if role == Role::Itself => {
                Ok((self.expression(inference, wanted, exception)?, false))
            }
            Some((Target::Expression(_), exception)) => {
                let why = format!("`{}` needs a line of its own", wanted.op.name);
                let help = "an expression has no effect whose answer could be taken; write \
                            `do { … }` instead, or map the answer too";
                Err(failed(report::short_form(exception, wanted.op, &why, help)))
            }
            Some((Target::Effect(_), exception)) => {
                Ok((self.effect(inference, wanted, role, exception)?, false))
            }
            Some((Target::Call { function, fields, via }, exception)) => {
                let via = via.as_ref().map(|name| name.text.as_str());
                let suffix = Suffix { fields, via };
                let function = Fragment::new(function.text.as_str());
                let path: Vec<String> = function.path_names().map(str::to_owned).collect();
                let method = self.called(inference, wanted, &path, exception)?;
                self.by_method(inference, wanted, role, &method, suffix, Some(exception))
            }
            Some((Target::Named, _)) | None => {
                let name = value_name(&wanted.base.name);
                if let Some(method) = self.decided(inference, wanted) {
                    let suffix = Suffix { via: Some("is_some"), ..Suffix::default() };
                    return self.by_method(inference, wanted, role, &method, suffix, None);
                }
                let method = self.named(inference, wanted, &name, None)?;
                self.by_method(inference, wanted, role, &method, Suffix::default(), None)
            }
        }
    }

    /// The one public function of a name.
    fn named(
        &self,
        inference: &mut Inference<'_>,
        wanted: &Wanted<'_>,
        name: &str,
        exception: Option<&Exception>,
    ) -> Result<Method, Failed> {
        let name = name.strip_prefix("r#").unwrap_or(name);
        let found = methods::methods(&mut inference.world, self.subject, name);
        // `type` is an operation's name, but `type_` a function's.
        let found = match name.strip_suffix('_') {
            Some(plain) if found.is_empty() => {
                methods::methods(&mut inference.world, self.subject, plain)
            }
            _ => found,
        };
        self.only(inference, wanted, name, found, exception)
    }

    fn only(
        &self,
        inference: &mut Inference<'_>,
        wanted: &Wanted<'_>,
        name: &str,
        found: Vec<Method>,
        exception: Option<&Exception>,
    ) -> Result<Method, Failed> {
        // What the operation itself lacks is reported there.
        if wanted.role != Role::Itself && exception.is_none() && found.len() != 1 {
            return Err(None);
        }
        if wanted.is_defined && wanted.exception.is_none() && found.is_empty() {
            return Err(None);
        }
        match found.as_slice() {
            [] => {
                let known = methods::names(&mut inference.world, self.subject);
                let in_macro = methods::macros(&mut inference.world, self.subject, name);
                let entry = self.entry;
                let report =
                    report::no_function(wanted.op, name, entry, exception, &known, in_macro);
                Err(failed(report))
            }
            [one] if !one.function.is_public => Err(failed(report::private(wanted.op, one))),
            [one] => Ok(one.clone()),
            _ => Err(failed(report::ambiguous(wanted.op, name, self.entry, &found))),
        }
    }

    /// `contains`, `Trait::contains`, `module::function`
    fn called(
        &self,
        inference: &mut Inference<'_>,
        wanted: &Wanted<'_>,
        path: &[String],
        exception: &Exception,
    ) -> Result<Method, Failed> {
        let (name, qualifier) = path.split_last().expect("a path has a name");
        let Some(of) = qualifier.last().filter(|of| *of != "Self") else {
            return self.named(inference, wanted, name, Some(exception));
        };
        let full = subject::full_path(inference.file, path);
        if let Some(function) = methods::free_function(&mut inference.world, &full) {
            return Ok(Method { free: Some(path.to_vec()), ..function });
        }
        if let Some(place) = inference.world.locate(&full[..full.len() - 1])
            && inference.world.type_item(&place).is_some()
            && Some(&place) != self.subject.place.as_ref()
        {
            // A function of another type, such as the one that makes a builder.
            let other = Subject::new(Some(place), Ty::name(of));
            let found = methods::methods(&mut inference.world, &other, name);
            let free = |method: Method| Method { free: Some(path.to_vec()), ..method };
            let found = found.into_iter().map(free).collect();
            return self.only(inference, wanted, &path.join("::"), found, Some(exception));
        }
        let found = methods::methods(&mut inference.world, self.subject, name);
        let is_of = |method: &Method| {
            method.of_trait.as_ref().and_then(|path| path.last()) == Some(of)
                || self.subject.ty.last().is_some_and(|(ty, _)| ty == of)
        };
        let found = found.into_iter().filter(is_of).collect();
        self.only(inference, wanted, &path.join("::"), found, Some(exception))
    }

    /// The function of an observer that is defined exactly where a predicate holds, if it returns
    /// an `Option` and the predicate has no function: `held(W, H) if isHeld(W, H)`.
    fn decided(&self, inference: &mut Inference<'_>, wanted: &Wanted<'_>) -> Option<Method> {
        let (op, theory) = (wanted.op, inference.theory);
        let is_open = op.result.is_none() && op.answer.is_none() && !wanted.is_defined;
        let name = value_name(&op.name);
        let mut found = |name: &str| methods::methods(&mut inference.world, self.subject, name);
        if !is_open || wanted.exception.is_some() || !found(&name).is_empty() {
            return None;
        }
        let is_written = |other: &Operation| {
            self.entry.exceptions.iter().any(|one| one.name.text == other.name)
                || self.entry.operations.iter().any(|one| one.name.text == other.name)
        };
        let is_decided = |other: &&&Operation| match other.domain.as_ref().map(|it| &it.condition) {
            Some(Formula::Predicate(id, terms)) => {
                let is_argument = |(place, term): (usize, &Term)| {
                    *term == Term::Variable(VarId::from_index(place))
                };
                std::ptr::eq(&theory.ops[*id], op)
                    && terms.len() == other.arguments.len()
                    && terms.iter().enumerate().all(is_argument)
            }
            _ => false,
        };
        let is_observer = |other: &&&Operation| {
            other.result.is_some_and(|sort| sort != self.sort) && other.answer.is_none()
        };
        let mut observers = self.own.iter().filter(is_observer).filter(is_decided);
        let observer = observers.find(|other| !is_written(other))?;
        let [method] = <[Method; 1]>::try_from(found(&value_name(&observer.name))).ok()?;
        let returned = method.function.output.as_ref().and_then(Ty::last);
        let is_option = returned.is_some_and(|(name, _)| name == "Option");
        let reads = method.function.receiver == Some(Receiver::Shared);
        (is_option && reads && method.function.is_public).then_some(method)
    }

    fn by_method(
        &self,
        inference: &mut Inference<'_>,
        wanted: &Wanted<'_>,
        role: Role,
        method: &Method,
        suffix: Suffix<'_>,
        exception: Option<&Exception>,
    ) -> Result<(OperationMap, bool), Failed> {
        let can_block = has_block_on(inference.file);
        let writer = Writer { sorts: self.sorts, own: self.sort, subject: self.subject, can_block };
        let Written { names, signature, body, is_interior } =
            writer.write(wanted.op, method, role, suffix).map_err(|why| {
                failed(report::unfit(inference.theory, wanted.op, method, exception, &why))
            })?;
        inference.bounded(&method.bounds, &method.written_in);
        let spec = inference.theory.specs[wanted.op.spec].name.clone();
        let origin = inference.origin(method.span());
        inference.origins.insert((spec, wanted.op.name.clone()), origin);
        let span = exception.map_or(method.span(), |exception| exception.span);
        let signature = place::rust(signature, span);
        let body = body.map(|text| place::rust(text, span));
        let body = OperationBody::Function { signature, via: None, body };
        Ok((self.operation(inference, wanted, &names, body), is_interior))
    }

    /// `floor(k) is { … }`
    fn expression(
        &self,
        inference: &Inference<'_>,
        wanted: &Wanted<'_>,
        exception: &Exception,
    ) -> Result<OperationMap, Failed> {
        let names = self.names(wanted.op, exception)?;
        let Target::Expression(block) = &exception.target else { return Err(None) };
        let body = OperationBody::Expression(block.clone());
        Ok(self.operation(inference, wanted, &names, body))
    }

    /// `orInsert(k, v) is do { … }`, and the answer that it gives.
    fn effect(
        &self,
        inference: &Inference<'_>,
        wanted: &Wanted<'_>,
        role: Role,
        exception: &Exception,
    ) -> Result<OperationMap, Failed> {
        let Target::Effect(block) = &exception.target else { return Err(None) };
        let base = if role == Role::Itself { wanted.op } else { wanted.base };
        let names = self.names(base, exception)?;
        let receiver = names.iter().position(Option::is_none);
        if receiver.is_none() {
            let why = format!("`{}` takes no value that `do` could change", base.name);
            let help = "write an expression: `is { … }`";
            return Err(failed(report::short_form(exception, base, &why, help)));
        }
        let inputs = names.iter().zip(&base.arguments).filter_map(|(name, sort)| {
            Some(format!("{}: {}", name.as_ref()?, self.sorts.text(*sort)))
        });
        let receiver = if role == Role::Itself { "&mut self" } else { "mut self" };
        let inputs: Vec<String> = std::iter::once(receiver.to_owned()).chain(inputs).collect();
        let returned = self.effect_output(base);
        let inputs = inputs.join(", ");
        let name = value_name(&base.name);
        let (output, body) = match (role, returned) {
            (Role::Error, Some(returned)) => {
                let sort = wanted.op.result.map_or(String::new(), |sort| self.sorts.text(sort));
                let text = format!("{{ let outcome: {returned} = {}; outcome.err() }}", block.text);
                (Some(format!("Option<{sort}>")), place::rust(text, block.span))
            }
            (_, returned) => (returned, block.clone()),
        };
        let output = output.map_or(String::new(), |output| format!(" -> {output}"));
        let signature = place::rust(format!("fn {name}({inputs}){output}"), exception.span);
        let body = OperationBody::Function { signature, via: None, body: Some(body) };
        Ok(self.operation(inference, wanted, &names, body))
    }

    /// What the block of `do` yields: the answer, in an `Option` where it may be undefined, in a
    /// `Result` where the specification names errors.
    fn effect_output(&self, base: &Operation) -> Option<String> {
        let answer =
            |wanted: &Answer| self.own.iter().find(|op| op.answer.as_ref() == Some(wanted));
        let value = answer(&Answer::Value(base.name.clone()));
        let error = answer(&Answer::Error(base.name.clone()));
        let text = |sort: SortId| self.sorts.text(sort);
        let value_type = value.map(|op| op.result.map_or("bool".to_owned(), text));
        let error_type = error.and_then(|op| op.result).map(|sort| self.sorts.text(sort));
        let own_domain = self
            .entry
            .exceptions
            .iter()
            .any(|one| one.name.text == base.name && one.outside.is_some_and(is_declared));
        let inner = value_type.clone().unwrap_or_else(|| "()".to_owned());
        match (base.domain.is_some() && !own_domain, error_type, value) {
            (true, Some(error), _) => Some(format!("Result<{inner}, {error}>")),
            (true, None, _) => Some(format!("Option<{inner}>")),
            (false, _, Some(answer)) if answer.domain.is_some() && base.domain.is_none() => {
                Some(format!("Option<{inner}>"))
            }
            (false, _, _) => value_type,
        }
    }

    fn names(&self, op: &Operation, exception: &Exception) -> Result<Vec<Option<String>>, Failed> {
        body_names(op, self.sort, exception).map_err(|why| {
            let help = "name them, as in `insert(k, v) is …`; the receiver is `self`";
            failed(report::short_form(exception, op, &why, help))
        })
    }

    fn operation(
        &self,
        inference: &Inference<'_>,
        wanted: &Wanted<'_>,
        names: &[Option<String>],
        body: OperationBody,
    ) -> OperationMap {
        let own = wanted.exception.and_then(|one| one.outside);
        let of_base = wanted.of_base.and_then(|one| one.outside).filter(|one| is_declared(*one));
        let inherited =
            of_base.filter(|_| wanted.op.domain.is_some() && wanted.role == Role::Answer);
        let span = wanted.exception.map_or(wanted.op.span, |one| one.name.span);
        place::operation(inference.theory, wanted.op, names, body, own.or(inherited), span)
    }
}

/// Whether the mapping says what happens outside of the domain, which no signature shows.
fn is_declared(outside: OutsideDecl) -> bool {
    outside.kind != OutsideKind::Returns
}

/// Whether a mapping imports or declares `block_on`, by which async functions are called.
fn has_block_on(file: &MappingFile) -> bool {
    let imports = file.uses.iter().filter_map(|line| read::imports(&line.text).ok()).flatten();
    let mut names = imports.filter_map(|import| import.name);
    let declares = |text: &RustText| {
        read::item_names(&text.text).is_ok_and(|names| names.iter().any(|name| *name == "block_on"))
    };
    names.any(|name| name == "block_on") || file.preludes.iter().any(declares)
}
