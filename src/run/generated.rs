//! The tests in a generated file.

/// A test that specgen wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedTest {
    /// Of the axiom or the type that it is about.
    pub module: String,
    pub name: String,
    /// The id of the goal that it was made for, if it was made for one.
    pub goal: Option<String>,
    /// The function with its comment.
    pub source: String,
}

/// Finds the tests of a file by how generated files are laid out: modules without
/// indentation, tests in them with one level of it. Templates of somebody else
/// may lay them out in other ways, and then nothing is found.
pub fn tests(file: &str) -> Vec<GeneratedTest> {
    let mut tests = Vec::new();
    let mut module = "";
    let mut open: Option<Vec<&str>> = None;
    for line in file.lines() {
        if let Some(name) = line.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(" {")) {
            module = name;
        } else if line == "}" {
            module = "";
        }
        let is_comment = line.starts_with("    /// ");
        let starts = !module.is_empty() && (is_comment || line == "    #[test]");
        match &mut open {
            Some(lines) => lines.push(line),
            None if starts => open = Some(vec![line]),
            None => {}
        }
        if line == "    }" || line.is_empty() && is_unfinished(open.as_deref()) {
            tests.extend(open.take().and_then(|lines| test(module, &lines)));
        }
    }
    tests
}

/// Whether a comment belongs to something else than a function.
fn is_unfinished(open: Option<&[&str]>) -> bool {
    open.is_some_and(|lines| !lines.iter().any(|line| line.starts_with("    fn ")))
}

fn test(module: &str, lines: &[&str]) -> Option<GeneratedTest> {
    if !lines.contains(&"    #[test]") {
        return None;
    }
    let name = lines.iter().find_map(|line| line.strip_prefix("    fn ")?.split('(').next())?;
    let source: Vec<&str> =
        lines.iter().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    let source = source.join("\n");
    Some(GeneratedTest {
        module: module.to_owned(),
        name: name.to_owned(),
        goal: goal(&source),
        source,
    })
}

/// What a test calls its case: `Case::new("goal", …)`.
fn goal(source: &str) -> Option<String> {
    let call = source.split("Case::new(").nth(1)?;
    let quoted = call.trim_start().strip_prefix('"')?;
    quoted.split('"').next().map(str::to_owned)
}

#[cfg(test)]
mod tests_of_layout {
    use super::*;

    const FILE: &str = "\
mod mocks;

/// A tester.
fn first() {
    // `first`
}

mod first {
    use super::*;

    /// About something else.
    const X: u32 = 0;

    /// p(x)
    #[test]
    fn holds() {
        let _case = Case::new(
            \"first/holds\",
            &[],
        );

        first();
    }

    /// Not a test.
    fn other() {
        first();
    }

    #[test]
    fn no_goal() {
        first();
    }
}
";

    #[test]
    fn tests_are_found_with_their_goals() {
        let found = tests(FILE);
        let names: Vec<_> = found
            .iter()
            .map(|test| (test.module.as_str(), test.name.as_str(), test.goal.as_deref()))
            .collect();
        assert_eq!(names, [("first", "holds", Some("first/holds")), ("first", "no_goal", None)]);
        assert!(found[0].source.starts_with("/// p(x)\n#[test]\nfn holds() {\n    let _case"));
        assert!(found[0].source.ends_with("    first();\n}"));
    }

    #[test]
    fn any_text_is_taken() {
        assert!(tests("}\n    }\n    #[test]\nmod x {\n    #[test]").is_empty());
        assert!(tests("mod x {\n    #[test]\n    fn \n    }").len() < 2);
    }
}
