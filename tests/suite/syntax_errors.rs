//! What the parser says about texts that are no specifications.

use specgen::diagnostic::Diagnostic;
use specgen::source::Sources;
use specgen::syntax::parse_spec;

/// The messages about a text, each with the lines that it speaks of.
fn messages(name: &str, text: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let errors = parse_spec(text, file).expect_err("the text has mistakes");
    errors.iter().map(|error| message(&sources, error)).collect::<Vec<_>>().join("\n")
}

fn message(sources: &Sources, error: &Diagnostic) -> String {
    let mut text = format!("{}: {}\n", error.code.as_str(), error.message);
    for label in &error.labels {
        let at = sources.line_column(label.span.file, label.span.start);
        let source = &sources.file(label.span.file).text;
        let line = source.lines().nth(at.line - 1).unwrap_or("");
        let width = sources.text(label.span).chars().count().max(1);
        text += &format!("{:>4} | {line}\n", at.line);
        text +=
            &format!("     | {}{} {}\n", " ".repeat(at.column - 1), "^".repeat(width), label.text);
    }
    if let Some(help) = &error.help {
        text += &format!("     = help: {help}\n");
    }
    text
}

#[test]
fn every_mistake_is_reported_where_it_is() {
    insta::glob!("syntax_errors/*.spec", |path| {
        let text = std::fs::read_to_string(path).expect("the case is readable");
        insta::assert_snapshot!(messages("case.spec", &text));
    });
}

#[test]
fn limits_are_named() {
    let nested = format!("{}x{}", "(".repeat(65), ")".repeat(65));
    let deep =
        format!("specification A\n  axioms\n    {nested};\n    x == y;\nend specification\n");
    let large = format!("// Far too long.\n{}", " ".repeat(1 << 20));
    let wrong =
        format!("specification A\n  axioms\n{}end specification\n", "    x y;\n".repeat(200));
    let too_many = messages("wrong.spec", &wrong);
    let last = too_many.rsplit("\n\n").next().expect("there are messages");
    let all = [messages("deep.spec", &deep), messages("large.spec", &large), last.to_owned()];
    insta::assert_snapshot!(all.join("\n"));
}
