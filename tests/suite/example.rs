//! Theories and hand-made models that several tests speak of.

use specgen::arena::{Arena, Id};
use specgen::emit::{Provenance, Templates};
use specgen::infer::NoCrates;
use specgen::model::{Carrier, Cell, Element, Mode, Model, Table, tuples};
use specgen::options::BuildOptions;
use specgen::pipeline::{MappingInput, Order, Request};
use specgen::source::Source;
use specgen::theory::{NoFolders, OpId, SortId, Theory, Workspace};

/// The theory of one of the shipped specifications.
pub fn shipped(file: &str) -> Theory {
    let path = format!("{}/specs/{file}", env!("CARGO_MANIFEST_DIR"));
    theory(&std::fs::read_to_string(path).expect("shipped specifications are readable"))
}

/// The theory of the last specification in a text.
pub fn theory(text: &str) -> Theory {
    let mut workspace = Workspace::new(NoFolders);
    let loaded = workspace.load("test.spec", text).expect("the specification is well-formed");
    let subject = loaded.default_subject().unwrap_or_else(|| loaded.file[loaded.file.len() - 1]);
    loaded.theory.restricted_to(subject)
}

/// A request to build a mapping of a specification, with default options.
pub fn request<'l>(spec: &str, mapping: &str, loader: &'l mut NoFolders) -> Request<'l> {
    let source = |name: &str, text: &str| Source { name: name.to_owned(), text: text.to_owned() };
    let order = Order {
        name: "test".to_owned(),
        provenance: Provenance {
            inputs: vec!["test.spec".to_owned(), "test.map".to_owned()],
            command: "specgen build test.spec --map test.map".to_owned(),
            expansion: None,
        },
        templates: Templates::default(),
        options: BuildOptions::default(),
        origin: None,
        implementer: 0,
    };
    let (specs, mapping) = (vec![source("test.spec", spec)], source("test.map", mapping));
    // It has nothing to drop.
    let crates = Box::leak(Box::new(NoCrates));
    Request { specs, mapping: MappingInput::File(mapping), loader, crates, order }
}

pub fn sort(theory: &Theory, name: &str) -> SortId {
    let found = theory.sorts.iter().find(|(_, sort)| sort.name == name);
    found.unwrap_or_else(|| panic!("no sort {name}")).0
}

pub fn op(theory: &Theory, name: &str) -> OpId {
    let found = theory.ops.iter().find(|(_, op)| op.name == name);
    found.unwrap_or_else(|| panic!("no operation {name}")).0
}

/// A model from the sizes of its carriers and a function that answers for all
/// operations by name.
pub fn model(
    theory: &Theory,
    mode: Mode,
    sizes: &[(&str, u32)],
    answer: impl Fn(&str, &[Element]) -> Cell,
) -> Model {
    let size = |name: &str| sizes.iter().find(|(sort, _)| *sort == name).map_or(0, |(_, n)| *n);
    let carriers: Arena<SortId, Carrier> =
        theory.sorts.values().map(|sort| Carrier { size: size(&sort.name), low: 0 }).collect();
    let tables = theory.ops.values().map(|op| {
        let dimensions: Vec<u32> = op.arguments.iter().map(|sort| carriers[*sort].size).collect();
        let cells = tuples(&dimensions).map(|arguments| answer(&op.name, &arguments)).collect();
        Table { dimensions, cells }
    });
    Model { mode, tables: tables.collect(), carriers, span: None }
}

/// All sets over `n` elements, ordered by number; a set is the number whose bits
/// are its elements.
pub fn sorted_sets(theory: &Theory, n: u32) -> Model {
    let sizes = [("Orderable", n), ("SortedSet", 1 << n)];
    model(theory, Mode::Closed, &sizes, |op, arguments| match (op, arguments) {
        ("geq", [e, f]) => Cell::Truth(e >= f),
        ("empty", []) => Cell::Element(0),
        ("insert", [s, e]) => Cell::Element(s | 1 << e),
        ("isEmpty", [s]) => Cell::Truth(*s == 0),
        ("isIn", [s, e]) => Cell::Truth(s >> e & 1 == 1),
        ("largest", [0]) => Cell::Undefined,
        ("largest", [s]) => Cell::Element(s.ilog2()),
        _ => panic!("no operation {op} with {arguments:?}"),
    })
}

/// Changes one answer.
pub fn set(model: &mut Model, theory: &Theory, name: &str, arguments: &[Element], cell: Cell) {
    let op = op(theory, name);
    let position = model.tables[op].tuples().position(|tuple| tuple == arguments);
    model.tables[op].cells[position.expect("the arguments are in the table")] = cell;
    debug_assert!(op.index() < model.tables.len());
}
