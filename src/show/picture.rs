//! What a picture of a model has in it, before it is drawn.
//!
//! Elements are nodes. Operations that lead from one element to another are
//! edges; what else is known of an element is written into its node.

use super::View;
use crate::arena::Arena;
use crate::model::{Cell, Element};
use crate::theory::{OpId, Operation, SortId, SortKind};

pub struct Picture {
    pub title: Vec<String>,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    /// How to read it, and what is left out.
    pub notes: Vec<String>,
}

pub struct Node {
    /// `SortedSet1`, or `S = SortedSet1` for a value of the witness.
    pub heading: String,
    /// The canonical term, then what observers say.
    pub lines: Vec<String>,
    pub is_parameter: bool,
    /// Whether a variable of the goal has this value.
    pub is_witness: bool,
}

pub struct Edge {
    pub from: usize,
    pub to: usize,
    /// One line for each operation that leads this way.
    pub label: Vec<String>,
    pub is_constructor: bool,
}

/// Lines in nodes are broken at this many characters.
const LINE: usize = 40;

impl Picture {
    pub fn of(view: &View) -> Self {
        let mut drawing = Drawing::new(view);
        for (id, op) in view.theory.ops.iter() {
            drawing.operation(id, op);
        }
        drawing.finish()
    }
}

/// Where an element's node is, and what is known of it so far.
struct Drawing<'v> {
    view: &'v View<'v>,
    /// Index of the node of each sort's first element.
    first: Arena<SortId, usize>,
    facts: Vec<Facts>,
    edges: Vec<Edge>,
    left_out: Vec<String>,
}

/// What a node says about its element.
#[derive(Default)]
struct Facts {
    observed: Vec<String>,
    unchanged_by: Calls,
    undefined: Calls,
    outside: Calls,
}

/// Operations, each with the arguments beside the node's element.
#[derive(Default)]
struct Calls(Vec<(String, Vec<String>)>);

impl Calls {
    fn push(&mut self, op: &str, rest: String) {
        match self.0.last_mut() {
            Some((last, arguments)) if last == op => arguments.push(rest),
            _ => self.0.push((op.to_owned(), vec![rest])),
        }
    }

    /// `insert Orderable0, Orderable1; pop`
    fn text(&self) -> String {
        let call = |(op, rest): &(String, Vec<String>)| label(op, &rest.join(", "));
        self.0.iter().map(call).collect::<Vec<_>>().join("; ")
    }
}

impl<'v> Drawing<'v> {
    fn new(view: &'v View<'v>) -> Self {
        let mut count = 0;
        let mut first = Arena::new();
        for (id, sort) in view.theory.sorts.iter() {
            first.push(count);
            if sort.kind != SortKind::Int {
                count += view.witness.model.size(id) as usize;
            }
        }
        let facts = (0..count).map(|_| Facts::default()).collect();
        Self { view, first, facts, edges: Vec::new(), left_out: Vec::new() }
    }

    fn kind(&self, sort: SortId) -> SortKind {
        self.view.theory.sorts[sort].kind
    }

    fn node(&self, sort: SortId, element: Element) -> usize {
        self.first[sort] + element as usize
    }

    fn operation(&mut self, id: OpId, op: &Operation) {
        let Some(host) = self.host(op) else { return };
        let result_is_built =
            op.result.is_some_and(|sort| self.kind(sort) == SortKind::Constructed);
        if !result_is_built {
            return self.observe(id, op, host);
        }
        if self.built_arguments(op) < 2 {
            return self.connect(id, op, host);
        }
        if op.is_constructor() {
            self.connect_constructions(id, op, host);
        }
        self.left_out.push(op.name.clone());
    }

    /// The argument in whose node or from whose node an operation is shown: the
    /// first that is built, or else the first that is an element at all.
    fn host(&self, op: &Operation) -> Option<usize> {
        let position = |kind| op.arguments.iter().position(|sort| self.kind(*sort) == kind);
        position(SortKind::Constructed).or(position(SortKind::Parameter))
    }

    fn built_arguments(&self, op: &Operation) -> usize {
        op.arguments.iter().filter(|sort| self.kind(**sort) == SortKind::Constructed).count()
    }

    /// Writes the answers of an operation into the nodes of its hosts: a
    /// predicate with all arguments for which it holds, other operations with
    /// every answer.
    fn observe(&mut self, id: OpId, op: &Operation, host: usize) {
        let table = self.view.witness.model.table(id);
        for element in 0..table.dimensions[host] {
            let node = self.node(op.arguments[host], element);
            let mut holds_for = Vec::new();
            for (arguments, cell) in table.tuples().zip(&table.cells) {
                if arguments[host] != element {
                    continue;
                }
                let rest = self.rest(op, host, &arguments);
                match cell {
                    Cell::Truth(true) => holds_for.push(rest),
                    Cell::Truth(false) => {}
                    Cell::Undefined => self.facts[node].undefined.push(&op.name, rest),
                    _ => {
                        let answer = self.view.cell(id, *cell);
                        let fact = format!("{} = {answer}", label(&op.name, &rest));
                        self.facts[node].observed.push(fact);
                    }
                }
            }
            if !holds_for.is_empty() {
                self.facts[node].observed.push(label(&op.name, &holds_for.join(", ")));
            }
        }
    }

    /// Draws every answer of an operation as an edge, but those that lead back.
    fn connect(&mut self, id: OpId, op: &Operation, host: usize) {
        let table = self.view.witness.model.table(id);
        for (arguments, cell) in table.tuples().zip(&table.cells) {
            let from = self.node(op.arguments[host], arguments[host]);
            let rest = self.rest(op, host, &arguments);
            match (cell, op.result) {
                (Cell::Element(element), Some(sort)) => {
                    let to = self.node(sort, *element);
                    if to == from {
                        self.facts[from].unchanged_by.push(&op.name, rest);
                    } else {
                        self.edge(from, to, label(&op.name, &rest), op.is_constructor());
                    }
                }
                (Cell::Undefined, _) => self.facts[from].undefined.push(&op.name, rest),
                _ => self.facts[from].outside.push(&op.name, rest),
            }
        }
    }

    /// Draws those answers of a constructor that canonical terms are made of:
    /// all answers of one with two built arguments would hide everything else.
    fn connect_constructions(&mut self, id: OpId, op: &Operation, host: usize) {
        let Some(sort) = op.result else { return };
        let table = self.view.witness.model.table(id);
        for (arguments, cell) in table.tuples().zip(&table.cells) {
            let Cell::Element(element) = *cell else { continue };
            if self.is_canonical(id, op, sort, element, &arguments) {
                let from = self.node(op.arguments[host], arguments[host]);
                let text = label(&op.name, &self.rest(op, host, &arguments));
                self.edge(from, self.node(sort, element), text, true);
            }
        }
    }

    /// Whether an element's canonical term is this application.
    fn is_canonical(
        &self,
        id: OpId,
        op: &Operation,
        sort: SortId,
        element: Element,
        arguments: &[Element],
    ) -> bool {
        let terms = &self.view.terms;
        let parts: Option<Vec<_>> = (op.arguments.iter().zip(arguments))
            .map(|(sort, argument)| terms[*sort][*argument as usize].clone())
            .collect();
        let whole = parts.map(|parts| crate::testcase::GroundTerm::Apply(id, parts));
        whole.is_some() && terms[sort][element as usize] == whole
    }

    fn edge(&mut self, from: usize, to: usize, text: String, is_constructor: bool) {
        let known = self
            .edges
            .iter_mut()
            .find(|edge| (edge.from, edge.to, edge.is_constructor) == (from, to, is_constructor));
        match known {
            Some(edge) => edge.label.push(text),
            None => self.edges.push(Edge { from, to, label: vec![text], is_constructor }),
        }
    }

    /// The arguments beside the host: `Orderable0`, or with the host's place held
    /// by a dot where it is not the first, `(Orderable0, ·)`.
    fn rest(&self, op: &Operation, host: usize, arguments: &[Element]) -> String {
        let argument = |place: usize| {
            if place == host {
                return "·".to_owned();
            }
            self.view.element(op.arguments[place], arguments[place])
        };
        let all: Vec<String> = (0..arguments.len()).map(argument).collect();
        match (host, all.len()) {
            (0, 1 | 2) => all[1..].concat(),
            (0, _) => format!("({})", all[1..].join(", ")),
            _ => format!("({})", all.join(", ")),
        }
    }

    fn finish(mut self) -> Picture {
        let facts = std::mem::take(&mut self.facts);
        let mut nodes = Vec::new();
        for (sort, size) in self.view.carriers() {
            for element in 0..size {
                let facts = &facts[self.node(sort, element)];
                nodes.push(self.finish_node(sort, element, facts));
            }
        }
        let view = self.view;
        let title = vec![view.goal.id.clone(), view.literals(), view.witness_text()];
        let title = title.into_iter().filter(|line| !line.is_empty()).collect();
        Picture { title, nodes, notes: self.notes(), edges: self.edges }
    }

    fn finish_node(&self, sort: SortId, element: Element, facts: &Facts) -> Node {
        let variables = self.view.variables_at(sort, element);
        let name = self.view.element(sort, element);
        let heading = match variables.as_slice() {
            [] => name,
            variables => format!("{} = {name}", variables.join(" = ")),
        };
        let mut lines = Vec::new();
        let mut write = |text: &str| lines.extend(broken(text));
        self.view.term(sort, element).iter().for_each(|term| write(term));
        facts.observed.iter().for_each(|fact| write(fact));
        for (word, calls) in [
            ("unchanged by", &facts.unchanged_by),
            ("undefined:", &facts.undefined),
            ("leads outside:", &facts.outside),
        ] {
            if !calls.0.is_empty() {
                write(&format!("{word} {}", calls.text()));
            }
        }
        let is_parameter = self.kind(sort) == SortKind::Parameter;
        Node { heading, lines, is_parameter, is_witness: !variables.is_empty() }
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![
            format!("A {}.", self.view.summary()),
            "Predicates that a node does not list are false.".to_owned(),
        ];
        if !self.left_out.is_empty() {
            let names = self.left_out.join(", ");
            notes.push(format!("Not all answers of {names} are drawn; the tables have them."));
        }
        notes
    }
}

/// `isIn Orderable0`, `isEmpty`
fn label(name: &str, rest: &str) -> String {
    match rest {
        "" => name.to_owned(),
        rest if rest.starts_with('(') => format!("{name}{rest}"),
        rest => format!("{name} {rest}"),
    }
}

/// A text in lines of bounded length, broken behind commas and blanks; what
/// continues is indented.
fn broken(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ') {
        let last = lines.len() - 1;
        let length = lines[last].chars().count() + word.trim_end().chars().count();
        if length > LINE && !lines[last].trim().is_empty() {
            lines.push(format!("  {word}"));
        } else {
            lines[last].push_str(word);
        }
    }
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}
