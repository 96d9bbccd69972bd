//! `specgen accept`: replaces files by their pending changes.

use std::path::PathBuf;

use clap::Args;

use super::exit_code::ExitCode;
use super::pending::{PendingOptions, report_accepted, settle};
use crate::disk::{self, Pending};
use crate::error::{Error, Failure};

/// Accept pending changes to generated files
///
/// Replaces each file by the candidate that `specgen build --pending` has written
/// for it.
#[derive(Args)]
pub struct Arguments {
    /// Files whose changes are accepted [default: all]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    pending: PendingOptions,

    /// Move files that were edited by hand to FILE.edited, instead of refusing to
    /// replace them
    #[arg(long)]
    set_aside: bool,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    settle(&arguments.pending, &arguments.files, |found| accept_all(found, arguments.set_aside))
}

fn accept_all(found: &[Pending], set_aside: bool) -> Result<(), Error> {
    let edited: Vec<&str> = found
        .iter()
        .filter(|pending| pending.is_edited() && !set_aside)
        .map(|pending| pending.name.as_str())
        .collect();
    if !edited.is_empty() {
        return Err(disk::edited(&edited));
    }
    found.iter().try_for_each(|pending| accept(pending, set_aside))
}

pub fn accept(pending: &Pending, set_aside: bool) -> Result<(), Error> {
    report_accepted(pending, pending.accept(set_aside)?)
}
