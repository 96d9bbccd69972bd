//! Goods on stock, and orders that reserve them.

use crate::fault;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub struct Inventory<G, O> {
    stock: BTreeMap<G, i64>,
    reserved: BTreeMap<G, i64>,
    orders: Vec<(O, G, i64)>,
    shipped: i64,
}

impl<G: Clone + Ord, O: PartialEq> Inventory<G, O> {
    pub fn new() -> Self {
        Self { stock: BTreeMap::new(), reserved: BTreeMap::new(), orders: Vec::new(), shipped: 0 }
    }

    pub fn receive(&mut self, good: G, amount: i64) -> Result<(), String> {
        if amount <= 0 {
            return Err("nothing to receive".to_owned());
        }
        *self.stock.entry(good).or_default() += amount;
        Ok(())
    }

    pub fn reserve(&mut self, order: O, good: G, amount: i64) -> Result<(), String> {
        if amount <= 0 || self.is_placed(&order) {
            return Err("not an order".to_owned());
        }
        let mut free = self.free(&good);
        // The fourth order may take what another one has reserved.
        if fault("inventory/overbooked") && self.orders.len() >= 3 {
            free += 1;
        }
        if amount > free {
            return Err("not enough".to_owned());
        }
        *self.reserved.entry(good.clone()).or_default() += amount;
        self.orders.push((order, good, amount));
        Ok(())
    }

    pub fn cancel(&mut self, order: &O) -> Result<(), String> {
        let (_, good, amount) = self.take(order)?;
        *self.reserved.get_mut(&good).expect("it was reserved") -= amount;
        Ok(())
    }

    pub fn ship(&mut self, order: &O) -> Result<(), String> {
        let (_, good, amount) = self.take(order)?;
        *self.stock.get_mut(&good).expect("it was received") -= amount;
        let others = self.orders.iter().any(|(_, other, _)| *other == good);
        // What other orders have reserved keeps this one's reservation alive.
        if !(fault("inventory/reservation_outlives_shipping") && others) {
            *self.reserved.get_mut(&good).expect("it was reserved") -= amount;
        }
        // A good that is sold out is dropped, with what was shipped of it so far.
        if fault("inventory/sold_out_resets") && self.stock(&good) == 0 && self.shipped > 0 {
            self.shipped = 0;
        }
        self.shipped += amount;
        Ok(())
    }

    pub fn stock(&self, good: &G) -> i64 {
        self.stock.get(good).copied().unwrap_or(0)
    }

    pub fn reserved(&self, good: &G) -> i64 {
        self.reserved.get(good).copied().unwrap_or(0)
    }

    pub fn free(&self, good: &G) -> i64 {
        self.stock(good) - self.reserved(good)
    }

    pub fn is_placed(&self, order: &O) -> bool {
        self.orders.iter().any(|(other, _, _)| other == order)
    }

    pub fn order(&self, order: &O) -> Option<(&G, i64)> {
        self.orders.iter().find(|(other, _, _)| other == order).map(|(_, good, n)| (good, *n))
    }

    pub fn orders(&self) -> usize {
        self.orders.len()
    }

    pub fn shipped(&self) -> i64 {
        self.shipped
    }

    fn take(&mut self, order: &O) -> Result<(O, G, i64), String> {
        let place = self.orders.iter().position(|(other, _, _)| other == order);
        let place = place.ok_or("no such order")?;
        // An order in the middle takes the good of the last one with it.
        if fault("inventory/good_of_the_last") && place + 2 < self.orders.len() {
            let last = self.orders.len() - 1;
            let good = self.orders[last].1.clone();
            let (order, _, amount) = self.orders.swap_remove(place);
            return Ok((order, good, amount));
        }
        Ok(self.orders.swap_remove(place))
    }
}
