//! JUnit XML, as written by nextest and other runners.

use roxmltree::{Document, Node};

use super::test_run::{TestRun, TestStatus, pieces};

pub fn read(text: &str) -> Result<Vec<TestRun>, String> {
    let document = Document::parse(text).map_err(|error| format!("it is not XML: {error}"))?;
    let cases = document.descendants().filter(|node| node.has_tag_name("testcase"));
    Ok(cases.map(ran).collect())
}

/// Some runners put the module into `classname`, others the program. In both cases the name of
/// the test comes last.
fn ran(case: Node<'_, '_>) -> TestRun {
    let attribute = |name: &str| case.attribute(name).unwrap_or_default();
    let mut path = pieces(attribute("classname"));
    path.extend(pieces(attribute("name")));
    let has = |name: &str| case.children().any(|child| child.has_tag_name(name));
    let status = if has("failure") || has("error") {
        TestStatus::Failed
    } else if has("skipped") {
        TestStatus::Ignored
    } else {
        TestStatus::Passed
    };
    TestRun { path, status, output: output(case) }
}

/// The output of the test; without captured output, the message of its failure.
fn output(case: Node<'_, '_>) -> String {
    let texts = |names: &[&str]| -> Vec<String> {
        let named = case.children().filter(|child| names.contains(&child.tag_name().name()));
        let text = |node: Node<'_, '_>| match node.text().map(str::trim) {
            Some(text) if !text.is_empty() => text.to_owned(),
            _ => node.attribute("message").unwrap_or_default().to_owned(),
        };
        named.map(text).filter(|text| !text.is_empty()).collect()
    };
    let printed = texts(&["system-out", "system-err"]);
    let failures = texts(&["failure", "error"]);
    if printed.is_empty() { failures.join("\n") } else { printed.join("\n") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_read() {
        let ran = read(
            r#"<?xml version="1.0"?>
<testsuites><testsuite name="set::tree">
<testcase name="first::holds" classname="set::tree" time="0.1"><system-err>specgen: a &lt; b</system-err></testcase>
<testcase name="fails" classname="first"><failure message="panicked" type="x"/></testcase>
<testcase name="later" classname="first"><skipped/></testcase>
</testsuite></testsuites>"#,
        )
        .expect("it is XML");
        assert_eq!(ran[0].path, ["set", "tree", "first", "holds"]);
        assert_eq!((ran[0].status, ran[0].output.as_str()), (TestStatus::Passed, "specgen: a < b"));
        assert_eq!((ran[1].status, ran[1].output.as_str()), (TestStatus::Failed, "panicked"));
        assert_eq!(ran[2].status, TestStatus::Ignored);
    }

    #[test]
    fn what_is_not_xml_is_refused() {
        assert!(read("<testsuites><testcase").is_err());
        assert!(read("<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>").is_err());
    }
}
