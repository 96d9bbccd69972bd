//! Generated tests of several cases, compiled as one program.
//!
//! The runtime is most of what rustc reads, so all cases share one.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// How a generated file declares the runtime.
const RUNTIME: &str =
    "#[allow(clippy::duplicate_mod)]\n#[path = \"../specgen_support/mod.rs\"]\nmod support;\n";

/// A specification with a mapping whose prelude declares the type under test.
pub struct Case {
    /// The module of its tests.
    pub name: &'static str,
    pub spec: String,
    pub map: String,
    /// Further arguments of `specgen build`.
    pub arguments: &'static [&'static str],
}

impl Case {
    /// The case in a folder of `tests/repro`.
    pub fn read(name: &'static str, arguments: &'static [&'static str]) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/repro").join(name);
        let read = |ending: &str| {
            let path = folder.join(format!("{name}.{ending}"));
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
        };
        Self { name, spec: read("spec"), map: read("map"), arguments }
    }

    /// The same case under another name, with another text in its mapping.
    pub fn changed(&self, name: &'static str, old: &str, new: &str) -> Self {
        assert_eq!(self.map.matches(old).count(), 1, "{old}");
        let (spec, map) = (self.spec.clone(), self.map.replace(old, new));
        Self { name, spec, map, arguments: self.arguments }
    }
}

/// A compiled program with the tests of all cases.
pub struct Program {
    place: TempDir,
}

impl Program {
    /// Builds the cases, and compiles them without warnings in the oldest edition.
    pub fn compiled(cases: &[Case]) -> Self {
        Self::compiled_with(cases, &[])
    }

    /// The same for tests that run for long: the compiler optimises, and checks as much.
    pub fn optimised(cases: &[Case]) -> Self {
        Self::compiled_with(cases, &["-C", "opt-level=1", "-C", "debug-assertions=yes"])
    }

    fn compiled_with(cases: &[Case], options: &[&str]) -> Self {
        let place = tempfile::tempdir().expect("a temporary folder");
        let mut program = String::from("#[path = \"out/specgen_support/mod.rs\"]\nmod support;\n");
        for case in cases {
            let name = case.name;
            // Specifications are looked up in the folder, so each case has one of its own.
            let folder = place.path().join(name);
            std::fs::create_dir(&folder).expect("it is new");
            let write = |ending: &str, text: &str| {
                std::fs::write(folder.join(format!("{name}.{ending}")), text)
                    .expect("it is written");
            };
            write("spec", &case.spec);
            write("map", &case.map);
            let mut build = Command::new(env!("CARGO_BIN_EXE_specgen"));
            build.current_dir(&folder).arg("build").arg(format!("{name}.spec"));
            build.arg("--map").arg(format!("{name}.map")).args(case.arguments);
            run(build.args(["--out", "../out"]));
            match case.arguments.contains(&"file") {
                true => program += &format!("mod in_{name} {{ include!(\"out/{name}.rs\"); }}\n"),
                false => {
                    share_runtime(&place.path().join(format!("out/{name}/main.rs")));
                    program += &format!("#[path = \"out/{name}/main.rs\"]\nmod in_{name};\n");
                }
            }
        }
        std::fs::write(place.path().join("program.rs"), program).expect("it is written");
        let mut compiler = Command::new("rustc");
        compiler.current_dir(&place).args(["--test", "-D", "warnings", "--edition", "2018"]);
        run(compiler.args(options).arg("program.rs"));
        Self { place }
    }

    /// What the tests of a case print, and whether all of them pass.
    pub fn tests_of(&self, case: &str) -> (String, bool) {
        let mut program = Command::new(self.place.path().join("program"));
        let (text, succeeds) =
            output(program.env("SPECGEN_SEQUENCES", "64").arg(format!("in_{case}::")));
        assert!(!text.contains("running 0 tests"), "{case}\n{text}");
        (text, succeeds)
    }

    pub fn passes(&self, case: &str) {
        let (text, succeeds) = self.tests_of(case);
        assert!(succeeds, "{case}\n{text}");
    }
}

/// Lets a generated file use the runtime of the program.
pub fn share_runtime(path: &Path) {
    let text = std::fs::read_to_string(path).expect("it was generated");
    assert_eq!(text.matches(RUNTIME).count(), 1, "{text}");
    let text = text.replace(RUNTIME, "use crate::support;\n");
    std::fs::write(path, text).expect("it is written");
}

pub fn run(command: &mut Command) {
    let (text, succeeds) = output(command);
    assert!(succeeds, "{command:?}\n{text}");
}

pub fn output(command: &mut Command) -> (String, bool) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&text).into_owned(), output.status.success())
}
