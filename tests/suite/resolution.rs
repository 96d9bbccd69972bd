//! Resolution keeps its promises on whatever parses.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use specgen::diagnostic::{Code, Colour, render, to_json};
use specgen::syntax::print_spec;
use specgen::theory::{
    Formula, Loaded, NoFolders, SortKind, Term, Theory, Variable, Workspace, describe,
};

use crate::syntax_trees::any_file;

/// Resolves a text, and checks all that must hold of the answer.
fn check_promises(text: &str) {
    let mut workspace = Workspace::new(NoFolders);
    let found = match workspace.load("input.spec", text) {
        Ok(loaded) => {
            check_loaded(&loaded);
            loaded.warnings
        }
        Err(errors) => {
            assert!(!errors.is_empty(), "a refusal has reasons");
            errors
        }
    };
    for diagnostic in &found {
        assert!(!diagnostic.labels.is_empty(), "every message has a place: {diagnostic:?}");
        render(diagnostic, &workspace.sources, Colour::Coloured);
        to_json(diagnostic, &workspace.sources);
    }
}

fn check_loaded(loaded: &Loaded) {
    check_theory(&loaded.theory);
    for subject in loaded.subjects() {
        let theory = loaded.theory.restricted_to(subject);
        check_theory(&theory);
        describe(&theory);
        let last = theory.specs.iter().last().expect("the subject is there");
        assert_eq!(last.1.name, loaded.theory.specs[subject].name, "the subject comes last");
    }
}

/// Everything comes after what it builds on, and every term has its sort.
fn check_theory(theory: &Theory) {
    for (id, spec) in theory.specs.iter() {
        assert!(spec.uses.iter().all(|used| *used < id));
        assert!(spec.parameters.iter().all(|parameter| spec.uses.contains(parameter)));
    }
    for (id, sort) in theory.sorts.iter() {
        let constructed = theory.constructors(id).next().is_some();
        assert_eq!(sort.kind == SortKind::Constructed, constructed);
    }
    for op in theory.ops.values() {
        if let Some(domain) = &op.domain {
            let sorts: Vec<_> = domain.variables.iter().map(|variable| variable.sort).collect();
            assert_eq!(sorts, op.arguments);
            check_formula(theory, &domain.condition, &domain.variables);
        }
    }
    for axiom in theory.axioms.values().chain(&theory.theorems) {
        assert_eq!(axiom.formula.variables().len(), axiom.variables.len());
        check_formula(theory, &axiom.formula, &axiom.variables);
    }
}

fn check_formula(theory: &Theory, formula: &Formula, variables: &[Variable]) {
    for atom in formula.atom_occurrences() {
        match atom {
            Formula::Predicate(op, arguments) => {
                assert!(theory.ops[*op].is_predicate());
                check_arguments(theory, &theory.ops[*op].arguments, arguments, variables);
            }
            Formula::Equal(left, right) => {
                assert_eq!(theory.sort_of(left, variables), theory.sort_of(right, variables));
            }
            _ => {
                for side in atom.sides() {
                    assert_eq!(Some(theory.sort_of(side, variables)), theory.int());
                }
            }
        }
    }
    for term in formula.subterms() {
        if let Term::Apply(op, arguments) = term {
            check_arguments(theory, &theory.ops[*op].arguments, arguments, variables);
        }
    }
}

fn check_arguments(
    theory: &Theory,
    wanted: &[specgen::theory::SortId],
    arguments: &[Term],
    variables: &[Variable],
) {
    let found: Vec<_> = arguments.iter().map(|term| theory.sort_of(term, variables)).collect();
    assert_eq!(found, wanted);
}

/// The words of a text, and what is between them.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = rest.find(|c| is_word(c) != is_word(first)).unwrap_or(rest.len());
        pieces.push(&rest[..end]);
        rest = &rest[end..];
    }
    pieces
}

/// All shipped specifications.
fn shipped() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/specs");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder is readable")
        .map(|entry| entry.expect("the entry is readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "spec"))
        .collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).expect("it is readable")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn generated_trees_resolve_or_are_refused(file in any_file()) {
        check_promises(&print_spec(&file));
    }

    /// Words of a specification in each other's place parse more often than not,
    /// and then are wrong in every way that names and sorts can be.
    #[test]
    fn specifications_with_words_exchanged_resolve_or_are_refused(
        which in any::<prop::sample::Index>(),
        exchanges in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
            1..5,
        ),
    ) {
        let texts = shipped();
        let text: &String = which.get(&texts);
        let mut pieces = pieces(text);
        for (to, from) in exchanges {
            let from = *from.get(&pieces);
            let to = to.index(pieces.len());
            pieces[to] = from;
        }
        check_promises(&pieces.concat());
    }

    #[test]
    fn specifications_with_lines_left_out_resolve_or_are_refused(
        which in any::<prop::sample::Index>(),
        gaps in prop::collection::vec(any::<prop::sample::Index>(), 1..4),
    ) {
        let texts = shipped();
        let mut lines: Vec<_> = which.get(&texts).lines().collect();
        for gap in gaps {
            lines.remove(gap.index(lines.len()));
        }
        check_promises(&lines.join("\n"));
    }
}

fn load(text: &str) -> Result<Loaded, Vec<Code>> {
    Workspace::new(NoFolders)
        .load("input.spec", text)
        .map_err(|errors| errors.iter().map(|error| error.code).collect())
}

#[test]
fn long_chains_of_specifications_are_refused() {
    let link =
        |n: usize| format!("specification S{n}[S{}]\n  sorts T{n}\nend specification\n", n + 1);
    let chain: String = (0..5000).map(link).collect();
    assert_eq!(load(&chain).err(), Some(vec![Code::CyclicUse]));
    let short: String = (0..60).map(link).collect();
    assert!(load(&short).is_ok());
}

#[test]
fn large_files_are_resolved_in_time() {
    let one = |n: usize| {
        format!(
            "specification S{n}\n  sorts S{n}\n  constructors make: --> S{n};\n  \
             observers is: S{n};\n  axioms is(make());\nend specification\n"
        )
    };
    let text: String = (0..5000).map(one).collect();
    let start = Instant::now();
    let loaded = load(&text).expect("the specifications do not see each other");
    assert_eq!(loaded.subjects().len(), 5000);
    assert!(start.elapsed() < Duration::from_secs(20), "it took {:?}", start.elapsed());
}

#[test]
fn overloaded_constants_are_chosen_by_what_is_expected_of_them() {
    let text = "
specification Red sorts Red constructors start: --> Red; end specification
specification Blue sorts Blue constructors start: --> Blue; end specification
specification Both
  sorts Both
  constructors both: Red Blue --> Both;
  observers red: Both --> Red;
  axioms B: Blue; red(both(start(), B)) = start();
end specification
";
    let loaded = load(text).expect("only one reading fits");
    let theory = &loaded.theory;
    let axiom = theory.axioms.values().next().expect("there is one");
    assert_eq!(axiom.formula.text(theory, &axiom.variables), "red(both(start(), B)) = start()");
    let red = theory.sorts.iter().find(|(_, sort)| sort.name == "Red").map(|(id, _)| id);
    let starts: Vec<_> = axiom
        .formula
        .ops()
        .into_iter()
        .map(|op| &theory.ops[op])
        .filter(|op| op.name == "start")
        .collect();
    assert_eq!(starts.len(), 1, "the start of `Red`, twice");
    assert_eq!(starts[0].result, red);
}

#[test]
fn choices_become_cases() {
    let text = "
specification Light
  sorts Light
  constructors off: --> Light; on: --> Light;
  observers next: Light --> Light; isOn: Light;
  axioms L: Light; next(L) = off() when isOn(L) else on() when L = off() else L;
end specification
";
    let loaded = load(text).expect("the specification is right");
    let axiom = loaded.theory.axioms.values().next().expect("there is one");
    assert_eq!(
        axiom.formula.text(&loaded.theory, &axiom.variables),
        "next(L) = off() and isOn(L) or \
         (next(L) = on() and L = off() or next(L) = L and L != off()) and not isOn(L)"
    );
    assert_eq!(axiom.text, "next(L) = off() when isOn(L) else on() when L = off() else L");
}

#[test]
fn subject_is_the_last_specification_that_no_other_uses() {
    let text = "
specification Item sorts Item end specification
specification Cell[Item] sorts Cell constructors cell: Item --> Cell; end specification
specification Row[Item] sorts Row constructors row: Cell Cell --> Row; end specification
specification Lone sorts Lone constructors lone: --> Lone; end specification
specification Comparator[Item] sorts Comparator observers geq: Comparator Item Item;
end specification
";
    let loaded = load(text).expect("the specifications are right");
    let names: Vec<_> =
        loaded.subjects().iter().map(|id| loaded.theory.specs[*id].name.as_str()).collect();
    assert_eq!(names, ["Row", "Lone"]);
    assert_eq!(loaded.default_subject(), loaded.spec_named("Lone"));
    let row = loaded.spec_named("Row").expect("it is declared");
    let theory = loaded.theory.restricted_to(row);
    let specs: Vec<_> = theory.specs.values().map(|spec| spec.name.as_str()).collect();
    assert_eq!(specs, ["Item", "Cell", "Row"]);
    assert_eq!(theory.int(), None, "nothing uses numbers");
}
