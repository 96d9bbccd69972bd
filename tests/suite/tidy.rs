//! Rules that the sources keep.

use std::path::{Path, PathBuf};

use specgen::diagnostic::Code;

use super::module_graph::{Edge, ModuleGraph};

/// The one file or folder that knows a third-party library.
const CONFINED: &[(&str, &str)] = &[
    ("annotate_snippets", "src/diagnostic/render.rs"),
    ("clap", "src/cli/"),
    ("clap_complete", "src/cli/completions.rs"),
    ("clap_mangen", "src/cli/completions.rs"),
    ("console", "src/cli/"),
    ("ctrlc", "src/cli/"),
    ("indicatif", "src/cli/"),
    ("minijinja", "src/emit/"),
    ("notify", "src/disk/watcher.rs"),
    ("pest", "src/syntax/"),
    ("pest_derive", "src/syntax/"),
    ("proc_macro2", "src/rust/"),
    ("quote", "src/rust/"),
    ("batsat", "src/search/solver/built_in.rs"),
    ("cadical", "src/search/solver/in_process.rs"),
    ("rayon", "src/parallel.rs"),
    ("roxmltree", "src/run/junit.rs"),
    ("rustc_hash", "src/search/cache.rs"),
    ("rustsat", "src/search/solver/"),
    ("rustsat_batsat", "src/search/solver/built_in.rs"),
    ("rustyline", "src/cli/prompt.rs"),
    ("serde", "src/json.rs"),
    ("serde_json", "src/json.rs"),
    ("similar", "src/review/"),
    ("strsim", "src/near_name.rs"),
    ("syn", "src/rust/"),
    ("tempfile", "src/disk/"),
    ("toml", "src/project/"),
    ("walkdir", "src/disk/"),
];

const LINE_LIMIT: usize = 500;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files below a folder, as paths from the root.
fn files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder is readable") {
            let path = entry.expect("the entry is readable").path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path.strip_prefix(root()).expect("it is below the root").to_owned());
            }
        }
    }
    found.sort();
    found
}

pub fn rust_files(folder: &str) -> Vec<(PathBuf, String)> {
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    let with_text = |path: PathBuf| {
        let text = read(&root().join(&path));
        (path, text)
    };
    files(folder).into_iter().filter(is_rust).map(with_text).collect()
}

/// The text up to its unit tests, which stand at the end of a file.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]").next().expect("a split has a first part")
}

/// The lines that are no comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim_start().starts_with("//"))
}

/// Whether a line of code (not a comment) names a crate as the start of a path.
fn uses_crate(text: &str, name: &str) -> bool {
    code(text).any(|line| {
        let starts = line.match_indices(&format!("{name}::")).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
        });
        starts || line.trim() == format!("use {name};")
    })
}

#[test]
fn third_party_libraries_stay_in_their_modules() {
    for (path, text) in rust_files("src") {
        for (name, allowed) in CONFINED {
            assert!(
                path.starts_with(allowed) || !uses_crate(&text, name),
                "{} uses `{name}`, which belongs elsewhere",
                path.display()
            );
        }
    }
}

/// The entry of each stage, and who may call it besides its own folder and the pipeline.
const STAGES: &[(&str, &str, &[&str])] = &[
    ("syntax", "parse_spec", &["src/theory/"]),
    ("syntax", "parse_mapping", &[]),
    ("syntax", "desugar", &["src/theory/"]),
    ("theory", "Workspace::new", &[]),
    ("infer", "infer", &[]),
    ("refine", "resolve", &[]),
    ("probe", "probe", &[]),
    // Lints pose goals of their own about changed theories.
    ("goal", "goals", &["src/audit/"]),
    ("decide", "decide", &["src/audit/"]),
    ("testcase", "extract", &[]),
    ("search", "entailed", &[]),
    ("lower", "lower", &[]),
    ("emit", "render", &[]),
    ("audit", "audit", &[]),
    ("trial", "contradiction", &[]),
    ("complete", "complete", &[]),
    ("format", "format", &[]),
];

/// Whether code calls a function of a module by its path, or imports it.
fn calls(text: &str, module: &str, function: &str) -> bool {
    let code: String = code(without_tests(text)).collect::<Vec<_>>().join(" ");
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let imported = code.split(&format!("crate::{module}::")).skip(1).any(|rest| {
        let list = rest.split(';').next().expect("a split has a first part");
        let list = list.trim_start_matches('{').split('}').next().expect("the same");
        list.split(',').any(|name| name.split(" as ").next().expect("the same").trim() == function)
    });
    let called = code
        .match_indices(&format!("{module}::{function}("))
        .any(|(at, _)| !code[..at].ends_with(is_name));
    imported || called || function.contains("::") && code.contains(&format!("{function}("))
}

#[test]
fn only_the_pipeline_composes_stages() {
    for (path, text) in rust_files("src") {
        for (module, function, others) in STAGES {
            let own = format!("src/{module}");
            let allowed = [&[own.as_str(), "src/pipeline", "src/pipeline.rs"], *others].concat();
            assert!(
                allowed.iter().any(|place| path.starts_with(place))
                    || !calls(&text, module, function),
                "{} calls `{module}::{function}`, which only the pipeline does",
                path.display()
            );
        }
    }
    let pipeline: String = rust_files("src/pipeline").into_iter().map(|(_, text)| text).collect();
    for (module, function, _) in STAGES {
        let called = calls(&pipeline, module, function);
        assert!(called, "the pipeline does not call `{module}::{function}`");
    }
}

#[test]
fn every_dependency_is_confined() {
    let manifest = read(&root().join("Cargo.toml"));
    let section = manifest.split("[dependencies]").nth(1).expect("there are dependencies");
    let section = section.split("\n[").next().expect("a split has a first part");
    for line in section.lines().filter(|line| line.contains(" = ")) {
        let package = line.split(' ').next().expect("a split has a first part");
        let name = package.replace('-', "_");
        assert!(
            CONFINED.iter().any(|(confined, _)| *confined == name),
            "`{package}` has no place of its own in the table above"
        );
    }
}

/// What leads out of the program, and who may take it.
const WORLD: &[(&str, &[&str])] = &[
    ("std::fs", &["src/disk/"]),
    ("std::env::", &["src/cli/", "src/builder.rs"]),
    ("Instant", &["src/cli/"]),
    // When a file was written is no clock.
    ("SystemTime", &["src/cli/", "src/disk/changes.rs"]),
    ("std::process", &["src/bin/", "src/cli/", "src/disk/", "src/main.rs"]),
    ("std::io::std", &["src/cli/", "src/disk/mod.rs"]),
    ("println!", &["src/builder.rs"]),
];

#[test]
fn only_some_modules_touch_the_world() {
    for (path, text) in rust_files("src") {
        for (word, allowed) in WORLD {
            let allowed = allowed.iter().any(|place| path.starts_with(place));
            let uses = code(without_tests(&text)).any(|line| line.contains(word));
            assert!(allowed || !uses, "{} uses {word}", path.display());
        }
    }
}

#[test]
fn goals_models_and_tests_know_neither_text_nor_rust() {
    let folders =
        ["execute", "rules", "goal", "model", "search", "testcase"].map(|it| format!("src/{it}"));
    for folder in &folders {
        for (path, text) in rust_files(folder) {
            for word in ["crate::syntax", "crate::refine", "crate::emit", "crate::cli"] {
                assert!(!without_tests(&text).contains(word), "{} uses {word}", path.display());
            }
        }
    }
}

#[test]
fn the_search_knows_no_tests() {
    for (path, text) in rust_files("src/search") {
        assert!(!text.contains("crate::testcase"), "{} uses tests", path.display());
    }
}

#[test]
fn nothing_panics_without_a_reason() {
    for (path, text) in rust_files("src") {
        for word in [".unwrap()", "panic!(", "todo!(", "unimplemented!(", "unreachable!()", "dbg!("]
        {
            assert!(!without_tests(&text).contains(word), "{} has {word}", path.display());
        }
    }
}

/// Calls that search text.
const SEARCHES: &[&str] = &[
    "split(",
    "split_once(",
    "matches(",
    "starts_with(",
    "ends_with(",
    "strip_prefix(",
    "strip_suffix(",
    "replace(",
    "contains(",
    "find(",
];

/// Text that only Rust has.
const PARTS_OF_RUST: &[&str] =
    &["\"::\"", "['<'", "\"std::", "\"core::", "\"impl ", "\"Option<", "\" as \""];

/// Text that may be something else: an argument of a command, which can name a package; the text
/// behind a syntax error, which can be the next line of a mapping.
const PERHAPS_RUST: &[&str] = &["src/init/read/source.rs", "src/refine/rust_text.rs"];

#[test]
fn rust_is_not_taken_apart_as_text() {
    let folders = ["lower", "refine", "infer", "init", "emit", "probe", "pipeline", "project"];
    let is_taken_apart = |line: &&str| {
        let parts = |call| PARTS_OF_RUST.iter().map(move |part| format!("{call}{part}"));
        let arguments = ["split('<')", "split_once('<')"].map(str::to_owned);
        SEARCHES.iter().flat_map(parts).chain(arguments).any(|search| line.contains(&search))
    };
    for (path, text) in folders.iter().flat_map(|folder| rust_files(&format!("src/{folder}"))) {
        if !PERHAPS_RUST.iter().any(|known| path.ends_with(known)) {
            let line = code(without_tests(&text)).find(is_taken_apart);
            assert_eq!(line, None, "{} reads Rust without `src/rust/`", path.display());
        }
    }
}

#[test]
fn files_are_short() {
    for (path, text) in rust_files("src").into_iter().chain(rust_files("tests/suite")) {
        let lines = text.lines().count();
        assert!(lines <= LINE_LIMIT, "{} has {lines} lines", path.display());
    }
}

#[test]
fn every_code_is_documented() {
    let page = read(&root().join("docs/diagnostics.md"));
    for code in Code::ALL {
        let heading = format!("### {}", code.as_str());
        let found = page.lines().any(|line| line == heading);
        assert!(found, "docs/diagnostics.md has no entry `{heading}`");
    }
}

#[test]
fn every_documented_code_exists() {
    let page = read(&root().join("docs/diagnostics.md"));
    for heading in page.lines().filter_map(|line| line.strip_prefix("### ")) {
        assert!(Code::from_text(heading).is_some(), "there is no code `{heading}`");
    }
}

#[test]
fn codes_are_unique() {
    let mut texts: Vec<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), Code::ALL.len());
}

/// A case is a file in `tests/diagnostics` that starts with the code, or a test
/// that names it.
#[test]
fn every_code_has_a_failing_case() {
    let cases = files("tests/diagnostics");
    let tests = rust_files("tests/suite");
    for code in Code::ALL {
        let starts = |path: &PathBuf| {
            let name = path.file_stem().expect("a file has a name").to_string_lossy();
            name == code.as_str() || name.starts_with(&format!("{}_", code.as_str()))
        };
        let named = format!("Code::{code:?}");
        let tested = tests.iter().any(|(_, text)| text.contains(&named));
        assert!(tested || cases.iter().any(starts), "no case raises {}", code.as_str());
    }
}

#[test]
fn paths_in_the_architecture_page_exist() {
    let page = read(&root().join("ARCHITECTURE.md"));
    let folders = ["src/", "specs/", "docs/", "tests/", "fuzz/", "templates/", "mappings/"];
    let quoted = page.split('`').skip(1).step_by(2);
    for path in quoted.filter(|text| folders.iter().any(|folder| text.starts_with(folder))) {
        assert!(root().join(path).exists(), "ARCHITECTURE.md names {path}, which is not there");
    }
}

#[test]
fn the_architecture_page_names_every_module() {
    let page = read(&root().join("ARCHITECTURE.md"));
    let library = read(&root().join("src/lib.rs"));
    for line in library.lines() {
        let Some(module) = line.strip_prefix("pub mod ") else { continue };
        let path = format!("`src/{}", module.trim_end_matches(';'));
        assert!(page.contains(&path), "ARCHITECTURE.md does not name {path}`");
    }
}

/// Uses that close a cycle. The list may only become shorter.
const CYCLES: &[(&str, &str)] = &[];

#[test]
fn modules_form_no_cycles() {
    let files: Vec<_> = rust_files("src")
        .into_iter()
        .map(|(path, text)| (path.to_string_lossy().replace('\\', "/"), text))
        .filter(|(path, _)| path != "src/main.rs" && !path.starts_with("src/bin/"))
        .collect();
    let graph = ModuleGraph::new(&files);
    let known: Vec<Edge> =
        CYCLES.iter().map(|(user, used)| ((*user).to_owned(), (*used).to_owned())).collect();
    if let Some(cycle) = graph.without(&known).shortest_cycle() {
        panic!("modules use each other:\n{cycle}");
    }
    let harmless = graph.harmless(&known);
    let lines: String = harmless.iter().map(|edge| format!("    {edge:?},\n")).collect();
    assert!(lines.is_empty(), "these close no cycle, take them off the list:\n{lines}");
}

#[test]
fn generated_code_is_below_50_000_lines() {
    let lines: usize = rust_files("out").iter().map(|(_, text)| text.lines().count()).sum();
    assert!(lines < 50_000, "out/ has {lines} lines");
}
