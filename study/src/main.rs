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

/// Studies the named subjects, or all of them, and writes the table anew. `lines` only
/// looks again which lines tests run, `page` at nothing.
fn study(names: &[String]) -> Result<ExitCode> {
    // The script starts it there.
    let root = &std::env::current_dir()?;
    let known = |name: &String| {
        ["page", "lines"].contains(&name.as_str()) || SUBJECTS.contains(&name.as_str())
    };
    if let Some(name) = names.iter().find(|name| !known(name)) {
        return Err(format!("`{name}` is none of {}", SUBJECTS.join(", ")).into());
    }
    let chosen = |name: &&&str| names.is_empty() || names.iter().any(|chosen| chosen == **name);
    for name in SUBJECTS.iter().filter(chosen) {
        println!("== {name}");
        row(root, name)?.store(root)?;
    }
    if names.iter().any(|name| name == "lines") {
        look_at_lines(root)?;
    }
    Ok(if page::write(root)? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// For the subjects that were studied before.
fn look_at_lines(root: &Path) -> Result<()> {
    for name in SUBJECTS {
        if let Some(mut row) = Row::read(root, name)? {
            row.lines = coverage::lines(root, &Package::write(root, name)?, "all")?;
            row.store(root)?;
        }
    }
    Ok(())
}

fn row(root: &Path, name: &'static str) -> Result<Row> {
    let package = Package::write(root, name)?;
    let (mutants, seconds) = mutants::run(root, &package)?;
    Ok(Row {
        name: name.to_owned(),
        mutants,
        sizes: result::sizes(&package)?,
        lines: coverage::lines(root, &package, "all")?,
        seconds,
    })
}
