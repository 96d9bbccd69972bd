//! Runs each suite of a test program by itself, as cargo's runner.
//!
//! A mutant may loop for ever or ask for endless memory. Limits on processor time and
//! memory end that, and do not depend on how busy the machine is.

use std::process::{Command, ExitCode};

use crate::subject::{Result, SUITES};

const LIMITS: &str = r#"ulimit -t 5; ulimit -v 8000000; exec "$0" "$@""#;

/// Prints a line for each suite and fails if one of them does.
pub fn judge(program: &str) -> Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for suite in SUITES {
        let output = Command::new("sh")
            .args(["-c", LIMITS, program, &format!("{suite}::"), "--test-threads=1"])
            .env("RUST_BACKTRACE", "0")
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let result = text.lines().rfind(|line| line.starts_with("test result:"));
        println!("{}", verdict(suite, output.status.success()));
        println!("  {}", result.unwrap_or("ended before its last test"));
        for line in text.lines().filter(|line| line.ends_with("FAILED")) {
            println!("  {line}");
        }
        if !output.status.success() {
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

/// How a log says what a suite made of a mutant.
pub fn verdict(suite: &str, passed: bool) -> String {
    format!("suite {suite}: {}", if passed { "passed" } else { "failed" })
}
