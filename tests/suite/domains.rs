//! Domain types with deep state, written as a user would on the first day: several numbers for
//! each operation, limits far above what a finite model could have.

use specgen::decide::decide;
use specgen::goal::{GoalOptions, goals};
use specgen::search::{Options, Verdict};

use crate::example;

/// How many goals are covered, impossible and not found, and the most operations of a witness.
fn verdicts(file: &str) -> ([usize; 3], usize) {
    verdicts_of(file, &[""])
}

/// The same for goals whose names start with a word.
fn verdicts_of(file: &str, words: &[&str]) -> ([usize; 3], usize) {
    let path = format!("{}/tests/domains/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the specification is there");
    let theory = example::theory(&text);
    let mut goals = goals(&theory, GoalOptions::default()).expect("few goals");
    goals.retain(|goal| words.iter().any(|word| goal.id().starts_with(word)));
    let outcomes = decide(&theory, &goals, &Options::default(), &mut |_| {});
    let (mut counts, mut deepest) = ([0; 3], 0);
    for outcome in outcomes.expect("all models pass the evaluator") {
        match outcome.verdict {
            Verdict::Covered(witness) => {
                counts[0] += 1;
                let texts = witness.terms.iter().map(|term| term.text(&theory));
                deepest =
                    deepest.max(texts.map(|text| text.matches('(').count()).max().unwrap_or(0));
            }
            Verdict::Impossible(_) => counts[1] += 1,
            Verdict::NotFound => {
                counts[2] += 1;
                let tried = outcome.tried.expect("execution was tried");
                assert!(tried.terms > 100 && tried.operations > 5, "{tried:?}");
            }
            Verdict::GaveUp(reason) => panic!("{reason:?}"),
        }
    }
    (counts, deepest)
}

// Induction refutes most of what no value has: a negative length, a paid car outside.

#[test]
fn a_buffer_is_filled_with_80_letters() {
    let (counts, deepest) = verdicts("text_buffer.spec");
    assert_eq!(counts, [127, 56, 8]);
    assert!(deepest > 80, "{deepest} operations");
}

#[test]
fn an_account_reaches_gold_status_and_twelve_purchases() {
    let (counts, deepest) = verdicts("loyalty_account.spec");
    assert_eq!(counts, [135, 60, 0]);
    assert!(deepest > 12, "{deepest} operations");
}

/// Each stay needs a booking, an arrival and a departure before the next one: no operation alone
/// comes nearer. That who is inside has booked follows by induction.
#[test]
fn a_guest_stays_five_times() {
    let (counts, deepest) = verdicts_of("hotel.spec", &["regular/", "late/", "cancel_first/"]);
    assert_eq!(counts[2], 0, "{counts:?}");
    assert!(deepest >= 14, "{deepest} operations");
}

#[test]
fn an_account_is_overdrawn_and_frozen() {
    let (counts, _) = verdicts_of("bank.spec", &["overdrawn/", "available/", "freeze_", "rich/"]);
    assert_eq!(counts[2], 0, "{counts:?}");
    assert_eq!(counts[0], 29, "{counts:?}");
}

/// No usual number opens an auction: it runs for 300 seconds or more.
#[test]
fn an_operation_whose_numbers_all_have_bounds_is_called_at_them() {
    let (counts, _) = verdicts_of("auction.spec", &["met/", "late/", "sold/", "owed_is/"]);
    assert_eq!(counts, [15, 3, 0]);
}

/// Each game takes four points, of which none but the last shows in the games.
#[test]
fn a_set_is_won_by_six_games_of_four_points() {
    let words = ["point_sets/sets_is_sets_plus_1", "point_wrong/wrong_is_0_and_wins_set"];
    let (counts, deepest) = verdicts_of("tennis.spec", &words);
    assert_eq!(counts, [3, 14, 0]);
    assert!(deepest >= 24, "{deepest} operations");
}

/// Two sets end a match, and so does the third violation: what has several ways is reached by one of
/// them, and each set takes twenty-four points of which only the last one shows in the sets.
#[test]
fn a_match_is_won_by_two_sets() {
    let words = ["over/case_ttfff", "point/outside", "violate/outside", "winner/in"];
    let (counts, deepest) = verdicts_of("tennis.spec", &words);
    assert_eq!(counts, [4, 0, 0]);
    assert!(deepest >= 48, "{deepest} operations");
}

/// A player is at home or not, so a tie-break excludes a lead in games.
#[test]
fn a_sort_of_constants_has_no_other_values() {
    let (counts, _) = verdicts_of("tennis.spec", &["set_won/case_tttt", "set_won/case_fftt"]);
    assert_eq!(counts[2], 0, "{counts:?}");
}

/// A running auction has not ended yet, and a window is younger than 60 seconds: what is compared
/// with a variable bounds the rest of the goal.
#[test]
fn what_a_variable_is_compared_with_is_compared() {
    let (counts, _) = verdicts_of("auction.spec", &["bid/outside_case_t", "bid/outside_case_fttt"]);
    assert_eq!(counts[2], 0, "{counts:?}");
    let (counts, _) = verdicts_of("rate_limiter.spec", &["window_", "used_"]);
    assert_eq!(counts, [28, 22, 0]);
}

/// A quotient is defined unless it is by 0, and nobody breathes nothing.
#[test]
fn a_quotient_by_a_positive_number_is_defined() {
    let (counts, _) = verdicts_of("dive.spec", &["gas_time/"]);
    assert_eq!(counts, [2, 1, 0]);
}

/// An open card that has expired with money left, and was barred from a number: no condition alone
/// takes more than three operations, and no number says how near all of them are.
#[test]
fn states_of_several_conditions_are_found() {
    let few = "call_error_too_little/case_fttftt";
    let (counts, _) = verdicts_of("sim.spec", &[few, "browse/"]);
    assert_eq!(counts[2], 0, "{counts:?}");
    assert!(counts[0] > 12, "{counts:?}");
}

/// Different variants of an error are different values: a card that is open is not refused as locked.
#[test]
fn a_wrong_error_is_impossible() {
    let (counts, _) = verdicts_of("sim.spec", &["call_error_locked/"]);
    assert_eq!(counts, [2, 1, 0]);
}
