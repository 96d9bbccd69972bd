//! Where a file stands in its crate, and how tests name what is in it.

use super::read;
use crate::rust::Fragment;

/// A file as a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CratePath {
    pub target: CrateTarget,
    pub modules: Vec<String>,
    /// The text of the library's root, which may export what its modules declare.
    pub root: Option<String>,
}

/// What the file is compiled into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CrateTarget {
    /// A library of this name, which tests import.
    Library(String),
    /// A program.
    Binary,
    /// A crate of tests, of which the generated file can be a part.
    Tests,
    Unknown,
}

impl CratePath {
    /// From the name of the package's library and the path of the file in the package.
    pub fn of(package: Option<&str>, file: &[&str]) -> Self {
        let (target, modules) = match (package, file) {
            (Some(_), ["src", "main.rs"] | ["src", "bin", ..]) => (CrateTarget::Binary, Vec::new()),
            (Some(name), ["src", "lib.rs"]) => (CrateTarget::Library(name.to_owned()), Vec::new()),
            (Some(name), ["src", rest @ ..]) => {
                (CrateTarget::Library(name.to_owned()), modules(rest))
            }
            (Some(_), ["tests", rest @ ..]) => (CrateTarget::Tests, modules(rest)),
            _ => (CrateTarget::Unknown, Vec::new()),
        };
        Self { target, modules, root: None }
    }

    fn crate_name(&self) -> &str {
        match &self.target {
            CrateTarget::Library(name) => name,
            _ => "crate",
        }
    }

    /// The module that tests import a name from. `inner` are the modules inside of the
    /// file.
    pub fn module_of(&self, inner: &[String], name: &str) -> String {
        let modules = [self.modules.as_slice(), inner].concat();
        if !modules.is_empty() && self.is_exported(name, &modules) {
            return self.crate_name().to_owned();
        }
        self.path(&modules)
    }

    /// The path of a module of the crate.
    pub fn path(&self, modules: &[String]) -> String {
        let mut path = vec![self.crate_name().to_owned()];
        path.extend_from_slice(modules);
        path.join("::")
    }

    /// The module of an import of the file, seen from outside of the crate. None for
    /// a plain name that was imported from nowhere.
    pub fn resolved(&self, inner: &[String], path: &[String]) -> Option<String> {
        let (first, rest) = path.split_first()?;
        let mut modules = [self.modules.as_slice(), inner].concat();
        match first.as_str() {
            "crate" => Some(self.path(rest)),
            "self" => {
                modules.extend_from_slice(rest);
                Some(self.path(&modules))
            }
            "super" => {
                let ups = path.iter().take_while(|part| *part == "super").count();
                modules.truncate(modules.len().saturating_sub(ups));
                modules.extend_from_slice(&path[ups..]);
                Some(self.path(&modules))
            }
            _ => Some(path.join("::")),
        }
    }

    /// Rust text of the crate as tests write it.
    pub fn outside(&self, text: &str) -> String {
        let name = self.crate_name();
        let own = |word: &str| (word == "crate").then(|| name.to_owned());
        Fragment::new(text).renamed(own).to_string()
    }

    /// Whether the root of the library says `pub use module::Name` or `pub use module::*`.
    fn is_exported(&self, name: &str, modules: &[String]) -> bool {
        let Some(root) = &self.root else { return false };
        read::exports(root, name, modules)
    }
}

/// `a/b.rs` is `a::b`, and so is `a/b/mod.rs`.
fn modules(file: &[&str]) -> Vec<String> {
    let mut modules: Vec<String> =
        file.iter().map(|part| part.trim_end_matches(".rs").to_owned()).collect();
    if ["mod", "main", "lib"].contains(&modules.last().map_or("", String::as_str)) {
        modules.pop();
    }
    modules
}

/// The name of the library that a `Cargo.toml` describes: of its section `lib`, or else
/// of the package.
pub fn package_name(manifest: &str) -> Option<String> {
    let mut section = "";
    let mut names = [None, None];
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let place = match (section, key.trim()) {
            ("[lib]", "name") => 0,
            ("[package]", "name") => 1,
            _ => continue,
        };
        let value = value.split('#').next().unwrap_or(value).trim();
        let name = value.trim_matches(|letter| letter == '"' || letter == '\'');
        names[place] = Some(name.replace('-', "_"));
    }
    let [library, package] = names;
    library.or(package)
}
