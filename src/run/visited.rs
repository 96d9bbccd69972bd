//! The small values that sequences and exhaustive tests made, as their runtime noted them;
//! `templates/support/sequence/visited.rs` describes the format.

use std::collections::{BTreeMap, BTreeSet};

use super::matching::Suite;
use super::record::Record;
use super::sequence::place;

/// By `sequences` or `exhaustive`, and by the algebra of the parameters.
pub type Visited = BTreeMap<String, BTreeMap<Numbers, BTreeSet<Vec<i64>>>>;

/// The sizes of the sorts, and the facts of an algebra.
type Numbers = Vec<Vec<i64>>;

/// The values of each suite. Lines that can't be read are skipped.
pub fn visited(suites: &[Suite], records: &[Record]) -> Vec<Visited> {
    let mut all = vec![Visited::new(); suites.len()];
    for record in records.iter().filter(|record| record.kind == "value") {
        let read = record.detail.split_once('|').and_then(|(algebra, term)| {
            let algebra: Option<Numbers> = algebra.split(',').map(numbers).collect();
            Some((algebra?, numbers(term)?))
        });
        if let (Some(place), Some((algebra, term))) = (place(suites, record), read) {
            let family = all[place].entry(record.subject.clone()).or_default();
            family.entry(algebra).or_default().insert(term);
        }
    }
    all
}

fn numbers(text: &str) -> Option<Vec<i64>> {
    text.split_whitespace().map(|number| number.parse().ok()).collect()
}
