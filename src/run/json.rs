//! Lines of JSON, as libtest writes them with `--format json` and nextest with
//! `--message-format libtest-json`.

use super::test_run::{TestRun, TestStatus, pieces};
use crate::json::{self, Value};

/// Whether a line is an event of a test or of a test program.
pub fn is_event(line: &str) -> bool {
    event(line).is_some_and(|event| event["event"].is_string())
}

fn event(line: &str) -> Option<Value> {
    let line = line.trim();
    line.starts_with('{').then(|| json::parse(line)).flatten()
}

/// Skips other lines, such as cargo's own messages.
pub fn read(text: &str) -> Vec<TestRun> {
    text.lines().filter_map(event).filter_map(|event| ran(&event)).collect()
}

fn ran(event: &Value) -> Option<TestRun> {
    if event["type"] != "test" {
        return None;
    }
    let status = match event["event"].as_str()? {
        "ok" => TestStatus::Passed,
        "failed" => TestStatus::Failed,
        "ignored" => TestStatus::Ignored,
        _ => return None,
    };
    let text = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
    let output = [text("stdout"), text("stderr"), text("message")];
    let output: Vec<String> = output.into_iter().filter(|text| !text.is_empty()).collect();
    Some(TestRun { path: pieces(event["name"].as_str()?), status, output: output.join("\n") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libtest_and_nextest_are_read() {
        let text = r#"
{"type":"suite","event":"started","test_count":3}
   Compiling x
{"type":"test","event":"started","name":"first::holds"}
{"type":"test","name":"first::holds","event":"ok","stdout":"specgen: first/holds: no\n"}
{"type":"test","event":"failed","name":"set::tree$first::fails","stdout":"it broke"}
{"type":"test","event":"timeout","name":"slow"}
{"type":"test","event":7}
{"type":
"#;
        assert!(text.lines().any(is_event));
        let ran = read(text);
        assert_eq!(ran.len(), 2);
        assert_eq!(ran[0].status, TestStatus::Passed);
        assert_eq!(ran[0].output, "specgen: first/holds: no\n");
        assert_eq!(ran[1].path, ["set", "tree", "first", "fails"]);
        assert_eq!(ran[1].output, "it broke");
    }
}
