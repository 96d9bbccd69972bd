//! What an operation needs that would change a result.
//!
//! Sometimes no single operation brings a value nearer to a goal: a guest who stays five times
//! has to leave and to book again in between. The rule `stays(arrive(H, G), X) = stays(H, X) + 1`
//! says that `arrive` helps, and its premise says what must hold before. So where nothing comes
//! nearer, candidates are compared by their distance from such premises, and those that satisfy
//! different parts of them are kept.

use super::distance::{Measure, UNKNOWN, filled, matches};
use crate::execute::{
    Answer, Conclusion, Engine, Formula, Node, Pattern, Rule, SortKind, Step, TermId,
};

/// How deep definitions in premises are followed.
const DEPTH: usize = 3;

impl<'p> Measure<'_, 'p> {
    /// Adds what is needed for another result of an observer.
    pub(super) fn add_needs(&mut self, op: usize, arguments: &[TermId]) {
        // Premises have no needs of their own.
        let Some(mut needs) = self.needs.take() else { return };
        let program = self.engine.program();
        let now = self.engine.apply(op, arguments);
        let mut least = UNKNOWN;
        for rule in program.ops[op].rules.iter().map(|rule| &program.rules[*rule]) {
            let Some(values) = changing(self.engine, rule, arguments, &now) else { continue };
            let mut sum: u64 = 0;
            for guard in rule.steps.iter().filter_map(guard) {
                for part in parts(guard) {
                    let own = match self.definition(part, &values) {
                        Some((formula, values)) => {
                            self.all(formula, &values, DEPTH, &mut needs.premises)
                        }
                        None => {
                            let own = self.guard(part, rule, &values, DEPTH);
                            needs.premises.push(own);
                            own
                        }
                    };
                    sum = sum.saturating_add(own);
                }
            }
            least = least.min(sum);
        }
        needs.results.push(least);
        self.needs = Some(needs);
    }

    /// Adds how far each part of a conjunction is, and of the predicates in it that are defined by
    /// one. Returns the sum.
    fn all(
        &mut self,
        formula: &'p Formula,
        values: &[TermId],
        depth: usize,
        premises: &mut Vec<u64>,
    ) -> u64 {
        let mut sum: u64 = 0;
        for part in parts(formula) {
            let own = match self.definition(part, values) {
                Some((formula, values)) if depth > 0 => {
                    self.all(formula, &values, depth - 1, premises)
                }
                _ => {
                    let own = self.measure(part, true, values, DEPTH);
                    premises.push(own);
                    own
                }
            };
            sum = sum.saturating_add(own);
        }
        sum
    }

    /// The formula that defines a predicate, and the values of its variables.
    fn definition(
        &mut self,
        atom: &Formula,
        values: &[TermId],
    ) -> Option<(&'p Formula, Vec<TermId>)> {
        let Formula::Predicate(op, arguments) = atom else { return None };
        let program = self.engine.program();
        let mut rules = program.ops[*op].rules.iter().map(|rule| &program.rules[*rule]);
        let rule = rules.find(|rule| {
            let is_plain = rule.head.iter().all(|it| matches!(it, Pattern::Variable(_)));
            is_plain && rule.steps.is_empty() && !rule.is_last_resort
        })?;
        let Conclusion::Formula(formula) = &rule.conclusion else { return None };
        let arguments = self.evaluated(arguments, values)?;
        let mut bound = vec![None; rule.variables];
        let mut pairs = rule.head.iter().zip(&arguments);
        let all = pairs.all(|(pattern, it)| matches(self.engine, pattern, *it, &mut bound));
        all.then(|| (formula, filled(&bound, &arguments)))
    }
}

/// The values of a rule's variables if an operation on the observed value makes it apply, and
/// gives another result than before.
fn changing(
    engine: &mut Engine<'_>,
    rule: &Rule,
    arguments: &[TermId],
    now: &Answer,
) -> Option<Vec<TermId>> {
    let program = engine.program();
    let place = rule.head.iter().position(|it| matches!(it, Pattern::Apply(..)))?;
    let Pattern::Apply(constructor, patterns) = &rule.head[place] else { return None };
    let constructor = &program.ops[*constructor];
    let own = constructor.result.filter(|_| constructor.is_constructor)?;
    let at = constructor.arguments.iter().position(|sort| *sort == own)?;
    let Pattern::Variable(before) = patterns[at] else { return None };
    if rule.is_last_resort {
        return None;
    }
    let mut bound: Vec<Option<TermId>> = vec![None; rule.variables];
    bound[before] = Some(arguments[place]);
    for (pattern, argument) in rule.head.iter().zip(arguments) {
        let is_other = !matches!(pattern, Pattern::Apply(..));
        if is_other && !matches(engine, pattern, *argument, &mut bound) {
            return None;
        }
    }
    for (pattern, sort) in patterns.iter().zip(&constructor.arguments) {
        if let Pattern::Variable(variable) = pattern
            && bound[*variable].is_none()
        {
            bound[*variable] = Some(likely(engine, rule.op, *sort, arguments)?);
        }
    }
    let values: Vec<TermId> = bound.into_iter().collect::<Option<_>>()?;
    (!is_kept(engine, rule, &values, now)).then_some(values)
}

/// An argument that an operation may help with: one that the observer takes.
fn likely(
    engine: &mut Engine<'_>,
    observer: usize,
    sort: usize,
    arguments: &[TermId],
) -> Option<TermId> {
    let program = engine.program();
    if program.sorts[sort].kind == SortKind::Int {
        return Some(engine.int(1));
    }
    let place = program.ops[observer].arguments.iter().position(|it| *it == sort)?;
    Some(arguments[place])
}

/// Whether the conclusion of a rule is the result as it is now.
fn is_kept(engine: &mut Engine<'_>, rule: &Rule, values: &[TermId], now: &Answer) -> bool {
    let Answer::Value(now) = *now else { return true };
    let then = match &rule.conclusion {
        Conclusion::Term(expr) => engine.evaluate(expr, values),
        Conclusion::Formula(formula) => engine.decide(formula, values),
        Conclusion::Truth(truth) => return *engine.terms().node(now) == Node::Truth(*truth),
    };
    matches!(then, Answer::Value(then) if then == now)
}

fn guard(step: &Step) -> Option<&Formula> {
    match step {
        Step::Guard(formula) => Some(formula),
        Step::Bind(..) | Step::Each { .. } => None,
    }
}

/// The parts of a conjunction.
fn parts(formula: &Formula) -> Vec<&Formula> {
    match formula {
        Formula::And(left, right) => [parts(left), parts(right)].concat(),
        other => vec![other],
    }
}
