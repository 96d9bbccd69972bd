//! Stages of pumped tests.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use super::message;
use super::support::*;

fn push(mut list: Vec<usize>, stage: Stage, step: usize) -> Option<Vec<usize>> {
    list.push(stage.element(step, 0));
    Some(list)
}

fn pop(mut list: Vec<usize>, _: Stage, _: usize) -> Option<Vec<usize>> {
    list.pop()?;
    Some(list)
}

fn grown(stage: Stage) -> Option<Vec<usize>> {
    stage.run(Some(Vec::new()), &[push], &[pop])
}

/// The lists that a pumped test sees.
fn seen(changes: usize, trials: usize, short: bool) -> Vec<Vec<usize>> {
    let lists = RefCell::new(Vec::new());
    pump("pumped_by_push/axiom", &[], changes, trials, short, grown, |_, list| {
        lists.borrow_mut().push(list());
    });
    lists.into_inner()
}

fn lengths(lists: &[Vec<usize>]) -> BTreeSet<usize> {
    lists.iter().map(Vec::len).collect()
}

#[test]
fn values_have_all_small_sizes_and_some_large_ones() {
    let lists = seen(0, 1, false);
    let large = [48, 56, 63, 64, 96, 112, 127, 128, 300];
    let expected: BTreeSet<usize> = (0..=33).chain(large).collect();
    assert_eq!(lengths(&lists), expected);
    assert_eq!(lists.len(), 4 * 17 + 17 + large.len());
}

#[test]
fn short_values_have_twelve_elements_at_most() {
    assert_eq!(lengths(&seen(0, 1, true)), (0..=12).collect());
}

#[test]
fn number_of_values_grows_with_changes_and_trials() {
    let count = |changes, trials| Stage::all(changes, trials).len();
    assert_eq!([count(0, 1), count(0, 3), count(0, 7)], [94, 282, 376]);
    assert_eq!([count(1, 1), count(1, 7), count(2, 7)], [247, 673, 970]);
}

#[test]
fn elements_come_in_four_sequences() {
    let lists: BTreeSet<Vec<usize>> =
        seen(0, 1, false).into_iter().filter(|list| list.len() == 7).collect();
    assert!(lists.contains(&vec![8, 9, 10, 11, 12, 13, 14]));
    assert!(lists.contains(&vec![14, 13, 12, 11, 10, 9, 8]));
    assert!(lists.contains(&vec![8, 9, 10, 11, 12, 8, 9]));
    assert_eq!(lists.len(), 4);
    for mut list in lists.into_iter().filter(|list| list[5] != 8) {
        list.sort_unstable();
        assert_eq!(list, [8, 9, 10, 11, 12, 13, 14]);
    }
}

#[test]
fn operations_take_turns() {
    let both: [Step<Vec<usize>>; 2] = [push, |list, _, _| Some([list, vec![0]].concat())];
    let longest = Stage::all(0, 1).into_iter().filter_map(|stage| {
        let list = stage.run(Some(Vec::new()), &both, &[])?;
        (list.len() == 300).then_some(list)
    });
    let list: Vec<Vec<usize>> = longest.collect();
    assert!(list[0].iter().enumerate().all(|(step, item)| (*item == 0) == (step % 2 == 1)));
}

#[test]
fn values_that_cannot_be_built_are_skipped() {
    fn limited(stage: Stage) -> Option<Vec<usize>> {
        grown(stage).filter(|list| list.len() < 3)
    }
    let built = Cell::new(0);
    pump("goal", &[], 0, 1, false, limited, |_, list| {
        assert!(list().len() < 3);
        built.set(built.get() + 1);
    });
    assert_eq!(built.get(), 4 * 3);
    assert!(grown(Stage::all(0, 1)[0]).is_some());
    assert!(Stage::all(0, 1)[0].run(None::<u8>, &[], &[]).is_none());
}

#[test]
fn undefined_steps_leave_no_value() {
    let undefined = |stage: Stage| stage.run(Some(0), &[|_, _, _| None], &[]);
    let built = Stage::all(0, 1).into_iter().filter_map(undefined).count();
    assert_eq!(built, 4, "only values of no steps");
}

#[test]
fn wrong_value_of_a_certain_size_is_found() {
    let check = |_: Stage, list: &dyn Fn() -> Vec<usize>| {
        let length = list().len();
        assert!(length != 64, "wrong at {length}");
    };
    let text = message(|| pump("goal", &["Element has 9 elements"], 0, 1, false, grown, check));
    assert_eq!(text, "wrong at 64");
}

#[test]
fn further_values_differ_from_the_first() {
    let differing = Cell::new(0);
    pump("goal", &[], 0, 3, false, grown, |stage, list| {
        let Some(other) = stage.other(1).built(grown) else { return };
        differing.set(differing.get() + usize::from(list() != other()));
    });
    assert!(differing.get() > 200, "{}", differing.get());
}

#[test]
fn observed_elements_are_in_the_value_or_not() {
    pump("goal", &[], 1, 7, false, grown, |stage, list| {
        let list = list();
        let choices = stage.choices();
        assert!(choices.contains(&stage.choice(0)) && choices.contains(&stage.choice(2)));
        assert!(choices.iter().any(|choice| !list.contains(choice)));
        assert!(stage.number(0) >= 0 && stage.number(1) >= 0 && stage.index(3) >= 0);
    });
}
