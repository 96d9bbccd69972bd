//! Which lints are silenced and which are errors.

use std::collections::BTreeSet;

use super::{Code, Diagnostic, Severity};

/// If several levels name a lint, deny wins over warn, and warn over allow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    pub allow: BTreeSet<Code>,
    pub warn: BTreeSet<Code>,
    pub deny: BTreeSet<Code>,
}

impl Levels {
    /// Adds the lints of other levels.
    pub fn extend(&mut self, other: &Levels) {
        self.allow.extend(&other.allow);
        self.warn.extend(&other.warn);
        self.deny.extend(&other.deny);
    }

    /// Whether findings of a lint are shown at all.
    pub fn shows(&self, code: Code) -> bool {
        let silent = self.allow.contains(&code) || code.is_silent_by_default();
        self.deny.contains(&code) || self.warn.contains(&code) || !silent
    }

    /// Drops silenced findings and turns denied ones into errors. Errors stay as they are.
    pub fn apply(&self, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        diagnostics.into_iter().filter_map(|diagnostic| self.apply_to(diagnostic)).collect()
    }

    fn apply_to(&self, mut diagnostic: Diagnostic) -> Option<Diagnostic> {
        if diagnostic.severity == Severity::Error {
            return Some(diagnostic);
        }
        if self.deny.contains(&diagnostic.code) {
            diagnostic.severity = Severity::Error;
            return Some(diagnostic);
        }
        self.shows(diagnostic.code).then_some(diagnostic)
    }
}
