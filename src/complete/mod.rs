//! What the axioms of a specification leave open.
//!
//! Running the axioms on small terms shows which observations no axiom determines; a search
//! for two models that differ there confirms it. The other way round, running without one of
//! the axioms shows what that axiom is there for.

mod axioms;
mod compare;
mod confirm;
mod gap;
mod inputs;
mod json;
mod left_side;
mod line;
mod mutate;
mod mutate_report;
mod observe;
mod premise;
mod question;
mod text;
mod unjoined;
mod variants;
mod world;

use crate::arena::Id;
use crate::execute::Reason;
use crate::search::{Options, Progress, Unsound};
use crate::source::Sources;
use crate::theory::{Formula, SortId, Term, Theory, VarId};
use crate::trial::Trial;

pub use axioms::{Axioms, proof};
pub use confirm::{Confirmation, Shown};
pub use gap::Pair;
pub use json::json;
pub use left_side::{LeftSide, left_side, variable_name};
pub use line::{Line, free_label, pair_label};
pub use mutate::{Mutation, Survivor, mutate};
pub use mutate_report::{mutation_json, mutation_text};
pub use observe::Run;
pub use premise::comparisons;
pub use text::{drawn, text};
pub use unjoined::{Equality, equality};
pub use world::Bound;

use confirm::{Subject, confirm};
use gap::{Findings, OpenPair, Unjoined, findings};
use question::Question;
use world::{World, worlds};

/// What the axioms leave open, within a bound.
#[derive(Clone, Debug)]
pub struct Completeness {
    pub bound: Bound,
    /// Observations that running the axioms determines, and those where it gave up.
    pub determined: usize,
    pub given_up: usize,
    pub gaps: Vec<Gap>,
    pub values: Vec<Values>,
    pub axioms: Axioms,
}

impl Completeness {
    /// The gaps that are not forced by other axioms.
    pub fn open_gaps(&self) -> usize {
        let is_open = |it: &&Confirmation| !matches!(it, Confirmation::Forced { .. });
        let gaps = self.gaps.iter().map(|gap| &gap.confirmation);
        gaps.chain(self.values.iter().map(|it| &it.confirmation)).filter(is_open).count()
    }
}

/// An observer on values that one constructor builds.
#[derive(Clone, Debug)]
pub struct Gap {
    pub observer: String,
    pub constructor: Option<String>,
    /// The smallest term that is not determined, and the facts about its elements.
    pub term: String,
    pub facts: Vec<String>,
    /// The observations that are open because of it.
    pub observations: usize,
    /// Whether the axioms define the term by itself.
    pub is_cycle: bool,
    pub confirmation: Confirmation,
    pub line: Line,
}

/// Values of a sort that the axioms neither join nor tell apart.
#[derive(Clone, Debug)]
pub struct Values {
    pub sort: SortId,
    /// The smallest pair, and the facts about its elements.
    pub pair: [String; 2],
    pub facts: Vec<String>,
    /// How many pairs were seen.
    pub pairs: usize,
    pub confirmation: Confirmation,
    pub line: Line,
}

/// Looks for what the axioms leave open, and for axioms that change nothing.
pub fn complete(
    theory: &Theory,
    sources: &Sources,
    options: &Options,
    observer: &mut dyn FnMut(Progress),
) -> Result<Completeness, Unsound> {
    let trial = Trial::new(theory, sources);
    let worlds = worlds(&trial);
    let mut found = open(&trial, &worlds, options, observer)?;
    found.axioms = axioms::axioms(&trial, sources, &worlds, options, observer);
    Ok(found)
}

/// Looks for what the axioms leave open.
pub fn gaps(
    theory: &Theory,
    sources: &Sources,
    options: &Options,
    observer: &mut dyn FnMut(Progress),
) -> Result<Completeness, Unsound> {
    let trial = Trial::new(theory, sources);
    open(&trial, &worlds(&trial), options, observer)
}

fn open(
    trial: &Trial<'_>,
    worlds: &[World],
    options: &Options,
    observer: &mut dyn FnMut(Progress),
) -> Result<Completeness, Unsound> {
    let theory = trial.theory;
    let Findings { open, unjoined, determined, given_up } = findings(trial, worlds);
    let (mut gaps, mut values) = (Vec::new(), Vec::new());
    for found in open {
        let question = Question::new(theory, &worlds[found.world]);
        let confirmation = confirm_call(theory, &question, &found, options, observer)?;
        let line = line::line(trial, worlds, found.pair);
        gaps.push(gap(theory, &question, found, confirmation, line));
    }
    for found in unjoined {
        let question = Question::new(theory, &worlds[found.world]);
        let [left, right] = found.values.each_ref().map(|value| question.term(value));
        let words = ["equal values", "different ones"];
        let subject = Subject::Formula { atom: Formula::Equal(left, right), words };
        let confirmation = confirm(theory, &question, &subject, options, observer)?;
        let line = line::equation(trial, worlds, &question, &found);
        values.push(unjoined_values(theory, &question, found, confirmation, line));
    }
    let (bound, axioms) = (Bound::of(worlds), Axioms::default());
    Ok(Completeness { bound, determined, given_up, gaps, values, axioms })
}

fn confirm_call(
    theory: &Theory,
    question: &Question,
    found: &OpenPair,
    options: &Options,
    observer: &mut dyn FnMut(Progress),
) -> Result<Confirmation, Unsound> {
    let op = found.pair.observer;
    let arguments = question.terms(&found.arguments);
    let subject = match theory.ops[op].result {
        None => {
            let atom = Formula::Predicate(op, arguments);
            Subject::Formula { atom, words: ["true", "false"] }
        }
        Some(sort) => {
            let candidates = candidates(theory, question, &arguments, sort);
            Subject::Term { term: Term::Apply(op, arguments), candidates }
        }
    };
    confirm(theory, question, &subject, options, observer)
}

/// Terms of a sort that a call may evaluate to: subterms of its arguments, then others.
fn candidates(theory: &Theory, question: &Question, arguments: &[Term], sort: SortId) -> Vec<Term> {
    let variables = &question.variables;
    let inner = arguments.iter().flat_map(Term::subterms).cloned();
    let elements = (0..variables.len()).map(|place| Term::Variable(VarId::from_index(place)));
    let numbers = theory.int().into_iter().flat_map(|_| [0, 1, 2].map(Term::Int));
    let constants = theory.constructors(sort).filter(|(_, op)| op.arguments.is_empty());
    let constants = constants.map(|(op, _)| Term::Apply(op, Vec::new()));
    let mut found: Vec<Term> = Vec::new();
    for term in inner.chain(elements).chain(numbers).chain(constants) {
        if theory.sort_of(&term, variables) == sort && !found.contains(&term) {
            found.push(term);
        }
    }
    found
}

fn gap(
    theory: &Theory,
    question: &Question,
    found: OpenPair,
    confirmation: Confirmation,
    line: Line,
) -> Gap {
    let arguments = question.terms(&found.arguments);
    let facts = question.facts_about(theory, &arguments);
    let name = |op| theory.ops[op].name.clone();
    let term = Term::Apply(found.pair.observer, arguments).text(theory, &question.variables);
    Gap {
        observer: name(found.pair.observer),
        constructor: found.pair.constructor.map(name),
        term,
        facts,
        observations: found.observations,
        is_cycle: found.reason == Reason::Cycle,
        confirmation,
        line,
    }
}

fn unjoined_values(
    theory: &Theory,
    question: &Question,
    found: Unjoined,
    confirmation: Confirmation,
    line: Line,
) -> Values {
    let terms = found.values.each_ref().map(|value| question.term(value));
    let facts = question.facts_about(theory, &terms);
    let pair = terms.each_ref().map(|term| term.text(theory, &question.variables));
    Values { sort: found.sort, pair, facts, pairs: found.pairs, confirmation, line }
}
