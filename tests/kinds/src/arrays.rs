use crate::faulty;

/// Three lights in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lamp<C> {
    lights: [C; 3],
}

impl<C: Clone + PartialEq> Lamp<C> {
    pub fn new(lights: [C; 3]) -> Self {
        Self { lights }
    }
    pub fn set(&mut self, lights: &[C; 3]) {
        self.lights = lights.clone();
        if faulty("arrays") {
            self.lights.swap(0, 2);
        }
    }
    pub fn lights(&self) -> [C; 3] {
        self.lights.clone()
    }
    pub fn ends(&self) -> [&C; 2] {
        [&self.lights[0], &self.lights[2]]
    }
}
