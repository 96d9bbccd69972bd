//! Lints that need a search, on the specifications that ship with the project.

use specgen::audit::audit;
use specgen::diagnostic::{Code, Diagnostic};
use specgen::search::Options;
use specgen::theory::{NoFolders, Theory, Workspace, library};

fn theories(name: &str, text: &str) -> Vec<Theory> {
    let loaded = Workspace::new(NoFolders).load(name, text).expect("the text is a specification");
    loaded.roots().into_iter().map(|root| loaded.theory.restricted_to(root)).collect()
}

fn findings(theory: &Theory, wanted: &dyn Fn(Code) -> bool) -> Vec<Diagnostic> {
    let options = Options { clause_limit: 30_000, ..Options::default() };
    audit(theory, wanted, &options, &mut |_| {}).expect("the search is sound")
}

#[test]
fn shipped_specifications_hold_what_they_claim() {
    insta::glob!("../../specs", "*.spec", |path| {
        let text = std::fs::read_to_string(path).expect("the specification is readable");
        let inconsistent = path.ends_with("one_of_set_as_printed.spec");
        for theory in theories("shipped.spec", &text) {
            let found = findings(&theory, &|code| code != Code::ImpliedAxiom);
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
            assert_eq!(findings(&theory, &|_| true), [], "{name}");
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
