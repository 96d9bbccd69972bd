//! A theory as text, for people and for snapshots.

use super::{Axiom, OpId, Operation, OperationClass, SortKind, SpecId, Theory};

/// Everything that resolution found out, specification by specification.
pub fn describe(theory: &Theory) -> String {
    let texts: Vec<_> = theory.specs.ids().map(|id| describe_spec(theory, id)).collect();
    texts.join("\n")
}

fn describe_spec(theory: &Theory, id: SpecId) -> String {
    let spec = &theory.specs[id];
    let role = if theory.is_parameter(id) { "parameter" } else { "body" };
    let mut lines = vec![format!("specification {}{}: {role}", spec.name, names(theory, id))];
    let others: Vec<_> = spec.uses.iter().filter(|used| !spec.parameters.contains(used)).collect();
    if !others.is_empty() {
        let used: Vec<_> = others.iter().map(|id| theory.specs[**id].name.as_str()).collect();
        lines.push(format!("  uses {}", used.join(", ")));
    }
    for (sort, declared) in theory.sorts.iter().filter(|(_, sort)| sort.spec == id) {
        lines.push(format!("  sort {}: {}", theory.sort_text(sort), kind(declared.kind)));
    }
    for (op, declared) in theory.ops.iter().filter(|(_, op)| op.spec == id) {
        lines.push(describe_op(theory, op, declared));
    }
    let axioms = theory.axioms.iter().filter(|(_, axiom)| axiom.spec == id);
    lines.extend(axioms.map(|(_, axiom)| describe_axiom(theory, "axiom", &axiom.title(), axiom)));
    let theorems = theory.theorems.iter().filter(|axiom| axiom.spec == id);
    lines.extend(
        theorems.map(|axiom| describe_axiom(theory, "theorem", &axiom.theorem_title(), axiom)),
    );
    lines.join("\n") + "\n"
}

fn names(theory: &Theory, id: SpecId) -> String {
    let parameters = &theory.specs[id].parameters;
    if parameters.is_empty() {
        return String::new();
    }
    let names: Vec<_> = parameters.iter().map(|id| theory.specs[*id].name.as_str()).collect();
    format!("[{}]", names.join(", "))
}

fn kind(kind: SortKind) -> &'static str {
    match kind {
        SortKind::Parameter => "given",
        SortKind::Constructed => "constructed",
        SortKind::Int => "built in",
    }
}

fn describe_op(theory: &Theory, id: OpId, op: &Operation) -> String {
    let class = match op.class {
        OperationClass::Constructor => "constructor",
        OperationClass::Observer => "observer",
        OperationClass::Other => "other",
        OperationClass::Auxiliary => "auxiliary",
    };
    let mut text = format!("  {class} {}", theory.profile(id));
    if let Some(domain) = &op.domain {
        let variables: Vec<_> = domain.variables.iter().map(|v| v.name.as_str()).collect();
        let condition = domain.condition.text(theory, &domain.variables);
        text += &format!("\n    defined({}({})) iff {condition}", op.name, variables.join(", "));
    }
    text
}

fn describe_axiom(theory: &Theory, what: &str, title: &str, axiom: &Axiom) -> String {
    let variables: Vec<_> = axiom
        .variables
        .iter()
        .map(|variable| format!("{}: {}", variable.name, theory.sort_text(variable.sort)))
        .collect();
    let atoms = axiom.formula.atoms().len();
    let atoms = if atoms == 1 { "1 atom".to_owned() } else { format!("{atoms} atoms") };
    let head = format!("  {what} {title} ({atoms})");
    let quantified = if variables.is_empty() {
        String::new()
    } else {
        format!("\n    for all {}", variables.join(", "))
    };
    format!("{head}{quantified}\n    {}", axiom.formula.text(theory, &axiom.variables))
}
