//! Whether a term that running leaves open has different values in different models.
//!
//! The search is asked for both minterms of the tautology `P or not P`, where `P` says that the
//! term has some value. Two models mean that the axioms leave the term open. If one minterm is
//! impossible, the axioms force the value although running them does not find it.

use super::question::Question;
use crate::arena::Id;
use crate::goal::Goal;
use crate::model::eval::{Evaluator, Truth, Value};
use crate::model::{Element, GroundTerm, Mode, Witness, canonical_terms};
use crate::search::{Core, Options, Outcome, Progress, Unsound, Verdict, search, search_fragments};
use crate::theory::{Formula, SortId, SortKind, Term, Theory, VarId};

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

/// The question: the term or predicate, and the values to compare it with.
pub enum Subject {
    /// With words for a model where the formula holds, and for one where it does not.
    Formula {
        atom: Formula,
        words: [&'static str; 2],
    },
    Term {
        term: Term,
        candidates: Vec<Term>,
    },
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
        Subject::Formula { atom, .. } => {
            if let Some(found) = confirmer.try_atom(atom, None)? {
                return Ok(found);
            }
        }
        Subject::Term { term, candidates } => {
            let first = confirmer.first_value(term)?;
            let others = candidates.iter().filter(|other| first.as_ref() != Some(other));
            for candidate in first.iter().chain(others).take(CANDIDATES) {
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
            let value = self.value(candidate, 0);
            return Ok(Some(Confirmation::Forced { value, core: core.clone() }));
        }
        if let (Verdict::Impossible(core), None) = (&outcomes[0].verdict, candidate) {
            let (value, core) = (self.value(candidate, 1), core.clone());
            return Ok(Some(Confirmation::Forced { value, core }));
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

    /// The value of the term in some model, as a term.
    fn first_value(&mut self, term: &Term) -> Result<Option<Term>, Unsound> {
        let any = self.question.goal(Formula::Equal(term.clone(), term.clone()), true);
        let outcome = self.search(std::slice::from_ref(&any))?.remove(0);
        let Verdict::Covered(witness) = &outcome.verdict else { return Ok(None) };
        let evaluator = self.evaluator(&any, witness);
        let sort = self.theory.sort_of(term, &any.variables);
        Ok(match evaluator.term(term) {
            Value::Element(element) => self.value_term(&any, witness, sort, element),
            _ => None,
        })
    }

    fn evaluator<'e>(&'e self, goal: &'e Goal, witness: &'e Witness) -> Evaluator<'e> {
        Evaluator {
            theory: self.theory,
            model: &witness.model,
            variables: &goal.variables,
            assignment: &witness.assignment,
        }
    }

    /// An element of a model as a term over the variables of a goal. `None` if an element of a
    /// parameter is the value of no variable.
    fn value_term(
        &self,
        goal: &Goal,
        witness: &Witness,
        sort: SortId,
        element: Element,
    ) -> Option<Term> {
        if self.theory.sorts[sort].kind == SortKind::Int {
            return Some(Term::Int(witness.model.number(sort, element)));
        }
        let terms = canonical_terms(self.theory, &witness.model);
        over_variables(goal, witness, terms[sort][element as usize].as_ref()?)
    }

    /// What holds in every model: a candidate, or a word.
    fn value(&self, candidate: Option<&Term>, word: usize) -> String {
        match (candidate, self.subject) {
            (Some(term), _) => term.text(self.theory, &self.question.variables),
            (None, Subject::Formula { words, .. }) => words[word].to_owned(),
            (None, Subject::Term { .. }) => OTHER.to_owned(),
        }
    }

    /// Closed models first, then fragments.
    fn search(&mut self, goals: &[Goal]) -> Result<Vec<Outcome>, Unsound> {
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
        let evaluator = self.evaluator(goal, witness);
        let value = match self.subject {
            Subject::Formula { atom, words } => match evaluator.formula(atom) {
                Truth::True => words[0].to_owned(),
                Truth::False => words[1].to_owned(),
                Truth::Unknown => return None,
            },
            Subject::Term { term, .. } => {
                let sort = self.theory.sort_of(term, &goal.variables);
                self.value_text(goal, witness, sort, evaluator.term(term))
            }
        };
        let term = match self.subject {
            Subject::Formula { atom, .. } => atom.text(self.theory, &goal.variables),
            Subject::Term { term, .. } => term.text(self.theory, &goal.variables),
        };
        let title = format!("{term}: {value}");
        let goal = Goal { title, case: String::new(), ..goal.clone() };
        Some(Shown { goal, witness: (**witness).clone(), value })
    }

    fn value_text(&self, goal: &Goal, witness: &Witness, sort: SortId, value: Value) -> String {
        let element = match value {
            Value::Element(element) => element,
            Value::Undefined => return "undefined".to_owned(),
            Value::Beyond(number) => return number.to_string(),
            Value::Outside | Value::Unknown => return OTHER.to_owned(),
        };
        let term = self.value_term(goal, witness, sort, element);
        term.map_or(OTHER.to_owned(), |term| term.text(self.theory, &goal.variables))
    }
}

/// A value that differs from all shown terms.
const OTHER: &str = "another value";

/// A ground term of a model over the variables of a goal.
fn over_variables(goal: &Goal, witness: &Witness, term: &GroundTerm) -> Option<Term> {
    match term {
        GroundTerm::Element(sort, element) => {
            let mut values = goal.variables.iter().zip(&witness.assignment);
            let place = values.position(|(it, at)| it.sort == *sort && at == element)?;
            Some(Term::Variable(VarId::from_index(place)))
        }
        GroundTerm::Int(number) => Some(Term::Int(*number)),
        GroundTerm::Apply(op, arguments) => {
            let arguments = arguments.iter().map(|it| over_variables(goal, witness, it));
            Some(Term::Apply(*op, arguments.collect::<Option<_>>()?))
        }
    }
}
