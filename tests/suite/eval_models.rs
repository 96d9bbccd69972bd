//! Running a specification agrees with its models: what a run determines is what the tables
//! say, in every closed model over the same parameters.

use specgen::arena::Id;
use specgen::execute::{Answer, Engine, Node, Tables, TermId};
use specgen::model::{Cell, Element, GroundTerm, Model, canonical_terms};
use specgen::rules;
use specgen::source::Sources;
use specgen::theory::{OpId, SortId, SortKind, Theory};

use crate::example;

/// How many calls were run, and how many of them were determined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub calls: usize,
    pub determined: usize,
}

/// Runs every operation on the canonical terms of all elements of a closed model.
pub fn compare(theory: &Theory, model: &Model) -> Result<Count, String> {
    // Places of axioms are not looked at.
    let program = rules::compile(theory, &no_sources(theory));
    let mut engine = Engine::new(&program, &parameter_tables(theory, model));
    let terms = canonical_terms(theory, model);
    let mut count = Count::default();
    for (id, op) in theory.ops.iter() {
        let table = model.table(id);
        'cells: for (arguments, cell) in table.tuples().zip(&table.cells) {
            let mut values = Vec::new();
            for (sort, element) in op.arguments.iter().zip(&arguments) {
                let term = terms[*sort][*element as usize].as_ref().expect("no junk");
                match build(&mut engine, term) {
                    Ok(value) => values.push(value),
                    Err(Answer::Undetermined(_)) => continue 'cells,
                    Err(answer) => return Err(format!("{}: {answer:?}", term.text(theory))),
                }
            }
            count.calls += 1;
            let found = match engine.apply(id.index(), &values) {
                Answer::Undetermined(_) => continue,
                Answer::Undefined => Some(Cell::Undefined),
                Answer::Value(value) => denoted(theory, model, &engine, value),
                Answer::Contradiction(found) => {
                    return Err(format!("{} {arguments:?}: {found:?}", op.name));
                }
            };
            match found {
                // A number beyond the range of the model.
                None => {}
                Some(found) if found == *cell => count.determined += 1,
                Some(found) => {
                    let name = &op.name;
                    return Err(format!(
                        "{name} {arguments:?} is {cell:?}, running says {found:?}"
                    ));
                }
            }
        }
    }
    Ok(count)
}

/// Sources in which every axiom has a place.
fn no_sources(theory: &Theory) -> Sources {
    let mut sources = Sources::default();
    let files = theory.specs.values().map(|spec| spec.span.file.index()).max().unwrap_or(0);
    let ends = theory.axioms.values().map(|axiom| axiom.span.end as usize).max().unwrap_or(0);
    for file in 0..=files {
        sources.add(format!("file{file}"), " ".repeat(ends));
    }
    sources
}

fn parameter_tables(theory: &Theory, model: &Model) -> Tables {
    let mut tables = Tables { elements: model.sizes(), facts: Vec::new() };
    for (id, op) in theory.ops.iter().filter(|(_, op)| theory.is_parameter(op.spec)) {
        let table = model.table(id);
        for (arguments, cell) in table.tuples().zip(&table.cells) {
            let result = match cell {
                Cell::Truth(truth) => Node::Truth(*truth),
                Cell::Element(element) => {
                    leaf(theory, model, op.result.expect("no predicate"), *element)
                }
                Cell::Undefined | Cell::Outside | Cell::Open => continue,
            };
            let arguments = op.arguments.iter().zip(&arguments);
            let arguments = arguments.map(|(sort, element)| leaf(theory, model, *sort, *element));
            tables.add(id.index(), arguments.collect(), result);
        }
    }
    tables
}

fn leaf(theory: &Theory, model: &Model, sort: SortId, element: Element) -> Node {
    match theory.sorts[sort].kind {
        SortKind::Int => Node::Int(model.carriers[sort].low + i64::from(element)),
        _ => Node::Element { sort: sort.index(), number: element },
    }
}

fn build(engine: &mut Engine<'_>, term: &GroundTerm) -> Result<TermId, Answer> {
    match term {
        GroundTerm::Element(sort, element) => Ok(engine.element(sort.index(), *element)),
        GroundTerm::Int(number) => Ok(engine.int(*number)),
        GroundTerm::Apply(op, arguments) => {
            let values: Result<Vec<_>, _> =
                arguments.iter().map(|argument| build(engine, argument)).collect();
            match engine.apply(op.index(), &values?) {
                Answer::Value(value) => Ok(value),
                answer => Err(answer),
            }
        }
    }
}

/// What a value is in the model; `None` where a number is not in the range.
fn denoted(theory: &Theory, model: &Model, engine: &Engine<'_>, value: TermId) -> Option<Cell> {
    match engine.terms().node(value) {
        Node::Truth(truth) => Some(Cell::Truth(*truth)),
        Node::Element { number, .. } => Some(Cell::Element(*number)),
        Node::Int(number) => {
            let int = theory.int().expect("numbers need the sort");
            model.element_of_int(int, *number).map(Cell::Element)
        }
        Node::Apply(op, arguments) => {
            let mut elements = Vec::new();
            for argument in arguments.iter() {
                match denoted(theory, model, engine, *argument)? {
                    Cell::Element(element) => elements.push(element),
                    other => return Some(other),
                }
            }
            Some(model.table(OpId::from_index(*op)).cell(&elements))
        }
        Node::Equal(..) => panic!("a question is no value"),
    }
}

#[test]
fn running_a_sorted_set_gives_the_tables_of_its_model() {
    let theory = example::shipped("sorted_set.spec");
    for elements in 1..=4 {
        let model = example::sorted_sets(&theory, elements);
        let count = compare(&theory, &model).expect("running agrees with the model");
        assert_eq!(count.determined, count.calls, "{elements} elements");
    }
}

#[test]
fn running_differs_from_a_model_that_breaks_an_axiom() {
    let theory = example::shipped("sorted_set.spec");
    let mut model = example::sorted_sets(&theory, 2);
    example::set(&mut model, &theory, "isIn", &[3, 1], Cell::Truth(false));
    let error = compare(&theory, &model).expect_err("an answer is wrong");
    assert!(error.starts_with("isIn [3, 1]"), "{error}");
}
