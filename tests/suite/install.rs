//! `cargo specgen`, completions and manual pages.

use std::process::{Command, Output};

fn run(program: &str, arguments: &[&str]) -> Output {
    let output = Command::new(program).args(arguments).output();
    output.unwrap_or_else(|error| panic!("{program}: {error}"))
}

fn specgen(arguments: &[&str]) -> Output {
    run(env!("CARGO_BIN_EXE_specgen"), arguments)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// All commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = text(&specgen(&["--help"]).stdout);
    let (_, list) = help.split_once("Commands:\n").expect("the help lists commands");
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn cargo_specgen_is_specgen() {
    let program = env!("CARGO_BIN_EXE_cargo-specgen");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/specs/stack.spec");
    let words = ["check", "--no-search", file];
    let by_cargo = run(program, &[&["specgen"], words.as_slice()].concat());
    let direct = specgen(&words);
    assert_eq!(by_cargo.status.code(), Some(0));
    assert_eq!(by_cargo.stderr, direct.stderr);
    // The word is dropped once, and only where Cargo puts it.
    assert_eq!(run(program, &words).stderr, direct.stderr);
    let twice = run(program, &["specgen", "specgen"]);
    assert_eq!(twice.status.code(), Some(1));
    let help = text(&run(program, &["specgen", "check", "--help"]).stdout);
    assert!(help.contains("Usage: cargo specgen check"), "{help}");
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = text(&specgen(&["completions", shell]).stdout);
        for command in commands() {
            assert!(script.contains(&command), "{shell} has no {command}");
        }
        assert!(script.contains("spec-path"), "{shell} has no options");
    }
    assert_eq!(specgen(&["completions", "tcsh"]).status.code(), Some(1));
}

#[test]
fn the_bash_script_is_one() {
    let script = specgen(&["completions", "bash"]).stdout;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("specgen.bash");
    std::fs::write(&path, script).expect("the folder is ours");
    // Where there is no bash there is nobody to complete for.
    let Ok(checked) = Command::new("bash").arg("-n").arg(&path).output() else { return };
    assert!(checked.status.success(), "{}", text(&checked.stderr));
}

#[test]
fn every_command_has_a_manual_page() {
    let page = text(&specgen(&["man"]).stdout);
    assert!(page.contains(".TH specgen 1"), "{page}");
    assert!(page.contains("Exit codes"), "{page}");
    for command in commands() {
        let page = specgen(&["man", &command]);
        assert!(page.status.success(), "{command}");
        let page = text(&page.stdout);
        assert!(page.contains(&format!(".TH specgen-{command} 1")), "{page}");
    }
    let unknown = specgen(&["man", "nothing"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(text(&unknown.stderr).contains("there is no command `nothing`"));
}

#[test]
fn the_workflow_installs_this_version() {
    let page = include_str!("../../docs/ci.md");
    let (major, minor) = (env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"));
    // Without the sign cargo asks for all three numbers.
    assert!(page.contains(&format!("--version '^{major}.{minor}'")));
    assert!(page.contains(&format!("key: specgen-${{{{ runner.os }}}}-{major}.{minor}\n")));
}
