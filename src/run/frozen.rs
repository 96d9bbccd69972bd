//! The file of frozen answers: what types answer where the specification leaves it open.
//!
//! The runtime writes and reads single entries; here the file is taken apart by suites.

/// The name of the file, in the output folder.
pub const FROZEN: &str = "specgen-frozen";

const FIRST_LINE: &str = "specgen frozen 1";
const INTRODUCTION: &str = "\
# What the types answer where their specification allows several answers. `specgen test` shows
# answers that changed, and `specgen test --freeze` accepts them. Keep this file under version
# control. To forget an answer, delete its entry.
";

/// The entries of a file, by suite.
pub struct FrozenFile {
    /// The lines before the first entry.
    start: String,
    /// The suite and the text of each entry.
    entries: Vec<(String, String)>,
}

impl Default for FrozenFile {
    fn default() -> Self {
        Self { start: format!("{FIRST_LINE}\n{INTRODUCTION}"), entries: Vec::new() }
    }
}

impl FrozenFile {
    /// Fails if the text is not such a file, or one of another version.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.lines().next() {
            Some(FIRST_LINE) => {}
            Some(line) => {
                return Err(format!(
                    "it begins with `{line}`, and this version reads `{FIRST_LINE}`"
                ));
            }
            None => return Err(format!("it is empty; its first line should be `{FIRST_LINE}`")),
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
        let mut file = FrozenFile::default();
        file.replace("urn", "\nurn Urn 0\n  v0 = new()\n  observe next(v0) is Ball1\n");
        file.replace("bag", "\nbag Bag 0\n  v0 = new()\n\nbag Bag 1\n  v0 = new()\n");
        assert_eq!(file.suites(), ["bag", "urn"]);
        let text = file.text();
        let again = FrozenFile::parse(&text).map(|file| file.text());
        assert_eq!(again.as_deref(), Ok(text.as_str()));
        file.replace("bag", "");
        assert_eq!(file.suites(), ["urn"]);
        assert!(
            file.text().ends_with("\n\nurn Urn 0\n  v0 = new()\n  observe next(v0) is Ball1\n")
        );
        assert!(FrozenFile::parse("specgen frozen 2\n").is_err());
        assert!(FrozenFile::parse("").is_err());
    }
}
