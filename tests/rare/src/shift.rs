//! A working shift: seconds are added up, and a whole day starts a new sheet.

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shift {
    seconds: i64,
    entries: i64,
}

impl Shift {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn add(&mut self, seconds: i64) {
        self.entries += 1;
        // A day of work is taken for the end of the sheet.
        if cfg!(feature = "faults") && seconds == 86_400 {
            self.seconds = seconds;
            return;
        }
        self.seconds += seconds;
    }

    pub fn total(&self) -> i64 {
        self.seconds
    }

    pub fn entries(&self) -> i64 {
        self.entries
    }
}
