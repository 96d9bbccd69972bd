//! What the user is told: one failing case for each code, as rendered.
//!
//! A case is `tests/diagnostics/<code>.spec` or `<code>_<what>.spec`. If there is
//! a folder of the same name, its files are the search folder. Cases for mappings
//! are `.map` files, those for manifests `.toml`.

use std::path::Path;

use specgen::audit::audit;
use specgen::diagnostic::{Code, Colour, Diagnostic, render};
use specgen::disk::Disk;
use specgen::infer::{CrateFiles, Crates, NoCrate, RustFile, infer};
use specgen::probe::{CompilerError, CompilerSpan, probe, report};
use specgen::project::parse_manifest;
use specgen::refine::resolve;
use specgen::search::Options;
use specgen::source::Sources;
use specgen::syntax::mapping_ast::MappingFile;
use specgen::syntax::parse_mapping;
use specgen::theory::{Loaded, Loader, NoFolders, SpecFileText, Theory, Workspace};
use specgen::trial::{contradiction, open_observers};

struct CaseFolder(Vec<SpecFileText>);

impl Loader for CaseFolder {
    fn others(&mut self, _file: &str) -> Vec<SpecFileText> {
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
            .map(|path| SpecFileText { name: name(&path), text: Ok(read(&path)) })
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
    match case.extension().and_then(|extension| extension.to_str()) {
        Some("map") => return check_mapping(case),
        Some("toml") => return check_manifest(case),
        _ => {}
    }
    let mut workspace = Workspace::new(CaseFolder::of(case));
    let found = match workspace.load(&name(case), &read(case)) {
        Ok(loaded) => with_audit(loaded, code_of(case), &workspace.sources),
        Err(errors) => errors,
    };
    (workspace.sources, found)
}

/// The lint that the case is about may need a search.
fn with_audit(loaded: Loaded, code: Option<Code>, sources: &Sources) -> Vec<Diagnostic> {
    let mut found = loaded.warnings.clone();
    for root in loaded.roots() {
        let theory = loaded.theory.restricted_to(root);
        found.extend(contradiction(&theory, sources));
        if code == Some(Code::OpenObserver) {
            found.extend(open_observers(&theory, sources));
        }
        let wanted = |lint| Some(lint) == code;
        let findings = audit(&theory, sources, &wanted, &Options::default(), &mut |_| {});
        found.extend(findings.expect("the search is sound"));
    }
    found
}

/// What the name of a case starts with.
fn code_of(case: &Path) -> Option<Code> {
    Code::from_text(name(case).split(['_', '.']).next()?)
}

/// A mapping is checked against the specification that its first line names.
fn check_mapping(case: &Path) -> (Sources, Vec<Diagnostic>) {
    let text = read(case);
    let named = text.lines().find_map(|line| line.strip_prefix("// Specification: "));
    let mut workspace = Workspace::new(NoFolders);
    let theory = named.map(|path| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let loaded = workspace.load(path, &read(&root.join(path))).expect("it has no errors");
        loaded.theory.restricted_to(loaded.default_subject().expect("it has a subject"))
    });
    let file = workspace.sources.add(name(case), text);
    let parsed = parse_mapping(&workspace.sources.file(file).text, file);
    let mut sources = workspace.sources;
    let found = match (parsed, theory) {
        (Ok(tree), Some(theory)) => {
            check_entries(&tree, &theory, case, &mut sources).err().unwrap_or_default()
        }
        (Ok(_), None) => Vec::new(),
        (Err(found), _) => found,
    };
    (sources, found)
}

/// The folder of a case is the source of its crates. Without one, the mapping is in the long
/// form.
fn check_entries(
    tree: &MappingFile,
    theory: &Theory,
    case: &Path,
    sources: &mut Sources,
) -> Result<(), Vec<Diagnostic>> {
    let folder = case.with_extension("");
    if !folder.is_dir() {
        return resolve(tree, theory).map(|_| ());
    }
    let long = infer(tree, theory, &mut CaseCrate(folder), sources)?.mapping;
    let refinement = resolve(&long, theory)?;
    let probe = probe(theory, &long, &refinement).expect("its crate can be used");
    // What the compiler says about a misspelt method.
    let Some(at) = probe.text.find("capasity") else { return Ok(()) };
    let error = CompilerError {
        message: "no method named `capasity` found for reference `&Stack<E>`".to_owned(),
        spans: vec![CompilerSpan {
            range: at..at + "capasity".len(),
            label: String::new(),
            is_primary: true,
        }],
        notes: Vec::new(),
        helps: vec!["there is a method `capacity` with a similar name".to_owned()],
    };
    Err(report(&probe, &[error]))
}

struct CaseCrate(std::path::PathBuf);

impl Crates for CaseCrate {
    fn files(&mut self, name: &str) -> Result<CrateFiles, NoCrate> {
        if name != "case" {
            let why = "no library of this name is among the dependencies".to_owned();
            return Err(NoCrate { why, known: vec!["case".to_owned()] });
        }
        let text = read(&self.0.join("lib.rs"));
        let (path, root) = ("lib.rs".to_owned(), "lib.rs".to_owned());
        let file = RustFile { path, name: "src/lib.rs".to_owned(), text };
        Ok(CrateFiles { name: "case".to_owned(), root, files: vec![file], features: None })
    }
}

/// Other cases are the files that manifests can name.
fn check_manifest(case: &Path) -> (Sources, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let file = sources.add("specgen.toml", read(case));
    let disk = Disk::at(case.parent().expect("it is in a folder"));
    let found = parse_manifest(&sources.file(file).text, file, &disk).err().unwrap_or_default();
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
    insta::glob!("../diagnostics", "*.{spec,map,toml}", |path| {
        let (sources, found) = check(path);
        let code = code_of(path).expect("a case is named after a code");
        let reported: Vec<_> = found.iter().map(|one| one.code).collect();
        assert!(reported.contains(&code), "{} reports {reported:?}", path.display());
        let texts: Vec<_> = found.iter().map(|one| render(one, &sources, Colour::Plain)).collect();
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!(texts.join("\n"));
        });
    });
}
