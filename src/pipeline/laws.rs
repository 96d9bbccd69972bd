//! Laws, read back as a user would write them.

use super::input::theory;
use crate::error::Failure;
use crate::laws::{Law, amended};
use crate::source::{Source, Sources};
use crate::theory::{Loader, Theory};

/// The file of a specification with laws written into it.
pub struct Amended {
    pub old: Source,
    pub new: String,
}

/// Writes laws into the texts of their specifications.
pub fn amend(theory: &Theory, sources: &Sources, laws: &[&Law]) -> Vec<Amended> {
    let mut files: Vec<Amended> = Vec::new();
    for (spec, one) in theory.specs.iter() {
        let own: Vec<&Law> = laws.iter().copied().filter(|law| law.spec == spec).collect();
        if own.is_empty() {
            continue;
        }
        let file = sources.file(one.span.file);
        let known = files.iter_mut().find(|known| known.old.name == file.name);
        let text = known.as_ref().map_or(file.text.clone(), |known| known.new.clone());
        // A section that was added before can only be behind other specifications.
        let Some(new) = amended(&text, one.span.start as usize, theory, &own) else { continue };
        match known {
            Some(known) => known.new = new,
            None => {
                let old = Source { name: file.name.clone(), text: file.text.clone() };
                files.push(Amended { old, new });
            }
        }
    }
    files
}

/// Whether a law means the same when its text is read as a part of its specification.
pub fn reads_back(
    original: &Theory,
    sources: &Sources,
    law: &Law,
    subject: &str,
    loader: &mut dyn Loader,
) -> Result<bool, Failure> {
    let Some(file) = amend(original, sources, &[law]).into_iter().next() else { return Ok(false) };
    let spec = Source { name: file.old.name, text: file.new };
    let read = theory(spec, Some(subject), loader)?.theory;
    let label = Some(&law.label);
    let found = read.axioms.values().find(|axiom| axiom.label.as_ref() == label);
    let meant = law.formula().text(original, &law.variables);
    Ok(found.is_some_and(|axiom| axiom.formula.text(&read, &axiom.variables) == meant))
}
