//! Errors in domain clauses: which error comes back where an operation refuses.
//!
//! ```text
//! acquire(S, T) if T >= now(S) else ClockWentBack, used(S, T) < limit(S) else TooMany;
//! ```
//!
//! The first condition that does not hold says which error it is: an observer
//! `acquire_error`, which is defined where the operation is not, with one axiom for each
//! error.

use std::collections::BTreeSet;

use super::make::Maker;
use super::substitute::{calls, substituted};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{
    Answer, Arrow, AxiomDecl, BinaryOperator, DomainClause, ErrorDecl, Expr, ExprKind, Name,
    OperationClass, OperationDecl, Section, SectionKind, SortRef, SpecDecl, SpecFile,
};
use crate::syntax::print_expr;
use crate::syntax::print_spec::print_sort;

/// The operations of a file with their results, to tell the sorts of errors.
pub(super) struct Results {
    /// Specification, operation, number of arguments, sort.
    known: Vec<(String, String, usize, SortRef)>,
}

impl Results {
    pub fn of(file: &SpecFile) -> Self {
        let mut known = Vec::new();
        for spec in &file.specs {
            for op in spec.sections.iter().flat_map(operations_of) {
                let answer = op.returns.as_ref();
                let answer = answer.and_then(|it| Some((&it.name, it.result.as_ref()?)));
                let own = op.result.as_ref().map(|result| (&op.name, result));
                for (name, result) in own.into_iter().chain(answer) {
                    let (spec, arity) = (spec.name.text.clone(), op.arguments.len());
                    known.push((spec, name.text.clone(), arity, result.sort.clone()));
                }
            }
        }
        Self { known }
    }

    /// The result of a call, as seen from a specification. Its own operations go first.
    fn find(&self, spec: &str, op: &str, arity: usize) -> Option<&SortRef> {
        let named = |own: bool| {
            let mut found = self.known.iter().filter(move |(home, name, count, _)| {
                (home == spec) == own && name == op && *count == arity
            });
            found.next().map(|(.., sort)| sort)
        };
        named(true).or_else(|| named(false))
    }
}

/// Declares the errors of all operations of a specification.
pub(super) fn expand(spec: &mut SpecDecl, results: &Results, errors: &mut Vec<Diagnostic>) {
    let mut found = Vec::new();
    let signature = Signature::of(spec, results);
    for clause in spec.sections.iter().flat_map(clauses_of) {
        if !clause.errors.is_empty() {
            match signature.error_of(clause) {
                Ok(error) => found.push(error),
                Err(found) => errors.extend(found),
            }
        }
    }
    for section in &mut spec.sections {
        if let SectionKind::Domains(_, clauses) = &mut section.kind {
            clauses.iter_mut().for_each(|clause| clause.errors.clear());
        }
    }
    for error in found {
        error.declare(spec);
    }
}

/// What the errors of a clause stand for.
struct ErrorObserver {
    operation: String,
    observer: OperationDecl,
    clause: DomainClause,
    axioms: Vec<AxiomDecl>,
    make: Maker,
}

impl ErrorObserver {
    fn declare(self, spec: &mut SpecDecl) {
        let declares = |section: &Section| {
            operations_of(section).iter().any(|op| op.name.text == self.operation)
        };
        let at = spec.sections.iter().position(declares).map_or(0, |at| at + 1);
        let observers = self.make.operations(OperationClass::Observer, vec![self.observer]);
        spec.sections.insert(at, observers);
        for section in &mut spec.sections {
            let SectionKind::Domains(_, clauses) = &mut section.kind else { continue };
            let of_operation = |clause: &DomainClause| called(clause).0 == self.operation;
            if let Some(at) = clauses.iter().position(of_operation) {
                clauses.insert(at + 1, self.clause.clone());
                break;
            }
        }
        // At the end, so that the numbers of axioms without labels stay.
        spec.sections.push(self.make.section(SectionKind::Axioms(Vec::new(), self.axioms)));
    }
}

struct Signature<'s> {
    spec: &'s str,
    results: &'s Results,
    ops: Vec<&'s OperationDecl>,
    clauses: Vec<&'s DomainClause>,
    variables: Vec<(&'s str, &'s SortRef)>,
    labels: BTreeSet<&'s str>,
}

impl<'s> Signature<'s> {
    fn of(spec: &'s SpecDecl, results: &'s Results) -> Self {
        let mut variables = Vec::new();
        let mut labels = BTreeSet::new();
        for section in &spec.sections {
            match &section.kind {
                SectionKind::Domains(groups, _) => {
                    let named = groups.iter().flat_map(|group| {
                        group.names.iter().map(move |name| (name.text.as_str(), &group.sort))
                    });
                    variables.extend(named);
                }
                SectionKind::Axioms(_, axioms) | SectionKind::Implies(_, axioms) => {
                    labels.extend(axioms.iter().filter_map(|it| it.label.as_ref()).map(text_of));
                }
                _ => {}
            }
        }
        Self {
            spec: &spec.name.text,
            results,
            ops: spec.sections.iter().flat_map(operations_of).collect(),
            clauses: spec.sections.iter().flat_map(clauses_of).collect(),
            variables,
            labels,
        }
    }

    fn error_of(&self, clause: &DomainClause) -> Result<ErrorObserver, Vec<Diagnostic>> {
        let (operation, arguments) = called(clause);
        let first = &clause.errors[0];
        let sort = self.sort_of_all(&clause.errors).map_err(|error| vec![error])?;
        let undefined = self.undefined(&clause.errors);
        if !undefined.is_empty() {
            return Err(undefined);
        }
        let make = Maker { span: first.error.span };
        let name = format!("{operation}_error");
        let same = |op: &&&OperationDecl| {
            op.name.text == operation && op.arguments.len() == arguments.len()
        };
        let profile = self.ops.iter().find(same).map(|op| op.arguments.clone());
        let Some(profile) = profile else {
            return Err(vec![malformed(clause, "no operation of the specification is called so")]);
        };
        let mut observer = make.operation(name.as_str(), profile, Arrow::Partial, sort);
        observer.answer = Some(Answer::Error(operation.to_owned()));
        let call = make.call(&name, arguments.to_vec());
        let outside = make.not(clause.condition.clone());
        Ok(ErrorObserver {
            operation: operation.to_owned(),
            observer,
            clause: make.clause(call.clone(), outside),
            axioms: self.axioms(&name, &call, &clause.errors),
            make,
        })
    }

    /// One axiom for each error: the conditions before it hold, its own does not.
    fn axioms(&self, name: &str, call: &Expr, errors: &[ErrorDecl]) -> Vec<AxiomDecl> {
        let mut labels: BTreeSet<String> = self.labels.iter().map(|it| (*it).to_owned()).collect();
        let mut axioms = Vec::new();
        for (place, ErrorDecl { condition, error }) in errors.iter().enumerate() {
            let make = Maker { span: error.span };
            let mut premises: Vec<Expr> =
                errors[..place].iter().map(|earlier| earlier.condition.clone()).collect();
            premises.push(make.not(condition.clone()));
            let premise = make.joined(BinaryOperator::And, premises).expect("one was pushed");
            let equation = make.binary(BinaryOperator::Equal, call.clone(), error.clone());
            let label = (1..).map(|number| label(name, error, number));
            let label = label.into_iter().find(|label| labels.insert(label.clone()));
            let formula = make.binary(BinaryOperator::If, equation, premise);
            axioms.push(make.axiom(label.expect("numbers do not end"), formula));
        }
        axioms
    }

    fn sort_of_all(&self, errors: &[ErrorDecl]) -> Result<SortRef, Diagnostic> {
        let mut sorts = Vec::new();
        for ErrorDecl { error, .. } in errors {
            sorts.push((error, self.sort_of(error).ok_or_else(|| unknown_sort(error))?));
        }
        let (first, sort) = sorts[0].clone();
        match sorts.iter().find(|(_, other)| other.name.text != sort.name.text) {
            Some((error, other)) => Err(two_sorts((first, &sort), (error, other))),
            None => Ok(sort),
        }
    }

    fn sort_of(&self, error: &Expr) -> Option<SortRef> {
        match &error.kind {
            ExprKind::Name(name) => {
                let declared = self.variables.iter().find(|(variable, _)| variable == name);
                let constant = || self.results.find(self.spec, name, 0);
                declared.map(|(_, sort)| *sort).or_else(constant).cloned()
            }
            ExprKind::Call(name, arguments) => {
                self.results.find(self.spec, &name.text, arguments.len()).cloned()
            }
            _ => Some(Maker { span: error.span }.sort("int", Vec::new())),
        }
    }

    /// Errors that call a partial operation which nothing says to be defined.
    fn undefined(&self, errors: &[ErrorDecl]) -> Vec<Diagnostic> {
        let mut known: BTreeSet<String> = BTreeSet::new();
        let mut found = Vec::new();
        for ErrorDecl { condition, error } in errors {
            let mut here = known.clone();
            self.add_denied(condition, &mut here);
            for (name, arguments) in calls(error) {
                if let Some(clause) = self.open_domain(&name.text, arguments, &here) {
                    found.push(may_be_undefined(name, clause));
                }
            }
            add_conjuncts(condition, &mut known);
        }
        found
    }

    /// Adds what holds where a condition does not.
    fn add_denied(&self, condition: &Expr, known: &mut BTreeSet<String>) {
        use BinaryOperator as Op;
        let ExprKind::Binary(operator, left, right) = &condition.kind else {
            if let ExprKind::Not(inner) = &condition.kind {
                add_conjuncts(inner, known);
            }
            return;
        };
        // An undefined number is neither less than another nor as great.
        let is_partial = |name: &Name| self.clauses.iter().any(|it| called(it).0 == name.text);
        let is_total = !calls(condition).iter().any(|(name, _)| is_partial(name));
        let opposite = match operator {
            Op::Or => {
                self.add_denied(left, known);
                self.add_denied(right, known);
                return;
            }
            Op::Equal => Op::NotEqual,
            Op::NotEqual => Op::Equal,
            Op::Less if is_total => Op::GreaterEqual,
            Op::LessEqual if is_total => Op::Greater,
            Op::Greater if is_total => Op::LessEqual,
            Op::GreaterEqual if is_total => Op::Less,
            _ => return,
        };
        let kind = ExprKind::Binary(opposite, left.clone(), right.clone());
        known.insert(print_expr(&Expr { kind, span: condition.span }));
    }

    /// The domain clause of a call, if not all of it is known to hold.
    fn open_domain(
        &self,
        name: &str,
        arguments: &[Expr],
        known: &BTreeSet<String>,
    ) -> Option<&'s DomainClause> {
        let of_call = |clause: &&&DomainClause| {
            let (op, formal) = called(clause);
            op == name && formal.len() == arguments.len()
        };
        let clause = *self.clauses.iter().find(of_call)?;
        let mut needed = BTreeSet::new();
        let condition = substituted(&clause.condition, called(clause).1, arguments);
        add_conjuncts(&condition, &mut needed);
        (!needed.is_subset(known)).then_some(clause)
    }
}

/// `acquire_error_TooMany`; the second one of the same name is `acquire_error_TooMany_2`.
fn label(name: &str, error: &Expr, number: usize) -> String {
    let head = match &error.kind {
        ExprKind::Name(text) => format!("_{text}"),
        ExprKind::Call(op, _) => format!("_{}", op.text),
        _ => String::new(),
    };
    match number {
        1 => format!("{name}{head}"),
        number => format!("{name}{head}_{number}"),
    }
}

fn add_conjuncts(condition: &Expr, conjuncts: &mut BTreeSet<String>) {
    match &condition.kind {
        ExprKind::Binary(BinaryOperator::And, left, right) => {
            add_conjuncts(left, conjuncts);
            add_conjuncts(right, conjuncts);
        }
        _ => drop(conjuncts.insert(print_expr(condition))),
    }
}

fn called(clause: &DomainClause) -> (&str, &[Expr]) {
    match &clause.call.kind {
        ExprKind::Call(name, arguments) => (&name.text, arguments),
        _ => ("", &[]),
    }
}

fn operations_of(section: &Section) -> &[OperationDecl] {
    match &section.kind {
        SectionKind::Operations(_, ops) => ops,
        _ => &[],
    }
}

fn clauses_of(section: &Section) -> &[DomainClause] {
    match &section.kind {
        SectionKind::Domains(_, clauses) => clauses,
        _ => &[],
    }
}

fn text_of(name: &Name) -> &str {
    &name.text
}

fn malformed(clause: &DomainClause, label: &str) -> Diagnostic {
    Diagnostic::error(Code::ErrorForm, "the errors of the domain clause cannot be expanded")
        .label(clause.call.span, label)
}

fn unknown_sort(error: &Expr) -> Diagnostic {
    Diagnostic::error(Code::ErrorForm, "the sort of the error is not known")
        .label(error.span, "neither a variable nor an operation of this file")
        .help("declare a data sort, such as `sorts Refused is TooMany | Closed`")
}

fn two_sorts(first: (&Expr, &SortRef), other: (&Expr, &SortRef)) -> Diagnostic {
    Diagnostic::error(Code::ErrorForm, "the errors of one operation have different sorts")
        .label(other.0.span, format!("of sort `{}`", print_sort(other.1)))
        .label(first.0.span, format!("of sort `{}`", print_sort(first.1)))
        .help("make them variants of one data sort")
}

fn may_be_undefined(name: &Name, clause: &DomainClause) -> Diagnostic {
    let message = format!("the error may be undefined: `{}` is partial", name.text);
    Diagnostic::error(Code::ErrorForm, message)
        .label(name.span, "nothing says that this is defined where the error comes back")
        .label(clause.span, "its domain")
        .help(format!(
            "put `{}` before it as a condition with an error of its own, or use a total operation",
            print_expr(&clause.condition)
        ))
}
