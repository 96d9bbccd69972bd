//! What is new about a step, so that sequences go where none has been.
//!
//! A step is as new as its rarest trait: the state that it starts from, what one observer
//! says of its own arguments, or how near it is to the bound of its domain. The state alone is too
//! coarse where values are found by keys: that a member has four loans of four shows in
//! `loans(D, M)` only, for the member that asks for the fifth.

use std::collections::{HashMap, HashSet};

use super::super::execute::{Answer, Formula, Node, SortKind, TermId};
use super::check::Run;
use super::draw::Draw;
use super::taste::Effects;
use super::world::Step;

/// The most places that are kept to start from.
const ORIGINS: usize = 500;
/// The most steps that lead to such a place.
const LONGEST_ORIGIN: usize = 24;
/// How many such places are compared to choose one.
const COMPARED: usize = 4;
/// Numbers up to this one count each for itself, larger ones by their length.
const SMALL: i64 = 8;

/// What observers without further arguments say of a value.
pub type State = Vec<Option<Node>>;

/// What a candidate would do.
#[derive(Clone)]
pub struct Shape {
    pub op: usize,
    pub is_refused: bool,
    /// The state that it starts from; if it is refused, what the atoms of its domain condition
    /// say.
    pub state: State,
    details: Vec<Detail>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Detail {
    /// What an observer says of the arguments of a step.
    Answer { observer: usize, answer: i64 },
    /// The left side of a comparison in the domain condition, and whether it is below the right
    /// side, equal or above.
    Bound { atom: usize, left: i64, order: i64 },
}

/// By operation, and whether it was refused.
type Kind = (usize, bool);

/// Everything that the sequences of a test have met so far.
#[derive(Default)]
pub struct Novelty {
    /// How often each state was seen.
    states: HashMap<Kind, HashMap<State, u64>>,
    /// How often each detail was seen.
    details: HashMap<(Kind, Detail), u64>,
    /// The values that a sequence can start from.
    reached_states: HashSet<State>,
    reached_details: HashSet<Detail>,
    pub effects: Effects,
    origins: Vec<Origin>,
}

/// Steps that led to something new.
struct Origin {
    /// The address of their algebra.
    algebra: usize,
    steps: Vec<Step>,
    /// The step that was taken there.
    next: Shape,
}

impl Novelty {
    /// How often the rarest trait of a step was seen.
    pub fn count(&self, shape: &Shape) -> u64 {
        let kind = (shape.op, shape.is_refused);
        let states = self.states.get(&kind);
        let state = states.and_then(|states| states.get(&shape.state));
        let details = shape.details.iter();
        let details = details.map(|detail| self.details.get(&(kind, *detail)));
        let counts = details.chain(Some(state)).map(|count| count.copied());
        counts.map(|count| count.unwrap_or(0)).min().unwrap_or(0)
    }

    /// Remembers a step, and how a sequence came to something that none has met before.
    pub fn see(&mut self, run: &Run<'_>, shape: &Shape, draw: &mut Draw) {
        let kind = (shape.op, shape.is_refused);
        let states = self.states.entry(kind).or_default();
        *states.entry(shape.state.clone()).or_insert(0) += 1;
        for detail in &shape.details {
            *self.details.entry((kind, *detail)).or_insert(0) += 1;
        }
        let is_within = (1..=LONGEST_ORIGIN).contains(&run.world.len());
        if shape.is_refused || !is_within || !self.is_first(shape) {
            return;
        }
        let origin = Origin {
            algebra: address(run),
            steps: run.world.steps(),
            next: shape.clone(),
        };
        if self.origins.len() < ORIGINS {
            self.origins.push(origin);
        } else {
            let place = draw.below(ORIGINS);
            self.origins[place] = origin;
        }
    }

    fn is_first(&mut self, shape: &Shape) -> bool {
        let mut is_first = self.reached_states.insert(shape.state.clone());
        for detail in &shape.details {
            is_first |= self.reached_details.insert(*detail);
        }
        is_first
    }

    /// Steps to start a sequence with. Rare ones are preferred.
    pub fn origin(&self, run: &Run<'_>, draw: &mut Draw) -> Vec<Step> {
        let algebra = address(run);
        let own = self.origins.iter();
        let own: Vec<&Origin> = own.filter(|origin| origin.algebra == algebra).collect();
        let some = (0..COMPARED).filter_map(|_| draw.of(&own));
        let rarest = some.min_by_key(|origin| self.count(&origin.next));
        rarest.map_or_else(Vec::new, |origin| origin.steps.clone())
    }
}

/// Tells the algebras of a test apart.
fn address(run: &Run<'_>) -> usize {
    run.world.algebra as *const _ as usize
}

/// What a step would do; `None` if it can't be taken.
pub fn shape(run: &mut Run<'_>, step: &Step) -> Option<Shape> {
    let subject = run.subject;
    let operation = &subject.program.ops[step.op];
    let terms = run.arguments(step)?;
    let domain = operation.domain.as_ref();
    let is_refused = domain.and_then(|domain| run.decide(domain, &terms)) == Some(false);
    if is_refused && !subject.operations[step.op].can_be_refused() {
        return None;
    }
    let mut places = operation.arguments.iter().zip(&terms);
    let own = places.find(|(sort, _)| Some(**sort) == operation.result);
    let state = match (domain, own) {
        (Some(domain), _) if is_refused => truths(run, domain, &terms),
        (_, Some((sort, term))) => plain_observations(run, *sort, *term),
        (_, None) => Vec::new(),
    };
    let mut details = Vec::new();
    if let Some(domain) = domain {
        bounds(run, domain, &terms, &mut details);
    }
    if let Some((sort, _)) = own {
        details.extend(answers(run, *sort, &operation.arguments, &terms));
    }
    Some(Shape {
        op: step.op,
        is_refused,
        state,
        details,
    })
}

/// What the atoms of a condition say, so that calls are refused for every reason.
fn truths(run: &mut Run<'_>, condition: &Formula, terms: &[TermId]) -> State {
    let mut all = Vec::new();
    condition.atoms(&mut |atom| all.push(run.decide(atom, terms).map(Node::Truth)));
    all
}

/// What observers without further arguments say of a value.
fn plain_observations(run: &mut Run<'_>, sort: usize, term: TermId) -> State {
    let subject = run.subject;
    let mut seen = Vec::new();
    for (op, observer) in subject.program.ops.iter().enumerate() {
        let is_observer = match observer.result {
            None => true,
            Some(sort) => {
                let sort = &subject.program.sorts[sort];
                sort.kind != SortKind::Constructed || sort.is_free
            }
        };
        if observer.arguments == [sort] && is_observer {
            seen.push(answer(run, op, &[term]));
        }
    }
    seen
}

/// What observers with further arguments say of a value and the elements of a step.
fn answers(run: &mut Run<'_>, sort: usize, sorts: &[usize], terms: &[TermId]) -> Vec<Detail> {
    let program = &run.subject.program;
    let mut seen = Vec::new();
    for (op, observer) in program.ops.iter().enumerate() {
        let is_kept = observer.arguments.len() > 1 && observer.arguments.contains(&sort);
        let counts = match observer.result {
            None => true,
            Some(result) => {
                let sort = &program.sorts[result];
                sort.kind == SortKind::Int || sort.is_free
            }
        };
        let is_open = |of: &usize| *of == sort || program.sorts[*of].kind == SortKind::Given;
        if !is_kept || !counts || !observer.arguments.iter().all(is_open) {
            continue;
        }
        let argument = |of: &usize| {
            let place = sorts.iter().position(|known| known == of)?;
            Some(terms[place])
        };
        let arguments: Option<Vec<TermId>> = observer.arguments.iter().map(argument).collect();
        let answer = arguments.and_then(|arguments| answer(run, op, &arguments));
        let answer = answer.and_then(|answer| match answer {
            Node::Truth(truth) => Some(i64::from(truth)),
            Node::Int(number) => Some(rough(number)),
            Node::Apply(variant, _) => Some(variant as i64),
            _ => None,
        });
        seen.extend(answer.map(|answer| Detail::Answer {
            observer: op,
            answer,
        }));
    }
    seen
}

/// How near the numbers of a condition are to where it changes.
fn bounds(run: &mut Run<'_>, condition: &Formula, terms: &[TermId], found: &mut Vec<Detail>) {
    condition.atoms(&mut |atom| {
        let Formula::Compare(_, left, right) = atom else {
            return;
        };
        let sides = (run.number(left, terms), run.number(right, terms));
        if let (Some(left), Some(right)) = sides {
            let order = i64::from(left > right) - i64::from(left < right);
            found.push(Detail::Bound {
                atom: found.len(),
                left: rough(left),
                order,
            });
        }
    });
}

/// What an observer says; of a value of a data sort, only the variant.
fn answer(run: &mut Run<'_>, op: usize, terms: &[TermId]) -> Option<Node> {
    let Answer::Value(value) = run.ask(op, terms) else {
        return None;
    };
    Some(match run.engine.terms().node(value) {
        Node::Apply(variant, _) => Node::Apply(*variant, Vec::new().into()),
        node => node.clone(),
    })
}

/// A number; a large one by its length only.
fn rough(number: i64) -> i64 {
    if (-SMALL..=SMALL).contains(&number) {
        return number;
    }
    let length = i64::from(64 - number.unsigned_abs().leading_zeros());
    (SMALL + length) * number.signum()
}
