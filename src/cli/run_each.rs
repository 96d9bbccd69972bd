//! `specgen run-each`: runs every test of a test program in a process of its own.
//!
//! `specgen test` makes cargo use it as the runner of test programs when one of them was ended
//! by a test: an abort or a stack overflow then ends that test alone.

use std::ffi::OsString;
use std::process::{Command, Output, Stdio};

use clap::Args;

use super::exit_code::ExitCode;
use super::terminal;
use crate::error::{Error, Failure};
use crate::parallel;
use crate::run::{self, TestRun, TestStatus, libtest_output};

/// Run every test of a test program in a process of its own
#[derive(Args)]
pub struct Arguments {
    program: OsString,

    /// For the test program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<OsString>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let names = arguments.names()?;
    let ran = parallel::map(names, |name| arguments.run_one(name));
    let ran: Vec<TestRun> = ran.into_iter().collect::<Result<_, Error>>()?;
    terminal::print(&libtest_output(&ran))?;
    let failed = ran.iter().any(|one| one.status == TestStatus::Failed);
    Ok(if failed { ExitCode::TestsFailed } else { ExitCode::Fine })
}

impl Arguments {
    fn names(&self) -> Result<Vec<String>, Error> {
        let output = self.output(&["--list", "--format", "terse"])?;
        let text = String::from_utf8_lossy(&output.stdout);
        let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
        Ok(names.map(str::to_owned).collect())
    }

    fn run_one(&self, name: String) -> Result<TestRun, Error> {
        let output = self.output(&["--exact", &name])?;
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        if let Some(run) = run::read(&text).ok().and_then(|ran| ran.into_iter().next()) {
            return Ok(run);
        }
        text.push_str(&String::from_utf8_lossy(&output.stderr));
        let lines = text.lines().skip_while(|line| {
            line.is_empty() || line.starts_with("running ") || line.starts_with("test ")
        });
        let lines = [format!("the test ended its process: {}", output.status)]
            .into_iter()
            .chain(lines.map(str::to_owned));
        let output = lines.collect::<Vec<_>>().join("\n");
        Ok(TestRun { path: vec![name], status: TestStatus::Failed, output })
    }

    fn output(&self, more: &[&str]) -> Result<Output, Error> {
        let mut command = Command::new(&self.program);
        command.args(&self.rest).args(more).stdin(Stdio::null());
        let program = self.program.to_string_lossy();
        command.output().map_err(|error| Error(format!("cannot run `{program}`: {error}")))
    }
}
