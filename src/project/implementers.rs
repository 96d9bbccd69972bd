//! Mappings that list several types: a job for each of them.

use super::job::{Job, JobMap};
use crate::pipeline;
use crate::source::Source;

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
    let mapping = match &job.map {
        JobMap::File(path) if crate::disk::is_stdin(path) => return None,
        JobMap::File(path) => job.disk.read(path).ok()?,
        JobMap::Type(types) => {
            let text = format!("refinement\n  Types is {types};\nend refinement\n");
            Source { name: pipeline::MAPPING_OF_TYPE.to_owned(), text }
        }
    };
    Some(pipeline::implementers(&mapping))
}
