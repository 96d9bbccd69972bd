//! Variables that a later section uses without declaring them.

use std::collections::{BTreeMap, BTreeSet};

use crate::syntax::ast::{
    Choice, Expr, ExprKind, Name, Otherwise, SectionKind, SortRef, SpecDecl, VariableGroup,
};

/// Declares in each section the variables of earlier ones that it uses. A variable that its
/// own section does not use moves to the sections that do.
pub(super) fn inherit(spec: &mut SpecDecl) {
    // By name, the last declaration with the position of its section.
    let mut scope: BTreeMap<String, (Name, SortRef, usize)> = BTreeMap::new();
    let mut lent: BTreeSet<(usize, String)> = BTreeSet::new();
    for (index, section) in spec.sections.iter_mut().enumerate() {
        let used = used_names(&section.kind);
        let Some(groups) = groups_of(&mut section.kind) else { continue };
        let declared: BTreeSet<String> =
            groups.iter().flat_map(|group| &group.names).map(|name| name.text.clone()).collect();
        for group in groups.iter() {
            for name in &group.names {
                let declaration = (name.clone(), group.sort.clone(), index);
                scope.insert(name.text.clone(), declaration);
            }
        }
        let missing = used.iter().filter(|name| !declared.contains(*name));
        let mut missing: Vec<_> = missing.filter_map(|name| scope.get(name)).collect();
        missing.sort_by_key(|(name, ..)| name.span.start);
        for (name, sort, from) in missing {
            lent.insert((*from, name.text.clone()));
            let (names, sort, span) = (vec![name.clone()], sort.clone(), name.span);
            groups.push(VariableGroup { names, sort, span });
        }
    }
    for (index, section) in spec.sections.iter_mut().enumerate() {
        let used = used_names(&section.kind);
        let Some(groups) = groups_of(&mut section.kind) else { continue };
        for group in groups.iter_mut() {
            let moved = |name: &Name| {
                !used.contains(&name.text) && lent.contains(&(index, name.text.clone()))
            };
            group.names.retain(|name| !moved(name));
        }
        groups.retain(|group| !group.names.is_empty());
    }
}

fn groups_of(kind: &mut SectionKind) -> Option<&mut Vec<VariableGroup>> {
    match kind {
        SectionKind::Domains(groups, _)
        | SectionKind::Axioms(groups, _)
        | SectionKind::Implies(groups, _) => Some(groups),
        SectionKind::Sorts(..) | SectionKind::Operations(..) => None,
    }
}

/// The names without parentheses in the statements of a section.
fn used_names(kind: &SectionKind) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    match kind {
        SectionKind::Domains(_, clauses) => {
            for clause in clauses {
                collect_names(&clause.call, &mut names);
                collect_names(&clause.condition, &mut names);
            }
        }
        SectionKind::Axioms(_, axioms) | SectionKind::Implies(_, axioms) => {
            axioms.iter().for_each(|axiom| collect_names(&axiom.formula, &mut names));
        }
        SectionKind::Sorts(..) | SectionKind::Operations(..) => {}
    }
    names
}

/// Adds the names without parentheses in an expression.
pub(super) fn collect_names(expr: &Expr, names: &mut BTreeSet<String>) {
    match &expr.kind {
        ExprKind::Name(name) => drop(names.insert(name.clone())),
        ExprKind::Int(_) => {}
        ExprKind::Call(_, arguments) => arguments.iter().for_each(|it| collect_names(it, names)),
        ExprKind::Negate(inner) | ExprKind::Not(inner) => collect_names(inner, names),
        ExprKind::Binary(_, left, right) => {
            collect_names(left, names);
            collect_names(right, names);
        }
        ExprKind::When(when) => {
            collect_names(&when.left, names);
            collect_choice(&when.choice, names);
        }
    }
}

fn collect_choice(choice: &Choice, names: &mut BTreeSet<String>) {
    collect_names(&choice.value, names);
    collect_names(&choice.condition, names);
    match &choice.otherwise {
        Otherwise::Value(value) => collect_names(value, names),
        Otherwise::Choice(next) => collect_choice(next, names),
    }
}
