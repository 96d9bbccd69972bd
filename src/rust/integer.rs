//! Rust's integer types.

use std::fmt;

/// One of Rust's integer types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    name: &'static str,
    is_signed: bool,
    /// Those of `usize` and `isize` depend on the platform; 64 is the most that they have.
    bits: u32,
}

const fn signed(name: &'static str, bits: u32) -> Integer {
    Integer { name, is_signed: true, bits }
}

const fn unsigned(name: &'static str, bits: u32) -> Integer {
    Integer { name, is_signed: false, bits }
}

const ALL: [Integer; 12] = [
    signed("i8", 8),
    signed("i16", 16),
    signed("i32", 32),
    Integer::I64,
    signed("i128", 128),
    signed("isize", 64),
    unsigned("u8", 8),
    unsigned("u16", 16),
    unsigned("u32", 32),
    unsigned("u64", 64),
    unsigned("u128", 128),
    unsigned("usize", 64),
];

impl Integer {
    /// The type of numbers in generated code.
    pub const I64: Self = signed("i64", 64);

    /// The integer type of a name.
    pub fn named(name: &str) -> Option<Self> {
        ALL.into_iter().find(|known| known.name == name)
    }

    pub fn name(self) -> &'static str {
        self.name
    }

    pub fn is_signed(self) -> bool {
        self.is_signed
    }

    /// Whether every `i64` fits, on every platform.
    pub fn holds_every_i64(self) -> bool {
        ["i64", "i128"].contains(&self.name)
    }

    /// The smallest number, unless it is below those of `i64`.
    pub fn smallest(self) -> Option<i64> {
        match self.is_signed {
            true => Some(i64::MIN >> 64_u32.checked_sub(self.bits)?),
            false => Some(0),
        }
    }

    /// The largest number, unless it is above those of `i64`.
    pub fn largest(self) -> Option<i64> {
        let value_bits = self.bits - u32::from(self.is_signed);
        Some(i64::MAX >> 63_u32.checked_sub(value_bits)?)
    }

    /// The numbers that this type shares with `i64`.
    pub fn range(self) -> (i64, i64) {
        (self.smallest().unwrap_or(i64::MIN), self.largest().unwrap_or(i64::MAX))
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(name: &str) -> (Option<i64>, Option<i64>) {
        let integer = Integer::named(name).expect("an integer type");
        (integer.smallest(), integer.largest())
    }

    #[test]
    fn ends_are_those_of_the_compiler() {
        assert_eq!(ends("i8"), (Some(i8::MIN.into()), Some(i8::MAX.into())));
        assert_eq!(ends("i32"), (Some(i32::MIN.into()), Some(i32::MAX.into())));
        assert_eq!(ends("i64"), (Some(i64::MIN), Some(i64::MAX)));
        assert_eq!(ends("i128"), (None, None));
        assert_eq!(ends("u8"), (Some(0), Some(u8::MAX.into())));
        assert_eq!(ends("u32"), (Some(0), Some(u32::MAX.into())));
        assert_eq!(ends("u64"), (Some(0), None));
        assert_eq!(ends("u128"), (Some(0), None));
        assert_eq!(Integer::named("f64"), None);
    }

    #[test]
    fn shared_numbers_end_where_i64_does() {
        let range = |name| Integer::named(name).expect("an integer type").range();
        assert_eq!(range("u64"), (0, i64::MAX));
        assert_eq!(range("i128"), (i64::MIN, i64::MAX));
        assert_eq!(range("u16"), (0, 65_535));
    }
}
