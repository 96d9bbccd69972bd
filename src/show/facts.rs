//! The text of a node: the values of operations on its element, in a few short lines.

/// Lines are broken at this many characters.
const LINE: usize = 40;
/// A longer list of arguments is replaced by its length.
const LISTED: usize = 4;
/// If an operation has more results, only their number is shown.
const ANSWERS: usize = 6;

#[derive(Default)]
pub struct Facts {
    pub observed: Vec<String>,
    pub unchanged_by: Calls,
    pub undefined: Calls,
    pub outside: Calls,
}

/// Operations, each with its arguments other than the node's element.
#[derive(Default)]
pub struct Calls(Vec<(String, Vec<String>)>);

impl Calls {
    pub fn push(&mut self, op: &str, rest: String) {
        match self.0.last_mut() {
            Some((last, arguments)) if last == op => arguments.push(rest),
            _ => self.0.push((op.to_owned(), vec![rest])),
        }
    }

    /// `insert Orderable0, Orderable1; pop`
    fn text(&self) -> String {
        let call = |(op, rest): &(String, Vec<String>)| listed(op, rest);
        self.0.iter().map(call).collect::<Vec<_>>().join("; ")
    }
}

impl Facts {
    /// A predicate with the arguments that it holds for.
    pub fn holds(&mut self, op: &str, holds_for: &[String]) {
        if !holds_for.is_empty() {
            self.observed.push(listed(op, holds_for));
        }
    }

    /// An operation with its results, by the arguments other than the element.
    pub fn answers(&mut self, op: &str, answers: &[(String, String)]) {
        for (rest, answer) in answers.iter().take(ANSWERS) {
            self.observed.push(format!("{} = {answer}", label(op, rest)));
        }
        if answers.len() > ANSWERS {
            self.observed.push(format!("{op}: {} more", answers.len() - ANSWERS));
        }
    }

    pub fn lines(&self, term: Option<String>) -> Vec<String> {
        let lists = [
            ("unchanged by", &self.unchanged_by),
            ("undefined:", &self.undefined),
            ("leads outside:", &self.outside),
        ];
        let lists = lists.into_iter().filter(|(_, calls)| !calls.0.is_empty());
        let lists = lists.map(|(word, calls)| format!("{word} {}", calls.text()));
        let texts = term.into_iter().chain(self.observed.iter().cloned()).chain(lists);
        texts.flat_map(|text| broken(&text, LINE)).collect()
    }
}

/// `insert Orderable0, Orderable1`, or `insert for 12 arguments`
fn listed(op: &str, rest: &[String]) -> String {
    match rest.len() {
        0..=LISTED => label(op, &rest.join(", ")),
        count => format!("{op} for {count} arguments"),
    }
}

/// `isIn Orderable0`, `isEmpty`
pub fn label(op: &str, rest: &str) -> String {
    match rest {
        "" => op.to_owned(),
        rest if rest.starts_with('(') => format!("{op}{rest}"),
        rest => format!("{op} {rest}"),
    }
}

/// A text in lines of bounded length, broken at blanks, or at parentheses where the blanks are too
/// far apart. Continuation lines are indented.
pub fn broken(text: &str, limit: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let words = text.split_inclusive(' ').flat_map(|word| {
        let is_long = word.len() > limit;
        word.split_inclusive(move |letter| is_long && letter == '(')
    });
    for word in words {
        let last = lines.len() - 1;
        let length = lines[last].chars().count() + word.trim_end().chars().count();
        if length > limit && !lines[last].trim().is_empty() {
            lines.push(format!("  {word}"));
        } else {
            lines[last].push_str(word);
        }
    }
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}
