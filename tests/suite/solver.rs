//! Other solvers, inside and outside of the program: whichever is asked, the output is the
//! same.

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
fn unknown_solvers_are_reported() {
    let refused = |solver: &str, why: &str| {
        let expected = format!("error: {why}\n");
        for command in [&["goals"][..], &["export", "alloy"]] {
            let own = ["specs/stack.spec", "--scope", "Element=2", "--solver", solver];
            let arguments = [command, &own].concat();
            run(&arguments).code(1).stderr_eq(expected.as_str());
        }
    };
    let expected = "expected `builtin`, `cadical` or `external:CMD`";
    refused("minisat", &format!("`minisat` is not a solver: {expected}"));
    refused("external:", "`external:` needs the command of a solver");
    refused(
        "external:no-such-solver -q",
        "the solver `no-such-solver -q` has failed: No such file or directory (os error 2)",
    );
    refused(
        "external:echo hello",
        "the solver `echo hello` has failed: \
         No solution line found in the output; hello [..]",
    );
}

/// The feature `cadical` is off by default, and the option says how to turn it on.
#[cfg(not(feature = "cadical"))]
#[test]
fn without_cadical_the_error_says_how_to_build_with_it() {
    run(&["goals", "specs/stack.spec", "--solver", "cadical"]).code(1).stderr_eq(
        "error: CaDiCaL is not part of this program; build it anew from its sources with \
         `cargo install --path . --features cadical`, which needs a C++ compiler, or ask an \
         installed one with `--solver 'external:cadical -q'`\n",
    );
}

#[cfg(feature = "cadical")]
mod cadical {
    use super::{goals, run};

    #[test]
    fn cadical_inside_of_the_program_finds_what_the_built_in_solver_finds() {
        for (spec, scope) in [
            ("specs/stack.spec", ""),
            ("specs/queue.spec", ""),
            ("specs/sorted_set.spec", "SortedSet<=18,Orderable=4"),
            ("specs/partially_ordered_set.spec", "POSet<=12,POrderable=3"),
            ("specs/one_of_set.spec", ""),
            ("specs/bounded_stack.spec", ""),
            ("specs/search_tree.spec", ""),
            ("specs/union_set.spec", ""),
        ] {
            let own = goals(spec, scope, "builtin");
            assert!(own.contains("covered"), "{own}");
            assert_eq!(goals(spec, scope, "cadical"), own, "{spec} {scope}");
        }
    }

    #[test]
    fn cadical_builds_the_files_that_are_committed() {
        for (spec, mapping) in [
            ("specs/sorted_set.spec", "mappings/treeset.map"),
            ("specs/map.spec", "mappings/btreemap.map"),
            ("specs/union_set.spec", "mappings/union_set.map"),
        ] {
            let build = ["build", spec, "--map", mapping, "--check", "--solver", "cadical"];
            run(&build).code(0);
        }
    }

    #[cfg(unix)]
    #[test]
    fn cadical_ends_on_ctrl_c_and_what_is_done_is_shown() {
        use std::process::{Command, Stdio};
        // Takes many seconds, nearly all of them inside of the solver.
        let hard = ["goals", "specs/one_of_set.spec", "--scope", "Set<=18,Element=4"];
        let child = Command::new(env!("CARGO_BIN_EXE_specgen"))
            .args(hard)
            .args(["--solver", "cadical"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(std::time::Duration::from_secs(2));
        let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(told.expect("there is kill").success(), "it was still at work");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130));
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("interrupted") && text.contains("impossible"), "{text}");
    }
}
