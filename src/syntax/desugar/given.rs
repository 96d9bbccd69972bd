//! Parameters whose operations yield what constructors build: `getInterval: Ranged --> Interval`.
//!
//! Tables of a parameter hold elements, numbers and truth values, so such an operation is
//! computed from operations that do: `getInterval(R) = between(getInterval_1(R), getInterval_2(R))`.
//! The declaration becomes two. The first is a parameter with those operations, the second
//! has what mentions constructed values.

use std::collections::BTreeSet;

use super::make::Maker;
use super::substitute::{called, substituted};
use super::variables::collect_names;
use crate::syntax::ast::{
    Arrow, AxiomDecl, BinaryOperator, DomainClause, Expr, ExprKind, OperationClass, OperationDecl,
    Section, SectionKind, SortRef, SpecDecl, SpecOrigin, VariableGroup,
};

/// How many constructors a value applies at most, and how many forms of values there are.
const CONSTRUCTORS: usize = 3;
const FORMS: usize = 4;

/// The two specifications of a parameter whose operations yield constructed values.
pub struct Split {
    pub given: SpecDecl,
    pub yielding: SpecDecl,
}

/// A constructor term over `leaves`, which its variables `0`, `1`, … stand for.
#[derive(Clone)]
struct Form {
    term: Expr,
    leaves: Vec<SortRef>,
    conditions: Vec<Expr>,
    constructors: usize,
}

/// `None` where no operation yields a value that the specifications in `built` construct. `None`
/// as well where such an operation is partial, is none of an element, or takes constructed values,
/// and where nothing can be built from elements and numbers.
pub fn split(decl: &SpecDecl, built: &[&SpecDecl]) -> Option<Split> {
    let is_built = |sort: &SortRef| constructor_spec(built, sort).is_some();
    let all: Vec<&OperationDecl> = operations(decl).map(|(_, op)| op).collect();
    let yields = |op: &OperationDecl| op.result.as_ref().is_some_and(|it| is_built(&it.sort));
    let is_own = |op: &OperationDecl| op.arguments.first().is_some_and(|it| declares(decl, it));
    let is_hopeless =
        |op: &&OperationDecl| op.arguments.iter().any(is_built) || yields(op) && !is_own(op);
    if !all.iter().any(|op| yields(op)) || all.iter().any(is_hopeless) {
        return None;
    }
    let mut splitter = Splitter { built, ops: Vec::new(), laws: Vec::new(), equations: Vec::new() };
    for op in all.iter().filter(|op| yields(op)) {
        splitter.operation(op)?;
    }
    let mut foreign: BTreeSet<&str> =
        all.iter().filter(|op| yields(op)).map(|op| op.name.text.as_str()).collect();
    foreign.extend(
        built.iter().flat_map(|spec| operations(spec)).map(|(_, op)| op.name.text.as_str()),
    );
    let make = Maker { span: decl.name.span };
    let Splitter { ops, laws, equations, .. } = splitter;
    let part = |is_moved: bool| -> Vec<Section> {
        let sections = decl.sections.iter();
        sections.filter_map(|section| kept(section, is_moved, &yields, &foreign)).collect()
    };
    let mut given = SpecDecl { sections: part(false), ..decl.clone() };
    given.sections.push(make.operations(OperationClass::Auxiliary, ops));
    given.sections.extend(laws);
    let mut sections = part(true);
    sections.extend(equations);
    let origin = SpecOrigin::Yielding;
    Some(Split { given, yielding: SpecDecl { sections, origin, ..decl.clone() } })
}

fn operations(decl: &SpecDecl) -> impl Iterator<Item = (OperationClass, &OperationDecl)> {
    decl.sections.iter().flat_map(|section| match &section.kind {
        SectionKind::Operations(class, ops) => ops.iter().map(|op| (*class, op)).collect(),
        _ => Vec::new(),
    })
}

/// The specification that constructs the values of a sort.
fn constructor_spec<'s>(built: &[&'s SpecDecl], sort: &SortRef) -> Option<&'s SpecDecl> {
    built.iter().copied().find(|decl| declares(decl, sort))
}

fn declares(decl: &SpecDecl, sort: &SortRef) -> bool {
    decl.sections.iter().any(|section| {
        matches!(&section.kind, SectionKind::Sorts(sorts, _)
            if sorts.iter().any(|it| it.name.text == sort.name.text))
    })
}

/// What one of the two specifications has of a section.
fn kept(
    section: &Section,
    is_moved: bool,
    yields: &dyn Fn(&OperationDecl) -> bool,
    foreign: &BTreeSet<&str>,
) -> Option<Section> {
    let is_foreign = |expr: &Expr| called(expr).iter().any(|name| foreign.contains(name.as_str()));
    let axioms = |groups: &[VariableGroup], axioms: &[AxiomDecl]| {
        let kept = axioms.iter().filter(|it| is_foreign(&it.formula) == is_moved);
        let kept: Vec<AxiomDecl> = kept.cloned().collect();
        let groups = narrowed(groups, kept.iter().map(|it| &it.formula));
        (!kept.is_empty()).then_some((groups, kept))
    };
    let kind = match &section.kind {
        SectionKind::Sorts(..) if is_moved => return None,
        SectionKind::Sorts(..) => section.kind.clone(),
        SectionKind::Operations(class, ops) => {
            let kept = ops.iter().filter(|op| yields(op) == is_moved).cloned().collect();
            SectionKind::Operations(*class, kept)
        }
        SectionKind::Domains(groups, clauses) => {
            let kept = clauses.iter().filter(|it| is_foreign(&it.condition) == is_moved);
            let kept: Vec<DomainClause> = kept.cloned().collect();
            let parts = kept.iter().flat_map(|it| [&it.call, &it.condition]);
            SectionKind::Domains(narrowed(groups, parts), kept)
        }
        SectionKind::Axioms(groups, all) => {
            let (groups, kept) = axioms(groups, all)?;
            SectionKind::Axioms(groups, kept)
        }
        SectionKind::Implies(groups, all) => {
            let (groups, kept) = axioms(groups, all)?;
            SectionKind::Implies(groups, kept)
        }
    };
    Some(Section { kind, keyword: section.keyword })
}

/// The variables that occur.
fn narrowed<'e>(
    groups: &[VariableGroup],
    parts: impl Iterator<Item = &'e Expr>,
) -> Vec<VariableGroup> {
    let mut used = BTreeSet::new();
    parts.for_each(|part| collect_names(part, &mut used));
    let mut groups = groups.to_vec();
    for group in &mut groups {
        group.names.retain(|name| used.contains(&name.text));
    }
    groups.retain(|group| !group.names.is_empty());
    groups
}

struct Splitter<'s> {
    built: &'s [&'s SpecDecl],
    /// Operations that have tables.
    ops: Vec<OperationDecl>,
    /// What holds of them, so that every value is defined.
    laws: Vec<Section>,
    /// How values are built.
    equations: Vec<Section>,
}

impl Splitter<'_> {
    fn operation(&mut self, op: &OperationDecl) -> Option<()> {
        let result = op.result.as_ref().filter(|result| result.arrow == Arrow::Total)?;
        let mut forms = self.forms(&result.sort, CONSTRUCTORS);
        // Larger values say more about what is done with them.
        forms.reverse();
        forms.truncate(FORMS);
        let make = Maker { span: op.name.span };
        let names: Vec<String> = (1..=op.arguments.len()).map(|it| format!("X{it}")).collect();
        let groups: Vec<VariableGroup> = names
            .iter()
            .zip(&op.arguments)
            .map(|(name, sort)| make.group(name, sort.clone()))
            .collect();
        let call =
            |name: &str| make.call(name, names.iter().map(|name| make.variable(name)).collect());
        let mut leaves: Vec<(SortRef, String)> = Vec::new();
        let (mut laws, mut equations) = (Vec::new(), Vec::new());
        let mut before: Vec<Expr> = Vec::new();
        let last = forms.len().checked_sub(1)?;
        for (place, form) in forms.iter().enumerate() {
            let mut used = vec![0; form.leaves.len()];
            for (leaf, sort) in form.leaves.iter().enumerate() {
                let same = |it: &usize| leaves[*it].0.name.text == sort.name.text;
                let free = (0..leaves.len()).filter(same).find(|it| !used[..leaf].contains(it));
                used[leaf] = free.unwrap_or_else(|| {
                    leaves.push((sort.clone(), format!("{}_{}", op.name.text, leaves.len() + 1)));
                    leaves.len() - 1
                });
            }
            let formal: Vec<Expr> =
                (0..used.len()).map(|it| make.variable(&it.to_string())).collect();
            let actual: Vec<Expr> = used.iter().map(|it| call(&leaves[*it].1)).collect();
            let test = format!("{}_is_{}", op.name.text, place + 1);
            let mut premises = before.clone();
            if place < last {
                premises.push(call(&test));
                before.push(make.not(call(&test)));
                self.ops.push(make.predicate(&*test, op.arguments.clone()));
            }
            let premise = make.joined(BinaryOperator::And, premises);
            let guarded = |formula: Expr| match &premise {
                Some(premise) => make.binary(BinaryOperator::If, formula, premise.clone()),
                None => formula,
            };
            for condition in &form.conditions {
                let condition = guarded(substituted(condition, &formal, &actual));
                laws.push(
                    make.axiom(format!("{}_defined_{}", op.name.text, laws.len() + 1), condition),
                );
            }
            let value = substituted(&form.term, &formal, &actual);
            let equation = make.binary(BinaryOperator::Equal, call(&op.name.text), value);
            equations
                .push(make.axiom(format!("{}_{}", op.name.text, place + 1), guarded(equation)));
        }
        for (sort, name) in leaves {
            self.ops.push(make.operation(name, op.arguments.clone(), Arrow::Total, sort));
        }
        if !laws.is_empty() {
            self.laws.push(make.section(SectionKind::Axioms(groups.clone(), laws)));
        }
        self.equations.push(make.section(SectionKind::Axioms(groups, equations)));
        Some(())
    }

    /// The forms of values of a sort, smaller ones first.
    fn forms(&self, sort: &SortRef, constructors: usize) -> Vec<Form> {
        let Some(spec) = constructor_spec(self.built, sort) else {
            let term = Maker { span: sort.span }.variable("0");
            let leaves = vec![sort.clone()];
            return vec![Form { term, leaves, conditions: Vec::new(), constructors: 0 }];
        };
        let Some(rest) = constructors.checked_sub(1) else { return Vec::new() };
        let mut forms: Vec<Form> = operations(spec)
            .filter(|(class, _)| *class == OperationClass::Constructor)
            .flat_map(|(_, op)| self.applied(spec, op, rest))
            .collect();
        forms.sort_by_key(|form| form.constructors);
        forms
    }

    /// The forms that a constructor makes.
    fn applied(&self, spec: &SpecDecl, op: &OperationDecl, rest: usize) -> Vec<Form> {
        let make = Maker { span: op.name.span };
        let mut all = vec![(Vec::new(), Vec::new(), Vec::new(), 1)];
        for sort in &op.arguments {
            let parts = self.forms(sort, rest);
            let mut longer = Vec::new();
            for (terms, leaves, conditions, constructors) in &all {
                for part in parts.iter().filter(|part| constructors + part.constructors <= rest + 1)
                {
                    let shift = |expr: &Expr| shifted(expr, part.leaves.len(), leaves.len());
                    let terms: &Vec<Expr> = terms;
                    let terms = [terms.as_slice(), &[shift(&part.term)]].concat();
                    let own: Vec<Expr> = part.conditions.iter().map(shift).collect();
                    let conditions: &Vec<Expr> = conditions;
                    let conditions = [conditions.as_slice(), &own].concat();
                    let leaves: Vec<SortRef> = [leaves.as_slice(), &part.leaves].concat();
                    longer.push((terms, leaves, conditions, constructors + part.constructors));
                }
            }
            all = longer;
        }
        let form = |(terms, leaves, mut conditions, constructors): (Vec<Expr>, _, Vec<Expr>, _)| {
            conditions.extend(self.condition(spec, op, &terms)?);
            let term = make.call(&op.name.text, terms);
            Some(Form { term, leaves, conditions, constructors })
        };
        all.into_iter().filter_map(form).collect()
    }

    /// When a constructor is defined on terms; `None` where elements and numbers can't say so.
    fn condition(
        &self,
        spec: &SpecDecl,
        op: &OperationDecl,
        terms: &[Expr],
    ) -> Option<Option<Expr>> {
        let clauses = spec.sections.iter().flat_map(|section| match &section.kind {
            SectionKind::Domains(_, clauses) => clauses.as_slice(),
            _ => &[],
        });
        let mut own = clauses.filter_map(|clause| match &clause.call.kind {
            ExprKind::Call(name, formal) if name.text == op.name.text => Some((formal, clause)),
            _ => None,
        });
        let Some((formal, clause)) = own.next() else { return Some(None) };
        let foreign: BTreeSet<&str> = (self.built.iter())
            .flat_map(|spec| operations(spec))
            .map(|(_, op)| op.name.text.as_str())
            .collect();
        let is_plain =
            called(&clause.condition).iter().all(|name| !foreign.contains(name.as_str()));
        is_plain.then(|| Some(substituted(&clause.condition, formal, terms)))
    }
}

/// The expression with its variables `0`, `1`, … behind those of other expressions.
fn shifted(expr: &Expr, leaves: usize, by: usize) -> Expr {
    let make = Maker { span: expr.span };
    let variables = |from: usize| -> Vec<Expr> {
        (from..from + leaves).map(|it| make.variable(&it.to_string())).collect()
    };
    substituted(expr, &variables(0), &variables(by))
}
