//! Finding a goal by what a person types.

use super::{Goal, GoalKind};
use crate::theory::near_name;

/// How many candidates a message lists.
const LISTED: usize = 8;

/// The goal of that id, or the only one whose id starts like that or whose part
/// behind the slash is that; otherwise a message that says what there is instead.
/// Goals that only refine others count if no other goal is meant.
pub fn find<'g>(goals: &'g [Goal], name: &str) -> Result<&'g Goal, String> {
    if let Some(goal) = goals.iter().find(|goal| goal.id == name) {
        return Ok(goal);
    }
    let is_main = |goal: &&Goal| matches!(goal.kind, GoalKind::Axiom | GoalKind::Domain(_));
    let (main, refined): (Vec<&Goal>, Vec<&Goal>) = goals.iter().partition(is_main);
    let starts = |goal: &&Goal| goal.id.starts_with(name);
    let ends = |goal: &&Goal| goal.id.split_once('/').is_some_and(|(_, part)| part == name);
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
    let ids = candidates.iter().map(|goal| goal.id.as_str());
    format!("`{name}` may be any of several goals:{}", list(ids))
}

/// With the goals that share the title, or else the nearest id.
fn unknown(goals: &[&Goal], name: &str) -> String {
    let title = name.split_once('/').map_or(name, |(title, _)| title);
    let same_title = format!("{title}/");
    let ids = || goals.iter().map(|goal| goal.id.as_str());
    let related: Vec<&str> = ids().filter(|id| id.starts_with(&same_title)).collect();
    if !related.is_empty() {
        return format!("there is no goal `{name}`; those of `{title}` are:{}", list(related));
    }
    if let Some(near) = near_name::nearest(name, ids()) {
        return format!("there is no goal `{name}`; did you mean `{near}`?");
    }
    let titles = ids().filter_map(|id| id.split_once('/')).map(|(title, _)| title);
    match near_name::nearest(title, titles) {
        Some(near) => {
            let near = format!("{near}/");
            let related = ids().filter(|id| id.starts_with(&near));
            format!("there is no goal `{name}`; did you mean one of:{}", list(related))
        }
        None => format!("there is no goal `{name}`; `specgen goals` lists them"),
    }
}

/// One id per line, and how many more there are.
fn list<'i>(ids: impl IntoIterator<Item = &'i str>) -> String {
    let ids: Vec<&str> = ids.into_iter().collect();
    let mut text: String = ids.iter().take(LISTED).map(|id| format!("\n  {id}")).collect();
    if ids.len() > LISTED {
        text.push_str(&format!("\n  and {} more", ids.len() - LISTED));
    }
    text
}
