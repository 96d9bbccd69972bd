//! Tests under orders that do not follow the numbers of the elements.
//!
//! The least model of an order has its elements in ascending order, and the least witness
//! builds its values in that order too. A type that compares elements by identity, by what
//! they print or by their order of insertion passes these tests. So one test of each
//! statement is repeated with the numbers of the elements reversed, and one with them
//! shuffled. The model is the same under other names, so the same axioms hold.

use std::collections::BTreeMap;

use super::AbstractTest;
use crate::arena::Arena;
use crate::goal::Property;
use crate::model::{Element, ParameterTables, Renaming, Table, listing};
use crate::theory::{OpId, SortId, SortKind, Statement, Theory};

/// How the numbers of the elements change.
#[derive(Clone, Copy)]
enum Way {
    Reversed,
    Shuffled,
}

impl Way {
    fn word(self) -> &'static str {
        match self {
            Way::Reversed => "with_reversed_order",
            Way::Shuffled => "with_shuffled_order",
        }
    }

    /// The new number of an element.
    fn number(self, element: Element, size: u32) -> Element {
        match self {
            Way::Reversed => size - 1 - element,
            // The last element comes first, and all others move up.
            Way::Shuffled => (element + 1) % size,
        }
    }
}

/// For each statement and each way to change the numbers, one more test: a copy of the test
/// with the most elements.
pub fn relabelled(theory: &Theory, tests: &[AbstractTest]) -> Vec<AbstractTest> {
    let mut more: Vec<AbstractTest> = Vec::new();
    let mut statements: Vec<Statement> = Vec::new();
    for test in tests {
        if let Property::Stated(statement) = test.property()
            && !statements.contains(statement)
        {
            statements.push(*statement);
        }
    }
    for statement in statements {
        for way in [Way::Reversed, Way::Shuffled] {
            let own = tests
                .iter()
                .chain(&more)
                .filter(|test| *test.property() == Property::Stated(statement));
            let own: Vec<&AbstractTest> = own.collect();
            more.extend(richest(theory, &own, way));
        }
    }
    more
}

/// The changed copy of the test with the most elements, among the tests whose order
/// changes. `None` if that test exists already.
fn richest(theory: &Theory, own: &[&AbstractTest], way: Way) -> Option<AbstractTest> {
    let mut best: Option<(usize, AbstractTest)> = None;
    for test in own {
        let changed = relabel(theory, test, way);
        let orders = |test: &AbstractTest| -> Vec<(OpId, Table)> {
            let tables = test.parameters.tables.iter().map(|(op, table)| (*op, table.clone()));
            tables.filter(|(op, _)| is_relation(theory, *op)).collect()
        };
        let elements = elements(test);
        if orders(test) != orders(&changed)
            && !own.iter().any(|known| known.does_the_same(&changed))
            && best.as_ref().is_none_or(|(most, _)| elements > *most)
        {
            best = Some((elements, changed));
        }
    }
    best.map(|(_, test)| test)
}

/// A predicate that relates elements of one sort.
fn is_relation(theory: &Theory, op: OpId) -> bool {
    let operation = &theory.ops[op];
    let arguments = &operation.arguments;
    let twice = |sort: &SortId| arguments.iter().filter(|other| *other == sort).count() > 1;
    operation.is_predicate() && arguments.iter().any(twice)
}

/// The number of different elements in the values.
fn elements(test: &AbstractTest) -> usize {
    let mut elements = std::collections::BTreeSet::new();
    for term in &test.bindings {
        term.visit_elements(&mut |sort, element| {
            elements.insert((sort, element));
        });
    }
    elements.len()
}

fn relabel(theory: &Theory, test: &AbstractTest, way: Way) -> AbstractTest {
    let renaming = renaming(theory, &test.parameters, way);
    let name = |sort: SortId, element: Element| renaming[sort][element as usize];
    let bindings = test.bindings.iter().map(|term| term.renamed(&name)).collect();
    let tables = BTreeMap::from_iter(test.parameters.tables.iter().map(|(op, table)| {
        let cells = listing(theory, [(*op, table)].into_iter(), &renaming);
        (*op, Table { dimensions: table.dimensions.clone(), cells })
    }));
    let mut changed = test.clone();
    changed.bindings = bindings;
    for differ in &mut changed.disequalities {
        differ.values = differ.values.each_ref().map(|value| value.renamed(&name));
    }
    changed.parameters.tables = tables;
    changed.goal.case = way.word().to_owned();
    changed
}

fn renaming(theory: &Theory, parameters: &ParameterTables, way: Way) -> Renaming {
    let numbers = |(sort, declared): (SortId, &crate::theory::Sort)| match declared.kind {
        SortKind::Parameter => {
            let size = parameters.carriers.get(&sort).copied().unwrap_or(0);
            (0..size).map(|element| way.number(element, size)).collect()
        }
        SortKind::Int => (0..parameters.int.size).collect(),
        SortKind::Constructed => Vec::new(),
    };
    let numbers: Arena<SortId, Vec<Element>> = theory.sorts.iter().map(numbers).collect();
    numbers
}
