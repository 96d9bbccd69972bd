//! What is allowed in a specification and probably not meant.
//!
//! Operations of parameter specifications are left out throughout: a parameter
//! says what is needed of it and may leave the rest open.

use super::{Axiom, Formula, OpId, Operation, OperationClass, SpecId, Term, Theory};
use crate::diagnostic::{Code, Diagnostic};

/// The findings in one specification.
pub(super) fn lint(theory: &Theory, spec: SpecId) -> Vec<Diagnostic> {
    if theory.is_parameter(spec) {
        return Vec::new();
    }
    let axioms: Vec<&Axiom> = theory.axioms.values().filter(|axiom| axiom.spec == spec).collect();
    let mut findings = Vec::new();
    for (id, op) in theory.ops.iter().filter(|(_, op)| op.spec == spec) {
        if !axioms.iter().any(|axiom| axiom.formula.ops().contains(&id)) {
            findings.push(operation_without_axiom(op));
        } else if op.class == OperationClass::Observer {
            findings.extend(open_constructor(theory, id, &axioms).map(|c| open_observer(op, c)));
        }
    }
    findings.extend(axioms.iter().filter_map(|axiom| observer_shape(theory, axiom)));
    findings
}

fn operation_without_axiom(op: &Operation) -> Diagnostic {
    Diagnostic::warning(Code::OperationWithoutAxiom, format!("no axiom mentions `{}`", op.name))
        .label(op.span, "any behaviour is correct, so it is never tested")
}

/// The first constructor on which no axiom determines an observer.
///
/// An axiom determines it where it is applied to the constructor, or to a
/// variable at the place that the axiom defines (`isFull(S) iff …`). A
/// constructor that an axiom expresses by others (`clear(S) = empty()`) needs no
/// more, and a partial observer is rarely defined on a creator.
fn open_constructor<'t>(
    theory: &'t Theory,
    observer: OpId,
    axioms: &[&Axiom],
) -> Option<&'t Operation> {
    let sort = *theory.ops[observer].arguments.first()?;
    if axioms.iter().any(|axiom| defines_everywhere(&axiom.formula, observer)) {
        return None;
    }
    let partial = theory.ops[observer].domain.is_some();
    let open = theory.constructors(sort).find(|(id, constructor)| {
        let creator = !constructor.arguments.contains(&sort);
        let determined = |axiom: &&Axiom| {
            applies_to(&axiom.formula, observer, *id) || defines_everywhere(&axiom.formula, *id)
        };
        let expected = !partial || !creator;
        expected && !axioms.iter().any(determined)
    });
    open.map(|(_, constructor)| constructor)
}

fn open_observer(observer: &Operation, constructor: &Operation) -> Diagnostic {
    Diagnostic::warning(
        Code::OpenObserver,
        format!("no axiom says what `{}` is on `{}`", observer.name, constructor.name),
    )
    .label(observer.span, "left open for some values")
    .label(constructor.span, "those that are built here")
}

/// Whether a formula applies an operation to a term that starts with another.
fn applies_to(formula: &Formula, outer: OpId, inner: OpId) -> bool {
    applications(formula).into_iter().any(|(op, arguments)| {
        op == outer && matches!(arguments.first(), Some(Term::Apply(first, _)) if *first == inner)
    })
}

/// All operations and predicates with their arguments.
fn applications(formula: &Formula) -> Vec<(OpId, &[Term])> {
    let predicates = formula.atom_occurrences().into_iter().filter_map(|atom| match atom {
        Formula::Predicate(op, arguments) => Some((*op, arguments.as_slice())),
        _ => None,
    });
    let terms = formula.subterms().into_iter().filter_map(|term| match term {
        Term::Apply(op, arguments) => Some((*op, arguments.as_slice())),
        _ => None,
    });
    predicates.chain(terms).collect()
}

/// Whether an axiom says what an operation is, whatever its first argument.
fn defines_everywhere(formula: &Formula, defined: OpId) -> bool {
    head(formula).is_some_and(|(op, arguments)| {
        op == defined && matches!(arguments.first(), Some(Term::Variable(_)))
    })
}

/// The application that an axiom defines: the left side of its conclusion.
fn head(formula: &Formula) -> Option<(OpId, &[Term])> {
    match formula {
        Formula::If { conclusion, .. } => head(conclusion),
        Formula::Iff(left, _) | Formula::Not(left) => head(left),
        // The first case of `x = u when c else v`.
        Formula::Or(left, _) | Formula::And(left, _) => head(left),
        Formula::Predicate(op, arguments) => Some((*op, arguments)),
        Formula::Equal(Term::Apply(op, arguments), _) => Some((*op, arguments)),
        Formula::Equal(..) | Formula::Compare(..) => None,
    }
}

/// CONGU's shape: an axiom for an observer says what it is on a variable, or on
/// what constructors build from variables.
fn observer_shape(theory: &Theory, axiom: &Axiom) -> Option<Diagnostic> {
    let (op, arguments) = head(&axiom.formula)?;
    let observer = &theory.ops[op];
    let first = arguments.first()?;
    let is_built = |term: &&Term| match term {
        Term::Variable(_) | Term::Int(_) => true,
        Term::Apply(op, _) => theory.ops[*op].is_constructor(),
        Term::Arithmetic(..) => false,
    };
    if observer.class != OperationClass::Observer || observer.spec != axiom.spec {
        return None;
    }
    let other = first.subterms().into_iter().find(|term| !is_built(term))?;
    let text = other.text(theory, &axiom.variables);
    Some(
        Diagnostic::warning(
            Code::ObserverShape,
            format!(
                "the axiom applies `{}` to more than constructors and variables",
                observer.name
            ),
        )
        .label(axiom.span, format!("`{text}` is not built by a constructor"))
        .help("say what the observer is on each constructor instead"),
    )
}
