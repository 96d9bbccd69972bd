//! Numbers in sentences.

use std::fmt::Display;

/// `1 test`, `2 tests`
pub fn counted(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    let ending = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// `1,204`
pub fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas_and_nouns_their_number() {
        assert_eq!([1, 999, 1_204, 1_234_567].map(grouped), ["1", "999", "1,204", "1,234,567"]);
        assert_eq!([0, 1, 11].map(|number| counted(number, "gap")), ["0 gaps", "1 gap", "11 gaps"]);
    }
}
