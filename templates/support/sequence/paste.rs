//! A failing sequence as a test to paste: calls of the user's own API, and one assertion.
//!
//! A value that is changed or used up and still needed is built again by the same calls, so
//! types need not be `Clone`.

use super::super::execute::{Expr, Node, TermId};
use super::check::{Cause, Run};
use super::explain::fresh_name;
use super::paste_axiom::outside;
use super::paste_text::{compared, refused, snake_case, statement, unwrapped};
use super::source::{Call, Source, Wrapper};
use super::world::{Step, Value, Way};

/// The lines of the test. `None` if a part can't be written without the runtime.
pub fn test(run: &mut Run<'_>, cause: &Cause) -> Option<Vec<String>> {
    let outside = outside(run, cause)?;
    let mut writer = Writer::new(run, cause);
    writer.outside = outside;
    // An axiom needs its values, and not all of those before them.
    if !matches!(cause, Cause::Axiom { .. }) {
        writer.history()?;
    }
    writer.assertion(cause)?;
    writer.lines(cause)
}

/// A test under way.
pub struct Writer<'r, 's> {
    pub run: &'r Run<'s>,
    /// A call that must be refused, instead of what the axiom says.
    pub outside: Option<Expr>,
    pub source: &'r Source,
    /// What is used after the last step.
    about: Vec<Value>,
    pub steps: Vec<Step>,
    /// By step: the variable that holds its value.
    held: Vec<Option<String>>,
    names: Vec<String>,
    /// Variables that a call borrows mutably.
    pub mutable: Vec<String>,
    pub elements: Vec<(usize, u32)>,
    /// Statements, and the variables that they declare.
    pub body: Vec<(Option<String>, String)>,
}

impl<'r, 's> Writer<'r, 's> {
    fn new(run: &'r Run<'s>, cause: &Cause) -> Self {
        let source = &run.subject.source;
        let names = source.tables.iter().map(|(_, name)| name.clone());
        Writer {
            run,
            outside: None,
            source,
            about: cause.arguments(),
            steps: run.world.steps(),
            held: vec![None; run.world.len()],
            names: names.collect(),
            mutable: Vec::new(),
            elements: Vec::new(),
            body: Vec::new(),
        }
    }

    fn history(&mut self) -> Option<()> {
        for number in 0..self.steps.len() {
            if let Way::Made | Way::Refused = self.run.world.way(number) {
                let name = self.made(number, true)?;
                self.held[number] = Some(name);
            }
        }
        Some(())
    }

    pub fn push(&mut self, line: String) {
        self.body.push((None, line));
    }

    /// `let name = value;`
    pub fn bind(&mut self, sort: usize, value: String) -> String {
        let sort = &self.run.subject.program.sorts[sort].name;
        let name = fresh_name(sort, &self.names);
        self.names.push(name.clone());
        self.body.push((Some(name.clone()), value));
        name
    }

    /// Whether a value is needed after a step.
    fn is_needed(&self, value: usize, after: usize) -> bool {
        if after >= self.steps.len() {
            return false;
        }
        let later = self.steps.iter().skip(after + 1);
        let mut later = later.flat_map(|step| &step.arguments).chain(&self.about);
        later.any(|argument| match argument {
            Value::Step(step) => self.run.world.origin(*step) == Some(value),
            _ => false,
        })
    }

    /// Writes the call of a step; the variable that holds its value. `takes` allows it to
    /// change values that nothing needs any more.
    fn made(&mut self, number: usize, takes: bool) -> Option<String> {
        let step = self.steps[number].clone();
        let call = self.source.call(step.op)?.clone();
        let after = if takes { Some(number) } else { None };
        let arguments = self.arguments(&step, &call, after)?;
        let text = call.with(&arguments);
        let is_refused = self.run.world.way(number) == Way::Refused;
        if let Some(place) = call.changed {
            self.push(statement(&call, &text, !is_refused));
            return arguments.get(place).cloned();
        }
        let sort = self.run.world.sort(number);
        Some(self.bind(sort, unwrapped(&call, text)))
    }

    /// The arguments of a call as text.
    fn arguments(&mut self, step: &Step, call: &Call, after: Option<usize>) -> Option<Vec<String>> {
        let sorts = self.run.subject.program.ops[step.op].arguments.clone();
        let mut texts = Vec::new();
        for (place, value) in step.arguments.iter().enumerate() {
            let passing = call.passing.get(place).copied();
            texts.push(match value {
                Value::Element(number) => self.element(sorts[place], *number)?,
                Value::Int(number) => number.to_string(),
                Value::Step(value) => self.value(*value, passing, after)?,
            });
        }
        Some(texts)
    }

    pub fn element(&mut self, sort: usize, number: u32) -> Option<String> {
        self.source.element(sort, number)?;
        if !self.elements.contains(&(sort, number)) {
            self.elements.push((sort, number));
        }
        Some(self.element_name(sort, number))
    }

    pub fn element_name(&self, sort: usize, number: u32) -> String {
        let name = &self.run.subject.program.sorts[sort].name;
        format!("{}{number}", snake_case(name))
    }

    /// The variable with a value, for a call that only looks at it, changes it or uses it up.
    pub fn value(
        &mut self,
        value: usize,
        passing: Option<char>,
        after: Option<usize>,
    ) -> Option<String> {
        let value = self.run.world.origin(value)?;
        let held = self.held[value].clone();
        if passing == Some('s') {
            if held.is_none() {
                self.held[value] = Some(self.made(value, false)?);
            }
            return self.held[value].clone();
        }
        let name = match (held, after) {
            (Some(name), Some(after)) if !self.is_needed(value, after) => {
                self.held[value] = None;
                name
            }
            _ => self.made(value, false)?,
        };
        if passing == Some('m') {
            self.mutable.push(name.clone());
        }
        Some(name)
    }

    fn assertion(&mut self, cause: &Cause) -> Option<()> {
        match cause {
            Cause::Call { step, outside } => self.call(step, *outside),
            Cause::Observed { step, expected } => self.observed(step, expected.as_ref()),
            Cause::Built { step, expected } => self.built(step, *expected),
            Cause::Changed { seen, .. } if seen.is_some() => {
                let (step, then) = seen.as_ref()?;
                self.observed(step, then.as_ref())
            }
            Cause::Changed { after, earlier, .. } => self.equal(*after, *earlier, true),
            Cause::Axiom { axiom, values } => self.axiom(*axiom, values),
            Cause::Equal {
                left,
                right,
                expected,
            } => self.equal(*left, *right, *expected),
            Cause::Unknown => None,
        }
    }

    /// A call that must succeed, or must be refused.
    fn call(&mut self, step: &Step, outside: bool) -> Option<()> {
        let call = self.source.call(step.op)?.clone();
        let arguments = self.arguments(step, &call, Some(self.steps.len()))?;
        let text = call.with(&arguments);
        let line = if outside {
            refused(&call, &text)
        } else if call.result.wrapper == Wrapper::Plain && call.changed.is_none() {
            format!("let _ = {text};")
        } else {
            statement(&call, &text, true)
        };
        self.push(line);
        Some(())
    }

    fn observed(&mut self, step: &Step, expected: Option<&Node>) -> Option<()> {
        let call = self.source.call(step.op)?.clone();
        let result = self.run.subject.program.ops[step.op].result;
        if expected.is_none() && (call.panics || call.result.wrapper != Wrapper::Plain) {
            return self.call(step, true);
        }
        let arguments = self.arguments(step, &call, Some(self.steps.len()))?;
        let text = call.with(&arguments);
        let line = match expected? {
            Node::Truth(true) => format!("assert!({text});"),
            Node::Truth(false) if text.contains(' ') => format!("assert!(!({text}));"),
            Node::Truth(false) => format!("assert!(!{text});"),
            Node::Int(number) => compared(&call, &text, &number.to_string()),
            Node::Element { number, .. } => {
                let expected = self.element(result?, *number)?;
                compared(&call, &text, &expected)
            }
            _ => return None,
        };
        self.push(line);
        Some(())
    }

    /// An observer that must return what constructors build.
    fn built(&mut self, step: &Step, expected: TermId) -> Option<()> {
        let sort = self.run.subject.program.ops[step.op].result?;
        let call = self.source.call(step.op)?.clone();
        let arguments = self.arguments(step, &call, Some(self.steps.len()))?;
        let found = self.bind(sort, unwrapped(&call, call.with(&arguments)));
        let expected = self.term(expected)?;
        let equal = self.source.equal(sort, &found, &expected)?;
        let shows = self.run.subject.types[sort].show.is_some();
        self.push(if shows && equal.contains(" == ") {
            format!("assert_eq!({found}, {expected});")
        } else {
            format!("assert!({equal});")
        });
        Some(())
    }

    fn term(&mut self, term: TermId) -> Option<String> {
        let (op, terms) = match self.run.engine.terms().node(term).clone() {
            Node::Int(number) => return Some(number.to_string()),
            Node::Element { sort, number } => return self.element(sort, number),
            Node::Apply(op, terms) => (op, terms),
            _ => return None,
        };
        let mut texts = Vec::new();
        for term in terms.iter() {
            texts.push(self.term(*term)?);
        }
        let call = self.source.call(op)?.clone();
        let text = call.with(&texts);
        if let Some(place) = call.changed {
            self.mutable.push(texts[place].clone());
            self.push(statement(&call, &text, true));
            return texts.get(place).cloned();
        }
        let sort = self.run.subject.program.ops[op].result?;
        Some(self.bind(sort, unwrapped(&call, text)))
    }

    fn equal(&mut self, left: usize, right: usize, expected: bool) -> Option<()> {
        let sort = self.run.world.sort(left);
        let left = self.value(left, Some('s'), None)?;
        let right = self.value(right, Some('s'), None)?;
        let equal = self.source.equal(sort, &left, &right)?;
        let line = match (expected, equal.contains(" == ")) {
            (true, _) => format!("assert!({equal});"),
            (false, true) => format!("assert!({});", equal.replace(" == ", " != ")),
            (false, false) => format!("assert!(!{equal});"),
        };
        self.push(line);
        Some(())
    }
}
