//! A build's inputs: read, resolved and checked, before any search.

use std::path::PathBuf;

use super::{Failure, Job};
use crate::diagnostic::{Diagnostic, Severity};
use crate::disk::{Error, Folders, display};
use crate::emit::{TEMPLATES, Templates};
use crate::goal::{Goal, GoalFamily, GoalOptions, goals};
use crate::refine::{self, Refinement};
use crate::search::Scope;
use crate::source::Sources;
use crate::syntax::mapping_ast::MappingFile;
use crate::syntax::parse_mapping;
use crate::theory::{Loaded, Theory, Workspace};

/// Everything that one build works with.
pub struct Inputs {
    pub sources: Sources,
    pub theory: Theory,
    pub refinement: Refinement,
    pub goals: Vec<Goal>,
    pub scope: Scope,
    /// How many witnesses of each goal are wanted.
    pub per_goal: usize,
    pub templates: Templates,
    /// What lints found, where the job wants to know.
    pub warnings: Vec<Diagnostic>,
    /// Every file and folder that the result depends on, as the job names them.
    pub read: Vec<PathBuf>,
}

impl Inputs {
    /// All mistakes of all files are reported at once.
    pub fn load(job: &Job) -> Result<Self, Failure> {
        let (templates, template_files) = templates(job)?;
        let mut folders = Folders::new(job.disk.clone(), &job.spec_path)?;
        let specs = job.specs.iter().map(|path| folders.read(path));
        let specs = specs.collect::<Result<Vec<_>, _>>()?;
        let map = job.disk.read(&job.map)?;
        let mut workspace = Workspace::new(folders);
        let mut errors = Vec::new();
        let mut loaded = Vec::new();
        for spec in &specs {
            match workspace.load(&spec.name, &spec.text) {
                Ok(theory) => loaded.push(theory),
                Err(found) => errors.extend(found),
            }
        }
        let (denied, warnings) = lints(job, &loaded);
        errors.extend(denied);
        let mapping = workspace.sources.add(&map.name, map.text);
        let tree = parse_mapping(&workspace.sources.file(mapping).text, mapping)
            .map_err(|found| errors.extend(found))
            .ok();
        let resolved = match tree {
            Some(tree) if errors.is_empty() => resolve(job, &loaded, &tree)?,
            _ => Err(errors),
        };
        let Workspace { sources, loader, .. } = workspace;
        let in_input = |diagnostics| Failure::Input { diagnostics, sources: sources.clone() };
        let (theory, refinement) = resolved.map_err(in_input)?;
        let told_apart = [GoalFamily::Equality, GoalFamily::Pump];
        let theory = match told_apart.into_iter().any(|family| job.goals.has(family)) {
            true => theory.with_congruences(&|sort| refinement.has_own_equality(&theory, sort)),
            false => theory,
        };
        let goals = goals(&theory, GoalOptions::for_tests(job.goals)).map_err(in_input)?;
        let scope = scope(job, &theory, &refinement)?;
        let mut read = loader.files_read().to_vec();
        read.push(job.map.clone());
        read.extend(template_files);
        let per_goal = job.per_goal;
        Ok(Self { sources, theory, refinement, goals, scope, per_goal, templates, warnings, read })
    }
}

/// The findings of lints that are denied, and the others.
fn lints(job: &Job, loaded: &[Loaded]) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let Some(levels) = &job.lints else { return Default::default() };
    let found = loaded.iter().flat_map(|loaded| loaded.warnings.iter().cloned()).collect();
    levels.apply(found).into_iter().partition(|one| one.severity == Severity::Error)
}

/// The mapping against the specification that it is about.
fn resolve(
    job: &Job,
    loaded: &[Loaded],
    tree: &MappingFile,
) -> Result<Result<(Theory, Refinement), Vec<Diagnostic>>, Error> {
    let theory = choose(loaded, tree).ok_or_else(|| {
        let names: Vec<_> = job.specs.iter().map(|path| display(path)).collect();
        let names = names.join("`, `");
        Error(format!("`{names}` has parameter specifications only, which are not tested"))
    })?;
    Ok(refine::resolve(tree, &theory).map(|refinement| (theory, refinement)))
}

/// The theory of the specification that an entry names; else of the last one, so
/// that the entries' names are checked against something.
fn choose(loaded: &[Loaded], tree: &MappingFile) -> Option<Theory> {
    let named = loaded.iter().find_map(|loaded| {
        let subjects = loaded.subjects();
        let is_named = |name: &str| tree.entries.iter().any(|entry| entry.spec.text == name);
        let subject = subjects.iter().find(|id| is_named(&loaded.theory.specs[**id].name))?;
        Some(loaded.theory.restricted_to(*subject))
    });
    named.or_else(|| {
        let loaded = loaded.iter().rev();
        loaded.into_iter().find_map(|one| Some(one.theory.restricted_to(one.default_subject()?)))
    })
}

fn scope(job: &Job, theory: &Theory, refinement: &Refinement) -> Result<Scope, Error> {
    let text = job.scope.as_deref().unwrap_or_default();
    let scope = Scope::parse(text, theory).map_err(|error| Error(error.to_string()))?;
    Ok(if refinement.takes_natural_numbers() { scope.of_natural_numbers() } else { scope })
}

/// The templates, and where the replaced ones come from: the folder too, since a
/// template may be added to it.
fn templates(job: &Job) -> Result<(Templates, Vec<PathBuf>), Error> {
    let mut templates = Templates::default();
    let Some(folder) = &job.templates else { return Ok((templates, Vec::new())) };
    let mut read = vec![folder.clone()];
    for (name, _) in TEMPLATES {
        let path = folder.join(name);
        if job.disk.resolve(&path).exists() {
            templates.replace(*name, job.disk.read(&path)?.text);
            read.push(path);
        }
    }
    if read.len() == 1 {
        let names: Vec<&str> = TEMPLATES.iter().map(|(name, _)| *name).collect();
        let (folder, names) = (display(folder), names.join(", "));
        return Err(Error(format!("--templates `{folder}` has none of {names}")));
    }
    Ok((templates, read))
}
