//! Failing sequences, kept in a file beside the tests and run first.
//!
//! Not seeds: a sequence means the same after a change of the generator. The file names
//! operations as the specification does, so it can be read and edited:
//!
//! ```text
//! specgen regressions 1
//!
//! treeset SortedSet 0
//!   v0 = empty()
//!   v1 = insert(v0, Orderable3)
//!   observe largest(v1)
//! ```
//!
//! An entry has the name of the suite, the sort and the number of the algebra.
//! `SPECGEN_REGRESSIONS=off` neither reads nor writes the file.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::super::execute::SortKind;
use super::check::Check;
use super::replay::Sequence;
use super::subject::Subject;
use super::world::call_text;
use super::world::{Step, Value};

/// What a file of sequences is for.
pub struct Purpose {
    pub name: &'static str,
    pub first_line: &'static str,
    pub introduction: &'static str,
}

/// Sequences that failed.
pub const FAILED: Purpose = Purpose {
    name: "specgen-regressions",
    first_line: "specgen regressions 1",
    introduction: "\
# Sequences of calls that failed once. The tests run them before all others. Keep this file
# under version control. To forget a sequence, delete its entry.
",
};

/// The file of a subject.
pub struct Regressions {
    pub purpose: &'static Purpose,
    pub path: PathBuf,
    pub suite: String,
}

/// The state of an entry under today's specification.
pub enum Entry {
    /// With the answer of `observe next(v1) is Ball0`.
    Sequence(Sequence, Option<String>),
    /// The line and the reason why the specification no longer has what it is made of.
    Outdated(usize, String),
}

impl Regressions {
    /// `None` if the sources are not at hand, or nobody wants the file.
    pub fn of(subject: &Subject, purpose: &'static Purpose) -> Option<Regressions> {
        if std::env::var_os("SPECGEN_REGRESSIONS").map_or(false, |value| value == "off") {
            return None;
        }
        let file = Path::new(subject.file);
        let start = std::env::current_dir().ok()?;
        // The path of a source file is relative to the workspace, and a test starts in its package.
        let root = start
            .ancestors()
            .find(|folder| folder.join(file).is_file())?;
        let folder = file.parent()?;
        let (folder, name) = match file.file_stem()?.to_str()? {
            "main" => (folder.parent()?, folder.file_name()?.to_str()?),
            stem => (folder, stem),
        };
        Some(Regressions {
            purpose,
            path: root.join(folder).join(purpose.name),
            suite: name.to_owned(),
        })
    }

    /// As the user finds it.
    pub fn shown(&self) -> String {
        let start = std::env::current_dir().unwrap_or_default();
        let path = self.path.strip_prefix(start).unwrap_or(&self.path);
        path.display().to_string()
    }

    /// The entries of a sort. Fails if the file is damaged, and leaves it as it is.
    pub fn entries(&self, subject: &Subject, sort: usize) -> Result<Vec<Entry>, String> {
        let text = match fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(self.damaged(&error.to_string())),
        };
        let mut lines = text.lines().enumerate();
        let expected = self.purpose.first_line;
        match lines.next() {
            Some((_, line)) if line == expected => {}
            Some((_, line)) if line.starts_with(expected.trim_end_matches('1')) => {
                return Err(self.damaged(&format!(
                    "it begins with `{line}`, and this version reads `{expected}`"
                )));
            }
            _ => return Err(self.damaged(&format!("its first line is not `{expected}`"))),
        }
        let lines: Vec<(usize, &str)> = lines
            .map(|(number, line)| (number + 1, line.trim_end()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .collect();
        let mut entries = Vec::new();
        let mut rest = lines.as_slice();
        while let Some(((number, head), after)) = rest.split_first() {
            let count = after
                .iter()
                .take_while(|(_, line)| line.starts_with(' '))
                .count();
            let (body, others) = after.split_at(count);
            rest = others;
            let (suite, of, algebra) = self.head(*number, head)?;
            if suite == self.suite && of == subject.program.sorts[sort].name {
                entries.push(self.entry(subject, *number, algebra, body)?);
            }
        }
        Ok(entries)
    }

    /// `treeset SortedSet 0`
    fn head<'l>(&self, number: usize, line: &'l str) -> Result<(&'l str, &'l str, usize), String> {
        let words: Vec<&str> = line.split(' ').collect();
        if let [suite, sort, algebra] = words[..] {
            if let Ok(algebra) = algebra.parse() {
                return Ok((suite, sort, algebra));
            }
        }
        let expected = "a suite, a sort and a number, as in `treeset SortedSet 0`";
        Err(self.damaged_at(number, line, expected))
    }

    fn entry(
        &self,
        subject: &Subject,
        number: usize,
        algebra: usize,
        body: &[(usize, &str)],
    ) -> Result<Entry, String> {
        let mut sequence = Sequence {
            algebra: algebra.min(subject.algebras.len().saturating_sub(1)),
            steps: Vec::new(),
            check: Check::Step,
        };
        let mut answer = None;
        for (number, line) in body {
            let wrong = || {
                let expected = "`v0 = operation(…)`, `observe operation(…)`, `axiom name(…)` or \
                                `equal(v0, v1)`";
                self.damaged_at(*number, line, expected)
            };
            let (kind, call) = split(line.trim(), sequence.steps.len()).ok_or_else(wrong)?;
            let seen = Some(kind).filter(|kind| *kind == Kind::Observe);
            let seen = seen.and_then(|_| call.split_once(" is "));
            answer = seen.map(|(_, answer)| answer.to_owned());
            let call = seen.map_or(call, |(call, _)| call);
            let (name, arguments) = called(call).ok_or_else(wrong)?;
            if let Err(reason) = read(subject, &mut sequence, kind, name, &arguments) {
                return Ok(Entry::Outdated(*number, reason));
            }
        }
        if sequence.steps.is_empty() {
            return Err(self.damaged_at(number, "", "steps after this line"));
        }
        Ok(Entry::Sequence(sequence, answer))
    }

    fn damaged_at(&self, number: usize, line: &str, expected: &str) -> String {
        self.damaged(&format!("line {number} is `{line}`, expected {expected}"))
    }

    pub fn damaged(&self, why: &str) -> String {
        format!(
            "cannot read {}: {why}\n  the file is left as it is; repair it, or move it away",
            self.shown()
        )
    }

    /// Adds a sequence. Says what became of it.
    pub fn keep(&self, subject: &Subject, sort: usize, sequence: &Sequence) -> String {
        static WRITING: Mutex<()> = Mutex::new(());
        let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        let shown = self.shown();
        let known = fs::read_to_string(&self.path).unwrap_or_default();
        let entry = self.text(subject, sort, sequence);
        if known.contains(&entry) {
            return format!("the sequence is in {shown}");
        }
        let written = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.path)
            .and_then(|mut file| {
                let start = if known.is_empty() {
                    format!("{}\n{}", self.purpose.first_line, self.purpose.introduction)
                } else {
                    String::new()
                };
                file.write_all(format!("{start}{entry}").as_bytes())
            });
        match written {
            Ok(()) => format!("the sequence is kept in {shown}, and runs first from now on"),
            Err(error) => format!("the sequence can't be kept in {shown}: {error}"),
        }
    }

    pub fn text(&self, subject: &Subject, sort: usize, sequence: &Sequence) -> String {
        let sort = &subject.program.sorts[sort].name;
        let mut text = format!("\n{} {sort} {}\n", self.suite, sequence.algebra);
        let program = &subject.program;
        let text_of = |name: &str, values: &[Value], sorts: &[usize]| {
            call_text(program, name, values, sorts, &|step| format!("v{step}"))
        };
        let call = |step: &Step| {
            let op = &program.ops[step.op];
            text_of(&op.name, &step.arguments, &op.arguments)
        };
        for (number, step) in sequence.steps.iter().enumerate() {
            let _ = writeln!(text, "  v{number} = {}", call(step));
        }
        let _ = match &sequence.check {
            Check::Step => Ok(()),
            Check::Observe(step) => writeln!(text, "  observe {}", call(step)),
            Check::Axiom(axiom, values) => {
                let axiom = &subject.axioms[*axiom];
                writeln!(
                    text,
                    "  axiom {}",
                    text_of(axiom.name, values, &axiom.sorts)
                )
            }
            Check::Equal(left, right) => writeln!(text, "  equal(v{left}, v{right})"),
        };
        text
    }
}

/// The kinds of lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Step,
    Observe,
    Axiom,
    Equal,
}

/// The kind of a line, and its call.
fn split(line: &str, next: usize) -> Option<(Kind, &str)> {
    let step = format!("v{next} = ");
    let kinds = [
        ("observe ", Kind::Observe),
        ("axiom ", Kind::Axiom),
        (step.as_str(), Kind::Step),
    ];
    let mut kinds = kinds.iter();
    let found = kinds.find_map(|(start, kind)| Some((*kind, line.strip_prefix(start)?)));
    found.or_else(|| line.starts_with("equal(").then_some((Kind::Equal, line)))
}

/// `insert(v0, Orderable3)` in pieces.
fn called(call: &str) -> Option<(&str, Vec<&str>)> {
    let (name, rest) = call.split_once('(')?;
    let inside = rest.strip_suffix(')')?;
    let arguments = inside.split(", ").filter(|text| !text.is_empty());
    Some((name, arguments.collect()))
}

/// Adds a line to a sequence. Fails if the specification has nothing of the kind.
fn read(
    subject: &Subject,
    sequence: &mut Sequence,
    kind: Kind,
    name: &str,
    texts: &[&str],
) -> Result<(), String> {
    let made = &sequence.steps;
    let result = |step: usize| {
        made.get(step)
            .and_then(|step| subject.program.ops[step.op].result)
    };
    let values = |sorts: &[usize]| -> Option<Vec<Value>> {
        if sorts.len() != texts.len() {
            return None;
        }
        let pairs = texts.iter().zip(sorts);
        pairs
            .map(|(text, sort)| value(subject, sequence.algebra, &result, text, *sort))
            .collect()
    };
    match kind {
        Kind::Step | Kind::Observe => {
            let ops = subject.program.ops.iter().enumerate();
            let found = ops
                .filter(|(_, op)| op.name == name)
                .filter(|(_, op)| kind == Kind::Observe || op.result.is_some())
                .find_map(|(number, op)| Some((number, values(&op.arguments)?)));
            let (op, arguments) =
                found.ok_or_else(|| format!("there is no operation `{name}` for such values"))?;
            let step = Step { op, arguments };
            match kind {
                Kind::Step => sequence.steps.push(step),
                _ => sequence.check = Check::Observe(step),
            }
        }
        Kind::Axiom => {
            let axioms = subject.axioms.iter().enumerate();
            let found = axioms
                .filter(|(_, axiom)| axiom.name == name)
                .find_map(|(number, axiom)| Some((number, values(&axiom.sorts)?)));
            let (axiom, values) =
                found.ok_or_else(|| format!("there is no axiom `{name}` for such values"))?;
            sequence.check = Check::Axiom(axiom, values);
        }
        Kind::Equal => {
            let step = |text: &&str| text.strip_prefix('v')?.parse::<usize>().ok();
            let steps: Vec<usize> = texts.iter().filter_map(step).collect();
            match steps.as_slice() {
                [left, right] if result(*left).is_some() && result(*left) == result(*right) => {
                    sequence.check = Check::Equal(*left, *right);
                }
                _ => return Err("there are no two such values".to_owned()),
            }
        }
    }
    Ok(())
}

fn value(
    subject: &Subject,
    algebra: usize,
    result: &dyn Fn(usize) -> Option<usize>,
    text: &str,
    sort: usize,
) -> Option<Value> {
    let known = &subject.program.sorts[sort];
    match known.kind {
        SortKind::Int => text.parse().ok().map(Value::Int),
        SortKind::Given => {
            let number: u32 = text.strip_prefix(&known.name)?.parse().ok()?;
            let size = subject.algebras.get(algebra)?.size(sort);
            ((number as usize) < size).then_some(Value::Element(number))
        }
        SortKind::Constructed => {
            let step: usize = text.strip_prefix('v')?.parse().ok()?;
            (result(step) == Some(sort)).then_some(Value::Step(step))
        }
    }
}
