//! `specgen report`: the verdicts as a page for a browser.

use std::path::{Path, PathBuf};

use clap::Args;

use super::subject::{LimitOptions, SearchOptions, Subject, SubjectOptions};
use super::{ExitCode, Trouble, terminal, watch};
use crate::disk::{self, Disk, display};
use crate::emit::{Artifact, Provenance};
use crate::goal::{Goal, GoalFamilies, GoalOptions};
use crate::project::{portable, quoted};
use crate::report::{FileSummary, GoalCounts, Report, page};
use crate::search::Outcome;

/// Write a page about goals, verdicts and models
///
/// The page shows every axiom with its goals, the model behind each covered goal,
/// and why the others have none. It is one file that needs nothing else: no
/// network, no fonts, and a script only for filters. A file that was not written
/// by specgen is never overwritten.
#[derive(Args)]
pub struct Arguments {
    /// Specification files
    #[arg(required = true, value_name = "SPEC")]
    specs: Vec<PathBuf>,

    /// The file to write
    #[arg(long, value_name = "FILE", default_value = OUT)]
    out: PathBuf,

    #[command(flatten)]
    search: SearchOptions,

    #[command(flatten)]
    limits: LimitOptions,
}

const OUT: &str = "report.html";

/// A specification with its verdicts.
struct Part {
    subject: Subject,
    goals: Vec<Goal>,
    outcomes: Vec<Outcome>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Trouble> {
    let mut parts = Vec::new();
    for path in &arguments.specs {
        let options = SubjectOptions::of(path, &arguments.search, &arguments.limits);
        let Some(subject) = options.load()? else { return Ok(ExitCode::BadInput) };
        let families = GoalOptions::for_tests(GoalFamilies::default());
        let Some(goals) = subject.goals(families)? else { return Ok(ExitCode::BadInput) };
        let found = options.search(&subject, &goals)?;
        parts.push(Part { subject, goals, outcomes: found.outcomes });
    }
    let reports: Vec<Report> = parts.iter().map(Part::report).collect();
    let text = page(&reports, &arguments.provenance())
        .map_err(|error| Trouble(format!("the page cannot be rendered: {error}")))?;
    let file = arguments.write(text)?;
    let outcomes: Vec<Outcome> = parts.into_iter().flat_map(|part| part.outcomes).collect();
    terminal::print(&format!("{}{}\n", file.line(), GoalCounts::of(&outcomes).text()))?;
    Ok(if watch::was_interrupted() { ExitCode::Interrupted } else { ExitCode::Fine })
}

impl Part {
    fn report(&self) -> Report<'_> {
        Report {
            spec: &self.subject.name,
            sources: &self.subject.sources,
            theory: &self.subject.theory,
            goals: &self.goals,
            outcomes: &self.outcomes,
            times: None,
        }
    }
}

impl Arguments {
    fn write(&self, text: String) -> Result<FileSummary, Trouble> {
        let shown = display(&self.out);
        let Some(name) = self.out.file_name() else {
            return Err(Trouble(format!("--out `{shown}` does not name a file")));
        };
        let folder = self.out.parent().unwrap_or(Path::new(""));
        let artifacts = [Artifact { path: name.to_string_lossy().into_owned(), text }];
        let planned = disk::plan(&Disk::default(), folder, &artifacts)?;
        planned.iter().try_for_each(disk::write)?;
        let planned = planned.first().expect("one file is planned");
        Ok(FileSummary { path: shown, status: planned.status })
    }

    /// What the page says of itself: nothing in it depends on the machine.
    fn provenance(&self) -> Provenance {
        let inputs: Vec<String> = self.specs.iter().map(|path| portable(path)).collect();
        let words: Vec<String> = inputs.iter().map(|input| quoted(input)).collect();
        let mut command = format!("specgen report {}", words.join(" "));
        let mut option = |name: &str, value: &str| {
            command.push_str(&format!(" --{name} {}", quoted(value)));
        };
        if self.out != Path::new(OUT) {
            option("out", &portable(&self.out));
        }
        for folder in &self.search.spec_path {
            option("spec-path", &portable(folder));
        }
        if let Some(scope) = &self.limits.scope {
            option("scope", scope);
        }
        Provenance { inputs, command }
    }
}
