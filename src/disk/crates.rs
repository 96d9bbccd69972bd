//! The source of libraries: of the package around a project, and of its dependencies as Cargo
//! resolves them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use walkdir::WalkDir;

use super::{Disk, display, read_text, slashed};
use crate::infer::{CrateFiles, Crates, NoCrate, RustFile};
use crate::json::{self, Value};

/// The maximum number of files of a library that are read.
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
    package: String,
    is_local: bool,
    /// `None` before Cargo was run for them.
    features: Option<Vec<String>>,
}

impl CargoCrates {
    pub fn new(disk: Disk) -> Self {
        Self { disk, read: Vec::new(), answers: BTreeMap::new() }
    }

    /// The files of the user's own packages that were read.
    pub fn files_read(&self) -> &[PathBuf] {
        &self.read
    }

    fn find(&self, name: &str) -> Result<Library, NoCrate> {
        let packages = Packages::around(&self.disk)?;
        let without = |why: &str| NoCrate { why: why.to_owned(), known: Vec::new() };
        let is_wanted = |library: &Library| match name {
            "crate" => library.manifest == packages.manifest,
            name => library.name == name,
        };
        let own = libraries(&packages.own);
        if let Some(place) = own.iter().position(is_wanted) {
            return Ok(own.into_iter().nth(place).expect("it was found there"));
        }
        if name == "crate" {
            return Err(without("the package has no library, and tests cannot import a program"));
        }
        let all = libraries(&packages.all().map_err(|why| without(&why))?);
        let mut known: Vec<String> = all.iter().map(|library| library.name.clone()).collect();
        known.sort_unstable();
        known.dedup();
        let mut found: Vec<Library> = all.into_iter().filter(is_wanted).collect();
        match found.len() {
            0 => {
                let why = format!("no library `{name}` is among the dependencies of the package");
                Err(NoCrate { why, known })
            }
            // The newest of several versions; they are sorted by version.
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
        let (name, features) = (library.name.clone(), library.features.clone());
        CrateFiles { name, root, files: read, features }
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

/// The packages around a folder, as Cargo knows them.
pub struct Packages {
    /// The nearest manifest.
    manifest: PathBuf,
    /// The packages of the workspace, without their dependencies.
    own: Value,
}

impl Packages {
    pub fn around(disk: &Disk) -> Result<Self, NoCrate> {
        let without = |why: &str| NoCrate { why: why.to_owned(), known: Vec::new() };
        let folder = std::path::absolute(disk.resolve(Path::new("."))).unwrap_or_default();
        let mut manifests = folder.ancestors().map(|folder| folder.join("Cargo.toml"));
        let manifest = manifests.find(|path| path.is_file());
        let manifest = manifest
            .ok_or_else(|| without("neither this folder nor one above it has a `Cargo.toml`"))?;
        let own = metadata(&manifest, &["--no-deps"]).map_err(|why| without(&why))?;
        Ok(Self { manifest, own })
    }

    /// All packages, with how they depend on each other.
    fn all(&self) -> Result<Value, String> {
        metadata(&self.manifest, &["--offline"]).or_else(|_| metadata(&self.manifest, &[]))
    }

    /// The folder for build products.
    pub fn target(&self) -> PathBuf {
        text(&self.own, "target_directory").into()
    }

    /// Whether a file belongs to a library or program of the workspace, and not to a test of it.
    pub fn is_of_library(&self, file: &Path) -> bool {
        let packages = list(&self.own, "packages");
        let mut nearest = (0, false);
        for target in packages.iter().flat_map(|package| list(package, "targets")) {
            let root = PathBuf::from(text(&target, "src_path"));
            let Some(folder) = root.parent().filter(|folder| file.starts_with(folder)) else {
                continue;
            };
            let kinds = list(&target, "kind");
            let is_test = kinds.iter().any(|kind| {
                matches!(kind.as_str(), Some("test" | "bench" | "example" | "custom-build"))
            });
            if is_test && root == file {
                return false;
            }
            // A test may lie beside the library.
            nearest = nearest.max((folder.components().count(), !is_test));
        }
        nearest.1
    }

    pub fn lock_file(&self) -> Option<PathBuf> {
        let file = PathBuf::from(text(&self.own, "workspace_root")).join("Cargo.lock");
        file.is_file().then_some(file)
    }

    /// The named libraries that the tests of the nearest package can use.
    pub fn dependencies(&self, names: &[&str]) -> Vec<Dependency> {
        let is_crate = |name: &&&str| {
            name.starts_with(|first: char| first.is_lowercase() || first == '_')
                && !["std", "core", "alloc", "self"].contains(*name)
        };
        let mut wanted: Vec<&str> = names.iter().filter(is_crate).copied().collect();
        wanted.sort_unstable();
        wanted.dedup();
        let mut found: Vec<Dependency> = Vec::new();
        for library in libraries(&self.own) {
            if wanted.contains(&library.name.as_str()) {
                wanted.retain(|name| *name != library.name);
                found.push(Dependency::local(&library));
            }
        }
        if !wanted.is_empty()
            && let Ok(all) = self.all()
        {
            found.extend(self.resolved(&all, &wanted));
        }
        found
    }

    /// The dependencies of the nearest package, or of another one of the workspace.
    fn resolved(&self, all: &Value, wanted: &[&str]) -> Vec<Dependency> {
        let packages = list(all, "packages");
        let package = |id: &str| packages.iter().find(|package| package["id"] == id);
        let nodes = list(&all["resolve"], "nodes");
        let is_member =
            |node: &&Value| package(&text(node, "id")).is_some_and(|it| it["source"].is_null());
        let is_nearest = |node: &&Value| {
            package(&text(node, "id"))
                .is_some_and(|it| Path::new(&text(it, "manifest_path")) == self.manifest)
        };
        let nearest = nodes.iter().filter(is_nearest);
        let members = nodes.iter().filter(is_member);
        let mut found: Vec<Dependency> = Vec::new();
        for edge in nearest.chain(members).flat_map(|node| list(node, "deps")) {
            let (name, id) = (text(&edge, "name"), text(&edge, "pkg"));
            if !wanted.contains(&name.as_str()) || found.iter().any(|one| one.name == name) {
                continue;
            }
            let Some(package) = package(&id) else { continue };
            let features = features(&nodes, package).unwrap_or_default();
            found.push(Dependency::of(name, package, features));
        }
        found
    }
}

/// A library that a probe uses.
pub struct Dependency {
    name: String,
    package: String,
    version: String,
    /// The folder of its package, unless a registry has it.
    folder: Option<PathBuf>,
    /// `None` means the default features.
    features: Option<Vec<String>>,
}

impl Dependency {
    fn local(library: &Library) -> Self {
        Self {
            name: library.name.clone(),
            package: library.package.clone(),
            version: String::new(),
            folder: library.manifest.parent().map(Path::to_owned),
            features: None,
        }
    }

    fn of(name: String, package: &Value, features: Vec<String>) -> Self {
        let manifest = PathBuf::from(text(package, "manifest_path"));
        let is_registry =
            package["source"].as_str().is_some_and(|source| source.starts_with("registry+"));
        Self {
            name,
            package: text(package, "name"),
            version: text(package, "version"),
            folder: manifest.parent().filter(|_| !is_registry).map(Path::to_owned),
            features: Some(features),
        }
    }

    /// The line in the manifest of a probe.
    pub fn manifest_line(&self) -> String {
        let place = match &self.folder {
            Some(folder) => format!("path = {:?}", folder.to_string_lossy()),
            None => format!("version = \"={}\"", self.version),
        };
        let features = match &self.features {
            Some(features) => format!(", default-features = false, features = {features:?}"),
            None => String::new(),
        };
        format!("{} = {{ package = {:?}, {place}{features} }}", self.name, self.package)
    }

    /// The texts that a check depends on. Packages of a registry never change.
    pub fn sources(&self) -> Vec<String> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let walk = WalkDir::new(folder.join("src")).sort_by_file_name().into_iter();
        let rust = walk
            .filter_map(Result::ok)
            .map(walkdir::DirEntry::into_path)
            .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
            .take(MOST_FILES);
        let files = rust.chain([folder.join("Cargo.toml")]);
        files.filter_map(|path| read_text(&path).ok()).collect()
    }
}

fn list(value: &Value, key: &str) -> Vec<Value> {
    value[key].as_array().cloned().unwrap_or_default()
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

/// What `cargo metadata` prints.
fn metadata(manifest: &Path, options: &[&str]) -> Result<Value, String> {
    let mut command = Command::new("cargo");
    command.args(["metadata", "--format-version", "1", "--manifest-path"]).arg(manifest);
    let output = command.args(options).stdin(Stdio::null()).output();
    let output = output.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => NoCrate::NO_CARGO.to_owned(),
        _ => format!("`cargo metadata` cannot be run: {error}"),
    })?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let line = text.lines().find(|line| line.starts_with("error")).unwrap_or("it failed");
        return Err(format!("`cargo metadata`: {}", line.trim_start_matches("error: ")));
    }
    json::parse(&String::from_utf8_lossy(&output.stdout))
        .ok_or_else(|| "`cargo metadata` prints no JSON".to_owned())
}

/// The libraries of all packages, by name and version.
fn libraries(metadata: &Value) -> Vec<Library> {
    let nodes = list(&metadata["resolve"], "nodes");
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
                    package: text(&package, "name"),
                    is_local: package["source"].is_null(),
                    features: features(&nodes, &package),
                };
                found.push((numbers.clone(), library));
            }
        }
    }
    found.sort_by(|a, b| (&a.1.name, &a.0).cmp(&(&b.1.name, &b.0)));
    found.into_iter().map(|(_, library)| library).collect()
}

/// The features of a package that are on, if Cargo has resolved it.
fn features(nodes: &[Value], package: &Value) -> Option<Vec<String>> {
    let node = nodes.iter().find(|node| node["id"] == package["id"])?;
    let features = list(node, "features");
    Some(features.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}
