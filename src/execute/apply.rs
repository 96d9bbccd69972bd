//! Rules applied to a call.

use std::cmp::Ordering;

use super::answer::{Gap, Outcome, Reason, Source, Stop, Truth};
use super::engine::{Engine, Entry};
use super::program::{Conclusion, Expr, Pattern, Rule, Step};
use super::term::{Node, TermId};

/// The findings about a call so far.
pub(super) struct Findings {
    pub(super) call: TermId,
    pub(super) result: Option<(Outcome, Source)>,
    /// Why a rule that might apply has given no result.
    pub(super) gap: Option<Gap>,
}

/// Whether a term matches a pattern.
enum Match {
    Yes,
    No,
    Open(Gap),
}

impl Engine<'_> {
    /// Evaluates a call anew.
    pub(super) fn evaluate_call(&mut self, call: TermId) -> Result<Entry, Stop> {
        match self.terms.node(call).clone() {
            Node::Apply(op, arguments) => self.application(call, op, &arguments),
            Node::Equal(left, right) => {
                let truth = self.compare(call, left, right)?;
                Ok(match self.outcome_of(truth) {
                    Outcome::Open(gap) => Entry::open(gap),
                    outcome => Entry::known(outcome, Source::Comparison),
                })
            }
            Node::Truth(_) | Node::Int(_) | Node::Element { .. } => {
                Ok(Entry::known(Outcome::Value(call), Source::Itself))
            }
        }
    }

    fn application(
        &mut self,
        call: TermId,
        op: usize,
        arguments: &[TermId],
    ) -> Result<Entry, Stop> {
        let mut findings = Findings { call, result: None, gap: None };
        let defined = self.is_defined(op, arguments)?;
        if defined == Truth::False {
            findings.result = Some((Outcome::Undefined, Source::Domain));
        }
        if let Some(result) = self.facts.get(&call) {
            return Ok(Entry::known(Outcome::Value(*result), Source::Table));
        }
        if self.program.ops[op].is_constructor {
            if findings.result.is_none() {
                self.rewrite(&mut findings, op, arguments, &defined)?;
            }
        } else {
            self.add_normal(&mut findings, op, arguments)?;
            self.apply_rules(&mut findings, op, arguments, false)?;
            if findings.result.is_none() {
                self.apply_to_variants(&mut findings, op, arguments)?;
            }
            if findings.result.is_none() {
                let noted = findings.gap.clone();
                self.apply_rules(&mut findings, op, arguments, true)?;
                // That the operation has no rule of its own which applies is the better reason.
                findings.gap = noted;
            }
        }
        Ok(self.conclude(findings, op, defined))
    }

    pub(super) fn is_defined(&mut self, op: usize, arguments: &[TermId]) -> Result<Truth, Stop> {
        let program = self.program;
        match &program.ops[op].domain {
            None => Ok(Truth::True),
            Some(condition) => {
                let bindings: Vec<_> =
                    arguments.iter().map(|term| Some(self.normal(*term))).collect();
                self.formula(condition, &bindings)
            }
        }
    }

    /// Where an argument has another normal form, the call on that gives the same result.
    fn add_normal(
        &mut self,
        findings: &mut Findings,
        op: usize,
        arguments: &[TermId],
    ) -> Result<(), Stop> {
        if arguments.iter().all(|term| self.normal(*term) == *term) {
            return Ok(());
        }
        let normal: Vec<_> = arguments.iter().map(|term| self.normal(*term)).collect();
        let call = self.call(op, &normal);
        match self.settle(call)? {
            Outcome::Open(gap) => findings.note(gap),
            outcome => self.add(findings, outcome, Source::Rewritten(call))?,
        }
        Ok(())
    }

    /// Equations between constructors: the first rule that changes the term does.
    fn rewrite(
        &mut self,
        findings: &mut Findings,
        op: usize,
        arguments: &[TermId],
        defined: &Truth,
    ) -> Result<(), Stop> {
        if let Truth::Open(gap) = defined {
            findings.note(gap.clone());
            return Ok(());
        }
        let program = self.program;
        for rule in &program.ops[op].rules {
            let mut one = Findings { call: findings.call, result: None, gap: None };
            if program.rules[*rule].is_ordered {
                self.permute(&mut one, *rule, arguments)?;
            } else {
                self.apply_rule(&mut one, *rule, arguments)?;
            }
            match one.result {
                Some((Outcome::Value(term), source)) if term != findings.call => {
                    findings.result = Some((Outcome::Value(term), source));
                    return Ok(());
                }
                Some((Outcome::Undefined, source)) => {
                    let (call, itself) = (findings.call, Outcome::Value(findings.call));
                    let undefined = (&Outcome::Undefined, source);
                    return Err(self.contradiction(call, (&itself, Source::Domain), undefined));
                }
                _ => {}
            }
        }
        findings.result = Some((Outcome::Value(findings.call), Source::Itself));
        Ok(())
    }

    /// Ordered rewriting: a rule that permutes a term applies where the result is smaller.
    fn permute(
        &mut self,
        findings: &mut Findings,
        rule: usize,
        arguments: &[TermId],
    ) -> Result<(), Stop> {
        if let Some(permuted) = self.other_side(rule, arguments)? {
            if self.terms.compare(permuted, findings.call) == Ordering::Less {
                let outcome = self.settle(permuted)?;
                if !outcome.is_open() {
                    findings.result = Some((outcome, Source::Rule(rule)));
                }
            }
        }
        Ok(())
    }

    /// The other side of an equation between constructors, before it is rewritten itself.
    pub(super) fn other_side(
        &mut self,
        rule: usize,
        arguments: &[TermId],
    ) -> Result<Option<TermId>, Stop> {
        let program = self.program;
        let rule = &program.rules[rule];
        let mut bindings = vec![None; rule.variables];
        if !matches!(self.match_all(&rule.head, arguments, &mut bindings)?, Match::Yes) {
            return Ok(None);
        }
        for step in &rule.steps {
            match step {
                Step::Guard(formula) if self.formula(formula, &bindings)? == Truth::True => {}
                _ => return Ok(None),
            }
        }
        let (op, sides) = match &rule.conclusion {
            Conclusion::Term(Expr::Variable(variable)) => return Ok(bindings[*variable]),
            Conclusion::Term(Expr::Apply(op, sides)) if program.ops[*op].is_constructor => {
                (*op, sides)
            }
            _ => return Ok(None),
        };
        let mut values = Vec::with_capacity(sides.len());
        for side in sides {
            match self.expr(side, &bindings)? {
                Outcome::Value(term) => values.push(term),
                _ => return Ok(None),
            }
        }
        Ok(Some(self.call(op, &values)))
    }

    /// A call that no rule answers may have an answer where an argument is permuted: the
    /// order that the normal form has need not be the one that an axiom speaks of.
    fn apply_to_variants(
        &mut self,
        findings: &mut Findings,
        op: usize,
        arguments: &[TermId],
    ) -> Result<(), Stop> {
        let program = self.program;
        for (place, argument) in arguments.iter().enumerate() {
            let (built, inner) = match self.terms.node(*argument) {
                Node::Apply(built, inner) => (*built, inner.clone()),
                _ => continue,
            };
            for rule in &program.ops[built].rules {
                if !program.rules[*rule].is_ordered {
                    continue;
                }
                let variant = match self.other_side(*rule, &inner)? {
                    Some(variant) if variant != *argument => variant,
                    _ => continue,
                };
                let mut variants = arguments.to_vec();
                variants[place] = variant;
                self.apply_rules(findings, op, &variants, false)?;
            }
        }
        Ok(())
    }

    /// Adds what the rules of an operation say, or those that are its last resort.
    fn apply_rules(
        &mut self,
        findings: &mut Findings,
        op: usize,
        arguments: &[TermId],
        last_resort: bool,
    ) -> Result<(), Stop> {
        let program = self.program;
        for rule in &program.ops[op].rules {
            if program.rules[*rule].is_last_resort == last_resort {
                self.apply_rule(findings, *rule, arguments)?;
            }
        }
        Ok(())
    }

    /// Adds what a rule says about a call.
    pub(super) fn apply_rule(
        &mut self,
        findings: &mut Findings,
        rule: usize,
        arguments: &[TermId],
    ) -> Result<(), Stop> {
        let program = self.program;
        if !self.may_match(&program.rules[rule].head, arguments) {
            return Ok(());
        }
        let mut bindings = vec![None; program.rules[rule].variables];
        self.step()?;
        match self.match_all(&program.rules[rule].head, arguments, &mut bindings)? {
            Match::Yes => self.run_steps(findings, rule, 0, &mut bindings),
            Match::No => Ok(()),
            Match::Open(gap) => {
                findings.note(gap);
                Ok(())
            }
        }
    }

    fn run_steps(
        &mut self,
        findings: &mut Findings,
        index: usize,
        at: usize,
        bindings: &mut [Option<TermId>],
    ) -> Result<(), Stop> {
        let program = self.program;
        let rule: &Rule = &program.rules[index];
        for (place, step) in rule.steps.iter().enumerate().skip(at) {
            let passed = match step {
                Step::Guard(formula) => match self.formula(formula, bindings)? {
                    Truth::True => Match::Yes,
                    Truth::False => Match::No,
                    Truth::Open(gap) => Match::Open(gap),
                },
                Step::Bind(pattern, expr) => match self.expr(expr, bindings)? {
                    Outcome::Value(term) => self.match_one(pattern, term, bindings)?,
                    Outcome::Undefined => Match::No,
                    Outcome::Open(gap) => Match::Open(gap),
                },
                Step::Each { variable, sort } => {
                    return self.run_for_each(
                        findings,
                        (index, place + 1),
                        (*variable, *sort),
                        bindings,
                    );
                }
            };
            match passed {
                Match::Yes => {}
                Match::No => return Ok(()),
                Match::Open(gap) => {
                    findings.note(gap);
                    return Ok(());
                }
            }
        }
        let outcome = match &rule.conclusion {
            Conclusion::Truth(truth) => Outcome::Value(self.terms.intern(Node::Truth(*truth))),
            Conclusion::Term(expr) => self.expr(expr, bindings)?,
            Conclusion::Formula(formula) => {
                let truth = self.formula(formula, bindings)?;
                self.outcome_of(truth)
            }
        };
        match outcome {
            Outcome::Open(gap) => findings.note(gap),
            outcome => self.add(findings, outcome, Source::Rule(index))?,
        }
        Ok(())
    }

    /// Goes on for every element: each gives an instance of the axiom.
    fn run_for_each(
        &mut self,
        findings: &mut Findings,
        (rule, next): (usize, usize),
        (variable, sort): (usize, usize),
        bindings: &mut [Option<TermId>],
    ) -> Result<(), Stop> {
        for number in 0..self.elements[sort] {
            self.step()?;
            // What later steps have bound for another element is bound anew.
            let mut bindings = bindings.to_vec();
            bindings[variable] = Some(self.element(sort, number));
            self.run_steps(findings, rule, next, &mut bindings)?;
        }
        Ok(())
    }

    /// Whether the outermost operations are those of the patterns: most rules of an operation are
    /// about another constructor, and are no step.
    fn may_match(&self, patterns: &[Pattern], terms: &[TermId]) -> bool {
        let is_other =
            |(pattern, term): (&Pattern, &TermId)| match (pattern, self.terms.node(*term)) {
                (Pattern::Apply(op, _), Node::Apply(found, _)) => op != found,
                (Pattern::Apply(..), _) => true,
                _ => false,
            };
        !patterns.iter().zip(terms).any(is_other)
    }

    fn match_all(
        &mut self,
        patterns: &[Pattern],
        terms: &[TermId],
        bindings: &mut [Option<TermId>],
    ) -> Result<Match, Stop> {
        let mut open = None;
        for (pattern, term) in patterns.iter().zip(terms) {
            match self.match_one(pattern, *term, bindings)? {
                Match::Yes => {}
                Match::No => return Ok(Match::No),
                Match::Open(gap) => open = open.or(Some(gap)),
            }
        }
        Ok(open.map_or(Match::Yes, Match::Open))
    }

    fn match_one(
        &mut self,
        pattern: &Pattern,
        term: TermId,
        bindings: &mut [Option<TermId>],
    ) -> Result<Match, Stop> {
        match pattern {
            Pattern::Variable(variable) => match bindings[*variable] {
                None => {
                    bindings[*variable] = Some(self.normal(term));
                    Ok(Match::Yes)
                }
                Some(known) => {
                    let term = self.normal(term);
                    Ok(match self.equal(known, term)? {
                        Truth::True => Match::Yes,
                        Truth::False => Match::No,
                        Truth::Open(gap) => Match::Open(gap),
                    })
                }
            },
            Pattern::Int(number) => Ok(match self.terms.node(term) {
                Node::Int(found) if found == number => Match::Yes,
                Node::Int(_) => Match::No,
                _ => Match::Open(self.gap_of(term)),
            }),
            Pattern::Apply(op, patterns) => match self.terms.node(term).clone() {
                Node::Apply(found, terms) if found == *op => {
                    self.match_all(patterns, &terms, bindings)
                }
                _ => Ok(Match::No),
            },
        }
    }

    /// Adds a result. Results that differ are a contradiction.
    fn add(
        &mut self,
        findings: &mut Findings,
        outcome: Outcome,
        source: Source,
    ) -> Result<(), Stop> {
        let (known, known_source) = match &findings.result {
            None => {
                findings.result = Some((outcome, source));
                return Ok(());
            }
            Some((known, source)) => (known.clone(), *source),
        };
        let same = match (known.value(), outcome.value()) {
            (Some(one), Some(other)) => self.equal(one, other)?,
            (one, other) => Truth::from(one == other),
        };
        if same == Truth::False {
            let call = findings.call;
            return Err(self.contradiction(call, (&known, known_source), (&outcome, source)));
        }
        if let (Some(one), Some(other)) = (known.value(), outcome.value()) {
            if self.terms.is_plain(other) && !self.terms.is_plain(one) {
                findings.result = Some((outcome, source));
            }
        }
        Ok(())
    }

    fn conclude(&self, findings: Findings, op: usize, defined: Truth) -> Entry {
        let operation = &self.program.ops[op];
        match findings.result {
            Some((outcome, source)) => Entry::known(outcome, source),
            None => {
                let reason = if operation.is_given { Reason::NoTable } else { Reason::NoRule };
                let missing = Gap { call: findings.call, reason };
                // A premise that leads back here says less than that nothing else applies.
                let is_cause = |gap: &Gap| gap.reason != Reason::Cycle && !operation.is_given;
                let mut noted = findings.gap.filter(is_cause).unwrap_or(missing);
                // The innermost call of which a number is too large.
                if let Node::Int(_) = self.terms.node(noted.call) {
                    noted.call = findings.call;
                }
                let (is_defined, gap) = match defined {
                    Truth::Open(gap) => (false, gap),
                    _ => (true, noted),
                };
                Entry { is_defined, ..Entry::open(gap) }
            }
        }
    }

    /// A call without an answer stands for itself where it is defined: what the axioms say
    /// of it is known even if its value is not.
    pub(super) fn kept(&self, call: TermId, entry: Entry) -> Entry {
        let (op, arguments) = match self.terms.node(call) {
            Node::Apply(op, arguments) => (*op, arguments.clone()),
            _ => return entry,
        };
        let is_normal = arguments.iter().all(|term| self.normal(*term) == *term);
        if entry.is_defined && is_normal && self.program.ops[op].result.is_some() {
            Entry { outcome: Outcome::Value(call), ..entry }
        } else {
            entry
        }
    }

    /// Why a term that contains a call without an answer has no plain value.
    pub(super) fn gap_of(&self, term: TermId) -> Gap {
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            if let Node::Apply(op, arguments) = self.terms.node(term) {
                if !self.program.ops[*op].is_constructor {
                    if let Some(gap) = self.entry(term).and_then(|entry| entry.gap.clone()) {
                        return gap;
                    }
                }
                open.extend(arguments.iter().rev());
            }
        }
        Gap { call: term, reason: Reason::NoRule }
    }
}

impl Findings {
    fn note(&mut self, gap: Gap) {
        self.gap.get_or_insert(gap);
    }
}
