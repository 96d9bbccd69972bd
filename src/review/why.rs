//! Why a generated file changes, told from the tests in it before and after.

use std::collections::BTreeMap;

use quote::ToTokens;
use syn::{Attribute, Expr, ExprLit, Item, ItemFn, Lit, Meta};

/// So many names are listed for a reason; more are counted.
const LISTED: usize = 4;

/// In words, the most telling reason first.
pub fn reasons(old: Option<&str>, new: Option<&str>) -> Vec<String> {
    match (old, new) {
        (None, None) => Vec::new(),
        (None, Some(_)) => vec!["the file is new".to_owned()],
        (Some(_), None) => vec!["no build makes the file any more".to_owned()],
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
    /// The tests by the ids of their goals.
    tests: BTreeMap<String, Test>,
    /// The tokens of everything else.
    others: Vec<String>,
}

struct Axiom {
    /// Where it stands in the specification.
    place: String,
    text: String,
    /// Its tokens, which tell nothing of layout and comments.
    code: String,
}

struct Test {
    goal: String,
    code: String,
}

impl Digest {
    /// `None` if the text is not Rust, or not of that shape.
    fn of(text: &str) -> Option<Self> {
        let mut digest = Self::default();
        for item in syn::parse_file(text).ok()?.items {
            match item {
                Item::Fn(function) if axiom(&function).is_some() => {
                    let axiom = axiom(&function)?;
                    digest.axioms.insert(function.sig.ident.to_string(), axiom);
                }
                Item::Mod(module) if module.content.is_some() => {
                    let name = module.ident.to_string();
                    digest.add_tests(&name, module.content?.1);
                }
                other => digest.others.push(tokens(&other)),
            }
        }
        Some(digest)
    }

    fn add_tests(&mut self, module: &str, items: Vec<Item>) {
        for item in items {
            match item {
                Item::Fn(function) if function.attrs.iter().any(is_test) => {
                    let id = format!("{module}/{}", function.sig.ident);
                    let goal = documentation(&function.attrs).join("\n");
                    self.tests.insert(id, Test { goal, code: tokens(&function.block) });
                }
                Item::Use(_) => {}
                other => self.others.push(tokens(&other)),
            }
        }
    }
}

/// The tester of an axiom says so in its documentation: its label and place first,
/// then its text.
fn axiom(function: &ItemFn) -> Option<Axiom> {
    let lines = documentation(&function.attrs);
    let place = lines.first().filter(|line| line.starts_with("`["))?.clone();
    let text = lines.into_iter().skip(1).collect::<Vec<_>>().join("\n");
    Some(Axiom { place, text, code: tokens(&function.block) })
}

fn tokens(code: &impl ToTokens) -> String {
    code.to_token_stream().to_string()
}

fn is_test(attribute: &Attribute) -> bool {
    attribute.path().is_ident("test")
}

fn documentation(attributes: &[Attribute]) -> Vec<String> {
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value().trim().to_owned()),
            _ => None,
        },
        _ => None,
    };
    attributes.iter().filter_map(line).collect()
}

fn compare(old: &Digest, new: &Digest) -> Vec<String> {
    let mut reasons = Vec::new();
    let mut tell = |what: &str, names: Vec<&str>| {
        if !names.is_empty() {
            reasons.push(format!("{what}: {}", listed(&names)));
        }
    };
    let axioms = |differs: &dyn Fn(&Axiom, &Axiom) -> bool| both(&old.axioms, &new.axioms, differs);
    let tests = |differs: &dyn Fn(&Test, &Test) -> bool| both(&old.tests, &new.tests, differs);
    tell("axiom new", only(&new.axioms, &old.axioms));
    tell("axiom gone", only(&old.axioms, &new.axioms));
    tell("axiom text changed", axioms(&|old, new| old.text != new.text));
    tell("goal new", only(&new.tests, &old.tests));
    tell("goal gone", only(&old.tests, &new.tests));
    tell("goal changed", tests(&|old, new| old.goal != new.goal));
    let same_goal = |old: &Test, new: &Test| old.goal == new.goal && old.code != new.code;
    tell("witness changed", tests(&same_goal));
    let moved = |old: &Axiom, new: &Axiom| old.text == new.text && old.place != new.place;
    tell("axiom moved", axioms(&moved));
    let checked = |old: &Axiom, new: &Axiom| {
        old.text == new.text && old.place == new.place && old.code != new.code
    };
    tell("axiom checked otherwise", axioms(&checked));
    if old.others != new.others {
        reasons.push("mock types or what tests share changed".to_owned());
    }
    if reasons.is_empty() {
        reasons.push("comments alone changed".to_owned());
    }
    reasons
}

/// What is in the first alone.
fn only<'n, T>(first: &'n BTreeMap<String, T>, second: &BTreeMap<String, T>) -> Vec<&'n str> {
    let names = first.keys().filter(|name| !second.contains_key(*name));
    names.map(String::as_str).collect()
}

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

    fn told(new: &str) -> Vec<String> {
        reasons(Some(OLD), Some(new))
    }

    #[test]
    fn a_witness_that_differs_is_told() {
        assert_eq!(told(&OLD.replace("kept(1)", "kept(3)")), ["witness changed: kept/holds"]);
    }

    #[test]
    fn goals_come_and_go() {
        let renamed = OLD.replace("fn built", "fn grown");
        assert_eq!(told(&renamed), ["goal new: kept/grown", "goal gone: kept/built"]);
    }

    #[test]
    fn an_axiom_changes_or_moves() {
        let changed = OLD.replacen("/// f(x) = x", "/// f(x) = y", 1);
        assert_eq!(told(&changed), ["axiom text changed: kept"]);
        assert_eq!(told(&OLD.replace("a.spec:3", "a.spec:4")), ["axiom moved: kept"]);
    }

    #[test]
    fn a_comment_is_no_change_of_tests() {
        assert_eq!(told(&format!("// more\n{OLD}")), ["comments alone changed"]);
    }
}
