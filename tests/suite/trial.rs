//! Trial runs: contradictions with evidence, and tables that axioms rule out.

use specgen::audit::audit;
use specgen::diagnostic::{Code, Severity};
use specgen::execute::Tables;
use specgen::search::Options;
use specgen::theory::{NoFolders, Theory, Workspace};
use specgen::trial::{Trial, algebras, contradiction, is_consistent, open_observers, tables};

fn read(path: &str) -> String {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the specification is readable")
}

fn load(text: &str) -> (Workspace<NoFolders>, Theory) {
    let mut workspace = Workspace::new(NoFolders);
    let loaded = workspace.load("it.spec", text).expect("the specification is well-formed");
    let subject = loaded.default_subject().expect("it is no parameter");
    (workspace, loaded.theory.restricted_to(subject))
}

#[test]
fn a_contradiction_has_both_axioms_and_the_smallest_term() {
    let text = read("tests/repro/meter.spec");
    let (workspace, theory) = load(&text);
    let found = contradiction(&theory, &workspace.sources).expect("two axioms collide");
    assert_eq!((found.code, found.severity), (Code::Contradiction, Severity::Error));
    assert!(found.message.contains("`value(tick(tick(start(1))))` is 1 and 2"), "{found:?}");
    let labels: Vec<_> =
        found.labels.iter().map(|label| (&text[label.span.range()], label.text.as_str())).collect();
    assert_eq!(
        labels,
        [
            ("[stops]       tick(M) = M if isFull(M)", "gives 1"),
            ("[value_tick]  value(tick(M)) = value(M) + 1", "gives 2"),
        ]
    );
}

/// The axioms leave no algebra with fewer than three elements, and that is all they do.
#[test]
fn tables_that_the_body_rules_out_are_dropped() {
    let (workspace, theory) = load(&read("tests/repro/p4.spec"));
    assert_eq!(contradiction(&theory, &workspace.sources), None);
    let trial = Trial::new(&theory, &workspace.sources);
    let consistent = |elements| {
        let all = algebras(&theory, elements, 1000).into_iter();
        let all: Vec<Tables> = all.map(|algebra| tables(&theory, &algebra)).collect();
        let kept = all.iter().filter(|tables| is_consistent(&trial, tables)).count();
        (kept, all.len() - kept)
    };
    assert_eq!(consistent(1), (0, 1));
    assert_eq!(consistent(2).0, 0);
    assert_eq!(consistent(3).0, 1);
}

#[test]
fn shipped_specifications_do_not_contradict_themselves() {
    insta::glob!("../../specs", "*.spec", |path| {
        let text = std::fs::read_to_string(path).expect("the specification is readable");
        let (workspace, theory) = load(&text);
        let found = contradiction(&theory, &workspace.sources);
        let expected = path.ends_with("one_of_set_as_printed.spec");
        assert_eq!(found.is_some(), expected, "{}: {found:?}", path.display());
    });
}

/// Distinct elements are enough for this one: tables of the parameter play no part.
#[test]
fn a_contradiction_between_distinct_elements_is_one_for_all_parameters() {
    let (workspace, theory) = load(
        "specification Cell[TotalOrder]
           sorts Cell[Orderable]
           constructors
             new: Orderable --> Cell[Orderable];
             set: Cell[Orderable] Orderable --> Cell[Orderable];
           observers get: Cell[Orderable] --> Orderable;
           axioms
             C: Cell[Orderable]; E: Orderable;
             [new]  get(new(E)) = E;
             [last] get(set(C, E)) = E;
             [kept] get(set(C, E)) = get(C);
         end specification",
    );
    let found = contradiction(&theory, &workspace.sources).expect("two axioms collide");
    assert!(found.message.contains("get(set(new(Orderable0), Orderable1))"), "{found:?}");
    assert_eq!(found.help, None);
}

fn open(text: &str) -> Vec<String> {
    let (workspace, theory) = load(text);
    let found = open_observers(&theory, &workspace.sources);
    found.into_iter().map(|one| one.message).collect()
}

fn text_buffer(axiom: &str) -> String {
    format!(
        "specification Text[Element]
           sorts Text[Element]
           constructors
             empty: --> Text[Element];
             typed: Text[Element] Element --> Text[Element];
           observers
             length: Text[Element] --> int;
             backspace: Text[Element] --> Text[Element];
           axioms
             T: Text[Element]; E: Element;
             [empty] length(empty()) = 0;
             [typed] length(typed(T, E)) = length(T) + 1;
             {axiom}
         end specification"
    )
}

/// `backspace` has no equation of its own, and needs none for `length` to be determined.
#[test]
fn an_observer_is_open_only_where_no_axiom_determines_it() {
    let natural = "[back] length(backspace(T)) = 0 when length(T) = 0 else length(T) - 1;";
    assert_eq!(open(&text_buffer(natural)), [] as [&str; 0]);
    let nearly = "[back] length(backspace(T)) = length(T) - 1 if length(T) > 0;";
    assert_eq!(open(&text_buffer(nearly)), ["no axiom says what `length` is on `backspace`"]);
    let mut workspace = Workspace::new(NoFolders);
    let loaded = workspace.load("it.spec", &text_buffer(natural)).expect("it is well-formed");
    assert_eq!(loaded.warnings, [], "the shape is the natural one");
}

fn pair(collapsing: &str) -> Vec<Code> {
    let (workspace, theory) = load(&format!(
        "specification Flag
           sorts Flag
           constructors off: --> Flag; flip: Flag --> Flag;
           observers isOn: Flag;
           axioms
             F: Flag;
             [off]  not isOn(off());
             {collapsing}
         end specification"
    ));
    let found = audit(&theory, &workspace.sources, &|_| true, &Options::default(), &mut |_| {});
    found.expect("the search is sound").into_iter().map(|one| one.code).collect()
}

#[test]
fn a_sort_is_collapsed_only_where_all_values_are_equal() {
    assert_eq!(pair("[flip] flip(F) = off();"), [Code::CollapsedSort]);
    assert_eq!(pair("[flip] isOn(flip(F)) iff not isOn(F);"), []);
    // Two values that no observer tells apart may still differ.
    assert_eq!(pair("[flip] not isOn(flip(F));"), []);
}

/// Fields of what a sequence holds are open where the sequence is.
#[test]
fn fields_of_open_sequences_are_not_reported_beside_them() {
    let text = "specification Queue[Element]
          sorts
            Row is Row(item: Element, age: int)
          constructors
            new: --> Queue;
            put: Queue Element --> Queue;
          observers
            rows: Queue --> Sequence[Row];
          axioms
            Q: Queue; E: Element;
            after new: rows = nil;
            item(get(rows(put(Q, E)), 0)) = E if rows(Q) = nil;
        end specification";
    assert_eq!(open(text), ["no axiom says what `rows` is on `put`"]);
}
