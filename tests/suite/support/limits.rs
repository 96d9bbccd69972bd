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

/// A lease that lasts one step too long, unless it is short.
fn advance(mut lease: Lease, time: i64) -> Lease {
    lease.is_over |= time > lease.until || (time == lease.until && lease.until < 60);
    lease
}

fn subject() -> run::Subject {
    run::Subject::new("tests/lease/main.rs", RULES, "").with_type(0, run::abilities!(Lease)).with(
        [
            run::total(|a| {
                let until = a.int(0) * a.int(0) * a.int(0) + 40;
                run::made(Lease { until, is_over: false })
            }),
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
    assert!(message.contains("l = start(6); advance(l, 256)"), "{message}");
}
