//! A project of a user in a temporary folder, and specgen run in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub struct Project {
    folder: tempfile::TempDir,
}

/// Three builds, two of them of one specification.
pub const MANIFEST: &str = r#"
[[build]]
spec = "specs/stack.spec"
map = "vec_stack.map"
out = "tests"

[[build]]
spec = ["specs/sorted_set.spec"]
map = "btreeset.map"

[[build]]
spec = "specs/sorted_set.spec"
map = "treeset.map"
layout = "file"
"#;

/// One small build.
pub const STACK: &str = "[[build]]\nspec = \"specs/stack.spec\"\nmap = \"vec_stack.map\"\n";

impl Project {
    pub fn new(manifest: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let project = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        std::fs::create_dir(project.at("specs")).expect("it is made");
        for name in ["specs/stack.spec", "specs/sorted_set.spec"] {
            std::fs::copy(root.join(name), project.at(name)).expect("it is copied");
        }
        for name in ["vec_stack.map", "btreeset.map", "treeset.map"] {
            let from = root.join("mappings").join(name);
            std::fs::copy(from, project.at(name)).expect("it is copied");
        }
        project.write("specgen.toml", manifest);
        project
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.at(name), text).expect("it is written");
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.at(name)).expect("it is there")
    }

    /// Changes a text that is there.
    pub fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.read(name);
        assert!(text.contains(from), "{name} has no {from}");
        self.write(name, &text.replacen(from, to, 1));
    }

    pub fn has(&self, name: &str) -> bool {
        self.at(name).symlink_metadata().is_ok()
    }

    pub fn command(&self, folder: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_specgen"));
        command.current_dir(self.at(folder));
        command
    }

    /// Runs specgen in a folder of the project.
    pub fn run_in(&self, folder: &str, arguments: &[&str]) -> Ended {
        Ended::of(self.command(folder).args(arguments).output().expect("specgen runs"))
    }

    pub fn run(&self, arguments: &[&str]) -> Ended {
        self.run_in("", arguments)
    }

    /// Runs specgen, which must succeed.
    pub fn succeed(&self, arguments: &[&str]) -> Ended {
        let ended = self.run(arguments);
        assert_eq!(ended.code, Some(0), "{}{}", ended.out, ended.err);
        ended
    }
}

/// How a run ended, and what it printed.
#[derive(Debug, PartialEq, Eq)]
pub struct Ended {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Ended {
    pub fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}
