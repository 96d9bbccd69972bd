//! Lints: what is valid in a specification but probably not intended.
//!
//! Operations of parameter specifications are not checked: a parameter states what it must
//! offer and may leave the rest open.

use std::collections::BTreeMap;

use super::{Axiom, Formula, OpId, Operation, OperationClass, SpecId, Term, Theory, ruled_out};
use crate::diagnostic::{Code, Diagnostic};

/// The findings in the given specifications.
pub(super) fn lint(theory: &Theory, specs: &[SpecId]) -> Vec<Diagnostic> {
    let mut own: BTreeMap<SpecId, Own> = BTreeMap::new();
    for (id, op) in theory.ops.iter() {
        own.entry(op.spec).or_default().ops.push((id, op));
    }
    for axiom in theory.axioms.values() {
        own.entry(axiom.spec).or_default().axioms.push(axiom);
    }
    let mentions = Mentions::of(theory);
    let bodies = specs.iter().filter_map(|id| own.get(id)).filter(|own| own.is_body());
    bodies.flat_map(|own| own.findings(theory, &mentions)).collect()
}

/// The axioms that mention each operation, including axioms of other specifications that use
/// the one of the operation.
struct Mentions<'t> {
    axioms: BTreeMap<OpId, Vec<&'t Axiom>>,
}

impl<'t> Mentions<'t> {
    fn of(theory: &'t Theory) -> Self {
        let mut axioms: BTreeMap<OpId, Vec<&Axiom>> = BTreeMap::new();
        for axiom in theory.axioms.values() {
            for op in axiom.formula.ops() {
                axioms.entry(op).or_default().push(axiom);
            }
        }
        Self { axioms }
    }

    fn of_operation(&self, op: OpId) -> &[&'t Axiom] {
        self.axioms.get(&op).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether some axiom is about the operation itself.
    fn has_definition(&self, op: OpId) -> bool {
        self.of_operation(op)
            .iter()
            .any(|axiom| head(&axiom.formula).is_some_and(|(head, _)| head == op))
    }
}

/// What one specification declares.
#[derive(Default)]
struct Own<'t> {
    ops: Vec<(OpId, &'t Operation)>,
    axioms: Vec<&'t Axiom>,
}

impl<'t> Own<'t> {
    fn is_body(&self) -> bool {
        self.ops.iter().any(|(_, op)| op.is_constructor())
    }

    fn findings(&self, theory: &Theory, mentions: &Mentions<'t>) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        for (id, op) in &self.ops {
            if mentions.of_operation(*id).is_empty() {
                findings.push(operation_without_axiom(op));
            }
        }
        let shape = |axiom: &&Axiom| observer_shape(theory, axiom, mentions);
        findings.extend(self.axioms.iter().filter_map(shape));
        findings.extend(self.axioms.iter().filter_map(|axiom| ruled_out::finding(theory, axiom)));
        findings
    }
}

fn operation_without_axiom(op: &Operation) -> Diagnostic {
    Diagnostic::warning(Code::OperationWithoutAxiom, format!("no axiom mentions `{}`", op.name))
        .label(op.span, "any behaviour is correct, so it is never tested")
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

/// CONGU's shape: an axiom defines an observer on a variable, or on constructors applied to
/// variables. An operation of the same sort that no axiom defines counts as a constructor:
/// `backspace` in `length(backspace(T)) = …`.
fn observer_shape(theory: &Theory, axiom: &Axiom, mentions: &Mentions<'_>) -> Option<Diagnostic> {
    let (op, arguments) = head(&axiom.formula)?;
    let observer = &theory.ops[op];
    let first = arguments.first()?;
    let is_built = |term: &&Term| match term {
        Term::Variable(_) | Term::Int(_) => true,
        Term::Apply(op, _) => {
            let builds = theory.ops[*op].result == observer.arguments.first().copied();
            theory.ops[*op].is_constructor() || (builds && !mentions.has_definition(*op))
        }
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
        .help("define the observer on each constructor instead"),
    )
}
