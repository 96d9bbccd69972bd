//! What guided sequences reached, as their runtime counted it.

use std::collections::BTreeMap;

use super::record::Record;

/// The counts of one type under test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GuidedCounts {
    /// Edges that were taken.
    pub edges: u64,
    /// All edges of functions that were entered.
    pub all: u64,
    pub functions: u64,
    pub sequences: u64,
    /// Sequences that were added to the corpus.
    pub kept: u64,
    pub findings: u64,
}

impl GuidedCounts {
    fn add(&mut self, detail: &str, count: u64) {
        *match detail {
            "edges" => &mut self.edges,
            "all" => &mut self.all,
            "functions" => &mut self.functions,
            "sequences" => &mut self.sequences,
            "kept" => &mut self.kept,
            "findings" => &mut self.findings,
            _ => return,
        } += count;
    }
}

/// The counts by suite and sort, in this order.
pub fn guided(records: &[Record]) -> BTreeMap<(String, String), GuidedCounts> {
    let mut found: BTreeMap<(String, String), GuidedCounts> = BTreeMap::new();
    for record in records.iter().filter(|record| record.kind == "guided") {
        let suite = record.suite.last().cloned().unwrap_or_default();
        let counts = found.entry((suite, record.subject.clone())).or_default();
        counts.add(&record.detail, record.count);
    }
    found
}

/// A line for each type under test.
pub fn guided_table(records: &[Record]) -> String {
    let found = guided(records);
    if found.is_empty() {
        return String::new();
    }
    let mut text = "guided\n".to_owned();
    for ((suite, sort), counts) in found {
        let GuidedCounts { edges, all, functions, sequences, kept, findings } = counts;
        text.push_str(&format!(
            "  {suite} {sort}: {edges} of {all} edges in {functions} functions, {sequences} \
             sequences, {kept} kept in specgen-corpus"
        ));
        text.push_str(if findings > 0 { ", a finding\n" } else { "\n" });
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::records;

    #[test]
    fn counts_are_added_up_by_type() {
        let text = "guided\ta::tree\tSet\tedges\t3\nguided\ta::tree\tSet\tedges\t2\n\
                    guided\ta::tree\tSet\tall\t9\nguided\ta::tree\tSet\tfunctions\t1\n\
                    guided\ta::tree\tSet\tsequences\t70\nguided\ta::tree\tSet\tfindings\t1\n";
        assert_eq!(
            guided_table(&records(text)),
            "guided\n  tree Set: 5 of 9 edges in 1 functions, 70 sequences, 0 kept in \
             specgen-corpus, a finding\n\n"
        );
        assert_eq!(guided_table(&[]), "");
    }
}
