//! Axioms and domain conditions as facts.

use super::condition::Condition;
use super::print::{block, comment, operand, quantified};
use super::translator::Translation;
use crate::theory::{Domain, OpId, Operation};

/// A fact for each axiom, quantified over its variables.
pub fn axiom_facts(context: &Translation) -> Vec<String> {
    let mut titles = context.names.titles();
    let axioms = context.theory.axioms.values();
    let mut fact = |axiom: &crate::theory::Axiom| {
        let spec = &context.theory.specs[axiom.spec].name;
        let name = titles.take(&format!("axiom{spec}_{}", axiom.title()));
        let condition = context.translator(&axiom.variables).truth(&axiom.formula).possible();
        let declarations = context.declarations(&axiom.variables);
        let body = quantified("all", &declarations, &condition);
        comment(std::slice::from_ref(&axiom.text)) + &block(&format!("fact {name}"), &body, "")
    };
    axioms.map(&mut fact).collect()
}

/// Each partial operation is defined exactly where its condition holds.
pub fn domain_facts(context: &Translation) -> Vec<String> {
    let mut titles = context.names.titles();
    let mut facts = Vec::new();
    for (id, op) in context.theory.ops.iter() {
        if let Some(domain) = &op.domain {
            let name = titles.take(&format!("domain_{}", context.names.ops[id]));
            facts.push(domain_fact(context, &name, (id, op), domain));
        }
    }
    facts
}

fn domain_fact(
    context: &Translation,
    name: &str,
    (id, op): (OpId, &Operation),
    domain: &Domain,
) -> String {
    let translator = context.translator(&domain.variables);
    let truth = translator.truth(&domain.condition);
    let (certain, possible) = (truth.certain(), truth.possible());
    let call = translator.application(id, &translator.variables);
    let condition = if context.may_leave(op) {
        Condition::some(&call).implies(possible)
    } else if certain == possible {
        Condition::atom(format!("{} implies one {call} else no {call}", operand(&certain)))
    } else {
        let inside = certain.implies(Condition::some(&call));
        Condition::and([inside, Condition::some(&call).implies(possible)])
    };
    let declarations = context.declarations(&domain.variables);
    let body = quantified("all", &declarations, &condition);
    let text = domain.condition.text(context.theory, &domain.variables);
    let text = format!("{} is defined if {text}", op.name);
    comment(&[text]) + &block(&format!("fact {name}"), &body, "")
}
