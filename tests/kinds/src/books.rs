use crate::faulty;
use std::collections::HashMap;

/// A phone book: names and numbers are strings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PhoneBook {
    numbers: HashMap<String, Vec<String>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookError {
    UnknownName(String),
    Duplicate,
}

impl PhoneBook {
    pub fn new() -> Self {
        Self::default()
    }
    pub fn add(&mut self, name: &str, number: String) -> Result<usize, BookError> {
        let numbers = self.numbers.entry(name.to_owned()).or_default();
        if numbers.contains(&number) && !faulty("books") {
            return Err(BookError::Duplicate);
        }
        numbers.push(number);
        Ok(numbers.len())
    }
    pub fn remove(&mut self, name: impl Into<String>) -> Result<(), BookError> {
        let name = name.into();
        self.numbers.remove(&name).map(|_| ()).ok_or(BookError::UnknownName(name))
    }
    pub fn lookup(&self, name: impl AsRef<str>) -> Vec<String> {
        self.numbers.get(name.as_ref()).cloned().unwrap_or_default()
    }
    pub fn first(&self, name: &str) -> Option<&str> {
        self.numbers.get(name)?.first().map(String::as_str)
    }
}
