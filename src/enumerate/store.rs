//! The values of one constructed sort: a row of observations and a form for each.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::code::{ARITY, Arguments, Code, UNKNOWN};

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
const UNREACHED: u32 = u32::MAX;

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

    /// Adds a value with its observations and their hash.
    pub fn push(&mut self, form: &Form, row: &[Code], hash: u64) -> Code {
        let value = self.len() as Code;
        self.rows.extend_from_slice(row);
        self.forms.push(form.op as Code);
        self.forms.extend_from_slice(&form.arguments[..self.arity]);
        self.steps.push(UNREACHED);
        let before = self.index.insert(hash, value);
        self.earlier.push(before.unwrap_or(UNKNOWN));
        value
    }

    #[inline]
    pub fn cell(&self, value: Code, cell: usize) -> Code {
        self.rows[value as usize * self.width + cell]
    }

    pub fn row(&self, value: Code) -> &[Code] {
        let start = value as usize * self.width;
        &self.rows[start..start + self.width]
    }

    /// The first form of a value.
    #[inline]
    pub fn form(&self, value: Code) -> Form {
        let start = value as usize * (self.arity + 1);
        let form = &self.forms[start..=start + self.arity];
        let mut arguments = [0; ARITY];
        // A loop over few arguments is faster than a copy of memory.
        arguments.iter_mut().zip(&form[1..]).for_each(|(to, from)| *to = *from);
        Form { op: form[0] as usize, arguments }
    }

    /// Notes the first form of a value that is reached from creators, unless there is one.
    pub fn reach(&mut self, value: Code, form: &Form, steps: u32) -> bool {
        if self.steps[value as usize] != UNREACHED {
            return false;
        }
        self.steps[value as usize] = steps;
        let found = self.form(value);
        if found != *form {
            let start = value as usize * (self.arity + 1);
            self.forms[start] = form.op as Code;
            let arguments = &form.arguments[..self.arity];
            self.forms[start + 1..=start + self.arity].copy_from_slice(arguments);
            self.further.entry(value).or_default().push(found);
        }
        true
    }

    /// An earlier value with the same observations.
    pub fn twin(&self, row: &[Code], hash: u64) -> Option<Code> {
        if self.is_free {
            return None;
        }
        let mut found = self.index.get(&hash).copied().unwrap_or(UNKNOWN);
        while found != UNKNOWN {
            if self.row(found) == row {
                return Some(found);
            }
            found = self.earlier[found as usize];
        }
        None
    }

    /// The memory that the values take.
    pub fn bytes(&self) -> usize {
        let codes = self.rows.capacity() + self.forms.capacity();
        let lists = self.steps.capacity() + self.earlier.capacity();
        (codes + lists) * size_of::<Code>() + self.index.capacity() * 18
    }
}
