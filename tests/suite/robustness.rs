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
}
