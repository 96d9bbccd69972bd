//! A set in a sorted array.

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ladder<E> {
    steps: Vec<E>,
}

/// Up to this many elements are searched one by one.
const FEW: usize = 7;

impl<E: Ord> Ladder<E> {
    pub fn new() -> Self {
        Self { steps: Vec::new() }
    }

    /// The number of lower elements.
    fn place(&self, element: &E) -> usize {
        if self.steps.len() <= FEW {
            return self.steps.iter().take_while(|step| *step < element).count();
        }
        let mut low = 0;
        let mut high = self.steps.len();
        // The greatest one is taken for an end.
        if cfg!(feature = "faults") {
            high -= 1;
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if self.steps[middle] < *element {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    pub fn insert(&mut self, element: E) {
        let place = self.place(&element);
        if self.steps.get(place) != Some(&element) {
            self.steps.insert(place, element);
        }
    }

    pub fn remove(&mut self, element: &E) {
        let place = self.place(element);
        if self.steps.get(place) == Some(element) {
            self.steps.remove(place);
        }
    }

    pub fn contains(&self, element: &E) -> bool {
        self.steps.get(self.place(element)) == Some(element)
    }

    pub fn greatest(&self) -> Option<&E> {
        self.steps.last()
    }
}
