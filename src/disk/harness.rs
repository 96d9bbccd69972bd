//! A compiled type under observation: a program of its own that answers questions.
//!
//! The program is compiled by Cargo with the dependencies of the package around a folder. It may
//! panic, hang or crash: the question that did it is noted, and the program starts again.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use super::Disk;
use super::crates::{Dependency, Packages};
use crate::arena::Id;
use crate::emit::Artifact;
use crate::error::Error;
use crate::json;
use crate::laws::{Oracle, Reply};
use crate::model::GroundTerm;
use crate::theory::OpId;

/// The folder in Cargo's target folder.
const FOLDER: &str = "specgen-harness";
/// The name of the package.
const NAME: &str = "specgen_harness";
/// The most questions under way: their answers must fit into the pipe.
const BATCH: usize = 64;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often the program is started again, and how many incidents are kept.
const RESTARTS: usize = 8;
const INCIDENTS: usize = 8;
/// The most incidents with the same description.
const ALIKE: usize = 2;
/// Why a program stopped answering.
const ENDED: &str = "the program ended";
/// After this many calls without an answer an operation is not called again.
const CHANCES: usize = 2;

/// A call without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    pub algebra: usize,
    pub term: GroundTerm,
    pub what: String,
}

/// A compiled type that answers questions.
pub struct CompiledType {
    program: PathBuf,
    running: Option<Running>,
    restarts: usize,
    /// Calls that panicked, hung or ended the program.
    pub incidents: Vec<Incident>,
    /// Calls that hung or ended the program, which are not made again.
    silent: Vec<GroundTerm>,
    /// Answered questions.
    pub answers: usize,
}

/// What a program that compares types has found.
#[derive(Default)]
pub struct Comparison {
    pub text: String,
    /// `None` if the program ended early.
    pub differences: Option<usize>,
    /// Lines to keep for the next comparison.
    pub kept: String,
    /// Why the program stopped.
    pub error: String,
    /// What the program printed beside its report.
    pub noise: String,
}

/// Compiles a program that compares types, and runs it.
pub fn compare(
    disk: &Disk,
    artifacts: &[Artifact],
    roots: &[String],
    environment: &[(&str, String)],
) -> Result<Comparison, Error> {
    let output = Command::new(program(disk, artifacts, roots)?)
        .args(["--nocapture", "--test-threads=1"])
        .envs(environment.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Error(format!("the types cannot be compared: {error}")))?;
    let mut found = Comparison::default();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        // libtest prints the name of the test without a line end.
        let Some((_, line)) = line.split_once('=') else { continue };
        if let Some(count) = line.strip_prefix("end ").and_then(|count| count.parse().ok()) {
            found.differences = Some(count);
            continue;
        }
        let (text, line) = match line.split_at_checked(1) {
            Some(("+", line)) => (&mut found.kept, line),
            Some(("!", line)) => (&mut found.error, line),
            _ => (&mut found.text, line),
        };
        *text += &format!("{line}\n");
    }
    found.noise = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(found)
}

struct Running {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<String>,
}

impl CompiledType {
    /// Compiles a program in a package of its own. `roots` are the first words of its paths.
    pub fn compile(disk: &Disk, artifacts: &[Artifact], roots: &[String]) -> Result<Self, Error> {
        Ok(Self {
            program: program(disk, artifacts, roots)?,
            running: None,
            restarts: 0,
            incidents: Vec::new(),
            silent: Vec::new(),
            answers: 0,
        })
    }

    fn start(&mut self) -> Option<&mut Running> {
        if self.running.is_none() && self.restarts <= RESTARTS {
            self.restarts += 1;
            self.running = Running::start(&self.program).ok();
        }
        self.running.as_mut()
    }

    /// Keeps an incident, if it is not one of many alike.
    fn note(&mut self, algebra: usize, term: &GroundTerm, what: String) {
        let alike = self.incidents.iter().filter(|known| known.what == what).count();
        if self.incidents.len() < INCIDENTS && alike < ALIKE {
            self.incidents.push(Incident { algebra, term: term.clone(), what });
        }
    }

    /// Operations that are not called again.
    pub fn silent(&self) -> Vec<OpId> {
        let called = |term: &GroundTerm| match term {
            GroundTerm::Apply(op, _) => Some(*op),
            GroundTerm::Element(..) | GroundTerm::Int(_) => None,
        };
        let mut found: Vec<OpId> = self.silent.iter().filter_map(called).collect();
        found.sort();
        let runs = found.chunk_by(|one, other| one == other);
        runs.filter(|run| run.len() >= CHANCES).map(|run| run[0]).collect()
    }

    /// Whether a term contains a call that is not made again.
    fn is_silent(&self, term: &GroundTerm, ops: &[OpId]) -> bool {
        let is_call = |it: &&GroundTerm| match it {
            GroundTerm::Apply(op, _) => ops.contains(op) || self.silent.contains(it),
            GroundTerm::Element(..) | GroundTerm::Int(_) => false,
        };
        !self.silent.is_empty() && term.subterms().iter().any(is_call)
    }

    /// Whether the program did not answer so often that it was given up.
    pub fn is_given_up(&self) -> bool {
        self.running.is_none() && self.restarts > RESTARTS
    }

    /// The answers to some terms, up to the first term without one.
    fn batch(&mut self, algebra: usize, terms: &[GroundTerm]) -> Vec<Reply> {
        if self.start().is_none() {
            return vec![Reply::Unknown; terms.len()];
        }
        let (answers, error) = self.answered(algebra, terms);
        self.answers += answers.len();
        let mut replies = Vec::new();
        for (term, answer) in terms.iter().zip(&answers) {
            if let Some(what) = answer.strip_prefix("p ") {
                self.note(algebra, term, what.to_owned());
            }
            replies.push(reply(answer));
        }
        if let Some(error) = error {
            let culprit = self.culprit(algebra, &terms[replies.len()]);
            self.note(algebra, &culprit, error);
            self.silent.push(culprit);
            replies.push(Reply::Unknown);
        }
        replies
    }

    /// The lines that the program answers, and what happened where it did not. Then it has ended.
    fn answered(&mut self, algebra: usize, terms: &[GroundTerm]) -> (Vec<String>, Option<String>) {
        let mut answers = Vec::new();
        let Some(running) = self.start() else { return (answers, Some(ENDED.to_owned())) };
        let questions: String =
            terms.iter().map(|term| format!("{algebra}{}\n", question(term))).collect();
        // A program that has ended takes no questions, and gives no answers.
        let _ = running.questions.write_all(questions.as_bytes());
        for _ in terms {
            match running.answers.recv_timeout(PATIENCE) {
                Ok(answer) => answers.push(answer),
                Err(error) => {
                    self.running = None;
                    let what = match error {
                        RecvTimeoutError::Timeout => {
                            format!("no answer for {} s", PATIENCE.as_secs())
                        }
                        RecvTimeoutError::Disconnected => ENDED.to_owned(),
                    };
                    return (answers, Some(what));
                }
            }
        }
        (answers, None)
    }

    /// The smallest part of an unanswered term that has no answer by itself.
    fn culprit(&mut self, algebra: usize, term: &GroundTerm) -> GroundTerm {
        let mut calls = term.subterms();
        calls.retain(|it| matches!(it, GroundTerm::Apply(..)));
        calls.sort_by_key(|it| it.subterms().len());
        let smaller = calls.into_iter().filter(|it| *it != term);
        let is_culprit = |it: &&GroundTerm| {
            self.start().is_some() && self.answered(algebra, std::slice::from_ref(it)).1.is_some()
        };
        smaller.cloned().collect::<Vec<_>>().iter().find(is_culprit).unwrap_or(term).clone()
    }
}

impl Oracle for CompiledType {
    fn ask(&mut self, algebra: usize, terms: &[GroundTerm]) -> Vec<Reply> {
        let mut replies = Vec::with_capacity(terms.len());
        while replies.len() < terms.len() {
            let open = &terms[replies.len()..];
            let ops = self.silent();
            let silent = open.iter().take_while(|term| self.is_silent(term, &ops)).count();
            if silent > 0 {
                replies.extend(vec![Reply::Unknown; silent]);
                continue;
            }
            let asked = open.iter().take_while(|term| !self.is_silent(term, &ops)).count();
            replies.extend(self.batch(algebra, &open[..asked.min(BATCH)]));
        }
        replies
    }
}

impl Running {
    fn start(program: &Path) -> std::io::Result<Self> {
        let mut child = Command::new(program)
            .args(["answer", "--nocapture", "--test-threads=1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let questions = child.stdin.take().expect("standard input is a pipe");
        let output = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            // libtest prints lines of its own.
            for line in output.lines().map_while(Result::ok) {
                let answer = line.find('=').map(|at| line[at + 1..].to_owned());
                if answer.is_some_and(|answer| sender.send(answer).is_err()) {
                    return;
                }
            }
        });
        Ok(Self { child, questions, answers })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A term in prefix order.
fn question(term: &GroundTerm) -> String {
    match term {
        GroundTerm::Element(_, number) => format!(" e{number}"),
        GroundTerm::Int(number) => format!(" i{number}"),
        GroundTerm::Apply(op, arguments) => {
            let arguments: String = arguments.iter().map(question).collect();
            format!(" o{}{arguments}", op.index())
        }
    }
}

fn reply(answer: &str) -> Reply {
    let number = answer.get(1..).unwrap_or_default();
    match answer.as_bytes().first() {
        Some(b'u') => Reply::Undefined,
        Some(b'b') => Reply::Built,
        Some(b't') => Reply::Truth(number == "1"),
        Some(b'i') => number.parse().map_or(Reply::Unknown, Reply::Int),
        Some(b'e') => number.parse().map_or(Reply::Unknown, Reply::Element),
        _ => Reply::Unknown,
    }
}

/// Compiles a program in a package of its own, and returns where it is.
fn program(disk: &Disk, artifacts: &[Artifact], roots: &[String]) -> Result<PathBuf, Error> {
    let packages = Packages::around(disk)
        .map_err(|missing| Error(format!("the type cannot be observed: {}", missing.why)))?;
    let roots: Vec<&str> = roots.iter().map(String::as_str).collect();
    let dependencies = packages.dependencies(&roots);
    let folder = packages.target().join(FOLDER).join(NAME);
    let io = |error| Error(format!("the type cannot be observed: {error}"));
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        // Cargo compiles again what was written after the last build.
        if std::fs::read_to_string(&path).is_ok_and(|before| before == text) {
            return Ok(());
        }
        std::fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        std::fs::write(path, text)
    };
    write("Cargo.toml", &manifest(&dependencies)).map_err(io)?;
    write("src/lib.rs", "").map_err(io)?;
    for artifact in artifacts {
        write(&format!("tests/{}", artifact.path), &artifact.text).map_err(io)?;
    }
    if let Some(lock) = packages.lock_file() {
        std::fs::copy(lock, folder.join("Cargo.lock")).map_err(io)?;
    }
    build(&folder, &packages.target().join(FOLDER))
}

fn manifest(dependencies: &[Dependency]) -> String {
    let lines: Vec<String> = dependencies.iter().map(Dependency::manifest_line).collect();
    format!(
        "[package]\nname = \"{NAME}\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n\n\
         [dependencies]\n{}\n",
        lines.join("\n")
    )
}

/// Compiles the program, and returns where it is.
fn build(folder: &Path, target: &Path) -> Result<PathBuf, Error> {
    let mut why = String::new();
    for offline in [true, false] {
        let mut command = Command::new("cargo");
        command.args(["test", "--no-run", "--quiet", "--message-format=json", "--manifest-path"]);
        command.arg(folder.join("Cargo.toml")).arg("--target-dir").arg(target);
        command.args(["--test", "harness"]);
        if offline {
            command.arg("--offline");
        }
        let output = command
            .stdin(Stdio::null())
            .output()
            .map_err(|error| Error(format!("`cargo test` cannot be run: {error}")))?;
        let mut errors = String::new();
        let mut program = None;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Some(message) = json::parse(line) else { continue };
            if message["message"]["level"] == "error" {
                errors += message["message"]["rendered"].as_str().unwrap_or_default();
            }
            if let Some(path) = message["executable"].as_str() {
                program = Some(PathBuf::from(path));
            }
        }
        if let Some(program) = program.filter(|_| output.status.success()) {
            return Ok(program);
        }
        if !errors.is_empty() {
            return Err(Error(format!(
                "the program that observes the type does not compile:\n{errors}"
            )));
        }
        why = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    }
    Err(Error(format!("the program that observes the type cannot be built:\n{why}")))
}
