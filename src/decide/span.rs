//! What the terms of an instance span: the values of all subterms as elements, and the
//! determined results of all operations on them as tables.

use crate::arena::{Arena, Id};
use crate::execute::{Answer, Engine, Node, SortKind, TermId};
use crate::goal::Goal;
use crate::model::{
    Carrier, Cell, Element, GroundTerm, Mode, Model, ParameterTables, Span, Table, Witness, tuples,
};
use crate::rules;
use crate::theory::{OpId, SortId, Theory};

use super::instance::Instance;

/// The most values of a sort and the most numbers that are shown.
const MOST_VALUES: usize = 24;
const MOST_NUMBERS: usize = 32;

/// Larger tables only say how values are built. Those with two numbers are large and say little.
const MOST_CELLS: usize = 4_000;
const MOST_CELLS_OF_NUMBERS: usize = 300;
/// Still larger ones say nothing.
const MOST_CELLS_OF_CONSTRUCTORS: usize = 1_000_000;

/// The values that are spanned.
struct Spanned {
    /// By constructed sort.
    values: Vec<Vec<TermId>>,
    numbers: Vec<i64>,
}

/// An instance of a goal as a witness.
pub fn witness(
    theory: &Theory,
    engine: &mut Engine<'_>,
    parameters: &ParameterTables,
    goal: &Goal,
    instance: &Instance,
) -> Witness {
    let mut spanned = Spanned { values: vec![Vec::new(); theory.sorts.len()], numbers: Vec::new() };
    // The values themselves come first: a deep one has more subterms than are shown.
    for value in &instance.values {
        spanned.include(engine, *value);
    }
    for term in &instance.terms {
        spanned.add(engine, term);
    }
    for term in goal.literals.iter().flat_map(|literal| literal.atom.subterms()) {
        if let Answer::Value(value) = engine.evaluate(&rules::expr(term), &instance.values) {
            spanned.include(engine, value);
        }
    }
    let model = spanned.model(theory, engine, parameters);
    let element = |value: &TermId| spanned.element(engine, &model, *value).unwrap_or_default();
    let assignment = instance.values.iter().map(element).collect();
    Witness { assignment, terms: instance.terms.clone(), model }
}

/// What some constructor terms span.
pub fn model(
    theory: &Theory,
    engine: &mut Engine<'_>,
    parameters: &ParameterTables,
    terms: &[GroundTerm],
) -> Model {
    let mut spanned = Spanned { values: vec![Vec::new(); theory.sorts.len()], numbers: Vec::new() };
    for term in terms {
        spanned.add(engine, term);
    }
    spanned.model(theory, engine, parameters)
}

impl Spanned {
    /// Adds the value of a term and of all its subterms, innermost first.
    fn add(&mut self, engine: &mut Engine<'_>, term: &GroundTerm) -> Option<TermId> {
        let value = match term {
            GroundTerm::Element(sort, element) => engine.element(sort.index(), *element),
            GroundTerm::Int(number) => engine.int(*number),
            GroundTerm::Apply(op, arguments) => {
                let arguments: Vec<Option<TermId>> =
                    arguments.iter().map(|argument| self.add(engine, argument)).collect();
                let arguments: Vec<TermId> = arguments.into_iter().collect::<Option<_>>()?;
                match engine.apply(op.index(), &arguments) {
                    Answer::Value(value) => value,
                    _ => return None,
                }
            }
        };
        self.include(engine, value);
        Some(value)
    }

    fn include(&mut self, engine: &Engine<'_>, value: TermId) {
        match engine.terms().node(value) {
            Node::Int(number) => {
                if self.numbers.len() < MOST_NUMBERS && !self.numbers.contains(number) {
                    self.numbers.push(*number);
                }
            }
            Node::Apply(op, _) => {
                let program = engine.program();
                let Some(sort) = program.ops[*op].result else { return };
                let is_built = program.sorts[sort].kind == SortKind::Constructed;
                let values = &mut self.values[sort];
                if is_built && values.len() < MOST_VALUES && !values.contains(&value) {
                    values.push(value);
                }
            }
            Node::Truth(_) | Node::Element { .. } | Node::Equal(..) => {}
        }
    }

    fn model(
        &mut self,
        theory: &Theory,
        engine: &mut Engine<'_>,
        parameters: &ParameterTables,
    ) -> Model {
        for values in &mut self.values {
            values.sort_by(|one, other| engine.terms().compare(*one, *other));
        }
        self.numbers.sort_unstable();
        self.include_results(theory, engine, parameters);
        self.numbers.sort_unstable();
        let carriers: Arena<SortId, Carrier> =
            theory.sorts.ids().map(|sort| self.carrier(theory, parameters, sort)).collect();
        let span = Span { numbers: self.numbers.clone(), parameters: parameters.clone() };
        let mut model = Model {
            mode: Mode::Executed,
            carriers,
            tables: Arena::new(),
            span: Some(Box::new(span)),
        };
        for op in theory.ops.ids() {
            let table = self.table(theory, engine, &model, op);
            model.tables.push(table);
        }
        model
    }

    /// Adds the numbers that observers give for the values.
    fn include_results(
        &mut self,
        theory: &Theory,
        engine: &mut Engine<'_>,
        parameters: &ParameterTables,
    ) {
        let known = self.numbers.clone();
        let int = theory.int();
        for (op, _) in theory.ops.iter().filter(|(_, op)| int.is_some() && op.result == int) {
            let sorts = &theory.ops[op].arguments;
            let size = |sort: &SortId| match int == Some(*sort) {
                true => known.len() as u32,
                false => self.carrier(theory, parameters, *sort).size,
            };
            let sizes: Vec<u32> = sorts.iter().map(size).collect();
            let numbers = sorts.iter().filter(|sort| int == Some(**sort)).count();
            let most = if numbers > 1 { MOST_CELLS_OF_NUMBERS } else { MOST_CELLS };
            for tuple in tuples(&sizes).take(most) {
                let arguments: Vec<TermId> = (sorts.iter().zip(&tuple))
                    .map(|(sort, element)| self.value(engine, &known, *sort, *element))
                    .collect();
                if let Answer::Value(value) = engine.apply(op.index(), &arguments) {
                    self.include(engine, value);
                }
            }
        }
    }

    fn carrier(&self, theory: &Theory, parameters: &ParameterTables, sort: SortId) -> Carrier {
        let size = match theory.sorts[sort].kind {
            crate::theory::SortKind::Constructed => self.values[sort.index()].len() as u32,
            crate::theory::SortKind::Int => self.numbers.len() as u32,
            crate::theory::SortKind::Parameter => {
                parameters.carriers.get(&sort).copied().unwrap_or(1)
            }
        };
        Carrier { size, low: 0 }
    }

    fn value(
        &self,
        engine: &mut Engine<'_>,
        numbers: &[i64],
        sort: SortId,
        element: Element,
    ) -> TermId {
        let at = element as usize;
        match engine.program().sorts[sort.index()].kind {
            SortKind::Constructed => self.values[sort.index()][at],
            SortKind::Int => engine.int(numbers.get(at).copied().unwrap_or_default()),
            SortKind::Given => engine.element(sort.index(), element),
        }
    }

    fn table(&self, theory: &Theory, engine: &mut Engine<'_>, model: &Model, op: OpId) -> Table {
        let sorts = &theory.ops[op].arguments;
        let dimensions: Vec<u32> = sorts.iter().map(|sort| model.size(*sort)).collect();
        let count = cells(&dimensions);
        let numbers = sorts.iter().filter(|sort| theory.int() == Some(**sort)).count();
        let most = if numbers > 1 { MOST_CELLS_OF_NUMBERS } else { MOST_CELLS };
        if count > most {
            return self.built(engine, model, op, dimensions);
        }
        let mut cells = Vec::with_capacity(count);
        for tuple in tuples(&dimensions) {
            let arguments: Vec<TermId> = (sorts.iter().zip(&tuple))
                .map(|(sort, element)| self.value(engine, &self.numbers, *sort, *element))
                .collect();
            cells.push(match engine.apply(op.index(), &arguments) {
                Answer::Value(value) => self.cell(engine, model, value),
                Answer::Undefined => Cell::Undefined,
                Answer::Undetermined(_) | Answer::Contradiction(_) => Cell::Open,
            });
        }
        Table { dimensions, cells }
    }

    /// A table with the last steps of the values alone.
    fn built(&self, engine: &Engine<'_>, model: &Model, op: OpId, dimensions: Vec<u32>) -> Table {
        let is_drawn = cells(&dimensions) <= MOST_CELLS_OF_CONSTRUCTORS;
        let count = if is_drawn { cells(&dimensions) } else { 0 };
        let mut table = Table { dimensions, cells: vec![Cell::Open; count] };
        for values in self.values.iter().filter(|_| is_drawn) {
            for (place, value) in values.iter().enumerate() {
                let Node::Apply(built, arguments) = engine.terms().node(*value) else { continue };
                let arguments = arguments.iter().map(|it| self.element(engine, model, *it));
                let arguments: Option<Vec<Element>> = arguments.collect();
                if let (true, Some(arguments)) = (*built == op.index(), arguments) {
                    table.set(&arguments, Cell::Element(place as Element));
                }
            }
        }
        table
    }

    fn cell(&self, engine: &Engine<'_>, model: &Model, value: TermId) -> Cell {
        match engine.terms().node(value) {
            Node::Truth(truth) => Cell::Truth(*truth),
            _ if !engine.terms().is_plain(value) => {
                self.element(engine, model, value).map_or(Cell::Open, Cell::Element)
            }
            _ => self.element(engine, model, value).map_or(Cell::Outside, Cell::Element),
        }
    }

    fn element(&self, engine: &Engine<'_>, model: &Model, value: TermId) -> Option<Element> {
        match engine.terms().node(value) {
            Node::Int(number) => {
                let numbers = &model.span.as_ref()?.numbers;
                numbers.binary_search(number).ok().map(|place| place as Element)
            }
            Node::Element { number, .. } => Some(*number),
            Node::Apply(op, _) => {
                let sort = engine.program().ops[*op].result?;
                let place = self.values[sort].iter().position(|known| *known == value)?;
                Some(place as Element)
            }
            Node::Truth(_) | Node::Equal(..) => None,
        }
    }
}

/// The number of cells of a table.
fn cells(dimensions: &[u32]) -> usize {
    dimensions.iter().map(|size| *size as usize).fold(1, usize::saturating_mul)
}
