//! Reads the files of a job.

use std::path::PathBuf;

use super::job::{Job, JobMap};
use crate::disk::{CargoCrates, Folders, display};
use crate::emit::{TEMPLATES, Templates};
use crate::error::{Error, Failure};
use crate::pipeline::{MappingInput, Order, Request};

/// Where the job looks up specifications.
pub fn folders(job: &Job) -> Result<Folders, Error> {
    Folders::new(job.disk.clone(), &job.options.spec_path)
}

/// Reads the texts of a job. `read` gets the files that `folders` does not list.
pub fn read<'f>(
    job: &Job,
    folders: &'f mut Folders,
    crates: &'f mut CargoCrates,
    read: &mut Vec<PathBuf>,
) -> Result<Request<'f>, Failure> {
    let (templates, template_files) = templates(job)?;
    let specs = job.specs.iter().map(|path| folders.read(path));
    let specs = specs.collect::<Result<Vec<_>, _>>()?;
    let mapping = match &job.map {
        JobMap::File(path) => {
            read.push(path.clone());
            MappingInput::File(job.disk.read(path)?)
        }
        JobMap::Type(path) => MappingInput::Type(path.clone()),
    };
    read.extend(template_files);
    let order = Order {
        name: job.name(),
        provenance: job.provenance(),
        templates,
        options: job.options.clone(),
        origin: job.origin.clone(),
        implementer: job.implementer.as_ref().map_or(0, |(number, _)| *number),
    };
    Ok(Request { specs, mapping, loader: folders, crates, order })
}

/// The templates, and their files. The folder is listed too, since a template may be added
/// to it.
fn templates(job: &Job) -> Result<(Templates, Vec<PathBuf>), Error> {
    let mut templates = Templates::default();
    let Some(folder) = &job.options.templates else { return Ok((templates, Vec::new())) };
    let mut found = vec![folder.clone()];
    for (name, _) in TEMPLATES {
        let path = folder.join(name);
        if job.disk.resolve(&path).exists() {
            templates.replace(*name, job.disk.read(&path)?.text);
            found.push(path);
        }
    }
    if found.len() == 1 {
        let names: Vec<&str> = TEMPLATES.iter().map(|(name, _)| *name).collect();
        let (folder, names) = (display(folder), names.join(", "));
        return Err(Error(format!("--templates `{folder}` has none of {names}")));
    }
    Ok((templates, found))
}
