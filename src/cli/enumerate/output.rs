//! Values as terms, JSON lines, Rust, or a page of pictures.

use super::arguments::Format;
use crate::arena::Id;
use crate::cli::terminal;
use crate::count::{counted, grouped};
use crate::enumerate::code::{Code, is_value};
use crate::enumerate::{Algebra, Machine, json, picture, term};
use crate::error::Error;
use crate::execute::SortKind;
use crate::goal::snake_case;
use crate::model::GroundTerm;
use crate::pipeline::Enumerable;
use crate::theory::{OpId, SortId};

/// What is printed.
pub(super) enum Shown<'s, 'p> {
    Value(&'s Machine<'p>, Code),
    /// A term with its steps, of which no observations are known.
    Term(u32, &'s GroundTerm),
}

/// Prints values one by one and counts them.
pub(super) struct Output<'s> {
    subject: &'s Enumerable,
    sort: usize,
    format: Format,
    counts_only: bool,
    by_steps: Vec<u64>,
    algebras: usize,
    cards: Vec<picture::Card>,
}

impl<'s> Output<'s> {
    pub fn new(subject: &'s Enumerable, sort: usize, format: Format, counts_only: bool) -> Self {
        let by_steps = Vec::new();
        Self { subject, sort, format, counts_only, by_steps, algebras: 0, cards: Vec::new() }
    }

    pub fn shown(&self) -> u64 {
        self.by_steps.iter().sum()
    }

    /// `1, 4, 12`
    pub fn by_steps(&self) -> String {
        self.by_steps.iter().map(|count| grouped(*count)).collect::<Vec<_>>().join(", ")
    }

    pub fn start_algebra(&mut self, algebra: &Algebra) -> Result<(), Error> {
        self.algebras += 1;
        if self.counts_only || self.format != Format::Text {
            return Ok(());
        }
        let facts = self::algebra(self.subject, algebra, false);
        terminal::print(&format!("# algebra {}: {facts}\n", self.algebras))
    }

    pub fn show(&mut self, shown: Shown<'_, '_>) -> Result<(), Error> {
        let steps = match &shown {
            Shown::Value(machine, value) => machine.stores[self.sort].steps[*value as usize],
            Shown::Term(steps, _) => *steps,
        } as usize;
        if self.by_steps.len() <= steps {
            self.by_steps.resize(steps + 1, 0);
        }
        self.by_steps[steps] += 1;
        if self.counts_only {
            return Ok(());
        }
        match self.format {
            Format::Text => terminal::print(&format!("{}\n", self.text(&shown))),
            Format::Json => terminal::print(&format!("{}\n", self.json(&shown))),
            Format::Rust => {
                let text = self.rust(&shown);
                terminal::print(&text)
            }
            Format::Svg => {
                if let Shown::Value(machine, value) = shown {
                    if self.cards.len() >= picture::MOST {
                        let most = picture::MOST;
                        return Err(Error(format!(
                            "a page has at most {most} pictures; use --first or --where"
                        )));
                    }
                    self.cards.push(picture::card(machine, &self.subject.theory, self.sort, value));
                }
                Ok(())
            }
        }
    }

    /// Prints what can be printed only at the end.
    pub fn finish(&self) -> Result<(), Error> {
        if self.counts_only {
            return terminal::print(&format!("{}\n", self.shown()));
        }
        match self.format {
            Format::Svg => terminal::print(&picture::page(&self.cards)),
            _ => Ok(()),
        }
    }

    fn text(&self, shown: &Shown<'_, '_>) -> String {
        match shown {
            Shown::Value(machine, value) => {
                term::text(machine, &self.subject.theory, self.sort, *value)
            }
            Shown::Term(_, term) => term.text(&self.subject.theory),
        }
    }

    fn json(&self, shown: &Shown<'_, '_>) -> String {
        let algebra = (self.algebras > 0).then_some(self.algebras);
        match shown {
            Shown::Value(machine, value) => {
                json::value(machine, &self.subject.theory, (self.sort, *value), algebra)
            }
            Shown::Term(steps, _) => json::term(&self.text(shown), *steps, algebra),
        }
    }

    /// A function that builds the value from functions named like the constructors.
    fn rust(&self, shown: &Shown<'_, '_>) -> String {
        let number = self.shown() - 1;
        let text = self.text(shown);
        let term = match shown {
            Shown::Value(machine, value) => term::ground(machine, self.sort, *value),
            Shown::Term(_, term) => (*term).clone(),
        };
        let sort = &self.subject.theory.sorts[SortId::from_index(self.sort)].name;
        let call = self.call(&term);
        format!("/// {text}\npub fn value_{number}() -> {sort} {{\n    {call}\n}}\n\n")
    }

    fn call(&self, term: &GroundTerm) -> String {
        let theory = &self.subject.theory;
        match term {
            GroundTerm::Int(number) => number.to_string(),
            GroundTerm::Element(sort, number) => {
                format!("{}({number})", snake_case(&theory.sorts[*sort].name))
            }
            GroundTerm::Apply(op, parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.call(part)).collect();
                format!("{}({})", snake_case(&theory.ops[*op].name), parts.join(", "))
            }
        }
    }

    /// `51 values of SearchTree[Orderable] over Orderable=4, equal where observations are`
    pub fn summary(&self, provable: bool) -> String {
        let count = self.shown();
        let relation = if provable { "equal where provable" } else { "equal where observed" };
        let sort = self.subject.theory.sort_text(SortId::from_index(self.sort));
        let values = counted(grouped(count), "value");
        format!("{values} of {sort}{}, {relation}", over(self.subject))
    }
}

/// ` over Key=4, Value=2, int=-1..4`, or nothing where there are no parameters.
pub(in crate::cli) fn over(subject: &Enumerable) -> String {
    let sorts = subject.program.sorts.iter().enumerate();
    let parts: Vec<String> = sorts
        .filter_map(|(index, sort)| match sort.kind {
            SortKind::Given => Some(format!("{}={}", sort.name, subject.sizes[index])),
            SortKind::Int => Some(format!("int={}..{}", subject.numbers.low, subject.numbers.high)),
            SortKind::Constructed => None,
        })
        .collect();
    if parts.is_empty() { String::new() } else { format!(" over {}", parts.join(", ")) }
}

/// The facts of an algebra: predicates that hold, and results.
pub(super) fn algebra(subject: &Enumerable, algebra: &Algebra, as_json: bool) -> String {
    let facts: Vec<String> =
        facts(subject, algebra).into_iter().filter(|fact| !fact.starts_with(NOT)).collect();
    if as_json {
        return json::facts(&facts);
    }
    if facts.is_empty() { "nothing holds".to_owned() } else { facts.join(", ") }
}

/// Before a predicate that does not hold.
const NOT: &str = "not ";

/// All facts of an algebra, with predicates that do not hold.
pub(in crate::cli) fn facts(subject: &Enumerable, algebra: &Algebra) -> Vec<String> {
    let (theory, program) = (&subject.theory, &subject.program);
    let name = |sort: usize, code: Code| match program.sorts[sort].kind {
        SortKind::Int => crate::enumerate::code::to_int(code).to_string(),
        _ => theory.element_text(SortId::from_index(sort), code),
    };
    let mut facts = Vec::new();
    for (op, table) in algebra.tables.iter().enumerate() {
        let operation = &theory.ops[OpId::from_index(op)];
        for (cell, code) in table.iter().enumerate().filter(|(_, code)| is_value(**code)) {
            let arguments = algebra.arguments(program, op, cell);
            let pairs = program.ops[op].arguments.iter().zip(arguments);
            let parts: Vec<String> = pairs.map(|(sort, code)| name(*sort, code)).collect();
            let call = format!("{}({})", operation.name, parts.join(", "));
            match program.ops[op].result {
                None if *code == 1 => facts.push(call),
                None => facts.push(format!("{NOT}{call}")),
                Some(sort) => facts.push(format!("{call} = {}", name(sort, *code))),
            }
        }
    }
    facts
}
