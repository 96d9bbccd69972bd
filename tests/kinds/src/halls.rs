use crate::faulty;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    pub row: u32,
    pub by_the_aisle: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    NoSuchSeat(Seat),
    TooDear { price: u64 },
}

/// Two seats in each row, one of them by the aisle.
#[derive(Clone, Debug)]
pub struct Hall {
    rows: u32,
    sold: Vec<(Seat, u64)>,
    is_open: bool,
}

impl Hall {
    pub fn new(rows: u32) -> Self {
        Self { rows, sold: Vec::new(), is_open: true }
    }
    pub fn sell(&mut self, seat: Seat, price: u64) -> Result<(), Refused> {
        if seat.row >= self.rows {
            return Err(Refused::NoSuchSeat(seat));
        }
        if price > 100 {
            return Err(Refused::TooDear { price });
        }
        self.sold.retain(|(known, _)| *known != seat);
        self.sold.push((seat, price));
        Ok(())
    }
    pub fn set_open(&mut self, is_open: bool) -> bool {
        std::mem::replace(&mut self.is_open, is_open)
    }
    pub fn door(&self) -> (u32, bool) {
        (self.rows, self.is_open)
    }
    pub fn price(&self, seat: &Seat) -> Option<u64> {
        let same = |known: &Seat| {
            known.row == seat.row && (faulty("halls") || known.by_the_aisle == seat.by_the_aisle)
        };
        self.sold.iter().find(|(known, _)| same(known)).map(|(_, price)| *price)
    }
    /// Takes time and memory as the number of rows says.
    pub fn free(&self) -> Vec<Seat> {
        let rows = (0..self.rows)
            .flat_map(|row| [false, true].map(|by_the_aisle| Seat { row, by_the_aisle }));
        rows.filter(|seat| self.sold.iter().all(|(known, _)| known != seat)).collect()
    }
    pub fn places(&self) -> u64 {
        u64::from(self.rows) * u64::from(self.rows)
    }
}
