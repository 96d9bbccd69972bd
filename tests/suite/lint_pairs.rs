//! Lints that claim a property of all models: each on a specification where the claim is true,
//! and on one where it nearly is.

use specgen::audit::audit;
use specgen::diagnostic::Code;
use specgen::search::Options;
use specgen::theory::{NoFolders, Workspace};
use specgen::trial::{contradiction, open_observers};

/// Everything that `specgen check` says, and what is silent by default.
fn codes(text: &str) -> Vec<Code> {
    let mut workspace = Workspace::new(NoFolders);
    let loaded = workspace.load("it.spec", text).expect("it is well-formed");
    let subject = loaded.default_subject().expect("it is no parameter");
    let theory = loaded.theory.restricted_to(subject);
    let sources = &workspace.sources;
    let mut found = loaded.warnings.clone();
    let options = Options { clause_limit: 30_000, ..Options::default() };
    let audited = audit(&theory, sources, &|_| true, &options, &mut |_| {});
    found.extend(audited.expect("the search is sound"));
    found.extend(contradiction(&theory, sources));
    found.extend(open_observers(&theory, sources));
    found.into_iter().map(|one| one.code).collect()
}

/// A counter with a limit of two, with these axioms.
fn counter(axioms: &str) -> String {
    format!(
        "specification Counter
           constructors zero: --> Counter; next: Counter -->? Counter;
           observers count: Counter --> int; isFull: Counter;
           domains C: Counter; next(C) if not isFull(C);
           axioms [zero] count(zero()) = 0; {axioms}
         end specification"
    )
}

const NEXT: &str = "[next] count(next(C)) = count(C) + 1 if not isFull(C);";
const FULL: &str = "[full] isFull(C) iff count(C) >= 2;";

fn pair(code: Code, holds: &str, nearly: &str) {
    let found = codes(holds);
    assert!(found.contains(&code), "{code:?} is missing in {found:?} of\n{holds}");
    let found = codes(nearly);
    assert!(!found.contains(&code), "{code:?} is wrong in {found:?} of\n{nearly}");
}

/// The second limit is reached only where the first one refuses.
#[test]
fn axioms_contradict_each_other() {
    let sound = format!("{NEXT} {FULL}");
    let collides = "[two] count(next(next(C))) = 3 if not isFull(C) and not isFull(next(C));";
    let refused = "[two] count(next(C)) = 5 if count(C) = 2 and not isFull(C);";
    pair(
        Code::Contradiction,
        &counter(&format!("{sound} {collides}")),
        &counter(&format!("{sound} {refused}")),
    );
}

/// Each of three axioms can hold; only two of them together.
#[test]
fn no_type_can_satisfy_it() {
    let flag = |third: &str| {
        format!(
            "specification Flag[Element]
               constructors off: --> Flag; flip: Flag Element --> Flag;
               observers isOn, isOld: Flag;
               axioms
                 F: Flag; E: Element;
                 [new] not isOn(off()) or isOld(off());
                 [old] isOld(flip(F, E)) iff not isOld(F);
                 {third}
             end specification"
        )
    };
    pair(
        Code::Inconsistent,
        &flag("[never] isOld(F) and not isOn(F);"),
        &flag("[never] isOld(F) iff not isOn(F);"),
    );
}

/// Equal up to the last value, which is reached only behind a domain condition.
#[test]
fn all_elements_are_equal() {
    let switch = |law: &str| {
        format!(
            "specification Switch
               constructors off: --> Switch; flip: Switch --> Switch;
               observers isOn: Switch;
               axioms S: Switch; [law] {law};
             end specification"
        )
    };
    pair(Code::CollapsedSort, &switch("flip(S) = S"), &switch("flip(flip(S)) = S"));
    pair(
        Code::CollapsedSort,
        &switch("flip(S) = S if isOn(S) or not isOn(S)"),
        &switch("flip(S) = S if isOn(S)"),
    );
}

#[test]
fn an_axiom_follows_from_the_others() {
    let order = |axiom: &str| {
        format!(
            "specification Order
               sorts Item
               observers leq: Item Item;
               axioms
                 A, B, C: Item;
                 [total] leq(A, B) or leq(B, A);
                 [more] {axiom};
             end specification
             specification Box[Order]
               constructors box: Item --> Box;
               observers holds: Box Item; top: Box;
               axioms
                 B: Box; I, J: Item;
                 [holds] holds(box(I), J) iff leq(J, I);
                 [itself] holds(box(I), I);
                 [top] top(box(I)) iff leq(I, I);
             end specification"
        )
    };
    // Without totality for equal elements, `itself` says something new.
    pair(
        Code::ImpliedAxiom,
        &order("leq(A, C) if leq(A, B) and leq(B, C)"),
        &order("leq(A, C) if leq(A, B) and leq(B, C)")
            .replace("leq(A, B) or leq(B, A)", "leq(A, B) or leq(B, A) or A = B"),
    );
}

#[test]
fn a_theorem_does_not_follow() {
    let law = |theorem: &str| {
        counter(&format!("{NEXT} {FULL}"))
            .replace("end specification", &format!("implies [law] {theorem}; end specification"))
    };
    // Two steps are possible from the start, three are not: both sides are undefined.
    pair(
        Code::RefutedTheorem,
        &law("count(next(next(C))) = count(C) + 2"),
        &law("count(next(next(next(C)))) = count(next(next(next(next(C)))))"),
    );
}

#[test]
fn nothing_says_what_an_observer_is() {
    pair(
        Code::OpenObserver,
        &counter(&format!("{FULL} [next] count(next(C)) = count(C) + 1 if count(C) < 1;")),
        &counter(&format!("{FULL} [next] count(next(C)) = count(C) + 1 if count(C) < 2;")),
    );
}

/// An axiom without a premise says that a partial operation has a result everywhere.
#[test]
fn nothing_is_left_outside_of_a_domain() {
    let full = |axiom: &str| counter(&format!("{FULL} [next] {axiom};"));
    pair(
        Code::DomainRuledOut,
        &full("count(next(C)) = count(C) + 1"),
        &full("count(next(C)) = count(C) + 1 if not isFull(C)"),
    );
}
