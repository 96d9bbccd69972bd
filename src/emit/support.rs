//! The runtime of generated tests: real Rust under templates/support, emitted as it stands,
//! once for each output folder.

use super::artifact::Artifact;
use super::seal::{MARK, UNSEALED, seal};

/// The folder of the runtime inside of an output folder. A file `tests/NAME.rs` would be a test
/// program of its own.
pub const FOLDER: &str = "specgen_support";

/// The modules of the runtime: name, whether it is public, text.
const MODULES: &[(&str, bool, &str)] = &[
    ("axiom", false, include_str!("../../templates/support/axiom.rs")),
    ("case", false, include_str!("../../templates/support/case.rs")),
    ("compare", false, include_str!("../../templates/support/compare.rs")),
    ("items", false, include_str!("../../templates/support/items.rs")),
    ("laws", true, include_str!("../../templates/support/laws.rs")),
    ("notice", false, include_str!("../../templates/support/notice.rs")),
    ("prelude", false, include_str!("../../templates/support/prelude.rs")),
    ("pump", false, include_str!("../../templates/support/pump.rs")),
    ("sample", false, include_str!("../../templates/support/sample.rs")),
    ("table", false, include_str!("../../templates/support/table.rs")),
];

const MAIN: &str = include_str!("../../templates/support/mod.rs");

const ALLOWED: &str = "#![allow(dead_code, unused_imports, unused_macros)]";
const EXPORTS: &str = "pub use self::prelude::*;";

/// The files of the runtime, relative to the output folder.
pub fn files() -> Vec<Artifact> {
    let modules = MODULES.iter().map(|(name, _, text)| (*name, *text));
    let all = [("mod", MAIN)].into_iter().chain(modules);
    let file = |(name, text): (&str, &str)| Artifact {
        path: format!("{FOLDER}/{name}.rs"),
        text: seal(&format!("{}{text}", header())),
    };
    all.map(file).collect()
}

fn header() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("// {MARK} {version}{PURPOSE}\n// {}\n\n", UNSEALED)
}

/// What stands behind the version in the first line.
const PURPOSE: &str = ": the runtime of generated tests. Do not edit.";

/// The version that a file of a runtime carries.
pub fn version(text: &str) -> Option<&str> {
    let line = text.lines().next()?.strip_prefix("// ")?.strip_prefix(MARK)?;
    line.trim_start().strip_suffix(PURPOSE)
}

/// The modules with their texts inside, for a file that has everything in it.
pub fn inlined() -> String {
    let module = |(name, public, text): &(&str, bool, &str)| {
        let visibility = if *public { "pub " } else { "" };
        format!("{visibility}mod {name} {{\n{text}}}\n")
    };
    let modules: String = MODULES.iter().map(module).collect();
    format!("{ALLOWED}\n\n{modules}\n{EXPORTS}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runtime_has_the_modules_of_the_table_and_no_others() {
        let declared = MODULES.iter().map(|(name, public, _)| {
            if *public { format!("pub mod {name};\n") } else { format!("mod {name};\n") }
        });
        let declared: String = declared.collect();
        let tail = format!("{ALLOWED}\n\n{declared}\n{EXPORTS}\n");
        assert!(MAIN.ends_with(&tail), "templates/support/mod.rs should end with\n{tail}");
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
