//! Mappings that list several types: a job for each of them.

use super::job::{Job, JobMap};
use crate::source::Sources;
use crate::syntax::parse_mapping;

/// One job for each type of an entry `Cache is a::VecCache, b::TreeCache { … }`. A mapping that
/// cannot be read is reported later.
pub fn implementers(job: Job) -> Vec<Job> {
    let names = names(&job).unwrap_or_default();
    if names.len() < 2 {
        return vec![job];
    }
    let one = |(number, name)| Job { implementer: Some((number, name)), ..job.clone() };
    names.into_iter().enumerate().map(one).collect()
}

/// The last names of the types of the entry that lists most.
fn names(job: &Job) -> Option<Vec<String>> {
    let JobMap::File(path) = &job.map else { return None };
    if crate::disk::is_stdin(path) {
        return None;
    }
    let source = job.disk.read(path).ok()?;
    let mut sources = Sources::default();
    let file = sources.add(&source.name, source.text);
    let tree = parse_mapping(&sources.file(file).text, file).ok()?;
    let entry = tree.entries.into_iter().max_by_key(|entry| entry.other_types.len())?;
    let types = std::iter::once(entry.rust_type).chain(entry.other_types);
    let last = |text: &str| {
        let plain = text.split('<').next().unwrap_or(text);
        plain.rsplit("::").next().unwrap_or(plain).trim().to_owned()
    };
    Some(types.map(|ty| last(&ty.text)).collect())
}
