//! Observers that the axioms leave open on some small terms.
//!
//! A total share says how many of the observations of small terms the axioms determine. The
//! smallest one that is open names the pair of operations for which an axiom is missing.

use std::collections::{BTreeMap, BTreeSet};

use super::algebras::tables;
use super::combinations::assignments;
use super::conflict::allowed_tables;
use super::states::states;
use super::subject::Trial;
use crate::arena::Id;
use crate::diagnostic::{Code, Diagnostic};
use crate::eval::View;
use crate::execute::{Answer, Engine, Gap, Node, Reason, TermId};
use crate::model::ParameterTables;
use crate::source::Sources;
use crate::theory::{OpId, Operation, SpecOrigin, Theory};

/// The most observations of one observer.
const OBSERVATIONS: usize = 400;

/// What is known of an observer.
#[derive(Default)]
struct Share {
    observations: usize,
    determined: usize,
    /// An observation that is open, the smallest one for which the observer itself lacks an
    /// axiom if there is one, and where no axiom applies.
    open: Option<(TermId, Gap)>,
}

/// Warns of each observer that is open on some small terms.
pub fn open_observers(theory: &Theory, sources: &Sources) -> Vec<Diagnostic> {
    let trial = Trial::new(theory, sources);
    let mut engine = trial.engine(&allowed_tables(&trial));
    let shares = open_shares(&trial, &mut engine);
    let name = |sort: usize, number: u32| format!("{}{number}", trial.program.sorts[sort].name);
    let view = View { program: &trial.program, name: &name };
    let report = |(id, share): (&OpId, &Share)| {
        // Where an observer is open because another one is, that one is reported.
        let mut causes = share.open.iter().flat_map(|(_, gap)| open_ops(theory, &engine, gap.call));
        let is_echo = causes.any(|op| op != *id && shares.contains_key(&op));
        (!is_echo).then(|| warning(&trial, &view, &engine, *id, share)).flatten()
    };
    shares.iter().filter_map(report).collect()
}

/// The names of the observers that running the axioms determines on less than half of the small
/// terms, with those of their specifications. Tests check no more than single axioms of them.
pub fn mostly_open(theory: &Theory, sources: &Sources) -> Vec<[String; 2]> {
    let trial = Trial::new(theory, sources);
    let mut engine = trial.engine(&allowed_tables(&trial));
    let shares = open_shares(&trial, &mut engine);
    let open = shares.iter().filter(|(_, share)| share.determined * 2 < share.observations);
    let named = open.map(|(id, _)| &theory.ops[*id]);
    named.map(|op| [theory.specs[op.spec].name.clone(), op.name.clone()]).collect()
}

/// The observers that are open on some small terms.
fn open_shares(trial: &Trial<'_>, engine: &mut Engine<'_>) -> BTreeMap<OpId, Share> {
    let theory = trial.theory;
    let states = states(engine, &trial.extent);
    let mentioned: Vec<OpId> =
        theory.axioms.values().flat_map(|axiom| axiom.formula.ops()).collect();
    let observers = theory.observers().filter(|(id, op)| {
        let is_written = theory.specs[op.spec].origin == SpecOrigin::Written;
        // Another lint reports operations that no axiom mentions.
        is_written && yields_whole(theory, op) && mentioned.contains(id)
    });
    let shares = observers.map(|(id, _)| (id, share(trial, engine, id, &states)));
    shares.filter(|(_, share)| share.open.is_some()).collect()
}

/// The operations on constructed values that the axioms leave open on some small terms over
/// these parameters.
pub fn open_operations(
    theory: &Theory,
    sources: &Sources,
    parameters: &ParameterTables,
) -> BTreeSet<OpId> {
    let trial = Trial::new(theory, sources);
    let mut engine = trial.engine(&tables(theory, parameters));
    let states = states(&mut engine, &trial.extent);
    let is_open = |id: &OpId| share(&trial, &mut engine, *id, &states).open.is_some();
    theory.observers().map(|(id, _)| id).filter(is_open).collect()
}

fn share(trial: &Trial<'_>, engine: &mut Engine<'_>, op: OpId, states: &[Vec<TermId>]) -> Share {
    let mut share = Share::default();
    let lists = trial.theory.ops[op].arguments.iter().map(|sort| &states[sort.index()]);
    for arguments in assignments(&lists.collect::<Vec<_>>(), OBSERVATIONS) {
        let gap = match engine.apply(op.index(), &arguments) {
            Answer::Undefined => None,
            Answer::Value(term) => engine.gap(term),
            Answer::Undetermined(gap) => Some(gap),
            Answer::Contradiction(_) => continue,
        };
        match gap {
            None => share.determined += 1,
            // Gaps that no axiom could fill are not counted.
            Some(Gap { reason: Reason::NoTable | Reason::Overflow | Reason::Steps(_), .. }) => {
                continue;
            }
            Some(gap) => {
                let call = engine.call(op.index(), &arguments);
                // A gap of another operation is the reason only if the operation has no gap itself.
                let rank = |call: TermId, gap: &Gap| {
                    (op_at(engine, Some(gap.call)) != Some(op), engine.terms().size(call))
                };
                let known = share.open.as_ref().map(|(call, gap)| rank(*call, gap));
                if known.is_none_or(|known| rank(call, &gap) < known) {
                    share.open = Some((call, gap));
                }
            }
        }
        share.observations += 1;
    }
    share
}

/// Whether results of the operation are compared as wholes: truth values, elements, values of data
/// sorts and sequences. Those of other sorts are compared by observers.
fn yields_whole(theory: &Theory, op: &Operation) -> bool {
    op.result.is_none_or(|sort| {
        let origin = theory.specs[theory.sorts[sort].spec].origin;
        !theory.is_constructed(sort) || origin != SpecOrigin::Written
    })
}

/// The operations that leave a call without an answer: its own, or those of the sides if it is a
/// comparison, and those that yield arguments which are open themselves.
fn open_ops(theory: &Theory, engine: &Engine<'_>, call: TermId) -> Vec<OpId> {
    let parts = match engine.terms().node(call) {
        Node::Equal(left, right) => vec![*left, *right],
        Node::Apply(_, arguments) => arguments.to_vec(),
        _ => Vec::new(),
    };
    let is_comparison = matches!(engine.terms().node(call), Node::Equal(..));
    let is_open = |part: &TermId| {
        op_at(engine, Some(*part)).is_some_and(|op| {
            let op = &theory.ops[op];
            is_comparison || (!op.is_constructor() && yields_whole(theory, op))
        })
    };
    let inner = parts.iter().filter(|part| is_open(part));
    let inner = inner.flat_map(|part| open_ops(theory, engine, *part));
    op_at(engine, Some(call)).into_iter().chain(inner).collect()
}

fn op_at(engine: &Engine<'_>, call: Option<TermId>) -> Option<OpId> {
    match engine.terms().node(call?) {
        Node::Apply(op, _) => Some(OpId::from_index(*op)),
        _ => None,
    }
}

fn warning(
    trial: &Trial<'_>,
    view: &View<'_>,
    engine: &Engine<'_>,
    id: OpId,
    share: &Share,
) -> Option<Diagnostic> {
    let ops = &trial.theory.ops;
    let (call, gap) = share.open.as_ref()?;
    let (call, at) = (view.text(engine, *call), view.text(engine, gap.call));
    let percent = 100 * share.determined / share.observations;
    let missing = op_at(engine, Some(gap.call)).unwrap_or(id);
    let inner = match engine.terms().node(gap.call) {
        Node::Apply(_, arguments) => {
            arguments.iter().find_map(|argument| op_at(engine, Some(*argument)))
        }
        _ => None,
    };
    let message = match inner {
        Some(inner) => {
            format!("no axiom says what `{}` is on `{}`", ops[missing].name, ops[inner].name)
        }
        None => format!("no axiom says what `{at}` is"),
    };
    let mut report = Diagnostic::warning(Code::OpenObserver, message).label(
        ops[id].span,
        format!("determined on {percent} % of {} small terms", share.observations),
    );
    if let Some(inner) = inner {
        report = report.label(ops[inner].span, "open on values that are built here");
    }
    let why = match gap.reason {
        Reason::Cycle => format!(", since `{at}` depends on itself"),
        Reason::Equality => format!(", since no axiom says whether `{at}`"),
        _ if at == call => String::new(),
        _ => format!(", since no axiom applies to `{at}`"),
    };
    Some(report.note(format!("the smallest open term is `{call}`{why}")))
}
