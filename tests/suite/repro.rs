//! Inputs that once made output that did not compile, tests that failed on a correct type, or
//! tests that passed on a faulty one.
//!
//! Each folder of `tests/repro` has a specification and a mapping whose prelude declares a
//! correct type. All of them are one program.

use std::sync::LazyLock;

use crate::programs::{Case, Program};

static PROGRAM: LazyLock<Program> = LazyLock::new(|| {
    let mut cases = vec![
        Case::read("two_orders", &["--scope", "Key=1,Val=3"]),
        Case::read("ctr", &[]),
        Case::read("lst", &[]),
        Case::read("lit", &[]),
        Case::read("dep", &[]),
        Case::read("views", &[]),
        Case::read("bits", &[]),
        Case::read("prod", &[]),
        Case::read("ptr", &[]),
        Case { name: "ptr_in_a_file", ..Case::read("ptr", &["--layout", "file"]) },
    ];
    cases.extend(agendas());
    cases.extend(vaults());
    cases.extend(pouches());
    Program::compiled(&cases)
});

/// A priority queue with ties, and two that lose a task.
fn agendas() -> [Case; 3] {
    let agenda = Case::read("agenda", &[]);
    [
        agenda.changed("agenda_collects_less", "tasks.reverse();", "tasks.pop();"),
        agenda.changed("agenda_extends_less", "in tasks {", "in tasks.into_iter().skip(1) {"),
        agenda,
    ]
}

/// A sum of amounts, and one that a refused call changes.
fn vaults() -> [Case; 2] {
    let vault = Case::read("vault", &[]);
    let refused = "if n < 0 {\n          return None;";
    let changed =
        "if n < 0 {\n          if self.sum > 5 { self.sum -= 1; }\n          return None;";
    [vault.changed("vault_changed", refused, changed), vault]
}

const HASH_OF_ITEM: &str = "hash: Hashable --> int is fn std::hash::Hash::hash(&self) -> u64;";

/// A hashed set whose elements have a hash that no axiom mentions, one whose elements have a
/// hash of the specification, and one that has a hash itself; each correct, with a fault that
/// needs elements with equal hashes, and with a fault that needs different hashes.
fn pouches() -> Vec<Case> {
    let plain = Case::read("pouch", &[]);
    let hashable = |text: &str| text.replace("Item", "Hashable");
    let specified = Case {
        name: "specified_pouch",
        spec: hashable(&plain.spec[plain.spec.find("specification Pouch").expect("it is there")..]),
        map: hashable(&plain.map).replace("is I;", &format!("is I {{ {HASH_OF_ITEM} }}")),
        arguments: &[],
    };
    let hashed = plain
        .changed("hashed_pouch", "has Debug equality by observers", "has Debug, PartialEq, Hash")
        .changed("hashed_pouch", "derive(Debug)", "derive(Debug, PartialEq, Hash)");
    let names = [
        (plain, ["pouch_of_hashes", "pouch_of_the_last_hash"]),
        (specified, ["specified_pouch_of_hashes", "specified_pouch_of_the_last_hash"]),
        (hashed, ["hashed_pouch_of_hashes", "hashed_pouch_of_the_last_hash"]),
    ];
    let variants = names.into_iter().flat_map(|(correct, [of_hashes, of_last])| {
        let collides = correct.changed(
            of_hashes,
            "*known == hash && item == i",
            "*known == hash && (item == i || true)",
        );
        let differs =
            correct.changed(of_last, "*known == hash &&", "*known == hash && hash == self.last &&");
        [correct, collides, differs]
    });
    variants.collect()
}

#[test]
fn two_parameters_with_operations_of_one_name_have_tables_of_their_own() {
    PROGRAM.passes("two_orders");
}

#[test]
fn a_variable_of_a_premise_may_equal_an_observer() {
    PROGRAM.passes("ctr");
    PROGRAM.passes("lst");
}

#[test]
fn a_prelude_may_declare_the_trait_that_bounds_a_parameter() {
    PROGRAM.passes("ptr");
    PROGRAM.passes("ptr_in_a_file");
}

#[test]
fn numbers_beyond_32_bits_are_written_with_their_type() {
    PROGRAM.passes("lit");
}

#[test]
fn observers_may_have_domains_that_need_the_comparison_by_observers() {
    PROGRAM.passes("dep");
}

/// A total and a partial view of `pop`, two functions with equal bodies, a creator by
/// `Default::default() -> Self`, and string literals that contain the names of generics.
#[test]
fn views_of_one_function_and_literals_with_names_of_generics() {
    PROGRAM.passes("views");
}

#[test]
fn items_of_extend_may_be_numbers() {
    PROGRAM.passes("bits");
}

/// The type saturates; the tests themselves compute in 64 bits.
#[test]
fn numbers_that_grow_beyond_64_bits_fail_no_correct_type() {
    PROGRAM.passes("prod");
}

/// Numbers below those that a domain condition mentions are tried in every state.
#[test]
fn refused_numbers_are_part_of_sequences() {
    PROGRAM.passes("vault");
    let (text, succeeds) = PROGRAM.tests_of("vault_changed");
    assert!(!succeeds && text.contains("sequences"), "{text}");
}

/// Collecting and extending may leave another one of equal tasks first, but no task out.
#[test]
fn laws_compare_what_the_axioms_determine() {
    PROGRAM.passes("agenda");
    for (faulty, law) in [
        ("agenda_collects_less", "laws_of_agenda::collect_is_add ... FAILED"),
        ("agenda_extends_less", "laws_of_agenda::extend_is_add ... FAILED"),
    ] {
        let (text, succeeds) = PROGRAM.tests_of(faulty);
        assert!(!succeeds && text.contains(law), "{faulty}\n{text}");
    }
}

#[test]
fn hashes_of_mocks_collide_and_differ_with_and_without_an_operation_for_them() {
    for correct in ["pouch", "specified_pouch", "hashed_pouch"] {
        PROGRAM.passes(correct);
        for fault in ["of_hashes", "of_the_last_hash"] {
            let faulty = format!("{correct}_{fault}");
            let (text, succeeds) = PROGRAM.tests_of(&faulty);
            assert!(!succeeds, "{faulty}\n{text}");
        }
    }
}
