//! `specgen check` as a user runs it.

use std::path::PathBuf;

use snapbox::IntoData;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};

fn specgen(arguments: &[&str]) -> Command {
    Command::new(cargo_bin!("specgen"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("NO_COLOR")
}

fn check(arguments: &[&str]) -> OutputAssert {
    specgen(&["check"]).args(arguments).assert()
}

/// A folder of its own for one test.
fn folder(test: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    for (name, text) in files {
        let path = folder.join(name);
        let parent = path.parent().expect("the file is in the folder");
        std::fs::create_dir_all(parent).expect("the folder can be made");
        std::fs::write(path, text).expect("the file can be written");
    }
    folder
}

const UNUSED: &str = "tests/diagnostics/unused-variable.spec";

#[test]
fn files_without_problems_end_with_0_and_one_line() {
    check(&["specs/sorted_set.spec", "specs/stack.spec"])
        .code(0)
        .stdout_eq("")
        .stderr_eq("2 files checked, no problems found\n");
}

#[test]
fn errors_end_with_2_and_all_files_are_reported() {
    check(&["tests/diagnostics/E041.spec", "specs/stack.spec", "tests/diagnostics/E044.spec"])
        .code(2)
        .stdout_eq("")
        .stderr_eq(snapbox::str![[r#"
error[E041]: `Stack[Element]` has no creator
 --> tests/diagnostics/E041.spec:4:3
  |
4 |   constructors
  |   ^^^^^^^^^^^^ each of these constructors takes a `Stack[Element]`
  |
  = help: add a constructor that takes no `Stack[Element]`, such as `empty: --> Stack[Element];`

error[E044]: partial operation `top` has no domain clause
 --> tests/diagnostics/E044.spec:8:25
  |
8 |     top: Stack[Element] -->? Element;
  |                         ^^^^ declared partial here
  |
  = help: add a `domains` section that says when it is defined, or write `-->`

3 files checked: 2 errors

"#]]);
}

#[test]
fn warnings_end_with_0() {
    check(&[UNUSED]).code(0).stderr_eq("...\n1 file checked: 1 warning\n");
}

#[test]
fn denied_lint_ends_with_2() {
    check(&[UNUSED, "--deny", "unused-variable"])
        .code(2)
        .stderr_eq("error[unused-variable]: [..]\n...\n1 file checked: 1 error\n");
    check(&[UNUSED, "--deny", "all"]).code(2);
    check(&[UNUSED, "--deny", "open-observer"]).code(0);
}

#[test]
fn allowed_lint_is_silent() {
    check(&[UNUSED, "--allow", "unused-variable"])
        .code(0)
        .stderr_eq("1 file checked, no problems found\n");
    check(&[UNUSED, "--allow", "all", "--deny", "unused-variable"]).code(2);
}

#[test]
fn contradiction_is_found_and_explained() {
    let file = "specs/one_of_set_as_printed.spec";
    let allowed = ["--allow", "domain-ruled-out"];
    let told = snapbox::str![[r#"
error[E060]: the axioms contradict each other: `isEmpty(insertOneOf(empty(), Element0, Element0))` is true and false
  --> specs/one_of_set_as_printed.spec:23:5
   |
23 |     [first_claim]      isEmpty(insertOneOf(S, E, F));
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ gives true
24 |     [second_claim]     not isEmpty(insertOneOf(S, E, F));
   |     ---------------------------------------------------- gives false
   |
   = note: how each result comes about:
...

1 file checked: 1 error

"#]];
    check(&[&[file], &allowed[..]].concat()).code(2).stderr_eq(told.clone());
    check(&[&[file, "--no-search"], &allowed[..]].concat()).code(2).stderr_eq(told);
}

#[test]
fn an_axiom_that_leaves_nothing_outside_of_a_domain_is_found_without_a_search() {
    let file = "specs/one_of_set_as_printed.spec";
    check(&[file, "--no-search"]).code(2).stderr_eq(snapbox::str![[r#"
error[E060]: [..]
...
warning[domain-ruled-out]: the axiom leaves nothing outside of the domain of `insertOneOf`
...
   = help: say where the axiom holds: `… if not isIn(S, E) or not isIn(S, F)`

1 file checked: 1 error, 1 warning

"#]]);
    for file in ["specs/bounded_stack.spec", "specs/one_of_set.spec", "specs/stack.spec"] {
        check(&[file, "--no-search", "--deny", "domain-ruled-out"]).code(0);
    }
}

#[test]
fn silent_lint_warns_on_request() {
    let file = "tests/diagnostics/implied-axiom.spec";
    check(&[file]).code(0).stderr_eq("1 file checked, no problems found\n");
    check(&[file, "--warn", "implied-axiom"])
        .code(0)
        .stderr_eq("warning[implied-axiom]: [..]\n...\n1 file checked: 1 warning\n");
    check(&[file, "--deny", "implied-axiom"]).code(2);
}

#[test]
fn unknown_lint_is_wrong_usage() {
    check(&[UNUSED, "--deny", "unused-variabel"])
        .code(1)
        .stderr_eq("error: invalid value 'unused-variabel'[..]\n...\n");
}

#[test]
fn json_is_one_object_per_line() {
    check(&["tests/diagnostics/E043.spec", UNUSED, "--format", "json"])
        .code(2)
        .stderr_eq("")
        .stdout_eq(snapbox::str![[r#"
{"code":"E043","severity":"error","message":"`top` has two domain clauses","labels":[{"file":"tests/diagnostics/E043.spec","start":304,"end":328,"from":{"line":13,"column":5},"to":{"line":13,"column":29},"text":"given again here"},{"file":"tests/diagnostics/E043.spec","start":274,"end":298,"from":{"line":12,"column":5},"to":{"line":12,"column":29},"text":"first given here"}],"note":null,"help":"join the conditions with `and` or `or`"}
{"code":"unused-variable","severity":"warning","message":"variable `F` is never used","labels":[{"file":"tests/diagnostics/unused-variable.spec","start":163,"end":164,"from":{"line":8,"column":8},"to":{"line":8,"column":9},"text":"not used in this section"}],"note":null,"help":null}

"#]].raw());
}

#[test]
fn dash_reads_standard_input() {
    let text = std::fs::read_to_string(UNUSED).expect("the case is readable");
    specgen(&["check", "-"]).stdin(text).assert().code(0).stderr_eq(snapbox::str![[r#"
warning[unused-variable]: variable `F` is never used
 --> <stdin>:8:8
  |
8 |     E, F: Element;
  |        ^ not used in this section

1 file checked: 1 warning

"#]]);
}

#[test]
fn missing_file_is_an_error_and_other_files_are_checked() {
    check(&["nowhere.spec", "specs/stack.spec"]).code(1).stderr_eq(snapbox::str![[r#"
error: cannot read `nowhere.spec`: No such file or directory (os error 2)
1 of 2 files checked, no problems found

"#]]);
}

#[test]
fn folder_as_file_is_an_error() {
    check(&["specs"])
        .code(1)
        .stderr_eq("error: cannot read `specs`: it is a folder; name the files in it\n");
}

#[test]
fn text_that_is_not_utf8_is_an_error() {
    let folder = folder("not_utf8", &[]);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let file = folder.join("latin.spec");
    std::fs::write(&file, b"specification Caf\xe9").expect("the file can be written");
    check(&[&file.to_string_lossy()])
        .code(1)
        .stderr_eq("error: cannot read `[..]latin.spec`: it is not UTF-8 text (byte 17)\n");
}

#[test]
fn no_arguments_are_wrong_usage() {
    specgen(&[]).assert().code(1);
    check(&[]).code(1).stderr_eq("error: the following required arguments[..]\n...\n");
    specgen(&["chekc"]).assert().code(1);
}

#[test]
fn help_and_version_succeed() {
    specgen(&["--help"]).assert().code(0).stderr_eq("");
    specgen(&["check", "--help"]).assert().code(0).stderr_eq("");
    specgen(&["--version"]).assert().code(0).stdout_eq("specgen [..]\n");
}

#[test]
fn messages_are_plain_where_no_terminal_is() {
    let output = check(&[UNUSED]).get_output().stderr.clone();
    assert!(!output.contains(&0x1b), "no escape sequences");
}

const SET: &str = "\
specification Set[Ordered]
  sorts Set
  constructors make: Item --> Set;
  observers has: Set Item;
  axioms E, F: Item; has(make(E), F) iff above(E, F);
end specification
";

const ORDERED: &str = "\
specification Ordered
  sorts Item
  observers above: Item Item;
end specification
";

const REFLEXIVE: &str = "\
specification Ordered
  sorts Item
  observers above: Item Item;
  axioms E: Item; above(E, E);
end specification
";

#[test]
fn specifications_are_found_below_the_folder_of_the_file() {
    let folder = folder("found", &[("set.spec", SET), ("below/order.spec", ORDERED)]);
    check(&[&folder.join("set.spec").to_string_lossy()]).code(0);
}

#[test]
fn spec_path_replaces_the_folder_of_the_file() {
    let folder = folder(
        "spec_path",
        &[
            ("user/set.spec", SET),
            ("user/order.spec", ORDERED),
            ("a/x.spec", REFLEXIVE),
            ("b/y", ""),
        ],
    );
    let file = folder.join("user/set.spec");
    let file = file.to_string_lossy();
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    check(&[&file, "--spec-path", &path("a")]).code(0);
    check(&[&file, "--spec-path", &path("a"), "--spec-path", &path("user")])
        .code(2)
        .stderr_eq("error[E021]: 2 files declare a specification `Ordered`\n...\n");
    check(&[&file, "--spec-path", &path("b")]).code(2).stderr_eq("error[E026]: [..]\n...\n");
    check(&[&file, "--spec-path", &path("c")])
        .code(1)
        .stderr_eq("error: --spec-path `[..]` is not a folder\n");
}

#[test]
fn file_with_errors_matters_only_when_a_name_is_missed() {
    let broken = "specification Ordered sorts";
    let folder = folder("broken", &[("set.spec", SET), ("order.spec", broken)]);
    check(&[&folder.join("set.spec").to_string_lossy()])
        .code(2)
        .stderr_eq("...\n  = help: not searched: `[..]order.spec` has syntax errors\n...\n");
}

#[test]
fn what_two_files_use_is_reported_once() {
    let wrong =
        "specification Ordered\n  sorts Item\n  observers above: Item Itme;\nend specification\n";
    let folder = folder("once", &[("set.spec", SET), ("again.spec", SET), ("ordered.spec", wrong)]);
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    check(&[&path("set.spec"), &path("again.spec"), &path("ordered.spec")])
        .code(2)
        .stderr_eq("...\n3 files checked: 1 error\n");
}
