//! How long it takes to run the axioms, by the size of the term that is observed.
//!
//! `cargo bench --bench observe` prints a row for each specification: microseconds per observation
//! of a term of 10, 100 and 1,000 constructors. Each observation starts with an empty engine, so
//! its time includes the term. Other words choose the specifications whose names have them.

use std::path::Path;

use cpu_time::ProcessTime;
use specgen::decide::Parameters;
use specgen::execute::{Answer, Engine, Program, SortKind, Tables, TermId};
use specgen::rules;
use specgen::theory::{self, NoFolders, SortId, Theory, Workspace};
use specgen::trial;

/// Constructors in a term.
const SIZES: [usize; 3] = [10, 100, 1_000];

/// Elements of each parameter's sort, or fewer where there are too many algebras.
const ELEMENTS: [u32; 3] = [4, 3, 2];

/// The largest number that an operation is called with. One call in four has a large number.
const LARGE: u64 = 1_200;
const SMALL: u64 = 4;

/// Calls that are tried before a term counts as complete: it may be full.
const TRIES: usize = 200;

/// Observations of each operation, with different arguments.
const CALLS: usize = 4;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_trial = arguments.iter().any(|it| it == "--test");
    let words: Vec<&String> = arguments.iter().filter(|it| !it.starts_with('-')).collect();
    let mut files = [files("specs"), files("tests/domains")].concat();
    files.retain(|file| words.iter().all(|word| file.contains(word.as_str())));
    files.truncate(if is_trial { 1 } else { usize::MAX });
    println!("| specification | 10 | 100 | 1,000 | from 100 to 1,000 |");
    println!("|---|--:|--:|--:|--:|");
    for file in &files {
        if let Some(row) = row(file) {
            println!("{row}");
        }
    }
}

/// `None` for parameters and for specifications without a term of this size.
fn row(file: &str) -> Option<String> {
    let theory = theory(file)?;
    let tables = tables(&theory)?;
    let program = rules::program(&theory);
    let times = SIZES.map(|size| microseconds(&program, &tables, size));
    let text = |time: Option<f64>| time.map_or(String::new(), |time| format!("{time:.1}"));
    let growth = match times {
        [_, Some(small), Some(large)] => format!("{:.1}", large / small),
        _ => String::new(),
    };
    let name = Path::new(file).file_stem()?.to_string_lossy();
    let [ten, hundred, thousand] = times.map(text);
    (!ten.is_empty()).then(|| format!("| {name} | {ten} | {hundred} | {thousand} | {growth} |"))
}

/// The time per observation of a term with so many constructors.
fn microseconds(program: &Program, tables: &Tables, size: usize) -> Option<f64> {
    let sort = program.sorts.iter().rposition(|sort| sort.kind == SortKind::Constructed)?;
    // Whether a call is defined is found out beforehand.
    let calls = calls(program, tables, sort, size)?;
    let mut observations: Vec<(usize, Random)> = Vec::new();
    for (op, operation) in program.ops.iter().enumerate() {
        let is_one = !operation.is_given && !operation.is_constructor;
        let is_built = |sort: usize| program.sorts[sort].kind == SortKind::Constructed;
        if is_one
            && !operation.result.is_some_and(is_built)
            && operation.arguments.iter().filter(|it| is_built(**it)).eq([&sort])
        {
            observations.extend((0..CALLS).map(|seed| (op, Random(seed as u64 + 1))));
        }
    }
    if observations.is_empty() {
        return None;
    }
    let start = ProcessTime::now();
    for (op, random) in &observations {
        let mut engine = Engine::new(program, tables);
        let mut values: Vec<TermId> = Vec::new();
        for (op, arguments) in &calls {
            let value = apply(&mut engine, *op, arguments, &values);
            values.push(value?);
        }
        let (mut random, last) = (random.clone(), *values.last()?);
        let arguments: Vec<TermId> = (program.ops[*op].arguments.iter())
            .map(|own| random.argument(&mut engine, program, tables, *own))
            .map(|argument| argument.unwrap_or(last))
            .collect();
        std::hint::black_box(engine.apply(*op, &arguments));
    }
    Some(start.elapsed().as_secs_f64() * 1e6 / observations.len() as f64)
}

/// An argument of a call: an earlier value, an element or a number.
#[derive(Clone, Copy)]
enum Argument {
    Value(usize),
    Element(usize, u32),
    Number(i64),
}

type Call = (usize, Vec<Argument>);

/// Calls that build a term one after the other. `None` if there is no term of this size.
fn calls(program: &Program, tables: &Tables, sort: usize, size: usize) -> Option<Vec<Call>> {
    let mut random = Random(1);
    let mut engine = Engine::new(program, tables);
    let (mut calls, mut values): (Vec<Call>, Vec<TermId>) = (Vec::new(), Vec::new());
    for _ in 0..size {
        let next = (0..TRIES).find_map(|_| {
            let call = random.call(program, tables, sort, values.len())?;
            let value = apply(&mut engine, call.0, &call.1, &values)?;
            Some((call, value))
        });
        let (call, value) = next?;
        calls.push(call);
        values.push(value);
    }
    Some(calls)
}

/// The term that a call builds, where it is defined. It stays as it was built, even if the axioms
/// give it a shorter normal form.
fn apply(
    engine: &mut Engine<'_>,
    op: usize,
    arguments: &[Argument],
    values: &[TermId],
) -> Option<TermId> {
    let arguments = arguments.iter().map(|argument| match argument {
        Argument::Value(place) => values[*place],
        Argument::Element(sort, number) => engine.element(*sort, *number),
        Argument::Number(number) => engine.int(*number),
    });
    let arguments: Vec<TermId> = arguments.collect();
    match engine.apply(op, &arguments) {
        Answer::Value(_) => Some(engine.call(op, &arguments)),
        _ => None,
    }
}

/// The same numbers in every run (Marsaglia's xorshift).
#[derive(Clone)]
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % limit.max(1)
    }

    fn number(&mut self) -> i64 {
        let limit = if self.below(4) == 0 { LARGE } else { SMALL };
        self.below(limit) as i64
    }

    fn element(&mut self, tables: &Tables, sort: usize) -> u32 {
        self.below(tables.elements[sort].into()) as u32
    }

    /// A call of a constructor on the last value, or of a creator for the first one. `None` if the
    /// chosen one needs values of other sorts.
    fn call(
        &mut self,
        program: &Program,
        tables: &Tables,
        sort: usize,
        known: usize,
    ) -> Option<Call> {
        let is_due = |op: &usize| {
            let operation = &program.ops[*op];
            operation.is_constructor
                && operation.result == Some(sort)
                && operation.arguments.contains(&sort) == (known > 0)
        };
        let due: Vec<usize> = (0..program.ops.len()).filter(is_due).collect();
        let op = *due.get(self.below(due.len() as u64) as usize)?;
        let mut arguments = Vec::new();
        let mut has_last = false;
        for own in &program.ops[op].arguments {
            arguments.push(match program.sorts[*own].kind {
                SortKind::Int => Argument::Number(self.number()),
                SortKind::Given => Argument::Element(*own, self.element(tables, *own)),
                // Where two values are joined, the second one is the first that was built.
                SortKind::Constructed if *own == sort && has_last => Argument::Value(0),
                SortKind::Constructed if *own == sort => {
                    has_last = true;
                    Argument::Value(known - 1)
                }
                SortKind::Constructed => return None,
            });
        }
        Some((op, arguments))
    }

    /// An argument of an observer that is no constructed value.
    fn argument(
        &mut self,
        engine: &mut Engine<'_>,
        program: &Program,
        tables: &Tables,
        sort: usize,
    ) -> Option<TermId> {
        match program.sorts[sort].kind {
            SortKind::Int => Some(engine.int(self.number())),
            SortKind::Given => Some(engine.element(sort, self.element(tables, sort))),
            SortKind::Constructed => None,
        }
    }
}

/// The algebra with the most structure: of orders, the linear one.
fn tables(theory: &Theory) -> Option<Tables> {
    let parameters = Parameters::of(theory)?;
    let given = |sort: &theory::Sort| sort.kind == theory::SortKind::Parameter;
    let given: Vec<SortId> =
        theory.sorts.iter().filter(|(_, sort)| given(sort)).map(|(id, _)| id).collect();
    let algebra = ELEMENTS.iter().find_map(|size| {
        let sizes: Vec<(SortId, u32)> = given.iter().map(|sort| (*sort, *size)).collect();
        parameters.algebras(&sizes).into_iter().next_back()
    });
    Some(trial::tables(theory, &algebra?))
}

fn theory(file: &str) -> Option<Theory> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(path).expect("the specification is readable");
    let loaded = Workspace::new(NoFolders).load(file, &text).expect("it is well-formed");
    let subject = loaded.default_subject()?;
    Some(loaded.theory.restricted_to(subject))
}

fn files(folder: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(path).expect("the folder is readable");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.expect("the entry is readable").file_name().to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = entries.map(name).filter(|name| name.ends_with(".spec")).collect();
    names.sort();
    names.into_iter().map(|name| format!("{folder}/{name}")).collect()
}
