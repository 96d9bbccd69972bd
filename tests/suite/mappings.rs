//! The mappings that ship with specgen.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use specgen::source::Sources;
use specgen::syntax::{parse_mapping, parse_spec};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All mappings below a folder, in the order of their names.
fn mappings_in(folder: &str) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(root().join(folder)).sort_by_file_name().into_iter();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().into_path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "map"));
    paths
}

/// Mappings of the types that the test program `generated` links.
fn mappings() -> Vec<PathBuf> {
    mappings_in("mappings")
}

/// Mappings of types of which old versions are tested.
fn history() -> Vec<PathBuf> {
    mappings_in("tests/history")
}

/// The specification that a mapping's comment names.
fn specification(mapping: &Path) -> PathBuf {
    let text = std::fs::read_to_string(mapping).unwrap();
    let named = text.lines().find_map(|line| line.strip_prefix("// Specification: "));
    root().join(named.unwrap_or_else(|| panic!("{mapping:?} names its specification")))
}

#[test]
fn every_mapping_and_its_specification_can_be_read() {
    assert!(!mappings().is_empty() && !history().is_empty());
    for path in mappings().into_iter().chain(history()) {
        let mut sources = Sources::default();
        let text = std::fs::read_to_string(&path).unwrap();
        let file = sources.add("mapping", text.as_str());
        assert_eq!(parse_mapping(&text, file).map(|_| ()), Ok(()), "{path:?}");
        let spec = std::fs::read_to_string(specification(&path)).unwrap();
        let file = sources.add("specification", spec.as_str());
        assert!(parse_spec(&spec, file).is_ok(), "{path:?}");
    }
}

/// A copy of the manifest and all that it names, so that nothing else can be read and
/// nothing is written over.
fn copy() -> tempfile::TempDir {
    // Mappings are inferred from the packages around them.
    let copy = tempfile::tempdir_in(root().join("target")).unwrap();
    std::fs::copy(root().join("specgen.toml"), copy.path().join("specgen.toml")).unwrap();
    for folder in ["specs", "mappings"] {
        std::fs::create_dir(copy.path().join(folder)).unwrap();
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_file() {
                std::fs::copy(entry.path(), copy.path().join(folder).join(entry.file_name()))
                    .unwrap();
            }
        }
    }
    for mapping in history() {
        let path = copy.path().join(mapping.strip_prefix(root()).unwrap());
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::copy(mapping, path).unwrap();
    }
    copy
}

/// Runs all builds of the manifest.
fn build(folder: &Path) {
    let output = Command::new(env!("CARGO_BIN_EXE_specgen"))
        .current_dir(folder)
        .args(["build", "--no-probe"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The files below a folder, with what is in them.
fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let files = walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap);
    let files = files.filter(|entry| entry.file_type().is_file());
    let read = |entry: walkdir::DirEntry| {
        let name = entry.path().strip_prefix(folder).unwrap().to_owned();
        (name, std::fs::read_to_string(entry.path()).unwrap())
    };
    files.map(read).collect()
}

#[test]
fn what_is_built_is_what_is_committed() {
    let copy = copy();
    build(copy.path());
    let built = files(&copy.path().join("out"));
    let committed = root().join("out");
    if std::env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always") {
        for (name, text) in &built {
            let path = committed.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
    }
    let committed = files(&committed);
    let names = |files: &BTreeMap<PathBuf, String>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&built), names(&committed), "the files in out/");
    for (name, text) in built {
        assert!(
            text == committed[&name],
            "out/{} is out of date; to write it anew: INSTA_UPDATE=always cargo test mappings",
            name.display()
        );
    }
}

#[test]
fn every_mapping_is_in_the_manifest_with_its_specification() {
    let manifest = std::fs::read_to_string(root().join("specgen.toml")).unwrap();
    for mapping in mappings().into_iter().chain(history()) {
        let name = |path: &Path| path.strip_prefix(root()).unwrap().display().to_string();
        let (spec, map) = (name(&specification(&mapping)), name(&mapping));
        let build = format!("[[build]]\nspec = \"{spec}\"\nmap = \"{map}\"\n");
        assert!(manifest.contains(&build), "specgen.toml lacks {map}");
    }
}

#[test]
fn every_mapping_is_among_the_generated_tests() {
    let main = std::fs::read_to_string(root().join("tests/generated/main.rs")).unwrap();
    for mapping in mappings() {
        let name = mapping.file_stem().unwrap().to_string_lossy();
        assert!(main.contains(&format!("out/{name}/main.rs")), "tests/generated lacks {name}");
    }
}
