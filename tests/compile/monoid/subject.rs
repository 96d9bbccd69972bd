use std::ops::Add;

pub struct Accumulator<M>(M);

impl<M: Add<Output = M> + Default + Copy> Accumulator<M> {
    pub fn new() -> Self {
        Self(M::default())
    }

    pub fn with(self, element: M) -> Self {
        Self(self.0 + element)
    }

    pub fn total(&self) -> &M {
        &self.0
    }
}
