#[derive(Clone)]
pub struct Bare<E> {
    pub items: Vec<E>,
}

impl<E: Clone> Bare<E> {
    pub fn with(mut self, element: E) -> Self {
        self.items.push(element);
        self
    }

    pub fn at(&self, index: i32) -> &E {
        &self.items[index as usize]
    }

    pub fn set(&mut self, index: usize, element: E) -> Result<E, E> {
        match self.items.get_mut(index) {
            Some(place) => Ok(std::mem::replace(place, element)),
            None => Err(element),
        }
    }

    pub fn without(&self, index: i64) -> Option<Self> {
        let index = usize::try_from(index).ok().filter(|index| *index < self.items.len())?;
        let mut new = self.clone();
        new.items.remove(index);
        Some(new)
    }
}

pub fn longest<E>(list: &Bare<E>) -> u64 {
    list.items.len() as u64
}
