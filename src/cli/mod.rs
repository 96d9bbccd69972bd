//! The command line: arguments, clock, terminal.
//!
//! Every command is a file of its own. The environment, the clock and the
//! terminal are known to this module alone.

mod accept;
mod add;
mod against;
mod build;
mod build_flags;
mod cache;
mod check;
mod clock;
mod complete;
mod completions;
mod coverage;
mod enumerate;
mod eval;
mod exit_code;
mod expand;
mod export;
mod fmt;
mod format;
mod freeze;
mod goals;
mod guided;
mod infer;
mod init;
mod instrumented;
mod kept_place;
mod observed_type;
mod pending;
mod pin;
mod probe;
mod prompt;
mod reject;
mod report;
mod review;
mod run_each;
mod show;
mod subject;
mod terminal;
mod test;
mod test_progress;
mod watch;

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::error::Error;
use crate::options::GONE;
pub use exit_code::ExitCode;

/// Compiles algebraic specifications of generic types into Rust tests.
#[derive(Parser)]
#[command(name = "specgen", version, propagate_version = true)]
#[command(after_help = exit_code::HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Accept(accept::Arguments),
    Add(add::Arguments),
    Build(build::Arguments),
    Check(check::Arguments),
    Complete(complete::Arguments),
    Completions(completions::CompletionArguments),
    Enumerate(enumerate::Arguments),
    Eval(eval::Arguments),
    Expand(expand::Arguments),
    Export(export::Arguments),
    Fmt(fmt::Arguments),
    Goals(goals::Arguments),
    Infer(infer::Arguments),
    Init(init::Arguments),
    Man(completions::ManArguments),
    Report(report::Arguments),
    Reject(reject::Arguments),
    Review(review::Arguments),
    #[command(hide = true)]
    RunEach(run_each::Arguments),
    Show(show::Arguments),
    Test(test::Arguments),
}

/// Runs the command that the process was started with.
pub fn run() -> ExitCode {
    run_with(Arguments::command(), std::env::args_os().collect())
}

/// The same for `cargo specgen …`, where Cargo hands on its own word for the command.
pub fn run_for_cargo() -> ExitCode {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    if words.get(1).is_some_and(|word| word == "specgen") {
        words.remove(1);
    }
    run_with(Arguments::command().bin_name("cargo specgen"), words)
}

fn run_with(command: clap::Command, words: Vec<OsString>) -> ExitCode {
    let parsed = command.try_get_matches_from(words);
    let arguments = match parsed.and_then(|found| Arguments::from_arg_matches(&found)) {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error),
    };
    let ended = match arguments.command {
        Command::Accept(arguments) => accept::run(&arguments),
        Command::Add(arguments) => add::run(&arguments),
        Command::Build(arguments) => build::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Complete(arguments) => complete::run(&arguments),
        Command::Completions(arguments) => completions::complete(&arguments, Arguments::command()),
        Command::Enumerate(arguments) => enumerate::run(&arguments),
        Command::Eval(arguments) => eval::run(&arguments),
        Command::Expand(arguments) => expand::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Fmt(arguments) => fmt::run(&arguments),
        Command::Goals(arguments) => goals::run(&arguments),
        Command::Infer(arguments) => infer::run(&arguments),
        Command::Init(arguments) => init::run(&arguments),
        Command::Man(arguments) => completions::man(&arguments, Arguments::command()),
        Command::Report(arguments) => report::run(&arguments),
        Command::Reject(arguments) => reject::run(&arguments),
        Command::Review(arguments) => review::run(&arguments),
        Command::RunEach(arguments) => run_each::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Test(arguments) => test::run(&arguments),
    };
    ended.or_else(|failure| subject::fail(vec![failure])).unwrap_or_else(|Error(message)| {
        terminal::complain(&message);
        ExitCode::Failure
    })
}

/// Help and version are answers; anything else is a mistake of the caller. The
/// parser's own exit code for it, 2, is taken here by mistakes in the input.
fn usage(error: &clap::Error) -> ExitCode {
    // If the terminal is gone, nobody reads the message.
    let _ = error.print();
    if let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) {
        let name = argument.trim_start_matches('-');
        if let Some((_, instead)) = GONE.iter().find(|(gone, _)| *gone == name) {
            let _ = terminal::report(&format!("note: --{name} is gone: {instead}\n"));
        }
    }
    if error.use_stderr() { ExitCode::Failure } else { ExitCode::Fine }
}
