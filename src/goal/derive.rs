//! From axioms and domain conditions to goals.

use std::collections::BTreeSet;

use super::congruence::congruences;
use super::name::{Titles, after_letter, alias_suffixes, contents};
use super::{
    Goal, GoalKind, GoalOptions, Minterms, Property, Side, bound, coincidence, construction,
    equality, pattern,
};
use crate::diagnostic::Diagnostic;
use crate::theory::{Axiom, AxiomId, Domain, Formula, OpId, Statement, Term, Theory};

/// The goals of all body specifications, in order of declaration: those of the
/// axioms, of the congruences, then of the domain conditions.
///
/// Fails if an axiom has too many variables to enumerate its aliasing goals.
pub fn goals(theory: &Theory, options: GoalOptions) -> Result<Vec<Goal>, Vec<Diagnostic>> {
    bound::check(theory, &options)?;
    Ok(derive(theory, &options))
}

/// All goals. The formulas must be within the bounds.
fn derive(theory: &Theory, options: &GoalOptions) -> Vec<Goal> {
    let congruences = congruences(theory, &options.equalities);
    let titles = Titles::of(theory, &congruences);
    let mut goals = Vec::new();
    for (id, axiom) in theory.body_axioms() {
        if options.axioms {
            axiom_goals(theory, id, axiom, titles.axiom(id), options.aliasing, &mut goals);
        }
        if options.constructions {
            goals.extend(construction::goals(theory, id, axiom, titles.axiom(id)));
        }
        if options.coincidences {
            goals.extend(coincidence::goals(id, axiom, titles.axiom(id)));
        }
    }
    for (number, congruence) in congruences.iter().enumerate() {
        goals.extend(equality::goals(theory, titles.congruence(number), congruence));
    }
    if options.domains {
        for (id, domain) in theory.body_domains() {
            domain_goals(theory, id, domain, titles.domain(id), &mut goals);
        }
    }
    make_unique(&mut goals);
    goals
}

/// Makes the ids unique. Names can clash: a predicate `p_with_all_distinct` beside `p`.
pub fn make_unique(goals: &mut [Goal]) {
    let mut taken = BTreeSet::new();
    for goal in goals {
        while !taken.insert(goal.id()) {
            goal.case.push_str("_again");
        }
    }
}

/// The minterms of an axiom, each followed by its aliasing goals.
fn axiom_goals(
    theory: &Theory,
    id: AxiomId,
    axiom: &Axiom,
    title: &str,
    aliasing: bool,
    goals: &mut Vec<Goal>,
) {
    let inside = inside_of_domain(theory, axiom);
    let minterms = Minterms::of(inside.as_ref().unwrap_or(&axiom.formula));
    let truths: Vec<Vec<bool>> = minterms.assignments(true).collect();
    let names = match truths.len() {
        1 => vec!["holds".to_owned()],
        _ => contents(theory, &axiom.variables, &minterms, &truths),
    };
    for (truth, content) in truths.iter().zip(names) {
        let content = after_letter("case", content);
        let goal = Goal {
            title: title.to_owned(),
            case: content,
            kind: GoalKind::Axiom,
            property: Property::Stated(Statement::Axiom(id)),
            variables: axiom.variables.clone(),
            literals: minterms.literals(truth),
            pattern: None,
        };
        let aliases = if aliasing { alias_goals(&goal) } else { Vec::new() };
        goals.push(goal);
        goals.extend(aliases);
    }
}

/// What an axiom says inside of the domain of an operation, if the premise is the condition of that
/// domain, in several parts. Outside, the operation has no result, and the goals of the domain go
/// through all ways of that. A dozen axioms about one operation would go through them again.
fn inside_of_domain(theory: &Theory, axiom: &Axiom) -> Option<Formula> {
    let Formula::If { conclusion, premise } = &axiom.formula else { return None };
    // An effect with a premise of its own has it behind the condition.
    let (condition, rest) = match &**premise {
        Formula::And(condition, rest) if guards(theory, conclusion, condition) => {
            (condition, Some(rest.clone()))
        }
        _ => (premise, None),
    };
    let has_parts = Minterms::of(condition).atoms().len() > 1;
    let stated = match rest {
        Some(premise) => Box::new(Formula::If { conclusion: conclusion.clone(), premise }),
        None => conclusion.clone(),
    };
    (has_parts && guards(theory, conclusion, condition))
        .then(|| Formula::And(stated, condition.clone()))
}

/// Whether this is the domain condition of a call in the conclusion.
fn guards(theory: &Theory, conclusion: &Formula, condition: &Formula) -> bool {
    let is_guarded = |term: &Term| match term {
        Term::Apply(op, arguments) => {
            let domain = theory.ops[*op].domain.as_ref();
            domain.is_some_and(|it| it.condition.substituted(arguments) == *condition)
        }
        _ => false,
    };
    conclusion.subterms().into_iter().any(is_guarded)
}

fn alias_goals(goal: &Goal) -> Vec<Goal> {
    let patterns = pattern::open_patterns(&goal.variables, &goal.literals);
    let suffixes = alias_suffixes(&goal.variables, &patterns);
    let alias = |(pattern, suffix)| Goal {
        case: format!("{}_{suffix}", goal.case),
        kind: GoalKind::Alias,
        pattern: Some(pattern),
        ..goal.clone()
    };
    patterns.into_iter().zip(suffixes).map(alias).collect()
}

/// Every way in which the arguments can be inside of the domain, then every way
/// in which they can be outside.
fn domain_goals(theory: &Theory, id: OpId, domain: &Domain, title: &str, goals: &mut Vec<Goal>) {
    let minterms = Minterms::of(&domain.condition);
    for (side, prefix) in [(Side::Inside, "inside"), (Side::Outside, "outside")] {
        let truths: Vec<Vec<bool>> = minterms.assignments(side == Side::Inside).collect();
        let contents = contents(theory, &domain.variables, &minterms, &truths);
        for (truth, content) in truths.iter().zip(contents) {
            goals.push(Goal {
                title: title.to_owned(),
                case: format!("{prefix}_{content}"),
                kind: GoalKind::Domain(side),
                property: Property::Stated(Statement::Domain(id)),
                variables: domain.variables.clone(),
                literals: minterms.literals(truth),
                pattern: None,
            });
        }
    }
}
