//! What the tool alone asks of an engine: how an answer came about, and terms as people read them.
//! The runtime of generated tests goes without this file.

use std::collections::HashSet;

use super::answer::{Answer, Gap, Outcome, Source, Stop};
use super::apply::Findings;
use super::engine::Engine;
use super::program::{Expr, Formula, Program};
use super::term::{Node, TermId, Terms};

/// One call of a derivation. The calls that it needs follow it, one level deeper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub depth: usize,
    pub call: TermId,
    pub answer: Answer,
    pub source: Source,
}

impl<'p> Engine<'p> {
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The number of steps that all questions took.
    pub fn total_steps(&self) -> u64 {
        self.earlier_steps + self.steps
    }

    /// Every operation but constructors on a value.
    pub fn observations(&mut self, sort: usize, value: TermId, numbers: &[i64]) -> Vec<TermId> {
        let mut calls = Vec::new();
        for (op, place, mut arguments) in self.contexts(sort, numbers) {
            arguments.insert(place, value);
            calls.push(self.call(op, &arguments));
        }
        calls
    }

    /// The derivation of a formula's truth, as far as calls take part in it.
    pub fn trace_formula(&mut self, formula: &Formula, values: &[TermId]) -> Vec<Line> {
        let bindings: Vec<_> = values.iter().copied().map(Some).collect();
        let calls = self.calls_of(&mut |engine| engine.formula(formula, &bindings).map(drop));
        self.derivations(calls, 0)
    }

    /// The derivation of an expression's value.
    pub fn trace_expr(&mut self, expr: &Expr, values: &[TermId]) -> Vec<Line> {
        let bindings: Vec<_> = values.iter().copied().map(Some).collect();
        let calls = self.calls_of(&mut |engine| engine.expr(expr, &bindings).map(drop));
        self.derivations(calls, 0)
    }

    /// The calls that a source of a call's result needs, with theirs.
    pub fn trace_source(&mut self, call: TermId, source: Source) -> Vec<Line> {
        let calls = self.needed(call, source);
        self.derivations(calls, 0)
    }

    /// Why a value is not plain: the first call in it that no rule answers.
    pub fn gap(&self, value: TermId) -> Option<Gap> {
        if self.terms.is_plain(value) { None } else { Some(self.gap_of(value)) }
    }

    /// The calls that an evaluation asks for directly.
    fn calls_of(&mut self, ask: &mut dyn FnMut(&mut Self) -> Result<(), Stop>) -> Vec<TermId> {
        self.steps = 0;
        self.log = Some((self.depth, Vec::new()));
        // Even an evaluation that stops early has logged its calls.
        let _ = ask(self);
        self.log.take().map_or_else(Vec::new, |(_, calls)| calls)
    }

    /// Every call is derived once, where it is first needed.
    fn derivations(&mut self, calls: Vec<TermId>, depth: usize) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut seen = HashSet::new();
        let mut open: Vec<_> = calls.into_iter().rev().map(|call| (depth, call)).collect();
        while let Some((depth, call)) = open.pop() {
            if !seen.insert(call) {
                continue;
            }
            let (answer, source) = match self.entry(call) {
                Some(entry) => (public(&entry.outcome), entry.source),
                None => continue,
            };
            let built = match self.terms.node(call) {
                Node::Apply(op, _) => self.program.ops[*op].is_constructor,
                _ => true,
            };
            // A constructor term that stands for itself needs no words.
            if !built || answer != Answer::Value(call) || source != Source::Itself {
                lines.push(Line { depth, call, answer, source });
            }
            let needed = self.needed(call, source);
            open.extend(needed.into_iter().rev().map(|call| (depth + 1, call)));
        }
        lines
    }

    fn needed(&mut self, call: TermId, source: Source) -> Vec<TermId> {
        match (self.terms.node(call).clone(), source) {
            (_, Source::Rewritten(normal)) => vec![normal],
            (Node::Apply(op, arguments), Source::Domain) => {
                self.calls_of(&mut |engine| engine.is_defined(op, &arguments).map(drop))
            }
            (Node::Apply(_, arguments), Source::Rule(rule)) => {
                self.calls_of(&mut |engine| engine.derive(call, rule, &arguments))
            }
            _ => Vec::new(),
        }
    }

    fn derive(&mut self, call: TermId, rule: usize, arguments: &[TermId]) -> Result<(), Stop> {
        if self.program.rules[rule].is_ordered {
            return self.other_side(rule, arguments).map(drop);
        }
        self.is_defined(self.program.rules[rule].op, arguments)?;
        self.apply_rule(&mut Findings { call, result: None, gap: None }, rule, arguments)
    }
}

fn public(outcome: &Outcome) -> Answer {
    match outcome {
        Outcome::Value(term) => Answer::Value(*term),
        Outcome::Undefined => Answer::Undefined,
        Outcome::Open(gap) => Answer::Undetermined(gap.clone()),
    }
}

impl Terms {
    /// The term in the syntax of specifications.
    pub fn text(
        &self,
        program: &Program,
        term: TermId,
        element: &dyn Fn(usize, u32) -> String,
    ) -> String {
        enum Piece {
            Term(TermId),
            Text(&'static str),
        }
        let mut text = String::new();
        let mut open = vec![Piece::Term(term)];
        while let Some(piece) = open.pop() {
            let term = match piece {
                Piece::Text(sign) => {
                    text.push_str(sign);
                    continue;
                }
                Piece::Term(term) => term,
            };
            match self.node(term) {
                Node::Truth(truth) => text.push_str(&truth.to_string()),
                Node::Int(number) => text.push_str(&number.to_string()),
                Node::Element { sort, number } => text.push_str(&element(*sort, *number)),
                Node::Equal(left, right) => {
                    open.extend(vec![Piece::Term(*right), Piece::Text(" = "), Piece::Term(*left)]);
                }
                Node::Apply(op, arguments) => {
                    text.push_str(&program.ops[*op].name);
                    text.push('(');
                    open.push(Piece::Text(")"));
                    for (place, argument) in arguments.iter().enumerate().rev() {
                        open.push(Piece::Term(*argument));
                        if place > 0 {
                            open.push(Piece::Text(", "));
                        }
                    }
                }
            }
        }
        text
    }
}
