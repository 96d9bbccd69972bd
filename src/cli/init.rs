//! `specgen init`: starts a project, or a specification and mapping of a type.

use std::path::{Path, PathBuf};

use clap::Args;

use super::add::place;
use super::exit_code::ExitCode;
use super::terminal;
use crate::disk::{self, CargoCrates, Disk};
use crate::error::Failure;
use crate::infer::Crates;
use crate::init::{CratePath, CrateTarget, SkeletonSource, example, package_name, skeleton};
use crate::source::Sources;

/// Start a project, or a specification and a mapping of a Rust type
///
/// Without --from, writes a specgen.toml and an example whose tests pass. With --from,
/// reads the public methods of a type, writes a specification and a mapping to complete, with
/// guesses marked as such, and adds the build to specgen.toml. Other existing files are never
/// overwritten. `specgen add` does the same for a type that is named by its path.
#[derive(Args)]
pub struct Arguments {
    /// Rust file that declares the type; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Name of the type [default: the only type with public methods]
    #[arg(value_name = "TYPE", requires = "from")]
    name: Option<String>,

    /// Folder for specifications and mappings
    #[arg(long, value_name = "DIR", default_value = "specs")]
    dir: PathBuf,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    match &arguments.from {
        Some(file) => guess(arguments, file),
        None => start(arguments),
    }
}

/// Writes a project with an example.
fn start(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let files = example(&disk::slashed(&arguments.dir));
    let files = files.each_ref().map(|(name, text)| (PathBuf::from(name), text.as_str()));
    disk::create(&files)?;
    let names: Vec<String> = files.iter().map(|(path, _)| disk::display(path)).collect();
    let package = match Path::new("Cargo.toml").exists() {
        true => "",
        false => "  cargo init --lib       creates a package\n",
    };
    terminal::print(&format!(
        "wrote {}\n\n\
         Next:\n{package}  \
         specgen build          writes the tests\n  \
         cargo test             runs them\n  \
         specgen init --from src/lib.rs TYPE\n                         \
         drafts a specification and a mapping of your type\n",
        names.join(", ")
    ))?;
    Ok(ExitCode::Fine)
}

/// Writes the skeleton of a type.
fn guess(arguments: &Arguments, file: &Path) -> Result<ExitCode, Failure> {
    let rust = Disk::default().read(file)?;
    let mut sources = Sources::default();
    let id = sources.add(&rust.name, rust.text.as_str());
    let mut origin = SkeletonSource::new(&rust.name, crate_path(file));
    if let CrateTarget::Library(name) = &origin.path.target {
        let files = CargoCrates::new(Disk::default()).files(name).unwrap_or_default();
        let others = files.files.into_iter().filter(|other| other.text != rust.text);
        origin.siblings = others.map(|other| other.text).collect();
    }
    match skeleton(&rust.text, id, arguments.name.as_deref(), &origin) {
        Ok(skeleton) => place(&skeleton, &arguments.dir),
        Err(error) => Err(Failure::Input { diagnostics: vec![error], sources }),
    }
}

/// The file as a module of the package around it.
fn crate_path(file: &Path) -> CratePath {
    let unknown = || CratePath::of(None, &[]);
    if disk::is_stdin(file) {
        return unknown();
    }
    let Ok(file) = file.canonicalize() else { return unknown() };
    for folder in file.ancestors().skip(1) {
        let Ok(manifest) = disk::read_text(&folder.join("Cargo.toml")) else { continue };
        let Some(package) = package_name(&manifest) else { continue };
        let Ok(inside) = file.strip_prefix(folder) else { continue };
        let parts: Vec<String> =
            inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let mut path = CratePath::of(Some(&package), &parts);
        if matches!(path.target, CrateTarget::Library(_)) {
            path.root = disk::read_text(&folder.join("src/lib.rs")).ok();
        }
        return path;
    }
    unknown()
}
