//! Formulas of Alloy, simplified during construction.

/// The condition of a fact, a guard or a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    True,
    False,
    /// An atomic condition, with the text of its negation.
    Atom {
        text: String,
        negation: String,
    },
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Implies(Box<Condition>, Box<Condition>),
    Iff(Box<Condition>, Box<Condition>),
}

impl Condition {
    /// `left = right`
    pub fn equal(left: &str, right: &str) -> Self {
        Self::Atom { text: format!("{left} = {right}"), negation: format!("{left} != {right}") }
    }

    /// `some set`: the term has a value.
    pub fn some(set: &str) -> Self {
        Self::Atom { text: format!("some {set}"), negation: format!("no {set}") }
    }

    /// An atom that is negated by a prefix.
    pub fn atom(text: String) -> Self {
        let negation = format!("not ({text})");
        Self::Atom { text, negation }
    }

    pub fn not(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Atom { text, negation } => Self::Atom { text: negation, negation: text },
            Self::Not(inner) => *inner,
            Self::Implies(premise, conclusion) => Self::and([*premise, conclusion.not()]),
            other => Self::Not(Box::new(other)),
        }
    }

    /// The conjunction, without duplicates.
    pub fn and(conditions: impl IntoIterator<Item = Self>) -> Self {
        let mut parts = Vec::new();
        for condition in conditions {
            let inner = match condition {
                Self::True => continue,
                Self::False => return Self::False,
                Self::And(inner) => inner,
                other => vec![other],
            };
            for part in inner {
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
        match parts.len() {
            0 => Self::True,
            1 => parts.remove(0),
            _ => Self::And(parts),
        }
    }

    pub fn or(conditions: impl IntoIterator<Item = Self>) -> Self {
        let mut parts = Vec::new();
        for condition in conditions {
            match condition {
                Self::False => {}
                Self::True => return Self::True,
                Self::Or(inner) => parts.extend(inner),
                other => parts.push(other),
            }
        }
        match parts.len() {
            0 => Self::False,
            1 => parts.remove(0),
            _ => Self::Or(parts),
        }
    }

    pub fn implies(self, conclusion: Self) -> Self {
        match (self, conclusion) {
            (Self::True, conclusion) => conclusion,
            (Self::False, _) | (_, Self::True) => Self::True,
            (premise, Self::False) => premise.not(),
            (premise, conclusion) => Self::Implies(Box::new(premise), Box::new(conclusion)),
        }
    }

    pub fn iff(self, other: Self) -> Self {
        Self::Iff(Box::new(self), Box::new(other))
    }
}
