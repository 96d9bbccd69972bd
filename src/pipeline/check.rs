//! All findings about specifications, without a mapping.

use super::input::Borrowed;
use super::search::Supervisor;
use crate::audit;
use crate::diagnostic::{Code, Diagnostic, Levels};
use crate::error::Error;
use crate::source::{Source, Sources};
use crate::theory::{Loaded, Loader, Theory, Workspace};
use crate::trial;

/// The findings about some files.
pub struct Checked {
    pub sources: Sources,
    pub diagnostics: Vec<Diagnostic>,
}

/// Resolves every file and reports errors, axioms that contradict each other on small terms,
/// and the findings of lints. Lints that search for models run only under a supervisor, which
/// limits them.
pub fn check(
    specs: &[Source],
    loader: &mut dyn Loader,
    levels: &Levels,
    supervisor: Option<&dyn Supervisor>,
) -> Result<Checked, Error> {
    let mut workspace = Workspace::new(Borrowed(loader));
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    for spec in specs {
        let found = match workspace.load(&spec.name, &spec.text) {
            Ok(loaded) => findings(loaded, &workspace.sources, levels, supervisor)?,
            Err(errors) => errors,
        };
        // Several files may refer to the same mistake. It is reported once.
        let new: Vec<_> = found.into_iter().filter(|one| !diagnostics.contains(one)).collect();
        diagnostics.extend(new);
    }
    let diagnostics = levels.apply(diagnostics);
    Ok(Checked { sources: workspace.sources, diagnostics })
}

/// What running the axioms of a file shows, and the findings of lints. A specification that
/// contradicts itself is not searched for models.
fn findings(
    loaded: Loaded,
    sources: &Sources,
    levels: &Levels,
    supervisor: Option<&dyn Supervisor>,
) -> Result<Vec<Diagnostic>, Error> {
    let own: Vec<_> = loaded.file.iter().map(|id| loaded.theory.specs[*id].span.file).collect();
    let here = |one: &Diagnostic| one.span().is_some_and(|span| own.contains(&span.file));
    let (mut found, mut open): (Vec<Diagnostic>, Vec<Diagnostic>) = Default::default();
    let mut consistent: Vec<Theory> = Vec::new();
    for root in loaded.roots() {
        let theory = loaded.theory.restricted_to(root);
        match contradiction(&theory, sources) {
            Some(contradiction) => found.push(contradiction),
            None => {
                if levels.shows(Code::OpenObserver) {
                    open.extend(trial::open_observers(&theory, sources));
                }
                consistent.push(theory);
            }
        }
    }
    if let Some(supervisor) = supervisor {
        let searched = audit(&consistent, sources, &|code| levels.shows(code), supervisor)?;
        found.extend(searched.into_iter().filter(here));
    }
    found.extend(open.into_iter().filter(here));
    found.extend(loaded.warnings);
    found.sort_by_key(Diagnostic::span);
    Ok(found)
}

/// Axioms that contradict each other on small terms, whatever the parameters are.
pub fn contradiction(theory: &Theory, sources: &Sources) -> Option<Diagnostic> {
    trial::contradiction(theory, sources)
}

/// The findings of the wanted lints that search for models. The theories share one budget.
pub fn audit(
    theories: &[Theory],
    sources: &Sources,
    wanted: &dyn Fn(Code) -> bool,
    supervisor: &dyn Supervisor,
) -> Result<Vec<Diagnostic>, Error> {
    let mut observer = supervisor.observe(&[])?;
    let options = observer.limits();
    let mut findings = Vec::new();
    for theory in theories {
        let mut progress = |progress| observer.progress(&progress);
        let found = audit::audit(theory, sources, wanted, &options, &mut progress);
        findings.extend(found.map_err(|unsound| Error(unsound.to_string()))?);
    }
    observer.finish()?;
    Ok(findings)
}
