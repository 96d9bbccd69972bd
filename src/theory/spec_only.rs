//! Sorts that the specification alone knows: no type stands for them.
//!
//! An auxiliary operation may yield records that the type under test does not have, such as the
//! snapshots of an undo stack. Running the axioms computes them, and nothing compares them with
//! values of Rust.

use std::collections::BTreeSet;

use super::{Operation, OperationClass, SortId, SortKind, SpecOrigin, Theory};

impl Theory {
    /// The data sorts and sequences that only auxiliary operations take or yield.
    pub fn spec_only_sorts(&self) -> BTreeSet<SortId> {
        let is_built_in = |sort: SortId| {
            let spec = &self.specs[self.sorts[sort].spec];
            self.sorts[sort].kind == SortKind::Constructed && spec.origin != SpecOrigin::Written
        };
        let mut found: BTreeSet<SortId> =
            self.sorts.ids().filter(|sort| is_built_in(*sort)).collect();
        loop {
            let is_within =
                |op: &Operation| found.iter().any(|sort| self.sorts[*sort].spec == op.spec);
            let mapped = self.ops.values();
            let mapped = mapped.filter(|op| op.class != OperationClass::Auxiliary);
            let used: BTreeSet<SortId> = mapped
                .filter(|op| !is_within(op))
                .flat_map(|op| op.arguments.iter().copied().chain(op.result))
                .collect();
            let before = found.len();
            found.retain(|sort| !used.contains(sort));
            if found.len() == before {
                return found;
            }
        }
    }
}
