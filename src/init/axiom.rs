//! The left sides of axioms to be written: every observer on every constructor.

use std::collections::BTreeMap;

use super::draft::{Class, Draft, Operation};
use super::names::label;
use super::rust::Sort;

/// Variables for terms, called after what they stand for.
pub struct Variables {
    names: BTreeMap<Sort, Vec<String>>,
    taken: Vec<String>,
}

impl Variables {
    pub fn of(draft: &Draft) -> Self {
        let mut variables = Self { names: BTreeMap::new(), taken: Vec::new() };
        variables.add(&Sort::Own, &draft.rust.name);
        for parameter in &draft.parameters {
            variables.add(&Sort::Parameter(parameter.generic.clone()), &parameter.generic);
        }
        variables.add(&Sort::Int, "N");
        variables
    }

    /// Another variable of a sort: the letter of its name, or one of those that follow.
    fn add(&mut self, sort: &Sort, name: &str) {
        let first = name.chars().find(char::is_ascii_alphabetic).unwrap_or('X');
        let first = first.to_ascii_uppercase();
        let letters = (first..='Z').chain('A'..first).map(String::from);
        let numbered = (2..).map(|number: usize| format!("{first}{number}"));
        let is_free = |name: &String| !self.taken.contains(name);
        let name = letters.chain(numbered).find(is_free).expect("there are numbers enough");
        self.taken.push(name.clone());
        self.names.entry(sort.clone()).or_default().push(name);
    }

    /// The variable of a sort with this number.
    pub fn get(&mut self, sort: &Sort, number: usize) -> String {
        while self.names.get(sort).is_none_or(|names| names.len() <= number) {
            let base = self.names.get(sort).and_then(|names| names.first()).cloned();
            self.add(sort, &base.unwrap_or_default());
        }
        self.names[sort][number].clone()
    }
}

/// A term under construction: how many variables of each sort it has.
#[derive(Default)]
pub struct Used(BTreeMap<Sort, usize>);

impl Used {
    pub fn next(&mut self, variables: &mut Variables, sort: &Sort) -> String {
        let count = self.0.entry(sort.clone()).or_default();
        *count += 1;
        variables.get(sort, *count - 1)
    }

    /// The same, with the larger count for each sort.
    pub fn merge(&mut self, other: &Used) {
        for (sort, count) in &other.0 {
            let known = self.0.entry(sort.clone()).or_default();
            *known = (*known).max(*count);
        }
    }

    /// `E, F: Orderable; S: TreeSet[Orderable];`
    pub fn declaration(&self, draft: &Draft, variables: &mut Variables) -> String {
        let groups = self.0.iter().map(|(sort, count)| {
            let names: Vec<String> =
                (0..*count).map(|number| variables.get(sort, number)).collect();
            format!("{}: {};", names.join(", "), draft.sort_text(sort))
        });
        groups.collect::<Vec<_>>().join(" ")
    }
}

/// `[is_in_insert]` and `isIn(insert(S, E), F) iff …`
pub struct LeftSide {
    pub label: String,
    pub text: String,
}

/// What there is to say, and the variables that it takes.
pub fn left_sides(draft: &Draft, variables: &mut Variables) -> (Vec<LeftSide>, Used) {
    let mut all = Used::default();
    let mut found = Vec::new();
    let is_observer = |one: &&Operation| one.class == Class::Observer;
    let is_constructor = |one: &&Operation| one.class == Class::Constructor;
    for observer in draft.operations.iter().filter(is_observer) {
        for constructor in draft.operations.iter().filter(is_constructor) {
            let is_creator = constructor.arguments.iter().all(|one| one.sort != Sort::Own);
            // Where there is nothing yet, a partial operation is rarely defined.
            if is_creator && observer.partial {
                continue;
            }
            let mut used = Used::default();
            let built = applied(constructor, None, &mut used, variables);
            let left = applied(observer, Some(built), &mut used, variables);
            let sign = if observer.result.is_none() { "iff" } else { "=" };
            found.push(LeftSide {
                label: label(&[&observer.name, &constructor.name]),
                text: format!("{left} {sign} …"),
            });
            all.merge(&used);
        }
    }
    (found, all)
}

/// An operation applied to variables, with the first argument given.
pub fn applied(
    operation: &Operation,
    first: Option<String>,
    used: &mut Used,
    variables: &mut Variables,
) -> String {
    let given = usize::from(first.is_some());
    let rest = operation.arguments.iter().skip(given);
    let rest: Vec<String> = rest.map(|one| used.next(variables, &one.sort)).collect();
    let arguments: Vec<String> = first.into_iter().chain(rest).collect();
    format!("{}({})", operation.name, arguments.join(", "))
}
