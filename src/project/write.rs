//! What a build has made, against what is on the disk.

use super::{Built, Job};
use crate::disk::{self, Planned, Trouble};
use crate::report::{BuildSummary, FileSummary, GoalCounts};

/// Writes the files that are new or changed.
pub fn write(job: &Job, built: &Built) -> Result<BuildSummary, Trouble> {
    let planned = disk::plan(&job.disk, &job.out, &built.artifacts)?;
    planned.iter().try_for_each(disk::write)?;
    Ok(summary(built, &planned))
}

fn summary(built: &Built, planned: &[Planned<'_>]) -> BuildSummary {
    let file =
        |planned: &Planned<'_>| FileSummary { path: planned.name.clone(), status: planned.status };
    BuildSummary {
        goals: GoalCounts::of(&built.outcomes),
        tests: built.tests.sum(),
        tests_of: built.tests.clone(),
        files: planned.iter().map(file).collect(),
    }
}
