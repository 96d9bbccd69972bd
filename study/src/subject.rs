//! The subjects, and the packages that the study makes of them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::plain::plain;

/// The subjects in the order of the table: each a file in `tests/subjects` and a
/// mapping.
pub const SUBJECTS: &[&str] = &[
    "treeset",
    "poset",
    "union_set",
    "one_of_set",
    "stack",
    "bounded_stack",
    "queue",
    "bag",
    "sorted_map",
    "priority_queue",
    "search_tree",
    "interval_tree",
    "hashed_set",
    "union_find",
    "graph",
];

/// Test suites of one package, in the order of the table's columns.
pub const SUITES: &[&str] = &["axioms", "all", "random", "properties"];

pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// A package with a subject and all suites for it.
pub struct Package {
    pub name: &'static str,
    pub folder: PathBuf,
    root: PathBuf,
}

impl Package {
    /// Writes the package anew; what cargo made of it before may be of use again.
    pub fn write(root: &Path, name: &'static str) -> Result<Self> {
        let folder = root.join("target/study").join(name);
        for part in ["src", "suites", ".cargo"] {
            let _ = std::fs::remove_dir_all(folder.join(part));
            std::fs::create_dir_all(folder.join(part))?;
        }
        std::fs::create_dir_all(folder.join("src/subjects"))?;
        let package = Self { name, folder, root: root.to_owned() };
        let source = std::fs::read_to_string(root.join(format!("tests/subjects/{name}.rs")))?;
        let plain = plain(&source)?;
        package.file(&format!("src/subjects/{name}.rs"), &plain)?;
        package.file("suites/original.rs", &plain)?;
        package.generate("axioms", &["--goals", "axioms"])?;
        package.generate("all", &[])?;
        let tests = package.tests("all")?;
        package.file("suites/random.rs", &package.random(tests)?)?;
        if package.has_properties() {
            let properties = root.join(format!("study/properties/{name}.rs"));
            std::fs::copy(properties, package.folder.join("suites/properties.rs"))?;
        }
        package.file("src/lib.rs", &package.library())?;
        package.file("Cargo.toml", &package.manifest())?;
        package.file(".cargo/config.toml", &runner()?)?;
        Ok(package)
    }

    pub fn has_properties(&self) -> bool {
        self.root.join(format!("study/properties/{}.rs", self.name)).exists()
    }

    fn file(&self, path: &str, text: &str) -> Result<()> {
        Ok(std::fs::write(self.folder.join(path), text)?)
    }

    /// Has specgen write a suite.
    fn generate(&self, suite: &str, arguments: &[&str]) -> Result<()> {
        let mapping = format!("mappings/{}.map", self.name);
        let text = std::fs::read_to_string(self.root.join(&mapping))?;
        let named = text.lines().find_map(|line| line.strip_prefix("// Specification: "));
        let output = Command::new(self.root.join("target/debug/specgen"))
            .current_dir(&self.root)
            .args(["build", named.ok_or("the mapping names no specification")?])
            .args(["--map", &mapping])
            .arg("--out")
            .arg(self.folder.join("suites").join(suite))
            .args(arguments)
            .output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into());
        }
        Ok(())
    }

    /// How many tests a suite has.
    pub fn tests(&self, suite: &str) -> Result<usize> {
        let path = match suite {
            "axioms" | "all" => format!("suites/{suite}/{}/main.rs", self.name),
            other => format!("suites/{other}.rs"),
        };
        let text = std::fs::read_to_string(self.folder.join(path))?;
        Ok(text.lines().filter(|line| line.trim() == "#[test]").count())
    }

    fn random(&self, tests: usize) -> Result<String> {
        let driver =
            std::fs::read_to_string(self.root.join(format!("study/random/{}.rs", self.name)))?;
        let mut text = SEQUENCES.replace("SUBJECT", self.name).replace("DRIVER", &driver);
        for number in 0..tests {
            text += &format!("\n#[test]\nfn sequence_{number}() {{\n    compare({number});\n}}\n");
        }
        Ok(text)
    }

    fn library(&self) -> String {
        let name = self.name;
        // Mappings name the library `subjects`, which this package stands for.
        let mut text = format!(
            "extern crate self as subjects;\n\n#[path = \"subjects/{name}.rs\"]\npub mod {name};\n"
        );
        let mut module = |suite: &str, path: String| {
            text += &format!("\n#[cfg(test)]\n#[path = \"../suites/{path}\"]\nmod {suite};\n");
        };
        module("axioms", format!("axioms/{name}/main.rs"));
        module("all", format!("all/{name}/main.rs"));
        module("original", "original.rs".to_owned());
        module("random", "random.rs".to_owned());
        if self.has_properties() {
            module("properties", "properties.rs".to_owned());
        }
        text
    }

    fn manifest(&self) -> String {
        let name = self.name;
        let mut text = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
             publish = false\n\n[workspace]\n\n[lib]\ndoctest = false\n\n\
             [profile.dev]\ndebug = false\n"
        );
        if self.has_properties() {
            text += "\n[dev-dependencies]\n\
                     proptest = { version = \"1.12\", default-features = false, features = [\"std\"] }\n";
        }
        text
    }
}

/// Cargo runs test programs by way of this program, which runs each suite by itself.
fn runner() -> Result<String> {
    let own = std::env::current_exe()?;
    Ok(format!("[target.'cfg(all())']\nrunner = [{own:?}, \"judge\"]\n"))
}

const SEQUENCES: &str = r#"//! Random call sequences, on the type under mutation and on the one as it was.

const CALLS: usize = 10;

struct Random(u64);

impl Random {
    /// A number below the limit; the same on every machine.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    fn of<'a, T>(&mut self, pool: &'a [T]) -> &'a T {
        &pool[self.below(pool.len())]
    }

    fn element(&mut self) -> u8 {
        self.below(4) as u8
    }
}

mod mutated {
    use super::{CALLS, Random};
    use crate::subjects::SUBJECT::*;

    pub fn trace(seed: u64) -> Vec<String> {
        let mut random = Random(seed << 32);
        let mut pool = vec![creator(&mut random)];
        (0..CALLS).map(|_| call(&mut pool, &mut random)).collect()
    }

    DRIVER
}

mod original {
    use super::{CALLS, Random};
    use crate::original::*;

    pub fn trace(seed: u64) -> Vec<String> {
        let mut random = Random(seed << 32);
        let mut pool = vec![creator(&mut random)];
        (0..CALLS).map(|_| call(&mut pool, &mut random)).collect()
    }

    DRIVER
}

fn compare(seed: u64) {
    assert_eq!(mutated::trace(seed), original::trace(seed));
}
"#;
