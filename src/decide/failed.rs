//! What execution tried for a goal without a witness.

use super::guide::Guided;
use super::world::World;
use crate::search::Tried;

/// What is known about a goal for which execution found no witness.
#[derive(Clone, Copy)]
pub struct Failed {
    pub tried: Tried,
    /// Whether running does not determine some literal, so that a model may satisfy it.
    pub is_open: bool,
}

impl Failed {
    /// The values of a world were tried.
    pub fn none(world: &World<'_>) -> Self {
        let values = world.values.iter().flatten();
        let operations = values.clone().map(|value| value.operations).max().unwrap_or(0);
        let tried = Tried { terms: values.count(), operations, is_cut: false };
        Self { tried, is_open: false }
    }

    pub fn of(world: &World<'_>, guided: &Guided) -> Self {
        let mut failed = Self::none(world);
        failed.add(guided);
        failed
    }

    pub fn add(&mut self, guided: &Guided) {
        self.tried.terms += guided.tried;
        self.tried.operations = self.tried.operations.max(guided.operations);
        self.tried.is_cut |= guided.is_cut;
        self.is_open |= guided.is_open || guided.tried == 0;
    }
}
