//! The mutation study of `docs/evaluation.md`. `study/run` calls it.

mod coverage;
mod judge;
mod mutants;
mod page;
mod plain;
mod result;
mod subject;

use std::path::Path;
use std::process::ExitCode;

use result::Row;
use subject::{Package, Result, SUBJECTS};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match &arguments[..] {
        [mode, program, ..] if mode == "judge" => judge::judge(program),
        names => study(names),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::FAILURE
    })
}

/// Studies the named subjects, or all of them, and writes the table anew. `page` only writes it,
/// `coverage` writes the table of what tests reach.
fn study(names: &[String]) -> Result<ExitCode> {
    // The script starts it there.
    let root = &std::env::current_dir()?;
    if names == ["coverage"] {
        coverage::write(root)?;
        return Ok(ExitCode::SUCCESS);
    }
    let known = |name: &String| name == "page" || SUBJECTS.contains(&name.as_str());
    if let Some(name) = names.iter().find(|name| !known(name)) {
        return Err(format!("`{name}` is none of {}", SUBJECTS.join(", ")).into());
    }
    let chosen = |name: &&&str| names.is_empty() || names.iter().any(|chosen| chosen == **name);
    for name in SUBJECTS.iter().filter(chosen) {
        println!("== {name}");
        row(root, name)?.store(root)?;
    }
    Ok(if page::write(root)? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn row(root: &Path, name: &'static str) -> Result<Row> {
    let package = Package::write(root, name)?;
    let (mutants, seconds) = mutants::run(root, &package)?;
    Ok(Row { name: name.to_owned(), mutants, sizes: result::sizes(&package)?, seconds })
}
