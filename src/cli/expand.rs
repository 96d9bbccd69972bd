//! `specgen expand`: the long form of a specification, or of a mapping.

use std::path::PathBuf;

use clap::Args;

use super::{ExitCode, terminal};
use crate::disk::{Disk, Folders};
use crate::error::Failure;
use crate::pipeline;
use crate::project::{self, Job, JobMap};

/// Print a specification or a mapping without short forms
///
/// Prints what the short forms stand for: an axiom for each effect of an `after` clause, a
/// declaration for each operation, and the variables of each section. With --map or --type,
/// prints the mapping: a function for each operation, with a comment that says where it was
/// found. Comments of the file are left out.
#[derive(Args)]
pub struct Arguments {
    /// Specification files; `-` reads standard input
    #[arg(value_name = "SPEC", required = true)]
    files: Vec<PathBuf>,

    /// Mapping to print
    #[arg(long, value_name = "MAP", group = "mapping")]
    map: Option<PathBuf>,

    /// Type whose mapping to print
    #[arg(long = "type", value_name = "PATH", group = "mapping")]
    rust_type: Option<String>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let of_type = || arguments.rust_type.clone().map(JobMap::Type);
    match arguments.map.clone().map(JobMap::File).or_else(of_type) {
        Some(map) => {
            let job = Job::of(arguments.files.clone(), map);
            terminal::print(&project::expand(&job)?)?;
        }
        None => {
            for file in &arguments.files {
                let spec = Folders::new(Disk::default(), &[])?.read(file)?;
                terminal::print(&pipeline::expand(&spec)?)?;
            }
        }
    }
    Ok(ExitCode::Fine)
}
