//! The source of libraries: of the package around a project, and of its dependencies as Cargo
//! resolves them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use walkdir::WalkDir;

use super::{Disk, display, read_text, slashed};
use crate::infer::{CrateFiles, Crates, NoCrate, RustFile};

/// Libraries have fewer files.
const MOST_FILES: usize = 4000;

/// Asks Cargo for the packages around a folder.
pub struct CargoCrates {
    disk: Disk,
    /// Every file that was read, as [`Disk`] sees it.
    read: Vec<PathBuf>,
    answers: BTreeMap<String, Result<CrateFiles, NoCrate>>,
}

/// A library of a package.
struct Library {
    name: String,
    root: PathBuf,
    manifest: PathBuf,
    label: String,
    is_local: bool,
}

impl CargoCrates {
    pub fn new(disk: Disk) -> Self {
        Self { disk, read: Vec::new(), answers: BTreeMap::new() }
    }

    /// The files of the user's own packages that were read.
    pub fn files_read(&self) -> &[PathBuf] {
        &self.read
    }

    /// The nearest manifest in the project's folder or above it.
    fn manifest(&self) -> Option<PathBuf> {
        let folder = std::path::absolute(self.disk.resolve(Path::new("."))).ok()?;
        folder.ancestors().map(|folder| folder.join("Cargo.toml")).find(|path| path.is_file())
    }

    fn find(&self, name: &str) -> Result<Library, NoCrate> {
        let without = |why: &str| NoCrate { why: why.to_owned(), known: Vec::new() };
        let manifest = self
            .manifest()
            .ok_or_else(|| without("neither this folder nor one above it has a `Cargo.toml`"))?;
        let own = libraries(&metadata(&manifest, &["--no-deps"]).map_err(|why| without(&why))?);
        let is_wanted = |library: &Library| match name {
            "crate" => library.manifest == manifest,
            name => library.name == name,
        };
        if let Some(place) = own.iter().position(is_wanted) {
            return Ok(own.into_iter().nth(place).expect("it was found there"));
        }
        if name == "crate" {
            return Err(without("the package has no library, and tests cannot import a program"));
        }
        let all = metadata(&manifest, &["--offline"]).or_else(|_| metadata(&manifest, &[]));
        let all = libraries(&all.map_err(|why| without(&why))?);
        let mut known: Vec<String> = all.iter().map(|library| library.name.clone()).collect();
        known.sort_unstable();
        known.dedup();
        let mut found: Vec<Library> = all.into_iter().filter(is_wanted).collect();
        match found.len() {
            0 => {
                let why = format!("no library `{name}` is among the dependencies of the package");
                Err(NoCrate { why, known })
            }
            // Of several versions the newest; they have been sorted by it.
            _ => Ok(found.pop().expect("there is one")),
        }
    }

    fn read(&mut self, library: &Library) -> CrateFiles {
        let folder = library.root.parent().unwrap_or(Path::new(""));
        let package = library.manifest.parent().unwrap_or(Path::new(""));
        let walk = WalkDir::new(folder).sort_by_file_name().into_iter();
        let files = walk
            .filter_entry(|entry| entry.depth() == 0 || entry.file_name() != "target")
            .filter_map(Result::ok)
            .map(walkdir::DirEntry::into_path)
            .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
            .take(MOST_FILES);
        let mut read = Vec::new();
        for path in files {
            let Ok(text) = read_text(&path) else { continue };
            let inside = path.strip_prefix(package).unwrap_or(&path);
            let name = match library.is_local {
                true => self.local_name(&path),
                false => format!("{}/{}", library.label, slashed(inside)),
            };
            let path = slashed(path.strip_prefix(folder).unwrap_or(&path));
            read.push(RustFile { path, name, text });
        }
        let root = library.root.file_name().unwrap_or_default().to_string_lossy().into_owned();
        CrateFiles { name: library.name.clone(), root, files: read }
    }

    /// A file of the user's own packages, seen from the project's folder.
    fn local_name(&mut self, path: &Path) -> String {
        let base = std::path::absolute(self.disk.resolve(Path::new("."))).unwrap_or_default();
        let base = base.components().as_path().to_owned();
        let ups = base.ancestors().enumerate();
        let near = ups.take(4).find_map(|(ups, folder)| {
            let inside = path.strip_prefix(folder).ok()?;
            Some(PathBuf::from("../".repeat(ups)).join(inside))
        });
        let near = near.unwrap_or_else(|| path.file_name().map(PathBuf::from).unwrap_or_default());
        self.read.push(near.clone());
        display(&near)
    }
}

impl Crates for CargoCrates {
    fn files(&mut self, name: &str) -> Result<CrateFiles, NoCrate> {
        if let Some(known) = self.answers.get(name) {
            return known.clone();
        }
        let found = self.find(name).map(|library| self.read(&library));
        self.answers.insert(name.to_owned(), found.clone());
        found
    }
}

/// What `cargo metadata` prints.
fn metadata(manifest: &Path, options: &[&str]) -> Result<Value, String> {
    let mut command = Command::new("cargo");
    command.args(["metadata", "--format-version", "1", "--manifest-path"]).arg(manifest);
    let output = command.args(options).stdin(Stdio::null()).output();
    let output = output.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            "`cargo`, which knows where sources are, is not installed".to_owned()
        }
        _ => format!("`cargo metadata` cannot be run: {error}"),
    })?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let line = text.lines().find(|line| line.starts_with("error")).unwrap_or("it failed");
        return Err(format!("`cargo metadata`: {}", line.trim_start_matches("error: ")));
    }
    serde_json::from_slice(&output.stdout).map_err(|_| "`cargo metadata` prints no JSON".to_owned())
}

/// The libraries of all packages, by name and version.
fn libraries(metadata: &Value) -> Vec<Library> {
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let mut found: Vec<(Vec<u64>, Library)> = Vec::new();
    for package in list(metadata, "packages") {
        let version = text(&package, "version");
        let label = format!("{}-{version}", text(&package, "name"));
        let numbers = version.split(['.', '-', '+']).map(|part| part.parse().unwrap_or(0));
        let numbers: Vec<u64> = numbers.collect();
        for target in list(&package, "targets") {
            let kinds = list(&target, "kind");
            let is_library = kinds.iter().any(|kind| {
                matches!(kind.as_str(), Some("lib" | "rlib" | "dylib" | "cdylib" | "staticlib"))
            });
            if is_library {
                let library = Library {
                    name: text(&target, "name").replace('-', "_"),
                    root: text(&target, "src_path").into(),
                    manifest: text(&package, "manifest_path").into(),
                    label: label.clone(),
                    is_local: package["source"].is_null(),
                };
                found.push((numbers.clone(), library));
            }
        }
    }
    found.sort_by(|a, b| (&a.1.name, &a.0).cmp(&(&b.1.name, &b.0)));
    found.into_iter().map(|(_, library)| library).collect()
}
