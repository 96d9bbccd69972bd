//! Type parameters without operations, which have an equality only.

use std::collections::BTreeSet;

use super::draft::Parameter;
use super::names::{capital, fresh, operation_name};
use super::shipped;

/// A sort that has an equality only, named after the usual meaning of the parameter.
pub fn plain_sort(guessed: &mut Parameter, taken: &mut BTreeSet<String>) {
    let name = match guessed.generic.as_str() {
        "K" => "Key",
        "V" => "Value",
        "N" => "Node",
        "I" => "Item",
        "W" => "Weight",
        "P" => "Priority",
        one if one.len() == 1 => "Element",
        long => long,
    };
    let name = operation_name(&capital(name));
    let is_shipped = |name: &str| name != "Element" && !shipped::library_text(name).is_empty();
    let name = if is_shipped(&name) { format!("{name}Sort") } else { name };
    let name =
        if taken.contains(&name) { format!("{name}{}", capital(&guessed.generic)) } else { name };
    guessed.spec = fresh(taken, &name);
    guessed.sort = guessed.spec.clone();
    if guessed.bounds.iter().any(|bound| bound.last_name() == "Hash") {
        guessed.notes.push(format!(
            "guess: of `{}` nothing but equality counts; the library's `Hashable`, mapped by \
             `fn Hash::hash(&self) -> u64`, would let a model choose which elements collide",
            guessed.generic
        ));
    }
}
