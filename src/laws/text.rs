//! What was learnt, as text.

use std::fmt::Write;

use super::amend::declarations;
use super::breaking::Held;
use super::broken::Broken;
use super::learner::{Gap, Obstacle, Place, Proposal};
use crate::count::{counted, grouped};
use crate::theory::Theory;

/// How an implementation was observed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// What was observed, as messages call it.
    pub name: String,
    pub answers: usize,
    pub algebras: usize,
    pub elements: u32,
    /// Calls that have no answer.
    pub incidents: Vec<String>,
    /// Operations that were not called any more.
    pub silent: Vec<String>,
    /// Whether observing ended early.
    pub is_given_up: bool,
}

impl Observation {
    /// How far was looked.
    pub fn bound(&self) -> String {
        let (answers, algebras) = (grouped(self.answers), self.algebras);
        let elements = self.elements;
        match elements {
            0 => format!("{answers} observations"),
            _ => format!(
                "{answers} observations, over {algebras} algebras of up to {elements} elements"
            ),
        }
    }
}

/// The gaps, and the laws that fill them.
pub fn text(gaps: &[Gap], theory: &Theory, seen: &Observation) -> String {
    let mut text = observed(seen);
    for gap in gaps {
        let place = place_text(theory, gap.place);
        let _ = writeln!(text, "\nopen: {place}, in {} of the samples", gap.open);
        for proposal in &gap.proposals {
            text += &proposed(theory, proposal);
        }
        match (gap.proposals.is_empty(), gap.left) {
            (_, 0) => {}
            (true, _) => text += &unproposed(theory, gap),
            (false, left) => {
                let _ = writeln!(text, "  {left} of them are still open");
            }
        }
    }
    let proposals: usize = gaps.iter().map(|gap| gap.proposals.len()).sum();
    let _ = match (gaps.len(), proposals) {
        (0, _) => writeln!(text, "\nno gap found in {}", seen.bound()),
        (gaps, 0) => writeln!(text, "\n{} and no proposal", counted(gaps, "gap")),
        (gaps, _) => writeln!(
            text,
            "\n{} and {}: each held whenever it was tried, which proves nothing",
            counted(gaps, "gap"),
            counted(proposals, "proposal")
        ),
    };
    text
}

/// Why there is no proposal, as far as it was seen.
fn unproposed(theory: &Theory, gap: &Gap) -> String {
    let name = match gap.place {
        Place::Pair(pair) => &theory.ops[pair.observer].name,
        Place::Equality(sort) => &theory.sorts[sort].name,
    };
    match gap.obstacle {
        Some(Obstacle::Undefined) => {
            format!(
                "  the type has no value there; the domain of `{name}` says that there is one\n"
            )
        }
        Some(Obstacle::Unbuilt) => {
            format!("  constructors make no value like it; perhaps `{name}` is one\n")
        }
        None => "  no proposal was found\n".to_owned(),
    }
}

/// Laws that hold although nothing is open.
pub fn laws_text(laws: &[Proposal], theory: &Theory) -> String {
    let mut text = format!("\n{} beyond the axioms\n", counted(laws.len(), "proposal"));
    for law in laws {
        text += &proposed(theory, law);
    }
    text
}

/// Axioms that do not hold, each with values for which it does not.
pub fn broken_text(broken: &[Broken]) -> String {
    let mut text = String::new();
    for one in broken {
        let _ = writeln!(text, "\nbroken: `{}` ({})\n  {}", one.title, one.place, one.text);
        if !one.values.is_empty() {
            let _ = writeln!(text, "  where {}", one.values.join(", "));
        }
    }
    text
}

/// How much was observed, and what could not be.
pub fn observed(seen: &Observation) -> String {
    let mut text = format!("observed `{}`: {}\n", seen.name, seen.bound());
    for incident in &seen.incidents {
        let _ = writeln!(text, "no answer: {incident}");
    }
    for operation in &seen.silent {
        let _ = writeln!(text, "`{operation}` was not called again: little is proposed about it");
    }
    if seen.is_given_up {
        text += "gave up after several calls without an answer; what follows was learnt before\n";
    }
    text
}

fn proposed(theory: &Theory, proposal: &Proposal) -> String {
    let law = &proposal.law;
    let mut text = format!("  write:   {}\n", law.line(theory));
    let declared = declarations(theory, &[law]);
    let _ = writeln!(text, "           {}", held_text(&proposal.held));
    if !declared.is_empty() {
        let _ = writeln!(text, "           where {}", declared.join(" "));
    }
    text
}

/// `held 1,210 times, its premise 640 times, in 3 cases, for 64 distinct values`
pub fn held_text(held: &Held) -> String {
    let premise = match held.applied == held.times {
        true => String::new(),
        false => format!(", its premise {} times", grouped(held.applied)),
    };
    let values = match held.values {
        0 => String::new(),
        values => format!(", for {values} distinct values"),
    };
    let cases = match held.cases {
        0 | 1 => String::new(),
        cases => format!(", in {cases} cases"),
    };
    format!("held {} times{premise}{cases}{values}", grouped(held.times))
}

/// `` `peek` on `push` ``
pub fn place_text(theory: &Theory, place: Place) -> String {
    match place {
        Place::Equality(sort) => {
            format!("whether values of `{}` are equal", theory.sorts[sort].name)
        }
        Place::Pair(pair) => {
            let name = |op| &theory.ops[op].name;
            let on = pair.constructor.map_or(String::new(), |op| format!(" on `{}`", name(op)));
            format!("`{}`{on}", name(pair.observer))
        }
    }
}
