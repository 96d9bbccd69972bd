//! The documentation as a book: every page is in it, pictures are what the tool
//! draws, commands exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use snapbox::cmd::{Command, cargo_bin};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

fn read(name: &str) -> String {
    fs::read_to_string(docs().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn files(folder: &Path, extension: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    let names = entries.map(|entry| entry.expect("the folder can be listed").file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name.ends_with(extension)).collect()
}

/// What the links of a text lead to.
fn links(text: &str) -> Vec<&str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect()
}

fn specgen(arguments: &[&str]) -> String {
    let output = Command::new(cargo_bin!("specgen"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .assert()
        .code(0);
    String::from_utf8(output.get_output().stdout.clone()).expect("the output is text")
}

#[test]
fn every_page_is_in_the_table_of_contents_once() {
    let summary = read("SUMMARY.md");
    let mut pages = files(&docs(), ".md");
    pages.remove("SUMMARY.md");
    let listed = links(&summary);
    let distinct: BTreeSet<String> = listed.iter().map(|page| (*page).to_owned()).collect();
    assert_eq!(distinct.len(), listed.len(), "docs/SUMMARY.md lists a page twice");
    assert_eq!(distinct, pages, "docs/SUMMARY.md lists other pages than docs/ has");
}

/// File, specification, goal, and the scope, which asks for a model.
const PICTURES: [(&str, &str, &str, &str); 4] = [
    (
        "sorted_set.svg",
        "specs/sorted_set.spec",
        "largest_kept/largest_is_largest_and_not_is_empty_and_not_geq",
        "Orderable=2",
    ),
    ("stack.svg", "specs/stack.spec", "pop_pushed/holds", "Element=1"),
    ("union_set.svg", "specs/union_set.spec", "union_associative/holds", "Element=2"),
    (
        "partially_ordered_set.svg",
        "specs/partially_ordered_set.spec",
        "maximal_added/maximal_is_insert_and_not_has_comparable",
        "POrderable=2",
    ),
];

#[test]
fn pictures_are_what_the_tool_draws() {
    let folder = docs().join("pictures");
    let update = std::env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always");
    for (file, spec, goal, scope) in PICTURES {
        let drawn = specgen(&["show", spec, goal, "--format", "svg", "--scope", scope]);
        if update {
            fs::create_dir_all(&folder).expect("the folder can be made");
            fs::write(folder.join(file), &drawn).expect("the picture can be written");
        }
        let kept = fs::read_to_string(folder.join(file)).unwrap_or_default();
        assert!(
            kept == drawn,
            "docs/pictures/{file} is out of date; to draw it anew: \
             INSTA_UPDATE=always cargo test book"
        );
    }
}

#[test]
fn every_picture_is_shown() {
    let pages: String = files(&docs(), ".md").iter().map(|page| read(page)).collect();
    for file in files(&docs().join("pictures"), ".svg") {
        assert!(links(&pages).contains(&format!("pictures/{file}").as_str()), "{file}");
    }
}

/// The commands of all blocks for a shell, by page.
fn commands() -> Vec<(String, String)> {
    let mut commands = Vec::new();
    for page in files(&docs(), ".md") {
        let text = read(&page);
        let blocks = text.split("\n```").skip(1).step_by(2);
        for block in blocks.filter_map(|block| block.strip_prefix("sh\n")) {
            for line in block.lines().filter(|line| line.starts_with("specgen ")) {
                commands.push((page.clone(), line.to_owned()));
            }
        }
    }
    commands
}

#[test]
fn commands_and_options_in_the_documentation_exist() {
    let commands = commands();
    assert!(commands.len() >= 8, "{commands:?}");
    for (page, line) in commands {
        let words: Vec<&str> = line
            .split_whitespace()
            .take_while(|word| !["|", ">", "#", "--"].contains(word))
            .collect();
        let subcommand: &[&str] = if words[1] == "export" { &words[1..3] } else { &words[1..2] };
        let help = specgen(&[subcommand, &["--help"]].concat());
        for option in words.iter().filter(|word| word.starts_with("--")) {
            let option = option.split('=').next().expect("a split has a first part");
            let known = help.split(|letter: char| letter.is_whitespace() || ",=".contains(letter));
            assert!(known.into_iter().any(|word| word == option), "{page}: {line}: no {option}");
        }
    }
}

/// The commands in a table's row.
fn commands_of(row: &str) -> Vec<Vec<&str>> {
    let quoted = row.split('`').skip(1).step_by(2);
    let commands = quoted.filter_map(|text| text.strip_prefix("specgen "));
    // `GOAL` stands for any goal, and some rows name a command without its file.
    let whole = commands.filter(|text| text.contains("specs/") && !text.contains("GOAL"));
    whole.map(|text| text.split_whitespace().collect()).collect()
}

#[test]
fn commands_of_the_published_study_give_what_its_page_says() {
    let text = read("paper.md");
    let mut counted = 0;
    for row in text.lines().filter(|line| line.starts_with('|')) {
        for command in commands_of(row) {
            match command[0] {
                "build" => continue,
                "check" if row.contains("as_printed") => {
                    let checked = Command::new(cargo_bin!("specgen"))
                        .args(&command)
                        .current_dir(env!("CARGO_MANIFEST_DIR"))
                        .assert()
                        .code(2);
                    let said = String::from_utf8_lossy(&checked.get_output().stderr).into_owned();
                    assert!(said.contains("the axioms contradict each other"), "{said}");
                }
                "goals" => {
                    let result = row.rsplit('|').nth(1).expect("a row has cells").trim();
                    let said = specgen(&command);
                    let last = said.lines().last().expect("there is a summary");
                    assert!(last.starts_with(&summary(result)), "{command:?}: {last}");
                    counted += 1;
                }
                _ => assert!(command[0] == "check" || !specgen(&command).is_empty()),
            }
        }
    }
    assert_eq!(counted, 4);
    let experiment = ["goals", "specs/sorted_set.spec", "--scope", "Orderable=3,SortedSet<=12"];
    let said = specgen(&experiment);
    assert!(said.contains("28 goals: 21 covered, 7 impossible"), "{said}");
}

/// What `goals` prints, of what the page says: `8 goals, all covered`.
fn summary(said: &str) -> String {
    match said.split_once(" goals, all covered") {
        Some((goals, _)) => format!("{goals} goals: {goals} covered"),
        None => said.to_owned(),
    }
}

#[test]
fn the_printed_figure_has_three_goals_without_a_verdict() {
    let verdicts = Command::new(cargo_bin!("specgen"))
        .args(["goals", "specs/one_of_set_as_printed.spec"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .assert()
        .code(2);
    let said = String::from_utf8_lossy(&verdicts.get_output().stdout).into_owned();
    assert!(said.contains("106 goals: 103 impossible, 3 not found"), "{said}");
    let page = read("paper.md");
    assert!(page.contains("Of 106 goals 103 are impossible and three are not found"));
    let consistent = specgen(&["goals", "specs/one_of_set.spec"]);
    assert!(consistent.contains("105 goals: 44 covered, 61 impossible"), "{consistent}");
    assert!(page.contains("44 of 105 goals are covered, 61 are impossible"));
}
