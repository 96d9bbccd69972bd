//! How many values a family of tests has used, beside how many there are.

use crate::enumerate::{Algebra, Bounds, End, Walk, walk};
use crate::execute::Program;
use crate::json::Serialize;

/// Values of more steps are not counted.
pub(super) const STEPS: u32 = 3;
/// The most algebras that values are counted over.
pub(super) const ALGEBRAS: usize = 16;
/// Memory for the values over one algebra.
const BYTES: usize = 16 << 20;

#[derive(Serialize)]
pub struct FamilyView {
    pub name: String,
    /// Used values by steps.
    pub counts: Vec<usize>,
    /// All values by steps, over the algebras of this family.
    pub all: Vec<usize>,
    pub algebras: usize,
    pub percent: usize,
}

pub(super) fn family_view(
    name: String,
    counts: Vec<usize>,
    all: Vec<usize>,
    algebras: usize,
) -> FamilyView {
    let (used, total) = (counts.iter().sum::<usize>(), all.iter().sum::<usize>());
    FamilyView { name, counts, all, algebras, percent: 100 * used / total.max(1) }
}

/// The values of up to [`STEPS`] steps; `None` if they can't be enumerated in little memory.
pub(super) fn within<'p>(
    program: &'p Program,
    algebra: &'p Algebra,
    sort: usize,
) -> Option<Walk<'p>> {
    let bounds = Bounds { steps: Some(STEPS), bytes: BYTES };
    let found = walk(program, algebra, sort, bounds, &mut |_, _| true).ok()?;
    (found.end != End::Memory).then_some(found)
}
