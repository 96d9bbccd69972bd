//! Lines of a skeleton that fit a screen.

const WIDTH: usize = 88;

/// A text as lines of comments.
pub fn comment(indent: usize, text: &str) -> String {
    let lead = format!("{}// ", " ".repeat(indent));
    let mut lines: Vec<String> = Vec::new();
    let mut line = lead.clone();
    for word in text.split_whitespace() {
        let is_empty = line.trim_end() == lead.trim_end();
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, lead.clone()));
        }
        if !line.ends_with(' ') {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// One of a list in a comment, with the lines after the first set in.
pub fn item(indent: usize, text: &str) -> String {
    let lines = comment(indent + 4, text);
    let lead = " ".repeat(indent);
    let inner = lines.lines().enumerate().map(|(place, line)| {
        let words = line.trim_start().trim_start_matches("// ");
        let gap = if place == 0 { "   " } else { "     " };
        format!("{lead}//{gap}{words}\n")
    });
    inner.collect()
}

/// A profile behind its name; where it is too long, its result goes on the next line.
pub fn broken(lead: &str, profile: &str) -> String {
    let line = format!("{lead}{profile}");
    match profile.find(" -->") {
        Some(arrow) if line.chars().count() > WIDTH => {
            let gap = " ".repeat(lead.len());
            format!("{lead}{}\n{gap}{}", &profile[..arrow], &profile[arrow + 1..])
        }
        _ => line,
    }
}
