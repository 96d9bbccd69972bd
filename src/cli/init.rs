//! `specgen init`: a first specification and mapping.

use std::path::{Path, PathBuf};

use clap::Args;

use super::subject::show;
use super::{ExitCode, Trouble, terminal};
use crate::disk::{self, Disk};
use crate::init::{CratePath, Origin, Skeleton, Target, package_name, skeleton};
use crate::source::Sources;

/// Write a first specification and mapping, guessed from a Rust type
///
/// Reads the public methods of a type and writes a specification and a mapping to
/// fill in. What was guessed is marked. Nothing is overwritten.
#[derive(Args)]
pub struct Arguments {
    /// The Rust file that declares the type; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    from: PathBuf,

    /// The type; may be left out where one type alone has public methods
    #[arg(value_name = "TYPE")]
    name: Option<String>,

    /// The folder to write to
    #[arg(long, value_name = "DIR", default_value = "specs")]
    dir: PathBuf,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Trouble> {
    let rust = Disk::default().read(&arguments.from)?;
    let mut sources = Sources::default();
    let file = sources.add(&rust.name, rust.text.as_str());
    let origin = Origin { file: rust.name.clone(), path: crate_path(&arguments.from) };
    let skeleton = match skeleton(&rust.text, file, arguments.name.as_deref(), &origin) {
        Ok(skeleton) => skeleton,
        Err(error) => {
            show(&[error], &sources)?;
            return Ok(ExitCode::BadInput);
        }
    };
    let paths = ["spec", "map"]
        .map(|ending| arguments.dir.join(format!("{}.{ending}", skeleton.file_stem)));
    let [spec, map] = paths.clone();
    disk::create(&[(spec, &skeleton.spec), (map, &skeleton.map)])?;
    terminal::print(&told(&skeleton, &paths))?;
    Ok(ExitCode::Fine)
}

fn told(skeleton: &Skeleton, paths: &[PathBuf; 2]) -> String {
    let [spec, map] = paths.each_ref().map(|path| disk::display(path));
    let count = match skeleton.operations {
        1 => "1 operation".to_owned(),
        many => format!("{many} operations"),
    };
    let left_out = match skeleton.left_out {
        0 => String::new(),
        1 => format!("; 1 method was left out, see {map}"),
        some => format!("; {some} methods were left out, see {map}"),
    };
    format!(
        "wrote {spec} and {map}: {count}{left_out}\n\n\
         Next: correct the guesses and write axioms, then\n  \
         specgen check {spec}\n  \
         specgen build {spec} --map {map} --out tests\n"
    )
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
        if matches!(path.target, Target::Library(_)) {
            path.root = disk::read_text(&folder.join("src/lib.rs")).ok();
        }
        return path;
    }
    unknown()
}
