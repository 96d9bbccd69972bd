//! `specgen test --coverage`: which code of the types under test no test reached.

use std::path::PathBuf;
use std::process::Command;

use clap::Args;

use super::{instrumented, terminal};
use crate::disk::{CoverageBuild, Disk, RecordFolder, coverage};
use crate::error::Error;
use crate::run::{coverage_records, coverage_table, exported, programs};

#[derive(Args)]
pub struct CoverageFlags {
    /// List the lines and regions of the types under test that no test reached, by a build with
    /// coverage counters
    #[arg(long, conflicts_with = "guided")]
    coverage: bool,
}

/// A build with counters, if it was asked for and the tools are there.
pub struct Covered(CoverageBuild);

impl CoverageFlags {
    pub fn covered(&self) -> Result<Option<Covered>, Error> {
        if !self.coverage {
            return Ok(None);
        }
        let folder = std::env::var_os("LLVM_TOOLS").map(PathBuf::from);
        match coverage(&instrumented::compiler(), folder) {
            Ok(build) => Ok(Some(Covered(build))),
            Err(why) => {
                terminal::report(&format!("no coverage: {why}; the tests run without it\n"))?;
                Ok(None)
            }
        }
    }
}

impl Covered {
    /// Arguments of cargo, and where programs write their counters to.
    pub fn prepare(&self, command: &mut Command, chosen: &[String]) {
        instrumented::prepare(&self.0.build, command, chosen);
        command.env("LLVM_PROFILE_FILE", &self.0.profile);
    }

    /// Prints what the programs that cargo ran have reached, and adds it to the records.
    pub fn show(
        &self,
        output: &str,
        generated: &[PathBuf],
        records: &RecordFolder,
    ) -> Result<(), Error> {
        let found = self.0.export(&programs(output));
        let found = found.and_then(|text| exported(&text, |file| self.0.named(file, generated)));
        let coverage = match found {
            Ok(coverage) => coverage,
            Err(why) => return terminal::report(&format!("no coverage: {why}\n")),
        };
        records.append(&coverage_records(&coverage))?;
        let source = |name: &str| {
            Disk::default().read(name.as_ref()).map_or(String::new(), |file| file.text)
        };
        terminal::print(&coverage_table(&coverage, source))
    }
}
