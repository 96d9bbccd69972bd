//! Every path of one type under test, smallest values first.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::execute::SortKind;
use super::super::explore;
use super::super::notice;
use super::super::observe;
use super::super::record::record;
use super::super::sequence;
use super::super::sequence::{
    Algebra, Arguments, Axiom, Outcome, Step, Subject, Value, Way, World,
};
use super::super::watchdog;
use super::cells::Cells;
use super::shape;
use super::shape::LARGEST;
use super::shape::{Shape, Shapes, Taken};
use super::undecided::{self, Undecided};

/// How often an axiom is evaluated, for all sizes together.
const RUNS: u64 = 2_000;

/// The most steps that build values.
const STEPS: usize = 6;

/// Evaluates every axiom on every path, for values of up to as many steps as the limit of runs
/// permits. Prints at the end what that shows; panics at the first path on which an axiom fails.
///
/// `claim` names the elements if the type can ask them for nothing that the axioms do not speak
/// of: then every lawful element type takes one of these paths. Otherwise it says why not.
pub fn test(subject: &Subject, sort: usize, algebra: &Algebra, claim: Result<&str, &str>) {
    if let Some(enter) = algebra.enter {
        enter();
    }
    let _watchdog = sequence::watched(subject);
    let names = subject.program.ops.iter().map(|op| op.name.clone());
    let mut explorer = Explorer {
        subject,
        algebra,
        names: Rc::new(names.collect()),
        known: BTreeMap::new(),
    };
    let mut shown_paths = String::new();
    for steps in [Taken::Constructors, Taken::Operations].iter() {
        let shapes = Shapes::new(subject, algebra, sort, *steps);
        for (number, axiom) in subject.axioms.iter().enumerate() {
            if shapes.has_values() && shapes.fits(axiom) {
                let (paths, shown) = explorer.axiom(&shapes, number, claim);
                shown_paths += &sentence(axiom.name, &shown, paths);
                record("path", axiom.name, &shown, paths);
            }
        }
    }
    print!("{}", shown_paths);
}

/// What paths of one axiom show. `shown` is a claim, or why there is no claim.
fn sentence(name: &str, shown: &str, paths: u64) -> String {
    let paths = shape::counted(paths, "path");
    match shown {
        "" => format!("[{name}] explored {paths}\n"),
        _ if shown.starts_with("holds") => format!("[{name}] {shown}: {paths}\n"),
        _ => format!("[{name}] explored {paths}; {shown}\n"),
    }
}

struct Explorer<'s> {
    subject: &'s Subject,
    algebra: &'s Algebra,
    names: Rc<Vec<String>>,
    /// By the numbers of elements: what the axioms of the parameters say.
    known: BTreeMap<Vec<usize>, Rc<Cells>>,
}

/// How a run ended.
enum End {
    /// The axiom was evaluated, and holds.
    Holds,
    /// A construction step was refused, or there is no such shape.
    Nothing,
    Fails(String),
    /// The same answers led elsewhere than before.
    Unstable,
}

impl Explorer<'_> {
    /// Explores one axiom. Returns the number of paths, and the claim or why it is not made.
    fn axiom(
        &mut self,
        shapes: &Shapes<'_>,
        number: usize,
        claim: Result<&str, &str>,
    ) -> (u64, String) {
        let axiom = &self.subject.axioms[number];
        let mut left = RUNS;
        let mut paths = 0;
        let mut more = 0;
        let mut complete = None;
        let mut last = End::Holds;
        for steps in 0..=STEPS {
            // After a failure the exploration ends, since the run asks for no choices.
            let explored = explore::explore_at_most(left, |choices| match last {
                End::Fails(_) | End::Unstable => false,
                End::Holds | End::Nothing => {
                    last = self.run(shapes, axiom, steps, choices);
                    matches!(last, End::Holds)
                }
            });
            left -= explored.runs;
            match last {
                End::Fails(message) => panic!("{}", message),
                End::Unstable => {
                    let why = "the same answers of the elements led elsewhere, so the code \
                               depends on more than them";
                    return (paths + explored.accepted, format!("no claim: {why}"));
                }
                End::Holds | End::Nothing => {}
            }
            if !explored.is_complete {
                more = explored.accepted;
                break;
            }
            paths += explored.accepted;
            complete = Some(steps);
        }
        match (claim, complete) {
            (Ok(elements), Some(steps)) => {
                let (values, numbers) = (shapes.described(steps), self.numbers(axiom));
                (
                    paths,
                    format!("holds for every {elements}, {values}{numbers}"),
                )
            }
            (Err(why), _) => (paths + more, format!("no claim: {why}")),
            _ => (paths + more, String::new()),
        }
    }

    /// The numbers among the choices, in words.
    fn numbers(&self, axiom: &Axiom) -> String {
        let sorts = &self.subject.program.sorts;
        let constructors = self
            .subject
            .program
            .ops
            .iter()
            .filter(|op| op.is_constructor);
        let mut used = constructors
            .flat_map(|op| &op.arguments)
            .chain(&axiom.sorts);
        if used.any(|sort| sorts[*sort].kind == SortKind::Int) {
            let chosen = if self.subject.has_values() {
                ", and those of the mapping"
            } else {
                ""
            };
            format!(" and numbers from 0 to {LARGEST}{chosen}")
        } else {
            String::new()
        }
    }

    fn run(
        &mut self,
        shapes: &Shapes<'_>,
        axiom: &Axiom,
        steps: usize,
        choices: &mut explore::Choices,
    ) -> End {
        let Some(shape) = shapes.choose(axiom, steps, choices) else {
            return End::Nothing;
        };
        let elements = self.with_more(&shape.elements);
        let cells = self.cells(&elements);
        let answers = cells.unanswered();
        let Some(tables) = cells.tables(&answers) else {
            return End::Nothing;
        };
        let undecided = Undecided {
            choices: std::mem::take(choices),
            cells,
            answers,
            tables,
            names: Rc::clone(&self.names),
            is_unstable: false,
        };
        let (end, undecided) =
            undecided::with(undecided, || self.evaluate(axiom, &shape, elements));
        watchdog::rests();
        let end = match end {
            _ if undecided.is_unstable => End::Unstable,
            End::Fails(message) => End::Fails(format!(
                "{message}{}{}",
                self.described(axiom, &shape),
                self.answers(&undecided)
            )),
            end => end,
        };
        *choices = undecided.choices;
        end
    }

    /// The numbers of elements, with one more where operations return elements and where values
    /// are compared by observers: both may mention an element that is none of the arguments.
    fn with_more(&self, elements: &[usize]) -> Vec<usize> {
        let program = &self.subject.program;
        let is_built = |sort: &usize| program.sorts[*sort].kind == SortKind::Constructed;
        let mut built = (0..program.sorts.len()).filter(is_built);
        let observes = built.any(|sort| self.subject.types[sort].equal.is_none());
        let given = program.ops.iter().filter(|op| op.is_given);
        let results: Vec<usize> = given.filter_map(|op| op.result).collect();
        let counts = elements.iter().enumerate();
        let counts = counts.map(|(sort, count)| match observes || results.contains(&sort) {
            true => (count + 1).min(self.algebra.size(sort)),
            false => *count,
        });
        counts.collect()
    }

    fn cells(&mut self, elements: &[usize]) -> Rc<Cells> {
        let program = &self.subject.program;
        let known = self.known.entry(elements.to_vec());
        Rc::clone(known.or_insert_with(|| Rc::new(Cells::new(program, elements))))
    }

    fn evaluate(&self, axiom: &Axiom, shape: &Shape, elements: Vec<usize>) -> End {
        let mut world = World::new(self.subject, self.algebra, false);
        world.most = elements;
        for (number, step) in shape.steps.iter().enumerate() {
            sequence::steps(number, step);
            let sort = self.subject.program.ops[step.op].result;
            let sort = sort.expect("constructors return values");
            match sequence::caught(|| world.call(step)) {
                Ok(Outcome::Made(value)) => {
                    world.push(sort, step.clone(), Way::Made, Some(value));
                }
                Ok(_) => return End::Nothing,
                Err(_) => {
                    let name = &self.subject.program.ops[step.op].name;
                    return End::Fails(format!(
                        "{name} panics: {}",
                        sequence::last_panic().message
                    ));
                }
            }
        }
        let mut axioms = self.subject.axioms.iter();
        if let Some(number) = axioms.position(|one| std::ptr::eq(one, axiom)) {
            sequence::checks(&sequence::Check::Axiom(number, shape.values.clone()));
        }
        let arguments = Arguments::new(&world, &shape.values);
        let evaluate = || sequence::caught(|| (axiom.evaluate)(&arguments));
        let result = observe::limited_to(observe::MOST_IN_SEQUENCES, evaluate);
        match result {
            Ok(()) => End::Holds,
            Err(_) => {
                let panic = sequence::last_panic();
                if !notice::has_failed() && panic.file == self.subject.file {
                    // The test itself computed a number that does not fit.
                    return End::Nothing;
                }
                End::Fails(panic.message)
            }
        }
    }

    /// The values of the axiom's variables, a line each.
    fn described(&self, axiom: &Axiom, shape: &Shape) -> String {
        let variables = axiom
            .variables
            .iter()
            .zip(shape.values.iter().zip(&axiom.sorts));
        let lines = variables.map(|(name, (value, sort))| {
            format!("\n  {name} = {}", self.term(&shape.steps, *value, *sort))
        });
        lines.collect()
    }

    fn term(&self, steps: &[Step], value: Value, sort: usize) -> String {
        match value {
            Value::Element(number) => {
                format!("{}{number}", self.subject.program.sorts[sort].name)
            }
            Value::Int(number) => number.to_string(),
            Value::Step(step) => {
                let Step { op, arguments } = &steps[step];
                let op = &self.subject.program.ops[*op];
                let arguments: Vec<String> = arguments
                    .iter()
                    .zip(&op.arguments)
                    .map(|(value, sort)| self.term(steps, *value, *sort))
                    .collect();
                format!("{}({})", op.name, arguments.join(", "))
            }
        }
    }

    /// What the elements answered on the path.
    fn answers(&self, undecided: &Undecided) -> String {
        let cells = undecided.answers.iter().enumerate();
        let lines = cells.filter_map(|(cell, answer)| {
            let (op, place, result) = undecided.cells.place(cell)?;
            let op = &self.subject.program.ops[op];
            let element = |(element, sort): (&usize, &usize)| {
                format!("{}{element}", self.subject.program.sorts[*sort].name)
            };
            let elements: Vec<String> = place.iter().zip(&op.arguments).map(element).collect();
            let answer = match ((*answer)?, result, op.result) {
                (true, Some(result), Some(sort)) => element((&result, &sort)),
                (false, Some(_), _) => return None,
                (answer, _, _) => answer.to_string(),
            };
            Some(format!(
                "\n  {}({}) is {answer}",
                op.name,
                elements.join(", ")
            ))
        });
        lines.collect()
    }
}
