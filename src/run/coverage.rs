//! Which lines and regions of source files tests reached.
//!
//! A region is a piece of code without a branch inside, such as an arm of a `match`, the way that
//! `?` takes with an error, or the right side of `&&`.

use std::collections::BTreeMap;

use super::record::Record;
use crate::count::counted;
use crate::json::{self, Value};

/// The counters of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCoverage {
    /// By number: how often each line with code was executed.
    pub lines: BTreeMap<u64, u64>,
    pub regions: BTreeMap<Region, u64>,
    /// Which outcomes each condition had. Only nightly compilers count them.
    pub branches: BTreeMap<Region, [bool; 2]>,
}

/// From the first character to the end of the last one. Lines and columns are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Region {
    pub start: (u64, u64),
    pub end: (u64, u64),
}

/// By the names of the files.
pub type Coverage = BTreeMap<String, FileCoverage>;

/// Reads the JSON of `llvm-cov export`. Files without a name are left out.
pub fn exported(text: &str, name: impl Fn(&str) -> Option<String>) -> Result<Coverage, String> {
    let unread = || "llvm-cov prints something else than expected".to_owned();
    let value = json::parse(text).ok_or_else(unread)?;
    let files = value["data"][0]["files"].as_array().ok_or_else(unread)?;
    let mut coverage = Coverage::new();
    for file in files {
        let path = file["filename"].as_str().ok_or_else(unread)?;
        let Some(name) = name(path) else { continue };
        let segments = file["segments"].as_array().ok_or_else(unread)?;
        let segments: Option<Vec<Segment>> = segments.iter().map(Segment::read).collect();
        let mut found = FileCoverage::of(&segments.ok_or_else(unread)?);
        file["branches"].as_array().into_iter().flatten().for_each(|one| found.branch(one));
        coverage.insert(name, found);
    }
    Ok(coverage)
}

/// A place where the innermost region changes.
struct Segment {
    place: (u64, u64),
    count: u64,
    has_count: bool,
    /// Whether a region starts here, rather than goes on after another one inside of it.
    is_start: bool,
}

impl Segment {
    /// `[line, column, count, has count, is a start, is a gap]`
    fn read(value: &Value) -> Option<Self> {
        let number = |at: usize| value[at].as_u64();
        let truth = |at: usize| value[at].as_bool();
        Some(Self {
            place: (number(0)?, number(1)?),
            count: number(2)?,
            has_count: truth(3)?,
            is_start: truth(4)? && !truth(5)?,
        })
    }

    fn is_idle(&self) -> bool {
        self.has_count && self.count == 0
    }
}

impl FileCoverage {
    /// Counts lines as `llvm-cov` does: by the regions that start on a line, and by the one that
    /// goes on from the line before.
    fn of(segments: &[Segment]) -> Self {
        let mut found = Self::default();
        for (at, segment) in segments.iter().enumerate().filter(|(_, one)| one.has_count) {
            let mut rest = segments[at + 1..].iter();
            if segment.is_start {
                found.count(segment.place.0, segment.count);
                let is_end = |next: &&Segment| segment.count > 0 || !next.is_idle();
                let end = rest.clone().find(is_end).map_or(segment.place, |next| next.place);
                found.regions.insert(Region { start: segment.place, end }, segment.count);
            }
            let last = rest.next().map_or(segment.place.0, |next| next.place.0);
            (segment.place.0 + 1..=last).for_each(|line| found.count(line, segment.count));
        }
        found
    }

    /// A line is executed as often as the code on it that is executed most.
    fn count(&mut self, line: u64, count: u64) {
        let known = self.lines.entry(line).or_default();
        *known = count.max(*known);
    }

    /// Reads `[line, column, end line, end column, times true, times false, …]`. Each instance of
    /// generic code has its own.
    fn branch(&mut self, value: &Value) {
        let number = |at: usize| value[at].as_u64().unwrap_or(0);
        let region = Region { start: (number(0), number(1)), end: (number(2), number(3)) };
        let known = self.branches.entry(region).or_default();
        *known = [known[0] || number(4) > 0, known[1] || number(5) > 0];
    }

    pub fn is_reached(&self) -> bool {
        self.lines.values().any(|count| *count > 0)
    }

    /// Reached lines, all lines, reached regions, all regions.
    pub fn counts(&self) -> [usize; 4] {
        let reached =
            |counts: &mut dyn Iterator<Item = &u64>| counts.filter(|count| **count > 0).count();
        [
            reached(&mut self.lines.values()),
            self.lines.len(),
            reached(&mut self.regions.values()),
            self.regions.len(),
        ]
    }

    /// Blocks of lines that were not reached, and regions within lines that were.
    pub fn missed(&self) -> Vec<Region> {
        let mut missed: Vec<Region> = Vec::new();
        let mut is_open = false;
        for (line, count) in &self.lines {
            match missed.last_mut().filter(|_| is_open) {
                Some(block) if *count == 0 => block.end = (*line + 1, 1),
                _ if *count == 0 => {
                    missed.push(Region { start: (*line, 1), end: (*line + 1, 1) });
                }
                _ => {}
            }
            is_open = *count == 0;
        }
        let mut end = (0, 0);
        for (region, _) in self.regions.iter().filter(|(_, count)| **count == 0) {
            let is_within = region.start.0 == region.end.0 && region.start >= end;
            if is_within && self.lines.get(&region.start.0).is_some_and(|count| *count > 0) {
                missed.push(*region);
                end = region.end;
            }
        }
        missed.sort();
        missed
    }
}

impl Region {
    /// Whether it consists of whole lines.
    pub fn is_block(&self) -> bool {
        (self.start.1, self.end.1) == (1, 1)
    }

    /// `7`, `7-9`, or `7:12`
    pub fn place(&self) -> String {
        let ((line, column), last) = (self.start, self.end.0 - 1);
        match self.is_block() {
            true if line == last => line.to_string(),
            true => format!("{line}-{last}"),
            false => format!("{line}:{column}"),
        }
    }

    /// The line before, within and after a region that is on one line. Columns count bytes.
    pub fn split<'l>(&self, line: &'l str) -> [&'l str; 3] {
        let at = |column: u64| column as usize - 1;
        let (start, end) = (at(self.start.1), at(self.end.1));
        match (line.get(..start), line.get(start..end), line.get(end..)) {
            (Some(before), Some(within), Some(after)) => [before, within, after],
            // The file has changed.
            _ => ["", line, ""],
        }
    }

    /// The first line of the code.
    fn text(&self, source: &str) -> String {
        let line = source.lines().nth(self.start.0 as usize - 1).unwrap_or_default();
        let text = if self.is_block() { line } else { self.split(line)[1] };
        text.trim().to_owned()
    }
}

/// The records of what was reached.
pub fn coverage_records(coverage: &Coverage) -> String {
    let mut text = String::new();
    for (name, file) in coverage {
        for (line, count) in &file.lines {
            text.push_str(&format!("line\t\t{name}\t{line}\t{count}\n"));
        }
        for (Region { start, end }, count) in &file.regions {
            let place = format!("{}:{}-{}:{}", start.0, start.1, end.0, end.1);
            text.push_str(&format!("region\t\t{name}\t{place}\t{count}\n"));
        }
    }
    text
}

/// Reads these records back.
pub fn recorded(records: &[Record]) -> Coverage {
    let mut coverage = Coverage::new();
    for record in records {
        let file = || record.subject.clone();
        match record.kind.as_str() {
            "line" => {
                let Ok(line) = record.detail.parse() else { continue };
                coverage.entry(file()).or_default().lines.insert(line, record.count);
            }
            "region" => {
                let numbers = record.detail.split([':', '-']).map(str::parse);
                let Ok(numbers) = numbers.collect::<Result<Vec<u64>, _>>() else { continue };
                let [a, b, c, d] = numbers[..] else { continue };
                let region = Region { start: (a, b), end: (c, d) };
                coverage.entry(file()).or_default().regions.insert(region, record.count);
            }
            _ => {}
        }
    }
    coverage
}

/// The most places that are listed of a file.
const LISTED: usize = 30;

/// The shares of each file that was reached, and what was not reached in it.
pub fn coverage_table(coverage: &Coverage, source: impl Fn(&str) -> String) -> String {
    let mut text = "reached by tests\n".to_owned();
    let (reached, idle): (Vec<_>, Vec<_>) =
        coverage.iter().partition(|(_, file)| file.is_reached());
    for (name, file) in &reached {
        let [lines, all_lines, regions, all_regions] = file.counts();
        text.push_str(&format!(
            "  {name}: {lines} of {all_lines} lines, {regions} of {all_regions} regions"
        ));
        if !file.branches.is_empty() {
            let taken = file.branches.values().flatten().filter(|taken| **taken).count();
            text.push_str(&format!(", {taken} of {} branches", 2 * file.branches.len()));
        }
        text.push('\n');
    }
    if !idle.is_empty() {
        text.push_str(&format!("  nothing of {}\n", counted(idle.len(), "other file")));
    }
    let mut missed = String::new();
    for (name, file) in &reached {
        let source = source(name);
        let places = file.missed();
        for place in places.iter().take(LISTED) {
            missed.push_str(&format!("  {name}:{}  {}\n", place.place(), place.text(&source)));
        }
        if places.len() > LISTED {
            missed.push_str(&format!("  {name}: {} more places\n", places.len() - LISTED));
        }
    }
    if !missed.is_empty() {
        text.push_str(&format!("\nnot reached by any test\n{missed}"));
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::records;

    const SOURCE: &str = "fn f(a: bool) -> u8 {\n    if a && b() {\n        1\n    } else {\n        \
                          2\n    }\n}\nfn g() {\n}\n";

    /// As `llvm-cov` exports it for `f(true)` with a true `b`.
    const EXPORT: &str = r#"{"data":[{"files":[{"filename":"/x/src/lib.rs","segments":[
        [1,1,1,true,true,false],[2,8,1,true,true,false],[2,9,1,true,false,false],
        [2,13,0,true,true,false],[2,16,1,true,false,false],[2,17,1,true,true,true],
        [3,9,1,true,true,false],[4,6,0,true,true,true],[5,9,0,true,true,false],
        [6,6,1,true,false,false],[7,2,0,false,false,false],
        [8,1,0,true,true,false],[9,2,0,false,false,false]]},
        {"filename":"/x/tests/a.rs","segments":[]}]}]}"#;

    fn coverage() -> Coverage {
        let name = |path: &str| path.strip_prefix("/x/src/").map(str::to_owned);
        exported(EXPORT, name).expect("it is an export")
    }

    #[test]
    fn missed_lines_and_regions_are_listed() {
        let text = coverage_table(&coverage(), |_| SOURCE.to_owned());
        assert_eq!(
            text,
            "reached by tests\n  lib.rs: 5 of 9 lines, 3 of 6 regions\n\nnot reached by any test\n  \
             lib.rs:2:13  b()\n  lib.rs:5-6  2\n  lib.rs:8-9  fn g() {\n\n"
        );
    }

    /// Two instances of a generic function have seen one outcome of a condition each.
    #[test]
    fn branches_are_shown_where_the_compiler_counts_them() {
        let branches =
            r#""branches":[[2,8,2,9,1,0,0,0,4],[2,8,2,9,0,1,0,0,4],[2,13,2,16,0,1,0,0,4]],""#;
        let export = EXPORT.replacen("\"segments", &format!("{branches}segments"), 1);
        let coverage = exported(&export, |name| Some(name.to_owned())).expect("it is an export");
        let text = coverage_table(&coverage, |_| SOURCE.to_owned());
        assert!(text.contains("3 of 6 regions, 3 of 4 branches\n"), "{text}");
    }

    #[test]
    fn records_are_read_back() {
        let coverage = coverage();
        assert_eq!(recorded(&records(&coverage_records(&coverage))), coverage);
    }

    #[test]
    fn another_format_is_an_error() {
        assert!(exported("{}", |_| None).is_err() && exported("no", |_| None).is_err());
    }
}
