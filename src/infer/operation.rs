//! The function of one operation, written as a long mapping has it.

use super::call::{Passed, call, signature};
use super::convert::{Conversion, Owned, SortTypes};
use super::methods::{Method, Subject};
use super::wrapped::{effect, fallible, handle_effect, optional, peeled};
use crate::refine::Passing;
use crate::rust::api::{Receiver, Ty};
use crate::syntax::mapping_ast::Exception;
use crate::theory::{Operation, SortId};

/// What a function of Rust is to an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It implements the operation.
    Itself,
    /// Its value is the answer of another operation that it implements.
    Answer,
    /// Its error is.
    Error,
}

/// A function that a mapping can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The names of the arguments; the receiver has none.
    pub names: Vec<Option<String>>,
    pub signature: String,
    pub body: Option<String>,
    /// Whether it changes its receiver through a shared reference.
    pub is_interior: bool,
}

/// Writes the functions of one entry.
pub struct Writer<'w> {
    pub sorts: &'w SortTypes<'w>,
    pub own: SortId,
    pub subject: &'w Subject,
    /// Whether the mapping has a function that runs futures.
    pub can_block: bool,
}

/// The fields and the method behind a call: `peek.0`, `get via is_some`.
#[derive(Clone, Copy, Default)]
pub struct Suffix<'e> {
    pub fields: &'e [crate::syntax::ast::Name],
    pub via: Option<&'e str>,
}

impl Writer<'_> {
    /// The function for an operation, or why its types do not fit.
    pub fn write(
        &self,
        op: &Operation,
        method: &Method,
        role: Role,
        suffix: Suffix<'_>,
    ) -> Result<Written, String> {
        let is_async = method.function.qualifier == Some("async");
        match method.function.qualifier {
            Some("async") if self.can_block => {}
            Some("async") => {
                return Err("the function is async, and the mapping has no `block_on`; import \
                            one, such as `use pollster::block_on;`"
                    .to_owned());
            }
            Some(other) => {
                return Err(format!("the function is {other}; write the call as an expression"));
            }
            None => {}
        }
        let (receiver_place, passed) = self.passed(op, method)?;
        let is_effect = self.is_effect(op, method);
        let is_interior = method.function.receiver == Some(Receiver::Shared)
            && (is_effect || role != Role::Itself && self.returns_nothing_own(method));
        // An answer must not leave a change behind in a value that others look at.
        let consumes = role == Role::Error && method.function.receiver != Some(Receiver::Value)
            || role == Role::Answer && is_interior;
        let call = call(self.subject, method, &passed, consumes);
        let call = if is_async { format!("block_on({call})") } else { call };
        let mut names: Vec<Option<String>> = vec![None; op.arguments.len()];
        let places = (0..op.arguments.len()).filter(|place| Some(*place) != receiver_place);
        for (place, one) in places.zip(&passed) {
            names[place] = Some(one.name.clone());
        }
        let plain = passed.iter().all(|one| one.is_plain);
        let (output, value) = match role {
            Role::Error => {
                let (output, value) = self.error(op, method, &call)?;
                (Some(output), Some(value))
            }
            _ if is_effect => match self.made_handle(method) {
                Some((place, wrappers)) => handle_effect(&call, place, &wrappers),
                None => effect(op, method, &call),
            },
            _ => self.value(op, method, &call, suffix)?,
        };
        let is_fallible = passed.iter().any(|one| one.is_fallible);
        let (output, value) = match is_fallible {
            true => fallible(op, is_effect, output, value, &call)?,
            false => (output, value),
        };
        // An argument that stays at its default has no name here.
        let is_open =
            is_effect && method.function.output.as_ref().is_some_and(|ty| ty.mentions("_"));
        // A function of a trait without a receiver has no other type to find it by.
        let is_of_trait = method.of_trait.is_some() && method.function.receiver.is_none();
        let needs_body = !plain
            || is_open
            || consumes
            || is_async
            || is_of_trait
            || self.subject.inner.is_some()
            || value.is_some() && !is_effect;
        let body = needs_body.then(|| match &value {
            Some(value) => format!("{{ {value} }}"),
            None if is_effect => format!("{{ {call}; }}"),
            None => format!("{{ {call} }}"),
        });
        let output = match (&body, is_effect) {
            (None, true) => method.function.output.as_ref().map(|ty| self.own_text(ty)),
            _ => output,
        };
        let signature = signature(method, &passed, consumes, output, body.is_some());
        Ok(Written { names, signature, body, is_interior })
    }

    /// The arguments in the order of the function, and the place of the receiver.
    fn passed(
        &self,
        op: &Operation,
        method: &Method,
    ) -> Result<(Option<usize>, Vec<Passed>), String> {
        let receiver = match (method.function.receiver, &method.free) {
            (None, _) => None,
            (Some(Receiver::Other), _) => {
                return Err("it takes `self` in a smart pointer".to_owned());
            }
            (Some(_), _) => {
                let place = op.arguments.iter().position(|sort| *sort == self.own);
                Some(place.ok_or("it takes `self`, and the operation takes no such value")?)
            }
        };
        let places = (0..op.arguments.len()).filter(|place| Some(*place) != receiver);
        let mut sorts = places.map(|place| op.arguments[place]).peekable();
        let mut passed: Vec<Passed> = Vec::new();
        let is_record =
            |sort: Option<&SortId>| sort.is_some_and(|sort| self.sorts.tuple(*sort).is_some());
        for (number, input) in method.function.inputs.iter().enumerate() {
            let name = fresh(&input.name, number, &passed);
            match &input.ty {
                Ty::Tuple(parts) if parts.len() > 1 && !is_record(sorts.peek()) => {
                    let mut values = Vec::new();
                    for part in parts {
                        let sort = sorts.next().ok_or_else(|| count(op, method))?;
                        let name = fresh("", passed.len(), &passed);
                        let one = self.one(sort, part, name)?;
                        values.push(one.expression.clone());
                        passed.push(Passed { expression: String::new(), is_plain: false, ..one });
                    }
                    let last = passed.last_mut().expect("the tuple has parts");
                    last.expression = format!("({})", values.join(", "));
                }
                ty => {
                    let sort = sorts.next().ok_or_else(|| count(op, method))?;
                    passed.push(self.one(sort, ty, name)?);
                }
            }
        }
        match sorts.next() {
            Some(_) => Err(count(op, method)),
            None => Ok((receiver, passed)),
        }
    }

    fn one(&self, sort: SortId, ty: &Ty, name: String) -> Result<Passed, String> {
        let Some(taken) = self.sorts.taken(sort, ty, &name) else {
            let sort = self.sorts.theory.sort_text(sort);
            return Err(format!("it takes `{ty}` where the operation takes `{sort}`"));
        };
        let kept =
            self.subject.is_borrowing() && matches!(ty, Ty::Reference { mutable: false, .. });
        if kept {
            // What a value refers to must outlive every test.
            let value = taken.expression.as_deref().unwrap_or(&name);
            let value = value.strip_prefix('&').unwrap_or(value);
            let expression = format!("Box::leak(Box::new({value}))");
            let declared = format!("{name}: {}", taken.ty);
            let is_fallible = taken.is_fallible;
            return Ok(Passed { name, declared, expression, is_plain: false, is_fallible });
        }
        let and = match taken.passing {
            Passing::Value => "",
            Passing::Shared => "&",
            Passing::Mutable => "&mut ",
        };
        Ok(Passed {
            declared: format!("{name}: {and}{}", taken.ty),
            is_plain: taken.expression.is_none(),
            is_fallible: taken.is_fallible,
            expression: taken.expression.unwrap_or_else(|| name.clone()),
            name,
        })
    }

    /// The list for the handle that a function returns, and what is around the handle.
    fn made_handle(&self, method: &Method) -> Option<(usize, Vec<&'static str>)> {
        let (wrappers, inner) = peeled(method.function.output.as_ref()?);
        Some((self.sorts.handle(inner)?, wrappers))
    }

    /// Whether the operation yields its receiver after the call.
    fn is_effect(&self, op: &Operation, method: &Method) -> bool {
        let receiver = method.function.receiver;
        let changes = match receiver {
            Some(Receiver::Mutable) => true,
            Some(Receiver::Shared) => self.returns_nothing_own(method),
            None => method.function.inputs.iter().any(|input| match &input.ty {
                Ty::Reference { mutable, inner } => {
                    *mutable && super::convert::same(inner, &self.subject.ty)
                }
                _ => false,
            }),
            _ => false,
        };
        op.result == Some(self.own) && op.arguments.contains(&self.own) && changes
    }

    fn returns_nothing_own(&self, method: &Method) -> bool {
        let Some(output) = &method.function.output else { return true };
        let (_, core) = peeled(output);
        let core = match core {
            Ty::Reference { inner, .. } => inner,
            other => other,
        };
        !super::convert::same(core, &self.subject.ty)
    }

    /// The own type is `Self` in signatures.
    fn own_text(&self, ty: &Ty) -> String {
        let is_own = |ty: &Ty| super::convert::same(ty, &self.subject.ty);
        match ty {
            Ty::Reference { mutable, inner } if is_own(inner) => {
                format!("&{}Self", if *mutable { "mut " } else { "" })
            }
            ty if is_own(ty) => "Self".to_owned(),
            ty => ty.to_string(),
        }
    }

    /// The type of a value, and the expression that has it where the call alone does not.
    fn value(
        &self,
        op: &Operation,
        method: &Method,
        call: &str,
        suffix: Suffix<'_>,
    ) -> Result<(Option<String>, Option<String>), String> {
        let Some(output) = &method.function.output else {
            return Err("it returns nothing".to_owned());
        };
        if let Some(via) = suffix.via {
            return Ok(self.via(op, &format!("{call}{}.{via}()", dotted(suffix))));
        }
        let (wrappers, inner) = peeled(output);
        let Some(sort) = op.result else {
            let inner = field_type(inner, suffix);
            let is_bool = inner.is_none_or(|ty| ty.plain_name() == Some("bool"));
            // A refused call answers nothing, and a predicate is false there.
            if is_bool && !wrappers.is_empty() && op.answer.is_some() {
                let value = format!("{}.map(|it| it{})", optional(call, &wrappers), dotted(suffix));
                return Ok((Some("bool".to_owned()), Some(format!("{value} == Some(true)"))));
            }
            return match is_bool && wrappers.is_empty() {
                true if suffix.fields.is_empty() => Ok((Some("bool".to_owned()), None)),
                true => Ok((Some("bool".to_owned()), Some(format!("{call}{}", dotted(suffix))))),
                false => Err(format!("it returns `{output}` where a predicate needs `bool`")),
            };
        };
        if !wrappers.is_empty() && op.domain.is_none() {
            return Err(format!(
                "it returns `{output}`, which may be no value, and the operation is total"
            ));
        }
        if let (Some((place, _)), true) = (self.made_handle(method), self.sorts.is_int(sort)) {
            return Ok(match wrappers.is_empty() {
                true => {
                    let value = format!("let it = {call}; self.number_{place}(it)");
                    (Some("i64".to_owned()), Some(value))
                }
                false => {
                    let found = optional(call, &wrappers);
                    let value = format!("let it = {found}?; Some(self.number_{place}(it))");
                    (Some("Option<i64>".to_owned()), Some(value))
                }
            });
        }
        if self.subject.inner.is_some() && super::convert::same(inner, &self.subject.ty) {
            return match wrappers.is_empty() {
                true => Ok((Some("Self".to_owned()), Some(format!("{call}.into()")))),
                false => {
                    let value = format!("{}.map(Into::into)", optional(call, &wrappers));
                    Ok((Some("Option<Self>".to_owned()), Some(value)))
                }
            };
        }
        let sort_text = self.sorts.theory.sort_text(sort);
        let unfit = || format!("it returns `{output}` where the operation yields `{sort_text}`");
        if suffix.fields.is_empty()
            && wrappers.len() < 2
            && self.sorts.conversion(sort, inner, "it") == Some(Conversion::Plain)
        {
            return Ok((Some(self.plain_output(output)), None));
        }
        let place = if wrappers.is_empty() { call } else { "it" };
        let field = format!("{place}{}", dotted(suffix));
        let owned = match (suffix.fields.is_empty(), field_type(inner, suffix)) {
            (true, _) => self.sorts.owned(sort, inner, place).ok_or_else(unfit)?,
            (_, Some(ty)) => {
                Owned::By(self.sorts.owned(sort, ty, &field).ok_or_else(unfit)?.at(&field))
            }
            (_, None) => Owned::By(self.guessed(sort, &field)),
        };
        let ty = self.sorts.text(sort);
        if wrappers.is_empty() {
            return Ok((Some(ty), Some(owned.at(place))));
        }
        let value = format!("{}{}", optional(call, &wrappers), owned.of_each());
        Ok((Some(format!("Option<{ty}>")), Some(value)))
    }

    /// The value of a field whose type is unknown.
    fn guessed(&self, sort: SortId, place: &str) -> String {
        match self.sorts.is_int(sort) {
            true => format!("{place} as i64"),
            false => format!("{place}.clone()"),
        }
    }

    fn via(&self, op: &Operation, value: &str) -> (Option<String>, Option<String>) {
        let Some(sort) = op.result else {
            return (Some("bool".to_owned()), Some(value.to_owned()));
        };
        let ty = self.sorts.text(sort);
        match (op.domain.is_some(), self.sorts.is_int(sort)) {
            (true, _) => (Some(format!("Option<{ty}>")), Some(value.to_owned())),
            (false, true) => (Some(ty), Some(format!("{value} as i64"))),
            (false, false) => (Some(ty), Some(value.to_owned())),
        }
    }

    fn plain_output(&self, output: &Ty) -> String {
        let own = |ty: &Ty| self.own_text(ty);
        match output.last() {
            Some((name @ ("Option" | "Result"), [inner, rest @ ..])) => {
                let mut parts = vec![own(inner)];
                parts.extend(rest.iter().map(Ty::to_string));
                format!("{name}<{}>", parts.join(", "))
            }
            _ => own(output),
        }
    }

    fn error(
        &self,
        op: &Operation,
        method: &Method,
        call: &str,
    ) -> Result<(String, String), String> {
        let returned = method.function.output.as_ref();
        let error = returned.and_then(Ty::last).filter(|(name, _)| *name == "Result");
        let Some(error) = error.and_then(|(_, arguments)| arguments.get(1)) else {
            return Err("it returns no `Result` with an error".to_owned());
        };
        let sort = op.result.ok_or("an error is a value")?;
        let unfit = || {
            let sort = self.sorts.theory.sort_text(sort);
            format!("its error is `{error}` where the specification has `{sort}`")
        };
        let owned = self.sorts.owned(sort, error, "it").ok_or_else(unfit)?;
        let value = format!("{call}.err(){}", owned.of_each());
        Ok((format!("Option<{}>", self.sorts.text(sort)), value))
    }
}

/// The type of a field of a tuple; `None` where it is not known.
fn field_type<'t>(ty: &'t Ty, suffix: Suffix<'_>) -> Option<&'t Ty> {
    suffix.fields.iter().try_fold(ty, |ty, field| match ty {
        Ty::Tuple(parts) => parts.get(field.text.parse::<usize>().ok()?),
        _ => None,
    })
}

fn dotted(suffix: Suffix<'_>) -> String {
    suffix.fields.iter().map(|field| format!(".{}", field.text)).collect()
}

fn count(op: &Operation, method: &Method) -> String {
    let takes = method.function.inputs.len() + usize::from(method.function.receiver.is_some());
    format!("it takes {takes} arguments where the operation takes {}", op.arguments.len())
}

/// A name for an argument that no other has.
fn fresh(wanted: &str, number: usize, passed: &[Passed]) -> String {
    const WORDS: &[&str] = &["self", "is", "do", "it", "via", "panics", "unspecified", "this"];
    let name = wanted.trim_start_matches('_');
    let is_taken = passed.iter().any(|one| one.name == name);
    let is_word = WORDS.contains(&name) || !crate::rust::is_identifier(name);
    if name.is_empty() || is_taken || is_word {
        format!("x{}", number + 1)
    } else {
        name.to_owned()
    }
}

/// The names that a short form gives to the arguments but the receiver.
pub fn body_names(
    op: &Operation,
    own: SortId,
    exception: &Exception,
) -> Result<Vec<Option<String>>, String> {
    let receiver = op.arguments.iter().position(|sort| *sort == own);
    let others = op.arguments.len() - usize::from(receiver.is_some());
    let names = exception.arguments.as_deref().unwrap_or_default();
    if names.len() != others {
        let receiver = if receiver.is_some() { " besides `self`" } else { "" };
        return Err(format!("`{}` takes {others} arguments{receiver}", op.name));
    }
    let mut names = names.iter();
    let name = |place: usize| match Some(place) == receiver {
        true => None,
        false => names.next().map(|name| name.text.clone()),
    };
    Ok((0..op.arguments.len()).map(name).collect())
}
