//! SAT solvers that are other programs.

use std::io::{BufWriter, Read, Seek, Write};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use super::temporary;
use crate::error::Error;
use crate::search::{Program, ProgramOutput};

/// The interval at which a running solver is polled.
const PAUSE: Duration = Duration::from_millis(1);

/// The suffix of files with problems.
const SUFFIX: &str = ".cnf";

/// Writes a problem into a file.
type Problem<'a> = dyn Fn(&mut dyn Write) -> std::io::Result<()> + 'a;

/// Starts a program for each solver call. The problem is in a file, whose path replaces `{}` in
/// the words of the command, or is appended to them.
#[derive(Debug)]
pub struct External {
    words: Vec<String>,
    /// The first failure, after which every call fails.
    failure: Mutex<Option<String>>,
}

impl External {
    /// A command whose words are separated by blanks.
    pub fn new(command: &str) -> Result<Self, Error> {
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            return Err(Error("`external:` needs the command of a solver".to_owned()));
        }
        temporary::clear(&tempfile::env::temp_dir(), SUFFIX);
        Ok(Self { words, failure: Mutex::new(None) })
    }

    /// The first failure, if there was one.
    pub fn failure(&self) -> Option<Error> {
        let failure = self.failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        failure.clone().map(Error)
    }

    fn command(&self, problem: &str) -> Command {
        let has_place = self.words.iter().any(|word| word.contains("{}"));
        let words = self.words.iter().map(|word| word.replace("{}", problem));
        let last = (!has_place).then(|| problem.to_owned());
        let words: Vec<String> = words.chain(last).collect();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::null());
        command
    }

    /// Both outputs go to files: a pipe would fill up before it is read.
    fn start(
        &self,
        problem: &Problem<'_>,
        stop: &dyn Fn() -> bool,
    ) -> std::io::Result<Option<ProgramOutput>> {
        let file = temporary::create(&tempfile::env::temp_dir(), SUFFIX)?;
        let mut writer = BufWriter::new(&file);
        problem(&mut writer)?;
        writer.flush()?;
        let (mut output, mut complaint) = (tempfile::tempfile()?, tempfile::tempfile()?);
        let mut child = self
            .command(&file.path().to_string_lossy())
            .stdout(output.try_clone()?)
            .stderr(complaint.try_clone()?)
            .spawn()?;
        while child.try_wait()?.is_none() {
            if stop() {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
            std::thread::sleep(PAUSE);
        }
        Ok(Some(ProgramOutput { stdout: read(&mut output)?, stderr: read(&mut complaint)? }))
    }
}

impl Program for External {
    fn run(&self, problem: &Problem<'_>, stop: &dyn Fn() -> bool) -> Option<ProgramOutput> {
        if self.failure().is_some() {
            return None;
        }
        self.start(problem, stop).unwrap_or_else(|error| {
            self.fail(&error.to_string());
            None
        })
    }

    fn fail(&self, why: &str) {
        let why = format!("the solver `{}` has failed: {why}", self.words.join(" "));
        let mut failure = self.failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        failure.get_or_insert(why);
    }
}

fn read(file: &mut std::fs::File) -> std::io::Result<String> {
    file.rewind()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
