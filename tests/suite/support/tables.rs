//! Tables that mocks answer from.

use super::message;
use super::support::*;

#[test]
fn rows_of_letters_are_truth_values() {
    let order: &[&str] = &["tf", "tt"];
    assert!(answer("geq", &order, &[1, 0]));
    assert!(!answer("geq", &order, &[0, 1]));
}

#[test]
fn cells_are_elements_or_numbers() {
    let next: &[usize] = &[1, 2, 0];
    assert_eq!(answer("next", &next, &[1]), 2);
    let weight: &[&[i64]] = &[&[-1, 2], &[3, 4]];
    assert_eq!(answer("weight", &weight, &[1, 0]), 3);
    let partial: &[Option<i64>] = &[None, Some(5)];
    assert_eq!(answer("partial", &partial, &[1]), 5);
    assert_eq!(answer("unit", &3_usize, &[]), 3);
    assert!(answer("flag", &Some(true), &[]));
    assert_eq!(answer("top", &Some(2_usize), &[]), 2);
}

#[test]
fn calls_outside_of_a_table_panic() {
    let order: &[&str] = &["t?", "tt"];
    for place in [[0, 1], [0, 2], [2, 0]] {
        let text = message(|| answer("geq", &order, &place));
        let [row, column] = place;
        assert_eq!(
            text,
            format!("`geq` is called outside of its table, with elements [{row}, {column}]")
        );
    }
    let partial: &[Option<usize>] = &[None];
    let text = message(|| answer("next", &partial, &[0]));
    assert_eq!(text, "`next` is called outside of its table, with elements [0]");
}

#[test]
fn places_must_have_the_length_of_the_arguments() {
    let order: &[&str] = &["tf"];
    assert_eq!(order.cell(&[0]), None);
    assert_eq!(order.cell(&[0, 0, 0]), None);
    assert_eq!(order.cell(&[]), None);
    assert_eq!(1_i64.cell(&[0]), None);
    assert_eq!(Some(true).cell(&[0]), None);
}

#[test]
fn numbers_are_indexes_from_the_lowest_one() {
    assert_eq!((index(-2, -2), index(3, -2)), (0, 5));
    assert_eq!(index(-3, -2), usize::MAX);
    assert_eq!(index(i64::MIN, i64::MAX), usize::MAX);
    let table: &[usize] = &[4];
    let text = message(|| answer("at", &table, &[index(-1, 0)]));
    assert_eq!(text, "`at` is called outside of its table, with elements [below the lowest]");
}
