//! `specgen reject`: drops pending changes.

use std::path::PathBuf;

use clap::Args;

use super::exit_code::ExitCode;
use super::pending::{PendingOptions, report_rejected, settle};
use crate::disk::Pending;
use crate::error::{Error, Failure};

/// Drop pending changes to generated files
///
/// Removes the candidates that `specgen build --pending` has written. The files
/// themselves stay as they are.
#[derive(Args)]
pub struct Arguments {
    /// Files whose changes are dropped [default: all]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    pending: PendingOptions,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    settle(&arguments.pending, &arguments.files, |found| found.iter().try_for_each(reject))
}

pub fn reject(pending: &Pending) -> Result<(), Error> {
    pending.reject()?;
    report_rejected(pending)
}
