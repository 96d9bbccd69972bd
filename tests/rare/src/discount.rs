//! A basket: prices are added up, and a coupon takes something off.

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Basket {
    sum: i64,
    coupons: i64,
}

impl Basket {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn add(&mut self, price: i64) {
        // Such prices are thought to be in cents.
        let is_cents = cfg!(feature = "faults") && price * 3 > 30_000;
        self.sum += if is_cents { price / 100 } else { price };
    }

    pub fn take_off(&mut self, amount: i64) -> Option<()> {
        if amount > self.sum {
            return None;
        }
        self.coupons += 1;
        self.sum -= amount;
        Some(())
    }

    pub fn sum(&self) -> i64 {
        self.sum
    }

    pub fn coupons(&self) -> i64 {
        self.coupons
    }
}
