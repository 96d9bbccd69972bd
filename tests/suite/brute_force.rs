//! All models of tiny size, by trying every interpretation. What the search says
//! is compared with this; nothing here knows how it searches.

use specgen::arena::Arena;
use specgen::model::{Carrier, Cell, Mode, Model, canonical_terms, check_model};
use specgen::theory::{OpId, SortId, Theory};

use crate::example;

/// Every closed model with carriers of exactly these sizes.
pub fn models(theory: &Theory, sizes: &[(&str, u32)]) -> Vec<Model> {
    let mut found = Vec::new();
    let blank = example::model(theory, Mode::Closed, sizes, |_, _| Cell::Undefined);
    let is_constructor = |op: &OpId| theory.ops[*op].is_constructor();
    let (constructors, others): (Vec<_>, Vec<_>) = theory.ops.ids().partition(is_constructor);
    for_each_interpretation(theory, blank, &constructors, &mut |constructed| {
        // Most ways to construct leave junk; no need to look at what else they have.
        if !has_junk(theory, constructed) {
            for_each_interpretation(theory, constructed.clone(), &others, &mut |model| {
                if check_model(theory, model).is_ok() {
                    found.push(model.clone());
                }
            });
        }
    });
    found
}

fn has_junk(theory: &Theory, model: &Model) -> bool {
    let terms = canonical_terms(theory, model);
    terms.values().flatten().any(Option::is_none)
}

/// Gives these operations all answers, in all combinations.
fn for_each_interpretation(
    theory: &Theory,
    mut model: Model,
    ops: &[OpId],
    visit: &mut dyn FnMut(&Model),
) {
    // The odometer: one wheel for each cell of each table.
    let wheels: Vec<(OpId, usize, Vec<Cell>)> = (ops.iter())
        .flat_map(|op| {
            let answers = answers(theory, &model, *op);
            (0..model.tables[*op].cells.len()).map(move |cell| (*op, cell, answers.clone()))
        })
        .collect();
    if wheels.iter().any(|(_, _, answers)| answers.is_empty()) {
        return;
    }
    let mut positions = vec![0; wheels.len()];
    loop {
        for ((op, cell, answers), position) in wheels.iter().zip(&positions) {
            model.tables[*op].cells[*cell] = answers[*position];
        }
        visit(&model);
        let turns = |wheel: &usize| positions[*wheel] + 1 < wheels[*wheel].2.len();
        let Some(wheel) = (0..wheels.len()).find(turns) else { return };
        positions[wheel] += 1;
        positions[..wheel].fill(0);
    }
}

/// All answers that an operation may give somewhere.
fn answers(theory: &Theory, model: &Model, op: OpId) -> Vec<Cell> {
    let op = &theory.ops[op];
    let Some(sort) = op.result else {
        return vec![Cell::Truth(false), Cell::Truth(true)];
    };
    let mut answers: Vec<Cell> = (0..model.size(sort)).map(Cell::Element).collect();
    if op.domain.is_some() {
        answers.push(Cell::Undefined);
    }
    answers
}

fn count(spec: &str, sort: &str, size: u32) -> usize {
    models(&example::shipped(&format!("library/{spec}")), &[(sort, size)]).len()
}

#[test]
fn relations_on_up_to_three_elements_are_as_many_as_known() {
    let known = [
        ("partial_order.spec", "POrderable", [1, 3, 19]),
        ("total_order.spec", "Orderable", [1, 2, 6]),
        ("preorder.spec", "Preorderable", [1, 4, 29]),
        ("total_preorder.spec", "Rankable", [1, 3, 13]),
        ("equivalence.spec", "Equatable", [1, 2, 5]),
    ];
    for (spec, sort, counts) in known {
        let found = [1, 2, 3].map(|size| count(spec, sort, size));
        assert_eq!(found, counts, "{spec}");
    }
}

/// Over `n` elements there are 2^n sorted sets, in exactly one way up to
/// renaming: so every labelling of a linear order and of the sets counts.
#[test]
fn sorted_sets_over_one_element_have_two_labellings() {
    let theory = example::shipped("sorted_set.spec");
    let found =
        [1, 2, 3].map(|sets| models(&theory, &[("Orderable", 1), ("SortedSet", sets)]).len());
    assert_eq!(found, [0, 2, 0]);
}

#[test]
fn carriers_have_the_requested_sizes() {
    let theory = example::shipped("sorted_set.spec");
    let found = models(&theory, &[("Orderable", 1), ("SortedSet", 2)]);
    let carriers: &Arena<SortId, Carrier> = &found[0].carriers;
    assert_eq!(carriers.values().map(|carrier| carrier.size).collect::<Vec<_>>(), [1, 2]);
}
