//! Errors, data sorts, sequences, definitions and auxiliary operations.

use specgen::arena::Id;
use specgen::execute::{self, Engine, Tables};
use specgen::syntax::ast::Answer;
use specgen::theory::{NoFolders, OpId, SpecOrigin, Theory, Workspace};

use crate::short_forms::{described, expanded};

fn theory(text: &str) -> Theory {
    let mut workspace = Workspace::new(NoFolders);
    let loaded = workspace.load("it.spec", text).unwrap_or_else(|found| panic!("{found:#?}"));
    loaded.theory.restricted_to(loaded.default_subject().expect("it is no parameter"))
}

fn op(theory: &Theory, name: &str) -> OpId {
    let found = theory.ops.iter().find(|(_, op)| op.name == name);
    found.unwrap_or_else(|| panic!("no operation `{name}`")).0
}

const LIMITER: &str = "
  constructors new: --> Limiter; acquire: Limiter int -->? Limiter;
  observers used: Limiter --> int; now: Limiter --> int;
  domains L: Limiter; T: int;
";

/// The first condition that does not hold says which error it is.
#[test]
fn errors_are_an_observer_outside_of_the_domain() {
    let short = format!(
        "specification Limiter
           sorts Refused is Back | Full(used: int)
           {LIMITER}
           acquire(L, T) if T >= now(L) else Back, used(L) < 3 else Full(used(L));
           axioms
             after new: used = 0, now = 0;
             after acquire(L, T): used = used(L) + 1, now = T;
         end specification"
    );
    let long = format!(
        "specification Refused
           sorts Refused
           constructors Back: --> Refused; Full: int --> Refused;
           observers isFull: Refused; used: Refused -->? int;
           domains X: Refused; used(X) if isFull(X);
           axioms [isFull_Back] not isFull(Back()); [isFull_Full] isFull(Full(X2_1));
             [Full_used] used(Full(X1)) = X1;
         end specification
         specification Limiter
           {LIMITER}
           acquire(L, T) if T >= now(L) and used(L) < 3;
           acquire_error(L, T) if not (T >= now(L) and used(L) < 3);
           observers acquire_error: Limiter int -->? Refused;
           axioms
             after new: used = 0, now = 0;
             after acquire(L, T): used = used(L) + 1, now = T;
             [acquire_error_Back] acquire_error(L, T) = Back if not T >= now(L);
             [acquire_error_Full] acquire_error(L, T) = Full(used(L))
               if T >= now(L) and not used(L) < 3;
         end specification"
    );
    let long = long.replace("axioms [isFull_Back]", "axioms X1, X2_1: int; [isFull_Back]");
    let sorted = |text: &str| {
        let mut lines: Vec<String> = described(text).lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&short), sorted(&long));
    let theory = theory(&short);
    let error = &theory.ops[op(&theory, "acquire_error")];
    assert_eq!(error.answer, Some(Answer::Error("acquire".to_owned())));
    insta::assert_snapshot!(expanded(&short));
}

/// What an error carries may be the value of a variable.
#[test]
fn an_error_may_be_an_argument() {
    let theory = theory(
        "specification Pocket[Element]
           constructors new: --> Pocket; put: Pocket Element -->? Pocket;
           observers isFull: Pocket;
           domains P: Pocket; E: Element; put(P, E) if not isFull(P) else E;
           axioms after new: not isFull; after put(P, E): isFull;
         end specification",
    );
    let error = &theory.ops[op(&theory, "put_error")];
    assert_eq!(theory.sort_text(error.result.expect("an element")), "Element");
}

/// Data sorts and sequences are specifications that nobody wrote: they have no goals and are
/// no subjects.
#[test]
fn specifications_of_data_have_no_goals() {
    let text = "specification Log[Key]
       sorts
         Unused is A | B
         Event is Added(key: Key, count: int) | Removed(Key) | Cleared
       constructors new: --> Log; add: Log Key --> Log;
       observers events: Log --> Sequence[Event]; names: Log --> Sequence[Key];
       axioms
         L: Log; K: Key;
         after new: events = nil, names = nil;
         after add(L, K): events = add(events(L), Added(K, 1)), names = add(names(L), K);
     end specification";
    let theory = theory(text);
    let origins: Vec<(String, SpecOrigin)> =
        theory.specs.values().map(|spec| (spec.name.clone(), spec.origin)).collect();
    let of = |wanted: SpecOrigin| -> Vec<&str> {
        origins.iter().filter(|(_, it)| *it == wanted).map(|(name, _)| name.as_str()).collect()
    };
    assert_eq!(of(SpecOrigin::Data), ["Event"]);
    assert_eq!(of(SpecOrigin::Sequence), ["SequenceOfEvent", "SequenceOfKey"]);
    let goals = specgen::goal::goals(&theory, Default::default()).expect("they can be listed");
    let titles: std::collections::BTreeSet<&str> =
        goals.iter().map(|goal| goal.title.as_str()).collect();
    let expected = ["add_events", "add_names", "new_events", "new_names"];
    assert_eq!(titles.into_iter().collect::<Vec<_>>(), expected);
    assert_eq!(described(text), described(&expanded(text)));
}

fn definition(text: &str, name: &str) -> Option<String> {
    let theory = theory(text);
    let found = theory.definition(op(&theory, name))?;
    Some(theory.axioms[found.axiom].title())
}

#[test]
fn one_axiom_without_premise_and_recursion_defines_an_operation() {
    let text = |axiom: &str| {
        format!(
            "specification Lru[Key]
               constructors new: int --> Lru; put: Lru Key --> Lru;
               observers
                 len, capacity: Lru --> int;
                 isFull: Lru;
                 room: Lru --> int;
                 last: Lru -->? int;
               domains L: Lru; N: int; K: Key; last(L) if len(L) > 0;
               axioms
                 after new(N): len = 0, capacity = N;
                 after put(L, K): len = len(L) + 1, keeps capacity;
                 [defines] {axiom};
             end specification"
        )
    };
    let defines = |axiom: &str, name: &str| definition(&text(axiom), name).is_some();
    assert!(defines("isFull(L) iff len(L) = capacity(L)", "isFull"));
    assert!(defines("room(L) = 0 when isFull(L) else capacity(L) - len(L)", "room"));
    assert!(defines("last(L) = len(L) - 1 if len(L) > 0", "last"), "its own domain is no premise");
    assert!(!defines("isFull(L) iff len(L) = capacity(L) if len(L) > 1", "isFull"));
    assert!(!defines("room(L) = 0 if isFull(L)", "room"));
    assert!(!defines("room(put(L, K)) = room(L) - 1", "room"));
    assert!(!defines("isFull(L) iff not isFull(L)", "isFull"));
    assert!(!defines("isFull(L) iff len(L) = N", "isFull"), "a variable is free");
    assert_eq!(definition(&text("room(L) = 1"), "len"), None);
}

/// Running computes what only the specification knows.
#[test]
fn auxiliary_operations_are_computed() {
    let text = "specification Stack[Element]
       constructors new: --> Stack; push: Stack Element --> Stack;
       observers items: Stack --> Sequence[Element]; size: Stack --> int;
       auxiliary total: Sequence[Element] --> int;
       axioms
         S: Stack; E: Element; L: Sequence[Element];
         after new: items = nil;
         after push(S, E): items = add(items(S), E);
         [none] total(nil) = 0;
         [more] total(add(L, E)) = total(L) + 1;
         [size] size(S) = total(items(S));
     end specification";
    let theory = theory(text);
    let program = specgen::rules::program(&theory);
    let tables = Tables { elements: vec![2; theory.sorts.len()], ..Default::default() };
    let mut engine = Engine::new(&program, &tables);
    let at = |name: &str| op(&theory, name).index();
    let empty = engine.call(at("new"), &[]);
    let sort = theory.sorts.iter().find(|(_, sort)| sort.name == "Element").expect("a sort").0;
    let element = engine.element(sort.index(), 0);
    let one = engine.call(at("push"), &[empty, element]);
    let two = engine.call(at("push"), &[one, element]);
    let answer = engine.apply(at("size"), &[two]);
    let execute::Answer::Value(value) = answer else { panic!("{answer:?}") };
    assert_eq!(engine.terms().node(value), &execute::Node::Int(2));
}
