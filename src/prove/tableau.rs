//! Cases, until each contradicts itself.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::claim::{Atom, Claim, joined};
use super::matching::Occurrences;
use super::rules::{Rule, Rules, Source};
use super::state::{Contradiction, State};
use super::terms::{Node, TermId, Terms};
use crate::goal::Goal;
use crate::search::Cache;
use crate::theory::{ArithmeticOperator, Formula, OpId, Statement, Theory};

/// The most cases of one refutation.
const CASES: usize = 200;

/// The most instances of axioms in one case, and of lemmas.
const INSTANCES: usize = 240;
const HINTS: usize = 480;

/// The most constants of a sort by which cases are split.
const CONSTANTS: usize = 6;

/// How many axioms are unfolded, one inside of the other.
const GENERATIONS: u32 = 5;

/// A refutation.
pub struct Tableau<'t, 'r> {
    theory: &'t Theory,
    rules: &'r Rules<'t>,
    dropped: &'r BTreeSet<Source>,
    terms: Terms<'t>,
    cases: usize,
    most_cases: usize,
    used: BTreeSet<Source>,
}

/// One case.
#[derive(Clone)]
struct Case {
    state: State,
    claims: Vec<Rc<Claim>>,
    /// Instances of lemmas. There are many, so cases are split by them only where nothing else is
    /// left.
    hints: Vec<Rc<Claim>>,
    /// The instances that were added, by rule and values.
    added: Cache<(usize, Vec<TermId>), ()>,
    /// How many of them are of axioms, and how many of lemmas.
    axioms: usize,
    lemmas: usize,
    /// The terms whose domains and arithmetic were added.
    met: usize,
}

impl<'t, 'r> Tableau<'t, 'r> {
    pub fn new(theory: &'t Theory, rules: &'r Rules<'t>, dropped: &'r BTreeSet<Source>) -> Self {
        let (terms, used) = (Terms::new(theory), BTreeSet::new());
        Self { theory, rules, dropped, terms, cases: 0, most_cases: CASES, used }
    }

    /// Ends after some cases.
    pub fn with_limit(mut self, cases: usize) -> Self {
        self.most_cases = cases.min(CASES);
        self
    }

    /// The number of cases so far.
    pub fn cases(&self) -> usize {
        self.cases
    }

    /// The statements that have instances.
    pub fn used(self) -> BTreeSet<Source> {
        self.used
    }

    /// Whether no values satisfy the literals of a goal.
    pub fn is_contradictory(&mut self, goal: &Goal) -> bool {
        let variables = goal.variables.iter().enumerate();
        let values: Vec<TermId> =
            variables.map(|(at, variable)| self.terms.variable(at, variable.sort)).collect();
        let literals = goal.literals.iter().map(|it| (&it.atom, it.holds));
        let mut claims: Vec<Rc<Claim>> = literals
            .map(|(atom, holds)| Claim::of(&mut self.terms, atom, holds, &values))
            .collect();
        if let Some(pattern) = &goal.pattern {
            for (later, block) in pattern.blocks.iter().enumerate() {
                for earlier in 0..later {
                    if goal.variables[earlier].sort == goal.variables[later].sort {
                        let same = Atom::Same(values[earlier], values[later]);
                        claims.push(Claim::atom(same, *block == pattern.blocks[earlier]));
                    }
                }
            }
        }
        let constants = values.iter().filter_map(|it| self.is_constant(*it)).collect();
        self.is_refuted(claims, constants)
    }

    /// That a variable of a sort of constants is one of them.
    fn is_constant(&mut self, variable: TermId) -> Option<Rc<Claim>> {
        let constants = self.terms.constants(variable).filter(|it| it.len() <= CONSTANTS)?;
        let ways = constants.into_iter().map(|it| Claim::atom(Atom::Same(variable, it), true));
        Some(joined(false, ways.collect()))
    }

    /// Whether a formula that is false for these values contradicts itself, where some terms
    /// are defined.
    pub fn holds(&mut self, formula: &Formula, values: &[TermId], defined: &[TermId]) -> bool {
        let false_claim = Claim::of(&mut self.terms, formula, false, values);
        let defined = defined.iter().map(|term| Claim::atom(Atom::Defined(*term), true));
        let claims = defined.chain([false_claim]).collect();
        self.is_refuted(claims, Vec::new())
    }

    pub fn terms(&mut self) -> &mut Terms<'t> {
        &mut self.terms
    }

    fn is_refuted(&mut self, claims: Vec<Rc<Claim>>, hints: Vec<Rc<Claim>>) -> bool {
        let (state, added) = (State::default(), Cache::default());
        self.close(Case { state, claims, hints, added, axioms: 0, lemmas: 0, met: 0 })
    }

    /// Whether a case contradicts itself.
    fn close(&mut self, mut case: Case) -> bool {
        self.cases += 1;
        if self.cases > self.most_cases {
            return false;
        }
        if let Err(Contradiction) = self.saturate(&mut case) {
            return true;
        }
        let Some(ways) = self.ways(&mut case) else { return false };
        for way in ways {
            let mut inner = case.clone();
            inner.claims.push(way);
            if !self.close(inner) {
                return false;
            }
        }
        true
    }

    /// The cases that one claim leaves open.
    fn ways(&self, case: &mut Case) -> Option<Vec<Rc<Claim>>> {
        if let Some(ways) = shortest(&mut case.claims) {
            return Some(ways);
        }
        match case.state.different_numbers(&self.terms) {
            Some((left, right)) => Some(vec![
                Claim::atom(Atom::AtMost(left, right, -1), true),
                Claim::atom(Atom::AtMost(right, left, -1), true),
            ]),
            None => shortest(&mut case.hints),
        }
    }

    /// Adds what follows without a choice.
    fn saturate(&mut self, case: &mut Case) -> Result<(), Contradiction> {
        loop {
            case.state.grow(&self.terms);
            case.state.close(&self.terms)?;
            if simplify(&mut case.state, &mut case.claims)?
                || simplify(&mut case.state, &mut case.hints)?
            {
                continue;
            }
            if self.add_instances(case) {
                continue;
            }
            return case.state.check_numbers(&self.terms);
        }
    }

    /// Adds domains, arithmetic and instances of axioms for new terms. Returns whether there
    /// are some.
    fn add_instances(&mut self, case: &mut Case) -> bool {
        let (before, known) = (case.claims.len(), case.hints.len());
        while case.met < self.terms.len() {
            let term = self.terms.ids().nth(case.met).expect("there are further terms");
            case.met += 1;
            self.terms.generation = self.terms.generation(term) + 1;
            match self.terms.node(term).clone() {
                Node::Apply(op, arguments) => self.add_domain(case, term, op, &arguments),
                Node::Arithmetic(operator, left, right) => {
                    self.add_arithmetic(case, term, operator, left, right);
                }
                Node::Variable(_) | Node::Int(_) => {}
            }
        }
        if case.claims.len() > before {
            return true;
        }
        let mut found: Vec<(usize, u32, Vec<TermId>)> = Vec::new();
        let occurrences = Occurrences::new(&self.terms, &case.state);
        for (number, rule) in self.rules.all.iter().enumerate() {
            if self.dropped.contains(&rule.source) {
                continue;
            }
            for trigger in &rule.triggers {
                for call in self.terms.calls(trigger.op).iter().copied() {
                    let generation = self.terms.generation(call);
                    if generation >= GENERATIONS {
                        continue;
                    }
                    for bindings in occurrences.of(trigger, call, rule.variables) {
                        let values: Option<Vec<TermId>> = bindings.into_iter().collect();
                        let Some(values) = values else { continue };
                        let fits = self.fits(rule, &values)
                            && values.iter().all(|it| case.state.is_defined(*it) == Some(true));
                        let key = values.iter().map(|it| case.state.find(*it)).collect();
                        let (count, most) = match rule.source {
                            Source::Stated(_) => (&mut case.axioms, INSTANCES),
                            Source::Lemma(_) => (&mut case.lemmas, HINTS),
                        };
                        if fits && *count < most && case.added.insert((number, key), ()).is_none() {
                            *count += 1;
                            found.push((number, generation, values));
                        }
                    }
                }
            }
        }
        for (number, generation, values) in found {
            let rule = &self.rules.all[number];
            self.used.insert(rule.source);
            self.terms.generation = generation + 1;
            let claim = Claim::of(&mut self.terms, rule.formula, true, &values);
            match rule.source {
                Source::Stated(_) => case.claims.push(claim),
                Source::Lemma(_) => case.hints.push(claim),
            }
        }
        case.claims.len() + case.hints.len() > before + known
    }

    /// Lemmas are used for variables only.
    fn fits(&self, rule: &Rule<'_>, values: &[TermId]) -> bool {
        matches!(rule.source, Source::Stated(_))
            || matches!(self.terms.node(values[0]), Node::Variable(_))
    }

    /// An operation is defined where its arguments are and its condition holds.
    fn add_domain(&mut self, case: &mut Case, term: TermId, op: OpId, arguments: &[TermId]) {
        let Some(domain) = &self.theory.ops[op].domain else { return };
        let source = Source::Stated(Statement::Domain(op));
        if self.dropped.contains(&source) || self.theory.ops[op].is_predicate() {
            return;
        }
        self.used.insert(source);
        let mut ways = Vec::new();
        for truth in [true, false] {
            let mut parts: Vec<Rc<Claim>> =
                arguments.iter().map(|it| Claim::atom(Atom::Defined(*it), truth)).collect();
            parts.push(Claim::of(&mut self.terms, &domain.condition, truth, arguments));
            let inside = joined(truth, parts);
            let own = Claim::atom(Atom::Defined(term), truth);
            ways.push(joined(true, vec![own, inside]));
        }
        case.claims.push(joined(false, ways));
    }

    /// What is known of results beyond sums and differences.
    fn add_arithmetic(
        &mut self,
        case: &mut Case,
        term: TermId,
        operator: ArithmeticOperator,
        left: TermId,
        right: TermId,
    ) {
        let at_most = |one, other, most| Claim::atom(Atom::AtMost(one, other, most), true);
        let same = |one, other| Claim::atom(Atom::Same(one, other), true);
        let claim = match operator {
            ArithmeticOperator::Minimum => joined(
                false,
                vec![
                    joined(true, vec![same(term, left), at_most(left, right, 0)]),
                    joined(true, vec![same(term, right), at_most(right, left, -1)]),
                ],
            ),
            ArithmeticOperator::Maximum => joined(
                false,
                vec![
                    joined(true, vec![same(term, left), at_most(right, left, 0)]),
                    joined(true, vec![same(term, right), at_most(left, right, -1)]),
                ],
            ),
            ArithmeticOperator::Divide | ArithmeticOperator::Remainder
                if !matches!(self.terms.node(right), Node::Int(_)) =>
            {
                let zero = self.terms.int(0);
                joined(false, vec![same(right, zero), Claim::atom(Atom::Defined(term), true)])
            }
            ArithmeticOperator::Divide => {
                let Node::Int(divisor) = *self.terms.node(right) else { return };
                if divisor <= 0 {
                    return;
                }
                // Quotients are truncated towards zero.
                let zero = self.terms.int(0);
                let product = self.terms.arithmetic(ArithmeticOperator::Multiply, term, right);
                joined(
                    false,
                    vec![
                        joined(
                            true,
                            vec![
                                at_most(zero, left, 0),
                                at_most(product, left, 0),
                                at_most(left, product, divisor - 1),
                                at_most(zero, term, 0),
                            ],
                        ),
                        joined(
                            true,
                            vec![
                                at_most(left, zero, -1),
                                at_most(left, product, 0),
                                at_most(product, left, divisor - 1),
                                at_most(term, zero, 0),
                            ],
                        ),
                    ],
                )
            }
            ArithmeticOperator::Remainder => {
                let Node::Int(divisor) = *self.terms.node(right) else { return };
                if divisor <= 0 {
                    return;
                }
                let quotient = self.terms.arithmetic(ArithmeticOperator::Divide, left, right);
                let product = self.terms.arithmetic(ArithmeticOperator::Multiply, quotient, right);
                let rest = self.terms.arithmetic(ArithmeticOperator::Subtract, left, product);
                same(term, rest)
            }
            // Signs, and two positive numbers are at most their product.
            ArithmeticOperator::Multiply => {
                let is_constant = |term: TermId| matches!(self.terms.node(term), Node::Int(_));
                if is_constant(left) || is_constant(right) {
                    return;
                }
                let zero = self.terms.int(0);
                let signs = |one, other| {
                    let parts = [at_most(one, zero, 0), at_most(zero, other, 0)];
                    joined(true, parts.into_iter().chain([at_most(term, zero, 0)]).collect())
                };
                let positive = [at_most(zero, left, -1), at_most(zero, right, -1)];
                let larger = [at_most(left, term, 0), at_most(right, term, 0)];
                let negative = [at_most(left, zero, -1), at_most(right, zero, -1)];
                joined(
                    false,
                    vec![
                        signs(left, right),
                        signs(right, left),
                        joined(true, positive.into_iter().chain(larger).collect()),
                        joined(
                            true,
                            negative.into_iter().chain([at_most(zero, term, -1)]).collect(),
                        ),
                    ],
                )
            }
            ArithmeticOperator::Add | ArithmeticOperator::Subtract => return,
        };
        // All of this is about defined numbers.
        let missing = [left, right].map(|it| Claim::atom(Atom::Defined(it), false));
        case.claims.push(joined(false, missing.into_iter().chain([claim]).collect()));
    }
}

/// Takes the claim that leaves the fewest cases.
fn shortest(claims: &mut Vec<Rc<Claim>>) -> Option<Vec<Rc<Claim>>> {
    let parts = |claim: &Rc<Claim>| match &**claim {
        Claim::Any(parts) => parts.len(),
        Claim::Atom(..) | Claim::All(_) => usize::MAX,
    };
    let at = (0..claims.len()).min_by_key(|at| parts(&claims[*at]))?;
    match &*claims.remove(at) {
        Claim::Any(parts) => Some(parts.clone()),
        Claim::Atom(..) | Claim::All(_) => None,
    }
}

/// Assumes atoms, takes conjunctions apart and drops what is decided. Returns whether
/// something was assumed.
fn simplify(state: &mut State, claims: &mut Vec<Rc<Claim>>) -> Result<bool, Contradiction> {
    let mut has_changed = false;
    let mut open = std::mem::take(claims);
    open.reverse();
    while let Some(claim) = open.pop() {
        match &*claim {
            Claim::All(parts) => open.extend(parts.iter().rev().cloned()),
            Claim::Atom(atom, holds) => match state.value(atom) {
                Some(truth) if truth == *holds => {}
                Some(_) => return Err(Contradiction),
                None => {
                    state.assume(atom, *holds)?;
                    has_changed = true;
                }
            },
            Claim::Any(parts) => {
                let values: Vec<Option<bool>> =
                    parts.iter().map(|part| value(state, part)).collect();
                if values.contains(&Some(true)) {
                    continue;
                }
                let is_open =
                    |(at, part): (usize, &Rc<Claim>)| values[at].is_none().then(|| Rc::clone(part));
                let mut left: Vec<Rc<Claim>> =
                    parts.iter().enumerate().filter_map(is_open).collect();
                match left.len() {
                    0 => return Err(Contradiction),
                    1 => open.extend(left.pop()),
                    _ => claims.push(joined(false, left)),
                }
            }
        }
    }
    Ok(has_changed)
}

/// Whether a claim holds, where the state decides it directly.
fn value(state: &State, claim: &Claim) -> Option<bool> {
    let decided = |parts: &[Rc<Claim>], deciding: bool| {
        let mut is_open = false;
        for part in parts {
            match value(state, part) {
                Some(truth) if truth == deciding => return Some(deciding),
                Some(_) => {}
                None => is_open = true,
            }
        }
        (!is_open).then_some(!deciding)
    };
    match claim {
        Claim::Atom(atom, holds) => state.value(atom).map(|truth| truth == *holds),
        Claim::All(parts) => decided(parts, false),
        Claim::Any(parts) => decided(parts, true),
    }
}
