//! JSON, written and read by serde. Views derive `Serialize` from here.

pub use serde::Serialize;
pub use serde_json::{Map, Value, json};

/// A value on one line.
pub fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("views have strings as keys")
}

/// A value for people to read: one field to a line.
pub fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("views have strings as keys")
}

/// `None` for a text that is not JSON.
pub fn parse(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}
