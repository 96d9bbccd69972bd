//! Whether a term that running leaves open has different values in different models.
//!
//! The search is asked for both minterms of the tautology `P or not P`, where `P` says that the
//! term has some value. Two models mean that the axioms leave the term open. If one minterm is
//! impossible, the axioms force the value although running them does not find it.

use super::question::Question;
use crate::goal::Goal;
use crate::model::eval::{Evaluator, Truth, Value};
use crate::model::{GroundTerm, Mode, Witness, canonical_terms};
use crate::search::{Core, Options, Outcome, Progress, Unsound, Verdict, search, search_fragments};
use crate::theory::{Formula, SortId, SortKind, Term, Theory};

/// The most values that a term is compared with.
const CANDIDATES: usize = 3;

/// What the search says about an open term.
#[derive(Clone, Debug)]
pub enum Confirmation {
    /// Two models that differ there.
    Open(Box<[Shown; 2]>),
    /// The term has the same value in every model over these parameters.
    Forced { value: String, core: Core },
    /// The search did not find two models, and no proof that there is only one value.
    Unconfirmed { sizes: Vec<(SortId, u32)> },
}

impl Confirmation {
    /// One word for people and scripts.
    pub fn word(&self) -> &'static str {
        match self {
            Confirmation::Open(_) => "open",
            Confirmation::Forced { .. } => "forced",
            Confirmation::Unconfirmed { .. } => "unconfirmed",
        }
    }
}

/// A model, and the value of the term in it.
#[derive(Clone, Debug)]
pub struct Shown {
    pub goal: Goal,
    pub witness: Witness,
    pub value: String,
}

/// What is asked: the term or predicate, and the values to compare it with.
pub enum Subject {
    Predicate(Formula),
    Term { term: Term, candidates: Vec<Term> },
}

/// Asks the search about a term.
pub fn confirm(
    theory: &Theory,
    question: &Question,
    subject: &Subject,
    options: &Options,
    observer: &mut dyn FnMut(Progress),
) -> Result<Confirmation, Unsound> {
    let mut confirmer = Confirmer {
        theory,
        question,
        subject,
        options,
        observer,
        shown: Vec::new(),
        sizes: vec![],
    };
    match subject {
        Subject::Predicate(atom) => {
            if let Some(found) = confirmer.try_atom(atom, None)? {
                return Ok(found);
            }
        }
        Subject::Term { term, candidates } => {
            for candidate in candidates.iter().take(CANDIDATES) {
                let atom = Formula::Equal(term.clone(), candidate.clone());
                if let Some(found) = confirmer.try_atom(&atom, Some(candidate))? {
                    return Ok(found);
                }
            }
        }
    }
    Ok(Confirmation::Unconfirmed { sizes: confirmer.sizes })
}

struct Confirmer<'a> {
    theory: &'a Theory,
    question: &'a Question,
    subject: &'a Subject,
    options: &'a Options,
    observer: &'a mut dyn FnMut(Progress),
    /// Models in which the term has a known value.
    shown: Vec<Shown>,
    /// The largest carriers that were searched.
    sizes: Vec<(SortId, u32)>,
}

impl Confirmer<'_> {
    /// Asks for both minterms of an atom. `None` if that decides nothing.
    fn try_atom(
        &mut self,
        atom: &Formula,
        candidate: Option<&Term>,
    ) -> Result<Option<Confirmation>, Unsound> {
        let goals = [true, false].map(|holds| self.question.goal(atom.clone(), holds));
        let outcomes = self.search(&goals)?;
        for outcome in outcomes.iter().filter(|it| !it.scope.is_empty()) {
            self.sizes.clone_from(&outcome.scope);
        }
        if let Verdict::Impossible(core) = &outcomes[1].verdict {
            let text = |term: &Term| term.text(self.theory, &self.question.variables);
            let value = candidate.map_or_else(|| "true".to_owned(), text);
            return Ok(Some(Confirmation::Forced { value, core: core.clone() }));
        }
        if let (Verdict::Impossible(core), None) = (&outcomes[0].verdict, candidate) {
            let core = core.clone();
            return Ok(Some(Confirmation::Forced { value: "false".to_owned(), core }));
        }
        let found: Vec<Option<Shown>> =
            goals.iter().zip(&outcomes).map(|(goal, it)| self.show(goal, it)).collect();
        if let [Some(one), Some(other)] = &found[..] {
            return Ok(Some(Confirmation::Open(Box::new([one.clone(), other.clone()]))));
        }
        self.shown.extend(found.into_iter().flatten().filter(|it| it.value != OTHER));
        let first = self.shown.first();
        let other = self.shown.iter().find(|it| first.is_some_and(|one| one.value != it.value));
        Ok(match (first, other) {
            (Some(one), Some(other)) => {
                Some(Confirmation::Open(Box::new([one.clone(), other.clone()])))
            }
            _ => None,
        })
    }

    /// Closed models first, then fragments.
    fn search(&mut self, goals: &[Goal; 2]) -> Result<Vec<Outcome>, Unsound> {
        let mut outcomes = search(self.theory, goals, self.options, self.observer)?;
        for (goal, outcome) in goals.iter().zip(&mut outcomes) {
            if outcome.verdict == Verdict::NotFound && outcome.mode == Mode::Closed {
                let goal = std::slice::from_ref(goal);
                let found = search_fragments(self.theory, goal, self.options, self.observer)?;
                *outcome = found.into_iter().next().unwrap_or_else(|| outcome.clone());
            }
        }
        Ok(outcomes)
    }

    fn show(&self, goal: &Goal, outcome: &Outcome) -> Option<Shown> {
        let Verdict::Covered(witness) = &outcome.verdict else { return None };
        let evaluator = Evaluator {
            theory: self.theory,
            model: &witness.model,
            variables: &goal.variables,
            assignment: &witness.assignment,
        };
        let value = match self.subject {
            Subject::Predicate(atom) => match evaluator.formula(atom) {
                Truth::True => "true".to_owned(),
                Truth::False => "false".to_owned(),
                Truth::Unknown => return None,
            },
            Subject::Term { term, .. } => {
                let sort = self.theory.sort_of(term, &goal.variables);
                self.value_text(goal, witness, sort, evaluator.term(term))
            }
        };
        Some(Shown { goal: goal.clone(), witness: (**witness).clone(), value })
    }

    fn value_text(&self, goal: &Goal, witness: &Witness, sort: SortId, value: Value) -> String {
        let element = match value {
            Value::Element(element) => element,
            Value::Undefined => return "undefined".to_owned(),
            Value::Beyond(number) => return number.to_string(),
            Value::Outside | Value::Unknown => return OTHER.to_owned(),
        };
        match self.theory.sorts[sort].kind {
            SortKind::Int => witness.model.number(sort, element).to_string(),
            SortKind::Parameter => {
                let values = goal.variables.iter().zip(&witness.assignment);
                let mut same = values.filter(|(it, at)| it.sort == sort && **at == element);
                same.next().map_or(OTHER.to_owned(), |(variable, _)| variable.name.clone())
            }
            SortKind::Constructed => {
                let terms = canonical_terms(self.theory, &witness.model);
                let term = terms[sort][element as usize].clone();
                let name = |sort: SortId, at: u32| {
                    let values = goal.variables.iter().zip(&witness.assignment);
                    let mut same = values.filter(|(it, place)| it.sort == sort && **place == at);
                    same.next().map(|(variable, _)| variable.name.clone())
                };
                term.and_then(|term| named(self.theory, &term, &name))
                    .unwrap_or_else(|| OTHER.to_owned())
            }
        }
    }
}

/// A value that none of the shown terms has.
const OTHER: &str = "another value";

/// A ground term with the names of the elements. `None` if an element has no name.
fn named(
    theory: &Theory,
    term: &GroundTerm,
    name: &dyn Fn(SortId, u32) -> Option<String>,
) -> Option<String> {
    match term {
        GroundTerm::Element(sort, element) => name(*sort, *element),
        GroundTerm::Int(number) => Some(number.to_string()),
        GroundTerm::Apply(op, arguments) => {
            let arguments: Option<Vec<String>> =
                arguments.iter().map(|argument| named(theory, argument, name)).collect();
            Some(format!("{}({})", theory.ops[*op].name, arguments?.join(", ")))
        }
    }
}
