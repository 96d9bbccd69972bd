// What generated tests do with the runtime. `tests/suite/support/program.rs` compiles this
// behind the runtime, as one file.

use std::collections::BTreeSet;
use support::*;

mod mocks {
    use super::support;
    #[derive(Debug)]
    pub struct TotalOrder {
        pub geq: &'static [&'static str],
        pub weight: &'static [Option<i64>],
        pub lowest: i64,
    }
    impl TotalOrder {
        pub fn geq(&self, a: usize, b: usize) -> bool {
            support::answer("geq", &self.geq, &[a, b])
        }
        pub fn weight(&self, a: i64) -> i64 {
            support::answer("weight", &self.weight, &[support::index(a, self.lowest)])
        }
    }
}
use mocks::*;

type Set = BTreeSet<u8>;
static CHAIN_2: TotalOrder =
    TotalOrder { geq: &["tf", "tt"], weight: &[Some(1), None], lowest: -1 };

fn insert(mut s: Set, e: u8) -> Set {
    s.insert(e);
    s
}
fn largest(s: &Set) -> Option<u8> {
    s.iter().next_back().copied()
}
fn is_in(s: &Set, e: u8) -> bool {
    s.contains(&e)
}
fn alike_set(left: impl Fn() -> Set, right: impl Fn() -> Set, elements: &[u8]) -> bool {
    left() == right() && elements.iter().all(|e| is_in(&left(), *e) == is_in(&right(), *e))
}

fn kept(e: u8, s: impl Fn() -> Set, t: impl Fn() -> Set) -> Atoms<7> {
    axiom(
        "[kept]",
        [
            equation!("a", largest(&insert(s(), e)), largest(&s())),
            equation!("b", largest(&insert(s(), e)), largest(&s())),
            equation!("c", insert(s(), e), s()),
            equation!("d", is_in(&s(), e), true),
            equation!("e", (), ()),
            equation!("f", largest(&s()), largest(&t()), |left, right| equal_options(
                left,
                right,
                |a, b| a == b
            )),
            equation!("g", e as i64 + 1, if is_in(&s(), e) { 2 } else { 3 }),
        ],
        |[a, b, c, ..]| (a == b) || c,
    )
}
fn dom(s: impl Fn() -> Set) -> Atoms<1> {
    let mut after = s();
    let defined = after.pop_first().is_some();
    if !defined {
        unchanged!("pop(S)", after, s());
        unchanged!("pop(S)", after, s(), |a, b| a.len() == b.len());
    }
    domain("[domain of pop]", "pop(S)", [atom("isEmpty(S)", s().is_empty())], |[e]| !e, defined)
}

mod kept {
    use super::*;
    #[test]
    fn first() {
        let _case = Case::with_model("kept/first", "E = 1", &CHAIN_2);
        super::kept(1, || insert(Set::new(), 1), Set::new).forced("?tt????");
    }
    #[test]
    fn second() {
        let case = Case::with_model("kept/first", "E = 1", &CHAIN_2);
        let Some(s) = case.built(|| Some(insert(Set::new(), 1))) else { return };
        let Some(t) = case.built(|| Some(insert(Set::new(), 2))) else { return };
        super::kept(1, s, t).reaches(&case, "tttttft");
        super::dom(Set::new).forced("t");
        case.differ("a != b", 1, 2);
        assert!(CHAIN_2.geq(1, 0) && CHAIN_2.weight(-1) == 1);
    }
}

mod laws_of_set {
    use super::*;
    fn samples() -> Vec<Sample<Set>> {
        vec![sample("empty()", Set::new), sample("insert(empty(), 1)", || insert(Set::new(), 1))]
    }
    fn some_samples() -> Vec<Sample<Set>> {
        let all = [sample_if_built("empty()", || Some(Set::new())), sample_if_built("x", || None)];
        Vec::from(all).into_iter().flatten().collect()
    }
    fn alike(left: &dyn Fn() -> Set, right: &dyn Fn() -> Set) -> bool {
        alike_set(left, right, &[1, 2])
    }
    #[test]
    fn all() {
        let _case = Case::new("laws_of_set/all", "");
        laws::clone_is_equal(&some_samples(), |left, right| alike_set(left, right, &[1, 2]));
        laws::clone_from_is_clone(&samples(), alike);
        for e in 1..3 {
            laws::clone_is_independent("insert", &samples(), |s| drop(insert(s, e)), alike);
            laws::receiver_is_unchanged(
                "isIn",
                &samples(),
                |s| {
                    let _ = is_in(s, e);
                },
                alike,
            );
        }
        laws::default_is("empty", Set::new, alike);
        laws::debug_does_not_panic(&samples());
        laws::hash_agrees_with_eq(&samples());
        laws::ord_agrees_with_eq(&samples());
        laws::partial_ord_agrees_with_eq(&samples());
        laws::equality_is_reflexive(&samples(), |a, b| a == b);
        laws::equality_is_symmetric(&samples(), |a, b| a == b, |a, b| a != b);
        laws::extend_is("insert", &samples(), &[1, 2, 3, 1], insert, alike);
        laws::collect_is("insert", Set::new, &[1, 2, 3, 1], insert, alike);
        laws::into_iter_has("isIn", &samples(), &[1, 2, 3], |s, e| is_in(&s(), *e));
        laws::into_iter_counts("count", &samples(), &[1, 2, 3], |s, e| i64::from(is_in(&s(), *e)));
        laws::into_iter_lists("get", &samples(), |s, i| s().into_iter().nth(i as usize));
    }
}

mod sequences {
    use super::support::sequence as run;
    use super::*;

    const RULES: &str = r"
sort given Element
sort constructed Set
op empty constructor () 1 total ()
op insert constructor (1 0) 1 total ()
op isIn other (1 0) truth total (0 1)
op largest other (1) 0 (4 $0) ()
op isFilled other (1) truth total (2 3)
axiom nothing_in_empty | set.spec:1 | not isIn(empty(), E)
axiom membership | set.spec:2 | isIn(insert(S, E), F) iff E = F or isIn(S, F)
axiom empty_is_empty | set.spec:3 | not isFilled(empty())
axiom insert_fills | set.spec:4 | isFilled(insert(S, E))
rule 0 2 1 plain ((0) $0) () false
rule 1 2 3 plain ((1 $2 $0) $1) () (iff (or (= $0 $1) (2 $2 $1)))
rule 2 4 0 plain ((0)) () false
rule 3 4 2 plain ((1 $1 $0)) () true
";

    #[test]
    fn of_set() {
        run::test(&subject(), 1);
    }

    fn subject() -> run::Subject {
        run::Subject::new(file!(), RULES, "")
            .with_type(1, run::abilities!(Set, |left, right| left == right))
            .with(
                operations(),
                [run::axiom("kept", &[("E", 0), ("S", 1), ("T", 1)], |a| {
                    kept(a.element(0, 0), || a.make(1), || a.make(2));
                })],
                [run::Algebra::of(&CHAIN_2).with_elements(0, &[0u8, 1, 2])],
            )
    }

    fn operations() -> [run::Operation; 5] {
        [
            run::total(|_| run::made(Set::new())),
            run::total(|a| run::made(insert(a.take(0), a.element(1, 0)))),
            run::total(|a| run::truth(is_in(&a.borrow(0), a.element(1, 0)))).within(1, 0, i64::MAX),
            run::partial(|a| run::element_if(largest(&a.borrow(0))))
                .attempting(run::Outside::Refuses, |a| run::tried(largest(&a.borrow(0)).is_some())),
            run::total(|a| run::truth(!a.borrow::<Set>(0).is_empty())),
        ]
    }
}
