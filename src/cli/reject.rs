//! `specgen reject`: pending changes are dropped.

use std::path::PathBuf;

use clap::Args;

use super::pending::{PendingOptions, chosen, tell_nothing, tell_rejected};
use super::subject::fail;
use super::{ExitCode, Trouble};

/// Drop pending changes of generated files
///
/// Removes candidates that `specgen build --pending` has written. The files that
/// they stand beside stay as they are.
#[derive(Args)]
pub struct Arguments {
    /// The files whose changes are dropped; without any, all
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    pending: PendingOptions,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Trouble> {
    let found = match arguments.pending.find() {
        Ok(found) => chosen(found, &arguments.files)?,
        Err(failure) => return fail(vec![failure]),
    };
    if found.is_empty() {
        tell_nothing()?;
    }
    for pending in &found {
        pending.reject()?;
        tell_rejected(pending)?;
    }
    Ok(ExitCode::Fine)
}
