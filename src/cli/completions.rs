//! `specgen completions` and `specgen man`: shell completions and manual pages.

use clap::{Args, Command};
use clap_complete::Shell;

use super::exit_code::ExitCode;
use super::terminal;
use crate::error::{Error, Failure};

/// Print a shell completion script
///
/// docs/install.md says where each shell looks for the script.
#[derive(Args)]
pub struct CompletionArguments {
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

/// Print the manual page of specgen or of a command
#[derive(Args)]
pub struct ManArguments {
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

pub fn complete(
    arguments: &CompletionArguments,
    mut specgen: Command,
) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut specgen, "specgen", &mut script);
    print(&script)
}

pub fn man(arguments: &ManArguments, mut specgen: Command) -> Result<ExitCode, Failure> {
    // Building gives the commands their full names.
    specgen.build();
    let page = match &arguments.command {
        None => specgen,
        Some(name) => match specgen.find_subcommand(name) {
            Some(command) => command.clone(),
            None => return Err(Error(format!("there is no command `{name}`")).into()),
        },
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page)
        .render(&mut text)
        .map_err(|error| Error(format!("the page cannot be written: {error}")))?;
    print(&text)
}

fn print(text: &[u8]) -> Result<ExitCode, Failure> {
    terminal::print(&String::from_utf8_lossy(text))?;
    Ok(ExitCode::Fine)
}
