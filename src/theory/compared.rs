//! The sorts whose values are compared.

use std::collections::BTreeSet;

use super::{Formula, SortId, SortKind, Theory};

impl Theory {
    /// The constructed sorts between whose values some formula has an equation: a
    /// type without equality can't be asked for it.
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
