//! The values of one constructed sort: a row of observations and a form for each.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::code::{ARITY, Arguments, Code, UNKNOWN, hash};

/// How a value is built: a constructor and its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    pub op: usize,
    pub arguments: Arguments,
}

/// Keys are hashes already.
#[derive(Clone, Default)]
pub struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// Not reached from creators yet.
pub const UNREACHED: u32 = u32::MAX;

#[derive(Clone, Default)]
pub struct Store {
    /// The number of observations of a value.
    pub width: usize,
    rows: Vec<Code>,
    /// A constructor and its arguments, at the same distance for each value.
    forms: Vec<Code>,
    arity: usize,
    /// Whether values are equal only if they are built alike, as those of data sorts are.
    is_free: bool,
    /// The forms of a value beside its first one, where patterns need them.
    pub further: HashMap<Code, Vec<Form>>,
    /// By value, the number of steps of its smallest form.
    pub steps: Vec<u32>,
    /// The last value with a hash, and for each value the one before it.
    index: HashMap<u64, Code, BuildHasherDefault<Hashed>>,
    earlier: Vec<Code>,
}

impl Store {
    pub fn new(width: usize, arity: usize, is_free: bool) -> Self {
        Self { width, arity, is_free, ..Self::default() }
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Adds a value whose observations are unknown.
    pub fn push(&mut self, form: &Form) -> Code {
        let value = self.len() as Code;
        self.rows.resize(self.rows.len() + self.width, UNKNOWN);
        self.forms.push(form.op as Code);
        self.forms.extend_from_slice(&form.arguments[..self.arity]);
        self.steps.push(UNREACHED);
        self.earlier.push(UNKNOWN);
        value
    }

    /// Removes the last value.
    pub fn pop(&mut self) {
        let left = self.len() - 1;
        self.rows.truncate(left * self.width);
        self.forms.truncate(left * (self.arity + 1));
        self.steps.truncate(left);
        self.earlier.truncate(left);
    }

    #[inline]
    pub fn cell(&self, value: Code, cell: usize) -> Code {
        self.rows[value as usize * self.width + cell]
    }

    #[inline]
    pub fn set_cell(&mut self, value: Code, cell: usize, code: Code) {
        self.rows[value as usize * self.width + cell] = code;
    }

    pub fn row(&self, value: Code) -> &[Code] {
        let start = value as usize * self.width;
        &self.rows[start..start + self.width]
    }

    /// The first form of a value.
    #[inline]
    pub fn form(&self, value: Code) -> Form {
        let start = value as usize * (self.arity + 1);
        let mut arguments = [0; ARITY];
        arguments[..self.arity].copy_from_slice(&self.forms[start + 1..start + 1 + self.arity]);
        Form { op: self.forms[start] as usize, arguments }
    }

    pub fn set_form(&mut self, value: Code, form: &Form) {
        let start = value as usize * (self.arity + 1);
        self.forms[start] = form.op as Code;
        self.forms[start + 1..start + 1 + self.arity]
            .copy_from_slice(&form.arguments[..self.arity]);
    }

    /// An earlier value with the same observations.
    pub fn twin(&self, value: Code) -> Option<Code> {
        if self.is_free {
            return None;
        }
        let row = self.row(value);
        let mut found = self.index.get(&hash(row)).copied().unwrap_or(UNKNOWN);
        while found != UNKNOWN {
            if self.row(found) == row {
                return Some(found);
            }
            found = self.earlier[found as usize];
        }
        None
    }

    /// Makes a value known by its observations.
    pub fn add_to_index(&mut self, value: Code) {
        let before = self.index.insert(hash(self.row(value)), value);
        self.earlier[value as usize] = before.unwrap_or(UNKNOWN);
    }

    /// The memory that the values take.
    pub fn bytes(&self) -> usize {
        let codes = self.rows.capacity() + self.forms.capacity();
        let lists = self.steps.capacity() + self.earlier.capacity();
        (codes + lists) * size_of::<Code>() + self.index.capacity() * 18
    }
}
