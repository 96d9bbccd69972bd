//! What sequences can do, by other means than those of `Vec` that tests call.

#[derive(Clone, Debug, PartialEq)]
pub struct Lists<E> {
    items: Vec<E>,
}

impl<E: Copy + PartialEq> Lists<E> {
    pub fn new() -> Self {
        Lists { items: Vec::new() }
    }

    pub fn push(&mut self, e: E) {
        self.items.push(e);
    }

    pub fn items(&self) -> &[E] {
        &self.items
    }

    pub fn holds(&self, e: E) -> bool {
        self.items.iter().any(|it| *it == e)
    }

    pub fn dropping(&self, e: E) -> Vec<E> {
        self.items.iter().copied().filter(|it| *it != e).collect()
    }

    pub fn twice(&self) -> Vec<E> {
        self.items.iter().chain(&self.items).copied().collect()
    }

    pub fn reversed(&self) -> impl Iterator<Item = E> + '_ {
        self.items.iter().rev().copied()
    }

    pub fn first(&self, n: i64) -> Vec<E> {
        self.listed(|place| place < n)
    }

    pub fn rest(&self, n: i64) -> Vec<E> {
        self.listed(|place| place >= n)
    }

    pub fn removed(&self, n: i64) -> Vec<E> {
        self.listed(|place| place != n)
    }

    fn listed(&self, is_kept: impl Fn(i64) -> bool) -> Vec<E> {
        let places = (0..).zip(&self.items).filter(|(place, _)| is_kept(*place));
        places.map(|(_, item)| *item).collect()
    }

    pub fn inserted(&self, n: i64, e: E) -> Vec<E> {
        let mut list = self.first(n);
        list.push(e);
        list.extend(self.rest(n));
        list
    }

    pub fn replaced(&self, n: i64, e: E) -> Vec<E> {
        (0..).zip(&self.items).map(|(place, it)| if place == n { e } else { *it }).collect()
    }

    /// All elements but one, each once. The tests of a fault choose to keep it.
    pub fn distinct(&self, e: E) -> Vec<E> {
        let keeps = std::env::var_os("LISTS_KEEP_ALL").is_some();
        let mut list = Vec::new();
        for item in self.items.iter().rev() {
            if (keeps || *item != e) && !list.contains(item) {
                list.push(*item);
            }
        }
        list
    }
}
