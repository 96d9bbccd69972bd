use std::ops::Add;

pub struct Accumulator<M>(M);

impl<M: Add<Output = M> + Default + Copy> Accumulator<M> {
    pub fn new() -> Self {
        Self(M::default())
    }

    /// Leaves the total in the place of the element.
    pub fn take(&mut self, element: &mut M) {
        *element = self.0 + *element;
        self.0 = *element;
    }

    pub fn total(&self) -> &M {
        &self.0
    }
}
