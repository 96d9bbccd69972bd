//! The content of the picture of a model, before it is drawn.
//!
//! Elements are nodes. Operations that lead from one element to another are edges; other
//! results are written into the node.

use super::View;
use super::facts::{Facts, broken, label};
use crate::arena::Arena;
use crate::model::{Cell, Element, Mode};
use crate::theory::{OpId, Operation, SortId, SortKind};

pub struct Picture {
    pub title: Vec<String>,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    /// How to read the picture, and what it leaves out.
    pub notes: Vec<String>,
}

pub struct Node {
    /// `SortedSet1`, or `S = SortedSet1` for a value of the witness.
    pub heading: String,
    /// The canonical term, then the results of observers.
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
    /// Whether the goal's terms lead this way.
    pub is_witness: bool,
}

/// Lines of the title are broken at this many characters.
const TITLE: usize = 110;

impl Picture {
    pub fn of(view: &View) -> Self {
        let mut drawing = Drawing::new(view);
        for (id, op) in view.theory.ops.iter() {
            drawing.operation(id, op);
        }
        let (edges, left_out) = drawing.edges();
        Picture { title: title(view), nodes: drawing.nodes(), edges, notes: notes(view, &left_out) }
    }
}

fn title(view: &View) -> Vec<String> {
    let lines = [view.goal.id(), view.literals(), view.witness_text()];
    let lines = lines.iter().filter(|line| !line.is_empty());
    lines.flat_map(|line| broken(line, TITLE)).collect()
}

fn notes(view: &View, left_out: &[&str]) -> Vec<String> {
    let mut notes = vec![
        format!("{}.", view.summary()),
        "Predicates that a node does not list are false.".to_owned(),
    ];
    if !left_out.is_empty() {
        let names = left_out.join(", ");
        notes.push(format!("Not all answers of {names} are drawn; the tables have them."));
    }
    notes
}

/// A result that leads from one node to another.
struct Step {
    op: OpId,
    from: usize,
    to: usize,
    text: String,
    importance: Importance,
}

/// The priority of steps when there are too many to draw all of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Importance {
    /// A result of an operation with two constructed arguments. There are too many to draw.
    Dense,
    Other,
    Constructor,
    /// The last step of a canonical term.
    Construction,
    /// A step that occurs while the goal's terms are evaluated.
    Witness,
}

struct Drawing<'v> {
    view: &'v View<'v>,
    /// Index of the node of each sort's first element.
    first: Arena<SortId, usize>,
    facts: Vec<Facts>,
    steps: Vec<Step>,
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
        Self { view, first, facts, steps: Vec::new() }
    }

    fn kind(&self, sort: SortId) -> SortKind {
        self.view.theory.sorts[sort].kind
    }

    fn is_executed(&self) -> bool {
        self.view.witness.model.mode == Mode::Executed
    }

    fn node(&self, sort: SortId, element: Element) -> usize {
        self.first[sort] + element as usize
    }

    fn operation(&mut self, id: OpId, op: &Operation) {
        let Some(host) = self.host(op) else { return };
        match op.result {
            Some(sort) if self.kind(sort) == SortKind::Constructed => {
                self.connect(id, op, host, sort);
            }
            _ => self.observe(id, op, host),
        }
    }

    /// The argument whose node shows an operation: the first constructed one, or else the first
    /// that is an element.
    fn host(&self, op: &Operation) -> Option<usize> {
        let position = |kind| op.arguments.iter().position(|sort| self.kind(*sort) == kind);
        position(SortKind::Constructed).or(position(SortKind::Parameter))
    }

    /// Writes the results of an operation into the nodes of its hosts.
    fn observe(&mut self, id: OpId, op: &Operation, host: usize) {
        let table = self.view.witness.model.table(id);
        for element in 0..table.dimensions[host] {
            let node = self.node(op.arguments[host], element);
            let (mut holds_for, mut answers) = (Vec::new(), Vec::new());
            for (arguments, cell) in table.tuples().zip(&table.cells) {
                if arguments[host] != element {
                    continue;
                }
                let rest = self.rest(op, host, &arguments);
                match cell {
                    Cell::Truth(true) => holds_for.push(rest),
                    Cell::Truth(false) => {}
                    Cell::Open | Cell::Outside if self.is_executed() => {}
                    Cell::Undefined => self.facts[node].undefined.push(&op.name, rest),
                    _ => answers.push((rest, self.view.cell(id, *cell))),
                }
            }
            self.facts[node].holds(&op.name, &holds_for);
            self.facts[node].answers(&op.name, &answers);
        }
    }

    /// Collects the results that lead to other nodes. All other results are written into nodes.
    fn connect(&mut self, id: OpId, op: &Operation, host: usize, sort: SortId) {
        let table = self.view.witness.model.table(id);
        for (arguments, cell) in table.tuples().zip(&table.cells) {
            let from = self.node(op.arguments[host], arguments[host]);
            let rest = self.rest(op, host, &arguments);
            match cell {
                Cell::Element(element) if self.node(sort, *element) == from => {
                    self.facts[from].unchanged_by.push(&op.name, rest);
                }
                Cell::Element(element) => self.steps.push(Step {
                    op: id,
                    from,
                    to: self.node(sort, *element),
                    text: label(&op.name, &rest),
                    importance: self.importance(id, op, &arguments),
                }),
                // Of executed terms, what they span is drawn, and nothing that leads elsewhere.
                _ if self.is_executed() => {}
                Cell::Undefined => self.facts[from].undefined.push(&op.name, rest),
                _ => self.facts[from].outside.push(&op.name, rest),
            }
        }
    }

    fn importance(&self, id: OpId, op: &Operation, arguments: &[Element]) -> Importance {
        let is_built = |sort: &&SortId| self.kind(**sort) == SortKind::Constructed;
        if self.view.is_on_the_way(id, arguments) {
            Importance::Witness
        } else if self.view.is_construction(id, arguments) {
            Importance::Construction
        } else if op.arguments.iter().filter(is_built).count() > 1 {
            Importance::Dense
        } else if op.is_constructor() {
            Importance::Constructor
        } else {
            Importance::Other
        }
    }

    /// As many edges as remain readable, and the operations of which some were left out.
    fn edges(&self) -> (Vec<Edge>, Vec<&'v str>) {
        let limit = 2 * self.facts.len();
        let levels = [Importance::Other, Importance::Constructor];
        let drawn = |least| self.merged(|step| step.importance >= least);
        let fits = levels.into_iter().find(|level| drawn(*level).len() <= limit);
        let least = fits.unwrap_or(Importance::Construction);
        let mut left_out: Vec<OpId> =
            self.steps.iter().filter(|step| step.importance < least).map(|step| step.op).collect();
        left_out.dedup();
        let names = left_out.iter().map(|op| self.view.theory.ops[*op].name.as_str());
        (drawn(least), names.collect())
    }

    /// Steps of the same kind between the same nodes share an edge.
    fn merged(&self, wanted: impl Fn(&Step) -> bool) -> Vec<Edge> {
        let mut edges: Vec<Edge> = Vec::new();
        for step in self.steps.iter().filter(|step| wanted(step)) {
            let is_constructor = self.view.theory.ops[step.op].is_constructor();
            let is_witness = step.importance == Importance::Witness;
            let known = edges.iter_mut().find(|edge| {
                (edge.from, edge.to, edge.is_constructor) == (step.from, step.to, is_constructor)
            });
            match known {
                Some(edge) => {
                    edge.label.push(step.text.clone());
                    edge.is_witness |= is_witness;
                }
                None => edges.push(Edge {
                    from: step.from,
                    to: step.to,
                    label: vec![step.text.clone()],
                    is_constructor,
                    is_witness,
                }),
            }
        }
        edges
    }

    /// The arguments other than the host: `Orderable0`. If the host is not the first argument,
    /// a dot marks its position: `(Orderable0, ·)`.
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

    fn nodes(&self) -> Vec<Node> {
        let elements =
            self.view.carriers().flat_map(|(sort, size)| (0..size).map(move |e| (sort, e)));
        let node = |(sort, element)| {
            let variables = self.view.variables_at(sort, element);
            let name = self.view.element(sort, element);
            let facts = &self.facts[self.node(sort, element)];
            Node {
                heading: [variables.as_slice(), &[&name]].concat().join(" = "),
                lines: facts.lines(self.view.term(sort, element)),
                is_parameter: self.kind(sort) == SortKind::Parameter,
                is_witness: !variables.is_empty(),
            }
        };
        elements.map(node).collect()
    }
}
