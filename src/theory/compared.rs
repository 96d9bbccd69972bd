//! The sorts whose values are compared.

use std::collections::BTreeSet;

use super::{Formula, SortId, SortKind, Theory};

impl Theory {
    /// The constructed sorts whose values some axiom compares. A type for another sort need
    /// not have an equality.
    pub fn compared_sorts(&self) -> BTreeSet<SortId> {
        let mut compared = BTreeSet::new();
        for axiom in self.axioms.values() {
            for atom in axiom.formula.atoms() {
                if let Formula::Equal(left, _) = atom {
                    compared.insert(self.sort_of(left, &axiom.variables));
                }
            }
        }
        compared.retain(|sort| self.sorts[*sort].kind == SortKind::Constructed);
        compared
    }
}
