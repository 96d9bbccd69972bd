//! Solvers outside of the program: whichever is asked, the output is the same.

use snapbox::cmd::{Command, OutputAssert, cargo_bin};

fn run(arguments: &[&str]) -> OutputAssert {
    let command = Command::new(cargo_bin!("specgen")).args(arguments);
    command.current_dir(env!("CARGO_MANIFEST_DIR")).assert()
}

fn goals(spec: &str, scope: &str, solver: &str) -> String {
    let common = ["goals", spec, "--scope", scope, "--format", "json"];
    let assert = run(&[&common[..], &["--solver", solver]].concat()).code(0).stderr_eq("");
    String::from_utf8(assert.get_output().stdout.clone()).expect("json is text")
}

/// `.ci/run` installs CaDiCaL; elsewhere it may be missing.
#[test]
fn verdicts_and_witnesses_do_not_depend_on_the_solver() {
    let found = std::process::Command::new("cadical").arg("--version").output();
    if found.is_err() {
        assert!(std::env::var_os("CI").is_none(), "continuous integration has cadical");
        eprintln!("NOT TESTED: there is no `cadical`; install it to test other solvers");
        return;
    }
    for (spec, scope) in [
        ("specs/stack.spec", ""),
        ("specs/sorted_set.spec", ""),
        ("specs/sorted_set.spec", "SortedSet<=12,Orderable=3"),
        ("specs/partially_ordered_set.spec", ""),
        ("specs/bounded_stack.spec", "int=0..2"),
    ] {
        let own = goals(spec, scope, "builtin");
        assert!(own.contains("covered"), "{own}");
        for solver in ["external:cadical -q", "external:cadical -q {} --sat"] {
            assert_eq!(goals(spec, scope, solver), own, "{spec} {scope} {solver}");
        }
    }
}

#[test]
fn solvers_that_are_none_are_told() {
    let refused = |solver: &str, why: &str| {
        let expected = format!("error: {why}\n");
        run(&["goals", "specs/stack.spec", "--solver", solver]).code(1).stderr_eq(expected);
    };
    let expected = "expected `builtin` or `external:CMD`, as in `external:cadical -q`";
    refused("minisat", &format!("`minisat` is no solver: {expected}"));
    refused("external:", "`external:` is followed by the command of a solver");
    refused(
        "external:no-such-solver -q",
        "the solver `no-such-solver -q` has failed: No such file or directory (os error 2)",
    );
    refused(
        "external:echo hello",
        "the solver `echo hello` has failed: \
         no line `s SATISFIABLE` or `s UNSATISFIABLE`; hello [..]",
    );
}
