//! Mismatches between an operation and the function that a mapping gives for it.

use super::Passing;
use super::task::{ORDERING_METHODS, Task};
use crate::diagnostic::{Code, Diagnostic};
use crate::near_name::hint;
use crate::rust::Integer;
use crate::rust::read::{Input, Output, Signature, Wrapper};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::syntax::mapping_ast::RustText;

impl Task<'_> {
    pub(super) fn unknown_parameter(&self, input: &Input) -> Diagnostic {
        if input.name == "self" {
            let report =
                Diagnostic::error(Code::Receiver, "no argument of the profile is the receiver")
                    .label(
                        self.place(&input.range),
                        "`self` stands for the argument without a name",
                    )
                    .label(self.map.profile, "here all arguments have names");
            return report.help("remove the name of one of the arguments");
        }
        let known = self.map.arguments.iter().filter_map(|argument| argument.name.as_ref());
        let names: Vec<&str> = known.map(|name| name.text.as_str()).collect();
        let report = Diagnostic::error(
            Code::ArgumentName,
            format!("the profile has no argument named `{}`", input.name),
        )
        .label(self.place(&input.range), "not in the profile")
        .label(self.map.profile, "arguments are named here, as `e:Orderable`");
        match hint(&input.name, names) {
            Some(hint) => report.help(hint),
            None => report,
        }
    }

    pub(super) fn wrong_type(&self, input: &Input, argument: usize) -> Diagnostic {
        let sort = self.op.arguments[argument];
        let expected = self.context.rust_type(sort);
        let what = self.context.theory.sort_text(sort);
        let report = Diagnostic::error(
            Code::ArgumentType,
            format!("`{}` has type `{}`, but `{what}` is `{expected}`", input.name, input.core),
        )
        .label(
            self.place(&input.range),
            format!("expected `{expected}`, `&{expected}` or `&mut {expected}`"),
        )
        .label(self.map.arguments[argument].span, "the argument that it stands for");
        if self.is_int(sort) {
            return report.help("any of Rust's integer types will do for `int`");
        }
        report.help("where the types differ, write the call as an expression: `is { … }`")
    }

    pub(super) fn no_result(&self, text: &RustText) -> Diagnostic {
        let expected = self.expected_result();
        let report =
            Diagnostic::error(Code::ResultType, format!("`{}` needs a result", self.op.name))
                .label(text.span, format!("this returns nothing; expected `{expected}`"))
                .label(self.op.span, "declared here");
        if self.op.result.is_some_and(|sort| self.op.arguments.contains(&sort)) {
            return report.help("with `&mut self` the value after the call would be the result");
        }
        report
    }

    pub(super) fn misplaced_via(&self, span: Span) -> Diagnostic {
        Diagnostic::error(Code::Via, "`via` is for predicates whose function returns an `Ordering`")
            .label(span, "not allowed here")
            .label(self.op.span, "declared here")
    }

    pub(super) fn wrong_result(&self, output: &Output, ordering: bool) -> Diagnostic {
        let expected = self.expected_result();
        let name = &self.op.name;
        let report =
            Diagnostic::error(Code::ResultType, format!("`{name}` cannot have this result"))
                .label(self.place(&output.range), format!("expected `{expected}`"))
                .label(self.op.span, "declared here");
        if ordering && self.op.is_predicate() {
            return report.help("say which orderings count as true, as in `-> Ordering via is_ge`");
        }
        report.help("where the types differ, write the call as an expression: `is { … }`")
    }

    pub(super) fn total_but_wrapped(&self, output: &Output) -> Diagnostic {
        Diagnostic::error(
            Code::ResultType,
            format!("`{}` is total, but its function may return no value", self.op.name),
        )
        .label(self.place(&output.range), "`None` and `Err` mean undefined")
        .label(self.op.span, "declared total here")
        .help("write `-->?` with a domain condition, or unwrap the result in an expression")
    }

    pub(super) fn missing_outside(&self, span: Span) -> Diagnostic {
        let domain = self.op.domain.as_ref().map_or(self.op.span, |domain| domain.span);
        Diagnostic::error(
            Code::MissingOutside,
            format!("nothing says what `{}` does outside of its domain", self.op.name),
        )
        .label(span, "neither `Option` nor `Result`")
        .label(domain, "not defined everywhere")
        .help(format!(
            "add `panics` or `unspecified` after the signature, or a line `{} panics;`",
            self.op.name
        ))
    }

    /// A function that returns whether it succeeded says what it does outside of the domain.
    pub(super) fn with_flag(&self, error: Diagnostic, read: &Signature) -> Diagnostic {
        let is_flag = |output: &Output| {
            output.wrapper == Wrapper::Plain && !output.reference && output.core.as_str() == "bool"
        };
        let (Code::MissingOutside, Some(path), true) =
            (error.code, &read.path, read.output.as_ref().is_some_and(is_flag))
        else {
            return error;
        };
        let inputs = || read.inputs.iter().filter(|input| input.name.as_str() != "self");
        let names: Vec<_> = inputs().map(|input| input.name.as_str()).collect();
        // The block has values, and numbers as `i64`.
        let passed = inputs().map(|Input { name, core, passing, .. }| match passing {
            Passing::Shared => format!("&{name}"),
            Passing::Mutable => format!("&mut {name}"),
            Passing::Value => match Integer::named(core.as_str()) {
                Some(Integer::I64) | None => name.to_string(),
                Some(_) => format!("{name}.try_into().ok()?"),
            },
        });
        let (op, function, inputs) =
            (&self.op.name, &path.name, passed.collect::<Vec<_>>().join(", "));
        let taken =
            if names.is_empty() { String::new() } else { format!("({})", names.join(", ")) };
        error.help(format!(
            "if `false` means that it was refused, write \
             `{op}{taken} is do {{ self.{function}({inputs}).then_some(()) }};`; \
             otherwise add `panics` or `unspecified`, as in `{op} panics;`"
        ))
    }

    pub(super) fn needless_outside(&self, span: Span) -> Diagnostic {
        Diagnostic::error(
            Code::NeedlessOutside,
            format!("`{}` is defined everywhere", self.op.name),
        )
        .label(span, "no call is outside of its domain")
        .label(self.op.span, "declared here without a domain condition")
    }

    pub(super) fn mock_needs_method(&self, span: Span) -> Diagnostic {
        Diagnostic::error(
            Code::MockFunction,
            format!("`{}` must be a method of a trait", self.op.name),
        )
        .label(span, "the mock implements it from a table")
        .label(self.op.span, "declared for a sort without constructors")
        .help("write `fn Trait::method(…)`, with the trait among the parameter's bounds")
    }
}

pub(super) fn unknown_method(via: &Name) -> Diagnostic {
    let report =
        Diagnostic::error(Code::Via, format!("`Ordering` has no method `{}` for `via`", via.text))
            .label(
                via.span,
                "expected one of `is_eq`, `is_ne`, `is_lt`, `is_le`, `is_gt`, `is_ge`",
            );
    let hint = hint(&via.text, ORDERING_METHODS.iter().copied());
    match hint {
        Some(hint) => report.help(hint),
        None => report,
    }
}
