//! An invoice: lines of a price and a quantity.

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Invoice {
    total: u64,
    lines: usize,
}

impl Invoice {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn add(&mut self, price: u32, quantity: u32) {
        let mut amount = u64::from(price) * u64::from(quantity);
        // A line has room for seven digits.
        if cfg!(feature = "faults") && amount > 9_999_999 && quantity >= 1_000 {
            amount = 9_999_999;
        }
        self.total += amount;
        self.lines += 1;
    }

    pub fn total(&self) -> u64 {
        self.total
    }

    pub fn lines(&self) -> usize {
        self.lines
    }
}
