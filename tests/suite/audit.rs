//! Lints that need a search, on the specifications that ship with the project.

use specgen::audit::audit;
use specgen::diagnostic::{Code, Diagnostic};
use specgen::search::Options;
use specgen::source::Sources;
use specgen::theory::{NoFolders, Theory, Workspace, library};

/// A theory with the texts that it comes from.
type Source = (Theory, Sources);

fn theories(name: &str, text: &str) -> Vec<Source> {
    let mut workspace = Workspace::new(NoFolders);
    let loaded = workspace.load(name, text).expect("the text is a specification");
    let theories = loaded.roots().into_iter().map(|root| loaded.theory.restricted_to(root));
    theories.map(|theory| (theory, workspace.sources.clone())).collect()
}

fn findings((theory, sources): &Source, wanted: &dyn Fn(Code) -> bool) -> Vec<Diagnostic> {
    let options = Options { clause_limit: 30_000, ..Options::default() };
    audit(theory, sources, wanted, &options, &mut |_| {}).expect("the search is sound")
}

/// Lints about mistakes.
fn is_wrong(code: Code) -> bool {
    code != Code::ImpliedAxiom && code != Code::UnshownTheorem
}

#[test]
fn shipped_specifications_hold_what_they_claim() {
    insta::glob!("../../specs", "*.spec", |path| {
        let text = std::fs::read_to_string(path).expect("the specification is readable");
        let inconsistent = path.ends_with("one_of_set_as_printed.spec");
        for theory in theories("shipped.spec", &text) {
            let found = findings(&theory, &is_wrong);
            let codes: Vec<_> = found.iter().map(|one| one.code).collect();
            let expected = if inconsistent { vec![Code::Inconsistent] } else { Vec::new() };
            assert_eq!(codes, expected, "{}: {found:?}", path.display());
        }
    });
}

#[test]
fn library_holds_what_it_claims() {
    for (name, text) in library::FILES {
        for theory in theories(name, text) {
            let wanted = |code| code != Code::UnshownTheorem;
            assert_eq!(findings(&theory, &wanted), [], "{name}");
        }
    }
}

/// Reflexivity is totality with both sides the same; the others stand alone.
#[test]
fn axioms_of_the_total_order_are_independent_but_reflexivity() {
    let text = "\
specification Order
  sorts Item
  constructors first: --> Item; next: Item --> Item;
  observers geq: Item Item;
  axioms
    E, F, G: Item;
    [antisymmetric] E = F if geq(E, F) and geq(F, E);
    [total]         geq(E, F) if not geq(F, E);
    [transitive]    geq(E, G) if geq(E, F) and geq(F, G);
    [reflexive]     geq(E, E);
end specification
";
    let theory = &theories("order.spec", text)[0];
    let found = findings(theory, &|code| code == Code::ImpliedAxiom);
    let messages: Vec<_> = found.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(messages, ["axiom `reflexive` follows from the others"]);
}

fn inconsistency(text: &str) -> (String, Vec<String>) {
    let theory = &theories("it.spec", text)[0];
    let found = findings(theory, &|_| true);
    let [one] = found.as_slice() else { panic!("one finding expected: {found:?}") };
    assert_eq!(one.code, Code::Inconsistent);
    let reasons = one.labels.iter().filter(|label| label.text == "because of this");
    let source = |label: &specgen::diagnostic::Label| text[label.span.range()].to_owned();
    (one.message.clone(), reasons.map(source).collect())
}

/// Each axiom can be true of some stack, and all together of none that is built
/// from the empty one, by one step or by two.
#[test]
fn contradictions_that_show_on_built_values_only_are_named() {
    let stack = |axioms: &[&str]| {
        let text = format!(
            "specification Stack[Element]
               sorts Stack[Element]
               constructors
                 new: --> Stack[Element];
                 push: Stack[Element] Element --> Stack[Element];
               observers empty: Stack[Element]; odd: Stack[Element];
               axioms
                 S: Stack[Element]; E: Element;
                 {}
             end specification",
            axioms.join(";\n") + ";"
        );
        let (message, because) = inconsistency(&text);
        assert_eq!(message, "`Stack` is inconsistent: no type can satisfy it");
        assert_eq!(because, axioms);
    };
    stack(&[
        "[new]   empty(new()) and not odd(new())",
        "[push]  empty(push(S, E)) iff odd(S)",
        "[again] empty(push(S, E)) iff empty(S)",
    ]);
    stack(&[
        "[new]   empty(new()) and not odd(new())",
        "[push]  empty(push(S, E)) iff odd(S)",
        "[turns] odd(push(S, E)) iff not odd(S)",
        "[never] empty(push(push(S, E), E)) iff not empty(S)",
    ]);
}

/// Each theorem needs another one for its induction step. Only the last is false.
#[test]
fn theorems_are_shown_by_induction_together() {
    let text = "
        specification Meter
          constructors new: --> Meter; add: Meter int -->? Meter; move: Meter --> Meter;
          observers low, middle, high: Meter --> int;
          domains M: Meter; N: int; add(M, N) if N > 0;
          axioms
            after new: low = 0, middle = 0, high = 0;
            after add(M, N): low = low(M) + N, keeps rest;
            after move(M): low = 0, middle = middle(M) + low(M), high = high(M) + middle(M);
          implies
            [high]   high(M) >= 0;
            [middle] middle(M) >= 0;
            [low]    low(M) >= 0;
            [false]  high(M) < 20;
        end specification";
    let theory = &theories("meter.spec", text)[0];
    let found = findings(theory, &|code| code != Code::ImpliedAxiom);
    let messages: Vec<_> = found.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(messages, ["theorem `false` does not follow from the axioms"]);
}
