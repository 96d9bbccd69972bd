//! Two types that implement one specification: `specgen test --against`.
//!
//! The same steps are taken on both types, and every observer is called on both. They must answer
//! the same, also where the specification leaves the answer open. The report goes to standard
//! output, in lines that start with `=`.

use super::execute::{Answer, Node, SortKind};
use super::sequence::{
    answer, caught, each, last_panic, observations, shrunk, watched, Boxed, Cause, Check, Generator,
    Outcome, Outside, Problem, Run, Sequence, Settings, Step, Subject, Value, Way, World,
};

/// The text for a call that a type refuses.
pub const REFUSED: &str = "is refused";

/// The text for a call whose answer has no text.
const SUCCEEDED: &str = "succeeds";

/// The most differences that are reported for a type.
const MOST: usize = 5;

/// Compares two types. The environment names them.
pub fn compare(types: [Subject; 2]) {
    let names = std::env::var("SPECGEN_COMPARED").unwrap_or_default();
    let (first, second) = names.split_once('\n').unwrap_or(("the first", "the second"));
    let [mut one, other] = types;
    align(&mut one, &other);
    let mut pair = Pair { types: [&one, &other], names: [first, second], known: Vec::new() };
    let mut differences = 0;
    for sort in steppable(&one) {
        pair.known.clear();
        let mut counts = Counts::default();
        while pair.known.len() < MOST {
            counts = Counts::default();
            let Some((kind, lines)) = pair.difference(sort, &mut counts) else { break };
            differences += 1;
            pair.known.push(kind);
            lines.iter().for_each(|line| println!("={line}"));
            println!("=");
        }
        println!("={}", counts.text(&one.program.sorts[sort].name, pair.known.len()));
    }
    println!("=end {differences}");
}

/// Numbers that one of the types lacks are not used at all.
fn align(one: &mut Subject, other: &Subject) {
    for (left, right) in one.operations.iter_mut().zip(&other.operations) {
        left.ranges.extend(&right.ranges);
    }
}

/// The sorts with an operation that leads from one value to another.
pub fn steppable(subject: &Subject) -> Vec<usize> {
    let program = &subject.program;
    let is_step = |op: usize, sort: usize| {
        let operation = &program.ops[op];
        let own = operation.result == Some(sort) && operation.arguments.contains(&sort);
        own && subject.operations[op].is_mapped
    };
    let sorts = (0..program.sorts.len()).filter(|sort| {
        let known = &program.sorts[*sort];
        known.kind == SortKind::Constructed && !known.is_free
    });
    sorts.filter(|sort| (0..program.ops.len()).any(|op| is_step(op, *sort))).collect()
}

/// What was compared.
#[derive(Default)]
struct Counts {
    sequences: u64,
    steps: u64,
    answers: u64,
    /// Answers that the specification leaves open.
    open: u64,
}

impl Counts {
    fn text(&self, sort: &str, differences: usize) -> String {
        let Counts { sequences, steps, answers, open } = self;
        let verdict = match differences {
            0 => "no difference".to_owned(),
            1 => "1 difference".to_owned(),
            MOST => format!("{MOST} differences, and no further ones were looked for"),
            some => format!("{some} differences"),
        };
        format!(
            "{sort}: {verdict} in {sequences} sequences of {steps} steps, {answers} answers \
             compared, {open} of them left open by the specification"
        )
    }
}

struct Pair<'s> {
    types: [&'s Subject; 2],
    names: [&'s str; 2],
    /// The kinds of differences that were reported already.
    known: Vec<String>,
}

/// What the specification says about a call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stand {
    Defined,
    /// Outside of its domain.
    Undefined,
    /// Whether it is defined is open.
    Open,
    Unknown,
}

/// What a type answers to a call.
pub enum Reply {
    /// A value, and its text if it is a list.
    Made(Boxed, Option<String>),
    Is(Option<Node>),
    /// Refused, with the argument afterwards.
    Refused(Option<Boxed>),
    /// A call outside of its domain that succeeded.
    Accepted,
    Panicked(String),
    /// Nobody can tell.
    Unknown,
}

impl Pair<'_> {
    /// The next difference in sequences of a sort: its kind, and the lines that show it.
    fn difference(&self, sort: usize, counts: &mut Counts) -> Option<(String, Vec<String>)> {
        let settings = Settings::of_environment();
        let _watchdog = watched(self.types[0]);
        for copies in [true, false] {
            *counts = Counts::default();
            let found =
                each(self.types[0], sort, &settings, copies, &mut |run, generator, steps| {
                    counts.sequences += 1;
                    self.sequence(run, generator, steps, copies, counts)
                });
            let Err(found) = found else { return None };
            let (sequence, problem) = *found;
            let fails = |sequence: &Sequence| self.failure(sequence);
            if let Some(again) = fails(&sequence) {
                let (_, problem) = shrunk(self.types[0], sequence, again, &fails);
                return Some((problem.kind, problem.lines));
            }
            if !copies {
                let mut lines = problem.lines;
                lines.push("  the same calls did not differ again: one type is flaky".to_owned());
                return Some((problem.kind, lines));
            }
        }
        None
    }

    /// Takes steps on both types.
    fn sequence(
        &self,
        run: &mut Run<'_>,
        generator: &mut Generator<'_>,
        steps: u64,
        copies: bool,
        counts: &mut Counts,
    ) -> Result<(), (Check, Problem)> {
        let algebras = &self.types[0].algebras;
        let number = algebras.iter().position(|known| std::ptr::eq(known, run.world.algebra));
        let mut other = self.other(number.unwrap_or(0), copies);
        for _ in 0..steps {
            let first = run.world.len();
            let goes_on =
                generator.next(run).map_err(|problem| (Check::Step, self.own(problem)))?;
            if !goes_on && run.world.len() == first {
                break;
            }
            for value in first..run.world.len() {
                counts.steps += 1;
                match self.follow(run, &mut other, value) {
                    Ok(true) => {}
                    Ok(false) => return Ok(()),
                    Err(problem) => return Err((Check::Step, problem)),
                }
                for seen in observations(run, value, Some(&mut generator.choices())) {
                    if let Some(is_open) = self
                        .observe(run, &other, &seen)
                        .map_err(|problem| (Check::Observe(seen.clone()), problem))?
                    {
                        counts.answers += 1;
                        counts.open += u64::from(is_open);
                    }
                }
            }
        }
        Ok(())
    }

    fn other(&self, algebra: usize, copies: bool) -> World<'_> {
        let algebra = &self.types[1].algebras[algebra];
        if let Some(enter) = algebra.enter {
            enter();
        }
        World::new(self.types[1], algebra, copies)
    }

    /// What goes wrong in a known sequence.
    fn failure(&self, sequence: &Sequence) -> Option<Problem> {
        let mut run = Run::new(self.types[0], &self.types[0].algebras[sequence.algebra], false);
        let mut other = self.other(sequence.algebra, false);
        for (number, step) in sequence.steps.iter().enumerate() {
            if let Err(problem) = run.step(step) {
                return Some(self.own(problem));
            }
            match self.follow(&mut run, &mut other, number) {
                Ok(true) => {}
                Ok(false) => return None,
                Err(problem) => return Some(problem),
            }
        }
        match &sequence.check {
            Check::Observe(step) => self.observe(&mut run, &other, step).err(),
            _ => None,
        }
    }

    /// The first type breaks the specification: that comes before any comparison.
    fn own(&self, mut problem: Problem) -> Problem {
        problem.lines.push(format!("  in `{}` alone", self.names[0]));
        problem
    }

    /// Takes a step of the first type on the other one. Returns `false` if the outcome on the
    /// other one is unknown.
    fn follow(
        &self,
        run: &mut Run<'_>,
        other: &mut World<'_>,
        number: usize,
    ) -> Result<bool, Problem> {
        let step = run.world.step(number).clone();
        let (sort, way) = (run.world.sort(number), run.world.way(number));
        let stand = stand(run, &step);
        if way == Way::Made {
            return match reply(other, &step, stand) {
                Reply::Made(value, _) => {
                    other.push(sort, step, Way::Made, Some(value));
                    Ok(true)
                }
                Reply::Unknown => Ok(false),
                reply => {
                    run.undo();
                    let words = [SUCCEEDED.to_owned(), words(run, &reply)];
                    self.differ(run, other, &step, stand, words).map(|()| false)
                }
            };
        }
        let is_called = stand == Stand::Undefined
            || stand == Stand::Open
                && run.subject.operations[step.op].outside != Outside::Unspecified;
        let reply = if is_called { reply(other, &step, stand) } else { Reply::Unknown };
        match reply {
            Reply::Refused(Some(after)) if way == Way::Refused => {
                other.push(sort, step, way, Some(after));
            }
            Reply::Refused(_) | Reply::Unknown => {
                let way = match (way, other_start(other, &step, sort)) {
                    (Way::Refused, Some(earlier)) => Way::Same(earlier),
                    _ => way,
                };
                other.push(sort, step, way, None);
            }
            reply => {
                run.undo();
                let words = [REFUSED.to_owned(), words(run, &reply)];
                return self.differ(run, other, &step, stand, words).map(|()| false);
            }
        }
        Ok(true)
    }

    /// Compares what an observer answers. Returns whether the specification leaves it open;
    /// nothing where nothing was compared.
    fn observe(
        &self,
        run: &mut Run<'_>,
        other: &World<'_>,
        step: &Step,
    ) -> Result<Option<bool>, Problem> {
        let stand = stand(run, step);
        let replies = [reply(&run.world, step, stand), reply(other, step, stand)];
        let same = match &replies {
            [Reply::Is(left), Reply::Is(right)] => left == right,
            [Reply::Made(_, Some(left)), Reply::Made(_, Some(right))] => left == right,
            [Reply::Refused(_), Reply::Refused(_)] => true,
            [Reply::Unknown, _] | [_, Reply::Unknown] => return Ok(None),
            [Reply::Made(..), Reply::Made(..)] => return Ok(None),
            _ => false,
        };
        if !same {
            let words = [words(run, &replies[0]), words(run, &replies[1])];
            self.differ(run, other, step, stand, words)?;
        }
        Ok(Some(run.determined(step).is_none()))
    }

    /// Reports a difference, unless one of its kind was reported already.
    fn differ(
        &self,
        run: &mut Run<'_>,
        other: &World<'_>,
        step: &Step,
        stand: Stand,
        [left, right]: [String; 2],
    ) -> Result<(), Problem> {
        let kind = kind(step);
        if self.known.contains(&kind) {
            return Ok(());
        }
        let call = run.written(step);
        let [first, second] = self.names;
        let mut what = vec![format!("{call} {left} in `{first}`, and {right} in `{second}`")];
        let is_answer =
            [&left, &right].iter().all(|words| words.starts_with("is ") && **words != REFUSED);
        what.extend(verdict(run, step, stand, is_answer));
        let mut problem = run.problem(kind, Some(step), what, Cause::Unknown);
        for value in &step.arguments {
            if let Value::Step(value) = value {
                let shown = caught(|| other.shown(*value)).ok().flatten();
                problem.lines.extend(shown.map(|text| format!("  in `{second}`: {text}")));
            }
        }
        Err(problem)
    }
}

/// What a type answers, in words.
pub fn words(run: &Run<'_>, reply: &Reply) -> String {
    match reply {
        Reply::Is(node) => format!("is {}", answer(run, node)),
        Reply::Made(_, Some(text)) => format!("is {text}"),
        Reply::Refused(_) => REFUSED.to_owned(),
        Reply::Panicked(message) => format!("panics: {message}"),
        Reply::Made(..) | Reply::Accepted | Reply::Unknown => SUCCEEDED.to_owned(),
    }
}

/// What the specification says about an answer.
fn verdict(run: &mut Run<'_>, step: &Step, stand: Stand, is_answer: bool) -> Vec<String> {
    match (run.determined(step), stand) {
        (Some(None), _) | (_, Stand::Undefined) => {
            vec!["  the specification says that it is outside of its domain".to_owned()]
        }
        (Some(expected), _) => {
            let said = built(run, step).unwrap_or_else(|| answer(run, &expected));
            let mut lines = vec![format!("  the specification says {said}")];
            if let Some(terms) = run.arguments(step) {
                let call = run.engine.call(step.op, &terms);
                lines.extend(run.reason(call).map(|axiom| run.axiom_line(axiom)));
            }
            lines
        }
        (None, Stand::Defined) if !is_answer => {
            vec!["  the specification says that it is defined".to_owned()]
        }
        _ => vec!["  the specification allows both".to_owned()],
    }
}

/// The `Debug` text of the list, variant or record that the specification determines.
fn built(run: &mut Run<'_>, step: &Step) -> Option<String> {
    let terms = run.arguments(step)?;
    let Answer::Value(term) = run.ask(step.op, &terms) else { return None };
    let show = run.subject.types[run.subject.program.ops[step.op].result?].show?;
    let made = caught(|| run.built(term)).ok().flatten()?;
    Some(show(&*made))
}

/// Differences of one operation have one cause, as far as a runtime can know.
fn kind(step: &Step) -> String {
    format!("differs {}", step.op)
}

/// The value of the other type that a step starts from.
fn other_start(world: &World<'_>, step: &Step, sort: usize) -> Option<usize> {
    let sorts = &world.subject.program.ops[step.op].arguments;
    let mut values = step.arguments.iter().zip(sorts);
    values.find_map(|(value, of)| match value {
        Value::Step(step) if *of == sort => world.origin(*step),
        _ => None,
    })
}

pub fn stand(run: &mut Run<'_>, step: &Step) -> Stand {
    let Some(terms) = run.arguments(step) else { return Stand::Unknown };
    match run.ask(step.op, &terms) {
        Answer::Value(_) => Stand::Defined,
        Answer::Undefined => Stand::Undefined,
        Answer::Contradiction(_) => Stand::Unknown,
        Answer::Undetermined(_) => match &run.subject.program.ops[step.op].domain {
            None => Stand::Defined,
            Some(domain) => match run.decide(domain, &terms) {
                Some(true) => Stand::Defined,
                Some(false) => Stand::Undefined,
                None => Stand::Open,
            },
        },
    }
}

/// Calls an operation of a type.
pub fn reply(world: &World<'_>, step: &Step, stand: Stand) -> Reply {
    let outside = world.subject.operations[step.op].outside;
    let is_risky = outside == Outside::Unspecified || outside == Outside::Panics;
    let reply = match stand {
        Stand::Unknown => return Reply::Unknown,
        Stand::Open if is_risky => return Reply::Unknown,
        Stand::Undefined => caught(|| match world.attempt(step) {
            None => Reply::Unknown,
            Some(attempt) if attempt.succeeded => Reply::Accepted,
            Some(attempt) => Reply::Refused(attempt.after),
        }),
        Stand::Open | Stand::Defined => caught(|| match world.call(step) {
            Outcome::Undefined => Reply::Refused(None),
            Outcome::Made(value) => made(world, step, value),
            outcome => world.node(step.op, &outcome).map_or(Reply::Unknown, Reply::Is),
        }),
    };
    reply.unwrap_or_else(|_| {
        let panic = last_panic();
        match world.subject.is_own(&panic) {
            true => Reply::Unknown,
            false => Reply::Panicked(panic.message),
        }
    })
}

/// A value. Lists of different types are compared by their texts.
fn made(world: &World<'_>, step: &Step, value: Boxed) -> Reply {
    let sorts = &world.subject.program.sorts;
    let sort = world.subject.program.ops[step.op].result;
    let free = sort.filter(|sort| sorts[*sort].is_free);
    let show = free.and_then(|sort| world.subject.types[sort].show);
    let text = show.map(|show| show(&*value)).filter(|text| text.starts_with('['));
    Reply::Made(value, text)
}
