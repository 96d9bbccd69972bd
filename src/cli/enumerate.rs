//! `specgen enumerate`: all values of a specification, or all algebras of its parameters.

mod arguments;
pub(super) mod output;
mod progress;
mod summary;

use super::clock;
use super::{ExitCode, terminal};
use crate::arena::Id;
use crate::count::{counted, grouped};
use crate::disk::{Disk, Folders};
use crate::enumerate::code::Code;
use crate::enumerate::{
    Algebra, Bounds, End, Limit, Machine, Orbits, Refusal, Stop, Trust, Walk, algebras, classes,
    loose, term, trust, walk,
};
use crate::error::{Error, Failure};
use crate::model::GroundTerm;
use crate::pipeline::{self, Enumerable, Wanted};
pub use arguments::Arguments;
use arguments::{Equal, Format, Over};
use output::{Output, Shown};
use progress::{Line, VALUES};
use summary::{Summary, endless, refused, report};

/// The parameters have no name of their own.
const PARAMETERS: &str = "parameters";

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    clock::handle_interrupt()?;
    let mut folders = Folders::new(Disk::default(), &arguments.flags.options.spec_path)?;
    let spec = folders.read(&arguments.file)?;
    let name = spec.name.clone();
    let of_parameters = arguments.of.as_deref() == Some(PARAMETERS);
    let wanted = Wanted {
        subject: arguments.subject.as_deref(),
        sort: arguments.of.as_deref().filter(|_| !of_parameters),
        scope: arguments.flags.options.scope.as_deref().unwrap_or_default(),
        filter: arguments.filter.as_deref(),
    };
    let subject = pipeline::enumerable(spec, wanted, &mut folders)?;
    if of_parameters {
        return parameters(arguments, &subject);
    }
    let sort = subject.sort.ok_or_else(|| {
        Error(format!(
            "`{name}` has parameter specifications only, and their sorts have no constructors; \
             `--of parameters` lists their algebras"
        ))
    })?;
    values(arguments, &subject, sort.index())
}

fn parameters(arguments: &Arguments, subject: &Enumerable) -> Result<ExitCode, Failure> {
    if arguments.steps.is_some() || arguments.exactly || arguments.over == Over::All {
        let why = "--steps, --exactly and --over all are about values, not about parameters";
        return Err(Error(why.to_owned()).into());
    }
    if !matches!(arguments.format, Format::Text | Format::Json) {
        return Err(Error("algebras are printed as text or JSON".to_owned()).into());
    }
    let mut line = Line::new("algebras", true, 1);
    let (found, is_all) = {
        let mut proceed = |count| line.shows(count as u64, None);
        let mut limit = Limit { count: arguments.first, proceed: &mut proceed };
        algebras(&subject.theory, &subject.program, &subject.sizes, subject.numbers, &mut limit)
    };
    line.clear();
    if arguments.count {
        terminal::print(&format!("{}\n", found.len()))?;
    } else {
        let json = arguments.format == Format::Json;
        for algebra in &found {
            terminal::print(&format!("{}\n", output::algebra(subject, algebra, json)))?;
        }
    }
    let extent = match is_all {
        true => "all of them",
        false if clock::was_interrupted() => "partial, since it was interrupted",
        false => "there may be more",
    };
    terminal::report(&format!(
        "{} of the parameters{}, up to isomorphism: {extent}\n",
        counted(grouped(found.len()), "algebra"),
        output::over(subject)
    ))?;
    Ok(if clock::was_interrupted() { ExitCode::Interrupted } else { ExitCode::Fine })
}

/// The algebras to go through.
fn chosen_algebras(arguments: &Arguments, subject: &Enumerable) -> Result<Vec<Algebra>, Error> {
    let count = match arguments.over {
        Over::One => Some(1),
        Over::All => None,
    };
    let mut proceed = |_| !clock::was_interrupted();
    let mut limit = Limit { count, proceed: &mut proceed };
    let (found, _) =
        algebras(&subject.theory, &subject.program, &subject.sizes, subject.numbers, &mut limit);
    if found.is_empty() && !clock::was_interrupted() {
        let over = output::over(subject);
        return Err(Error(format!("the parameters have no algebra{over}")));
    }
    Ok(found)
}

fn values(arguments: &Arguments, subject: &Enumerable, sort: usize) -> Result<ExitCode, Failure> {
    if arguments.equal == Equal::Provable {
        refuse_observations(arguments)?;
    }
    let algebras = chosen_algebras(arguments, subject)?;
    let mut output = Output::new(subject, sort, arguments.format, arguments.count);
    let mut summary = Summary::new(algebras.len());
    for algebra in &algebras {
        if arguments.over == Over::All {
            output.start_algebra(algebra)?;
        }
        match arguments.equal {
            Equal::Observed => {
                observed(arguments, subject, sort, algebra, &mut output, &mut summary)?
            }
            Equal::Provable => {
                provable(arguments, subject, sort, algebra, &mut output, &mut summary)?
            }
        }
        if summary.end == End::Stopped {
            break;
        }
    }
    output.finish()?;
    report(arguments, &output, &summary)
}

/// Provable equality knows terms, not what observers say of them.
fn refuse_observations(arguments: &Arguments) -> Result<(), Error> {
    if arguments.exactly || arguments.filter.is_some() || arguments.over == Over::All {
        let why = "--exactly, --where and --over all go with `--equal observed`";
        return Err(Error(why.to_owned()));
    }
    if arguments.format == Format::Svg {
        return Err(Error("pictures show observations: use `--equal observed`".to_owned()));
    }
    Ok(())
}

fn observed(
    arguments: &Arguments,
    subject: &Enumerable,
    sort: usize,
    algebra: &Algebra,
    output: &mut Output<'_>,
    summary: &mut Summary,
) -> Result<(), Failure> {
    if is_loose(subject, sort, algebra)
        && permitted(arguments, subject, sort, algebra, output, summary)?
    {
        return Ok(());
    }
    let mut chooser = Chooser::new(arguments, subject, sort, algebra)?;
    let bounds = Bounds { steps: arguments.steps, bytes: arguments.limit };
    // Without a bound, values are shown only when it is known that they end.
    let streams = arguments.steps.is_some() || arguments.first.is_some();
    let mut line = Line::new("values", arguments.count || !streams, VALUES);
    let mut failure = None;
    let mut total = 0;
    let found = walk(&subject.program, algebra, sort, bounds, &mut |machine, value| {
        total += 1;
        let steps = machine.stores[sort].steps[value as usize];
        if !line.shows(total, Some(steps)) {
            return false;
        }
        !streams || emit(&mut chooser, output, machine, value, &mut failure)
    });
    line.clear();
    let mut found = found.map_err(|refusal| refused(subject, algebra, &refusal))?;
    if !streams {
        // Also where Ctrl-C or the limit of memory ended the walk: a part is better than nothing.
        show_all(&mut found, sort, &mut |machine, value| {
            emit(&mut chooser, output, machine, value, &mut failure)
        });
    }
    if let Some(error) = failure {
        return Err(error);
    }
    if found.end == End::Memory && !streams {
        output.finish()?;
        return Err(endless(subject, sort, &found).into());
    }
    if found.end != End::Complete {
        summary.end = found.end;
    }
    if arguments.first.is_some_and(|first| output.shown() >= first as u64) {
        summary.end = End::Stopped;
    }
    let count: usize = found.levels[sort].iter().map(Vec::len).sum();
    summary.bytes = summary.bytes.max(found.machine.bytes() / count.max(1));
    if let Some((op, codes)) = found.machine.first_open {
        let machine = &found.machine;
        let sorts = subject.program.ops[op].arguments.iter().zip(codes);
        let parts: Vec<String> =
            sorts.map(|(sort, code)| term::text(machine, &subject.theory, *sort, code)).collect();
        let call = format!("{}({})", subject.program.ops[op].name, parts.join(", "));
        summary.open.get_or_insert((0, call)).0 += machine.open;
    }
    let trusted = trust(&mut found, sort, summary.algebras);
    summary.trust = Some(match (summary.trust, trusted) {
        (Some(Trust::Steps(one)), Trust::Steps(other)) => Trust::Steps(one.min(other)),
        (Some(Trust::Steps(one)), _) => Trust::Steps(one),
        (_, trusted) => trusted,
    });
    Ok(())
}

/// The values that are wanted.
struct Chooser<'s> {
    subject: &'s Enumerable,
    sort: usize,
    exactly: bool,
    first: Option<u64>,
    orbits: Option<Orbits>,
}

impl<'s> Chooser<'s> {
    fn new(
        arguments: &Arguments,
        subject: &'s Enumerable,
        sort: usize,
        algebra: &Algebra,
    ) -> Result<Self, Error> {
        let orbits = match arguments.over {
            Over::One => None,
            Over::All => Some(Orbits::new(&subject.program, algebra).ok_or_else(|| {
                Error("too many elements can be swapped; use fewer elements".to_owned())
            })?),
        };
        let first = arguments.first.map(|first| first as u64);
        Ok(Self { subject, sort, exactly: arguments.exactly, first, orbits })
    }

    fn wants(&mut self, machine: &mut Machine<'s>, value: Code) -> Result<bool, Stop> {
        if self.exactly {
            let used = term::elements(machine, self.sort, value);
            if !used.iter().flatten().all(|used| *used) {
                return Ok(false);
            }
        }
        if let Some(filter) = &self.subject.filter {
            let values: Vec<Code> = filter.elements.iter().map(|it| it.unwrap_or(value)).collect();
            if machine.decide(&filter.formula, &values)? != 1 {
                return Ok(false);
            }
        }
        match &mut self.orbits {
            Some(orbits) => orbits.is_first(machine, self.sort, value),
            None => Ok(true),
        }
    }
}

/// Prints a value if it is wanted. Returns whether to go on.
fn emit<'s>(
    chooser: &mut Chooser<'s>,
    output: &mut Output<'_>,
    machine: &mut Machine<'s>,
    value: Code,
    failure: &mut Option<Failure>,
) -> bool {
    let wanted = match chooser.wants(machine, value) {
        Ok(wanted) => wanted,
        Err(stop) => {
            let refusal = Refusal::Stop(stop);
            *failure = Some(refused(chooser.subject, machine.algebra, &refusal).into());
            return false;
        }
    };
    if wanted && let Err(error) = output.show(Shown::Value(machine, value)) {
        *failure = Some(error.into());
        return false;
    }
    chooser.first.is_none_or(|first| output.shown() < first)
}

fn show_all<'p>(
    found: &mut Walk<'p>,
    sort: usize,
    show: &mut dyn FnMut(&mut Machine<'p>, Code) -> bool,
) {
    for level in &found.levels[sort] {
        for value in level {
            if !show(&mut found.machine, *value) {
                found.end = End::Stopped;
                return;
            }
        }
    }
}

/// Whether the axioms leave observations of small values open.
fn is_loose(subject: &Enumerable, sort: usize, algebra: &Algebra) -> bool {
    const STEPS: u32 = 2;
    let bounds = Bounds { steps: Some(STEPS), bytes: 64 << 20 };
    let found = walk(&subject.program, algebra, sort, bounds, &mut |_, _| true);
    found.is_ok_and(|found| found.machine.open > 0)
}

/// Values as sets of what the axioms permit. Returns whether that is possible.
fn permitted(
    arguments: &Arguments,
    subject: &Enumerable,
    sort: usize,
    algebra: &Algebra,
    output: &mut Output<'_>,
    summary: &mut Summary,
) -> Result<bool, Failure> {
    let needs_rows = arguments.exactly || arguments.filter.is_some() || arguments.over == Over::All;
    if needs_rows || arguments.format == Format::Svg {
        return Ok(false);
    }
    let bounds = Bounds { steps: arguments.steps, bytes: arguments.limit };
    let axioms = subject.body_axioms();
    let mut line = Line::new("values", true, 1);
    let mut proceed = |count, steps| line.shows(count, Some(steps));
    let found = loose(&subject.program, algebra, &axioms, sort, bounds, &mut proceed);
    line.clear();
    let Some(found) = found else { return Ok(false) };
    if found.terms.is_empty() && !clock::was_interrupted() {
        let over = output::over(subject);
        let why = format!("the axioms contradict each other: they have no model{over}");
        return Err(Error(why).into());
    }
    summary.end = found.end;
    summary.permitted = Some((found.widest, found.examined));
    show_terms(arguments, &found.terms, output, summary)?;
    Ok(true)
}

fn show_terms(
    arguments: &Arguments,
    terms: &[(u32, GroundTerm)],
    output: &mut Output<'_>,
    summary: &mut Summary,
) -> Result<(), Error> {
    for (steps, value) in terms {
        if arguments.first.is_some_and(|first| output.shown() >= first as u64) {
            summary.end = End::Stopped;
            break;
        }
        output.show(Shown::Term(*steps, value))?;
    }
    Ok(())
}

fn provable(
    arguments: &Arguments,
    subject: &Enumerable,
    sort: usize,
    algebra: &Algebra,
    output: &mut Output<'_>,
    summary: &mut Summary,
) -> Result<(), Failure> {
    let mut line = Line::new("values", true, VALUES);
    let bounds = Bounds { steps: arguments.steps, bytes: arguments.limit };
    let mut proceed = |count, steps| line.shows(count, Some(steps));
    let found = classes(&subject.program, algebra, sort, bounds, &mut proceed);
    line.clear();
    let found = found.map_err(|refusal| refused(subject, algebra, &refusal))?;
    if found.end != End::Complete {
        summary.end = found.end;
    }
    show_terms(arguments, &found.terms, output, summary)?;
    Ok(())
}
