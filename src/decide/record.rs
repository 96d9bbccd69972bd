//! Outcomes as text, to be kept between runs: words and numbers, separated by blanks.

use std::collections::BTreeMap;
use std::str::FromStr;

use crate::arena::Id;
use crate::model::{Carrier, Cell, GroundTerm, Mode, Model, ParameterTables, Span, Table, Witness};
use crate::search::{Core, Outcome, Tried, Verdict};

/// All outcomes. `None` if the search gave up on a goal: another run may go further.
pub fn write(outcomes: &[Outcome]) -> Option<String> {
    let mut text = Writer::default();
    text.number(outcomes.len());
    for outcome in outcomes {
        text.outcome(outcome)?;
    }
    Some(text.0)
}

/// The outcomes in a text. `None` if it is no such text.
pub fn read(text: &str) -> Option<Vec<Outcome>> {
    let mut reader = Reader(text.split_ascii_whitespace());
    let outcomes = reader.list(Reader::outcome)?;
    reader.0.next().is_none().then_some(outcomes)
}

/// Algebras of the parameters.
pub fn write_algebras(algebras: &[ParameterTables]) -> String {
    let mut text = Writer::default();
    text.number(algebras.len());
    algebras.iter().for_each(|algebra| text.parameters(algebra));
    text.0
}

/// The algebras in a text. `None` if it is no such text.
pub fn read_algebras(text: &str) -> Option<Vec<ParameterTables>> {
    let mut reader = Reader(text.split_ascii_whitespace());
    let algebras = reader.list(Reader::parameters)?;
    reader.0.next().is_none().then_some(algebras)
}

#[derive(Default)]
struct Writer(String);

impl Writer {
    fn number(&mut self, number: impl std::fmt::Display) {
        self.0.push_str(&format!("{number} "));
    }

    fn ids<I: Id>(&mut self, ids: &[I]) {
        self.number(ids.len());
        ids.iter().for_each(|id| self.number(id.index()));
    }

    fn outcome(&mut self, outcome: &Outcome) -> Option<()> {
        match &outcome.verdict {
            Verdict::Covered(witness) => {
                self.number("covered");
                self.witness(witness);
            }
            Verdict::Impossible(core) => {
                self.number("impossible");
                self.ids(&core.axioms);
                self.ids(&core.domains);
                self.number(usize::from(core.by_induction));
            }
            Verdict::NotFound => self.number("not-found"),
            Verdict::GaveUp(_) => return None,
        }
        self.number(outcome.scope.len());
        for (sort, size) in &outcome.scope {
            self.number(sort.index());
            self.number(size);
        }
        self.mode(outcome.mode);
        self.number(usize::from(outcome.tried.is_some()));
        if let Some(tried) = outcome.tried {
            self.number(tried.terms);
            self.number(tried.operations);
            self.number(usize::from(tried.is_cut));
        }
        self.0.push('\n');
        Some(())
    }

    fn mode(&mut self, mode: Mode) {
        self.number(match mode {
            Mode::Closed => "closed",
            Mode::Fragment => "fragment",
            Mode::Executed => "executed",
        });
    }

    fn witness(&mut self, witness: &Witness) {
        self.number(witness.assignment.len());
        witness.assignment.iter().for_each(|element| self.number(element));
        self.number(witness.terms.len());
        witness.terms.iter().for_each(|term| self.term(term));
        self.mode(witness.model.mode);
        self.number(witness.model.carriers.len());
        witness.model.carriers.values().for_each(|carrier| self.carrier(*carrier));
        self.number(witness.model.tables.len());
        witness.model.tables.values().for_each(|table| self.table(table));
        self.number(usize::from(witness.model.span.is_some()));
        if let Some(span) = &witness.model.span {
            self.number(span.numbers.len());
            span.numbers.iter().for_each(|number| self.number(number));
            self.parameters(&span.parameters);
        }
    }

    fn parameters(&mut self, parameters: &ParameterTables) {
        self.number(parameters.carriers.len());
        for (sort, size) in &parameters.carriers {
            self.number(sort.index());
            self.number(size);
        }
        self.number(parameters.tables.len());
        for (op, table) in &parameters.tables {
            self.number(op.index());
            self.table(table);
        }
        self.carrier(parameters.int);
    }

    fn carrier(&mut self, carrier: Carrier) {
        self.number(carrier.size);
        self.number(carrier.low);
    }

    fn table(&mut self, table: &Table) {
        self.number(table.dimensions.len());
        table.dimensions.iter().for_each(|size| self.number(size));
        self.number(table.cells.len());
        for cell in &table.cells {
            match cell {
                Cell::Truth(true) => self.number("t"),
                Cell::Truth(false) => self.number("f"),
                Cell::Element(element) => self.number(element),
                Cell::Undefined => self.number("u"),
                Cell::Outside => self.number("o"),
                Cell::Open => self.number("?"),
            }
        }
    }

    fn term(&mut self, term: &GroundTerm) {
        match term {
            GroundTerm::Element(sort, element) => {
                self.number("e");
                self.number(sort.index());
                self.number(element);
            }
            GroundTerm::Int(number) => {
                self.number("i");
                self.number(number);
            }
            GroundTerm::Apply(op, arguments) => {
                self.number("a");
                self.number(op.index());
                self.number(arguments.len());
                arguments.iter().for_each(|argument| self.term(argument));
            }
        }
    }
}

struct Reader<'t>(std::str::SplitAsciiWhitespace<'t>);

impl Reader<'_> {
    fn number<N: FromStr>(&mut self) -> Option<N> {
        self.0.next()?.parse().ok()
    }

    fn id<I: Id>(&mut self) -> Option<I> {
        self.number::<u32>().map(|index| I::from_index(index as usize))
    }

    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count: usize = self.number()?;
        (0..count).map(|_| item(self)).collect()
    }

    fn outcome(&mut self) -> Option<Outcome> {
        let verdict = match self.0.next()? {
            "covered" => Verdict::Covered(Box::new(self.witness()?)),
            "impossible" => {
                let axioms = self.list(Self::id)?;
                let domains = self.list(Self::id)?;
                let by_induction = self.number::<u8>()? == 1;
                Verdict::Impossible(Core { axioms, domains, by_induction })
            }
            "not-found" => Verdict::NotFound,
            _ => return None,
        };
        let scope = self.list(|reader| Some((reader.id()?, reader.number()?)))?;
        let mode = self.mode()?;
        let tried = match self.number::<u8>()? {
            0 => None,
            _ => Some(Tried {
                terms: self.number()?,
                operations: self.number()?,
                is_cut: self.number::<u8>()? == 1,
            }),
        };
        Some(Outcome { verdict, scope, mode, tried })
    }

    fn mode(&mut self) -> Option<Mode> {
        match self.0.next()? {
            "closed" => Some(Mode::Closed),
            "fragment" => Some(Mode::Fragment),
            "executed" => Some(Mode::Executed),
            _ => None,
        }
    }

    fn witness(&mut self) -> Option<Witness> {
        let assignment = self.list(Self::number)?;
        let terms = self.list(Self::term)?;
        let mode = self.mode()?;
        let carriers = self.list(Self::carrier)?.into_iter().collect();
        let tables = self.list(Self::table)?.into_iter().collect();
        let span = match self.number::<u8>()? {
            0 => None,
            _ => {
                let numbers = self.list(Self::number)?;
                Some(Box::new(Span { numbers, parameters: self.parameters()? }))
            }
        };
        Some(Witness { model: Model { mode, carriers, tables, span }, assignment, terms })
    }

    fn parameters(&mut self) -> Option<ParameterTables> {
        let carriers = self.list(|reader| Some((reader.id()?, reader.number()?)))?;
        let tables = self.list(|reader| Some((reader.id()?, reader.table()?)))?;
        Some(ParameterTables {
            carriers: BTreeMap::from_iter(carriers),
            tables: BTreeMap::from_iter(tables),
            int: self.carrier()?,
        })
    }

    fn carrier(&mut self) -> Option<Carrier> {
        Some(Carrier { size: self.number()?, low: self.number()? })
    }

    fn table(&mut self) -> Option<Table> {
        let dimensions = self.list(Self::number)?;
        Some(Table { dimensions, cells: self.list(Self::cell)? })
    }

    fn cell(&mut self) -> Option<Cell> {
        Some(match self.0.next()? {
            "t" => Cell::Truth(true),
            "f" => Cell::Truth(false),
            "u" => Cell::Undefined,
            "o" => Cell::Outside,
            "?" => Cell::Open,
            element => Cell::Element(element.parse().ok()?),
        })
    }

    fn term(&mut self) -> Option<GroundTerm> {
        Some(match self.0.next()? {
            "e" => GroundTerm::Element(self.id()?, self.number()?),
            "i" => GroundTerm::Int(self.number()?),
            "a" => GroundTerm::Apply(self.id()?, self.list(Self::term)?),
            _ => return None,
        })
    }
}
