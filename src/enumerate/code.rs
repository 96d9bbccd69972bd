//! Values as numbers of 32 bits.
//!
//! A truth value is 0 or 1, an element its number, a number its distance from a fixed origin,
//! and a value of a constructed sort its position among the values found. The sort is known
//! wherever a code is read.

pub type Code = u32;

/// Not evaluated yet.
pub const UNKNOWN: Code = u32::MAX;
/// Being evaluated.
pub const RUNNING: Code = u32::MAX - 1;
/// The axioms do not determine the value.
pub const OPEN: Code = u32::MAX - 2;
/// Outside of the domain.
pub const UNDEFINED: Code = u32::MAX - 3;
/// The value that is observed.
pub const ITSELF: Code = u32::MAX - 4;
/// Codes below this one are values.
pub const FIRST_MARK: Code = u32::MAX - 15;
/// The value that is being built, before it is known whether it is a new one.
pub const CANDIDATE: Code = FIRST_MARK - 1;

const ORIGIN: i64 = 1 << 30;

#[inline]
pub fn is_value(code: Code) -> bool {
    code < FIRST_MARK
}

/// The code of a number; open where it is too large.
#[inline]
pub fn of_int(number: i64) -> Code {
    match number.checked_add(ORIGIN) {
        Some(code) if (0..2 * ORIGIN).contains(&code) => code as Code,
        _ => OPEN,
    }
}

#[inline]
pub fn to_int(code: Code) -> i64 {
    i64::from(code) - ORIGIN
}

/// The most arguments of an operation.
pub const ARITY: usize = 8;

/// The arguments of a call; those behind its arity are 0.
pub type Arguments = [Code; ARITY];

/// Multiplies and rotates: nobody chooses specifications so that values collide.
#[inline]
pub fn hash(codes: &[Code]) -> u64 {
    let add = |hash: u64, code: &Code| {
        (hash.rotate_left(5) ^ u64::from(*code)).wrapping_mul(0x517c_c1b7_2722_0a95)
    };
    let mixed = codes.iter().fold(0x9e37_79b9_7f4a_7c15, add);
    mixed ^ (mixed >> 32)
}
