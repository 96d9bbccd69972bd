//! Builds of a project: jobs from a manifest, their files, and what to write.
//!
//! [`run`] reads the files of all jobs and hands them to the [pipeline](crate::pipeline).
//! [`Plan`] compares the results with the files on disk.

mod implementers;
mod job;
mod manifest;
mod manifest_options;
mod manifest_value;
mod request;
mod run;
mod write;

pub use implementers::implementers;
pub use job::{Job, JobMap, out_folders, portable, quoted};
pub use manifest::{
    MANIFEST, exists as has_manifest, load as load_manifest, parse as parse_manifest,
};
pub use request::{folders, read};
pub use run::{Outputs, expand, refined, run};
pub use write::{BuildCoverage, Plan, WritePolicy, summary, write_alone};
