//! `returns name --> Sort`: what a call answers besides its effect.
//!
//! ```text
//! insert: Map Key Value --> Map returns replaced -->? Value;
//! ```
//!
//! The answer is an observer with the arguments of the operation. It is defined where the
//! operation is and its own domain clause, if there is one, holds.

use super::substitute::substituted;
use crate::syntax::ast::{
    Answer, Arrow, BinaryOperator, DomainClause, Expr, ExprKind, Name, OperationClass,
    OperationDecl, ReturnsDecl, Section, SectionKind, SpecDecl,
};

/// Declares the answers of all operations.
pub(super) fn expand(spec: &mut SpecDecl) {
    let mut sections = Vec::new();
    let mut answers: Vec<(String, Name)> = Vec::new();
    let clauses: Vec<DomainClause> = spec.sections.iter().flat_map(clauses_of).cloned().collect();
    for mut section in std::mem::take(&mut spec.sections) {
        let mut observers = Vec::new();
        if let SectionKind::Operations(_, operations) = &mut section.kind {
            for operation in operations {
                let Some(ReturnsDecl { name, mut result }) = operation.returns.take() else {
                    continue;
                };
                if clause_of(&clauses, operation).is_some() {
                    result.arrow = Arrow::Partial;
                }
                answers.push((operation.name.text.clone(), name.clone()));
                let (arguments, span) = (operation.arguments.clone(), name.span);
                let answer = Some(Answer::Value(operation.name.text.clone()));
                let (result, returns) = (Some(result), None);
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
    for (operation, answer) in &answers {
        restrict(spec, operation, answer);
    }
}

/// Adds the domain condition of an operation to that of its answer.
fn restrict(spec: &mut SpecDecl, operation: &str, answer: &Name) {
    let clauses: Vec<DomainClause> = spec.sections.iter().flat_map(clauses_of).cloned().collect();
    let Some(of_operation) = clauses.iter().find(|clause| called(clause) == operation) else {
        return;
    };
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
