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

mod pumped_by_insert {
    use super::*;
    fn insert(value: Set, stage: Stage, step: usize) -> Option<Set> {
        Some(super::insert(value, stage.element(step, 0) as u8))
    }
    fn grown(stage: Stage) -> Option<Set> {
        stage.run(Some(Set::new()), &[insert], &[insert])
    }
    #[test]
    fn kept() {
        pump("pumped_by_insert/kept", &[], 1, 7, false, grown, |stage, s| {
            let Some(t) = stage.other(1).built(grown) else { return };
            super::kept(stage.choice(0) as u8, s, t);
        });
    }
}
