//! Findings in words.

use super::super::execute::{Node, TermId};
use super::check::{Cause, Problem, Run};
use super::panics::Panic;
use super::tables::tables;
use super::world::call_text;
use super::world::receiver;
use super::world::value_text;
use super::world::{Step, Value, Way};

/// The most relations in a message. More would hide the calls.
const RELATIONS: usize = 6;

/// A name for each value of a sequence, and the calls that made them.
#[derive(Default)]
struct Story {
    /// By step.
    names: Vec<String>,
    lines: Vec<String>,
}

/// The steps of a sequence as calls: `s = empty()`, `insert(s, Element0)`. Values that change
/// keep their name, unless the value before the change is used again, by a later step or by
/// what the story is about.
fn story(run: &Run<'_>, about: &[Value]) -> Story {
    let steps = run.taken();
    let mut story = Story::default();
    for (number, step) in steps.iter().take(run.world.len()).enumerate() {
        let sort = run.world.sort(number);
        let start = receiver(&run.world, sort, step);
        let call = rendered(run, &story.names, step);
        match (run.world.way(number), start) {
            (Way::Same(earlier), _) => {
                let name = story.names[earlier].clone();
                if run.subject.operations[step.op].can_be_refused() {
                    story.lines.push(format!("{call} is refused"));
                }
                story.names.push(name);
            }
            (Way::Nothing, _) => story.names.push("nothing".to_owned()),
            (Way::Refused, Some((_, earlier))) => {
                story.lines.push(format!("{call} is refused"));
                let name = story.names[earlier].clone();
                story.names.push(name);
            }
            (_, Some((_, earlier))) if !is_used_later(&steps, about, number, earlier) => {
                let name = story.names[earlier].clone();
                story.lines.push(call);
                story.names.push(name);
            }
            _ => {
                let name = fresh_name(&run.subject.program.sorts[sort].name, &story.names);
                story.lines.push(format!("{name} = {call}"));
                story.names.push(name);
            }
        }
    }
    story
}

fn is_used_later(steps: &[Step], about: &[Value], number: usize, value: usize) -> bool {
    let later = steps.iter().skip(number + 1);
    let mut later = later.flat_map(|step| &step.arguments).chain(about);
    later.any(|argument| *argument == Value::Step(value))
}

pub fn fresh_name(sort: &str, names: &[String]) -> String {
    let letter = sort.chars().next().unwrap_or('v');
    let letter = letter.to_lowercase().to_string();
    let mut name = letter.clone();
    let mut number = 2;
    while names.contains(&name) {
        name = format!("{letter}{number}");
        number += 1;
    }
    name
}

fn rendered(run: &Run<'_>, names: &[String], step: &Step) -> String {
    let program = &run.subject.program;
    let op = &program.ops[step.op];
    call_text(
        program,
        op.written(),
        &step.arguments,
        &op.arguments,
        &named(names),
    )
}

fn named(names: &[String]) -> impl Fn(usize) -> String + '_ {
    move |step| names.get(step).cloned().unwrap_or_default()
}

/// What a call answered, in words.
pub fn answer(run: &Run<'_>, node: &Option<Node>) -> String {
    match node {
        None => "undefined".to_owned(),
        Some(Node::Truth(truth)) => truth.to_string(),
        Some(Node::Int(number)) => number.to_string(),
        Some(Node::Element { sort, number }) => {
            format!("{}{number}", run.subject.program.sorts[*sort].name)
        }
        Some(_) => "another value".to_owned(),
    }
}

/// Every problem begins with the steps that lead to it.
impl Run<'_> {
    pub fn problem(
        &self,
        kind: String,
        last: Option<&Step>,
        what: Vec<String>,
        cause: Cause,
    ) -> Problem {
        let mut lines = Vec::new();
        let story = story(self, last.map_or(&[][..], |step| &step.arguments));
        if !story.lines.is_empty() {
            let told = story.lines.join("; ");
            if told.len() <= 90 {
                lines.push(format!("after {told}"));
            } else {
                lines.push("after".to_owned());
                lines.extend(story.lines.iter().map(|line| format!("  {line}")));
            }
        }
        lines.extend(self.relations());
        lines.extend(what);
        let mut states = self.states(last);
        states.dedup();
        lines.extend(states);
        let cause = Box::new(cause);
        Problem { kind, lines, cause }
    }

    /// `  where geq(Orderable0, Orderable3)`: the relations between the elements of the steps. The
    /// numbers of elements say nothing of their order.
    fn relations(&self) -> Option<String> {
        let program = &self.subject.program;
        let mut elements: Vec<(usize, u32)> = Vec::new();
        for step in &self.taken() {
            for (value, sort) in step.arguments.iter().zip(&program.ops[step.op].arguments) {
                if let Value::Element(number) = value {
                    elements.push((*sort, *number));
                }
            }
        }
        let is_met = |node: &Node| match node {
            Node::Element { sort, number } => elements.contains(&(*sort, *number)),
            _ => false,
        };
        let mut texts = Vec::new();
        for fact in &tables(self.subject, self.world.algebra).facts {
            if let ([left, right], Node::Truth(true)) = (&fact.arguments[..], &fact.result) {
                if left != right && is_met(left) && is_met(right) {
                    let sides = [left, right].map(|side| answer(self, &Some(side.clone())));
                    let name = &program.ops[fact.op].name;
                    texts.push(format!("{name}({})", sides.join(", ")));
                }
            }
        }
        let are_few = !texts.is_empty() && texts.len() <= RELATIONS;
        are_few.then(|| format!("  where {}", texts.join(", ")))
    }

    /// The `Debug` texts of the values that a call is about, before the call that made them and
    /// after it.
    fn states(&self, last: Option<&Step>) -> Vec<String> {
        let mut lines = Vec::new();
        let arguments = last.map_or(&[][..], |step| step.arguments.as_slice());
        let story = story(self, arguments);
        for argument in arguments {
            if let Value::Step(step) = argument {
                self.state(*step, &story, &mut lines);
            }
        }
        lines
    }

    fn state(&self, step: usize, story: &Story, lines: &mut Vec<String>) {
        let text = |step: usize| {
            let shown = super::panics::caught(|| self.world.shown(step));
            shown.ok().flatten()
        };
        let origin = self.world.origin(step).unwrap_or(step);
        let steps = self.world.steps();
        let earlier = receiver(&self.world, self.world.sort(origin), &steps[origin]);
        let Some(now) = text(step) else { return };
        if let Some((_, earlier)) = earlier {
            if let Some(before) = text(earlier) {
                let call = rendered(self, &story.names, &steps[origin]);
                lines.push(format!("  before {call}: {before}"));
                lines.push(format!("  after {call}: {now}"));
                return;
            }
        }
        lines.push(format!("  {} is {now}", story.names[step]));
    }

    fn names(&self, about: &[Value]) -> Vec<String> {
        story(self, about).names
    }

    pub fn written(&self, step: &Step) -> String {
        rendered(self, &self.names(&step.arguments), step)
    }

    /// `[membership] isIn(insert(S, E), F) iff … (specs/sorted_set.spec:40)`
    pub fn axiom_line(&self, axiom: usize) -> String {
        let axiom = &self.subject.program.axioms[axiom];
        format!("  [{}] {} ({})", axiom.label, axiom.text, axiom.place)
    }

    pub fn differs(
        &mut self,
        step: &Step,
        call: TermId,
        found: Option<Node>,
        expected: Option<Node>,
    ) -> Problem {
        let cause = Cause::Observed {
            step: step.clone(),
            expected: expected.clone(),
        };
        let (found, expected) = (answer(self, &found), answer(self, &expected));
        self.differs_in_words(step, call, [&found, &expected], cause)
    }

    pub fn differs_in_words(
        &mut self,
        step: &Step,
        call: TermId,
        [found, expected]: [&str; 2],
        cause: Cause,
    ) -> Problem {
        let reason = self.reason(call);
        let call = self.written(step);
        let mut what = vec![format!(
            "{call} is {found}, the specification says {expected}"
        )];
        what.extend(reason.map(|axiom| self.axiom_line(axiom)));
        self.problem(format!("observe {}", step.op), Some(step), what, cause)
    }

    pub fn refused_inside(&self, step: &Step) -> Problem {
        let what = format!("{} is refused, but it is defined here", self.written(step));
        let cause = of_call(step, false);
        let kind = format!("refused {}", step.op);
        self.problem(kind, Some(step), vec![what], cause)
    }

    /// `pay_error` is what the specification calls the error of `pay`.
    pub fn accepted(&self, step: &Step) -> Problem {
        let mut what = self.written(step);
        match what.split_once("_error(") {
            Some((op, rest)) if self.subject.program.ops.iter().any(|one| one.name == op) => {
                what = format!("{op}({rest} is refused, but it is defined here");
            }
            _ => what += " succeeds, but it is outside of its domain",
        }
        let cause = of_call(step, true);
        let kind = format!("accepted {}", step.op);
        self.problem(kind, Some(step), vec![what], cause)
    }

    pub fn changed(
        &self,
        step: &Step,
        earlier: usize,
        seen: Option<(Step, Option<Node>, Option<Node>)>,
    ) -> Problem {
        let name = self.names(&step.arguments)[earlier].clone();
        let mut what = vec![format!("the refused call changes {name}")];
        let cause = Cause::Changed {
            earlier,
            after: self.world.len() - 1,
            seen: seen.clone().map(|(step, _, then)| (step, then)),
        };
        if let Some((observer, now, then)) = seen {
            let (now, then) = (answer(self, &now), answer(self, &then));
            let call = self.written(&observer);
            what.push(format!("  {call} was {then}, and is {now} afterwards"));
        }
        what.push("  [refused calls change nothing]".to_owned());
        let about = about(vec![Value::Step(self.world.len() - 1)]);
        self.problem(format!("changed {}", step.op), Some(&about), what, cause)
    }

    pub fn panicked(&self, step: &Step, panic: &Panic) -> Problem {
        let call = self.written(step);
        let what = format!(
            "{call} panics at {}:{}: {}",
            panic.file, panic.line, panic.message
        );
        let cause = of_call(step, false);
        self.problem(format!("panic {}", step.op), Some(step), vec![what], cause)
    }

    pub fn violated(&self, axiom: usize, values: &[Value], message: &str) -> Problem {
        let lines = message.lines().map(ToOwned::to_owned).collect();
        self.of_axiom("axiom", axiom, values, lines)
    }

    pub fn panicked_in(&self, axiom: usize, values: &[Value], panic: &Panic) -> Problem {
        let name = self.subject.axioms[axiom].name;
        let place = format!("{}:{}", panic.file, panic.line);
        let what = format!(
            "a call panics at {place} while {name} is evaluated: {}",
            panic.message
        );
        self.of_axiom("panic in axiom", axiom, values, vec![what])
    }

    fn of_axiom(&self, kind: &str, axiom: usize, values: &[Value], lines: Vec<String>) -> Problem {
        let names = self.names(values);
        let entry = &self.subject.axioms[axiom];
        let mut what = lines;
        for (variable, (value, sort)) in entry.variables.iter().zip(values.iter().zip(&entry.sorts))
        {
            let value = value_text(&self.subject.program, *value, *sort, &named(&names));
            what.push(format!("  {variable} = {value}"));
        }
        let about = about(values.to_vec());
        let values = values.to_vec();
        let cause = Cause::Axiom { axiom, values };
        self.problem(format!("{kind} {axiom}"), Some(&about), what, cause)
    }

    pub fn compared_wrongly(&self, left: usize, right: usize, found: bool) -> Problem {
        let about = about(vec![Value::Step(left), Value::Step(right)]);
        let names = self.names(&about.arguments);
        let (first, second) = (&names[left], &names[right]);
        let what = if found {
            format!("{first} == {second} is true, but the specification tells them apart")
        } else {
            format!("{first} == {second} is false, but the specification says that they are equal")
        };
        let cause = Cause::Equal {
            left,
            right,
            expected: !found,
        };
        self.problem(format!("equal {found}"), Some(&about), vec![what], cause)
    }

    pub fn equality_panicked(&self, panic: &Panic) -> Problem {
        let place = format!("{}:{}", panic.file, panic.line);
        let what = format!("`==` panics at {place}: {}", panic.message);
        self.problem("panic ==".to_owned(), None, vec![what], Cause::Unknown)
    }
}

/// A step for a problem that is about values, not about a call.
fn about(arguments: Vec<Value>) -> Step {
    Step { op: 0, arguments }
}

fn of_call(step: &Step, outside: bool) -> Cause {
    Cause::Call {
        step: step.clone(),
        outside,
    }
}
