//! Identifiers.

use std::fmt;
use std::ops::Deref;

use super::Integer;

/// An identifier of Rust, raw ones (`r#move`) included.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ident(String);

impl Ident {
    /// The caller vouches for it: names of generated code come from a table of names, which
    /// hands out valid identifiers only.
    pub fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Deref for Ident {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Ident {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Ident {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl From<&str> for Ident {
    fn from(name: &str) -> Self {
        Self::new(name)
    }
}

impl From<&Ident> for Ident {
    fn from(name: &Ident) -> Self {
        name.clone()
    }
}

impl From<Integer> for Ident {
    fn from(integer: Integer) -> Self {
        Self::new(integer.name())
    }
}

impl From<String> for Ident {
    fn from(name: String) -> Self {
        Self::new(name)
    }
}
