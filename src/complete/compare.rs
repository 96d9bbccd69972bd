//! How a changed specification differs from the original one on small terms.

use super::observe::{Call, Run, Seen};
use super::unjoined::{Equality, equality};
use super::world::World;
use crate::arena::Id;
use crate::execute::{Answer, Node};
use crate::model::GroundTerm;
use crate::theory::{SortId, Theory};
use crate::trial::Trial;

/// The first difference that was found, the most telling kind first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// An observation has another result.
    Differs { call: String, original: String, changed: String },
    /// The changed axioms contradict each other on a term.
    Contradicts { call: String },
    /// An observation is no longer determined.
    Opens { call: String },
    /// Nothing joins two values any more that the original axioms join.
    Unjoins([String; 2]),
    /// An observation is determined that the original axioms leave open.
    Determines { call: String, changed: String },
    /// Everything that was observed is the same.
    Same,
}

impl Difference {
    /// The most telling kind has the smallest rank.
    fn rank(&self) -> u8 {
        match self {
            Difference::Differs { .. } => 0,
            Difference::Contradicts { .. } => 1,
            Difference::Opens { .. } => 2,
            Difference::Unjoins(_) => 3,
            Difference::Determines { .. } => 4,
            Difference::Same => 5,
        }
    }
}

/// Observes the same terms by both specifications.
pub fn compare(original: &Trial<'_>, changed: &Trial<'_>, worlds: &[World]) -> Difference {
    let mut best = Difference::Same;
    for world in worlds {
        let found = compare_in(original, changed, world);
        if found.rank() < best.rank() {
            best = found;
        }
        if best.rank() <= 2 {
            break;
        }
    }
    best
}

fn compare_in(original: &Trial<'_>, changed: &Trial<'_>, world: &World) -> Difference {
    let theory = original.theory;
    let (mut before, mut after) =
        (Run::new(original, &world.tables), Run::new(changed, &world.tables));
    let mut best = Difference::Same;
    for call in &world.inputs.calls {
        let found = observed(theory, call, &mut before, &mut after);
        if found.rank() < best.rank() {
            best = found;
        }
        // A contradiction may hide that a result differs, and the other way round.
        if best.rank() <= 1 {
            return best;
        }
    }
    if best.rank() <= 2 {
        return best;
    }
    for [first, second] in &world.inputs.joined {
        let values = (after.value(first), after.value(second));
        if let (Answer::Value(left), Answer::Value(right)) = values {
            let found = match equality(&mut after, left, right) {
                Equality::Open => Difference::Unjoins([first, second].map(|it| text(theory, it))),
                Equality::Different => {
                    let call = format!("{} = {}", text(theory, first), text(theory, second));
                    let [original, changed] = ["true", "false"].map(str::to_owned);
                    Difference::Differs { call, original, changed }
                }
                Equality::Equal => continue,
            };
            if found.rank() < best.rank() {
                best = found;
            }
        }
    }
    best
}

fn observed(theory: &Theory, call: &Call, before: &mut Run<'_>, after: &mut Run<'_>) -> Difference {
    let (one, other) = (before.observe(call), after.observe(call));
    let call_text = || text(theory, &GroundTerm::Apply(call.op, call.arguments.clone()));
    match (&one, &other) {
        (_, Seen::Contradiction(_)) => Difference::Contradicts { call: call_text() },
        (Seen::GaveUp | Seen::Contradiction(_), _) | (_, Seen::GaveUp) => Difference::Same,
        (Seen::Open(_), Seen::Open(_)) => Difference::Same,
        (Seen::Open(_), _) => {
            Difference::Determines { call: call_text(), changed: seen_text(theory, &other) }
        }
        (_, Seen::Open(_)) => Difference::Opens { call: call_text() },
        (Seen::Built(left), Seen::Built(right)) if are_different(before, left, right) => {
            differs(theory, call_text(), &one, &other)
        }
        (Seen::Built(_), Seen::Built(_)) => Difference::Same,
        (one, other) if one == other => Difference::Same,
        _ => differs(theory, call_text(), &one, &other),
    }
}

fn differs(theory: &Theory, call: String, one: &Seen, other: &Seen) -> Difference {
    let (original, changed) = (seen_text(theory, one), seen_text(theory, other));
    Difference::Differs { call, original, changed }
}

/// Whether the original axioms tell two values apart.
fn are_different(before: &mut Run<'_>, left: &GroundTerm, right: &GroundTerm) -> bool {
    match (before.value(left), before.value(right)) {
        (Answer::Value(left), Answer::Value(right)) => {
            equality(before, left, right) == Equality::Different
        }
        (Answer::Undefined, Answer::Value(_)) | (Answer::Value(_), Answer::Undefined) => true,
        _ => false,
    }
}

fn seen_text(theory: &Theory, seen: &Seen) -> String {
    match seen {
        Seen::Undefined => "undefined".to_owned(),
        Seen::Leaf(Node::Truth(truth)) => truth.to_string(),
        Seen::Leaf(Node::Int(number)) => number.to_string(),
        Seen::Leaf(Node::Element { sort, number }) => {
            theory.element_text(SortId::from_index(*sort), *number)
        }
        Seen::Built(term) => text(theory, term),
        _ => "undetermined".to_owned(),
    }
}

fn text(theory: &Theory, term: &GroundTerm) -> String {
    term.text(theory)
}
