//! Hash maps of small numbers. They are only looked up, never iterated over.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Remembers what was made of a key.
pub type Memo<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// Multiplies by an odd number with no pattern in its digits. Keys come from the
/// grounding and not from anybody who would want them to collide, and most of its
/// time went into the hasher that is safe from that.
#[derive(Clone, Copy, Default)]
pub struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0xf135_7aea_2e62_a9c5);
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.mix(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.mix(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }

    /// The best digits are the highest ones, and a table looks at the lowest too.
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}
