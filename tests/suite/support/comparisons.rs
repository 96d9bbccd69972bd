//! Laws of `==`, `Hash`, `PartialOrd` and `Ord`.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::message;
use super::support::laws::*;
use super::support::*;

fn numbers() -> Vec<Sample<u8>> {
    vec![sample("zero()", || 0), sample("one()", || 1), sample("two()", || 2)]
}

/// A number whose comparisons are as a test says.
struct Odd {
    number: u8,
    rules: Rules,
}

#[derive(Clone, Copy)]
struct Rules {
    equal: fn(u8, u8) -> bool,
    order: fn(u8, u8) -> Option<Ordering>,
    total: fn(u8, u8) -> Ordering,
    less: fn(u8, u8) -> bool,
}

const RIGHT: Rules = Rules {
    equal: |a, b| a == b,
    order: |a, b| Some(a.cmp(&b)),
    total: |a, b| a.cmp(&b),
    less: |a, b| a < b,
};

impl PartialEq for Odd {
    fn eq(&self, other: &Self) -> bool {
        (self.rules.equal)(self.number, other.number)
    }
}

impl Eq for Odd {}

#[allow(clippy::non_canonical_partial_ord_impl)]
impl PartialOrd for Odd {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self.rules.order)(self.number, other.number)
    }

    fn lt(&self, other: &Self) -> bool {
        (self.rules.less)(self.number, other.number)
    }
}

impl Ord for Odd {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.rules.total)(self.number, other.number)
    }
}

impl Hash for Odd {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

fn odd(rules: Rules) -> Vec<Sample<Odd>> {
    let number = |term, number| sample(term, move || Odd { number, rules });
    vec![number("zero()", 0), number("one()", 1), number("two()", 2)]
}

#[test]
fn lawful_types_pass() {
    hash_agrees_with_eq(&numbers());
    ord_agrees_with_eq(&odd(RIGHT));
    partial_ord_agrees_with_eq(&odd(RIGHT));
    partial_ord_is_transitive(&odd(RIGHT));
    equality_is_reflexive(&numbers(), |left, right| left == right);
    equality_is_symmetric(&numbers(), |left, right| left == right, |left, right| left != right);
    equality_is_transitive(&numbers(), |left, right| left == right);
}

#[test]
fn partial_orders_may_leave_values_incomparable() {
    let order = |a: u8, b: u8| (a == b).then_some(Ordering::Equal);
    let rules = Rules { order, less: |_, _| false, ..RIGHT };
    partial_ord_agrees_with_eq(&odd(rules));
    partial_ord_is_transitive(&odd(rules));
}

#[test]
fn hashes_that_differ_for_equal_values_are_reported() {
    hash_agrees_with_eq(&odd(RIGHT));
    let text = message(|| hash_agrees_with_eq(&odd(Rules { equal: |_, _| true, ..RIGHT })));
    assert_eq!(text, "zero() and one() are equal, and their hashes differ");
}

#[test]
fn total_order_that_disagrees_is_reported() {
    let text = |rules| message(|| ord_agrees_with_eq(&odd(rules)));
    assert_eq!(
        text(Rules { equal: |a, b| a / 2 == b / 2, ..RIGHT }),
        "`cmp` and `==` disagree on zero() and one()"
    );
    assert_eq!(
        text(Rules { total: |_, _| Ordering::Equal, ..RIGHT }),
        "`cmp` and `==` disagree on zero() and one()"
    );
    let one_way = |a: u8, b: u8| if a == b { Ordering::Equal } else { Ordering::Less };
    assert_eq!(
        text(Rules { total: one_way, ..RIGHT }),
        "`cmp` depends on which of zero() and one() is first"
    );
    assert_eq!(
        text(Rules { order: |a, b| Some(b.cmp(&a)), ..RIGHT }),
        "`cmp` and `partial_cmp` disagree on zero() and one()"
    );
}

#[test]
fn partial_order_that_disagrees_is_reported() {
    let text = |rules| message(|| partial_ord_agrees_with_eq(&odd(rules)));
    assert_eq!(
        text(Rules { order: |a, b| (a <= b).then(|| a.cmp(&b)), ..RIGHT }),
        "`partial_cmp` depends on which of zero() and one() is first"
    );
    assert_eq!(
        text(Rules { equal: |a, b| a / 2 == b / 2, ..RIGHT }),
        "`partial_cmp` and `==` disagree on zero() and one()"
    );
    assert_eq!(
        text(Rules { less: |a, b| a <= b, ..RIGHT }),
        "`partial_cmp` and `<` disagree on zero() and zero()"
    );
}

/// A number with one wrong operator.
struct Wrong(u8, &'static str);

impl PartialEq for Wrong {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl PartialOrd for Wrong {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.0.partial_cmp(&other.0)
    }
    fn le(&self, other: &Self) -> bool {
        (self.0 <= other.0) != (self.1 == "<=")
    }
    fn gt(&self, other: &Self) -> bool {
        (self.0 > other.0) != (self.1 == ">")
    }
    fn ge(&self, other: &Self) -> bool {
        (self.0 >= other.0) != (self.1 == ">=")
    }
}

#[test]
fn every_operator_is_compared() {
    for operator in ["<=", ">", ">="] {
        let samples = [sample("one()", move || Wrong(1, operator))];
        let text = message(|| partial_ord_agrees_with_eq(&samples));
        assert_eq!(text, format!("`partial_cmp` and `{operator}` disagree on one() and one()"));
    }
}

#[test]
fn circle_is_not_an_order() {
    let circle = |a: u8, b: u8| {
        Some(match (b + 3 - a) % 3 {
            0 => Ordering::Equal,
            1 => Ordering::Less,
            _ => Ordering::Greater,
        })
    };
    let text = message(|| partial_ord_is_transitive(&odd(Rules { order: circle, ..RIGHT })));
    assert_eq!(text, "zero() <= one() and one() <= two(), but not zero() <= two()");
}

#[test]
fn equality_that_is_not_an_equivalence_is_reported() {
    let text = message(|| equality_is_reflexive(&numbers(), |a, b| a == b && *a != 1));
    assert_eq!(text, "one() is not equal to a value that is built like it");
    let text = message(|| equality_is_symmetric(&numbers(), |a, b| a <= b, |a, b| a > b));
    assert_eq!(text, "equality depends on which of zero() and one() is first");
    let text = message(|| equality_is_symmetric(&numbers(), |a, b| a == b, |a, b| a == b));
    assert_eq!(text, "`==` and `!=` agree on zero() and zero()");
    let text = message(|| equality_is_transitive(&numbers(), |a, b| a.abs_diff(*b) < 2));
    assert_eq!(
        text,
        "zero() is equal to one(), and one() to two(), but zero() is not equal to two()"
    );
}
