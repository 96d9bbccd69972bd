//! Goals as commands.

use super::condition::Condition;
use super::print::{block, comment, quantified};
use super::translator::{Translation, Translator};
use crate::goal::{Goal, Literal};
use crate::search::CarrierSizes;
use crate::theory::SortKind;

/// One `run` for each goal, named after its id.
pub fn commands(context: &Translation, goals: &[Goal], carriers: &CarrierSizes) -> Vec<String> {
    let mut titles = context.names.titles();
    let scope = scope(context, carriers);
    let mut command = |goal: &Goal| {
        let name = titles.take(&goal.id().replace('/', "__"));
        let body =
            quantified("some", &context.declarations(&goal.variables), &asked(context, goal));
        comment(&[format!("goal {}", goal.id())]) + &block(&format!("run {name}"), &body, &scope)
    };
    goals.iter().map(&mut command).collect()
}

/// ` for 3 Orderable, 9 SortedSet`: the carriers, and the bits of numbers.
fn scope(context: &Translation, carriers: &CarrierSizes) -> String {
    let sizes = context.theory.sorts.iter().map(|(id, sort)| {
        let (bound, name) = (carriers.of(id), &context.names.sorts[id]);
        match sort.kind {
            SortKind::Int => format!("{} Int", context.numbers.bits),
            _ if bound.exact => format!("exactly {} {name}", bound.size),
            _ => format!("{} {name}", bound.size),
        }
    });
    format!(" for {}", sizes.collect::<Vec<_>>().join(", "))
}

fn asked(context: &Translation, goal: &Goal) -> Condition {
    let translator = context.translator(&goal.variables);
    let literals = goal.literals.iter().map(|literal| literal_condition(&translator, literal));
    Condition::and(literals.chain(pattern(&translator, goal)))
}

fn literal_condition(translator: &Translator<'_>, literal: &Literal) -> Condition {
    let truth = translator.truth(&literal.atom);
    if literal.holds { truth.certain() } else { truth.refuted() }
}

/// Which variables of the same sort coincide, if the goal has a pattern.
fn pattern(translator: &Translator<'_>, goal: &Goal) -> Vec<Condition> {
    let Some(pattern) = &goal.pattern else { return Vec::new() };
    let mut conditions = Vec::new();
    for (second, variable) in goal.variables.iter().enumerate() {
        for (first, earlier) in goal.variables[..second].iter().enumerate() {
            if variable.sort == earlier.sort {
                let names = [first, second].map(|index| &translator.variables[index].text);
                let equal = Condition::equal(names[0], names[1]);
                let same = pattern.blocks[first] == pattern.blocks[second];
                conditions.push(if same { equal } else { equal.not() });
            }
        }
    }
    conditions
}
