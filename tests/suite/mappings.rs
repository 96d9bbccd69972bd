//! The mappings that ship with specgen.

use std::path::{Path, PathBuf};

use specgen::source::Sources;
use specgen::syntax::{parse_mapping, parse_spec};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All mappings, in the order of their names.
fn mappings() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("mappings")).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "map"));
    paths.sort();
    paths
}

/// The specification that a mapping's comment names.
fn specification(mapping: &Path) -> PathBuf {
    let text = std::fs::read_to_string(mapping).unwrap();
    let named = text.lines().find_map(|line| line.strip_prefix("// Specification: "));
    root().join(named.unwrap_or_else(|| panic!("{mapping:?} names its specification")))
}

#[test]
fn every_mapping_and_its_specification_can_be_read() {
    assert!(!mappings().is_empty());
    for path in mappings() {
        let mut sources = Sources::default();
        let text = std::fs::read_to_string(&path).unwrap();
        let file = sources.add("mapping", text.as_str());
        assert_eq!(parse_mapping(&text, file).map(|_| ()), Ok(()), "{path:?}");
        let spec = std::fs::read_to_string(specification(&path)).unwrap();
        let file = sources.add("specification", spec.as_str());
        assert!(parse_spec(&spec, file).is_ok(), "{path:?}");
    }
}
