//! `returns name --> Sort`: what a call answers besides its effect.
//!
//! ```text
//! insert: Map Key Value --> Map returns replaced -->? Value;
//! ```
//!
//! The answer is an observer with the arguments of the operation. It is defined where the
//! operation is and its own domain clause, if there is one, holds. Without an arrow it is a
//! predicate, which is false where the operation is not defined. An axiom about an answer for
//! all arguments, without a premise, holds where the answer is defined.

use super::make::Maker;
use super::substitute::substituted;
use crate::syntax::ast::{
    Answer, Arrow, AxiomDecl, BinaryOperator, DomainClause, Expr, ExprKind, Name, OperationClass,
    OperationDecl, ReturnsDecl, Section, SectionKind, SpecDecl,
};

/// An observer that stands for what a call of an operation answers.
struct AnswerOf {
    operation: String,
    name: Name,
    is_predicate: bool,
}

/// Declares the answers of all operations.
pub(super) fn expand(spec: &mut SpecDecl) {
    let mut sections = Vec::new();
    let mut answers: Vec<AnswerOf> = Vec::new();
    let clauses: Vec<DomainClause> = spec.sections.iter().flat_map(clauses_of).cloned().collect();
    for mut section in std::mem::take(&mut spec.sections) {
        let mut observers = Vec::new();
        if let SectionKind::Operations(_, operations) = &mut section.kind {
            for operation in operations {
                let Some(ReturnsDecl { name, mut result }) = operation.returns.take() else {
                    continue;
                };
                if let Some(result) = &mut result
                    && clause_of(&clauses, operation).is_some()
                {
                    result.arrow = Arrow::Partial;
                }
                answers.push(AnswerOf {
                    operation: operation.name.text.clone(),
                    name: name.clone(),
                    is_predicate: result.is_none(),
                });
                let (arguments, span) = (operation.arguments.clone(), name.span);
                let answer = Some(Answer::Value(operation.name.text.clone()));
                let returns = None;
                observers.push(OperationDecl { name, arguments, result, returns, answer, span });
            }
        }
        let keyword = section.keyword;
        sections.push(section);
        if !observers.is_empty() {
            let kind = SectionKind::Operations(OperationClass::Observer, observers);
            sections.push(Section { kind, keyword });
        }
    }
    spec.sections = sections;
    for answer in &answers {
        let of_operation = clauses.iter().find(|clause| called(clause) == answer.operation);
        match of_operation {
            Some(clause) if answer.is_predicate => deny_outside(spec, clause, answer),
            Some(clause) => restrict(spec, clause, &answer.name),
            None => {}
        }
        let mut known = spec.sections.iter().flat_map(clauses_of);
        let own = known.find(|clause| called(clause) == answer.name.text).cloned();
        if let Some(clause) = own.as_ref().or(of_operation) {
            require(spec, clause, answer);
        }
    }
}

/// Gives axioms about an answer for all arguments its domain condition as premise, if they have
/// none.
fn require(spec: &mut SpecDecl, of_answer: &DomainClause, answer: &AnswerOf) {
    let ExprKind::Call(_, formal) = &of_answer.call.kind else { return };
    for section in &mut spec.sections {
        let SectionKind::Axioms(_, axioms) = &mut section.kind else { continue };
        for axiom in axioms {
            let Some(arguments) = arguments_of(&axiom.formula, &answer.name.text) else { continue };
            if arguments.len() != formal.len() {
                continue;
            }
            let premise = substituted(&of_answer.condition, formal, arguments);
            let make = Maker { span: axiom.formula.span };
            axiom.formula = make.binary(BinaryOperator::If, axiom.formula.clone(), premise);
        }
    }
}

/// The variables of the answer that a formula without premise starts with.
fn arguments_of<'e>(formula: &'e Expr, answer: &str) -> Option<&'e [Expr]> {
    match &formula.kind {
        ExprKind::Call(name, arguments) if name.text == answer => {
            let is_variable = |it: &Expr| matches!(it.kind, ExprKind::Name(_));
            arguments.iter().all(is_variable).then_some(arguments)
        }
        ExprKind::Not(inner) => arguments_of(inner, answer),
        ExprKind::Binary(BinaryOperator::Equal | BinaryOperator::Iff, left, _) => {
            arguments_of(left, answer)
        }
        ExprKind::When(when) => arguments_of(&when.left, answer),
        _ => None,
    }
}

/// A refused call answers nothing.
fn deny_outside(spec: &mut SpecDecl, of_operation: &DomainClause, answer: &AnswerOf) {
    let ExprKind::Call(_, formal) = &of_operation.call.kind else { return };
    let make = Maker { span: answer.name.span };
    let denied = make.not(make.call(&answer.name.text, formal.clone()));
    let outside = make.not(of_operation.condition.clone());
    let formula = make.binary(BinaryOperator::If, denied, outside);
    let label = format!("{}_answers_{}", answer.operation, answer.name.text);
    // At the end, so that the numbers of axioms without labels stay.
    let axioms: Vec<AxiomDecl> = vec![make.axiom(label, formula)];
    spec.sections.push(make.section(SectionKind::Axioms(Vec::new(), axioms)));
}

/// Adds the domain condition of an operation to that of its answer.
fn restrict(spec: &mut SpecDecl, of_operation: &DomainClause, answer: &Name) {
    let clauses: Vec<DomainClause> = spec.sections.iter().flat_map(clauses_of).cloned().collect();
    let has_own = clauses.iter().any(|clause| called(clause) == answer.text);
    for section in &mut spec.sections {
        let SectionKind::Domains(_, clauses) = &mut section.kind else { continue };
        if has_own {
            let own = clauses.iter_mut().filter(|clause| called(clause) == answer.text);
            own.for_each(|clause| conjoin(of_operation, clause));
        } else if let Some(at) = clauses.iter().position(|clause| clause == of_operation) {
            let mut clause = of_operation.clone();
            if let ExprKind::Call(name, _) = &mut clause.call.kind {
                *name = answer.clone();
            }
            clauses.insert(at + 1, clause);
        }
    }
}

fn conjoin(of_operation: &DomainClause, own: &mut DomainClause) {
    let condition = match (&of_operation.call.kind, &own.call.kind) {
        (ExprKind::Call(_, formal), ExprKind::Call(_, arguments))
            if formal.len() == arguments.len() =>
        {
            substituted(&of_operation.condition, formal, arguments)
        }
        _ => return,
    };
    let (left, right) = (Box::new(condition), Box::new(own.condition.clone()));
    let kind = ExprKind::Binary(BinaryOperator::And, left, right);
    own.condition = Expr { kind, span: own.condition.span };
}

fn clauses_of(section: &Section) -> &[DomainClause] {
    match &section.kind {
        SectionKind::Domains(_, clauses) => clauses,
        _ => &[],
    }
}

fn clause_of<'c>(
    clauses: &'c [DomainClause],
    operation: &OperationDecl,
) -> Option<&'c DomainClause> {
    clauses.iter().find(|clause| called(clause) == operation.name.text)
}

/// The operation that a clause is about.
fn called(clause: &DomainClause) -> &str {
    match &clause.call.kind {
        ExprKind::Call(name, _) => &name.text,
        _ => "",
    }
}
