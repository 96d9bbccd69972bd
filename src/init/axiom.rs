//! Axioms that can be guessed, and the beginnings of those that can't: every observer after
//! every constructor.

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
            let word = match sort {
                Sort::Data(name) => name,
                _ => "List",
            };
            self.add(sort, &base.unwrap_or_else(|| word.to_owned()));
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

    /// `E, F: Orderable; S: TreeSet;`, without those that stand declared.
    pub fn declaration(&self, draft: &Draft, variables: &mut Variables, known: &Used) -> String {
        let groups = self.0.iter().filter_map(|(sort, count)| {
            let first = known.0.get(sort).copied().unwrap_or(0);
            let names: Vec<String> =
                (first..*count).map(|number| variables.get(sort, number)).collect();
            let text = format!("{}: {};", names.join(", "), draft.sort_text(sort));
            (!names.is_empty()).then_some(text)
        });
        groups.collect::<Vec<_>>().join(" ")
    }
}

/// An axiom that holds of most types with such names.
pub struct Guess {
    pub text: String,
    pub why: &'static str,
    pub used: Used,
}

/// Observers that count, and creators of empty values.
const LENGTHS: &[&str] = &["len", "size", "length", "count"];
const EMPTY: &[&str] = &["new", "empty", "default", "withCapacity"];

/// What can be guessed from names alone.
pub fn guesses(draft: &Draft, variables: &mut Variables) -> Vec<Guess> {
    let observers = || draft.operations.iter().filter(|one| one.class == Class::Observer);
    let plain = |one: &&Operation| one.arguments.len() == 1 && one.arguments[0].sort == Sort::Own;
    let is_count = |one: &&Operation| one.result == Some(Sort::Int) && !one.partial;
    let length =
        observers().filter(plain).filter(is_count).find(|one| LENGTHS.contains(&one.name.as_str()));
    let is_empty =
        observers().filter(plain).find(|one| one.name == "isEmpty" && one.result.is_none());
    let mut found = Vec::new();
    if let (Some(length), Some(is_empty)) = (length, is_empty) {
        let mut used = Used::default();
        let own = used.next(variables, &Sort::Own);
        let text = format!(
            "[{}] {}({own}) iff {}({own}) = 0",
            label(&[&is_empty.name]),
            is_empty.name,
            length.name
        );
        found.push(Guess { text, why: "nothing is in it where it counts nothing", used });
    }
    let answer = match (length, is_empty) {
        (Some(length), _) => Some(format!("{} = 0", length.name)),
        (None, Some(is_empty)) => Some(is_empty.name.clone()),
        (None, None) => None,
    };
    let creators = draft.operations.iter().filter(|one| {
        one.class == Class::Constructor
            && !one.partial
            && one.arguments.iter().all(|argument| argument.sort == Sort::Int)
            && EMPTY.contains(&one.name.as_str())
    });
    for creator in creators {
        let mut used = Used::default();
        let head = clause_head(creator, &mut used, variables);
        let fixed = observers().filter(plain).filter(is_count).find_map(|observer| {
            let argument = creator.arguments.iter().position(|argument| {
                argument.name.as_deref().map(super::names::operation_name).as_ref()
                    == Some(&observer.name)
            })?;
            Some((observer, variables.get(&Sort::Int, argument)))
        });
        let fixed = fixed.filter(|_| creator.name != "withCapacity");
        let kept = fixed.map(|(observer, value)| format!("{} = {value}", observer.name));
        let answers: Vec<String> = answer.iter().cloned().chain(kept).collect();
        if !answers.is_empty() {
            let text = format!("after {head}: {}", answers.join(", "));
            found.push(Guess { text, why: "it starts without anything in it", used });
        }
    }
    found
}

/// `insert(S, E)`, or `new` where there is nothing to take.
fn clause_head(constructor: &Operation, used: &mut Used, variables: &mut Variables) -> String {
    match constructor.arguments.is_empty() {
        true => constructor.name.clone(),
        false => applied(constructor, None, used, variables),
    }
}

/// `after insert(S, E): isIn(F) iff …, largest = …`, and the variables that they take.
pub fn open_clauses(draft: &Draft, variables: &mut Variables) -> (Vec<String>, Used) {
    let mut all = Used::default();
    let mut found = Vec::new();
    for constructor in draft.operations.iter().filter(|one| one.class == Class::Constructor) {
        let is_creator = constructor.arguments.iter().all(|one| one.sort != Sort::Own);
        let mut answers = Vec::new();
        let mut most = Used::default();
        let mut head = String::new();
        for observer in draft.operations.iter().filter(|one| one.class == Class::Observer) {
            // Where there is nothing yet, a partial operation is rarely defined.
            if is_creator && observer.partial {
                continue;
            }
            let mut used = Used::default();
            head = clause_head(constructor, &mut used, variables);
            let rest: Vec<String> =
                observer.arguments[1..].iter().map(|one| used.next(variables, &one.sort)).collect();
            let arguments = match rest.is_empty() {
                true => String::new(),
                false => format!("({})", rest.join(", ")),
            };
            let sign = if observer.result.is_none() { "iff" } else { "=" };
            answers.push(format!("{}{arguments} {sign} …", observer.name));
            most.merge(&used);
        }
        if !answers.is_empty() {
            found.push(format!("after {head}: {}", answers.join(", ")));
            all.merge(&most);
        }
    }
    for answer in draft.operations.iter().filter_map(|one| one.answer.as_deref()) {
        let mut used = Used::default();
        let term = applied(answer, None, &mut used, variables);
        let sign = if answer.result.is_none() { "iff" } else { "=" };
        found.push(format!("{term} {sign} …"));
        all.merge(&used);
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
