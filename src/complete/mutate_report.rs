//! The result of small changes, for people and for other programs.

use super::json::bound;
use super::mutate::{Mutation, Survivor, title};
use super::text::looked_at;
use crate::count::counted;
use crate::json::{Value, json};
use crate::source::Sources;
use crate::theory::{Statement, Theory};

/// The score and the survivors.
pub fn mutation_text(found: &Mutation, theory: &Theory, sources: &Sources) -> String {
    let mut parts = vec![looked_at(&found.bound)];
    parts.extend(found.survivors.iter().map(|survivor| survivor_text(survivor, theory, sources)));
    parts.push(summary(found));
    parts.join("\n")
}

fn survivor_text(survivor: &Survivor, theory: &Theory, sources: &Sources) -> String {
    let head = title(theory, survivor.statement);
    let place = place(theory, sources, survivor.statement);
    let mut lines = vec![format!("not noticed: {} in {head} ({place})", survivor.change.word())];
    lines.push(format!("  changed: {}", survivor.text));
    if let Some([call, value]) = &survivor.determines {
        lines.push(format!("  it makes {call} {value}, which the axioms leave open"));
    }
    lines.join("\n") + "\n"
}

fn summary(found: &Mutation) -> String {
    let tried = found.noticed + found.survivors.len();
    let mut text = match found.score() {
        None => "there was nothing to change\n".to_owned(),
        Some(score) => format!(
            "score {score} %: {} of {} noticed, by these observations or by a model\n",
            found.noticed,
            counted(tried, "small change")
        ),
    };
    for (number, what) in [
        (found.contradictory, "noticed because they contradict the other axioms"),
        (found.equivalent, "not counted because they provably mean the same"),
        (found.skipped, "not tried"),
    ] {
        if number > 0 {
            text += &format!("{what}: {number}\n");
        }
    }
    text
}

fn place(theory: &Theory, sources: &Sources, statement: Statement) -> String {
    match statement {
        Statement::Axiom(id) => sources.place(theory.axioms[id].span),
        Statement::Domain(op) => {
            let domain = theory.ops[op].domain.as_ref();
            domain.map_or_else(String::new, |domain| sources.place(domain.span))
        }
    }
}

/// One JSON object.
pub fn mutation_json(found: &Mutation, spec: &str, theory: &Theory, sources: &Sources) -> String {
    let survivor = |it: &Survivor| -> Value {
        json!({
            "statement": title(theory, it.statement),
            "place": place(theory, sources, it.statement),
            "change": it.change.word(),
            "changed": it.text,
            "determines": it.determines,
        })
    };
    let document = json!({
        "spec": spec,
        "bound": bound(&found.bound),
        "score": found.score(),
        "noticed": found.noticed,
        "contradictory": found.contradictory,
        "equivalent": found.equivalent,
        "skipped": found.skipped,
        "survivors": found.survivors.iter().map(survivor).collect::<Vec<_>>(),
    });
    format!("{document:#}\n")
}
