//! Answers that the specification leaves open, recorded and compared: `specgen test --freeze`.
//!
//! A type may answer such calls as it likes, but its users may rely on what it answers today. The
//! shortest sequences that lead to such answers are kept with them, and later runs show which
//! answers changed. The report goes to standard output: lines that start with `=`, entries of
//! the file with `=+`, reasons to stop with `=!`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::against::{reply, stand, steppable, words, Reply};
use super::sequence::{
    each, observations, watched, Cause, Check, Entry, Generator, Purpose, Regressions, Run, Sequence,
    Settings, Step, Subject, Value, Way,
};

/// The answers that are kept for each operation.
const KEPT: usize = 10;
/// The most of them with the same operations.
const ALIKE: usize = 3;
/// How often a sequence is repeated before its answer is kept.
const REPEATED: usize = 4;

const FROZEN: Purpose =
    Purpose { name: "specgen-frozen", first_line: "specgen frozen 1", introduction: "" };

/// Compares the answers of a type with those in the file that the environment names. Records them
/// if it asks for it.
pub fn run(subject: Subject) {
    let name = |name: &str| std::env::var(name).unwrap_or_default();
    let file = Regressions {
        purpose: &FROZEN,
        path: PathBuf::from(name("SPECGEN_FROZEN")),
        suite: name("SPECGEN_SUITE"),
    };
    let is_recorded = std::env::var_os("SPECGEN_FREEZE").is_some();
    let mut changes = 0;
    for sort in steppable(&subject) {
        let _watchdog = watched(&subject);
        let mut type_ = Frozen { subject: &subject, sort, file: &file, answers: BTreeMap::new() };
        let compared = match type_.compare() {
            Ok(compared) => compared,
            Err(message) => {
                message.lines().for_each(|line| println!("=!{line}"));
                return;
            }
        };
        changes += compared;
        if is_recorded {
            type_.record();
        }
    }
    println!("=end {changes}");
}

/// What a sequence leads to today.
enum Seen {
    Answer(String),
    /// The specification says what the answer must be.
    Determined,
    /// Nobody can tell, or a call panics.
    Nothing,
    /// The type breaks the specification on the way.
    Broken(Vec<String>),
}

/// A sequence with its answer.
struct Kept {
    sequence: Sequence,
    answer: String,
}

struct Frozen<'s> {
    subject: &'s Subject,
    sort: usize,
    file: &'s Regressions,
    /// By operation.
    answers: BTreeMap<usize, Vec<Kept>>,
}

impl Frozen<'_> {
    fn name(&self) -> &str {
        &self.subject.program.sorts[self.sort].name
    }

    /// Shows which answers of the file changed, and returns how many.
    fn compare(&mut self) -> Result<usize, String> {
        let (mut changed, mut same, mut determined) = (BTreeMap::new(), 0, 0);
        for entry in self.file.entries(self.subject, self.sort)? {
            let (sequence, before) = match entry {
                Entry::Sequence(sequence, Some(answer)) => (sequence, answer),
                Entry::Sequence(sequence, None) => {
                    let text = self.file.text(self.subject, self.sort, &sequence);
                    let why = format!("an entry does not end with `observe … is …`:{text}");
                    return Err(self.file.damaged(why.trim_end()));
                }
                Entry::Outdated(line, reason) => {
                    let file = self.file.shown();
                    println!("={file}:{line} is no longer possible, and not compared: {reason}");
                    continue;
                }
            };
            let Check::Observe(step) = &sequence.check else { continue };
            let op = step.op;
            let (now, lines) = match seen(self.subject, &sequence, Some(&before)) {
                (Seen::Answer(answer), _) if answer == before => {
                    same += 1;
                    (Some(answer), None)
                }
                (Seen::Answer(answer), lines) => (Some(answer), Some(lines)),
                (Seen::Broken(lines), _) => (None, Some(lines)),
                (Seen::Determined, _) => {
                    determined += 1;
                    continue;
                }
                (Seen::Nothing, _) => continue,
            };
            if let Some(lines) = lines {
                changed.entry(op).or_insert_with(Vec::new).push(lines);
            }
            if let Some(answer) = now {
                self.answers.entry(op).or_default().push(Kept { sequence, answer });
            }
        }
        Ok(self.show(&changed, same, determined))
    }

    fn show(
        &self,
        changed: &BTreeMap<usize, Vec<Vec<String>>>,
        same: usize,
        determined: usize,
    ) -> usize {
        for (op, lines) in changed {
            lines[0].iter().for_each(|line| println!("={line}"));
            let name = &self.subject.program.ops[*op].name;
            match lines.len() - 1 {
                0 => {}
                1 => println!("=and another answer of `{name}`"),
                more => println!("=and {more} more answers of `{name}`"),
            }
            println!("=");
        }
        let count = changed.values().map(Vec::len).sum();
        let name = self.name();
        if count + same > 0 {
            let all = count + same;
            println!("={name}: {count} of {all} frozen answers changed");
        }
        if determined > 0 {
            println!("={name}: the specification determines {determined} frozen answers now");
        }
        count
    }

    /// Keeps the answers of the file as they are today, and adds others until there are enough.
    fn record(&mut self) {
        let settings = Settings::of_environment();
        let (mut open, mut compared) = (0u64, 0u64);
        let mut found = Shortest::default();
        // Faults are for the tests to report.
        let _ = each(self.subject, self.sort, &settings, false, &mut |run, generator, steps| {
            take(run, generator, steps, &mut |run, step| {
                compared += 1;
                if run.determined(step).is_none() {
                    open += 1;
                    found.offer(run, step);
                }
            });
            Ok(())
        });
        let flaky = self.fill(found);
        let mut count = 0;
        for kept in self.answers.values().flatten() {
            count += 1;
            let text = self.file.text(self.subject, self.sort, &kept.sequence);
            let entry = format!("{} is {}", text.trim_end(), kept.answer);
            entry.lines().for_each(|line| println!("=+{line}"));
        }
        let name = self.name();
        for op in flaky {
            let op = &self.subject.program.ops[op].name;
            println!("={name}: `{op}` answers the same calls differently, and is not frozen");
        }
        match open {
            0 => println!(
                "={name}: the specification determines all {compared} answers that were seen; \
                 there is nothing to freeze"
            ),
            _ => println!("={name}: {count} answers frozen, {open} of {compared} are left open"),
        }
    }

    /// Adds the shortest sequences. Returns operations whose answers are not reproducible.
    fn fill(&mut self, found: Shortest) -> Vec<usize> {
        for (op, candidates) in found.by_operation {
            let kept = self.answers.entry(op).or_default();
            for sequence in candidates.into_iter().map(|candidate| candidate.sequence) {
                let is_known = kept.iter().any(|known| known.sequence == sequence);
                if let (Seen::Answer(answer), _) = seen(self.subject, &sequence, None) {
                    if kept.len() < KEPT && !is_known {
                        kept.push(Kept { sequence, answer });
                    }
                }
            }
        }
        let subject = self.subject;
        let is_stable = |kept: &Kept| {
            (0..REPEATED).all(|_| match seen(subject, &kept.sequence, None).0 {
                Seen::Answer(answer) => answer == kept.answer,
                _ => false,
            })
        };
        let all = self.answers.iter();
        let flaky = all.filter(|(_, kept)| !kept.iter().all(is_stable));
        let flaky: Vec<usize> = flaky.map(|(op, _)| *op).collect();
        self.answers.retain(|op, _| !flaky.contains(op));
        flaky
    }
}

/// Takes steps, and calls all observers on every value that they make.
fn take(
    run: &mut Run<'_>,
    generator: &mut Generator<'_>,
    steps: u64,
    see: &mut dyn FnMut(&mut Run<'_>, &Step),
) {
    for _ in 0..steps {
        let first = run.world.len();
        let goes_on = generator.next(run);
        if !matches!(goes_on, Ok(true)) && run.world.len() == first {
            return;
        }
        for value in first..run.world.len() {
            for step in observations(run, value, Some(&mut generator.choices())) {
                see(run, &step);
            }
        }
    }
}

/// Takes a sequence, and looks what its last call answers. With the answer from before, also the
/// lines that show the change.
fn seen(subject: &Subject, sequence: &Sequence, before: Option<&str>) -> (Seen, Vec<String>) {
    let mut run = Run::new(subject, &subject.algebras[sequence.algebra], false);
    for step in &sequence.steps {
        if let Err(problem) = run.step(step) {
            return (Seen::Broken(problem.lines), Vec::new());
        }
    }
    let Check::Observe(step) = &sequence.check else { return (Seen::Nothing, Vec::new()) };
    if run.determined(step).is_some() {
        return (Seen::Determined, Vec::new());
    }
    let stand = stand(&mut run, step);
    let reply = reply(&run.world, step, stand);
    let answer = match &reply {
        Reply::Is(_) | Reply::Made(_, Some(_)) | Reply::Refused(_) => words(&run, &reply),
        Reply::Panicked(_) if before.is_some() => words(&run, &reply),
        _ => return (Seen::Nothing, Vec::new()),
    };
    let answer = answer.strip_prefix("is ").unwrap_or(&answer).to_owned();
    let lines = before.map(|before| {
        let call = run.written(step);
        let what = vec![
            format!("{call} is {answer}, and was {before}"),
            "  the specification allows both".to_owned(),
        ];
        run.problem(String::new(), Some(step), what, Cause::Unknown).lines
    });
    (Seen::Answer(answer), lines.unwrap_or_default())
}

/// The shortest sequences that lead to open answers.
#[derive(Default)]
struct Shortest {
    by_operation: BTreeMap<usize, Vec<Candidate>>,
}

struct Candidate {
    sequence: Sequence,
    /// Its operations.
    ops: Vec<usize>,
    /// How its elements and numbers compare with each other: the rank of each.
    ranks: Vec<usize>,
}

impl Shortest {
    fn offer(&mut self, run: &Run<'_>, step: &Step) {
        let known = self.by_operation.entry(step.op).or_default();
        let Some(sequence) = sliced(run, step) else { return };
        let longest = known.last().map_or(0, |last| last.sequence.steps.len());
        if known.len() == KEPT && longest <= sequence.steps.len() {
            return;
        }
        let candidate = Candidate::of(sequence);
        let alike = known.iter().filter(|other| other.ops == candidate.ops);
        if alike.clone().count() >= ALIKE || { alike }.any(|other| other.ranks == candidate.ranks) {
            return;
        }
        let place = known.partition_point(|other| other.ops.len() <= candidate.ops.len());
        known.insert(place, candidate);
        known.truncate(KEPT);
    }
}

impl Candidate {
    fn of(sequence: Sequence) -> Candidate {
        let ops = sequence.steps.iter().map(|step| step.op).collect();
        let last = match &sequence.check {
            Check::Observe(step) => Some(step),
            _ => None,
        };
        let values = sequence.steps.iter().chain(last).flat_map(|step| &step.arguments);
        let values: Vec<Value> = values.copied().collect();
        let mut sorted: Vec<Value> = values.clone();
        sorted.sort();
        sorted.dedup();
        let rank = |value: &Value| sorted.binary_search(value).unwrap_or(0);
        let ranks = values.iter().map(rank).collect();
        Candidate { sequence, ops, ranks }
    }
}

/// The steps that a call needs, and the call. `None` if one of them was refused: then a shorter
/// sequence leads to the same value.
fn sliced(run: &Run<'_>, last: &Step) -> Option<Sequence> {
    let all = run.world.steps();
    let mut is_needed = vec![false; all.len()];
    let mut open = vec![last];
    while let Some(step) = open.pop() {
        for value in &step.arguments {
            if let Value::Step(number) = value {
                if run.world.way(*number) != Way::Made {
                    return None;
                }
                if !std::mem::replace(&mut is_needed[*number], true) {
                    open.push(&all[*number]);
                }
            }
        }
    }
    let mut places = Vec::new();
    let mut steps: Vec<Step> = Vec::new();
    let moved = |step: &Step, places: &[usize]| Step {
        op: step.op,
        arguments: step
            .arguments
            .iter()
            .map(|value| match value {
                Value::Step(number) => Value::Step(places[*number]),
                value => *value,
            })
            .collect(),
    };
    for (step, is_needed) in all.iter().zip(&is_needed) {
        places.push(steps.len());
        if *is_needed {
            steps.push(moved(step, &places));
        }
    }
    let check = Check::Observe(moved(last, &places));
    let algebras = &run.subject.algebras;
    let algebra = algebras.iter().position(|known| std::ptr::eq(known, run.world.algebra));
    Some(Sequence { algebra: algebra.unwrap_or(0), steps, check })
}
