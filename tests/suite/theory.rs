//! The resolved theory of every specification that ships with the project.

use specgen::diagnostic::{Code, Diagnostic};
use specgen::source::Sources;
use specgen::theory::{Loaded, NoFolders, Workspace, describe, library};

pub fn load(name: &str, text: &str) -> (Sources, Result<Loaded, Vec<Diagnostic>>) {
    let mut workspace = Workspace::new(NoFolders);
    let loaded = workspace.load(name, text);
    (workspace.sources, loaded)
}

fn resolved(name: &str, text: &str) -> Loaded {
    let (sources, loaded) = load(name, text);
    loaded.unwrap_or_else(|reports| {
        let told = |report: &Diagnostic| {
            let place = report.labels.first().map(|label| sources.place(label.span));
            format!("{} {place:?}: {}", report.code.as_str(), report.message)
        };
        panic!("{name}:\n{}", reports.iter().map(told).collect::<Vec<_>>().join("\n"))
    })
}

#[test]
fn shipped_specifications_resolve() {
    insta::glob!("../../specs", "*.spec", |path| {
        let text = std::fs::read_to_string(path).expect("the specification is readable");
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        let loaded = resolved(&name, &text);
        let subjects: Vec<_> =
            loaded.subjects().into_iter().map(|id| loaded.theory.specs[id].name.clone()).collect();
        let warnings: Vec<Code> = loaded.warnings.iter().map(|warning| warning.code).collect();
        // Kept as it was published, with its mistakes.
        let is_as_printed = name == "one_of_set_as_printed.spec";
        let expected = if is_as_printed { vec![Code::DomainRuledOut] } else { Vec::new() };
        assert_eq!(warnings, expected, "{name}");
        let subject = loaded.default_subject().expect("every example has a subject");
        let theory = loaded.theory.restricted_to(subject);
        insta::assert_snapshot!(format!(
            "subjects: {}\n\n{}",
            subjects.join(", "),
            describe(&theory)
        ));
    });
}

#[test]
fn every_library_specification_resolves_and_is_a_parameter() {
    for (name, text) in library::FILES {
        let loaded = resolved(name, text);
        assert_eq!(loaded.file.len(), 1, "{name} declares one specification");
        assert!(loaded.theory.is_parameter(loaded.file[0]), "{name} has no constructors");
        assert_eq!(loaded.warnings, [], "{name} is free of warnings");
    }
}

#[test]
fn library_lists_every_file_in_its_folder() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/specs/library");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder is readable")
        .map(|entry| entry.expect("the entry is readable").file_name().into_string())
        .map(|name| name.expect("names are plain"))
        .collect();
    files.sort();
    let listed: Vec<_> = library::FILES.iter().map(|(name, _)| name.to_string()).collect();
    assert_eq!(listed, files);
}
