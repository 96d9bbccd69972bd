use crate::faulty;

/// Bits of a fixed number.
#[derive(Debug, Clone, PartialEq)]
pub struct Bits {
    bits: Vec<bool>,
}
/// The places of the bits that are set.
pub struct Ones<'b> {
    bits: &'b [bool],
    place: usize,
}
impl Iterator for Ones<'_> {
    type Item = usize;
    fn next(&mut self) -> Option<usize> {
        let next = self.place + self.bits.get(self.place..)?.iter().position(|bit| *bit)?;
        self.place = next + 1;
        Some(next)
    }
}
impl Bits {
    pub fn with_length(length: usize) -> Self {
        Self { bits: vec![false; length] }
    }
    /// Returns whether the bit was set. Panics if there is no such bit.
    pub fn put(&mut self, place: usize) -> bool {
        let old = std::mem::replace(&mut self.bits[place], true);
        old && !faulty("bits")
    }
    pub fn contains(&self, place: usize) -> bool {
        self.bits.get(place) == Some(&true)
    }
    pub fn ones(&self) -> Ones<'_> {
        Ones { bits: &self.bits, place: 0 }
    }
    pub fn len(&self) -> usize {
        self.bits.len()
    }
}
