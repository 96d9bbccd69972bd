//! The page of a report.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use specgen::emit::Provenance;
use specgen::goal::{Goal, GoalFamilies, GoalOptions, goals};
use specgen::report::{Chapter, Report, page};
use specgen::search::{Options, search};
use specgen::theory::{NoFolders, Workspace};

/// The page of one specification, and its goals.
fn page_of(name: &str, text: &str) -> (String, Vec<Goal>) {
    let mut workspace = Workspace::new(NoFolders);
    let loaded = workspace.load(name, text).expect("a sound specification");
    let theory = loaded.theory.restricted_to(loaded.default_subject().expect("a subject"));
    let options = GoalOptions::for_tests(GoalFamilies::default(), BTreeSet::new());
    let goals = goals(&theory, options).expect("few goals");
    let outcomes = search(&theory, &goals, &Options::default(), &mut |_| {}).expect("sound models");
    let report = Report {
        spec: name,
        sources: &workspace.sources,
        theory: &theory,
        goals: &goals,
        outcomes: &outcomes,
        times: None,
        reached: &[],
    };
    let provenance = Provenance {
        inputs: vec![name.to_owned()],
        command: format!("specgen report {name}"),
        expansion: None,
    };
    let chapter = Chapter { report, tests: None, open: None };
    (page(&[chapter], &[], &provenance).expect("the template renders"), goals)
}

fn shipped(name: &str) -> (String, Vec<Goal>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs").join(name);
    page_of(name, &std::fs::read_to_string(path).expect("the specification is there"))
}

/// The values of an attribute, as they stand in the page.
fn attributes<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    let start = format!(" {name}=\"");
    page.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// What a reader without a style sheet sees, line by line.
fn visible(page: &str) -> String {
    let mut page = page.to_owned();
    for element in ["style", "script", "svg"] {
        while let Some(start) = page.find(&format!("<{element}")) {
            let close = format!("</{element}>");
            let end = page[start..].find(&close).expect("the element is closed");
            page.replace_range(start..start + end + close.len(), "");
        }
    }
    let mut text = String::new();
    for part in page.split('<') {
        let (tag, rest) = part.split_once('>').unwrap_or(("", part));
        let name = tag.trim_start_matches('/').split([' ', '\n']).next().unwrap_or_default();
        if !["span", "a", "b", "code", "i", "kbd"].contains(&name) {
            text.push(if ["td", "th"].contains(&name) { ' ' } else { '\n' });
        }
        text.push_str(rest);
    }
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).map(|line| line + "\n").collect()
}

#[test]
fn the_page_of_the_stack_reads_as_reviewed() {
    insta::assert_snapshot!(visible(&shipped("stack.spec").0));
}

#[test]
fn the_page_of_the_sorted_set_explains_impossible_goals() {
    let (page, _) = shipped("sorted_set.spec");
    let text = visible(&page);
    assert!(text.contains("Impossible in models of any size: [total] and [largest_kept] together"));
    assert!(page.contains("<a href=\"#sorted_set/largest_kept\">[largest_kept]</a>"));
    assert!(page.contains("<a href=\"#sorted_set/TotalOrder.total\">[total]</a>"));
}

#[test]
fn goals_that_are_not_found_have_their_limits_on_the_page() {
    let text = visible(&shipped("bag.spec").0);
    assert!(text.contains("Not found: no witness in models of up to "), "{text}");
}

#[test]
fn every_goal_has_a_place_of_its_own() {
    for name in ["stack", "sorted_set", "pair_stack", "interval_tree", "accumulator"] {
        let (page, goals) = shipped(&format!("{name}.spec"));
        let ids = attributes(&page, "id");
        for goal in &goals {
            let id = format!("{name}/{}", goal.id());
            assert!(ids.contains(&id.as_str()), "{id} is not on the page");
        }
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(unique.len(), ids.len(), "{name}: some id is there twice");
    }
}

#[test]
fn all_links_lead_to_something_on_the_page() {
    for name in ["sorted_set", "pair_stack", "interval_tree"] {
        let (page, _) = shipped(&format!("{name}.spec"));
        let ids: BTreeSet<&str> = attributes(&page, "id").into_iter().collect();
        let links = attributes(&page, "href").into_iter().filter(|link| *link != "data:,");
        for link in links {
            let target = link.strip_prefix('#').expect("no link leaves the page");
            assert!(ids.contains(target), "{link} leads nowhere");
        }
    }
}

#[test]
fn nothing_is_fetched() {
    let (page, _) = shipped("stack.spec");
    for word in ["http://", "https://", "//cdn", "@import", " src=", "url(http"] {
        assert!(!page.contains(word), "the page has {word}");
    }
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn the_same_specification_gives_the_same_page() {
    assert_eq!(shipped("sorted_set.spec").0, shipped("sorted_set.spec").0);
}

#[test]
fn names_that_look_like_elements_are_escaped() {
    let name = "</noscript><script>alert('x')</script> --> \" & '.spec";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/stack.spec");
    let text = std::fs::read_to_string(path).expect("the specification is there");
    let text = text.replace("make()", "make() /* <script>alert(1)</script> */");
    let (page, _) = page_of(name, &text);
    assert!(!page.contains("<script>alert"), "a script got through");
    let [opened, closed] = ["<noscript", "</noscript"].map(|tag| page.matches(tag).count());
    assert_eq!(opened, closed, "an element was closed");
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("-->").count(), 1, "a comment was closed");
    assert!(page.contains("&lt;/noscript&gt;&lt;script&gt;alert(&#x27;x&#x27;)"));
}

#[test]
fn specifications_can_be_named_as_parts_of_the_page() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/stack.spec");
    let text = std::fs::read_to_string(path).expect("the specification is there");
    for name in ["head.spec", "search.spec", "<stdin>"] {
        let (page, _) = page_of(name, &text);
        let ids = attributes(&page, "id");
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(unique.len(), ids.len(), "{name}: some id is there twice");
    }
}

fn specgen(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specgen"));
    command.current_dir(folder).args(arguments).output().expect("specgen runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

fn workplace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["stack.spec", "queue.spec"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs").join(name);
        std::fs::copy(from, folder.path().join(name)).expect("the file is copied");
    }
    folder
}

#[test]
fn a_report_is_written_once_and_then_left_alone() {
    let folder = workplace();
    let first = specgen(folder.path(), &["report", "stack.spec", "queue.spec"]);
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    let told = text(&first.stdout);
    assert!(told.starts_with("new       report.html\n"), "{told}");
    let page = std::fs::read_to_string(folder.path().join("report.html")).expect("it is there");
    assert!(page.contains("run `specgen report stack.spec queue.spec`."));
    assert!(page.contains("href=\"#stack\"") && page.contains("href=\"#queue\""));
    let second = specgen(folder.path(), &["report", "stack.spec", "queue.spec"]);
    assert!(text(&second.stdout).starts_with("unchanged report.html\n"));
    let third = specgen(folder.path(), &["report", "stack.spec"]);
    assert!(text(&third.stdout).starts_with("changed   report.html\n"));
}

#[test]
fn a_page_of_somebody_else_is_not_overwritten() {
    let folder = workplace();
    let mine = folder.path().join("mine.html");
    std::fs::write(&mine, "<p>My notes</p>\n").expect("the file is written");
    let refused = specgen(folder.path(), &["report", "stack.spec", "--out", "mine.html"]);
    assert_eq!(refused.status.code(), Some(1));
    let told = text(&refused.stderr);
    assert!(told.contains("`mine.html` was not generated by specgen"), "{told}");
    assert_eq!(std::fs::read_to_string(&mine).expect("it is there"), "<p>My notes</p>\n");
}

#[test]
fn an_edited_page_is_not_overwritten() {
    let folder = workplace();
    specgen(folder.path(), &["report", "stack.spec"]);
    let path = folder.path().join("report.html");
    let page = std::fs::read_to_string(&path).expect("it is there") + "<p>My notes</p>\n";
    std::fs::write(&path, &page).expect("the file is written");
    let refused = specgen(folder.path(), &["report", "stack.spec"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("`report.html` was edited after it was written"));
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), page);
}

#[test]
fn a_report_needs_a_file_to_write_to() {
    let folder = workplace();
    let refused = specgen(folder.path(), &["report", "stack.spec", "--out", ".."]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("--out `..` does not name a file"));
}

#[test]
fn a_report_needs_something_to_be_about() {
    let folder = workplace();
    let refused = specgen(folder.path(), &["report"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("there is no `specgen.toml`"));
    let refused = specgen(folder.path(), &["report", "--scope", "Stack=2"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("--scope applies to one build"));
}

#[test]
fn a_report_of_a_broken_specification_is_not_written() {
    let folder = workplace();
    std::fs::write(folder.path().join("bad.spec"), "specification X sorts").expect("it is written");
    let refused = specgen(folder.path(), &["report", "stack.spec", "bad.spec"]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
    assert!(!folder.path().join("report.html").exists());
}
