//! A theory and its goals as a model for the Alloy Analyzer.
//!
//! The translation follows the rules of de Andrade, Faria, Lopes and Paiva (FEUP 2011): sorts
//! are signatures, operations are fields of the signature of their first argument, axioms and
//! domain conditions are facts, and every goal is a `run` command. Cases that their paper
//! leaves open are documented in the code and in `docs/alloy.md`.

use crate::goal::Goal;
use crate::model::Mode;
use crate::search::CarrierSizes;
use crate::theory::Theory;

mod axioms;
mod condition;
mod construction;
mod formula;
mod goals;
mod names;
mod numbers;
mod print;
mod signature;
mod term;
mod translator;
mod truth;
mod value;

use names::Names;
use numbers::Numbers;
use translator::Translation;

/// The input of the export, with the scope of the Analyzer's searches.
pub struct Export<'e> {
    pub theory: &'e Theory,
    pub goals: &'e [Goal],
    pub carriers: &'e CarrierSizes,
    pub mode: Mode,
    /// The first lines, without comment signs.
    pub header: Vec<String>,
}

/// The text of the Alloy model. The error says why the theory cannot be exported.
pub fn alloy(export: &Export<'_>) -> Result<String, String> {
    let Export { theory, goals, carriers, mode, header } = export;
    formula::check(theory)?;
    let numbers = Numbers::of(theory, goals, carriers)?;
    let names = Names::new(theory);
    let context = Translation { theory, names: &names, numbers: &numbers, mode: *mode };
    let mut parts = vec![print::comment(header)];
    parts.extend(signature::opens(&numbers));
    parts.extend(signature::signatures(&context));
    parts.extend(construction::facts(&context));
    parts.extend(axioms::domain_facts(&context));
    parts.extend(axioms::axiom_facts(&context));
    parts.extend(goals::commands(&context, goals, carriers));
    Ok(parts.join("\n"))
}
