//! Skeletons of many types: sound as they are, and worth reading.

use std::path::{Path, PathBuf};

use crate::example;
use specgen::diagnostic::Diagnostic;
use specgen::init::{CratePath, Skeleton, SkeletonSource, skeleton};
use specgen::pipeline;
use specgen::source::Sources;
use specgen::theory::NoFolders;

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn rust_files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.expect("it is readable").path()).collect();
    files.sort();
    files
}

fn draw_up(text: &str, name: Option<&str>) -> Result<Skeleton, Diagnostic> {
    let file = Sources::default().add("lib.rs", text);
    let path = CratePath::of(Some("shelf"), &["src", "lib.rs"]);
    skeleton(text, file, name, &SkeletonSource::new("src/lib.rs", path))
}

fn text_of(skeleton: &Skeleton) -> String {
    let written = skeleton.written.as_ref().expect("some methods need no inference");
    format!("{}\n{}", written.spec, written.map)
}

/// Fails unless the specification and the mapping are accepted and fit each other.
fn assert_sound(skeleton: &Skeleton) {
    let Some(written) = &skeleton.written else { return };
    let texts = format!("{}\n{}", written.spec, written.map);
    let mut loader = NoFolders;
    let request = example::request(&written.spec, &written.map, &mut loader);
    if let Err(failure) = pipeline::posed(request) {
        panic!("{failure}\n{texts}");
    }
}

#[test]
fn skeletons_of_all_subjects_are_sound() {
    for path in rust_files("tests/subjects") {
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        if ["Cargo", "lib", "faults"].contains(&name.as_str()) {
            continue;
        }
        let skeleton =
            draw_up(&read(&path), None).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_sound(&skeleton);
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(
                format!("init_subject_{name}"),
                text_of(&skeleton)
            );
        });
    }
}

#[test]
fn skeletons_of_apis_as_people_write_them_are_sound() {
    for path in rust_files("tests/init") {
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let wanted = (name == "ring").then_some("buffers::Ring");
        let skeleton =
            draw_up(&read(&path), wanted).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_sound(&skeleton);
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(
                format!("init_api_{name}"),
                text_of(&skeleton)
            );
        });
    }
}

#[test]
fn a_file_of_this_crate_is_read_without_panic() {
    let mut read_types = 0;
    for folder in ["src", "src/theory", "src/search", "src/model", "src/refine", "src/init"] {
        for path in rust_files(folder).into_iter().filter(|path| path.is_file()) {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            for line in text.lines() {
                let Some(rest) = line.strip_prefix("pub struct ") else { continue };
                let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
                if let Ok(skeleton) = draw_up(&text, Some(&rest[..end])) {
                    assert_sound(&skeleton);
                    read_types += 1;
                }
            }
        }
    }
    assert!(read_types > 10, "{read_types} types of the crate itself were read");
}

#[test]
fn the_path_of_a_type_follows_its_file() {
    let of = |file: &[&str]| {
        let path = CratePath::of(Some("shelf"), file);
        path.module_of(&[], "Set")
    };
    assert_eq!(of(&["src", "lib.rs"]), "shelf");
    assert_eq!(of(&["src", "sets.rs"]), "shelf::sets");
    assert_eq!(of(&["src", "sets", "mod.rs"]), "shelf::sets");
    assert_eq!(of(&["src", "sets", "tree.rs"]), "shelf::sets::tree");
    assert_eq!(of(&["tests", "subjects", "tree.rs"]), "crate::subjects::tree");
    assert_eq!(of(&["src", "main.rs"]), "crate");
}

#[test]
fn what_the_root_exports_is_imported_from_there() {
    for export in [
        "pub use sets::tree::Set;",
        "pub use self::sets::tree::*;",
        "pub use sets::tree::{Other, Set};",
    ] {
        let mut path = CratePath::of(Some("shelf"), &["src", "sets", "tree.rs"]);
        path.root = Some(format!("mod sets;\n{export}\n"));
        assert_eq!(path.module_of(&[], "Set"), "shelf", "{export}");
    }
    let mut path = CratePath::of(Some("shelf"), &["src", "sets.rs"]);
    path.root = Some("mod sets;\nuse sets::Set;\n".to_owned());
    assert_eq!(path.module_of(&[], "Set"), "shelf::sets");
}
