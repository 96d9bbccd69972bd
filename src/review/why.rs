//! Why a generated file changes: the tests in it before and after, compared.

use std::collections::BTreeMap;

use crate::run::{Function, GeneratedFile};

/// At most this many names are listed per reason; the rest are counted.
const LISTED: usize = 4;

/// The reasons in words, the most important one first.
pub fn reasons(old: Option<&str>, new: Option<&str>) -> Vec<String> {
    match (old, new) {
        (None, None) => Vec::new(),
        (None, Some(_)) => vec!["the file is new".to_owned()],
        (Some(_), None) => vec!["no build generates the file any more".to_owned()],
        (Some(old), Some(new)) => match (Digest::of(old), Digest::of(new)) {
            (Some(old), Some(new)) => compare(&old, &new),
            _ => vec!["the text changed".to_owned()],
        },
    }
}

/// What a generated file is about.
#[derive(Default)]
struct Digest {
    /// The testers of axioms by name.
    axioms: BTreeMap<String, Axiom>,
    /// The tests by module and name.
    tests: BTreeMap<String, Test>,
    /// The tokens of everything else.
    others: Vec<String>,
}

struct Axiom {
    /// Where the specification states it.
    place: String,
    text: String,
    /// The tokens of its tester.
    code: String,
}

struct Test {
    /// The goal in words of the specification.
    goal: String,
    code: String,
}

impl Digest {
    /// `None` if the text is not Rust.
    fn of(text: &str) -> Option<Self> {
        let file = GeneratedFile::read(text)?;
        let mut digest = Self { others: file.others, ..Self::default() };
        for function in file.functions {
            match axiom(&function) {
                Some(axiom) => drop(digest.axioms.insert(function.name, axiom)),
                None => digest.others.push(function.code),
            }
        }
        for (test, function) in file.tests {
            let goal = function.documentation.join("\n");
            let id = format!("{}/{}", test.module, test.name);
            digest.tests.insert(id, Test { goal, code: function.code });
        }
        Some(digest)
    }
}

/// The documentation of an axiom's tester starts with the label and the place of the axiom;
/// its text follows.
fn axiom(function: &Function) -> Option<Axiom> {
    let (place, text) = function.documentation.split_first()?;
    let is_label = place.starts_with("`[");
    is_label.then(|| Axiom {
        place: place.clone(),
        text: text.join("\n"),
        code: function.code.clone(),
    })
}

fn compare(old: &Digest, new: &Digest) -> Vec<String> {
    let mut reasons = Vec::new();
    let mut add = |what: &str, names: Vec<&str>| {
        if !names.is_empty() {
            reasons.push(format!("{what}: {}", listed(&names)));
        }
    };
    let axioms = |differs: &dyn Fn(&Axiom, &Axiom) -> bool| both(&old.axioms, &new.axioms, differs);
    let tests = |differs: &dyn Fn(&Test, &Test) -> bool| both(&old.tests, &new.tests, differs);
    add("axiom new", only(&new.axioms, &old.axioms));
    add("axiom removed", only(&old.axioms, &new.axioms));
    add("axiom text changed", axioms(&|old, new| old.text != new.text));
    add("goal new", only(&new.tests, &old.tests));
    add("goal removed", only(&old.tests, &new.tests));
    add("goal changed", tests(&|old, new| old.goal != new.goal));
    let same_goal = |old: &Test, new: &Test| old.goal == new.goal && old.code != new.code;
    add("witness changed", tests(&same_goal));
    let moved = |old: &Axiom, new: &Axiom| old.text == new.text && old.place != new.place;
    add("axiom moved", axioms(&moved));
    let checked = |old: &Axiom, new: &Axiom| {
        old.text == new.text && old.place == new.place && old.code != new.code
    };
    add("check of an axiom changed", axioms(&checked));
    if old.others != new.others {
        reasons.push("mock types or shared code changed".to_owned());
    }
    if reasons.is_empty() {
        reasons.push("only comments changed".to_owned());
    }
    reasons
}

/// The names that only the first map has.
fn only<'n, T>(first: &'n BTreeMap<String, T>, second: &BTreeMap<String, T>) -> Vec<&'n str> {
    let names = first.keys().filter(|name| !second.contains_key(*name));
    names.map(String::as_str).collect()
}

/// The names to which both maps give different values.
fn both<'n, T>(
    old: &'n BTreeMap<String, T>,
    new: &BTreeMap<String, T>,
    differs: &dyn Fn(&T, &T) -> bool,
) -> Vec<&'n str> {
    let differ = |(name, old): &(&String, &T)| new.get(*name).is_some_and(|new| differs(old, new));
    old.iter().filter(differ).map(|(name, _)| name.as_str()).collect()
}

/// `a, b, c, d and 3 more`
fn listed(names: &[&str]) -> String {
    let (shown, rest) = names.split_at(names.len().min(LISTED));
    match rest.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "
        /// `[kept]` a.spec:3
        ///
        /// f(x) = x
        pub(crate) fn kept() { assert!(f()); }
        mod kept {
            use super::*;
            /// f(x) = x
            #[test]
            fn holds() { kept(1); }
            /// x = y
            #[test]
            fn built() { kept(2); }
        }
    ";

    fn why(new: &str) -> Vec<String> {
        reasons(Some(OLD), Some(new))
    }

    #[test]
    fn a_witness_that_differs_is_reported() {
        assert_eq!(why(&OLD.replace("kept(1)", "kept(3)")), ["witness changed: kept/holds"]);
    }

    #[test]
    fn goals_come_and_go() {
        let renamed = OLD.replace("fn built", "fn grown");
        assert_eq!(why(&renamed), ["goal new: kept/grown", "goal removed: kept/built"]);
    }

    #[test]
    fn an_axiom_changes_or_moves() {
        let changed = OLD.replacen("/// f(x) = x", "/// f(x) = y", 1);
        assert_eq!(why(&changed), ["axiom text changed: kept"]);
        assert_eq!(why(&OLD.replace("a.spec:3", "a.spec:4")), ["axiom moved: kept"]);
    }

    #[test]
    fn a_changed_comment_changes_no_test() {
        assert_eq!(why(&format!("// more\n{OLD}")), ["only comments changed"]);
    }
}
