//! Laws that are guessed from runs.

#[path = "../../benches/laws/experiment.rs"]
mod experiment;

use experiment::{Score, deletions, load, single, with_learner, without};
use specgen::laws::Place;
use specgen::theory::{AxiomId, Theory};

use crate::short_mappings::Package;

fn shipped(name: &str) -> Theory {
    let path = format!("{}/specs/{name}.spec", env!("CARGO_MANIFEST_DIR"));
    load(name, &std::fs::read_to_string(path).expect("the specification is readable"))
}

#[test]
fn deleted_axioms_are_learnt_again() {
    let mut score = Score::default();
    for name in ["stack", "queue", "pair_stack", "bag"] {
        let theory = shipped(name);
        score.add(deletions(name, &theory, &single(&theory), 400));
    }
    assert!(score.opened > 20, "{score:?}");
    assert_eq!(score.restored, score.opened, "{}", score.lines);
    assert_eq!(score.broken, 0, "{}", score.lines);
    assert!(score.most <= 5, "{score:?}");
}

#[test]
fn a_specification_is_learnt_from_nothing() {
    for name in ["stack", "queue"] {
        let theory = shipped(name);
        let all: Vec<AxiomId> = theory.body_axioms().map(|(id, _)| id).collect();
        let (open, left) = with_learner(&theory, |learner| {
            learner.theory = without(&theory, &all);
            let gaps = learner.gaps();
            let pairs = gaps.iter().filter(|gap| matches!(gap.place, Place::Pair(_)));
            pairs.fold((0, 0), |(open, left), gap| (open + gap.open, left + gap.left))
        });
        assert!(open > 0, "{name}");
        assert_eq!(left, 0, "{name}");
    }
}

/// A package with a set and the beginning of its specification.
fn shelf() -> Package {
    let package = Package::new(
        "shelf",
        "pub struct Shelf<T> { items: Vec<T> }
        impl<T: PartialEq + Copy> Shelf<T> {
            pub fn new() -> Self { Shelf { items: Vec::new() } }
            pub fn place(&mut self, item: T) {
                if !self.items.contains(&item) { self.items.push(item) }
            }
            pub fn has(&self, item: &T) -> bool { self.items.contains(item) }
            pub fn len(&self) -> usize { self.items.len() }
            pub fn first(&self) -> T { self.items[0] }
        }",
    );
    package.write(
        "shelf.spec",
        "specification Shelf[Element]
  constructors
    new: --> Shelf;
    place: Shelf Element --> Shelf;
  observers
    len: Shelf --> int;
    has: Shelf Element;
  axioms
    E: Element;
    [nothing_in_new] not has(new(), E);
end specification
",
    );
    package.write(
        "shelf.map",
        "refinement <T: PartialEq + Copy>
  Shelf is shelf::Shelf<T> equality by observers { }
  Element is T;
end refinement
",
    );
    package
}

#[test]
fn laws_of_a_compiled_type_are_proposed_and_applied() {
    let package = shelf();
    let printed = package.prints(&["infer", "shelf.spec", "--map", "shelf.map", "--apply"]);
    for law in [
        "[has_of_place] has(place(S, E), F) iff has(S, F) or E = F;",
        "[len_of_new] len(new()) = 0;",
        "[len_of_place] len(place(S, E)) = len(S) when has(S, E) else len(S) + 1;",
    ] {
        assert!(printed.contains(law), "{law}\n{printed}");
    }
    assert!(!printed.contains("nothing_in_new_2"), "{printed}");
    let again = package.prints(&["infer", "shelf.spec", "--map", "shelf.map"]);
    assert!(again.contains("no gap found in"), "{again}");
    package.prints(&["check", "shelf.spec"]);
}

#[test]
fn a_type_that_panics_is_observed_as_far_as_possible() {
    let package = shelf();
    let spec = std::fs::read_to_string(package.folder.path().join("shelf.spec")).expect("a text");
    let spec = spec.replace("  axioms", "    first: Shelf --> Element;\n  axioms");
    package.write("shelf.spec", &spec);
    let printed = package.prints(&["infer", "shelf.spec", "--map", "shelf.map"]);
    assert!(printed.contains("no answer: first(new()): `first` panicked"), "{printed}");
    assert!(printed.contains("[len_of_new] len(new()) = 0;"), "{printed}");
}

#[test]
fn laws_beyond_the_axioms_are_found_and_kept_for_the_next_version() {
    let package = shelf();
    let infer = ["infer", "shelf.spec", "--map", "shelf.map"];
    let printed = package.prints(&[&infer[..], &["--laws", "--save", "laws.spec"]].concat());
    assert!(printed.contains("place(place(S, E), E) = place(S, E)"), "{printed}");
    let same = package.prints(&[&infer[..], &["--since", "laws.spec"]].concat());
    assert!(same.contains("no change of behaviour found"), "{same}");
    let library = std::fs::read_to_string(package.folder.path().join("src/lib.rs"));
    let library = library.expect("a text").replace("if !self.items.contains(&item) {", "{");
    package.write("src/lib.rs", &library);
    let output = package.specgen(&[&infer[..], &["--since", "laws.spec"]].concat());
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(5), "{printed}");
    assert!(printed.contains("broken: `len_of_place`"), "{printed}");
    assert!(printed.contains("E = Element0"), "{printed}");
}

#[test]
fn a_first_specification_comes_from_signatures_alone() {
    let package = shelf();
    let printed = package.prints(&["infer", "--type", "crate::Shelf", "--dir", "first"]);
    assert!(printed.contains("wrote first/shelf.spec and first/shelf.map"), "{printed}");
    let spec = std::fs::read_to_string(package.folder.path().join("first/shelf.spec"));
    let spec = spec.expect("it was written");
    assert!(spec.contains("len(place("), "{spec}");
    package.prints(&["check", "first/shelf.spec"]);
}

#[test]
fn the_report_shows_gaps_score_and_laws() {
    let package = shelf();
    package.write("laws.txt", "a law that <holds>");
    let report = ["report", "shelf.spec", "--complete", "--laws", "laws.txt"];
    package.prints(&report);
    let page = std::fs::read_to_string(package.folder.path().join("report.html"));
    let page = page.expect("it was written");
    assert!(page.contains("What the axioms leave open"), "{page}");
    assert!(page.contains("open: `len` on `place`"), "{page}");
    assert!(page.contains("<summary>3 gaps found in"), "{page}");
    assert!(!page.contains("<summary></summary>"), "{page}");
    assert!(page.contains("a law that &lt;holds&gt;"), "{page}");
}
