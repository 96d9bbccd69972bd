//! Probes of mappings, compiled by Cargo in a package of their own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Disk;
use super::crates::{Dependency, Packages};
use crate::error::Error;
use crate::fingerprint::short_fingerprint;
use crate::json::{self, Value};
use crate::probe::{Compiler, CompilerError, CompilerSpan, Probe};

/// The prefix of the package's name, by which its errors are recognized. A hash follows, because
/// Cargo confuses packages of one name in one target folder.
const NAME: &str = "specgen_probe";

/// The folder in Cargo's target folder.
const FOLDER: &str = "specgen-probe";

/// Compiles probes with the dependencies of the package around a folder.
pub struct CargoCompiler {
    disk: Disk,
}

impl CargoCompiler {
    pub fn new(disk: Disk) -> Self {
        Self { disk }
    }
}

impl Compiler for CargoCompiler {
    fn check(&self, probes: &[&Probe]) -> Result<Vec<Vec<CompilerError>>, Error> {
        let nothing = vec![Vec::new(); probes.len()];
        let packages = match Packages::around(&self.disk) {
            Ok(packages) => packages,
            Err(failed) if failed.lacks_cargo() => {
                let why = "the mapping cannot be checked by the compiler: `cargo` is not \
                           installed, or not in `PATH`; `--no-probe` skips the check";
                return Err(Error(why.to_owned()));
            }
            // The lookup of the types' source has reported the error already.
            Err(_) => return Ok(nothing),
        };
        let roots: Vec<&str> =
            probes.iter().flat_map(|probe| &probe.roots).map(String::as_str).collect();
        let dependencies = packages.dependencies(&roots);
        let stamp = stamp(probes, &dependencies);
        let files = files(probes, &dependencies, &stamp);
        let folder = packages.target().join(FOLDER).join(format!("probe-{stamp}"));
        if folder.join("passed").exists() {
            return Ok(nothing);
        }
        let io = |error: std::io::Error| {
            Error(format!("the mapping cannot be checked: {error}; `--no-probe` skips the check"))
        };
        for (path, text) in &files {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().unwrap_or(&folder)).map_err(io)?;
            std::fs::write(path, text).map_err(io)?;
        }
        if let Some(lock) = packages.lock_file() {
            std::fs::copy(lock, folder.join("Cargo.lock")).map_err(io)?;
        }
        let errors = run(&folder, &packages.target().join(FOLDER), probes.len())?;
        match errors.iter().all(Vec::is_empty) {
            true => std::fs::write(folder.join("passed"), "").map_err(io)?,
            // A leftover is harmless.
            false => drop(std::fs::remove_dir_all(&folder)),
        }
        Ok(errors)
    }
}

/// The files of the package.
fn files(probes: &[&Probe], dependencies: &[Dependency], stamp: &str) -> Vec<(String, String)> {
    let lines: Vec<String> = dependencies.iter().map(Dependency::manifest_line).collect();
    let manifest = format!(
        "[package]\nname = \"{NAME}_{stamp}\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n\
         [workspace]\n\n[dependencies]\n{}\n",
        lines.join("\n")
    );
    let modules: String = (0..probes.len()).map(|number| format!("mod probe{number};\n")).collect();
    let mut files = vec![
        ("Cargo.toml".to_owned(), manifest),
        ("src/lib.rs".to_owned(), format!("#![allow(warnings)]\n{modules}")),
    ];
    let texts = probes.iter().enumerate();
    files
        .extend(texts.map(|(number, probe)| (format!("src/probe{number}.rs"), probe.text.clone())));
    files
}

/// A hash of everything that the result depends on.
fn stamp(probes: &[&Probe], dependencies: &[Dependency]) -> String {
    let texts = probes.iter().map(|probe| probe.text.as_str());
    let lines = dependencies.iter().map(Dependency::manifest_line);
    let sources = dependencies.iter().flat_map(Dependency::sources);
    let read: Vec<String> = lines.chain(sources).collect();
    let all = texts.chain(read.iter().map(String::as_str));
    short_fingerprint(all.flat_map(str::bytes))
}

fn run(folder: &Path, target: &Path, probes: usize) -> Result<Vec<Vec<CompilerError>>, Error> {
    let mut found = vec![Vec::new(); probes];
    let mut text = Vec::new();
    for offline in [true, false] {
        let mut command = Command::new("cargo");
        command.args(["check", "--quiet", "--message-format=json", "--manifest-path"]);
        command.arg(folder.join("Cargo.toml")).arg("--target-dir").arg(target);
        if offline {
            command.arg("--offline");
        }
        let output = command.stdin(Stdio::null()).output().map_err(|error| {
            Error(format!("`cargo check` cannot be run: {error}; `--no-probe` skips the check"))
        })?;
        let has_messages = !output.stdout.is_empty();
        text = output.stdout;
        if output.status.success() || has_messages {
            break;
        }
        if !offline {
            let why = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            return Err(Error(format!(
                "the mapping cannot be checked by the compiler; `--no-probe` skips the check:\n{why}"
            )));
        }
    }
    for line in String::from_utf8_lossy(&text).lines() {
        let Some(message) = json::parse(line) else { continue };
        if message["reason"] != "compiler-message" || message["message"]["level"] != "error" {
            continue;
        }
        let error = &message["message"];
        if !message["target"]["name"].as_str().is_some_and(|name| name.starts_with(NAME)) {
            return Err(does_not_compile(&message));
        }
        if let Some((number, error)) = compiler_error(error)
            && number < probes
        {
            found[number].push(error);
        }
    }
    Ok(found)
}

fn does_not_compile(message: &Value) -> Error {
    let name = message["target"]["name"].as_str().unwrap_or_default();
    let rendered = message["message"]["rendered"].as_str().unwrap_or_default();
    Error(format!("`{name}` does not compile, so its mapping cannot be checked:\n{rendered}"))
}

/// The probe of an error, and the error. `None` for the line that counts errors.
fn compiler_error(message: &Value) -> Option<(usize, CompilerError)> {
    let mut number = None;
    let mut error = CompilerError {
        message: message["message"].as_str()?.to_owned(),
        ..CompilerError::default()
    };
    for span in message["spans"].as_array()? {
        let file = PathBuf::from(span["file_name"].as_str()?);
        let stem = file.file_stem()?.to_string_lossy().into_owned();
        let Some(of) = stem.strip_prefix("probe").and_then(|text| text.parse().ok()) else {
            continue;
        };
        let is_primary = span["is_primary"].as_bool().unwrap_or_default();
        if is_primary || number.is_none() {
            number = Some(of);
        }
        let offset = |key: &str| span[key].as_u64().unwrap_or_default() as usize;
        error.spans.push(CompilerSpan {
            range: offset("byte_start")..offset("byte_end"),
            label: span["label"].as_str().unwrap_or_default().to_owned(),
            is_primary,
        });
    }
    for child in message["children"].as_array().into_iter().flatten() {
        let text = child["message"].as_str().map(str::to_owned);
        match child["level"].as_str() {
            Some("help") => error.helps.extend(text),
            Some("note") => error.notes.extend(text),
            _ => {}
        }
    }
    Some((number?, error))
}
