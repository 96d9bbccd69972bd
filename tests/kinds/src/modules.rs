//! Free functions on a plain vector that is kept in order.
use crate::faulty;

pub fn singleton<T>(item: T) -> Vec<T> {
    vec![item]
}

pub fn insert<T: Ord>(items: &mut Vec<T>, item: T) {
    let at = items.partition_point(|known| *known <= item);
    items.insert(if faulty("modules") && items.len() > 2 { 0 } else { at }, item);
}

pub fn merge<T: Ord + Clone>(left: &[T], right: &[T]) -> Vec<T> {
    let mut items = [left, right].concat();
    items.sort();
    items
}

pub fn contains<T: Ord>(items: &[T], item: &T) -> bool {
    items.binary_search(item).is_ok()
}

pub fn least<T: Ord>(items: &[T]) -> &T {
    &items[0]
}
