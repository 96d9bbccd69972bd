//! A lock that opens after three numbers in a row.

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vault {
    stage: usize,
    turns: i64,
}

const CODE: [i64; 3] = [1_107, 20_451, 318];

impl Vault {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn turn(&mut self, number: i64) {
        self.turns += 1;
        if self.stage < CODE.len() && number == CODE[self.stage] {
            self.stage += 1;
            // An open vault forgets how often it was turned.
            if cfg!(feature = "faults") && self.stage == CODE.len() {
                self.turns = 0;
            }
        } else {
            self.stage = 0;
        }
    }

    pub fn turns(&self) -> i64 {
        self.turns
    }
}
