//! What builds have made, against what is on the disk.

use super::{Built, Job};
use crate::disk::{self, Planned, Trouble};
use crate::report::{BuildSummary, FileSummary, GoalCounts, TestCounts};

/// Writes the files that are new or changed, once it is known of all that they may
/// be written.
pub fn write(jobs: &[Job], built: &[Built]) -> Result<BuildSummary, Trouble> {
    let mut planned = Vec::new();
    for (job, built) in jobs.iter().zip(built) {
        planned.extend(disk::plan(&job.disk, &job.out, &built.artifacts)?);
    }
    planned.iter().try_for_each(disk::write)?;
    Ok(summary(built, &planned))
}

fn summary(built: &[Built], planned: &[Planned<'_>]) -> BuildSummary {
    let tests_of = TestCounts::sum_of(built.iter().map(|built| &built.tests));
    let file =
        |planned: &Planned<'_>| FileSummary { path: planned.name.clone(), status: planned.status };
    BuildSummary {
        builds: built.len(),
        goals: GoalCounts::of(built.iter().flat_map(|built| built.outcomes.iter())),
        tests: tests_of.sum(),
        tests_of,
        files: planned.iter().map(file).collect(),
    }
}
