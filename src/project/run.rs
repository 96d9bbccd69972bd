//! From jobs to generated files.

use std::path::PathBuf;

use super::job::Job;
use super::request;
use crate::disk::{Cache, CargoCrates, Folders};
use crate::emit::Artifact;
use crate::error::{Error, Failure};
use crate::goal::Goal;
use crate::pipeline::{self, Built, Observer, Refined, Store, Supervisor};
use crate::probe::Compiler;
use crate::report::{Report, json_file};

/// What all jobs have produced, before any of it is written.
pub struct Outputs {
    /// In the order of the jobs.
    pub built: Vec<Built>,
    /// Every file and folder that the results depend on, as the jobs name them.
    pub read: Vec<PathBuf>,
}

/// Runs all jobs. The results do not depend on the number of threads.
pub fn run(
    jobs: &[Job],
    supervisor: &dyn Supervisor,
    compiler: &dyn Compiler,
) -> Result<Outputs, Vec<Failure>> {
    let mut folders: Vec<Result<Folders, Error>> = jobs.iter().map(request::folders).collect();
    let mut read = Vec::new();
    let mut crates: Vec<CargoCrates> =
        jobs.iter().map(|job| CargoCrates::new(job.disk.clone())).collect();
    let inputs = jobs.iter().zip(&mut folders).zip(&mut crates);
    let requests = inputs.map(|((job, folders), crates)| {
        let request = match folders {
            Ok(folders) => request::read(job, folders, crates, &mut read),
            Err(error) => Err(error.clone().into()),
        };
        request.map_err(|failure| failure.at(job.origin.as_ref()))
    });
    let folder = |job: &Job| Some(job.disk.resolve(job.options.cache.as_ref()?));
    let cache = jobs.iter().find_map(folder).map(|folder| CacheStore(Cache::at(folder)));
    let supervisor = Caching { supervisor, cache };
    let mut built = pipeline::build(requests.collect(), &supervisor, compiler)?;
    for (job, built) in jobs.iter().zip(&mut built).filter(|(job, _)| job.options.goals_json) {
        built.artifacts.push(goals_json(job, built));
    }
    let specs = folders.iter().flatten().flat_map(|folders| folders.files_read().iter().cloned());
    let rust = crates.iter().flat_map(|crates| crates.files_read().iter().cloned());
    Ok(Outputs { built, read: specs.chain(read).chain(rust).collect() })
}

/// The mapping of a job in the long form.
pub fn expand(job: &Job) -> Result<String, Failure> {
    let mut folders = request::folders(job)?;
    let mut crates = CargoCrates::new(job.disk.clone());
    let request = request::read(job, &mut folders, &mut crates, &mut Vec::new())?;
    pipeline::expand_mapping(request)
}

/// The specification of a job with its mapping.
pub fn refined(job: &Job) -> Result<Refined, Failure> {
    let mut folders = request::folders(job)?;
    let mut crates = CargoCrates::new(job.disk.clone());
    let request = request::read(job, &mut folders, &mut crates, &mut Vec::new())?;
    pipeline::refined(request)
}

/// The same supervisor, with a cache on the disk.
struct Caching<'s> {
    supervisor: &'s dyn Supervisor,
    cache: Option<CacheStore>,
}

struct CacheStore(Cache);

impl Store for CacheStore {
    fn load(&self, key: &str) -> Option<String> {
        self.0.load(key)
    }

    fn save(&self, key: &str, text: &str) {
        self.0.save(key, text);
    }
}

impl Supervisor for Caching<'_> {
    fn observe(&self, goals: &[Goal]) -> Result<Box<dyn Observer + '_>, Error> {
        self.supervisor.observe(goals)
    }

    fn store(&self) -> Option<&dyn Store> {
        self.cache.as_ref().map(|cache| cache as &dyn Store)
    }
}

/// The verdicts of all goals, for programs.
fn goals_json(job: &Job, built: &Built) -> Artifact {
    let provenance = job.provenance();
    let (mapping, specs) = provenance.inputs.split_last().expect("a job has a mapping");
    let report = Report {
        spec: &specs.join(", "),
        sources: &built.refined.sources,
        theory: &built.refined.theory,
        goals: &built.decided.goals,
        outcomes: &built.decided.outcomes,
        times: None,
        reached: &[],
    };
    let text = json_file(&report, mapping, &provenance.header());
    Artifact { path: job.goals_json_path(), text }
}
