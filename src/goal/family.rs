//! Families of goals: what a user can ask a test suite to be made of.

use std::fmt;
use std::str::FromStr;

use super::GoalKind;
use crate::count::counted;
use crate::near_name;

/// What the tests of a suite are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GoalFamily {
    /// Every way in which an axiom can be true.
    Axioms,
    /// Calls inside and outside of the domains of partial operations.
    Domains,
    /// Equality is a congruence, and distinguishes what observers distinguish.
    Equality,
    /// What Rust's own traits promise.
    Laws,
    /// Sequences of operations, compared with the specification at every step.
    Sequences,
    /// Every code path that elements can lead to.
    Paths,
}

impl GoalFamily {
    /// In the order in which they are reported.
    pub const ALL: [GoalFamily; 6] = [
        GoalFamily::Axioms,
        GoalFamily::Domains,
        GoalFamily::Equality,
        GoalFamily::Laws,
        GoalFamily::Sequences,
        GoalFamily::Paths,
    ];

    pub fn word(self) -> &'static str {
        match self {
            GoalFamily::Axioms => "axioms",
            GoalFamily::Domains => "domains",
            GoalFamily::Equality => "equality",
            GoalFamily::Laws => "laws",
            GoalFamily::Sequences => "sequences",
            GoalFamily::Paths => "paths",
        }
    }

    /// `1 domain`, `2 domains`
    pub fn counted(self, count: usize) -> String {
        match self {
            GoalFamily::Equality => format!("{count} equality"),
            _ => counted(count, self.word().trim_end_matches('s')),
        }
    }
}

impl GoalKind {
    pub fn family(self) -> GoalFamily {
        match self {
            GoalKind::Axiom | GoalKind::Alias | GoalKind::Construction | GoalKind::Coincidence => {
                GoalFamily::Axioms
            }
            GoalKind::Domain(_) => GoalFamily::Domains,
            GoalKind::Equality => GoalFamily::Equality,
            GoalKind::Law => GoalFamily::Laws,
        }
    }
}

/// A selection of families; by default all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalFamilies {
    /// In the order of [`GoalFamily::ALL`].
    selected: [bool; GoalFamily::ALL.len()],
}

impl GoalFamilies {
    /// Whether some test evaluates all axioms, whatever their own goals are.
    pub fn evaluate_all(self) -> bool {
        self.has(GoalFamily::Sequences) || self.has(GoalFamily::Paths)
    }

    /// Whether some test needs the witness of a goal.
    pub fn need_witnesses(self) -> bool {
        let free = [GoalFamily::Sequences, GoalFamily::Paths];
        self.iter().any(|family| !free.contains(&family))
    }

    pub fn has(self, family: GoalFamily) -> bool {
        self.selected[family as usize]
    }

    fn iter(self) -> impl Iterator<Item = GoalFamily> {
        GoalFamily::ALL.into_iter().filter(move |family| self.has(*family))
    }
}

impl Default for GoalFamilies {
    fn default() -> Self {
        Self { selected: [true; GoalFamily::ALL.len()] }
    }
}

/// `axioms,equality`
impl fmt::Display for GoalFamilies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.iter().map(GoalFamily::word).collect();
        f.write_str(&words.join(","))
    }
}

impl FromStr for GoalFamilies {
    type Err = String;

    fn from_str(list: &str) -> Result<Self, String> {
        let mut families = Self { selected: Default::default() };
        for word in list.split(',').map(str::trim) {
            let family = GoalFamily::ALL.into_iter().find(|family| family.word() == word);
            let family = family.ok_or_else(|| unknown(word))?;
            families.selected[family as usize] = true;
        }
        Ok(families)
    }
}

fn unknown(word: &str) -> String {
    let words = GoalFamily::ALL.map(GoalFamily::word);
    let known = format!("there are `{}`", words.join("`, `"));
    match near_name::hint(word, words) {
        _ if word.is_empty() => format!("a name is missing; {known}"),
        _ if word == "pump" => "`sequences` has replaced `pump`".to_owned(),
        Some(hint) => format!("there are no goals `{word}`; {hint}"),
        None => format!("there are no goals `{word}`; {known}"),
    }
}
