//! Error messages about expressions.

use super::builder::{Builder, Wanted};
use super::infer::{Type, Typed};
use crate::count::counted;
use crate::diagnostic::{Code, Diagnostic};
use crate::near_name;
use crate::source::Span;
use crate::syntax::SEQUENCE_OPERATIONS;
use crate::syntax::ast::{Name, SpecOrigin};
use crate::theory::{OpId, SortId, SpecId};

impl Builder<'_, '_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.resolver.report(diagnostic);
    }

    fn sort_text(&self, sort: SortId) -> String {
        format!("`{}`", self.resolver.theory.sort_text(sort))
    }

    /// The names of the operations that the specification sees.
    fn op_names(&self) -> Vec<&str> {
        let reach = &self.resolver.gathered[self.spec].reach;
        let ops = self.resolver.theory.ops.values();
        ops.filter(|op| reach.contains(&op.spec)).map(|op| op.name.as_str()).collect()
    }

    /// What can be called on sequences, where the specification sees any.
    fn sequence_operations(&self) -> Option<String> {
        let gathered = &self.resolver.gathered[self.spec];
        let is_sequence =
            |spec: &SpecId| self.resolver.theory.specs[*spec].origin == SpecOrigin::Sequence;
        gathered.reach.iter().any(is_sequence).then(|| {
            let names: Vec<String> =
                SEQUENCE_OPERATIONS.iter().map(|name| format!("`{name}`")).collect();
            format!("sequences have {}; the first element is `get(L, 0)`", names.join(", "))
        })
    }

    /// Reports each name once per section.
    pub(super) fn report_undeclared_variable(&mut self, name: &str, span: Span) {
        if !self.variables.is_first_miss(name) {
            return;
        }
        let named = self.resolver.visible_ops(name, self.spec);
        let is_constant = |op: &OpId| self.resolver.theory.ops[*op].arguments.is_empty();
        let (message, help) = if named.iter().any(is_constant) {
            let help = format!("the operation is called with parentheses: `{name}()`");
            (format!("`{name}` is not a variable"), Some(help))
        } else if let Some(op) = named.first() {
            let profile = self.resolver.theory.profile(*op);
            let help = format!("`{name}` is the operation `{profile}`; pass its arguments");
            (format!("`{name}` is not a variable"), Some(help))
        } else {
            let known = self.variables.names();
            (format!("variable `{name}` is not declared"), near_name::hint(name, known))
        };
        let report = Diagnostic::error(Code::UndeclaredVariable, message)
            .label(span, "not declared at the head of this section");
        self.report(with_help(report, help));
    }

    pub(super) fn report_undeclared_op(&mut self, name: &Name) {
        if !self.resolver.is_first_miss(name, self.spec) {
            return;
        }
        let help = if self.variables.declares(&name.text) {
            Some(format!("`{0}` is a variable; write `{0}` without parentheses", name.text))
        } else {
            near_name::hint(&name.text, self.op_names()).or_else(|| self.sequence_operations())
        };
        let report = Diagnostic::error(
            Code::UndeclaredOperation,
            format!("operation `{}` is not declared", name.text),
        )
        .label(name.span, "neither declared here nor in a specification in use");
        self.report(with_help(report, help));
    }

    pub(super) fn report_arity(&mut self, typed: &Typed, name: &Name, named: &[OpId]) {
        let found = counted(typed.parts.len(), "argument");
        let mut report = match named {
            [op] => {
                let wanted = self.resolver.theory.ops[*op].arguments.len();
                Diagnostic::error(
                    Code::WrongArity,
                    format!("`{}` takes {}", name.text, counted(wanted, "argument")),
                )
            }
            _ => Diagnostic::error(Code::WrongArity, format!("no `{}` takes {found}", name.text)),
        }
        .label(typed.expr.span, format!("{found} given"));
        // In an `after` clause the term stands before the effects.
        let inserted = typed.parts.first().map(|part| part.expr.span);
        if inserted.is_some_and(|first| first.end < typed.expr.span.start) {
            report = report.help("the term after `after` is the first argument; write the others");
        }
        report = self.with_profiles(report, named);
        self.report(report);
    }

    pub(super) fn report_no_overload(&mut self, name: &Name, ops: &[OpId]) {
        let report = Diagnostic::error(
            Code::WrongSort,
            format!("no `{}` takes arguments of these sorts", name.text),
        )
        .label(name.span, "no operation of this name fits");
        let report = self.with_profiles(report, ops);
        self.report(report);
    }

    pub(super) fn report_ambiguous_op(&mut self, name: &Name, ops: &[OpId]) {
        let report = Diagnostic::error(
            Code::AmbiguousOperation,
            format!("there are {} operations that `{}` can mean here", ops.len(), name.text),
        )
        .label(name.span, "it is unclear which one this refers to");
        let report = self.with_profiles(report, ops);
        self.report(report);
    }

    fn with_profiles(&self, mut report: Diagnostic, ops: &[OpId]) -> Diagnostic {
        for op in ops {
            report = report.label(self.resolver.theory.ops[*op].span, "declared here");
        }
        report
    }

    /// Reports a mix of numbers and elements of a sort with a code of its own.
    pub(super) fn report_wrong_sort(&mut self, found: SortId, wanted: Wanted, span: Span) {
        let int = self.resolver.int;
        let (found_text, wanted_text) = (self.sort_text(found), self.sort_text(wanted.sort));
        let (code, message) = if wanted.sort == int {
            (Code::MixedInt, format!("expected a number, found an element of {found_text}"))
        } else if found == int {
            (Code::MixedInt, format!("expected an element of {wanted_text}, found a number"))
        } else {
            (Code::WrongSort, format!("expected sort {wanted_text}, found {found_text}"))
        };
        let mut report =
            Diagnostic::error(code, message).label(span, format!("this is of sort {found_text}"));
        if let Some(op) = wanted.by {
            let op = &self.resolver.theory.ops[op];
            report = report.label(op.span, format!("`{}` is declared here", op.name));
        }
        self.report(report);
    }

    pub(super) fn report_formula_expected(&mut self, typed: &Typed) {
        let label = match typed.types.as_slice() {
            [Type::Sort(sort)] => format!("this is a term of sort {}", self.sort_text(*sort)),
            _ => "this is a term".to_owned(),
        };
        let report = Diagnostic::error(Code::FormulaExpected, "expected a formula, found a term")
            .label(typed.expr.span, label)
            .help("compare the term with `=`, or use a predicate");
        self.report(report);
    }

    pub(super) fn report_out_of_range(&mut self, typed: &Typed, value: i128) {
        let message = "the value of the expression does not fit 64 bits";
        let report = Diagnostic::error(Code::IntegerOutOfRange, message)
            .label(typed.expr.span, format!("this is {value}"));
        self.report(report);
    }

    pub(super) fn report_term_expected(&mut self, typed: &Typed) {
        let report = Diagnostic::error(Code::TermExpected, "expected a term, found a formula")
            .label(typed.expr.span, "this is true or false, not a value");
        self.report(report);
    }

    /// Reports an equation whose sides have no type in common.
    pub(super) fn report_unlike_sides(&mut self, left: &Typed, right: &Typed) {
        let int = Type::Sort(self.resolver.int);
        let (code, message) = match (left.types.as_slice(), right.types.as_slice()) {
            (_, [Type::Truth]) => (Code::TermExpected, "a term is compared with a formula"),
            ([Type::Truth], _) => (Code::FormulaExpected, "a formula is compared with a term"),
            (left, right) if left == [int] || right == [int] => {
                (Code::MixedInt, "a number is compared with an element of a sort")
            }
            _ => (Code::WrongSort, "the two sides are of different sorts"),
        };
        let report = Diagnostic::error(code, message)
            .label(right.expr.span, format!("this is {}", self.types_text(right)))
            .label(left.expr.span, format!("this is {}", self.types_text(left)));
        self.report(report);
    }

    pub(super) fn report_ambiguous_sides(&mut self, left: &Typed, right: &Typed) {
        let report = Diagnostic::error(
            Code::AmbiguousOperation,
            "both sides of the equation can be of several sorts",
        )
        .label(left.expr.span, format!("this can be {}", self.types_text(left)))
        .label(right.expr.span, format!("this can be {}", self.types_text(right)));
        self.report(report);
    }

    fn types_text(&self, typed: &Typed) -> String {
        let text = |found: &Type| match found {
            Type::Sort(sort) => format!("of sort {}", self.sort_text(*sort)),
            Type::Truth => "a formula".to_owned(),
        };
        typed.types.iter().map(text).collect::<Vec<_>>().join(" or ")
    }
}

pub(super) fn with_help(report: Diagnostic, help: Option<String>) -> Diagnostic {
    match help {
        Some(help) => report.help(help),
        None => report,
    }
}
