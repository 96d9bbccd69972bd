//! What the documentation shows is what the program accepts.

use std::fs;
use std::path::{Path, PathBuf};

use specgen::diagnostic::{Code, Diagnostic, Severity};
use specgen::disk::Disk;
use specgen::project::parse_manifest;
use specgen::refine::resolve;
use specgen::source::Sources;
use specgen::syntax::mapping_ast::MappingFile;
use specgen::syntax::parse_mapping;
use specgen::theory::{NoFolders, Workspace};

/// A fenced block of a page.
struct Block {
    /// `page:line` of its first line.
    place: String,
    /// What stands behind the opening fence.
    kind: String,
    text: String,
}

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let front =
        ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "specs/README.md"];
    let mut pages: Vec<PathBuf> = front.iter().map(|page| root.join(page)).collect();
    for entry in fs::read_dir(root.join("docs")).expect("docs/ can be listed") {
        let path = entry.expect("docs/ can be listed").path();
        if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
    pages.sort();
    pages
}

fn blocks(page: &Path) -> Vec<Block> {
    let text = fs::read_to_string(page).expect("a page can be read");
    let name = page.file_name().expect("a page has a name").to_string_lossy();
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), open.as_mut()) {
            (Some(kind), None) => {
                let place = format!("{name}:{}", number + 2);
                open = Some(Block { place, kind: kind.to_owned(), text: String::new() });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => block.text += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{name} leaves a block open");
    blocks
}

/// Everything that loading a block has to say.
fn complaints(block: &Block) -> Vec<Diagnostic> {
    match Workspace::new(NoFolders).load(&block.place, &block.text) {
        Ok(loaded) => loaded.warnings,
        Err(errors) => errors,
    }
}

fn blocks_of_kind(kind: &str) -> Vec<Block> {
    let all: Vec<_> = pages().iter().flat_map(|page| blocks(page)).collect();
    all.into_iter().filter(|block| block.kind == kind).collect()
}

/// A mapping fits one of the specifications that ship with the tool.
fn fits(tree: &MappingFile, spec: &str) -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join(spec)).expect("the specification can be read");
    let loaded = Workspace::new(NoFolders).load(spec, &text).expect("it has no errors");
    let subject = loaded.default_subject().expect("it has a subject");
    resolve(tree, &loaded.theory.restricted_to(subject)).is_ok()
}

#[test]
fn mappings_in_the_documentation_fit_shipped_specifications() {
    let blocks = blocks_of_kind("map");
    assert!(!blocks.is_empty());
    let file = Sources::default().add("documentation", "");
    for block in blocks {
        let tree = parse_mapping(&block.text, file).unwrap_or_else(|found| {
            panic!("{}: {found:#?}", block.place);
        });
        let specs = ["specs/sorted_set.spec", "specs/comparator_sorted_set.spec"];
        assert!(specs.iter().any(|spec| fits(&tree, spec)), "{}", block.place);
    }
}

#[test]
fn specifications_in_the_documentation_are_accepted_without_a_word() {
    let blocks = blocks_of_kind("spec");
    assert!(!blocks.is_empty());
    for block in blocks {
        let complaints = complaints(&block);
        assert!(complaints.is_empty(), "{}: {complaints:#?}", block.place);
    }
}

/// The files that such a manifest names are the reader's.
#[test]
fn manifests_in_the_documentation_are_accepted() {
    let blocks = blocks_of_kind("toml").into_iter();
    let manifests: Vec<Block> = blocks.filter(|block| block.text.contains("[[build]]")).collect();
    assert!(!manifests.is_empty());
    for block in manifests {
        let mut sources = Sources::default();
        let file = sources.add(&block.place, block.text);
        let found = parse_manifest(&sources.file(file).text, file, &Disk::default());
        let mut found = found.err().unwrap_or_default();
        found.retain(|one| one.code != Code::ManifestMissingFile);
        assert_eq!(found, [], "{}", block.place);
    }
}

#[test]
fn wrong_specifications_in_the_documentation_are_refused() {
    let blocks = blocks_of_kind("spec,error");
    assert!(!blocks.is_empty());
    for block in blocks {
        let refused = complaints(&block).iter().any(|it| it.severity == Severity::Error);
        assert!(refused, "{} is accepted", block.place);
    }
}

/// Text without regard to how it is laid out.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Every line of a block of the front page stands in a file, but for omissions.
fn assert_quoted(start: &str, file: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join(file)).expect("what is quoted can be read");
    let lines: Vec<String> = text.lines().map(words).collect();
    let front = blocks(&root.join("README.md"));
    let quote = front.iter().find(|block| block.text.starts_with(start));
    let quote = quote.unwrap_or_else(|| panic!("the front page shows no `{start}`"));
    for line in quote.text.lines().map(words).filter(|line| line != "…") {
        assert!(lines.contains(&line), "{file} has no line `{line}`");
    }
}

#[test]
fn front_page_quotes_what_is_there() {
    assert_quoted("specification MaxSet", "docs/tutorial.md");
    assert_quoted("specgen build", "docs/tutorial.md");
    assert_quoted("after m = new()", "docs/tutorial.md");
    assert_quoted("/// not largest", "out/treeset/main.rs");
}

#[test]
fn links_between_pages_lead_somewhere() {
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page can be read");
        let folder = page.parent().expect("a page lies in a folder");
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = target.split('#').next().unwrap_or_default();
            if path.is_empty() || path.contains("://") {
                continue;
            }
            assert!(folder.join(path).exists(), "{}: {target}", page.display());
        }
    }
}
