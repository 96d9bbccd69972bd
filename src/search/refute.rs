//! Refutes goals that no model of any size satisfies.
//!
//! **The refutation.** Take any model, of any size, and an assignment that satisfies the
//! goal. Keep only the elements that are values of the goal's subterms and of the
//! constants. An operation whose value is not among them leads *outside*; everything else
//! stays as it was. In this piece
//!
//! - every subterm of the goal has the same value as before, or is undefined as
//!   before, so the goal's literals have the same truth values;
//! - every axiom instance over the piece is an instance in the model and holds
//!   there; evaluated in the piece, a term has the value that it has in the
//!   model, or is outside (then its value differs from all that are kept), or is
//!   unknown. Kleene's connectives then give the truth value of the model or
//!   *unknown*, so no instance is definitely false;
//! - the same goes for domain conditions.
//!
//! So every model yields a piece with at most as many elements as there are such terms, and
//! if no piece exists, no model does. Junk is allowed, since nothing in the argument needs
//! its absence. So goals that take induction to refute are not refuted here.
//!
//! The elements of a piece are numbered in the order of the terms that have them as values.
//! That loses nothing, since they may be renamed.

use crate::arena::Id;
use crate::goal::Goal;
use crate::theory::{SortId, Statement, Term, Theory, VarId, Variable};

use super::budget::{Allowance, Stopped};
use super::carriers::{CarrierSize, CarrierSizes};
use super::estimate;
use super::finder::{Aliasing, related_pairs};
use super::ground::{Ground, KnownFacts, NodeId, Totality};
use super::lazy::Lazy;
use super::numbering::Numbering;
use super::outcome::Core;
use super::solver::{FALSE, Lit};

/// The pieces that satisfy a goal.
pub struct RefutationPieces<'t> {
    ground: Ground<'t>,
    /// Each statement of the theory with the switch that requires it.
    statements: Vec<(Statement, Lit)>,
    lazy: Lazy,
    /// The values of the goal's variables.
    env: Vec<NodeId>,
    /// The literals of the current goal.
    goal: Vec<Lit>,
}

/// Refutes goals one after the other. The goals of one axiom follow each other and retain
/// the same terms, so they share their pieces.
pub struct Refuter<'t> {
    theory: &'t Theory,
    current: Option<Current<'t>>,
}

/// What consecutive goals have in common.
struct Current<'t> {
    kept: RetainedTerms,
    cost: u64,
    pieces: Option<RefutationPieces<'t>>,
}

/// The terms whose values make up a piece, over some variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetainedTerms {
    variables: Vec<Variable>,
    pub terms: Vec<Term>,
}

impl<'t> Refuter<'t> {
    pub fn new(theory: &'t Theory) -> Self {
        Self { theory, current: None }
    }

    /// The approximate number of clauses of a refutation.
    pub fn cost(&mut self, goal: &Goal) -> u64 {
        self.turn_to(goal).cost
    }

    /// Tries to refute the goal. Returns a minimal set of statements that rule it out.
    pub fn refute(
        &mut self,
        goal: &Goal,
        allowance: impl FnOnce() -> Allowance,
    ) -> Result<Option<Core>, Stopped> {
        let pieces = self.pieces(goal, Aliasing::AsAsked, allowance);
        if pieces.exist_with_all()? {
            return Ok(None);
        }
        pieces.minimal_core().map(Some)
    }

    /// Whether some piece satisfies the goal with distinct variables. If so, nothing rules
    /// out such a witness.
    pub fn has_pieces(
        &mut self,
        goal: &Goal,
        allowance: impl FnOnce() -> Allowance,
    ) -> Result<bool, Stopped> {
        self.pieces(goal, Aliasing::Distinct, allowance).exist_with_all()
    }

    fn pieces(
        &mut self,
        goal: &Goal,
        aliasing: Aliasing,
        allowance: impl FnOnce() -> Allowance,
    ) -> &mut RefutationPieces<'t> {
        let theory = self.theory;
        let Current { kept, pieces, .. } = self.turn_to(goal);
        let pieces = pieces.get_or_insert_with(|| RefutationPieces::new(theory, kept, allowance()));
        pieces.ask_for(goal, aliasing);
        pieces
    }

    /// Whether a goal shares the pieces of the goal before it.
    pub fn goes_on_with(&mut self, goal: &Goal) -> bool {
        let kept = RetainedTerms::of(self.theory, goal);
        let same = self.current.as_ref().is_some_and(|current| current.kept == kept);
        self.turn_to(goal);
        same
    }

    fn turn_to(&mut self, goal: &Goal) -> &mut Current<'t> {
        let kept = RetainedTerms::of(self.theory, goal);
        let known = self.current.take().filter(|current| current.kept == kept);
        let new = || {
            let carriers = kept.carriers(self.theory);
            let cost = estimate::clauses(self.theory, &carriers, Totality::Local, &[goal]);
            Current { kept, cost, pieces: None }
        };
        self.current.insert(known.unwrap_or_else(new))
    }
}

impl<'t> RefutationPieces<'t> {
    fn new(theory: &'t Theory, kept: &RetainedTerms, allowance: Allowance) -> Self {
        let carriers = kept.carriers(theory);
        let numbering = Numbering::none(theory);
        let given = KnownFacts::default();
        let mut ground = Ground::new(theory, carriers, Totality::Local, &given, allowance);
        ground.make_tables(theory.ops.ids(), &numbering, &given);
        let env = ground.existential(&kept.variables);
        kept.require(&mut ground, &env);
        let statements = Statement::all(theory).into_iter();
        let statements: Vec<(Statement, Lit)> =
            statements.map(|statement| (statement, ground.circuit.literal())).collect();
        let lazy = Lazy::new(
            &mut ground,
            statements.iter().map(|(statement, switch)| (*statement, Some(*switch))),
        );
        Self { ground, statements, lazy, env, goal: Vec::new() }
    }

    fn ask_for(&mut self, goal: &Goal, aliasing: Aliasing) {
        self.goal = goal_literals(&mut self.ground, goal, aliasing, &self.env);
    }

    /// Whether there is a piece if all statements are required.
    fn exist_with_all(&mut self) -> Result<bool, Stopped> {
        let all: Vec<Lit> = self.statements.iter().map(|(_, switch)| *switch).collect();
        self.exist(&all)
    }

    /// Whether there is a piece if the statements with these switches are required.
    fn exist(&mut self, switches: &[Lit]) -> Result<bool, Stopped> {
        if self.goal.contains(&FALSE) {
            return Ok(false);
        }
        let assumptions: Vec<Lit> = self.goal.iter().chain(switches).copied().collect();
        self.lazy.solve(&mut self.ground, &assumptions)
    }

    /// Drops one statement after the other if the rest still suffices: those of parameters
    /// first and domain conditions last, since these explain most. The solver's core only
    /// saves calls, so the result does not depend on it.
    fn minimal_core(&mut self) -> Result<Core, Stopped> {
        let mut kept = self.statements.clone();
        let mut used = self.used();
        for (statement, switch) in self.statements.clone() {
            let is_other = |other: &&(Statement, Lit)| other.0 != statement;
            let rest: Vec<_> = kept.iter().filter(is_other).copied().collect();
            if used.contains(&switch) {
                let switches: Vec<Lit> = rest.iter().map(|(_, switch)| *switch).collect();
                if self.exist(&switches)? {
                    continue;
                }
                used = self.used();
            }
            kept = rest;
        }
        let mut core = Core::default();
        for (statement, _) in kept {
            match statement {
                Statement::Axiom(axiom) => core.axioms.push(axiom),
                Statement::Domain(op) => core.domains.push(op),
            }
        }
        Ok(core)
    }

    /// The switches of statements that suffice for the last contradiction.
    fn used(&mut self) -> Vec<Lit> {
        if self.goal.contains(&FALSE) {
            return Vec::new();
        }
        let all = || self.statements.iter().map(|(_, switch)| *switch).collect();
        self.ground.circuit.core().unwrap_or_else(all)
    }
}

fn goal_literals(ground: &mut Ground, goal: &Goal, aliasing: Aliasing, env: &[NodeId]) -> Vec<Lit> {
    let mut literals: Vec<Lit> = goal
        .literals
        .iter()
        .map(|literal| {
            let truth = ground.truth(&literal.atom, env);
            if literal.holds { truth.yes } else { truth.no }
        })
        .collect();
    for (a, b, same) in related_pairs(goal, aliasing) {
        let equal = ground.equal(env[a], env[b]);
        literals.push(if same { equal.yes } else { equal.no });
    }
    literals
}

impl RetainedTerms {
    /// The goal's variables and subterms and the constants, without duplicates.
    fn of(theory: &Theory, goal: &Goal) -> Self {
        let subterms = goal.literals.iter().flat_map(|literal| literal.atom.subterms());
        Self::over(theory, &goal.variables, subterms)
    }

    /// Variables, terms over them and the constants, without duplicates.
    pub fn over<'k>(
        theory: &Theory,
        variables: &[Variable],
        subterms: impl Iterator<Item = &'k Term>,
    ) -> Self {
        let named = (0..variables.len()).map(|var| Term::Variable(VarId::from_index(var)));
        let constants = theory
            .ops
            .iter()
            .filter(|(_, op)| op.arguments.is_empty() && !op.is_predicate())
            .map(|(op, _)| Term::Apply(op, Vec::new()));
        let mut terms: Vec<Term> = Vec::new();
        for term in named.chain(subterms.cloned()).chain(constants) {
            if !terms.contains(&term) {
                terms.push(term);
            }
        }
        Self { variables: variables.to_vec(), terms }
    }

    /// At most as many elements of each sort as it has terms.
    pub fn carriers(&self, theory: &Theory) -> CarrierSizes {
        let mut sorts = vec![CarrierSize { size: 0, exact: false, low: 0 }; theory.sorts.len()];
        for term in &self.terms {
            sorts[theory.sort_of(term, &self.variables).index()].size += 1;
        }
        for bound in &mut sorts {
            bound.size = bound.size.max(1);
        }
        CarrierSizes { sorts }
    }

    /// The carriers consist of the values of the terms, in their order.
    pub fn require(&self, ground: &mut Ground, env: &[NodeId]) {
        let nodes: Vec<NodeId> = self.terms.iter().map(|term| ground.term(term, env)).collect();
        for node in &nodes {
            ground.require_inside(*node);
        }
        number_by_terms(ground, &nodes);
    }
}

/// The number of a term's value exceeds those of the terms before it by at most one.
fn number_by_terms(ground: &mut Ground, nodes: &[NodeId]) {
    for sort in ground.theory.sorts.ids() {
        let own: Vec<NodeId> =
            nodes.iter().copied().filter(|node| ground.node(*node).sort == sort).collect();
        require_precedence(ground, sort, &own);
    }
}

fn require_precedence(ground: &mut Ground, sort: SortId, nodes: &[NodeId]) {
    let size = ground.carriers.size(sort) as usize;
    let mut seen = vec![FALSE; size];
    for node in nodes {
        let values = ground.node(*node).values.clone();
        for (value, literal) in values.iter().enumerate().skip(1) {
            ground.circuit.imply(&[*literal], seen[value - 1]);
        }
        for (value, literal) in values.iter().enumerate() {
            seen[value] = ground.circuit.or(seen[value], *literal);
        }
    }
    for (element, seen) in (0..).zip(seen).skip(1) {
        let exists = ground.exists(sort, element);
        ground.circuit.imply(&[exists], seen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::{GoalOptions, goals};
    use crate::theory::{NoFolders, Workspace};

    /// Goals with more clauses take too long to write out.
    const LARGEST: u64 = 6_000;

    fn theory(text: &str) -> Theory {
        let loaded = Workspace::new(NoFolders).load("test.spec", text).expect("it is well-formed");
        let subject = loaded.default_subject().expect("it has a subject");
        loaded.theory.restricted_to(subject)
    }

    /// The same pieces with all instances written.
    fn written_out<'t>(theory: &'t Theory, kept: &RetainedTerms) -> RefutationPieces<'t> {
        let mut pieces = RefutationPieces::new(theory, kept, Allowance::unlimited());
        for (statement, switch) in pieces.statements.clone() {
            pieces.ground.require_statement(statement, Some(switch));
        }
        pieces
    }

    /// Returns the number of goals without a piece.
    fn compare(theory: &Theory) -> (usize, usize) {
        let goals = goals(theory, GoalOptions::default()).expect("few goals");
        let (mut with, mut without) = (0, 0);
        for goal in &goals {
            let kept = RetainedTerms::of(theory, goal);
            let carriers = kept.carriers(theory);
            if estimate::clauses(theory, &carriers, Totality::Local, &[goal]) > LARGEST {
                continue;
            }
            let mut lazy = RefutationPieces::new(theory, &kept, Allowance::unlimited());
            let mut all = written_out(theory, &kept);
            for aliasing in [Aliasing::AsAsked, Aliasing::Distinct] {
                lazy.ask_for(goal, aliasing);
                all.ask_for(goal, aliasing);
                let clauses = all.ground.circuit.clauses();
                let expected = all.exist_with_all();
                assert_eq!(lazy.exist_with_all(), expected, "{}: {aliasing:?}", goal.id());
                // A piece that satisfies all clauses violates nothing, except for what
                // depends on results of arithmetic.
                if theory.int().is_none() {
                    assert_eq!(all.ground.circuit.clauses(), clauses, "{}", goal.id());
                }
                if expected == Ok(true) { with += 1 } else { without += 1 }
            }
        }
        (with, without)
    }

    #[test]
    fn facts_that_wait_for_an_answer_decide_the_same() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/specs");
        let files = std::fs::read_dir(folder).expect("the specifications are there");
        let (mut with, mut without) = (0, 0);
        for file in files {
            let path = file.expect("the folder is readable").path();
            if path.extension().is_none_or(|extension| extension != "spec") {
                continue;
            }
            let text = std::fs::read_to_string(path).expect("it is readable");
            let (more, none) = compare(&theory(&text));
            with += more;
            without += none;
        }
        assert!(with > 500 && without > 100, "{with} questions with a piece, {without} without");
    }
}
