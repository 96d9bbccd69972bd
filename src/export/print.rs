//! The layout of Alloy text.

use super::condition::Condition;

/// The maximum length of a line.
const WIDTH: usize = 96;

/// `// line` for each line.
pub fn comment(lines: &[String]) -> String {
    lines.iter().map(|line| format!("// {line}\n")).collect()
}

/// A named block: `fact name {`, its body, `}`.
pub fn block(head: &str, body: &str, tail: &str) -> String {
    format!("{head} {{\n{body}}}{tail}\n")
}

/// `all E, F: Orderable, S: SortedSet |` with the condition below it; the condition alone if
/// there are no variables.
pub fn quantified(quantifier: &str, declarations: &str, condition: &Condition) -> String {
    if declarations.is_empty() {
        return layout(condition, 2);
    }
    format!("  {quantifier} {declarations} |\n{}", layout(condition, 4))
}

/// A condition on separate lines, broken at its connectives.
pub fn layout(condition: &Condition, indent: usize) -> String {
    let blanks = " ".repeat(indent);
    let line = format!("{blanks}{}", text(condition));
    if line.len() <= WIDTH {
        return format!("{line}\n");
    }
    match condition {
        Condition::And(parts) => broken(parts, "and", &blanks),
        Condition::Or(parts) => broken(parts, "or", &blanks),
        Condition::Implies(premise, conclusion) => {
            let (premise, conclusion) = (operand(premise), operand(conclusion));
            format!("{blanks}{premise}\n{blanks}  implies {conclusion}\n")
        }
        Condition::Iff(left, right) => {
            format!("{blanks}{}\n{blanks}  iff {}\n", operand(left), operand(right))
        }
        _ => format!("{line}\n"),
    }
}

fn broken(parts: &[Condition], word: &str, blanks: &str) -> String {
    let parts: Vec<String> = parts.iter().map(operand).collect();
    format!("{blanks}{}\n", parts.join(&format!("\n{blanks}{word} ")))
}

/// A condition in one line.
pub fn text(condition: &Condition) -> String {
    let joined = |parts: &[Condition], word: &str| {
        let parts: Vec<String> = parts.iter().map(operand).collect();
        parts.join(&format!(" {word} "))
    };
    match condition {
        // Alloy has no constants for truth values.
        Condition::True => "no none".to_owned(),
        Condition::False => "some none".to_owned(),
        Condition::Atom { text, .. } => text.clone(),
        Condition::Not(inner) => format!("not {}", operand(inner)),
        Condition::And(parts) => joined(parts, "and"),
        Condition::Or(parts) => joined(parts, "or"),
        Condition::Implies(premise, conclusion) => {
            format!("{} implies {}", operand(premise), operand(conclusion))
        }
        Condition::Iff(left, right) => format!("{} iff {}", operand(left), operand(right)),
    }
}

/// Nested connectives are always in parentheses, since few readers know their precedence in
/// Alloy.
pub fn operand(condition: &Condition) -> String {
    match condition {
        Condition::True | Condition::False | Condition::Atom { .. } => text(condition),
        _ => format!("({})", text(condition)),
    }
}
