//! Laws of `Clone`, `Default` and `Debug`, and of operations that borrow.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::message;
use super::support::laws::*;
use super::support::*;

fn same<T: PartialEq>(left: &dyn Fn() -> T, right: &dyn Fn() -> T) -> bool {
    left() == right()
}

fn numbers() -> Vec<Sample<Vec<u8>>> {
    vec![
        sample("empty()", Vec::new),
        sample("push(empty(), 1)", || vec![1]),
        sample("push(push(empty(), 1), 2)", || vec![1, 2]),
    ]
}

/// Which fault a value has.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    ForgetsOnClone,
    KeepsOnCloneFrom,
}

#[derive(PartialEq)]
struct Faulty(Fault, Vec<u8>);

impl Clone for Faulty {
    fn clone(&self) -> Self {
        let kept = if self.0 == Fault::ForgetsOnClone { 1 } else { self.1.len() };
        Faulty(self.0, self.1.iter().copied().take(kept).collect())
    }

    fn clone_from(&mut self, source: &Self) {
        if self.0 == Fault::KeepsOnCloneFrom {
            self.1.extend(&source.1);
        } else {
            *self = source.clone();
        }
    }
}

fn faulty(fault: Fault) -> Vec<Sample<Faulty>> {
    vec![
        sample("one()", move || Faulty(fault, vec![1])),
        sample("two()", move || Faulty(fault, vec![1, 2])),
    ]
}

/// A list whose clones share its content.
#[derive(Clone)]
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Shared {
    fn of(content: &[u8]) -> Self {
        Shared(Rc::new(RefCell::new(content.to_vec())))
    }
}

fn same_content(left: &dyn Fn() -> Shared, right: &dyn Fn() -> Shared) -> bool {
    left().0.borrow().clone() == right().0.borrow().clone()
}

fn shared() -> Vec<Sample<Shared>> {
    vec![sample("one()", || Shared::of(&[1]))]
}

#[test]
fn samples_are_left_out_if_they_cannot_be_built() {
    let built = sample_if_built("one()", || Some(1)).expect("it is built");
    assert_eq!((built.term, built.value()), ("one()", 1));
    assert!(sample_if_built("none()", || None::<u8>).is_none());
}

#[test]
fn clone_that_forgets_is_reported() {
    clone_is_equal(&numbers(), same);
    let text = message(|| clone_is_equal(&faulty(Fault::ForgetsOnClone), same));
    assert_eq!(text, "a clone of two() differs from it");
}

#[test]
fn clone_from_that_keeps_old_content_is_reported() {
    clone_from_is_clone(&numbers(), same);
    let text = message(|| clone_from_is_clone(&faulty(Fault::KeepsOnCloneFrom), same));
    assert_eq!(text, "`clone_from` of one() to one() makes another value than one()");
}

#[test]
fn clones_that_share_their_content_are_reported() {
    clone_is_independent("push", &numbers(), |mut list| list.push(1), same);
    let push = |list: Shared| list.0.borrow_mut().push(1);
    let text = message(|| clone_is_independent("push", &shared(), push, same_content));
    assert_eq!(text, "`push` on a clone of one() changes the origin");
}

/// A cell that only the origin shares with its clones: a clone gets a snapshot as well.
#[test]
fn clones_that_see_changes_of_their_origin_are_reported() {
    struct View {
        is_clone: bool,
        content: Rc<Cell<u8>>,
    }
    impl Clone for View {
        fn clone(&self) -> Self {
            View { is_clone: true, content: Rc::clone(&self.content) }
        }
    }
    let samples = [sample("one()", || View { is_clone: false, content: Rc::new(Cell::new(1)) })];
    let change = |view: View| {
        if !view.is_clone {
            view.content.set(2);
        }
    };
    let alike = |left: &dyn Fn() -> View, right: &dyn Fn() -> View| {
        left().content.get() == right().content.get()
    };
    let text = message(|| clone_is_independent("change", &samples, change, alike));
    assert_eq!(text, "`change` on one() changes a clone of it");
}

#[test]
fn operations_on_clones_may_take_further_values() {
    let append = |mut list: Vec<u8>, other: &dyn Fn() -> Vec<u8>| list.append(&mut other());
    clone_is_independent_with("append", &numbers(), append, same);
    let append = |list: Shared, other: &dyn Fn() -> Shared| {
        list.0.borrow_mut().append(&mut other().0.borrow_mut());
    };
    let text = message(|| clone_is_independent_with("append", &shared(), append, same_content));
    assert_eq!(text, "`append` on a clone of one() changes the origin");
}

#[test]
fn operation_that_changes_what_it_borrows_is_reported() {
    receiver_is_unchanged("size", &numbers(), |list| assert!(list.len() < 3), same);
    let pop = |list: &Shared| {
        list.0.borrow_mut().pop();
    };
    let text = message(|| receiver_is_unchanged("peek", &shared(), pop, same_content));
    assert_eq!(text, "`peek` changes one(), which it only borrows");
    let append = |list: &Shared, other: &dyn Fn() -> Shared| {
        list.0.borrow_mut().append(&mut other().0.borrow_mut());
    };
    let text = message(|| receiver_is_unchanged_with("union", &shared(), append, same_content));
    assert_eq!(text, "`union` changes one(), which it only borrows");
}

#[test]
fn default_that_is_something_else_is_reported() {
    default_is("empty", Vec::<u8>::new, same);
    let text = message(|| default_is("one", || vec![1], same));
    assert_eq!(text, "the default is not one()");
}

#[test]
fn debug_that_panics_is_reported() {
    struct Unshowable(u8);
    impl std::fmt::Debug for Unshowable {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            assert!(self.0 > 0 && !f.alternate(), "on purpose");
            f.write_str("shown")
        }
    }
    debug_does_not_panic(&numbers());
    for number in 0..2 {
        let text =
            message(|| debug_does_not_panic(&[sample("value()", move || Unshowable(number))]));
        assert_eq!(text, "`Debug` panics on value()");
    }
}
