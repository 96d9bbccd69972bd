//! Values up to provable equality: a congruence closure over terms.
//!
//! Terms grow step by step. Equations between constructors join the classes of terms, for
//! every way in which a left side matches the terms of a class, and what is built from joined
//! classes is joined too. Conditions are decided by running the axioms. A right side that has
//! no class yet joins nothing, so the result is exact only for the terms up to a number of
//! steps.

use std::collections::{BTreeMap, HashMap};

use super::algebra::Algebra;
use super::breadth::{Bounds, End, Refusal, strata};
use super::code::{Code, to_int};
use super::layout::is_step;
use crate::execute::{
    Answer, Conclusion, Engine, Node, Pattern, Program, Rule, SortKind, Step, TermId,
};
use crate::model::GroundTerm;

/// The classes of terms, each as its smallest term with its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    pub terms: Vec<(u32, GroundTerm)>,
    pub end: End,
}

/// Called with the number of classes and steps so far; returns whether to go on.
pub type Proceed<'a> = dyn FnMut(u64, u32) -> bool + 'a;

/// Memory that a class takes, in rough figures.
const BYTES: usize = 600;

pub fn classes(
    program: &Program,
    algebra: &Algebra,
    sort: usize,
    bounds: Bounds,
    proceed: &mut Proceed<'_>,
) -> Result<Classes, Refusal> {
    let sorts = strata(program, sort)?;
    let mut closure = Closure {
        program,
        algebra,
        engine: Engine::new(program, &algebra.tables(program)),
        classes: Vec::new(),
        parents: Vec::new(),
        table: HashMap::new(),
        leaves: HashMap::new(),
    };
    let end = closure.grow(&sorts, bounds, proceed);
    let mut terms = Vec::new();
    for (id, class) in closure.classes.iter().enumerate() {
        let steps = class.steps.filter(|_| closure.parents[id] == id && class.sort == sort);
        if let Some(steps) = steps {
            terms.push((steps, GroundTerm::of_value(&closure.engine, class.term)));
        }
    }
    terms.sort_by_key(|(steps, _)| *steps);
    Ok(Classes { terms, end })
}

struct Class {
    sort: usize,
    /// `None` for elements and numbers.
    steps: Option<u32>,
    /// The smallest term.
    term: TermId,
    /// A constructor and the classes of its arguments.
    forms: Vec<(usize, Vec<usize>)>,
}

struct Closure<'p> {
    program: &'p Program,
    algebra: &'p Algebra,
    engine: Engine<'p>,
    classes: Vec<Class>,
    /// By class, the class that it was joined to.
    parents: Vec<usize>,
    table: HashMap<(usize, Vec<usize>), usize>,
    /// Elements and numbers.
    leaves: HashMap<TermId, usize>,
}

impl Closure<'_> {
    fn find(&mut self, class: usize) -> usize {
        let mut root = class;
        while self.parents[root] != root {
            root = self.parents[root];
        }
        self.parents[class] = root;
        root
    }

    fn add(&mut self, class: Class) -> usize {
        let id = self.classes.len();
        self.classes.push(class);
        self.parents.push(id);
        id
    }

    fn leaf(&mut self, sort: usize, term: TermId) -> usize {
        if let Some(known) = self.leaves.get(&term) {
            return *known;
        }
        let id = self.add(Class { sort, steps: None, term, forms: Vec::new() });
        self.leaves.insert(term, id);
        id
    }

    fn given(&mut self, sort: usize) -> Vec<usize> {
        let digits = 0..self.algebra.count(self.program, sort);
        let mut found = Vec::new();
        for digit in digits {
            let code: Code = self.algebra.value(self.program, sort, digit);
            let term = match self.program.sorts[sort].kind {
                SortKind::Int => self.engine.int(to_int(code)),
                _ => self.engine.element(sort, code),
            };
            found.push(self.leaf(sort, term));
        }
        found
    }

    fn grow(&mut self, sorts: &[usize], bounds: Bounds, proceed: &mut Proceed<'_>) -> End {
        let constructors: Vec<usize> = (0..self.program.ops.len())
            .filter(|op| {
                let operation = &self.program.ops[*op];
                operation.is_constructor && operation.result.is_some_and(|it| sorts.contains(&it))
            })
            .collect();
        let mut last = 0;
        for steps in 0.. {
            if bounds.steps.is_some_and(|most| steps > most) {
                return End::Steps;
            }
            if !proceed(self.classes.len() as u64, steps) {
                return End::Stopped;
            }
            let before = self.classes.len();
            for op in &constructors {
                for arguments in self.arguments(*op, steps) {
                    self.build(*op, arguments, steps);
                    if self.classes.len().saturating_mul(BYTES) > bounds.bytes {
                        return End::Memory;
                    }
                }
            }
            while self.join_by_rules(&constructors) {}
            let is_new = (before..self.classes.len()).any(|id| self.parents[id] == id);
            if is_new {
                last = steps;
            }
            let most = constructors.iter().map(|op| {
                let built = self.program.ops[*op].arguments.iter();
                built.filter(|it| self.program.sorts[**it].kind == SortKind::Constructed).count()
            });
            if steps > most.max().unwrap_or(1) as u32 * last + 1 {
                return End::Complete;
            }
        }
        End::Complete
    }

    /// All arguments of a constructor that make a number of steps together.
    fn arguments(&mut self, op: usize, steps: u32) -> Vec<Vec<usize>> {
        let own = u32::from(is_step(self.program, op));
        let Some(left) = steps.checked_sub(own) else { return Vec::new() };
        let mut tuples: Vec<(u32, Vec<usize>)> = vec![(0, Vec::new())];
        for sort in self.program.ops[op].arguments.clone() {
            let values: Vec<(u32, usize)> = match self.program.sorts[sort].kind {
                SortKind::Constructed => {
                    let all = self.classes.iter().enumerate();
                    let own = all.filter(|(id, it)| self.parents[*id] == *id && it.sort == sort);
                    own.filter_map(|(id, it)| Some((it.steps?, id))).collect()
                }
                _ => self.given(sort).into_iter().map(|id| (0, id)).collect(),
            };
            let mut longer = Vec::new();
            for (used, tuple) in &tuples {
                for (steps, id) in values.iter().filter(|(steps, _)| used + steps <= left) {
                    let mut tuple = tuple.clone();
                    tuple.push(*id);
                    longer.push((used + steps, tuple));
                }
            }
            tuples = longer;
        }
        tuples.into_iter().filter(|(used, _)| *used == left).map(|(_, tuple)| tuple).collect()
    }

    fn build(&mut self, op: usize, arguments: Vec<usize>, steps: u32) {
        if self.table.contains_key(&(op, arguments.clone())) {
            return;
        }
        let parts: Vec<TermId> = arguments.iter().map(|id| self.classes[*id].term).collect();
        if matches!(self.engine.apply(op, &parts), Answer::Undefined) {
            return;
        }
        let term = self.engine.call(op, &parts);
        let sort = self.program.ops[op].result.unwrap_or(0);
        let forms = vec![(op, arguments.clone())];
        let id = self.add(Class { sort, steps: Some(steps), term, forms });
        self.table.insert((op, arguments), id);
    }

    /// Joins what one round of all equations joins. Returns whether anything changed.
    fn join_by_rules(&mut self, constructors: &[usize]) -> bool {
        let mut pairs = Vec::new();
        for op in constructors {
            for rule in &self.program.ops[*op].rules {
                let rule = &self.program.rules[*rule];
                for id in 0..self.classes.len() {
                    if self.parents[id] != id {
                        continue;
                    }
                    for (built, arguments) in self.classes[id].forms.clone() {
                        if built == *op {
                            let agenda = rule.head.iter().zip(arguments).collect();
                            let other = &mut Vec::new();
                            self.solve(rule, agenda, vec![None; rule.variables], other);
                            pairs.extend(other.iter().map(|other| (id, *other)));
                        }
                    }
                }
            }
        }
        let mut changed = false;
        for (one, other) in pairs {
            changed |= self.union(one, other);
        }
        changed && {
            while self.rebuild() {}
            true
        }
    }

    fn union(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.find(one), self.find(other));
        if one == other {
            return false;
        }
        // The class with the smaller term stays; classes are made in order of size.
        let (kept, gone) = (one.min(other), one.max(other));
        self.parents[gone] = kept;
        let forms = std::mem::take(&mut self.classes[gone].forms);
        self.classes[kept].forms.extend(forms);
        true
    }

    /// Names arguments by the classes that they were joined to, and joins what has become
    /// the same.
    fn rebuild(&mut self) -> bool {
        let mut table: BTreeMap<(usize, Vec<usize>), usize> = BTreeMap::new();
        let mut pairs = Vec::new();
        for id in 0..self.classes.len() {
            if self.parents[id] != id {
                continue;
            }
            let forms = std::mem::take(&mut self.classes[id].forms);
            let mut renamed = Vec::new();
            for (op, arguments) in forms {
                let arguments: Vec<usize> = arguments.iter().map(|it| self.find(*it)).collect();
                let form = (op, arguments);
                match table.get(&form) {
                    Some(known) if *known == id => {}
                    Some(known) => pairs.push((*known, id)),
                    None => {
                        table.insert(form.clone(), id);
                        renamed.push(form);
                    }
                }
            }
            self.classes[id].forms = renamed;
        }
        self.table = table.into_iter().collect();
        let mut changed = false;
        for (one, other) in pairs {
            changed |= self.union(one, other);
        }
        changed
    }

    /// Finds the classes that a rule joins with the class that its head matches.
    fn solve(
        &mut self,
        rule: &Rule,
        mut agenda: Vec<(&Pattern, usize)>,
        mut bound: Vec<Option<usize>>,
        found: &mut Vec<usize>,
    ) {
        while let Some((pattern, class)) = agenda.pop() {
            let class = self.find(class);
            match pattern {
                Pattern::Variable(variable) => match bound[*variable] {
                    None => bound[*variable] = Some(class),
                    Some(known) if self.find(known) == class => {}
                    Some(_) => return,
                },
                Pattern::Int(number) => {
                    let term = self.engine.int(*number);
                    if self.classes[class].term != term {
                        return;
                    }
                }
                Pattern::Apply(op, inner) => {
                    for (built, arguments) in self.classes[class].forms.clone() {
                        if built == *op {
                            let mut longer = agenda.clone();
                            longer.extend(inner.iter().zip(arguments));
                            self.solve(rule, longer, bound.clone(), found);
                        }
                    }
                    return;
                }
            }
        }
        self.run(rule, 0, bound, found);
    }

    fn run(&mut self, rule: &Rule, from: usize, bound: Vec<Option<usize>>, found: &mut Vec<usize>) {
        let mut bound = bound;
        for (place, step) in rule.steps.iter().enumerate().skip(from) {
            match step {
                Step::Guard(formula) => {
                    let values = self.values(&bound);
                    match self.engine.decide(formula, &values) {
                        Answer::Value(truth)
                            if *self.engine.terms().node(truth) == Node::Truth(true) => {}
                        _ => return,
                    }
                }
                Step::Bind(pattern, expr) => {
                    let values = self.values(&bound);
                    let Answer::Value(term) = self.engine.evaluate(expr, &values) else { return };
                    let (Some(class), Pattern::Variable(variable)) = (self.class_of(term), pattern)
                    else {
                        return;
                    };
                    match bound[*variable] {
                        None => bound[*variable] = Some(class),
                        Some(known) if self.find(known) == self.find(class) => {}
                        Some(_) => return,
                    }
                }
                Step::Each { variable, sort } => {
                    for element in self.given(*sort) {
                        let mut bound = bound.clone();
                        bound[*variable] = Some(element);
                        self.run(rule, place + 1, bound, found);
                    }
                    return;
                }
            }
        }
        if let Conclusion::Term(expr) = &rule.conclusion {
            let values: Vec<Option<usize>> = bound;
            found.extend(self.class_of_expr(expr, &values));
        }
    }

    /// Terms for the variables; any term for those that are not bound.
    fn values(&mut self, bound: &[Option<usize>]) -> Vec<TermId> {
        let nothing = self.engine.int(0);
        bound.iter().map(|it| it.map_or(nothing, |id| self.classes[id].term)).collect()
    }

    /// The class of a right side: constructors over classes, everything else by running it.
    fn class_of_expr(
        &mut self,
        expr: &crate::execute::Expr,
        bound: &[Option<usize>],
    ) -> Option<usize> {
        use crate::execute::Expr;
        match expr {
            Expr::Variable(variable) => bound[*variable],
            Expr::Apply(op, arguments) if self.program.ops[*op].is_constructor => {
                let mut classes = Vec::new();
                for argument in arguments {
                    let class = self.class_of_expr(argument, bound)?;
                    classes.push(self.find(class));
                }
                self.table.get(&(*op, classes)).copied()
            }
            other => {
                let values = self.values(bound);
                match self.engine.evaluate(other, &values) {
                    Answer::Value(term) => self.class_of(term),
                    _ => None,
                }
            }
        }
    }

    /// The class of a term that the engine has built.
    fn class_of(&mut self, term: TermId) -> Option<usize> {
        match self.engine.terms().node(term).clone() {
            Node::Apply(op, parts) => {
                let mut classes = Vec::new();
                for part in parts.iter() {
                    let class = self.class_of(*part)?;
                    classes.push(self.find(class));
                }
                self.table.get(&(op, classes)).copied()
            }
            Node::Element { sort, .. } => Some(self.leaf(sort, term)),
            Node::Int(_) => {
                let int = self.program.sorts.iter().position(|it| it.kind == SortKind::Int)?;
                Some(self.leaf(int, term))
            }
            Node::Truth(_) | Node::Equal(..) => None,
        }
    }
}
