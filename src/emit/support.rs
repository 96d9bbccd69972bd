//! The runtime of generated tests: real Rust under templates/support, emitted as it stands but
//! for its comments, once for each output folder.

use super::artifact::Artifact;
use super::seal::{MARK, UNSEALED, seal};

/// The folder of the runtime inside of an output folder. A file `tests/NAME.rs` would be a test
/// program of its own.
pub const FOLDER: &str = "specgen_support";

/// The modules of the runtime: path, whether it is public, text. Those inside of a folder
/// follow its own.
const MODULES: &[(&str, bool, &str)] = &[
    ("axiom", false, include_str!("../../templates/support/axiom.rs")),
    ("case", false, include_str!("../../templates/support/case.rs")),
    ("compare", false, include_str!("../../templates/support/compare.rs")),
    ("execute", true, include_str!("../execute/mod.rs")),
    ("execute/answer", false, include_str!("../execute/answer.rs")),
    ("execute/apply", false, include_str!("../execute/apply.rs")),
    ("execute/engine", false, include_str!("../execute/engine.rs")),
    ("execute/equality", false, include_str!("../execute/equality.rs")),
    ("execute/evaluate", false, include_str!("../execute/evaluate.rs")),
    ("execute/program", false, include_str!("../execute/program.rs")),
    ("execute/tables", false, include_str!("../execute/tables.rs")),
    ("execute/term", false, include_str!("../execute/term.rs")),
    ("execute/text", false, include_str!("../execute/text.rs")),
    ("explore", true, include_str!("../explore.rs")),
    ("items", false, include_str!("../../templates/support/items.rs")),
    ("laws", true, include_str!("../../templates/support/laws.rs")),
    ("notice", false, include_str!("../../templates/support/notice.rs")),
    ("observe", false, include_str!("../../templates/support/observe.rs")),
    ("paths", true, include_str!("../../templates/support/paths/mod.rs")),
    ("paths/cells", false, include_str!("../../templates/support/paths/cells.rs")),
    ("paths/run", false, include_str!("../../templates/support/paths/run.rs")),
    ("paths/shape", false, include_str!("../../templates/support/paths/shape.rs")),
    ("paths/undecided", false, include_str!("../../templates/support/paths/undecided.rs")),
    ("prelude", false, include_str!("../../templates/support/prelude.rs")),
    ("record", false, include_str!("../../templates/support/record.rs")),
    ("sample", false, include_str!("../../templates/support/sample.rs")),
    ("sequence", true, include_str!("../../templates/support/sequence/mod.rs")),
    ("sequence/accounts", false, include_str!("../../templates/support/sequence/accounts.rs")),
    ("sequence/apart", false, include_str!("../../templates/support/sequence/apart.rs")),
    ("sequence/built", false, include_str!("../../templates/support/sequence/built.rs")),
    ("sequence/check", false, include_str!("../../templates/support/sequence/check.rs")),
    ("sequence/choose", false, include_str!("../../templates/support/sequence/choose.rs")),
    ("sequence/corpus", false, include_str!("../../templates/support/sequence/corpus.rs")),
    ("sequence/draw", false, include_str!("../../templates/support/sequence/draw.rs")),
    ("sequence/exhaustive", false, include_str!("../../templates/support/sequence/exhaustive.rs")),
    ("sequence/explain", false, include_str!("../../templates/support/sequence/explain.rs")),
    ("sequence/generate", false, include_str!("../../templates/support/sequence/generate.rs")),
    ("sequence/history", false, include_str!("../../templates/support/sequence/history.rs")),
    ("sequence/limits", false, include_str!("../../templates/support/sequence/limits.rs")),
    ("sequence/novelty", false, include_str!("../../templates/support/sequence/novelty.rs")),
    ("sequence/numbers", false, include_str!("../../templates/support/sequence/numbers.rs")),
    ("sequence/panics", false, include_str!("../../templates/support/sequence/panics.rs")),
    ("sequence/paste", false, include_str!("../../templates/support/sequence/paste.rs")),
    (
        "sequence/paste_axiom",
        false,
        include_str!("../../templates/support/sequence/paste_axiom.rs"),
    ),
    ("sequence/paste_text", false, include_str!("../../templates/support/sequence/paste_text.rs")),
    ("sequence/plain", false, include_str!("../../templates/support/sequence/plain.rs")),
    (
        "sequence/regressions",
        false,
        include_str!("../../templates/support/sequence/regressions.rs"),
    ),
    ("sequence/replay", false, include_str!("../../templates/support/sequence/replay.rs")),
    ("sequence/run", false, include_str!("../../templates/support/sequence/run.rs")),
    ("sequence/settings", false, include_str!("../../templates/support/sequence/settings.rs")),
    ("sequence/shrink", false, include_str!("../../templates/support/sequence/shrink.rs")),
    ("sequence/source", false, include_str!("../../templates/support/sequence/source.rs")),
    ("sequence/subject", false, include_str!("../../templates/support/sequence/subject.rs")),
    ("sequence/tables", false, include_str!("../../templates/support/sequence/tables.rs")),
    ("sequence/taste", false, include_str!("../../templates/support/sequence/taste.rs")),
    ("sequence/values", false, include_str!("../../templates/support/sequence/values.rs")),
    ("sequence/visited", false, include_str!("../../templates/support/sequence/visited.rs")),
    ("sequence/watchdog", false, include_str!("../../templates/support/sequence/watchdog.rs")),
    ("sequence/world", false, include_str!("../../templates/support/sequence/world.rs")),
    ("table", false, include_str!("../../templates/support/table.rs")),
    ("watchdog", false, include_str!("../../templates/support/watchdog.rs")),
];

/// The modules of guided sequences, which only instrumented builds compile: they are not part
/// of an output folder.
const GUIDE: &[(&str, &str)] = &[
    ("coverage", include_str!("../../templates/support/guide/coverage.rs")),
    ("frontier", include_str!("../../templates/support/guide/frontier.rs")),
    ("hooks", include_str!("../../templates/support/guide/hooks.rs")),
    ("mutate", include_str!("../../templates/support/guide/mutate.rs")),
    ("search", include_str!("../../templates/support/guide/search.rs")),
    ("symbols", include_str!("../../templates/support/guide/symbols.rs")),
];

const GUIDE_MAIN: &str = include_str!("../../templates/support/guide/mod.rs");

/// What takes the modules of guided sequences into an instrumented build.
const GUIDED: &str = "#[cfg(specgen_guided)]\ninclude!(env!(\"SPECGEN_GUIDE\"));";

const MAIN: &str = include_str!("../../templates/support/mod.rs");

/// Where modules that the tool itself uses are in this project. In an output folder they are
/// beside the others.
const ELSEWHERE: [(&str, &str); 2] = [
    ("execute", "#[path = \"../../src/execute/mod.rs\"]\n"),
    ("explore", "#[path = \"../../src/explore.rs\"]\n"),
];

/// Declarations in `execute` of what only the tool uses.
const TOOL_ONLY: [&str; 2] = ["mod trace;\n", "pub use trace::Line;\n"];

/// Instrumented builds set a flag of their own, and old compilers do not know the lint about it.
const ALLOWED: &str = "#![allow(dead_code, unused_imports, unused_macros)]
#![allow(unexpected_cfgs, unknown_lints)]";
const EXPORTS: &str = "pub use self::prelude::*;";

/// The files of the runtime, relative to the output folder.
pub fn files() -> Vec<Artifact> {
    let modules = MODULES.iter().map(|(path, _, text)| match is_folder(path) {
        true => (format!("{path}/mod"), *text),
        false => ((*path).to_owned(), *text),
    });
    let all = [("mod".to_owned(), MAIN)].into_iter().chain(modules);
    let file = |(path, text): (String, &str)| Artifact {
        path: format!("{FOLDER}/{path}.rs"),
        text: seal(&format!("{}{}", header(), uncommented(&beside(text)))),
    };
    all.map(file).collect()
}

/// The module of guided sequences as one file, for `GUIDED`.
pub fn guide() -> String {
    format!("mod guide {{\n{}}}\n", with_inner(GUIDE_MAIN, GUIDE.iter().copied()))
}

/// What answers questions about terms, in programs that observe a type.
const ANSWER: &str = include_str!("../../templates/support/answer.rs");

/// What compares two types, or a type with what it answered before, in programs that have them.
const COMPARING: [(&str, &str); 2] = [
    ("against", include_str!("../../templates/support/against.rs")),
    ("freeze", include_str!("../../templates/support/freeze.rs")),
];

/// The program that compares two types.
pub const PAIR: &str = include_str!("../../templates/pair.rs");

/// The program that compares a type with what it answered before.
pub const ALONE: &str = include_str!("../../templates/alone.rs");

/// The files of a runtime that answers questions about terms.
pub fn observing_files() -> Vec<Artifact> {
    files_with(&[("answer", ANSWER)])
}

/// The files of a runtime that compares what types answer.
pub fn comparing_files() -> Vec<Artifact> {
    files_with(&COMPARING)
}

/// The files of the runtime with further modules.
fn files_with(modules: &[(&str, &str)]) -> Vec<Artifact> {
    let mut files = files();
    let declared: String = modules.iter().map(|(name, _)| format!("pub mod {name};\n")).collect();
    files[0].text = beside(&MAIN.replace(EXPORTS, &format!("{declared}\n{EXPORTS}")));
    for (name, text) in modules {
        let path = format!("{FOLDER}/{name}.rs");
        files.push(Artifact { path, text: (*text).to_owned() });
    }
    files
}

/// A text in which all modules are beside it.
fn beside(text: &str) -> String {
    let places = ELSEWHERE.iter().map(|(_, place)| place);
    places.chain(&TOOL_ONLY).fold(text.to_owned(), |text, part| text.replace(part, ""))
}

/// A text without its comments: every output folder has a copy, and what they say is for those
/// who change the runtime.
fn uncommented(text: &str) -> String {
    let is_kept = |line: &&str| !line.trim_start().starts_with("//");
    let lines = text.lines().filter(is_kept).map(|line| format!("{line}\n"));
    lines.collect::<String>().trim_start().to_owned()
}

/// Whether there are modules inside of a module.
fn is_folder(path: &str) -> bool {
    inner(path).next().is_some()
}

fn inner(folder: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    MODULES.iter().filter_map(move |(path, _, text)| {
        let name = path.strip_prefix(folder)?.strip_prefix('/')?;
        Some((name, *text))
    })
}

fn header() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("// {MARK} {version}{PURPOSE}\n// {}\n\n", UNSEALED)
}

/// The text behind the version in the first line.
const PURPOSE: &str = ": the runtime of generated tests. Do not edit.";

/// The version that a file of a runtime carries.
pub fn version(text: &str) -> Option<&str> {
    let line = text.lines().next()?.strip_prefix("// ")?.strip_prefix(MARK)?;
    line.trim_start().strip_suffix(PURPOSE)
}

/// The modules with their texts inside, for a file that has everything in it.
pub fn inlined() -> String {
    let outer = MODULES.iter().filter(|(path, ..)| !path.contains('/'));
    let modules: String = outer
        .map(|(name, public, text)| {
            let visibility = if *public { "pub " } else { "" };
            format!("{visibility}mod {name} {{\n{}}}\n", with_inner(&beside(text), inner(name)))
        })
        .collect();
    format!("{ALLOWED}\n\n{modules}\n{GUIDED}\n\n{EXPORTS}\n")
}

/// The text of a module with its own modules inside.
fn with_inner<'a>(text: &str, modules: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    modules.fold(text.to_owned(), |text, (name, inside)| {
        text.replace(&format!("\nmod {name};\n"), &format!("\nmod {name} {{\n{inside}}}\n"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runtime_has_exactly_the_modules_of_the_table() {
        let outer = MODULES.iter().filter(|(path, ..)| !path.contains('/'));
        let declared = outer.map(|(name, public, _)| {
            let elsewhere = ELSEWHERE.iter().find(|(module, _)| module == name);
            let elsewhere =
                elsewhere.map_or(String::new(), |(_, place)| format!("{place}#[rustfmt::skip]\n"));
            let visibility = if *public { "pub " } else { "" };
            format!("{elsewhere}{visibility}mod {name};\n")
        });
        let declared: String = declared.collect();
        let tail = format!("{ALLOWED}\n\n{declared}\n{GUIDED}\n\n{EXPORTS}\n");
        assert!(MAIN.ends_with(&tail), "templates/support/mod.rs should end with\n{tail}");
    }

    #[test]
    fn folders_of_the_runtime_have_the_modules_of_the_table_and_no_others() {
        for (folder, _, text) in MODULES.iter().filter(|(path, ..)| is_folder(path)) {
            let text = beside(text);
            let declared = text.lines().filter_map(|line| line.strip_prefix("mod "));
            let declared: Vec<&str> = declared.map(|name| name.trim_end_matches(';')).collect();
            assert_eq!(declared, inner(folder).map(|(name, _)| name).collect::<Vec<_>>());
        }
        let guide = guide();
        assert!(!guide.lines().any(|line| line.starts_with("mod ") && line.ends_with(';')));
        assert_eq!(guide.matches("\nmod ").count(), GUIDE.len());
    }

    #[test]
    fn every_file_of_the_runtime_is_generated_and_carries_the_version() {
        for file in files() {
            assert!(crate::emit::is_generated(&file.text), "{}", file.path);
            assert!(crate::emit::is_intact(&file.text), "{}", file.path);
            assert_eq!(version(&file.text), Some(env!("CARGO_PKG_VERSION")), "{}", file.path);
        }
    }
}
