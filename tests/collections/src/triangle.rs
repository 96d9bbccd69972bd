//! What three sides make.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Triangle {
    Invalid,
    Scalene,
    Isosceles,
    Equilateral,
}

impl Triangle {
    pub fn of(a: u32, b: u32, c: u32) -> Self {
        let (a, b, c) = (u64::from(a), u64::from(b), u64::from(c));
        if a + b <= c || b + c <= a || a + c <= b {
            Self::Invalid
        } else if a == b && b == c {
            Self::Equilateral
        } else if a == b || b == c || a == c {
            Self::Isosceles
        } else {
            Self::Scalene
        }
    }

    pub fn is_valid(&self) -> bool {
        *self != Self::Invalid
    }

    pub fn is_equilateral(&self) -> bool {
        *self == Self::Equilateral
    }

    pub fn is_isosceles(&self) -> bool {
        *self == Self::Isosceles
    }
}
