//! Files of sequences that are kept in the output folder.
//!
//! The runtime writes and reads single entries; here the file is taken apart by suites.

/// What a file is for.
#[derive(Debug)]
pub struct Purpose {
    /// The name of the file, in the output folder.
    pub name: &'static str,
    first_line: &'static str,
    introduction: &'static str,
}

/// What types answer where the specification leaves it open.
pub static FROZEN: Purpose = Purpose {
    name: "specgen-frozen",
    first_line: "specgen frozen 1",
    introduction: "\
# What the types answer where their specification allows several answers. `specgen test` shows
# answers that changed, and `specgen test --freeze` accepts them. Keep this file under version
# control. To forget an answer, delete its entry.
",
};

/// Sequences that the tests replay.
pub static CORPUS: Purpose = Purpose {
    name: "specgen-corpus",
    first_line: "specgen corpus 1",
    introduction: "\
# Sequences of calls that the tests replay. `specgen test --guided` adds some that reach code which
# no other sequence here reaches, `specgen infer --pin` some that come near to breaking an axiom.
# This file can be deleted.
",
};

/// The entries of a file, by suite.
#[derive(Debug)]
pub struct KeptFile {
    /// The lines before the first entry.
    start: String,
    /// The suite and the text of each entry.
    entries: Vec<(String, String)>,
}

impl KeptFile {
    pub fn new(purpose: &Purpose) -> Self {
        let start = format!("{}\n{}", purpose.first_line, purpose.introduction);
        Self { start, entries: Vec::new() }
    }

    /// Fails if the text is not such a file, or one of another version.
    pub fn parse(text: &str, purpose: &Purpose) -> Result<Self, String> {
        let expected = purpose.first_line;
        match text.lines().next() {
            Some(line) if line == expected => {}
            Some(line) => {
                return Err(format!(
                    "it begins with `{line}`, and this version reads `{expected}`"
                ));
            }
            None => return Err(format!("it is empty; its first line should be `{expected}`")),
        }
        let mut file = Self { start: String::new(), entries: Vec::new() };
        for (number, line) in text.lines().enumerate() {
            let line = line.trim_end();
            let is_head = number > 0 && !line.is_empty() && !line.starts_with([' ', '#']);
            if is_head {
                let suite = line.split(' ').next().unwrap_or_default();
                file.entries.push((suite.to_owned(), String::new()));
            }
            let text = file.entries.last_mut().map_or(&mut file.start, |(_, text)| text);
            if !line.is_empty() {
                *text += &format!("{line}\n");
            }
        }
        Ok(file)
    }

    /// The suites with entries, each once.
    pub fn suites(&self) -> Vec<&str> {
        let mut suites: Vec<&str> = self.entries.iter().map(|(suite, _)| suite.as_str()).collect();
        suites.sort_unstable();
        suites.dedup();
        suites
    }

    /// Replaces all entries of a suite.
    pub fn replace(&mut self, suite: &str, entries: &str) {
        self.entries.retain(|(known, _)| known != suite);
        let texts = entries.split("\n\n").map(|entry| entry.trim_matches('\n'));
        let entries = texts.filter(|entry| !entry.is_empty());
        self.entries.extend(entries.map(|entry| (suite.to_owned(), format!("{entry}\n"))));
        self.entries.sort_by(|(one, _), (other, _)| one.cmp(other));
    }

    /// Adds an entry of a suite. Returns whether it is new.
    pub fn add(&mut self, suite: &str, entry: String) -> bool {
        let is_new = self.entries.iter().all(|(_, known)| *known != entry);
        if is_new {
            self.entries.push((suite.to_owned(), entry));
        }
        is_new
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn text(&self) -> String {
        let entries = self.entries.iter().map(|(_, text)| format!("\n{text}"));
        self.start.clone() + &entries.collect::<String>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entries_of_a_suite_are_replaced_and_all_others_stay() {
        let mut file = KeptFile::new(&FROZEN);
        file.replace("urn", "\nurn Urn 0\n  v0 = new()\n  observe next(v0) is Ball1\n");
        file.replace("bag", "\nbag Bag 0\n  v0 = new()\n\nbag Bag 1\n  v0 = new()\n");
        assert_eq!(file.suites(), ["bag", "urn"]);
        let text = file.text();
        let again = KeptFile::parse(&text, &FROZEN).map(|file| file.text());
        assert_eq!(again.as_deref(), Ok(text.as_str()));
        file.replace("bag", "");
        assert_eq!(file.suites(), ["urn"]);
        assert!(
            file.text().ends_with("\n\nurn Urn 0\n  v0 = new()\n  observe next(v0) is Ball1\n")
        );
        let entry = "bag Bag 0\n  v0 = new()\n".to_owned();
        assert!(file.add("bag", entry.clone()) && !file.add("bag", entry));
        assert_eq!(file.suites(), ["bag", "urn"]);
        assert!(KeptFile::parse("specgen frozen 2\n", &FROZEN).is_err());
        assert!(KeptFile::parse("", &FROZEN).is_err());
    }
}
