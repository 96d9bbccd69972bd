use crate::faulty;
use std::num::NonZeroU32;

/// A gauge with functions of many widths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gauge {
    level: u8,
    step: NonZeroU32,
}

impl Gauge {
    pub fn new(step: NonZeroU32) -> Self {
        Self { level: 0, step }
    }
    pub fn set(&mut self, level: u8) {
        self.level = level;
    }
    pub fn raise(&mut self, by: u8) -> Result<(), std::num::TryFromIntError> {
        let sum = u16::from(self.level) + u16::from(by);
        self.level = match faulty("integers") && sum == 256 {
            true => 0,
            false => u8::try_from(sum)?,
        };
        Ok(())
    }
    pub fn lower(&mut self, by: i8) -> Option<()> {
        self.level = self.level.checked_add_signed(by.checked_neg()?)?;
        Some(())
    }
    pub fn level(&self) -> u8 {
        self.level
    }
    pub fn below(&self, limit: i16) -> i16 {
        limit.saturating_sub(i16::from(self.level))
    }
    pub fn scaled(&self) -> u128 {
        u128::from(self.level) * u128::from(self.step.get())
    }
    pub fn step(&self) -> NonZeroU32 {
        self.step
    }
}
