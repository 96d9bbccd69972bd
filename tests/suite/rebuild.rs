//! `specgen build --watch`, as a process that runs on.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Longer than any build of these takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

const SPEC: &str = "specification Light\n  sorts\n    Light\n  constructors\n    off: --> Light;\n    \
                    flip: Light --> Light;\n  observers\n    isOn: Light;\n  axioms\n    L: Light;\n    \
                    [off_is_not_on] not isOn(off());\n    [flipped] isOn(flip(L)) iff not isOn(L);\n\
                    end specification\n";

const MAP: &str = "refinement\n  use crate::Light;\n  Light is Light {\n    \
                   off: --> Light is fn off() -> Self;\n    \
                   flip: Light --> Light is fn flip(&mut self);\n    \
                   isOn: Light is fn is_on(&self) -> bool;\n  }\nend refinement\n";

struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        // One pipe for both, so that lines come in the order in which they are written.
        let (reader, writer) = std::io::pipe().expect("a pipe");
        let child = Command::new(env!("CARGO_BIN_EXE_specgen"))
            .current_dir(folder)
            .args(arguments)
            .stdout(writer.try_clone().expect("a pipe has any number of writers"))
            .stderr(writer)
            .spawn()
            .expect("specgen runs");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(reader).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, lines }
    }

    /// All lines until one contains the text.
    fn until(&self, text: &str) -> String {
        let mut seen = String::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => {
                    seen += &format!("{line}\n");
                    if line.contains(text) {
                        return seen;
                    }
                }
                Err(_) => panic!("no line with {text:?} came after:\n{seen}"),
            }
        }
    }

    fn is_quiet(&self) -> bool {
        self.lines.recv_timeout(Duration::from_millis(700)).is_err()
    }

    /// Presses Ctrl-C.
    fn interrupt(mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status().expect("there is a kill");
        assert!(sent.success());
        self.child.wait().expect("it ends").code()
    }
}

/// Nobody is left running when a test fails.
impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn workplace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "light.spec", SPEC);
    write(folder.path(), "light.map", MAP);
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("the folder is ours");
}

const WAITING: &str = "watching for changes";

#[test]
fn a_change_of_an_input_builds_again_and_a_mistake_ends_nothing() {
    let folder = workplace();
    let arguments = ["build", "light.spec", "--map", "light.map", "--watch"];
    let watching = Watching::start(folder.path(), &arguments);
    watching.until(WAITING);
    let generated = folder.path().join("out/light/main.rs");
    let before = std::fs::read_to_string(&generated).expect("it was built");

    write(folder.path(), "light.spec", &SPEC.replace("[flipped]", "[turned]"));
    let second = watching.until(WAITING);
    assert!(second.contains("--- light.spec changed"), "{second}");
    assert!(!second.contains('\u{1b}'), "no screen is cleared where there is none: {second}");
    let after = std::fs::read_to_string(&generated).expect("it was built");
    assert!(after != before && after.contains("turned"), "{after}");

    write(folder.path(), "light.map", &MAP.replace("isOn:", "isOff:"));
    let broken = watching.until(WAITING);
    assert!(broken.contains("--- light.map changed") && broken.contains("E108"), "{broken}");
    write(folder.path(), "light.map", MAP);
    let mended = watching.until(WAITING);
    assert!(!mended.contains("error"), "{mended}");

    // Neither its own output nor a file that has no part in it matters.
    write(folder.path(), "out/light/main.rs", &after);
    write(folder.path(), "notes.txt", "nothing");
    assert!(watching.is_quiet());
    assert_eq!(watching.interrupt(), Some(130));
}

#[test]
fn builds_of_a_manifest_and_the_manifest_itself_are_watched() {
    let folder = workplace();
    let build = "[[build]]\nspec = \"light.spec\"\nmap = \"light.map\"\n";
    write(folder.path(), "specgen.toml", build);
    let watching = Watching::start(folder.path(), &["build", "--watch"]);
    watching.until(WAITING);
    write(folder.path(), "specgen.toml", &format!("out = \"tests\"\n{build}"));
    let moved = watching.until(WAITING);
    assert!(moved.contains("--- specgen.toml changed"), "{moved}");
    assert!(folder.path().join("tests/light/main.rs").exists());
    // A specification that a look-up finds comes into being beside the others.
    write(folder.path(), "other.spec", &SPEC.replace("Light", "Lamp"));
    let other = watching.until(WAITING);
    assert!(other.contains("--- other.spec changed"), "{other}");
    assert_eq!(watching.interrupt(), Some(130));
}

#[test]
fn a_file_that_goes_away_and_comes_back_is_not_lost() {
    let folder = workplace();
    let inside = folder.path().join("inside");
    let build = "[[build]]\nspec = \"light.spec\"\nmap = \"inside/light.map\"\n";
    write(folder.path(), "specgen.toml", build);
    let watching = Watching::start(folder.path(), &["build", "--watch"]);
    let missing = watching.until(WAITING);
    assert!(missing.contains("E204"), "it was never there: {missing}");
    std::fs::create_dir(&inside).expect("the folder is ours");
    write(&inside, "light.map", MAP);
    let found = watching.until(WAITING);
    assert!(found.contains("--- inside/light.map changed") && !found.contains("E204"), "{found}");

    std::fs::remove_file(folder.path().join("light.spec")).expect("it is there");
    let gone = watching.until(WAITING);
    assert!(gone.contains("E204"), "{gone}");
    write(folder.path(), "light.spec", SPEC);
    let back = watching.until(WAITING);
    assert!(back.contains("--- light.spec changed") && !back.contains("E204"), "{back}");

    std::fs::remove_dir_all(&inside).expect("it is there");
    let gone = watching.until(WAITING);
    assert!(gone.contains("E204"), "{gone}");
    std::fs::create_dir(&inside).expect("the folder is ours");
    write(&inside, "light.map", MAP);
    let back = watching.until(WAITING);
    assert!(back.contains("--- inside/light.map changed") && !back.contains("E204"), "{back}");
    assert_eq!(watching.interrupt(), Some(130));
}

#[test]
fn standard_input_cannot_be_watched() {
    let folder = workplace();
    let arguments = ["build", "-", "--map", "light.map", "--watch"];
    let refused = Command::new(env!("CARGO_BIN_EXE_specgen"))
        .current_dir(folder.path())
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("specgen runs");
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("standard input cannot be watched"), "{said}");
}
