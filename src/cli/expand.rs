//! `specgen expand`: the long form of a specification.

use std::path::PathBuf;

use clap::Args;

use super::{ExitCode, terminal};
use crate::disk::{Disk, Folders};
use crate::error::Failure;
use crate::pipeline;

/// Print a specification without short forms
///
/// Prints what the short forms stand for: an axiom for each effect of an `after` clause, a
/// declaration for each operation, and the variables of each section. Comments are left out.
#[derive(Args)]
pub struct Arguments {
    /// Specification file; `-` reads standard input
    #[arg(value_name = "SPEC")]
    file: PathBuf,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let spec = Folders::new(Disk::default(), &[])?.read(&arguments.file)?;
    terminal::print(&pipeline::expand(&spec)?)?;
    Ok(ExitCode::Fine)
}
