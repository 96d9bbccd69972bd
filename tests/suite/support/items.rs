//! Laws of `Extend`, `FromIterator` and `IntoIterator`.

use super::message;
use super::support::laws::*;
use super::support::*;

/// A list, possibly with a fault in how it takes or yields items.
#[derive(Clone, Default, PartialEq)]
struct List {
    items: Vec<u8>,
    yielded: Vec<u8>,
}

impl List {
    fn of(items: &[u8]) -> Self {
        List { items: items.to_vec(), yielded: items.to_vec() }
    }

    fn yielding(items: &[u8], yielded: &[u8]) -> Self {
        List { items: items.to_vec(), yielded: yielded.to_vec() }
    }

    fn push(mut self, item: u8) -> Self {
        self.items.push(item);
        self.yielded.push(item);
        self
    }
}

/// Takes two items at most.
struct Lazy(List);

impl Extend<u8> for List {
    fn extend<I: IntoIterator<Item = u8>>(&mut self, items: I) {
        items.into_iter().for_each(|item| *self = self.clone().push(item));
    }
}

impl Extend<u8> for Lazy {
    fn extend<I: IntoIterator<Item = u8>>(&mut self, items: I) {
        self.0.extend(items.into_iter().take(2));
    }
}

impl FromIterator<u8> for List {
    fn from_iter<I: IntoIterator<Item = u8>>(items: I) -> Self {
        items.into_iter().fold(List::default(), List::push)
    }
}

impl FromIterator<u8> for Lazy {
    fn from_iter<I: IntoIterator<Item = u8>>(items: I) -> Self {
        Lazy(items.into_iter().take(2).collect())
    }
}

impl IntoIterator for List {
    type Item = u8;
    type IntoIter = std::vec::IntoIter<u8>;

    fn into_iter(self) -> Self::IntoIter {
        self.yielded.into_iter()
    }
}

fn same(left: &dyn Fn() -> List, right: &dyn Fn() -> List) -> bool {
    left() == right()
}

fn same_lazy(left: &dyn Fn() -> Lazy, right: &dyn Fn() -> Lazy) -> bool {
    left().0 == right().0
}

fn lists() -> Vec<Sample<List>> {
    vec![sample("empty()", List::default), sample("list()", || List::of(&[1, 2, 1]))]
}

fn wrong(yielded: &'static [u8]) -> Vec<Sample<List>> {
    vec![sample("list()", move || List::yielding(&[1, 2, 1], yielded))]
}

#[test]
fn extend_that_loses_items_is_reported() {
    extend_is("push", &lists(), &[1, 2, 3, 1], List::push, same);
    let samples = [sample("empty()", || Lazy(List::default()))];
    let push = |list: Lazy, item| Lazy(list.0.push(item));
    let text = message(|| extend_is("push", &samples, &[1, 2, 3], push, same_lazy));
    assert_eq!(text, "`extend` on empty() with 3 items does not do what `push` does");
}

#[test]
fn extend_on_other_values_is_tried() {
    struct Overwrites(List);
    impl Extend<u8> for Overwrites {
        fn extend<I: IntoIterator<Item = u8>>(&mut self, items: I) {
            self.0 = items.into_iter().collect();
        }
    }
    let samples = [
        sample("empty()", || Overwrites(List::default())),
        sample("one()", || Overwrites(List::of(&[1]))),
    ];
    let push = |list: Overwrites, item| Overwrites(list.0.push(item));
    let alike =
        |left: &dyn Fn() -> Overwrites, right: &dyn Fn() -> Overwrites| left().0 == right().0;
    let text = message(|| extend_is("push", &samples, &[1, 2], push, alike));
    assert_eq!(text, "`extend` on one() with 0 items does not do what `push` does");
}

#[test]
fn collect_that_loses_items_is_reported() {
    collect_is("push", List::default, &[1, 2, 3, 1], List::push, same);
    let push = |list: Lazy, item| Lazy(list.0.push(item));
    let start = || Lazy(List::default());
    let text = message(|| collect_is("push", start, &[1, 2, 3], push, same_lazy));
    assert_eq!(text, "`collect` of 3 items does not do what `push` does");
}

#[test]
fn items_agree_with_a_predicate() {
    let is_in = |list: &dyn Fn() -> List, item: &u8| list().items.contains(item);
    let check = |samples: &[Sample<List>]| into_iter_has("isIn", samples, &[1, 2, 3], is_in);
    check(&lists());
    let start = "iterating over list() disagrees with `isIn`: it";
    assert_eq!(
        message(|| check(&wrong(&[1]))),
        format!("{start} does not yield an item for which `isIn` is true")
    );
    for yielded in [&[1, 2, 3], &[1, 2, 9]] {
        assert_eq!(
            message(|| check(&wrong(yielded))),
            format!("{start} yields an item for which `isIn` is false")
        );
    }
}

#[test]
fn items_agree_with_a_count() {
    let count = |list: &dyn Fn() -> List, item: &u8| {
        list().items.iter().filter(|other| *other == item).count() as i64
    };
    let check = |samples: &[Sample<List>]| into_iter_counts("count", samples, &[1, 2, 3], count);
    check(&lists());
    check(&wrong(&[2, 1, 1]));
    let start = "iterating over list() disagrees with `count`: it yields an item";
    assert_eq!(message(|| check(&wrong(&[1, 2]))), format!("{start} 1 times, and `count` is 2"));
    let foreign = message(|| check(&wrong(&[1, 2, 1, 9])));
    assert_eq!(foreign, format!("{start} 1 times, and `count` is 0"));
}

#[test]
fn pairs_agree_with_a_map() {
    type Pairs = Vec<(u8, char)>;
    let get = |_: &dyn Fn() -> Pairs, key: &u8| match key {
        1 => Some('a'),
        2 => Some('b'),
        _ => None,
    };
    let check = |pairs: &'static [(u8, char)]| {
        into_iter_maps("get", &[sample("map()", || pairs.to_vec())], &[1, 2, 3], get);
    };
    check(&[(2, 'b'), (1, 'a')]);
    let start = "iterating over map() disagrees with `get`: it yields a key";
    assert_eq!(message(|| check(&[(1, 'a'), (2, 'c')])), format!("{start} with another value"));
    let wrong: [(&[(u8, char)], &str); 4] = [
        (&[(1, 'a')], "0 times that has 1 values"),
        (&[(1, 'a'), (2, 'b'), (2, 'b')], "2 times that has 1 values"),
        (&[(1, 'a'), (2, 'b'), (3, 'c')], "1 times that has 0 values"),
        (&[(1, 'a'), (2, 'b'), (9, 'c')], "1 times that has 0 values"),
    ];
    for (pairs, how) in wrong {
        assert_eq!(message(|| check(pairs)), format!("{start} {how}"));
    }
}

#[test]
fn items_agree_with_positions() {
    let get = |list: &dyn Fn() -> List, place: i64| list().items.get(place as usize).copied();
    let check = |samples: &[Sample<List>]| into_iter_lists("get", samples, get);
    check(&lists());
    let wrong_at: [(&[u8], usize); 4] =
        [(&[1, 2], 2), (&[2, 1, 1], 0), (&[1, 2, 1, 1], 3), (&[], 0)];
    for (yielded, position) in wrong_at {
        let text = message(|| check(&wrong(yielded)));
        assert_eq!(
            text,
            format!("iterating over list() disagrees with `get`: at position {position}")
        );
    }
}
