//! All instances of an axiom over all small values, and what observers and `==` say of them.
//!
//! Values are terms of constructors, built by the specification and by the type under test
//! side by side. Terms that the specification rewrites to the same normal form are one value.
//! Instances come by the number of steps that their values take together, so the first one
//! that fails is a smallest one.

use std::collections::HashSet;

use super::super::execute::{Answer, SortKind, TermId};
use super::check::{Check, Problem, Run};
use super::choose::observations;
use super::replay::{self, Sequence};
use super::subject::Subject;
use super::visited;
use super::world::{Step, Value, Way};

/// The most calls of operations where no number of steps is given. That takes about a second
/// in a debug build.
pub const CALLS: u64 = 60_000;
/// The same for calls and for steps of the specification's rules together.
const WORK: u64 = 500_000;

/// Numbers that are tried for variables, beside those up to the number of steps.
const NUMBERS: i64 = 2;

/// What is checked on all values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// An axiom or a domain condition, by its place.
    Axiom(usize),
    /// What observers of a sort answer, where the specification determines it.
    Observations(usize),
    /// Whether `==` on a sort agrees with the specification.
    Equality(usize),
}

/// Evaluates an axiom on all values of up to `steps` steps, over all algebras. With 0 steps,
/// values grow until [`CALLS`] calls are made. `SPECGEN_EXHAUSTIVE` in the environment goes
/// before `steps`. Panics with a smallest instance that fails.
pub fn exhaust(subject: &Subject, axiom: &str, steps: usize) {
    let found = subject.axioms.iter().position(|known| known.name == axiom);
    let Some(axiom) = found else { return };
    exhaust_claim(subject, Claim::Axiom(axiom), steps);
}

/// Checks a claim on all values, as [`exhaust`] does.
pub fn exhaust_claim(subject: &Subject, claim: Claim, steps: usize) {
    let steps =
        super::settings::read("SPECGEN_EXHAUSTIVE", 0).map_or(steps, |steps| steps as usize);
    let _watchdog = super::watchdog::watched(subject);
    let mut search = Exhaustion::new(subject, claim, steps);
    let result = search.run();
    let report = search.report();
    for span in &mut search.spans {
        visited::see(&mut span.run);
        span.run.accounts.record_values("exhaustive");
    }
    match result {
        Ok(()) => eprintln!("{}", report),
        Err(message) => panic!("{}\n{}", message, report),
    }
}

struct Exhaustion<'s> {
    subject: &'s Subject,
    claim: Claim,
    /// By variable of an instance.
    sorts: Vec<usize>,
    /// The most steps of a value; `None` where calls are counted.
    most: Option<usize>,
    spans: Vec<Span<'s>>,
    instances: u64,
    /// The largest sum of steps whose instances were all evaluated.
    complete: Option<usize>,
}

/// The values over one algebra.
struct Span<'s> {
    algebra: usize,
    run: Run<'s>,
    /// By sort and number of steps.
    levels: Vec<Vec<Vec<Value>>>,
    known: HashSet<TermId>,
}

impl Span<'_> {
    /// The number of levels.
    fn height(&self) -> usize {
        self.levels.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// The values that are chosen: arguments of an operation, or the variables of an axiom.
struct Wanted<'w> {
    span: usize,
    op: Option<usize>,
    sorts: &'w [usize],
    /// The most steps of each.
    level: usize,
}

/// What is done with chosen values.
type See<'v, 's> = dyn FnMut(&mut Exhaustion<'s>, &[Value]) -> Result<(), End> + 'v;

/// Why the search ends early.
enum End {
    Calls,
    Failure(String),
}

impl<'s> Exhaustion<'s> {
    fn new(subject: &'s Subject, claim: Claim, steps: usize) -> Self {
        let most = if steps == 0 { None } else { Some(steps) };
        let span = |algebra| Span {
            algebra,
            run: Run::new(subject, &subject.algebras[algebra], true),
            levels: vec![Vec::new(); subject.program.sorts.len()],
            known: HashSet::new(),
        };
        Exhaustion {
            subject,
            claim,
            sorts: match claim {
                Claim::Axiom(axiom) => subject.axioms[axiom].sorts.clone(),
                Claim::Observations(sort) => vec![sort],
                Claim::Equality(sort) => vec![sort; 2],
            },
            most,
            spans: (0..subject.algebras.len()).map(span).collect(),
            instances: 0,
            complete: None,
        }
    }

    fn calls(&self) -> u64 {
        self.spans.iter().map(|span| span.run.world.calls()).sum()
    }

    /// Goes through the instances of 0, 1, 2, … steps.
    fn run(&mut self) -> Result<(), String> {
        let built = self
            .sorts
            .iter()
            .filter(|sort| self.is_built(**sort))
            .count();
        for total in 0.. {
            if self.most.map_or(false, |most| total > most * built) {
                return Ok(());
            }
            let mut grows = false;
            for span in 0..self.spans.len() {
                match self.instances_of(span, total) {
                    Ok(any) => grows |= any,
                    Err(End::Calls) => return Ok(()),
                    Err(End::Failure(message)) => return Err(message),
                }
            }
            self.complete = Some(total);
            if !grows {
                return Ok(());
            }
        }
        Ok(())
    }

    fn is_built(&self, sort: usize) -> bool {
        self.subject.program.sorts[sort].kind == SortKind::Constructed
    }

    /// Evaluates all instances whose values take `total` steps together. Returns whether
    /// there may be larger ones.
    fn instances_of(&mut self, span: usize, total: usize) -> Result<bool, End> {
        if let Some(enter) = self.subject.algebras[self.spans[span].algebra].enter {
            enter();
        }
        let level = self.most.map_or(total, |most| total.min(most));
        let grown = self.grow(span, level);
        if let Err((check, problem)) = grown {
            return Err(self.failure(span, check, problem));
        }
        let sorts = self.sorts.clone();
        let wanted = Wanted {
            span,
            op: None,
            sorts: &sorts,
            level,
        };
        let evaluate = &mut |all: &mut Self, values: &[Value]| all.evaluate(span, values);
        let any = self.choose(&wanted, total, &mut Vec::new(), evaluate)?;
        let has_new = sorts.iter().any(|sort| {
            let levels = &self.spans[span].levels[*sort];
            self.is_built(*sort) && levels.get(level).map_or(false, |level| !level.is_empty())
        });
        Ok(any || has_new)
    }

    /// Builds all values of up to so many steps.
    fn grow(&mut self, span: usize, steps: usize) -> Result<(), (Check, Problem)> {
        let program = &self.subject.program;
        while self.spans[span].height() <= steps {
            let level = self.spans[span].height();
            for levels in &mut self.spans[span].levels {
                levels.push(Vec::new());
            }
            for (op, operation) in program.ops.iter().enumerate() {
                let Some(sort) = operation.result.filter(|_| operation.is_constructor) else {
                    continue;
                };
                let own = usize::from(operation.arguments.contains(&sort));
                if level < own {
                    continue;
                }
                let mut tuples = Vec::new();
                let wanted = Wanted {
                    span,
                    op: Some(op),
                    sorts: &operation.arguments,
                    level,
                };
                let collect = &mut |_: &mut Self, values: &[Value]| {
                    tuples.push(values.to_vec());
                    Ok(())
                };
                // Collecting does not fail.
                let _ = self.choose(&wanted, level - own, &mut Vec::new(), collect);
                for arguments in tuples {
                    if self.is_over() {
                        return Ok(());
                    }
                    self.build(span, sort, level, Step { op, arguments })?;
                }
            }
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        let work = || self.spans.iter().map(|span| span.run.work()).sum::<u64>();
        self.most.is_none() && (self.calls() > CALLS || work() > WORK)
    }

    /// Builds a value. It is kept unless there is one with the same normal form; the call is
    /// made in any case, so that every way to a value is taken. A call outside of its domain
    /// must be refused.
    fn build(
        &mut self,
        span: usize,
        sort: usize,
        level: usize,
        step: Step,
    ) -> Result<(), (Check, Problem)> {
        let span = &mut self.spans[span];
        let Some(terms) = span.run.arguments(&step) else {
            return Ok(());
        };
        let is_new = match span.run.ask(step.op, &terms) {
            Answer::Value(term) => span.known.insert(term),
            Answer::Undefined => false,
            _ => return Ok(()),
        };
        span.run
            .step(&step)
            .map_err(|problem| (Check::Step, problem))?;
        let made = span.run.world.len() - 1;
        if is_new && span.run.world.way(made) == Way::Made {
            span.levels[sort][level].push(Value::Step(made));
        }
        Ok(())
    }

    /// The fewest steps of a value, where those behind it must take the others: all steps if no
    /// value follows.
    fn least(&self, behind: &[usize], steps: usize) -> usize {
        match behind.iter().any(|sort| self.is_built(*sort)) {
            true => 0,
            false => steps,
        }
    }

    /// Elements and numbers.
    fn plain(&self, span: usize, op: Option<usize>, place: usize, sort: usize) -> Vec<Value> {
        let size = self.spans[span].run.world.algebra.size(sort) as u32;
        if self.subject.program.sorts[sort].kind == SortKind::Given {
            return (0..size).map(Value::Element).collect();
        }
        let highest = NUMBERS.max(self.spans[span].height() as i64);
        let fits = |number: &i64| {
            let ranges = op.map(|op| &self.subject.operations[op].ranges);
            let mut ranges = ranges.into_iter().flatten();
            ranges.all(|(at, low, high)| *at != place || (*low <= *number && *number <= *high))
        };
        let chosen = match op {
            Some(op) => self.subject.chosen(op, place),
            None => self.subject.values.clone(),
        };
        let mut numbers = chosen.clone();
        numbers.extend((0..=highest).filter(|number| fits(number) && !chosen.contains(number)));
        numbers.into_iter().map(Value::Int).collect()
    }

    /// Visits all values for some sorts that take so many steps together. Returns whether there
    /// are any.
    fn choose(
        &mut self,
        wanted: &Wanted<'_>,
        steps: usize,
        chosen: &mut Vec<Value>,
        see: &mut See<'_, 's>,
    ) -> Result<bool, End> {
        let place = chosen.len();
        let Some(sort) = wanted.sorts.get(place).copied() else {
            if steps > 0 {
                return Ok(false);
            }
            return see(self, chosen).map(|()| true);
        };
        let is_built = self.is_built(sort);
        let counts = match is_built {
            true => self.least(&wanted.sorts[place + 1..], steps)..=steps.min(wanted.level),
            false => 0..=0,
        };
        let mut any = false;
        for own in counts {
            let levels = &self.spans[wanted.span].levels[sort];
            let values = match is_built {
                true => levels.get(own).cloned().unwrap_or_default(),
                false => self.plain(wanted.span, wanted.op, place, sort),
            };
            for value in values {
                chosen.push(value);
                any |= self.choose(wanted, steps - own, chosen, see)?;
                chosen.pop();
            }
        }
        Ok(any)
    }

    fn evaluate(&mut self, span: usize, values: &[Value]) -> Result<(), End> {
        if self.is_over() {
            return Err(End::Calls);
        }
        self.instances += 1;
        for check in self.checks(span, values) {
            if let Err(problem) = self.spans[span].run.check(&check) {
                return Err(self.failure(span, check, problem));
            }
        }
        Ok(())
    }

    /// What is checked of an instance.
    fn checks(&self, span: usize, values: &[Value]) -> Vec<Check> {
        match (self.claim, values) {
            (Claim::Axiom(axiom), values) => vec![Check::Axiom(axiom, values.to_vec())],
            (Claim::Observations(_), [Value::Step(value)]) => {
                let seen = observations(&self.spans[span].run, *value, None);
                seen.into_iter().map(Check::Observe).collect()
            }
            (Claim::Equality(_), [Value::Step(left), Value::Step(right)]) => {
                vec![Check::Equal(*left, *right)]
            }
            _ => Vec::new(),
        }
    }

    fn name(&self) -> String {
        let sort = |sort: usize| &self.subject.program.sorts[sort].name;
        match self.claim {
            Claim::Axiom(axiom) => self.subject.axioms[axiom].name.to_owned(),
            Claim::Observations(of) => format!("every observer of {}", sort(of)),
            Claim::Equality(of) => format!("`==` on {}", sort(of)),
        }
    }

    /// A finding with the steps that it needs, and no others.
    fn failure(&self, span: usize, check: Check, problem: Problem) -> End {
        let span = &self.spans[span];
        let sequence = Sequence::of(&span.run, span.algebra, check).needed();
        let again = replay::failure(self.subject, &sequence, false);
        let mut lines = again.unwrap_or(problem).lines;
        let text = &self.subject.algebras[span.algebra].text;
        if !text.is_empty() {
            lines.push(format!("  with {}", text));
        }
        End::Failure(lines.join("\n"))
    }

    fn report(&self) -> String {
        let bound = match (self.most, self.complete) {
            (Some(most), _) => format!("over all values of up to {} steps", most),
            (None, Some(steps)) => format!("all of up to {} steps together", steps),
            (None, None) => "not all of the smallest".to_owned(),
        };
        let algebras = match self.spans.len() {
            1 => "1 algebra".to_owned(),
            several => format!("{} algebras", several),
        };
        format!(
            "{} was evaluated on {} instances ({}; {}; {} calls)",
            self.name(),
            self.instances,
            bound,
            algebras,
            self.calls()
        )
    }
}
