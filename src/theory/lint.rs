//! Lints: what a specification may contain but its author probably did not mean.
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

/// The axioms that mention each operation. They may stand in specifications that use the
/// operation's own.
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
            } else if op.class == OperationClass::Observer {
                let open = self.open_constructor(mentions, *id, op);
                findings.extend(open.map(|constructor| open_observer(op, constructor)));
            }
        }
        findings.extend(self.axioms.iter().filter_map(|axiom| observer_shape(theory, axiom)));
        findings.extend(self.axioms.iter().filter_map(|axiom| ruled_out::finding(theory, axiom)));
        findings
    }

    /// The first constructor on which no axiom determines an observer.
    ///
    /// An axiom determines it where it is applied to the constructor, or to a
    /// variable at the place that the axiom defines (`isFull(S) iff …`). A
    /// constructor that an axiom expresses by others (`clear(S) = empty()`) needs
    /// no more, and a partial observer is rarely defined on a creator.
    fn open_constructor(
        &self,
        mentions: &Mentions<'t>,
        id: OpId,
        observer: &Operation,
    ) -> Option<&'t Operation> {
        let sort = *observer.arguments.first()?;
        let of_observer = mentions.of_operation(id);
        if of_observer.iter().any(|axiom| defines_everywhere(&axiom.formula, id)) {
            return None;
        }
        let partial = observer.domain.is_some();
        let constructors = self.ops.iter().filter(|(_, op)| op.is_constructor());
        let open = |(constructor, declared): &&(OpId, &Operation)| {
            let of_constructor = mentions.of_operation(*constructor);
            let determined =
                of_observer.iter().any(|axiom| applies_to(&axiom.formula, id, *constructor))
                    || of_constructor
                        .iter()
                        .any(|axiom| defines_everywhere(&axiom.formula, *constructor));
            let creator = !declared.arguments.contains(&sort);
            let expected = !partial || !creator;
            expected && !determined
        };
        constructors.into_iter().find(open).map(|(_, op)| *op)
    }
}

fn operation_without_axiom(op: &Operation) -> Diagnostic {
    Diagnostic::warning(Code::OperationWithoutAxiom, format!("no axiom mentions `{}`", op.name))
        .label(op.span, "any behaviour is correct, so it is never tested")
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
