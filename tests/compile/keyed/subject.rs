pub trait Keyed {
    type Key: Ord;
    fn key(&self) -> &Self::Key;
    fn size(&self) -> u8;
}

pub struct Registry<T>(Vec<T>);

impl<T: Keyed> Registry<T> {
    pub fn new() -> Self {
        Self(Vec::new())
    }

    pub fn has(&self, key: &T::Key) -> bool {
        self.0.iter().any(|item| item.key() == key)
    }

    pub fn largest(&self) -> u8 {
        self.0.iter().map(Keyed::size).max().unwrap_or(0)
    }
}

#[must_use]
pub fn register<T: Keyed>(item: T, registry: &mut Registry<T>) -> usize {
    registry.0.push(item);
    registry.0.len()
}
