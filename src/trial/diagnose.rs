//! A contradiction as a message: the axioms, the smallest term and both derivations.

use std::collections::BTreeSet;

use super::conflict::conflict;
use super::evidence::{Evidence, evidence};
use super::subject::Trial;
use crate::arena::Id;
use crate::diagnostic::{Code, Diagnostic};
use crate::eval::{Side, TraceLine, View, lines};
use crate::execute::{Answer, Contradiction, Engine, Node, Source, Tables, TermId};
use crate::rules;
use crate::source::Sources;
use crate::theory::{Axiom, AxiomId, Term, Theory};

/// Reports axioms that contradict each other on small terms, for all parameters.
pub fn contradiction(theory: &Theory, sources: &Sources) -> Option<Diagnostic> {
    let trial = Trial::new(theory, sources);
    let conflict = conflict(&trial)?;
    let mut engine = trial.engine(&conflict.tables);
    let found = evidence(&trial, &mut engine)?;
    let name = |sort: usize, number: u32| format!("{}{number}", trial.program.sorts[sort].name);
    let view = View { program: &trial.program, name: &name };
    let report = match found {
        Evidence::Clash(found) => clash(&trial, &view, &mut engine, &found),
        Evidence::Violated { axiom, values } => {
            violated(&trial, &view, &mut engine, axiom, &values)
        }
    };
    Some(match conflict.tried {
        None => report,
        Some(tried) => {
            let facts = facts(&view, &conflict.tables, &mut engine);
            report.help(format!(
                "the axioms contradict each other for all {tried} algebras of the parameters \
                 that were tried; this is for {facts}"
            ))
        }
    })
}

/// Two axioms that evaluate a call differently.
fn clash(
    trial: &Trial<'_>,
    view: &View<'_>,
    engine: &mut Engine<'_>,
    found: &Contradiction,
) -> Diagnostic {
    let call = view.text(engine, found.call);
    let sides = view.sides(engine, found);
    let results: Vec<&str> = sides.iter().map(|side| side.result.as_str()).collect();
    let mut report = Diagnostic::error(
        Code::Contradiction,
        format!("the axioms contradict each other: `{call}` is {}", results.join(" and ")),
    );
    for (side, (_, source)) in sides.iter().zip(&found.results) {
        for axiom in axioms(trial, engine, found.call, *source) {
            let gives = format!("gives {}", side.result);
            report = report.label(trial.theory.axioms[axiom].span, gives);
        }
        if let (Source::Domain, Node::Apply(op, _)) = (source, engine.terms().node(found.call)) {
            let op = trial.theory.ops.ids().nth(*op).expect("operations keep their positions");
            if let Some(domain) = &trial.theory.ops[op].domain {
                report = report.label(domain.span, format!("gives {}", side.result));
            }
        }
    }
    let said = found.results.iter().flat_map(|(_, source)| {
        let axioms = axioms(trial, engine, found.call, *source).into_iter();
        axioms.map(|axiom| &trial.theory.axioms[axiom]).collect::<Vec<_>>()
    });
    let is_outside = found.results.iter().any(|(_, source)| *source == Source::Domain);
    let premise = { said }.find_map(|axiom| {
        let of_call = |term: &&Term| match (term, engine.terms().node(found.call)) {
            (Term::Apply(op, _), Node::Apply(called, _)) => op.index() == *called,
            _ => false,
        };
        let term = axiom.formula.subterms().into_iter().find(of_call)?;
        is_outside.then(|| premise(trial.theory, axiom, term))?
    });
    let report = report.note(derivations(&call, &sides));
    premise.into_iter().fold(report, Diagnostic::help)
}

/// The premise that an axiom lacks if it is meant for values at which a term of it is defined.
fn premise(theory: &Theory, axiom: &Axiom, term: &Term) -> Option<String> {
    let Term::Apply(op, arguments) = term else { return None };
    let domain = theory.ops[*op].domain.as_ref()?;
    let condition = domain.condition.substituted(arguments).text(theory, &axiom.variables);
    let term = term.text(theory, &axiom.variables);
    Some(format!(
        "`{term}` is undefined there; if the axiom is about other values only, add the premise `if {condition}`"
    ))
}

/// The axioms that gave a result, by evaluating the call or by rewriting its arguments.
fn axioms(trial: &Trial<'_>, engine: &Engine<'_>, call: TermId, source: Source) -> Vec<AxiomId> {
    let of_rule = |source: Source| match source {
        Source::Rule(rule) => Some(AxiomId::from_index(trial.program.rules[rule].axiom)),
        _ => None,
    };
    match (source, engine.terms().node(call)) {
        (Source::Rewritten(_), Node::Apply(_, arguments)) => {
            let sources = arguments.iter().filter_map(|argument| engine.source(*argument));
            sources.filter_map(of_rule).collect()
        }
        _ => of_rule(source).into_iter().collect(),
    }
}

fn derivations(call: &str, sides: &[Side]) -> String {
    let mut text = "how each result comes about:".to_owned();
    let mut shown = BTreeSet::new();
    for Side { result, reason, trace } in sides {
        let trace = without_repeats(trace, &mut shown);
        text += &format!("\n{call} = {result}   {reason}\n{}", lines(&trace, 1));
        text.truncate(text.trim_end().len());
    }
    text
}

/// A derivation in which each call is evaluated once.
fn without_repeats(trace: &[TraceLine], shown: &mut BTreeSet<(String, String)>) -> Vec<TraceLine> {
    let mut kept: Vec<TraceLine> = Vec::new();
    let mut repeated: Option<usize> = None;
    for line in trace {
        if repeated.is_some_and(|depth| line.depth > depth) {
            continue;
        }
        let is_new = shown.insert((line.call.clone(), line.answer.clone()));
        repeated = (!is_new).then_some(line.depth);
        let reason = if is_new { line.reason.clone() } else { "as above".to_owned() };
        kept.push(TraceLine { reason, ..line.clone() });
    }
    kept
}

/// An axiom that others make false.
fn violated(
    trial: &Trial<'_>,
    view: &View<'_>,
    engine: &mut Engine<'_>,
    axiom: AxiomId,
    values: &[TermId],
) -> Diagnostic {
    let stated = &trial.theory.axioms[axiom];
    let bound = stated.variables.iter().zip(values);
    let bound =
        bound.map(|(variable, value)| format!("{} = {}", variable.name, view.text(engine, *value)));
    let bound = bound.collect::<Vec<_>>().join(", ");
    let trace = engine.trace_formula(&rules::formula(&stated.formula), values);
    let trace = lines(&view.trace(engine, &trace), 0);
    let message = format!("the other axioms contradict axiom `{}`", stated.title());
    let label =
        if bound.is_empty() { "is false".to_owned() } else { format!("is false for {bound}") };
    let report = Diagnostic::error(Code::Contradiction, message)
        .label(stated.span, label)
        .note(format!("by the other axioms:\n{}", trace.trim_end()));
    // The innermost term without a value is the reason.
    let mut terms = stated.formula.subterms();
    terms.reverse();
    let is_undefined =
        |term: &&Term| engine.evaluate(&rules::expr(term), values) == Answer::Undefined;
    let undefined = { terms }.into_iter().find(is_undefined);
    let premise = undefined.and_then(|term| premise(trial.theory, stated, term));
    premise.into_iter().fold(report, Diagnostic::help)
}

/// The tables, as `--with` takes them.
fn facts(view: &View<'_>, tables: &Tables, engine: &mut Engine<'_>) -> String {
    let leaf = |node: &Node, engine: &mut Engine<'_>| match node {
        Node::Element { sort, number } => engine.element(*sort, *number),
        Node::Int(number) => engine.int(*number),
        _ => engine.int(0),
    };
    let mut texts = Vec::new();
    for fact in &tables.facts {
        let arguments: Vec<_> = fact.arguments.iter().map(|node| leaf(node, engine)).collect();
        let call = engine.call(fact.op, &arguments);
        let call = view.text(engine, call);
        texts.push(match &fact.result {
            Node::Truth(true) => call,
            Node::Truth(false) => format!("not {call}"),
            other => {
                let value = leaf(other, engine);
                format!("{call} = {}", view.text(engine, value))
            }
        });
    }
    texts.join(", ")
}
