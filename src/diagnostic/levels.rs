//! Which lints are silenced and which are errors.

use std::collections::BTreeSet;

use super::{Code, Diagnostic, Severity};

/// A lint that is both allowed and denied is denied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    pub allow: BTreeSet<Code>,
    pub deny: BTreeSet<Code>,
}

impl Levels {
    /// Drops what is silenced and raises what is denied. Errors stay as they are.
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
        (!self.allow.contains(&diagnostic.code)).then_some(diagnostic)
    }
}
