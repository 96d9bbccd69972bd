//! How operations of parameters build the values that they yield.

use super::{Axiom, Formula, OpId, Term, Theory};

/// A form of the values that an operation of a parameter yields.
pub struct Form<'t> {
    /// The predicate that says whether this form is meant. The last form has none.
    pub test: Option<OpId>,
    /// A constructor term over answers of the parameter.
    pub value: &'t Term,
}

impl Theory {
    /// The forms, in order: the first whose test holds is meant.
    pub fn forms(&self, op: OpId) -> Vec<Form<'_>> {
        let place = self.ops[op].span;
        // An equation that nobody wrote has the place of the operation.
        let is_form = |axiom: &&Axiom| {
            let span = axiom.span;
            span.file == place.file && place.start <= span.start && span.end <= place.end
        };
        self.axioms.values().filter(is_form).filter_map(|axiom| form(op, axiom)).collect()
    }
}

fn form(op: OpId, axiom: &Axiom) -> Option<Form<'_>> {
    let (conclusion, premise) = match &axiom.formula {
        Formula::If { conclusion, premise } => (&**conclusion, Some(&**premise)),
        whole => (whole, None),
    };
    match conclusion {
        Formula::Equal(Term::Apply(yields, _), value) if *yields == op => {
            Some(Form { test: premise.and_then(test), value })
        }
        _ => None,
    }
}

/// The predicate of a premise that is not negated.
fn test(premise: &Formula) -> Option<OpId> {
    match premise {
        Formula::Predicate(op, _) => Some(*op),
        Formula::And(left, right) => test(left).or_else(|| test(right)),
        _ => None,
    }
}
