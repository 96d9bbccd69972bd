//! Lookup of a goal by the name that a user types.

use super::{Goal, GoalKind};
use crate::near_name;

/// The most candidates that a message lists.
const LISTED: usize = 8;

/// The goal with the given id, or the only goal whose id starts with the name or whose case
/// is the name. Minterms and domain goals come before the goals that refine them. Otherwise
/// a message with near matches.
pub fn find<'g>(goals: &'g [Goal], name: &str) -> Result<&'g Goal, String> {
    if let Some(goal) = goals.iter().find(|goal| goal.id() == name) {
        return Ok(goal);
    }
    let is_main = |goal: &&Goal| matches!(goal.kind, GoalKind::Axiom | GoalKind::Domain(_));
    let (main, refined): (Vec<&Goal>, Vec<&Goal>) = goals.iter().partition(is_main);
    let starts = |goal: &&Goal| goal.id().starts_with(name);
    let ends = |goal: &&Goal| goal.case == name;
    let meant = |goals: &[&'g Goal], test: &dyn Fn(&&Goal) -> bool| -> Vec<&'g Goal> {
        goals.iter().copied().filter(|goal| test(goal)).collect()
    };
    let ways = [
        meant(&main, &starts),
        meant(&main, &ends),
        meant(&refined, &starts),
        meant(&refined, &ends),
    ];
    match ways.iter().find(|goals| !goals.is_empty()).map(Vec::as_slice) {
        Some([goal]) => Ok(goal),
        Some(several) => Err(ambiguous(several, name)),
        None => Err(unknown(&main, name)),
    }
}

fn ambiguous(candidates: &[&Goal], name: &str) -> String {
    format!("`{name}` may be any of several goals:{}", list(candidates))
}

/// A message with the goals of the same title, or else the nearest id.
fn unknown(goals: &[&Goal], name: &str) -> String {
    let title = name.split_once('/').map_or(name, |(title, _)| title);
    let of = |title: &str| -> Vec<&Goal> {
        goals.iter().copied().filter(|goal| goal.title == title).collect()
    };
    let related = of(title);
    if !related.is_empty() {
        return format!("there is no goal `{name}`; those of `{title}` are:{}", list(&related));
    }
    let ids: Vec<String> = goals.iter().map(|goal| goal.id()).collect();
    if let Some(near) = near_name::nearest(name, ids.iter().map(String::as_str)) {
        return format!("there is no goal `{name}`; did you mean `{near}`?");
    }
    match near_name::nearest(title, goals.iter().map(|goal| goal.title.as_str())) {
        Some(near) => {
            format!("there is no goal `{name}`; did you mean one of:{}", list(&of(near)))
        }
        None => format!("there is no goal `{name}`; `specgen goals` lists them"),
    }
}

/// One id per line, and how many more there are.
fn list(goals: &[&Goal]) -> String {
    let listed = goals.iter().take(LISTED);
    let mut text: String = listed.map(|goal| format!("\n  {}", goal.id())).collect();
    if goals.len() > LISTED {
        text.push_str(&format!("\n  and {} more", goals.len() - LISTED));
    }
    text
}
