//! How much of every specification running determines.

use std::fmt::Write as _;

use specgen::arena::Id;
use specgen::execute::{Answer, Engine, Node, Program, SortKind, Source, Tables, TermId};
use specgen::model::{Cell, Mode, canonical_form};
use specgen::rules;
use specgen::search::{CarrierSize, CarrierSizes, Symmetry, listed_models};
use specgen::theory::{self, Loaded, NoFolders, Theory, Workspace};
use specgen::trial::states::{Extent, contradiction, states};

/// Elements of each parameter's sort, operations in a term, and terms of a sort.
const ELEMENTS: u32 = 3;
const OPERATIONS: usize = 5;
const TERMS: usize = 150;
const NUMBERS: [i64; 5] = [0, 1, 2, 3, 1000];

fn extent() -> Extent {
    Extent { operations: OPERATIONS, values: TERMS, numbers: NUMBERS.to_vec(), steps: u64::MAX }
}

/// What was observed of the terms of a specification.
struct Share {
    observations: usize,
    determined: usize,
    /// The first one that is not, and why.
    open: Option<String>,
}

fn load(path: &str) -> (Workspace<NoFolders>, Loaded) {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the specification is readable");
    let name = path.rsplit('/').next().expect("a path has a last part");
    let mut workspace = Workspace::new(NoFolders);
    let loaded = workspace.load(name, &text).expect("the specification is well-formed");
    (workspace, loaded)
}

fn share(path: &str) -> Share {
    let (workspace, loaded) = load(path);
    let subject = loaded.default_subject().expect("it is no parameter");
    let theory = loaded.theory.restricted_to(subject);
    let program = rules::compile(&theory, &workspace.sources);
    assert_eq!(Program::parse(&rules::text(&program)).as_ref(), Ok(&program), "{path}");
    let mut engine = Engine::new(&program, &tables(&theory));
    let states = states(&mut engine, &extent());
    let mut share = Share { observations: 0, determined: 0, open: None };
    for (op, arguments) in observations(&program, &states) {
        share.observations += 1;
        let text = |engine: &Engine<'_>, term| {
            let name = |sort: usize, number: u32| format!("{}{number}", program.sorts[sort].name);
            engine.terms().text(&program, term, &name)
        };
        let gap = match engine.apply(op, &arguments) {
            Answer::Undefined => None,
            Answer::Value(term) => engine.gap(term),
            Answer::Undetermined(gap) => Some(gap),
            Answer::Contradiction(found) => {
                let call = text(&engine, found.call);
                share.open = share.open.or(Some(format!("contradiction at {call}")));
                continue;
            }
        };
        match gap {
            None => share.determined += 1,
            Some(gap) if share.open.is_none() => {
                let call = engine.call(op, &arguments);
                let (call, at) = (text(&engine, call), text(&engine, gap.call));
                share.open = Some(format!("{call}, at {at} ({:?})", gap.reason));
            }
            Some(_) => {}
        }
    }
    share
}

/// Every observer with a result that is not constructed, on every term.
fn observations(program: &Program, states: &[Vec<TermId>]) -> Vec<(usize, Vec<TermId>)> {
    let is_constructed = |sort: usize| program.sorts[sort].kind == SortKind::Constructed;
    let mut found = Vec::new();
    for (op, operation) in program.ops.iter().enumerate() {
        let observes = !operation.is_given && !operation.result.is_some_and(is_constructed);
        if !observes {
            continue;
        }
        let mut tuples = vec![Vec::new()];
        for sort in &operation.arguments {
            let longer = |tuple: &Vec<TermId>| {
                let tuple = tuple.clone();
                states[*sort].iter().map(move |term| {
                    let mut longer = tuple.clone();
                    longer.push(*term);
                    longer
                })
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        found.extend(tuples.into_iter().map(|arguments| (op, arguments)));
    }
    found
}

/// Lawful tables for every parameter: of all models of its own, the last one.
fn tables(theory: &Theory) -> Tables {
    let is_given = |sort: &theory::Sort| sort.kind == theory::SortKind::Parameter;
    let elements = theory.sorts.values().map(|sort| u32::from(is_given(sort)) * ELEMENTS);
    let mut tables = Tables { elements: elements.collect(), facts: Vec::new() };
    for spec in theory.specs.ids().filter(|spec| theory.is_parameter(*spec)) {
        let own = theory.restricted_to(spec);
        let bound = |sort: &theory::Sort| CarrierSize {
            size: if sort.kind == theory::SortKind::Int { 2 } else { ELEMENTS },
            exact: true,
            low: 0,
        };
        let carriers = CarrierSizes { sorts: own.sorts.values().map(bound).collect() };
        let mut models = listed_models(&own, &carriers, Mode::Closed, Symmetry::Broken, 2000);
        models.sort_by_cached_key(|model| format!("{:?}", canonical_form(&own, model)));
        let Some(model) = models.last() else { continue };
        for (id, op) in own.ops.iter() {
            let same = |other: &theory::Operation| {
                other.name == op.name && other.arguments.len() == op.arguments.len()
            };
            let target = theory.ops.iter().find(|(_, other)| same(other)).expect("it is kept").0;
            let sorts = &theory.ops[target].arguments;
            let table = model.table(id);
            for (arguments, cell) in table.tuples().zip(&table.cells) {
                let node = |(sort, element): (&theory::SortId, &u32)| match theory.sorts[*sort].kind
                {
                    theory::SortKind::Int => Node::Int(i64::from(*element)),
                    _ => Node::Element { sort: sort.index(), number: *element },
                };
                let result = match (cell, theory.ops[target].result) {
                    (Cell::Truth(truth), _) => Node::Truth(*truth),
                    (Cell::Element(element), Some(sort)) => node((&sort, element)),
                    _ => continue,
                };
                tables.add(
                    target.index(),
                    sorts.iter().zip(&arguments).map(node).collect(),
                    result,
                );
            }
        }
    }
    tables
}

fn specs(folder: &str) -> Vec<String> {
    let path = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(path).expect("the folder is readable");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.expect("the entry is readable").file_name().to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = entries.map(name).filter(|name| name.ends_with(".spec")).collect();
    names.sort();
    names.into_iter().map(|name| format!("{folder}/{name}")).collect()
}

#[test]
fn share_of_observations_that_running_determines() {
    let mut text = String::new();
    for path in specs("specs").into_iter().chain(specs("tests/eval")) {
        let Share { observations, determined, open } = share(&path);
        let percent = 100.0 * determined as f64 / observations as f64;
        writeln!(text, "{path}: {percent:.1} % of {observations}").expect("a string takes all");
        if let Some(open) = open {
            writeln!(text, "  {open}").expect("a string takes all");
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn the_smallest_contradiction_is_found() {
    let smallest = |path: &str| {
        let (workspace, loaded) = load(path);
        let subject = loaded.default_subject().expect("it is no parameter");
        let theory = loaded.theory.restricted_to(subject);
        let program = rules::compile(&theory, &workspace.sources);
        let mut engine = Engine::new(&program, &tables(&theory));
        let found = contradiction(&mut engine, &extent())?;
        let name = |sort: usize, number: u32| format!("{}{number}", program.sorts[sort].name);
        let label = |source| match source {
            Source::Rule(rule) => program.axioms[program.rules[rule].axiom].label.clone(),
            other => format!("{other:?}"),
        };
        let [(first, one), (second, other)] = found.results;
        let text = |term: Option<TermId>| term.map(|it| engine.terms().text(&program, it, &name));
        let call = engine.terms().text(&program, found.call, &name);
        Some(format!(
            "{call}: {} by {}, {} by {}",
            text(first).unwrap_or_default(),
            label(one),
            text(second).unwrap_or_default(),
            label(other)
        ))
    };
    for path in specs("specs").into_iter().filter(|path| !path.contains("as_printed")) {
        assert_eq!(smallest(&path), None, "{path}");
    }
    let printed = smallest("specs/one_of_set_as_printed.spec").expect("two axioms collide");
    assert_eq!(
        printed,
        "isEmpty(insertOneOf(empty(), Element0, Element0)): \
         true by first_claim, false by second_claim"
    );
    let meter = smallest("tests/repro/meter.spec").expect("two axioms collide");
    assert!(meter.starts_with("value(tick(tick(start(1)))): 1 by Rewritten"), "{meter}");
    assert!(meter.ends_with("2 by value_tick"), "{meter}");
}
