//! Values that come near to breaking an axiom, as a sequence of calls that tests replay.

use super::broken::Near;
use crate::model::GroundTerm;
use crate::theory::{SortId, SortKind, SpecOrigin, Theory};

/// The entry of a suite in the file of kept sequences. `axiom` is what the suite calls the axiom.
/// `None` if no value is built by calls.
pub fn pinned(theory: &Theory, near: &Near, suite: &str, axiom: &str) -> Option<String> {
    let variables = &theory.axioms[near.axiom].variables;
    let is_stepped = |sort: &SortId| {
        let sort = &theory.sorts[*sort];
        let is_written = theory.specs[sort.spec].origin == SpecOrigin::Written;
        sort.kind == SortKind::Constructed && is_written
    };
    let sort = variables.iter().map(|variable| variable.sort).find(is_stepped)?;
    let mut steps = Steps { theory, made: Vec::new(), lines: String::new() };
    let values: Vec<String> = near.values.iter().map(|value| steps.value(value)).collect();
    let head = format!("{suite} {} {}\n", theory.sorts[sort].name, near.algebra);
    Some(format!("{head}{}  axiom {axiom}({})\n", steps.lines, values.join(", ")))
}

struct Steps<'t> {
    theory: &'t Theory,
    /// What each step makes.
    made: Vec<GroundTerm>,
    lines: String,
}

impl Steps<'_> {
    /// A value as an argument. A call is a step before.
    fn value(&mut self, term: &GroundTerm) -> String {
        let (op, arguments) = match term {
            GroundTerm::Element(..) | GroundTerm::Int(_) => return term.text(self.theory),
            GroundTerm::Apply(op, arguments) => (*op, arguments),
        };
        if let Some(step) = self.made.iter().position(|known| known == term) {
            return format!("v{step}");
        }
        let values: Vec<String> = arguments.iter().map(|argument| self.value(argument)).collect();
        let (step, name) = (self.made.len(), &self.theory.ops[op].name);
        self.lines += &format!("  v{step} = {name}({})\n", values.join(", "));
        self.made.push(term.clone());
        format!("v{step}")
    }
}
