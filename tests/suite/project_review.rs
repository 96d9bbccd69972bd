//! `specgen review`, on a terminal that is none.
#![cfg(unix)]

use rexpect::session::{PtySession, spawn_command};

use crate::project::{Project, STACK};

const MAIN: &str = "out/vec_stack/main.rs";

/// No answer takes longer, however busy the machine.
const PATIENCE: u64 = 60_000;

/// A project in which two files wait: one changed, one new.
fn waiting() -> Project {
    let project = Project::new(STACK);
    project.succeed(&["build"]);
    project.edit("specs/stack.spec", "[peek_pushed]", "[top]");
    std::fs::remove_file(project.at("out/vec_stack/mocks.rs")).expect("it is removed");
    project.succeed(&["build", "--pending"]);
    project
}

fn review(project: &Project) -> PtySession {
    let mut command = project.command("");
    command.arg("review").env("TERM", "xterm").env_remove("NO_COLOR");
    spawn_command(command, Some(PATIENCE)).expect("specgen runs on a terminal")
}

fn press(session: &mut PtySession, key: &str) {
    session.send(key).and_then(|_| session.flush()).expect("the key is sent");
}

fn expect(session: &mut PtySession, text: &str) -> String {
    session.exp_string(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_review_shows_what_changed_and_why_and_takes_decisions() {
    let project = waiting();
    let mut session = review(&project);
    let before = expect(&mut session, "change 1 of 2: out/vec_stack/main.rs");
    assert_eq!(before.trim(), "");
    let why = expect(&mut session, "--- out/vec_stack/main.rs");
    assert!(why.contains("axiom new: top") && why.contains("axiom removed: peek_pushed"), "{why}");
    assert!(why.contains("goal new: ") && why.contains("top/holds"), "{why}");
    let shown = expect(&mut session, "q quit");
    assert!(shown.contains("\u{1b}[1;7mtop"), "what differs is emphasised: {shown}");
    press(&mut session, "x");
    press(&mut session, "a");
    expect(&mut session, "accepted  out/vec_stack/main.rs");
    let why = expect(&mut session, "change 2 of 2: out/vec_stack/mocks.rs");
    assert!(!why.contains("error"), "{why}");
    expect(&mut session, "the file is new");
    expect(&mut session, "q quit");
    press(&mut session, "r");
    expect(&mut session, "rejected  out/vec_stack/mocks.rs");
    session.exp_eof().expect("it ends");
    assert!(project.read(MAIN).contains("mod top"));
    assert!(!project.has("out/vec_stack/mocks.rs") && !project.has("out/vec_stack/mocks.rs.new"));
}

#[test]
fn a_check_has_colours_on_a_terminal_unless_they_are_refused() {
    let project = waiting();
    let check = |no_colour: &str| {
        let mut command = project.command("");
        command.args(["build", "--check"]).env("TERM", "xterm").env("NO_COLOR", no_colour);
        let mut session = spawn_command(command, Some(PATIENCE)).expect("specgen runs");
        session.exp_eof().expect("it ends")
    };
    assert!(check("").contains("\u{1b}[31m--- out/vec_stack/main.rs"));
    // Where a build takes long its progress is shown, with codes that are no colours.
    let plain = check("1");
    let colours = (30..=37).map(|colour| format!("\u{1b}[{colour}m"));
    assert!(!colours.into_iter().any(|colour| plain.contains(&colour)), "{plain}");
}

#[test]
fn skipped_changes_stay_pending() {
    let project = waiting();
    let mut session = review(&project);
    expect(&mut session, "q quit");
    press(&mut session, "s");
    expect(&mut session, "change 2 of 2");
    expect(&mut session, "q quit");
    press(&mut session, "q");
    expect(&mut session, "2 of 2 still pending");
    assert!(project.has("out/vec_stack/main.rs.new") && project.has("out/vec_stack/mocks.rs.new"));
    assert!(project.read(MAIN).contains("mod peek_pushed"));
}

#[test]
fn one_key_accepts_all_that_are_left() {
    let project = waiting();
    let mut session = review(&project);
    expect(&mut session, "q quit");
    press(&mut session, "A");
    expect(&mut session, "accepted  out/vec_stack/main.rs");
    expect(&mut session, "accepted  out/vec_stack/mocks.rs");
    session.exp_eof().expect("it ends");
    project.succeed(&["build", "--check"]);
}

#[test]
fn without_a_terminal_the_error_names_commands_for_scripts() {
    let project = waiting();
    let refused = project.run(&["review"]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("use `specgen accept` or `specgen reject`"), "{}", refused.err);
}
