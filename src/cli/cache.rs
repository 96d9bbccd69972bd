//! Where results are kept between builds.

use std::path::{Path, PathBuf};

use crate::disk::target_folder;
use crate::project::Job;

/// The folder in Cargo's target folder.
const FOLDER: &str = "specgen";

/// Chooses the default folder: inside the target folder that Cargo uses for the mapping's package.
/// Outside of packages nothing is kept.
pub fn choose(jobs: &mut [Job]) {
    let from_cargo = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    for job in jobs.iter_mut().filter(|job| job.options.cache.is_none()) {
        let beside = job.map.file().or(job.specs.first());
        let path = job.disk.resolve(beside.map_or(Path::new("."), PathBuf::as_path));
        let target = from_cargo.clone().or_else(|| target_folder(&path));
        job.options.cache = target.map(|target| target.join(FOLDER));
    }
}
