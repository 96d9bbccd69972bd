//! Where the kept sequences of a build are.

use std::path::PathBuf;

use crate::disk::{Disk, Kind, display, overwrite};
use crate::error::Error;
use crate::project::Job;
use crate::run::{KeptFile, Purpose};

/// The file and the suite of a build.
pub struct KeptPlace {
    purpose: &'static Purpose,
    disk: Disk,
    file: PathBuf,
    pub suite: String,
}

impl KeptPlace {
    pub fn of(job: &Job, purpose: &'static Purpose) -> Self {
        let file = job.options.out().join(purpose.name);
        Self { purpose, disk: job.disk.clone(), file, suite: job.name() }
    }

    pub fn path(&self) -> PathBuf {
        self.disk.resolve(&self.file)
    }

    pub fn shown(&self) -> String {
        display(&self.file)
    }

    pub fn exists(&self) -> bool {
        self.disk.find(&self.file, Kind::File).is_ok()
    }

    /// `None` if there is no file. A damaged one is an error, and left as it is.
    pub fn read(&self) -> Result<Option<KeptFile>, Error> {
        if !self.exists() {
            return Ok(None);
        }
        let text = self.disk.read(&self.file)?.text;
        KeptFile::parse(&text, self.purpose).map(Some).map_err(|why| {
            Error(format!(
                "cannot read `{}`: {why}\n  the file is left as it is; repair it, or move it away",
                self.shown()
            ))
        })
    }

    pub fn write(&self, file: &KeptFile) -> Result<(), Error> {
        overwrite(&[(&self.path(), &file.text())])
    }
}
