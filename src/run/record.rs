//! The counts that the runtime of generated tests writes; `templates/support/record.rs`
//! describes the format.

/// A line of a record file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub kind: String,
    /// The path of the module that the generated tests are in.
    pub suite: Vec<String>,
    pub subject: String,
    pub detail: String,
    pub count: u64,
}

/// Reads the lines of a file. Skips lines that are cut off: a process may have been killed.
pub fn records(text: &str) -> Vec<Record> {
    text.lines().filter_map(record).collect()
}

fn record(line: &str) -> Option<Record> {
    let mut fields = line.split('\t');
    let mut next = || fields.next().map(str::to_owned);
    let (kind, suite, subject, detail) = (next()?, next()?, next()?, next()?);
    let count = next()?.parse().ok()?;
    let suite = suite.split("::").map(str::to_owned).collect();
    Some(Record { kind, suite, subject, detail, count })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_cut_off_are_skipped() {
        let text =
            "axiom\ttests::tree\t[a] p (x.spec:1)\ttf\t12\npremise\ttree\t[a]\t\t0\naxiom\tt";
        let read = records(text);
        assert_eq!(read.len(), 2);
        assert_eq!((read[0].suite.join("/"), read[0].count), ("tests/tree".to_owned(), 12));
        assert_eq!((read[1].kind.as_str(), read[1].detail.as_str()), ("premise", ""));
    }
}
