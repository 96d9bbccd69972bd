//! `specgen fmt`: specifications and mappings in one layout.

use std::path::{Path, PathBuf};

use clap::Args;

use super::subject::fail;
use super::{ExitCode, terminal};
use crate::disk::{Disk, is_stdin, layout_files, overwrite};
use crate::error::Failure;
use crate::pipeline;
use crate::review::diff;
use crate::source::with_line_feeds;

/// Format specifications and mappings
///
/// Changes blanks and line breaks only; comments stay. `-` formats standard input and prints
/// the result.
#[derive(Args)]
pub struct Arguments {
    /// Files, or folders with `.spec` and `.map` files; `-` reads standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Write nothing: print what would change, and fail if anything would
    #[arg(long)]
    check: bool,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut failures = Vec::new();
    let mut changed = 0;
    for path in arguments.paths.iter().flat_map(|path| layout_files(path)) {
        match format(&path, arguments.check) {
            Ok(is_changed) => changed += usize::from(is_changed),
            Err(failure) => failures.push(failure),
        }
    }
    if !failures.is_empty() {
        return Ok(fail(failures)?);
    }
    Ok(if arguments.check && changed > 0 { ExitCode::Outdated } else { ExitCode::Fine })
}

/// Whether the layout of a file changes.
fn format(path: &Path, check: bool) -> Result<bool, Failure> {
    let source = Disk::default().read(path)?;
    let formatted = pipeline::format(&source)?;
    let is_changed = with_line_feeds(source.text.clone()) != formatted;
    match (check, is_stdin(path)) {
        (true, _) if is_changed => {
            let shown =
                diff(&source.name, Some(&source.text), Some(&formatted), terminal::colour());
            terminal::print(&shown)?;
        }
        (true, _) => {}
        (false, true) => terminal::print(&formatted)?,
        (false, false) if is_changed => {
            overwrite(&[(path, &formatted)])?;
            terminal::report(&format!("formatted {}\n", source.name))?;
        }
        (false, false) => {}
    }
    Ok(is_changed)
}
