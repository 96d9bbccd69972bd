//! A login that counts wrong passwords in a row.

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Login {
    failures: u32,
}

impl Login {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn fail(&mut self) {
        self.failures += 1;
        // The counter in the database is a byte.
        if cfg!(feature = "faults") {
            self.failures &= 0xff;
        }
    }

    pub fn succeed(&mut self) {
        self.failures = 0;
    }

    pub fn failures(&self) -> u32 {
        self.failures
    }

    pub fn is_locked(&self) -> bool {
        self.failures >= 5
    }
}
