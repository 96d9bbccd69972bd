//! What constructors make of their arguments: dense tables where the arguments allow it.

use std::collections::HashMap;

use super::code::{ARITY, Arguments, Code, UNKNOWN};

/// The results of one constructor.
#[derive(Clone, Debug, Default)]
pub struct Transitions {
    arity: usize,
    /// The first argument of a constructed sort that is not counted.
    place: Option<usize>,
    /// By argument, how many values it has; 0 where that is not known before.
    counts: [u32; ARITY],
    is_dense: bool,
    dense: Vec<Code>,
    sparse: HashMap<Arguments, Code>,
}

impl Transitions {
    pub fn new(counts: &[Option<u32>]) -> Self {
        let place = counts.iter().position(Option::is_none);
        let open = counts.iter().filter(|count| count.is_none()).count();
        let mut known = [0; ARITY];
        for (place, count) in counts.iter().enumerate() {
            known[place] = count.unwrap_or(0);
        }
        let sizes = known[..counts.len()].iter().filter(|count| **count > 0);
        let block = sizes.fold(1u64, |all, count| all.saturating_mul(u64::from(*count)));
        let is_dense = open <= 1 && block <= 1 << 16;
        Self { arity: counts.len(), place, counts: known, is_dense, ..Self::default() }
    }

    /// The place in the dense table. `digit` gives the position of an argument.
    #[inline]
    fn position(
        &self,
        digit: impl Fn(usize) -> Option<usize>,
        arguments: &Arguments,
    ) -> Option<usize> {
        if !self.is_dense {
            return None;
        }
        let mut position = self.place.map_or(0, |place| arguments[place] as usize);
        for (place, count) in self.counts.iter().enumerate().take(self.arity) {
            if Some(place) != self.place {
                let digit = digit(place).filter(|digit| *digit < *count as usize)?;
                position = position * *count as usize + digit;
            }
        }
        Some(position)
    }

    #[inline]
    pub fn get(&self, digit: impl Fn(usize) -> Option<usize>, arguments: &Arguments) -> Code {
        match self.position(digit, arguments) {
            Some(position) => self.dense.get(position).copied().unwrap_or(UNKNOWN),
            None => self.sparse.get(arguments).copied().unwrap_or(UNKNOWN),
        }
    }

    #[inline]
    pub fn set(
        &mut self,
        digit: impl Fn(usize) -> Option<usize>,
        arguments: &Arguments,
        code: Code,
    ) {
        match self.position(digit, arguments) {
            Some(position) => {
                if position >= self.dense.len() {
                    self.dense.resize(position + 1, UNKNOWN);
                }
                self.dense[position] = code;
            }
            None => {
                self.sparse.insert(*arguments, code);
            }
        }
    }

    pub fn bytes(&self) -> usize {
        let entry = size_of::<(Arguments, Code)>() + 2;
        self.dense.capacity() * size_of::<Code>() + self.sparse.capacity() * entry
    }
}
