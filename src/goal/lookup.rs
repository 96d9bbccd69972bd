//! Finding a goal by what a person types.

use super::Goal;
use crate::theory::near_name;

/// How many candidates a message lists.
const LISTED: usize = 8;

/// The goal of that id, or the only one whose id starts or ends like that;
/// otherwise a message that says what there is instead.
pub fn find<'g>(goals: &'g [Goal], name: &str) -> Result<&'g Goal, String> {
    if let Some(goal) = goals.iter().find(|goal| goal.id == name) {
        return Ok(goal);
    }
    let starting: Vec<&Goal> = goals.iter().filter(|goal| goal.id.starts_with(name)).collect();
    let content = |goal: &&Goal| goal.id.split_once('/').is_some_and(|(_, part)| part == name);
    let ending: Vec<&Goal> = goals.iter().filter(content).collect();
    match (starting.as_slice(), ending.as_slice()) {
        ([goal], _) | ([], [goal]) => Ok(goal),
        ([], []) => Err(unknown(goals, name)),
        ([], several) | (several, _) => Err(ambiguous(several, name)),
    }
}

fn ambiguous(candidates: &[&Goal], name: &str) -> String {
    let ids = candidates.iter().map(|goal| goal.id.as_str());
    format!("`{name}` is the start of several goals:{}", list(ids))
}

/// With the goals that share the title, or else the nearest id.
fn unknown(goals: &[Goal], name: &str) -> String {
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
