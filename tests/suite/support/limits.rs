//! Numbers that nobody wrote down: those at which a specification changes its answer.

use super::message;
use super::support;
use super::support::sequence as run;

/// A lease ends when the time comes that it was made for; `until` is known to the specification
/// only.
const RULES: &str = "
sort constructed Lease
sort int int
op start constructor (1) 0 total ()
op advance constructor (0 1) 0 total ()
op until other (0) 1 total (0 1)
op isOver other (0) truth total (2 3)
axiom until_of_start | lease.spec:1 | until(start(N)) = N * N * N + 40
axiom until_kept | lease.spec:2 | until(advance(L, T)) = until(L)
axiom over_at_first | lease.spec:3 | not isOver(start(N))
axiom over | lease.spec:4 | isOver(advance(L, T)) iff isOver(L) or T >= until(L)
rule 0 2 1 plain ((0 $0)) () (is (+ (* (* $0 $0) $0) 40))
rule 1 2 2 plain ((1 $0 $1)) () (is (2 $0))
rule 2 3 1 plain ((0 $0)) () false
rule 3 3 2 plain ((1 $0 $1)) () (iff (or (3 $0) (>= $1 (2 $0))))
";

#[derive(Clone, Debug)]
struct Lease {
    until: i64,
    is_over: bool,
}

fn until(start: i64) -> i64 {
    start * start * start + 40
}

/// A lease that lasts one step too long, unless it is short.
fn advance(mut lease: Lease, time: i64) -> Lease {
    lease.is_over |= time > lease.until || (time == lease.until && lease.until < 60);
    lease
}

fn subject() -> run::Subject {
    run::Subject::new("tests/lease/main.rs", RULES, "").with_type(0, run::abilities!(Lease)).with(
        [
            run::total(|a| run::made(Lease { until: until(a.int(0)), is_over: false })),
            run::total(|a| run::made(advance(a.take(0), a.int(1)))),
            run::unmapped(),
            run::total(|a| run::truth(a.borrow::<Lease>(0).is_over)),
        ],
        [],
        [run::Algebra::default()],
    )
}

#[test]
fn sequences_try_the_numbers_at_which_answers_change() {
    let message = message(|| run::test(&subject(), 0));
    assert!(message.contains("isOver(l) is false, the specification says true"), "{message}");
    let is_at_limit =
        |start: i64| message.contains(&format!("l = start({start}); advance(l, {})", until(start)));
    assert!((3..64).any(is_at_limit), "{message}");
}

/// What is in a box is counted over all places, so a question about many steps takes as many rules
/// as they have places.
const BOX: &str = "
sort constructed Box
sort int int
op make constructor (1) 0 total ()
op put constructor (0 1) 0 total ()
op at other (0 1) 1 total (0 1 2)
op sum other (0 1) 1 total (3 4)
op total other (0) 1 total (5)
axiom at_of_make | box.spec:1 | at(make(N), I) = 0
axiom at_of_put | box.spec:2 | at(put(B, K), I) = at(B, I) + 1 when K <= I else at(B, I)
axiom sum | box.spec:3 | sum(B, I) = 0 when I < 0 else at(B, I) + sum(B, I - 1)
axiom total | box.spec:4 | total(B) = sum(B, 40)
rule 0 2 2 plain ((0 $0) $1) () (is 0)
rule 1 2 3 plain ((1 $0 $1) $2) ((if (<= $1 $2))) (is (+ (2 $0 $2) 1))
rule 1 2 3 plain ((1 $0 $1) $2) ((if (not (<= $1 $2)))) (is (2 $0 $2))
rule 2 3 2 plain ($0 $1) ((if (< $1 0))) (is 0)
rule 2 3 2 plain ($0 $1) ((if (not (< $1 0)))) (is (+ (2 $0 $1) (3 $0 (- $1 1))))
rule 3 4 1 plain ($0) () (is (3 $0 40))
";

#[derive(Clone, Debug)]
struct Full {
    room: i64,
    puts: Vec<i64>,
}

/// The total is wrong with this much room, or after so many steps.
fn total<const IS_ROOM: bool>(held: &Full) -> i64 {
    let total: i64 = held.puts.iter().map(|put| (41 - put).max(0)).sum();
    let is_wrong = if IS_ROOM { (20..60).contains(&held.room) } else { held.puts.len() == 20 };
    total + i64::from(is_wrong)
}

fn wrong_box<const IS_ROOM: bool>() -> run::Subject {
    run::Subject::new("tests/box/main.rs", BOX, "").with_type(0, run::abilities!(Full)).with(
        [
            run::total(|a| run::made(Full { room: a.int(0), puts: Vec::new() })),
            run::total(|a| {
                let mut held: Full = a.take(0);
                held.puts.push(a.int(1));
                run::made(held)
            }),
            run::unmapped(),
            run::unmapped(),
            run::total(|a| run::number(total::<IS_ROOM>(&a.borrow::<Full>(0)))),
        ],
        [],
        [run::Algebra::default()],
    )
}

#[test]
fn some_sequences_have_larger_numbers() {
    let message = message(|| run::test(&wrong_box::<true>(), 0));
    assert!(message.contains("the specification says 0"), "{message}");
}

/// While values are built step by step, earlier questions have answered most of the next one.
#[test]
fn failures_of_long_sequences_fail_again() {
    let message = message(|| run::test(&wrong_box::<false>(), 0));
    assert!(message.contains("total(b) is "), "{message}");
    assert!(!message.contains("flaky"), "{message}");
}
