//! Input that no reasonable user gives, and what users get by accident.

use std::path::PathBuf;

use snapbox::cmd::{Command, OutputAssert, cargo_bin};

fn specgen(arguments: &[&str]) -> Command {
    Command::new(cargo_bin!("specgen")).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"))
}

fn run(arguments: &[&str]) -> OutputAssert {
    specgen(arguments).assert()
}

/// A file in a folder of its own, so that no other is searched.
fn file(test: &str, text: impl AsRef<[u8]>) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("robustness").join(test);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let path = folder.join("it.spec");
    std::fs::write(&path, text).expect("the file can be written");
    path.to_string_lossy().into_owned()
}

fn stderr(assert: &OutputAssert) -> String {
    String::from_utf8_lossy(&assert.get_output().stderr).into_owned()
}

#[test]
fn columns_are_right_in_a_line_that_is_too_long_to_show() {
    let text = format!("specification A{}sorts A constructors", " ".repeat(100_000));
    let path = file("long_line", format!("{text} make: --> B; end specification"));
    let column = text.len() + " make: --> ".len() + 1;
    let output = stderr(&run(&["check", &path]).code(2));
    assert!(output.contains(&format!("it.spec:1:{column}\n")), "{output}");
    assert!(output.contains("make: --> B; end specification"), "{output}");
    assert!(output.len() < 5_000, "{} bytes", output.len());
}

#[test]
fn more_errors_than_anybody_reads_are_counted() {
    let predicates: String = (0..600).map(|n| format!("    p: A B{n};\n")).collect();
    let path = file(
        "many_errors",
        format!(
            "specification A\nsorts A constructors make: --> A;\nobservers\n{predicates}end specification\n"
        ),
    );
    let output = stderr(&run(&["check", &path]).code(2));
    assert_eq!(output.matches("error[E026]").count(), 500);
    assert!(output.ends_with("100 more of these are not shown\n1 file checked: 600 errors\n"));
    let json = run(&["check", &path, "--format", "json"]).code(2);
    assert_eq!(json.get_output().stdout.iter().filter(|byte| **byte == b'\n').count(), 500);
}

#[test]
fn a_device_without_end_is_refused() {
    if !PathBuf::from("/dev/zero").exists() {
        return;
    }
    run(&["check", "/dev/zero"])
        .code(1)
        .stderr_eq("error: cannot read `/dev/zero`: it is longer than 16777216 bytes\n");
    run(&["report", "specs/stack.spec", "--out", "/dev/zero"])
        .code(1)
        .stderr_eq("error: cannot write `/dev/zero`: it is not a regular file\n");
}

#[test]
fn an_unwritable_folder_is_reported_with_the_name_of_the_file() {
    if !PathBuf::from("/proc/self").exists() {
        return;
    }
    let refused = run(&["report", "specs/stack.spec", "--out", "/proc/report.html"]).code(1);
    let told = stderr(&refused);
    assert!(told.starts_with("error: cannot write `/proc/report.html`: "), "{told}");
    assert!(!told.contains("at path"), "{told}");
}

#[test]
fn paths_that_are_not_files_are_named_as_given() {
    run(&["check", "."])
        .code(1)
        .stderr_eq("error: cannot read `.`: it is a folder; name the files in it\n");
    run(&["report", "specs/stack.spec", "--out", "Cargo.toml/report.html"])
        .code(1)
        .stderr_eq("error: cannot write `Cargo.toml/report.html`: a part of its path is a file\n");
    run(&["report", "specs/stack.spec", "--out", "-"])
        .code(1)
        .stderr_eq("error: --out `-` does not name a file\n");
    run(&["goals", "specs/stack.spec", "--timeout", "-1"]).code(1).stderr_eq(
        "error: invalid value '-1' for '--timeout <SECONDS>': invalid digit found in string\n...",
    );
}

#[test]
fn scopes_that_can_not_be_are_explained() {
    let refused = |scope, why: &str| {
        let expected = format!("error: `{scope}`{why}\n");
        run(&["goals", "specs/list.spec", "--scope", scope]).code(1).stderr_eq(expected);
    };
    refused("List=0", ": a sort has 1 to 4096 elements");
    refused("List<=99999999999999999999", ": a sort has 1 to 4096 elements");
    refused("int=5..1", ": the range ends before it begins");
    refused("int=-9223372036854775808..9223372036854775807", ": a range has at most 4096 numbers");
    let expected = " is no scope: expected `Element=3`, `Element<=3` or `int=-2..5`";
    for scope in ["List=-1", "List=", "List", "int=3", "int<=0..3", "int=0..99999999999999999999"] {
        refused(scope, expected);
    }
}

/// What would not fit in memory is refused before it is begun, so this is fast.
#[test]
fn absurd_scopes_and_tables_are_given_up() {
    let gave_up = |arguments: &[&str]| {
        let assert = run(&[&["goals"], arguments].concat()).code(0).stderr_eq("");
        let output = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
        assert!(output.contains("needs too much memory"), "{output}");
        assert!(!output.contains(" covered"), "{output}");
    };
    gave_up(&["specs/sorted_set.spec", "--scope", "SortedSet<=4096,Orderable=64"]);
    gave_up(&["specs/list.spec", "--scope", "List=3,Element=1,int=0..4000"]);
    gave_up(&["specs/map.spec", "--scope", "Map=4096,Key<=4096,Value<=4096"]);
    gave_up(&[&file("wide_constructor", wide("join", 16, "join: {} --> Box;", ""))]);
    gave_up(&[&file("wide_observer", wide("all", 16, "", "all: {} --> Box;"))]);
    gave_up(&[&file("wide_predicate", wide("all", 24, "", "all: {};"))]);
}

/// A specification with an operation of so many arguments.
fn wide(operation: &str, arguments: usize, constructor: &str, observer: &str) -> String {
    let sorts = vec!["Box"; arguments].join(" ");
    let variables: Vec<String> = (0..arguments).map(|index| format!("B{index}")).collect();
    let call = format!("{operation}({})", variables.join(", "));
    let formula = if observer.contains("-->") || observer.is_empty() {
        format!("isMade({call})")
    } else {
        call
    };
    format!(
        "specification Box
           sorts Box
           constructors make: --> Box; next: Box --> Box; {}
           observers isMade: Box; {}
           axioms
             {}: Box;
             isMade(B0) if {formula};
         end specification",
        constructor.replace("{}", &sorts),
        observer.replace("{}", &sorts),
        variables.join(", "),
    )
}

/// Exact results of nested arithmetic are more numbers than fit in memory.
#[test]
fn arithmetic_with_too_many_results_is_given_up() {
    let products: Vec<String> = (0..6).map(|n| format!("(value(B{n}) + value(C{n}))")).collect();
    let variables: Vec<String> = (0..6).map(|n| format!("B{n}, C{n}")).collect();
    let text = format!(
        "specification Box
           sorts Box
           constructors make: int --> Box;
           observers value: Box --> int;
           axioms
             n: int; {}: Box;
             [value]   value(make(n)) = n;
             [product] {} >= 0;
         end specification",
        variables.join(", "),
        products.join(" * "),
    );
    let path = file("products", text);
    let assert = run(&["goals", &path, "--scope", "Box=100,int=0..99"]).code(0);
    let output = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    assert!(output.contains("needs too much memory"), "{output}");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    for arguments in [["goals", "specs/stack.spec"], ["check", "specs/stack.spec"]] {
        let mut child = std::process::Command::new(cargo_bin!("specgen"))
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the command starts");
        drop(child.stdout.take());
        drop(child.stderr.take());
        assert_eq!(child.wait().expect("the command ends").code(), Some(0), "{arguments:?}");
    }
}

/// The search is far from done when the signal comes.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_and_shows_what_is_done() {
    for format in ["text", "json"] {
        let scope = "Map<=32,Key=3,Value=3";
        let child = std::process::Command::new(cargo_bin!("specgen"))
            .args(["goals", "specs/map.spec", "--scope", scope, "--format", format])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the command starts");
        std::thread::sleep(std::time::Duration::from_millis(1500));
        let mut kill = std::process::Command::new("kill");
        let sent = kill.args(["-INT", &child.id().to_string()]).status();
        assert!(sent.expect("the signal can be sent").success());
        let output = child.wait_with_output().expect("the command ends");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(130), "{text}");
        assert!(text.contains("impossible") && text.contains("gave"), "{text}");
        if format == "json" {
            serde_json::from_str::<serde_json::Value>(&text).expect("the output is whole");
        }
    }
}

/// As an editor of long ago ends lines: a comment ends with its line.
#[test]
fn a_carriage_return_alone_ends_a_line() {
    let text = "// One line.\nspecification A\nsorts B // two\nconstructors make: --> C;\nend specification\n";
    let path = file("carriage_returns", text.replace('\n', "\r"));
    let output = stderr(&run(&["check", &path]).code(2));
    assert!(output.contains("it.spec:4:24\n"), "{output}");
    assert!(output.contains("4 | constructors make: --> C;\n"), "{output}");
}

/// 3^6 choices of sizes are more than anybody waits for; all of one size are among
/// those that are tried.
#[test]
fn many_parameters_are_searched_at_few_sizes() {
    let names: Vec<String> = (0..6).map(|n| format!("P{n}")).collect();
    let all = names.join(" ");
    let variables: String = names.iter().map(|name| format!("x{name}: {name}; ")).collect();
    let arguments: Vec<String> = names.iter().map(|name| format!("x{name}")).collect();
    let path = file(
        "many_parameters",
        format!(
            "specification Record[{list}]
               sorts Record[{list}]
               constructors make: {all} --> Record[{list}];
               observers first: Record[{list}] --> P0; odd: Record[{list}];
               axioms
                 {variables} r: Record[{list}];
                 [first] first(make({arguments})) = xP0;
                 [even]  not odd(make({arguments}));
                 [odd]   xP0 = xP0 if odd(r);
             end specification",
            list = names.join(", "),
            arguments = arguments.join(", "),
        ),
    );
    let assert = run(&["goals", &path]).code(0);
    let output = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    assert!(output.contains("no witness among "), "{output}");
}
