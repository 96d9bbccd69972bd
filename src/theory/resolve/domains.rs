//! Domain clauses: `largest(S) if not isEmpty(S);`

use std::collections::BTreeSet;

use super::Resolver;
use super::builder::Builder;
use super::variables::Variables;
use crate::arena::Id;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{Arrow, DomainClause, Expr, ExprKind, Name, SectionKind, SpecDecl};
use crate::theory::{Domain, Formula, OpId, SpecId, Term, VarId};

impl Resolver<'_> {
    pub(super) fn resolve_domains(&mut self, spec: SpecId, decl: &SpecDecl) {
        // Operations whose clause has errors. These are not reported as missing a clause.
        let mut broken = BTreeSet::new();
        for section in &decl.sections {
            if let SectionKind::Domains(groups, clauses) = &section.kind {
                let mut variables = self.declare_variables(spec, groups);
                for clause in clauses {
                    if self.domain(spec, clause, &mut variables).is_none() {
                        variables.use_all();
                        broken.extend(called_name(&clause.call));
                    }
                }
                self.report_unused(&variables);
            }
        }
        self.report_missing_domains(spec, &broken);
        self.report_circular_domains(spec);
    }

    /// A domain condition must not call the operation whose domain it states.
    fn report_circular_domains(&mut self, spec: SpecId) {
        for id in self.own_ops[spec.index()].clone() {
            let Some(domain) = &self.theory.ops[id].domain else { continue };
            let span = domain.span;
            if !self.decided_by(id).contains(&id) {
                continue;
            }
            let op = &self.theory.ops[id];
            let report = Diagnostic::error(
                Code::CircularDomain,
                format!("the domain of `{}` depends on itself", op.name),
            )
            .label(span, format!("uses the result of `{}` to say when `{0}` is defined", op.name))
            .help("use total operations and predicates to say when an operation is defined");
            self.report(report);
        }
    }

    /// The operations that a domain condition uses, and those that their domain
    /// conditions use.
    fn decided_by(&self, op: OpId) -> BTreeSet<OpId> {
        let used = |op: OpId| {
            let domain = self.theory.ops[op].domain.as_ref();
            domain.map(|domain| domain.condition.ops()).unwrap_or_default()
        };
        let mut reached = BTreeSet::new();
        let mut open = vec![op];
        while let Some(op) = open.pop() {
            open.extend(used(op).into_iter().filter(|used| reached.insert(*used)));
        }
        reached
    }

    fn domain(
        &mut self,
        spec: SpecId,
        clause: &DomainClause,
        variables: &mut Variables,
    ) -> Option<()> {
        let name = self.check_domain_form(&clause.call)?;
        let call = self.infer(&clause.call, variables, spec);
        let condition = self.infer(&clause.condition, variables, spec);
        let mut builder = Builder { resolver: self, variables, spec };
        let arguments = builder
            .choose(&call, name, None)
            .and_then(|op| builder.arguments(op, &call).map(|arguments| (op, arguments)));
        let condition = builder.formula(&condition);
        if let Some(condition) = &condition {
            self.check_atoms(condition, clause.condition.span)?;
        }
        let (op, arguments) = arguments?;
        self.check_domain_op(spec, op, name, clause)?;
        let order = self.check_condition_variables(&arguments, condition?, variables, clause)?;
        let (parameters, condition) = order;
        let named: Option<Vec<_>> = parameters.iter().map(|id| variables.variable(*id)).collect();
        self.theory.ops[op].domain =
            Some(Domain { variables: named?, condition, span: clause.span });
        self.warn_domain_on_total(op, clause);
        Some(())
    }

    /// The clause must cover every call of the operation: its arguments are variables.
    fn check_domain_form<'c>(&mut self, call: &'c Expr) -> Option<&'c Name> {
        let ExprKind::Call(name, arguments) = &call.kind else {
            self.report(domain_form(call.span, "this is not a call of an operation"));
            return None;
        };
        let mut seen = BTreeSet::new();
        for argument in arguments {
            let ExprKind::Name(variable) = &argument.kind else {
                self.report(domain_form(argument.span, "this is not a variable"));
                return None;
            };
            if !seen.insert(variable) {
                self.report(domain_form(argument.span, "this variable occurs twice"));
                return None;
            }
        }
        Some(name)
    }

    fn check_domain_op(
        &mut self,
        spec: SpecId,
        op: OpId,
        name: &Name,
        clause: &DomainClause,
    ) -> Option<()> {
        let declared = &self.theory.ops[op];
        let (code, message, label) = if declared.is_predicate() {
            let message = format!("predicate `{}` has a domain clause", name.text);
            (Code::DomainOfPredicate, message, "predicates are defined everywhere")
        } else if declared.spec != spec {
            let owner = &self.gathered[declared.spec].name;
            let message = format!("`{}` belongs to `{owner}`", name.text);
            (Code::ForeignDomain, message, "its domain cannot be restricted here")
        } else if let Some(first) = &declared.domain {
            let report = Diagnostic::error(
                Code::DuplicateDomain,
                format!("`{}` has two domain clauses", name.text),
            )
            .label(clause.span, "given again here")
            .label(first.span, "first given here")
            .help("join the conditions with `and` or `or`");
            self.report(report);
            return None;
        } else {
            return Some(());
        };
        let report = Diagnostic::error(code, message)
            .label(clause.span, label)
            .label(declared.span, "declared here");
        self.report(report);
        None
    }

    /// The variables in the order of the arguments, and the condition over them.
    fn check_condition_variables(
        &mut self,
        arguments: &[Term],
        condition: Formula,
        variables: &Variables,
        clause: &DomainClause,
    ) -> Option<(Vec<VarId>, Formula)> {
        let parameters: Vec<VarId> = arguments
            .iter()
            .filter_map(|term| match term {
                Term::Variable(id) => Some(*id),
                _ => None,
            })
            .collect();
        let free = condition.variables().into_iter().find(|id| !parameters.contains(id));
        if let Some(free) = free {
            let name = variables.variable(free)?.name;
            self.report(domain_form(
                clause.condition.span,
                format!("`{name}` is not among the arguments"),
            ));
            return None;
        }
        let place = |id: VarId| {
            let position = parameters.iter().position(|parameter| *parameter == id);
            VarId::from_index(position.expect("free variables were refused above"))
        };
        let condition = condition.renamed(&place);
        Some((parameters, condition))
    }

    fn warn_domain_on_total(&mut self, op: OpId, clause: &DomainClause) {
        let decl = self.op_decls[&op];
        if let Some(result) = &decl.result
            && result.arrow == Arrow::Total
        {
            self.report(
                Diagnostic::warning(
                    Code::DomainOnTotal,
                    format!("`{}` is declared total and has a domain clause", decl.name.text),
                )
                .label(result.arrow_span, "this says that it is defined everywhere")
                .label(clause.span, "this says where it is defined")
                .help("it is taken as partial; write `-->?` to say so"),
            );
        }
    }

    fn report_missing_domains(&mut self, spec: SpecId, broken: &BTreeSet<String>) {
        for id in &self.own_ops[spec.index()] {
            let op = &self.theory.ops[*id];
            let Some(result) = &self.op_decls[id].result else { continue };
            let partial = result.arrow == Arrow::Partial;
            if partial && op.domain.is_none() && !broken.contains(&op.name) {
                self.diagnostics.push(
                    Diagnostic::error(
                        Code::MissingDomain,
                        format!("partial operation `{}` has no domain clause", op.name),
                    )
                    .label(result.arrow_span, "declared partial here")
                    .help("add a `domains` section that says when it is defined, or write `-->`"),
                );
            }
        }
    }
}

fn called_name(call: &Expr) -> Option<String> {
    match &call.kind {
        ExprKind::Call(name, _) => Some(name.text.clone()),
        ExprKind::Name(name) => Some(name.clone()),
        _ => None,
    }
}

fn domain_form(span: Span, label: impl Into<String>) -> Diagnostic {
    Diagnostic::error(
        Code::DomainForm,
        "a domain clause is an operation applied to distinct variables, and a condition on them",
    )
    .label(span, label)
    .help("write it like `largest(S) if not isEmpty(S);`")
}
