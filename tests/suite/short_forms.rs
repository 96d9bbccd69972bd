//! Short forms mean what their long forms do.

use specgen::diagnostic::Code;
use specgen::source::Source;
use specgen::theory::{NoFolders, Theory, Workspace};

/// The theory in words, without places.
pub fn described(text: &str) -> String {
    let mut workspace = Workspace::new(NoFolders);
    let loaded = workspace.load("it.spec", text).unwrap_or_else(|found| panic!("{found:#?}"));
    assert_eq!(loaded.warnings, [], "{text}");
    let subject = loaded.default_subject().expect("it is no parameter");
    described_theory(&loaded.theory.restricted_to(subject))
}

fn described_theory(theory: &Theory) -> String {
    specgen::theory::describe(theory)
}

pub fn expanded(text: &str) -> String {
    let source = Source { name: "it.spec".to_owned(), text: text.to_owned() };
    specgen::pipeline::expand(&source).expect("it is well-formed")
}

const SHORT: &str = "\
specification Limiter
  constructors
    new: int int -->? Limiter;
    acquire: Limiter int -->? Limiter;
  observers
    limit, window, now: Limiter --> int;
    used: Limiter int --> int;
    isFull: Limiter;
  domains
    S: Limiter; T, U, N, W: int;
    new(N, W) if N >= 0 and W >= 0;
    acquire(S, T) if T >= now(S) and used(S, T) < limit(S);
  axioms
    after new(N, W): limit = N, window = W, now = 0, used(T) = 0, not isFull;
    after acquire(S, T):
      now = T,
      used(U) = used(S, U) + 1 when T <= U and U < T + window(S) else used(S, U),
      isFull iff used(S, T) + 1 = limit(S),
      keeps limit, keeps rest;
end specification
";

const LONG: &str = "\
specification Limiter
  sorts
    Limiter
  constructors
    new: int int -->? Limiter;
    acquire: Limiter int -->? Limiter;
  observers
    limit: Limiter --> int;
    window: Limiter --> int;
    now: Limiter --> int;
    used: Limiter int --> int;
    isFull: Limiter;
  domains
    S: Limiter; T, N, W: int;
    new(N, W) if N >= 0 and W >= 0;
    acquire(S, T) if T >= now(S) and used(S, T) < limit(S);
  axioms
    S: Limiter; T, U, N, W: int;
    [new_limit]  limit(new(N, W)) = N if N >= 0 and W >= 0;
    [new_window] window(new(N, W)) = W if N >= 0 and W >= 0;
    [new_now]    now(new(N, W)) = 0 if N >= 0 and W >= 0;
    [new_used]   used(new(N, W), T) = 0 if N >= 0 and W >= 0;
    [new_isFull] not isFull(new(N, W)) if N >= 0 and W >= 0;
    [acquire_now] now(acquire(S, T)) = T if T >= now(S) and used(S, T) < limit(S);
    [acquire_used]
      used(acquire(S, T), U) = used(S, U) + 1 when T <= U and U < T + window(S) else used(S, U)
        if T >= now(S) and used(S, T) < limit(S);
    [acquire_isFull]
      isFull(acquire(S, T)) iff used(S, T) + 1 = limit(S)
        if T >= now(S) and used(S, T) < limit(S);
    [acquire_keeps_limit]
      limit(acquire(S, T)) = limit(S) if T >= now(S) and used(S, T) < limit(S);
    [acquire_keeps_window]
      window(acquire(S, T)) = window(S) if T >= now(S) and used(S, T) < limit(S);
end specification
";

#[test]
fn effects_are_axioms_with_the_domain_as_premise() {
    assert_eq!(described(SHORT), described(LONG));
}

/// The long form parses, means the same, and has no short forms left.
#[test]
fn expansion_is_the_long_form() {
    let long = expanded(SHORT);
    assert_eq!(described(&long), described(LONG));
    assert_eq!(expanded(&long), long);
    insta::assert_snapshot!(long);
}

const STACK: &str = "
    E: Element; S: Stack;
    [new]  isEmpty(CONSTANT);
    [push] not isEmpty(push(S, E));
    [top]  top(push(S, E)) = E;
    [pop]  pop(push(S, E)) = S;
end specification
";

#[test]
fn domain_clauses_may_share_a_condition_and_constants_have_no_parentheses() {
    let head = "specification Stack[Element]
      sorts Stack
      constructors new: --> Stack; push: Stack Element --> Stack;
      observers isEmpty: Stack; top: Stack -->? Element; pop: Stack -->? Stack;
      domains S: Stack;";
    let short = format!("{head} top(S), pop(S) if not isEmpty(S); axioms {STACK}");
    let long = format!("{head} top(S) if not isEmpty(S); pop(S) if not isEmpty(S); axioms {STACK}");
    let (short, long) = (short.replace("CONSTANT", "new"), long.replace("CONSTANT", "new()"));
    assert_eq!(described(&short), described(&long));
}

/// Observers with further arguments are kept for all of them.
#[test]
fn what_is_kept_is_kept_for_all_arguments() {
    let spec = |axioms: &str| {
        format!(
            "specification Map[Key]
               constructors new: --> Map; add: Map Key --> Map; touch: Map --> Map;
               observers has: Map Key; hits: Map --> int;
               axioms
                 M: Map; K, L: Key;
                 after new(): not has(K), hits = 0;
                 after add(M, K): has(L) iff K = L or has(M, L), keeps hits;
                 {axioms}
             end specification"
        )
    };
    let short = spec("after touch(M): hits = hits(M) + 1, keeps rest;");
    let long = spec(
        "[touch_hits] hits(touch(M)) = hits(M) + 1;
         [touch_keeps_has] has(touch(M), K) iff has(M, K);",
    );
    // The fresh variable has a name of its own.
    assert_eq!(described(&short).replace("K1", "K"), described(&long));
}

/// The domain condition of the operation stands first.
#[test]
fn an_effect_may_have_a_premise() {
    let spec = |axioms: &str| {
        format!(
            "specification Shelf[Key]
               constructors new: --> Shelf; drop: Shelf Key -->? Shelf;
               observers has: Shelf Key; rank: Shelf Key --> int;
               domains S: Shelf; K, L: Key; drop(S, K) if has(S, K);
               axioms after new: not has(K), rank(K) = 0; {axioms}
             end specification"
        )
    };
    let short = spec("after drop(S, K): rank(L) = rank(S, L) if K != L, not has(L) if K = L;");
    let long = spec(
        "[drop_rank] rank(drop(S, K), L) = rank(S, L) if has(S, K) and K != L;
         [drop_has] not has(drop(S, K), L) if has(S, K) and K = L;",
    );
    assert_eq!(described(&short), described(&long));
}

/// What a definition determines changes with what it is defined by.
#[test]
fn keeps_rest_leaves_out_what_a_definition_determines() {
    let spec = |effects: &str, definitions: &str| {
        format!(
            "specification Shelf
               constructors new: int --> Shelf; put: Shelf int --> Shelf;
               observers
                 room, used: Shelf --> int; free: Shelf --> int; isFull: Shelf;
                 last: Shelf -->? int;
               domains
                 S: Shelf; N: int;
                 last(S) if used(S) > 0;
               axioms
                 after new(N): room = N, used = 0;
                 {definitions}
                 {effects}
             end specification"
        )
    };
    let definitions = "[free] free(S) = room(S) - used(S); [full] isFull(S) iff free(S) = 0;";
    let partial = "[last] last(S) = used(S) if used(S) > 0;";
    let kept = |definitions: &str| {
        let short = spec("after put(S, N): used = N, keeps rest;", definitions);
        let text = described(&short);
        let observers = ["room", "free", "isFull", "last"];
        let is_kept = |name: &&str| text.contains(&format!("put_keeps_{name}"));
        observers.into_iter().filter(is_kept).collect::<Vec<_>>()
    };
    assert_eq!(kept(&format!("{definitions} {partial}")), ["room"]);
    // A law with a premise of its own, or about itself, is no definition.
    let laws = "[last] last(S) = 1 if used(S) > 0;
                [free] free(S) = room(S) if used(S) = 0; [full] isFull(S) iff not not isFull(S);";
    assert_eq!(kept(laws), ["room", "free", "isFull"]);
}

/// A partial observer may be kept together with what its domain condition mentions.
#[test]
fn what_is_kept_does_not_change() {
    let spec = |effects: &str| {
        format!(
            "specification Map[Key]
               constructors new: --> Map; add: Map Key --> Map;
               observers has: Map Key; hits: Map Key -->? int;
               domains M: Map; K: Key; hits(M, K) if has(M, K);
               axioms after add(M, K): {effects};
             end specification"
        )
    };
    let kept = expanded(&spec("keeps has, keeps hits"));
    assert!(kept.contains("hits(add(M, K), K2) = hits(M, K2)"), "{kept}");
    let kept = expanded(&spec("has(K), keeps hits"));
    let both = "hits(add(M, K), K1) = hits(M, K1) if has(add(M, K), K1) and has(M, K1)";
    let words: Vec<&str> = kept.split_whitespace().collect();
    assert!(words.join(" ").contains(both), "{kept}");
    let mut workspace = Workspace::new(NoFolders);
    let refused = workspace.load("it.spec", &spec("has(K), keeps rest")).expect_err("it changes");
    assert_eq!(refused[0].code, Code::AfterForm);
}

/// An answer without an arrow is a predicate, and its axioms hold where the operation is defined.
#[test]
fn an_answer_may_be_a_predicate() {
    let spec = |add: &str, rest: &str| {
        format!(
            "specification Room
               constructors new: --> Room; {add}
               observers used: Room --> int;
               domains
                 R: Room; N: int;
                 enter(R, N) if N > used(R);
               axioms
                 after new(): used = 0;
                 after enter(R, N): used = N;
                 {rest}
             end specification"
        )
    };
    let short = spec("enter: Room int -->? Room returns isLast;", "[last] isLast(R, N) iff N = 9;");
    let long = spec(
        "enter: Room int -->? Room; observers isLast: Room int;",
        "[last] isLast(R, N) iff N = 9 if N > used(R);
         [enter_answers_isLast] not isLast(R, N) if not N > used(R);",
    );
    assert_eq!(described(&short), described(&long));
}

/// What an error mentions is defined where its condition does not hold.
#[test]
fn an_error_may_mention_what_its_condition_denies() {
    let spec = |condition: &str, domain: &str| {
        format!(
            "specification Gate
               sorts Refused is Held(by: int)
               constructors new: --> Gate; close: Gate int --> Gate; pass: Gate -->? Gate;
               observers holder: Gate -->? int; held: Gate --> int;
               domains
                 G: Gate; N: int;
                 holder(G) if {domain};
                 pass(G) if {condition} else Held(holder(G));
               axioms
                 after new(): held = 0;
                 after close(G, N): held = held(G) + 1, holder = N;
                 after pass(G): keeps held;
             end specification"
        )
    };
    for (condition, domain) in [
        ("held(G) != 1", "held(G) = 1"),
        ("held(G) < 2", "held(G) >= 2"),
        ("not held(G) > 1", "held(G) > 1"),
    ] {
        described(&spec(condition, domain));
    }
    let wrong = spec("held(G) < 2", "held(G) > 2");
    let refused = Workspace::new(NoFolders).load("it.spec", &wrong).expect_err("it is open");
    assert_eq!(refused[0].code, Code::ErrorForm);
}

/// The answer is defined where the operation is, and where its own clause holds.
#[test]
fn what_a_call_returns_is_an_observer() {
    let spec = |operations: &str, domains: &str| {
        format!(
            "specification Deque[Element]
               constructors new: --> Deque; push: Deque Element --> Deque;
               {operations}
               domains
                 D: Deque; E: Element;
                 {domains}
               axioms
                 after new(): len = 0;
                 after push(D, E): len = len(D) + 1, pop = D, back = E;
                 [swapped] swapped(D, E) = back(D) if len(D) > 0 and len(D) > 1;
                 [swap] swap(D, E) = push(pop(D), E) if len(D) > 0;
             end specification"
        )
    };
    let short = spec(
        "observers
           len: Deque --> int;
           pop: Deque -->? Deque returns back --> Element;
           swap: Deque Element -->? Deque returns swapped -->? Element;",
        "pop(D), swap(D, E) if len(D) > 0; swapped(D, E) if len(D) > 1;",
    );
    let long = spec(
        "observers
           len: Deque --> int;
           pop: Deque -->? Deque;
           swap: Deque Element -->? Deque;
           back: Deque -->? Element;
           swapped: Deque Element -->? Element;",
        "pop(D), back(D), swap(D, E) if len(D) > 0;
         swapped(D, E) if len(D) > 0 and len(D) > 1;",
    );
    assert_eq!(described(&short), described(&long));
}

/// The words of short forms are names like others.
#[test]
fn words_of_short_forms_are_no_keywords() {
    described(
        "specification Clock
           constructors start: --> Clock; tick: Clock --> Clock;
           observers after: Clock int; keeps, returns: Clock --> int;
           axioms
             C: Clock; N: int;
             [after] after(C, N) iff keeps(C) > N;
             after start(): keeps = 0, returns = 0;
             after tick(C): keeps = keeps(C) + 1, keeps returns;
         end specification",
    );
}

#[test]
fn whole_types_in_short_forms_mean_what_their_expansions_do() {
    insta::glob!("../short", "*.spec", |path| {
        let text = std::fs::read_to_string(path).expect("the specification is readable");
        let long = expanded(&text);
        assert_eq!(described(&text), described(&long));
        assert_eq!(expanded(&long), long);
    });
}
