//! What the user is told: one failing case for each code, as rendered.
//!
//! A case is `tests/diagnostics/<code>.spec` or `<code>_<what>.spec`. If there is
//! a folder of the same name, its files are the search folder.

use std::path::Path;

use specgen::diagnostic::{Code, Colour, Diagnostic, render};
use specgen::source::Sources;
use specgen::syntax::parse_mapping;
use specgen::theory::{Found, Loader, Workspace};

struct CaseFolder(Vec<Found>);

impl Loader for CaseFolder {
    fn others(&mut self, _file: &str) -> Vec<Found> {
        self.0.clone()
    }
}

impl CaseFolder {
    fn of(case: &Path) -> Self {
        let folder = case.with_extension("");
        let mut found: Vec<_> = std::fs::read_dir(&folder)
            .into_iter()
            .flatten()
            .map(|entry| entry.expect("the entry is readable").path())
            .map(|path| Found { name: name(&path), text: Ok(read(&path)) })
            .collect();
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Self(found)
    }
}

fn name(path: &Path) -> String {
    path.file_name().expect("a file has a name").to_string_lossy().into_owned()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the case is readable")
}

fn check(case: &Path) -> (Sources, Vec<Diagnostic>) {
    if case.extension().is_some_and(|extension| extension == "map") {
        return check_mapping(case);
    }
    let mut workspace = Workspace::new(CaseFolder::of(case));
    let found = match workspace.load(&name(case), &read(case)) {
        Ok(loaded) => loaded.warnings,
        Err(errors) => errors,
    };
    (workspace.sources, found)
}

fn check_mapping(case: &Path) -> (Sources, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let file = sources.add(name(case), read(case));
    let found = parse_mapping(&sources.file(file).text, file).err().unwrap_or_default();
    (sources, found)
}

#[test]
fn mapping_beyond_the_limit_is_refused() {
    let mut sources = Sources::default();
    let file = sources.add("large.map", " ".repeat((1 << 20) + 1));
    let found = parse_mapping(&sources.file(file).text, file).err().unwrap_or_default();
    assert_eq!(found[0].code, Code::MappingTooLarge);
}

#[test]
fn each_case_reports_its_code_as_reviewed() {
    insta::glob!("../diagnostics", "*.{spec,map}", |path| {
        let (sources, found) = check(path);
        let name = name(path);
        let code = name.split(['_', '.']).next().expect("a name has a beginning");
        let reported: Vec<_> = found.iter().map(|one| one.code.as_str()).collect();
        assert!(reported.contains(&code), "{name} reports {reported:?}");
        let texts: Vec<_> = found.iter().map(|one| render(one, &sources, Colour::Plain)).collect();
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!(texts.join("\n"));
        });
    });
}
