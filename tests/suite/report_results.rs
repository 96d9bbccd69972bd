//! Tests and their results, on the page and on the terminal.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specgen"));
    command.env_remove("SPECGEN_STRICT").env("CARGO_TARGET_DIR", folder.join("target"));
    command.current_dir(folder).args(arguments).output().expect("specgen runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// What a command prints; it must end with this code.
fn specgen(folder: &Path, code: i32, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}{told}", text(&output.stdout));
    text(&output.stdout) + &told
}

/// A stack that forgets what is below its top.
const STACK: &str = "\
#[derive(Clone, Debug, PartialEq)]
pub struct Stack<E> {
    top: Option<E>,
}

impl<E> Stack<E> {
    pub fn new() -> Self {
        Self { top: None }
    }
    pub fn push(&mut self, element: E) {
        self.top = Some(element);
    }
    pub fn pop(&mut self) -> Option<E> {
        self.top.take()
    }
    pub fn peek(&self) -> Option<&E> {
        self.top.as_ref()
    }
    pub fn is_empty(&self) -> bool {
        self.top.is_none()
    }
}
";

const MAP: &str = "\
refinement <E: PartialEq>
  use stack::Stack;

  Stack[Element] is Stack<E> has Clone, Debug {
    make:    --> Stack[Element]
             is fn new() -> Self;
    push:    Stack[Element] e:Element --> Stack[Element]
             is fn push(&mut self, e: E);
    pop:     Stack[Element] -->? Stack[Element]
             is fn pop(&mut self) -> Option<E>;
    peek:    Stack[Element] -->? Element
             is fn peek(&self) -> Option<&E>;
    isEmpty: Stack[Element]
             is fn is_empty(&self) -> bool;
  }
  Element is E;
end refinement
";

/// A package with a faulty stack and its generated tests.
fn package() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path: PathBuf = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
        std::fs::write(path, text).expect("the file is written");
    };
    let manifest = "[package]\nname = \"stack\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    write("Cargo.toml", &format!("{manifest}\n[workspace]\n"));
    write("src/lib.rs", STACK);
    write("stack.map", MAP);
    let spec = std::fs::read_to_string(root().join("specs/stack.spec")).expect("it is there");
    write("stack.spec", &spec);
    folder
}

/// The documentation shows nothing that is not printed.
fn assert_documented(told: &str) {
    let page = std::fs::read_to_string(root().join("docs/report.md")).expect("it is there");
    let start = "```text\nstack\n";
    let block = page.split(start).nth(1).and_then(|rest| rest.split("```").next());
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let printed: Vec<String> = told.lines().map(words).collect();
    for line in block.expect("a run is shown").lines().map(words).filter(|line| line != "…") {
        assert!(printed.contains(&line), "docs/report.md shows `{line}`");
    }
}

#[test]
fn a_run_is_reported_by_axiom_and_shown_on_the_page() {
    let folder = package();
    let folder = folder.path();
    let build = ["build", "stack.spec", "--map", "stack.map", "--out", "tests"];
    specgen(folder, 0, &[build.as_slice(), &["--goals", "axioms,equality"]].concat());
    let offline = ["test", "--out", "tests", "--", "--offline"];
    let told = specgen(folder, 5, &offline);
    assert_documented(&told);
    insta::assert_snapshot!(told);
    let quiet = specgen(folder, 1, &[offline.as_slice(), &["--quiet"]].concat());
    assert!(quiet.contains("error: cargo does not name the tests that it runs"), "{quiet}");

    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(folder).env("CARGO_TARGET_DIR", folder.join("target"));
    command.args(["test", "--offline", "--no-fail-fast", "--", "--show-output"]);
    let printed = command.output().expect("cargo runs");
    std::fs::write(folder.join("results.txt"), printed.stdout).expect("it is written");
    let report = ["report", "stack.spec", "--map", "stack.map", "--results", "results.txt"];
    specgen(folder, 0, &report);
    let page = std::fs::read_to_string(folder.join("report.html")).expect("it is there");
    assert!(page.contains("id=\"stack/pop_pushed/holds\""), "{page}");
    assert!(page.contains("data-outcome=\"failed\"") && page.contains("data-outcome=\"passed\""));
    assert!(page.contains("<pre class=\"message failed\">"));
    assert!(page.contains("run `specgen report stack.spec --map stack.map --results results.txt`"));
    assert!(page.contains("the test <code>pop_pushed::holds</code>"));
}

/// A run that passed, one that failed and one that was vacuous, as each tool says it.
const RESULTS: [(&str, &str); 3] = [
    (
        "results.txt",
        "running 3 tests\n\
         test stack::new_is_empty::holds ... ok\n\
         test stack::peek_pushed::holds ... FAILED\n\
         test stack::pop_pushed::holds ... ok\n\
         successes:\n\
         ---- stack::pop_pushed::holds stdout ----\n\
         specgen: pop_pushed/holds: the goal was not reached\n\
         failures:\n\
         ---- stack::peek_pushed::holds stdout ----\n\
         it <broke>\n",
    ),
    (
        "results.json",
        r#"{"type":"suite","event":"started"}
{"type":"test","event":"ok","name":"x::y$new_is_empty::holds"}
{"type":"test","event":"failed","name":"x::y$peek_pushed::holds","stdout":"it <broke>"}
{"type":"test","event":"ok","name":"x::y$pop_pushed::holds","stdout":"specgen: pop_pushed/holds: the goal was not reached\n"}
"#,
    ),
    (
        "results.xml",
        r#"<testsuites><testsuite name="x">
<testcase classname="x" name="new_is_empty::holds"/>
<testcase classname="x" name="peek_pushed::holds"><failure>it &lt;broke&gt;</failure></testcase>
<testcase classname="x" name="pop_pushed::holds"><system-err>specgen: pop_pushed/holds: the goal was not reached</system-err></testcase>
</testsuite></testsuites>"#,
    ),
];

#[test]
fn results_are_read_from_what_every_tool_writes() {
    let folder = package();
    let folder = folder.path();
    for (name, results) in RESULTS {
        std::fs::write(folder.join(name), results).expect("the file is written");
        specgen(folder, 0, &["report", "stack.spec", "--map", "stack.map", "--results", name]);
        let page = std::fs::read_to_string(folder.join("report.html")).expect("it is there");
        let outcome_of = |goal: &str| {
            let element = page.split(&format!("id=\"stack/{goal}\"")).nth(1)?.split('>').next()?;
            element.split("data-outcome=\"").nth(1)?.split('"').next()
        };
        assert_eq!(outcome_of("new_is_empty/holds"), Some("passed"), "{name}");
        assert_eq!(outcome_of("peek_pushed/holds"), Some("failed"), "{name}");
        assert_eq!(outcome_of("pop_pushed/holds"), Some("vacuous"), "{name}");
        assert_eq!(outcome_of("pop_pushed/built_by_push"), None, "{name}");
        assert!(page.contains("<pre class=\"message failed\">it &lt;broke&gt;</pre>"), "{name}");
        assert!(page.contains("<pre class=\"message vacuous\">the goal was not reached</pre>"));
    }
}

#[test]
fn results_of_other_tests_are_refused() {
    let folder = package();
    let folder = folder.path();
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).expect("the file is written");
    };
    write("other.txt", "running 1 test\ntest somewhere::else_ ... ok\n");
    write("garbage.txt", "no tests here\n");
    write("broken.xml", "<testsuites><testcase");
    let report = |results: &str| {
        specgen(folder, 1, &["report", "stack.spec", "--map", "stack.map", "--results", results])
    };
    assert!(report("other.txt").contains("the results are of other tests than these"));
    assert!(report("garbage.txt").contains("`garbage.txt`: it contains no test results"));
    assert!(report("broken.xml").contains("`broken.xml`: it is not XML"));
    assert!(report("missing.txt").contains("cannot read `missing.txt`"));
    let refused = specgen(folder, 1, &["report", "stack.spec", "--results", "other.txt"]);
    assert!(refused.contains("--results needs the mapping of the tests: --map"));
    assert!(!folder.join("report.html").exists());
}

#[test]
fn a_specification_from_standard_input_is_read_once() {
    let folder = package();
    let spec = std::fs::File::open(folder.path().join("stack.spec")).expect("it is there");
    let mut command = Command::new(env!("CARGO_BIN_EXE_specgen"));
    command.current_dir(folder.path()).args(["report", "-", "--map", "stack.map"]).stdin(spec);
    let output = command.output().expect("specgen runs");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let page = std::fs::read_to_string(folder.path().join("report.html")).expect("it is there");
    assert_eq!(page.matches("<section class=\"chapter\"").count(), 1);
    assert!(page.contains("tests beside the goals"), "laws are tested too");
}

#[test]
fn there_must_be_generated_tests_to_run() {
    let folder = package();
    let folder = folder.path();
    let told = specgen(folder, 1, &["test"]);
    assert!(told.contains("there is no folder `out`; generate tests with `specgen b"), "{told}");
    std::fs::create_dir(folder.join("out")).expect("a folder");
    let told = specgen(folder, 1, &["test"]);
    assert!(told.contains("there are no generated tests in `out`; `specgen build`"), "{told}");
}

#[test]
fn a_package_that_does_not_compile_is_shown_as_cargo_shows_it() {
    let folder = package();
    let folder = folder.path();
    specgen(folder, 0, &["build", "stack.spec", "--map", "stack.map", "--out", "tests"]);
    std::fs::write(folder.join("src/lib.rs"), "pub struct Stack<E>(E)").expect("it is written");
    // Where there is no manifest, the folder of cargo's tests is one of the usual places.
    let told = specgen(folder, 1, &["test", "--", "--offline"]);
    assert!(told.contains("error: cargo has not run a single test"), "{told}");
    assert!(told.contains("could not compile `stack`"), "{told}");
}

/// The cells of a family's row in the table of values.
fn cells<'p>(page: &'p str, family: &str) -> Vec<&'p str> {
    let start = format!("<tr><th scope=\"row\">{family}</th>");
    let row = page.split(&start).nth(1).and_then(|rest| rest.split("</tr>").next());
    let row = row.unwrap_or_else(|| panic!("the page has a row for {family}"));
    row.split("<td class=\"number\">").skip(1).map(|cell| cell.trim_end_matches("</td>")).collect()
}

#[test]
fn the_page_shows_which_values_every_family_of_tests_has_used() {
    let folder = package();
    let folder = folder.path();
    let right = STACK
        .replace("top: Option<E>", "all: Vec<E>")
        .replace("top: None", "all: Vec::new()")
        .replace("self.top = Some(element)", "self.all.push(element)")
        .replace("self.top.take()", "self.all.pop()")
        .replace("self.top.as_ref()", "self.all.last()")
        .replace("self.top.is_none()", "self.all.is_empty()");
    std::fs::write(folder.join("src/lib.rs"), right).expect("it is written");
    let build = ["build", "stack.spec", "--map", "stack.map", "--out", "tests"];
    specgen(folder, 0, &[build.as_slice(), &["--exhaustive", "2"]].concat());
    specgen(folder, 0, &["test", "--out", "tests", "--records", "counts", "--", "--offline"]);
    let report = ["report", "stack.spec", "--map", "stack.map"];
    specgen(folder, 0, &[report.as_slice(), &["--records", "counts"]].concat());
    let page = std::fs::read_to_string(folder.join("report.html")).expect("it is there");
    // Over 1, 2 and 3 elements there are 1 + 2 + 3 stacks of one step, and so on. The tests
    // make all of up to 2 steps.
    let exhaustive = cells(&page, "exhaustive");
    assert_eq!(exhaustive, ["3 of 3", "6 of 6", "14 of 14", "0 of 36", "38 %", "3"]);
    let sequences = cells(&page, "sequences");
    let pair = |cell: &str| cell.split_once(" of ").map(|(used, all)| (used.parse(), all.parse()));
    let Some((Ok(used), Ok(all))) = pair(sequences[1]) else { panic!("{sequences:?}") };
    let (used, all): (usize, usize) = (used, all);
    assert!(0 < used && used <= all, "{sequences:?}");
    assert!(!cells(&page, "axioms").is_empty());

    specgen(folder, 0, &report);
    let page = std::fs::read_to_string(folder.join("report.html")).expect("it is there");
    assert!(!page.contains("<th scope=\"row\">exhaustive</th>"), "nothing was recorded");
}
