//! `after term: effects;`: what observers answer after an operation, in one place.
//!
//! ```text
//! after acquire(S, T): now = T, keeps rest;
//! ```
//!
//! Every effect is an axiom with a label. The term becomes the first argument of the observer
//! that the effect starts with, and the domain condition of the term is the premise. What is
//! kept is the same for the value that the operation changes.

use std::collections::BTreeSet;

use super::substitute::{called, called_in, substituted};
use crate::diagnostic::{Code, Diagnostic};
use crate::near_name::hint;
use crate::source::Span;
use crate::syntax::ast::{
    AxiomDecl, BinaryOperator, DomainClause, Effect, Expr, ExprKind, Name, OperationClass,
    OperationDecl, SectionKind, SpecDecl, VariableGroup,
};
use crate::syntax::print_spec::print_expr;

/// Replaces the clauses of a specification.
pub(super) fn expand(spec: &mut SpecDecl, errors: &mut Vec<Diagnostic>) {
    let mut signature = Signature::of(spec);
    for section in &mut spec.sections {
        let (SectionKind::Axioms(groups, axioms) | SectionKind::Implies(groups, axioms)) =
            &mut section.kind
        else {
            continue;
        };
        let mut long = Vec::new();
        for axiom in std::mem::take(axioms) {
            if axiom.effects.is_empty() {
                long.push(axiom);
                continue;
            }
            match signature.axioms(axiom) {
                Ok((found, fresh)) => {
                    long.extend(found);
                    groups.extend(fresh);
                }
                Err(error) => errors.push(error),
            }
        }
        *axioms = long;
    }
}

/// What the clauses of a specification refer to.
struct Signature {
    sort: String,
    ops: Vec<(OperationClass, OperationDecl)>,
    domains: Vec<DomainClause>,
    labels: BTreeSet<String>,
    variables: BTreeSet<String>,
    /// Observers that an axiom defines for all values. They follow from what they are
    /// defined by, so `keeps rest` does not keep them.
    defined: BTreeSet<String>,
}

type Expanded = (Vec<AxiomDecl>, Vec<VariableGroup>);

impl Signature {
    fn of(spec: &SpecDecl) -> Self {
        let mut own = Self {
            sort: spec.name.text.clone(),
            ops: Vec::new(),
            domains: Vec::new(),
            labels: BTreeSet::new(),
            variables: BTreeSet::new(),
            defined: BTreeSet::new(),
        };
        for section in &spec.sections {
            match &section.kind {
                SectionKind::Sorts(sorts, _) => {
                    own.sort = sorts.first().map_or(own.sort, |sort| sort.name.text.clone());
                }
                SectionKind::Operations(class, ops) => {
                    own.ops.extend(ops.iter().map(|op| (*class, op.clone())));
                }
                SectionKind::Domains(groups, clauses) => {
                    own.add_variables(groups);
                    own.domains.extend(clauses.iter().cloned());
                }
                SectionKind::Axioms(groups, axioms) | SectionKind::Implies(groups, axioms) => {
                    own.add_variables(groups);
                    let labels = axioms.iter().filter_map(|axiom| axiom.label.as_ref());
                    own.labels.extend(labels.map(|label| label.text.clone()));
                }
            }
        }
        own.add_definitions(spec);
        own
    }

    /// Needs all variables and domain conditions.
    fn add_definitions(&mut self, spec: &SpecDecl) {
        for section in &spec.sections {
            if let SectionKind::Axioms(_, axioms) = &section.kind {
                let stated = axioms.iter().filter(|axiom| axiom.effects.is_empty());
                let found = stated.filter_map(|axiom| self.defined_by(&axiom.formula));
                let found: Vec<String> = found.collect();
                self.defined.extend(found);
            }
        }
    }

    /// The operation that an axiom defines: `op(S, K) = …`, over variables alone, and with no
    /// premise but the domain condition of the operation.
    fn defined_by(&self, formula: &Expr) -> Option<String> {
        use BinaryOperator::{Equal, If, Iff};
        let (conclusion, premise) = match &formula.kind {
            ExprKind::Binary(If, conclusion, premise) => (&**conclusion, Some(&**premise)),
            _ => (formula, None),
        };
        let (left, right) = match &conclusion.kind {
            ExprKind::Binary(Equal | Iff, left, right) => (&**left, called(right)),
            ExprKind::When(when) => (&when.left, called_in(&when.choice)),
            _ => return None,
        };
        let ExprKind::Call(name, arguments) = &left.kind else { return None };
        let mut seen = BTreeSet::new();
        let is_new_variable = |argument: &Expr| {
            matches!(&argument.kind, ExprKind::Name(text)
                if self.variables.contains(text) && seen.insert(text.clone()))
        };
        let is_general = arguments.iter().all(is_new_variable);
        // Places differ, so the texts are compared.
        let domain = || self.premise(&name.text, arguments).map(|domain| print_expr(&domain));
        let is_domain = premise.is_none_or(|premise| Some(print_expr(premise)) == domain());
        let is_definition = is_general && is_domain && !right.contains(&name.text);
        is_definition.then(|| name.text.clone())
    }

    fn add_variables(&mut self, groups: &[VariableGroup]) {
        let names = groups.iter().flat_map(|group| &group.names);
        self.variables.extend(names.map(|name| name.text.clone()));
    }

    /// The axioms of a clause, with variables for further arguments of what is kept.
    fn axioms(&mut self, clause: AxiomDecl) -> Result<Expanded, Diagnostic> {
        let term = clause.formula;
        let (name, arguments) = match &term.kind {
            ExprKind::Call(name, arguments) => (name.clone(), arguments.clone()),
            _ => return Err(malformed(term.span, "this is no operation")),
        };
        let declared = self.ops.iter().map(|(_, op)| op);
        let same = |op: &&OperationDecl| {
            op.name.text == name.text && op.arguments.len() == arguments.len()
        };
        let Some(op) = declared.into_iter().find(same).cloned() else {
            let known = self.ops.iter().map(|(_, op)| op.name.text.as_str());
            return Err(unknown(&name, "no operation with these arguments has this name", known));
        };
        let premise = self.premise(&name.text, &arguments);
        let stated: Vec<Name> = clause.effects.iter().filter_map(head).collect();
        let is_stated = |effect: &&Effect| matches!(effect, Effect::States(_));
        let changing: Vec<Name> =
            clause.effects.iter().filter(is_stated).filter_map(head).collect();
        let (mut axioms, mut fresh) = (Vec::new(), Vec::new());
        for effect in clause.effects {
            match effect {
                Effect::States(formula) => {
                    let Some(observer) = head(&Effect::States(formula.clone())) else {
                        return Err(malformed(
                            formula.span,
                            "this does not start with an observer",
                        ));
                    };
                    self.must_state(&formula, &observer)?;
                    let label =
                        self.label(&format!("{}_{}", name.text, observer.text), observer.span);
                    let span = formula.span;
                    let formula = under(with_term(formula, &term), premise.clone());
                    axioms.push(AxiomDecl { label, formula, effects: Vec::new(), span });
                }
                Effect::Keeps(kept) => {
                    let changed = self.changed(&op, &arguments, kept.span)?;
                    for observer in self.kept(&kept, &stated, &changing)? {
                        let (formula, groups) = self.same(&observer, &term, changed, kept.span);
                        let label = format!("{}_keeps_{}", name.text, observer.name.text);
                        let label = self.label(&label, kept.span);
                        let mut conditions: Vec<Expr> = premise.iter().cloned().collect();
                        if self.domain_change(&observer, &changing).is_some() {
                            conditions.extend(self.where_defined(&formula));
                        }
                        let formula = under(formula, conditions.into_iter().reduce(and));
                        axioms.push(AxiomDecl {
                            label,
                            formula,
                            effects: Vec::new(),
                            span: kept.span,
                        });
                        fresh.extend(groups);
                    }
                }
            }
        }
        Ok((axioms, fresh))
    }

    /// Refuses the name of a value alone, as in `keeps a, b`.
    fn must_state(&self, formula: &Expr, observer: &Name) -> Result<(), Diagnostic> {
        let is_value =
            self.ops.iter().any(|(_, op)| op.name.text == observer.text && op.result.is_some());
        let conclusion = match &formula.kind {
            ExprKind::Binary(BinaryOperator::If, conclusion, _) => conclusion,
            _ => formula,
        };
        let is_alone = matches!(conclusion.kind, ExprKind::Name(_) | ExprKind::Call(..));
        if !(is_alone && is_value) {
            return Ok(());
        }
        let name = &observer.text;
        Err(unexpanded(observer.span, "this is a value, and says nothing about it").help(format!(
            "write `keeps {name}` if it does not change, or what it is then: `{name} = …`"
        )))
    }

    /// The domain condition of the term.
    fn premise(&self, name: &str, arguments: &[Expr]) -> Option<Expr> {
        self.domains.iter().find_map(|clause| match &clause.call.kind {
            ExprKind::Call(found, formal)
                if found.text == name && formal.len() == arguments.len() =>
            {
                Some(substituted(&clause.condition, formal, arguments))
            }
            _ => None,
        })
    }

    /// The argument that the operation changes.
    fn changed<'e>(
        &self,
        op: &OperationDecl,
        arguments: &'e [Expr],
        span: Span,
    ) -> Result<&'e Expr, Diagnostic> {
        let places = op.arguments.iter().zip(arguments);
        let mut own = places.filter(|(sort, _)| sort.name.text == self.sort).map(|(_, it)| it);
        match (own.next(), own.next()) {
            (Some(argument), None) => Ok(argument),
            (None, _) => {
                Err(malformed(span, "the operation starts anew, so there is nothing to keep"))
            }
            _ => {
                Err(malformed(span, "the operation takes several values, so say which one is kept"))
            }
        }
    }

    /// The observers that an effect keeps: one, or all that the clause does not mention.
    fn kept(
        &self,
        kept: &Name,
        stated: &[Name],
        changing: &[Name],
    ) -> Result<Vec<OperationDecl>, Diagnostic> {
        let observers = self.ops.iter().filter(|(class, op)| {
            let takes_own = op.arguments.first().is_some_and(|it| it.name.text == self.sort);
            // Hidden state is kept by name only.
            let is_hidden = *class == OperationClass::Auxiliary && op.name.text == kept.text;
            (*class == OperationClass::Observer || is_hidden) && takes_own
        });
        let observers: Vec<&OperationDecl> = observers.map(|(_, op)| op).collect();
        let is_stated = |name: &str| stated.iter().any(|other| other.text == name);
        if kept.text == "rest" {
            let yields_own = |op: &OperationDecl| {
                op.result.as_ref().is_some_and(|result| result.sort.name.text == self.sort)
            };
            let is_defined = |op: &OperationDecl| self.defined.contains(&op.name.text);
            let rest = observers
                .into_iter()
                .filter(|op| !is_stated(&op.name.text) && !yields_own(op) && !is_defined(op));
            return rest.map(|op| self.with_kept_domain(op, kept, changing)).collect();
        }
        match observers.iter().find(|op| op.name.text == kept.text) {
            Some(op) => Ok(vec![(*op).clone()]),
            None => {
                let known = observers.iter().map(|op| op.name.text.as_str());
                Err(unknown(kept, "no observer has this name", known))
            }
        }
    }

    /// Nobody thinks of a partial observer by `rest` alone whose domain changes.
    fn with_kept_domain(
        &self,
        op: &OperationDecl,
        kept: &Name,
        changing: &[Name],
    ) -> Result<OperationDecl, Diagnostic> {
        let Some(other) = self.domain_change(op, changing) else { return Ok(op.clone()) };
        let name = &op.name.text;
        let label = format!("the domain of `{name}` depends on `{}`", other.text);
        Err(unexpanded(kept.span, &label).label(other.span, "which changes here").help(format!(
            "add `keeps {name}` to keep it where it is defined both before and after, or say \
                 what it becomes: `{name}(…) = …`"
        )))
    }

    /// What an effect changes that the domain condition of an observer mentions.
    fn domain_change<'n>(&self, op: &OperationDecl, changing: &'n [Name]) -> Option<&'n Name> {
        let is_own = |clause: &&DomainClause| matches!(&clause.call.kind, ExprKind::Call(name, _) if name.text == op.name.text);
        let condition = self.domains.iter().find(is_own).map(|clause| called(&clause.condition));
        let changes = |name: &&Name| condition.iter().flatten().any(|used| *used == name.text);
        changing.iter().find(changes)
    }

    /// The domain conditions of both sides of an equation.
    fn where_defined(&self, equation: &Expr) -> Vec<Expr> {
        let ExprKind::Binary(_, left, right) = &equation.kind else { return Vec::new() };
        let condition = |side: &Expr| match &side.kind {
            ExprKind::Call(name, arguments) => self.premise(&name.text, arguments),
            _ => None,
        };
        [left, right].into_iter().filter_map(|side| condition(side)).collect()
    }

    /// `limit(acquire(S, T)) = limit(S)`, with variables for further arguments.
    fn same(
        &mut self,
        observer: &OperationDecl,
        term: &Expr,
        changed: &Expr,
        span: Span,
    ) -> (Expr, Vec<VariableGroup>) {
        let (mut others, mut groups) = (Vec::new(), Vec::new());
        for sort in &observer.arguments[1..] {
            let text = self.fresh_variable(&sort.name.text);
            others.push(Expr { kind: ExprKind::Name(text.clone()), span });
            let names = vec![Name { text, span }];
            groups.push(VariableGroup { names, sort: sort.clone(), span });
        }
        let call = |value: &Expr| {
            let arguments = [std::slice::from_ref(value), &others].concat();
            let name = Name { text: observer.name.text.clone(), span };
            Box::new(Expr { kind: ExprKind::Call(name, arguments), span })
        };
        let operator = match observer.result {
            Some(_) => BinaryOperator::Equal,
            None => BinaryOperator::Iff,
        };
        let kind = ExprKind::Binary(operator, call(term), call(changed));
        (Expr { kind, span }, groups)
    }

    fn fresh_variable(&mut self, sort: &str) -> String {
        let letter = sort.chars().next().map_or('X', |first| first.to_ascii_uppercase());
        let free = |name: &String| !self.variables.contains(name);
        let name = (1..).map(|number| format!("{letter}{number}")).find(free);
        let name = name.expect("numbers do not end");
        self.variables.insert(name.clone());
        name
    }

    /// The label, with a number where it is taken.
    fn label(&mut self, text: &str, span: Span) -> Option<Name> {
        let numbered = |number: usize| match number {
            1 => text.to_owned(),
            number => format!("{text}_{number}"),
        };
        let text = (1..).map(numbered).find(|label| !self.labels.contains(label))?;
        self.labels.insert(text.clone());
        Some(Name { text, span })
    }
}

/// The observer that an effect is about.
fn head(effect: &Effect) -> Option<Name> {
    let Effect::States(formula) = effect else {
        return match effect {
            Effect::Keeps(name) if name.text != "rest" => Some(name.clone()),
            _ => None,
        };
    };
    head_of(formula)
}

fn head_of(expr: &Expr) -> Option<Name> {
    match &expr.kind {
        ExprKind::Name(text) => Some(Name { text: text.clone(), span: expr.span }),
        ExprKind::Call(name, _) => Some(name.clone()),
        ExprKind::Not(inner) | ExprKind::Binary(_, inner, _) => head_of(inner),
        ExprKind::When(when) => head_of(&when.left),
        ExprKind::Int(_) | ExprKind::Negate(_) => None,
    }
}

/// The effect with the term as first argument of its observer.
fn with_term(mut expr: Expr, term: &Expr) -> Expr {
    expr.kind = match expr.kind {
        ExprKind::Name(text) => ExprKind::Call(Name { text, span: expr.span }, vec![term.clone()]),
        ExprKind::Call(name, mut arguments) => {
            arguments.insert(0, term.clone());
            ExprKind::Call(name, arguments)
        }
        ExprKind::Not(inner) => ExprKind::Not(Box::new(with_term(*inner, term))),
        ExprKind::Binary(operator, left, right) => {
            ExprKind::Binary(operator, Box::new(with_term(*left, term)), right)
        }
        ExprKind::When(mut when) => {
            when.left = with_term(when.left, term);
            ExprKind::When(when)
        }
        other => other,
    };
    expr
}

/// The formula under a premise, in front of its own.
fn under(formula: Expr, premise: Option<Expr>) -> Expr {
    let Some(premise) = premise else { return formula };
    let span = formula.span;
    let (conclusion, premise) = match formula.kind {
        ExprKind::Binary(BinaryOperator::If, conclusion, own) => (*conclusion, and(premise, *own)),
        kind => (Expr { kind, span }, premise),
    };
    let kind = ExprKind::Binary(BinaryOperator::If, Box::new(conclusion), Box::new(premise));
    Expr { kind, span }
}

fn and(first: Expr, second: Expr) -> Expr {
    let span = first.span;
    let kind = ExprKind::Binary(BinaryOperator::And, Box::new(first), Box::new(second));
    Expr { kind, span }
}

/// An unknown name; the help lists operations with similar names.
fn unknown<'n>(name: &Name, label: &str, known: impl Iterator<Item = &'n str>) -> Diagnostic {
    match hint(&name.text, known.filter(|known| *known != name.text)) {
        Some(hint) => unexpanded(name.span, label).help(hint),
        None => malformed(name.span, label),
    }
}

fn malformed(span: Span, label: &str) -> Diagnostic {
    unexpanded(span, label)
        .help("write `after operation(variables): observer = …, keeps observer;`")
}

fn unexpanded(span: Span, label: &str) -> Diagnostic {
    Diagnostic::error(Code::AfterForm, "the `after` clause cannot be expanded").label(span, label)
}
