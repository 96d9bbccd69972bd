//! Domain conditions as tester functions: a call succeeds inside of the domain, and outside it
//! does what the mapping says.

use super::axiom::{Atoms, Tester, body_of, call_text, tester};
use super::context::{Comparison, Context};
use super::term::{Binding, Body};
use crate::arena::Id;
use crate::goal::{GoalKind, Minterms, Side};
use crate::refine::{Outside, Yields};
use crate::rust::{Expr, Ident, Pattern, Stmt};
use crate::testcase::AbstractTest;
use crate::theory::{Domain, OpId, Term, VarId, Variable};

/// The domain condition of an operation, with its text.
pub struct DomainClause<'t> {
    pub op: OpId,
    pub domain: &'t Domain,
    /// `largest(S)`
    call: String,
    /// `largest(S) if not isEmpty(S)`
    pub text: String,
}

impl<'t> DomainClause<'t> {
    pub fn of(cx: Context<'t>, op: OpId) -> Self {
        let domain = cx.theory.ops[op].domain.as_ref().expect("only partial ones have goals");
        let condition = domain.condition.text(cx.theory, &domain.variables);
        let call = call_text(cx, &applied(op, &domain.variables), &domain.variables);
        let text = format!("{call} if {condition}");
        Self { op, domain, call, text }
    }

    /// `domain of largest`
    pub fn title(&self, cx: Context<'_>) -> String {
        format!("domain of {}", cx.theory.ops[self.op].name)
    }
}

fn applied(op: OpId, variables: &[Variable]) -> Term {
    let arguments = (0..variables.len()).map(|index| Term::Variable(VarId::from_index(index)));
    Term::Apply(op, arguments.collect())
}

/// Whether the mapping says enough for a test: nothing is called where nothing is known.
pub fn is_testable(cx: Context<'_>, op: OpId, test: &AbstractTest) -> bool {
    cx.function(op).outside != Outside::Unspecified
        || test.goal.kind == GoalKind::Domain(Side::Inside)
}

/// Lowers a domain condition. `place` is where it stands, as messages show it.
pub fn domain_tester(
    cx: Context<'_>,
    clause: &DomainClause<'_>,
    name: &Ident,
    place: &str,
) -> Tester {
    let mut body = body_of(cx, &clause.domain.variables);
    let atoms = Atoms::of(&mut body, &Minterms::of(&clause.domain.condition));
    let text = format!("[{}] {} ({place})", clause.title(cx), clause.text);
    let checked = |defined: Expr| {
        let condition = atoms.closure(&clause.domain.condition);
        let arguments =
            vec![Expr::text(&text), Expr::text(&clause.call), atoms.array(), condition, defined];
        Expr::call("domain", arguments)
    };
    let stmts = match changed_argument(cx, clause.op) {
        Some(changed) => mutating(&mut body, clause, changed, checked),
        None => vec![Stmt::Tail(checked(succeeds(&mut body, clause)))],
    };
    let doc = vec![format!("`[{}]` {place}", clause.title(cx))];
    tester(body, name, atoms.len(), doc, stmts, false)
}

/// The argument that the attempted call changes.
fn changed_argument(cx: Context<'_>, op: OpId) -> Option<usize> {
    cx.names.attempt(op)?;
    match cx.function(op).yields {
        Yields::Argument { argument, .. } => Some(argument),
        Yields::Value(_) => None,
    }
}

/// Whether a call that changes nothing succeeds.
fn succeeds(body: &mut Body<'_>, clause: &DomainClause<'_>) -> Expr {
    match body.cx.names.attempt(clause.op) {
        Some(attempt) => Expr::call(attempt, attempt_arguments(body, clause.op, None)),
        None => {
            let value = body.optional(&applied(clause.op, &clause.domain.variables));
            value.method("is_some", Vec::new())
        }
    }
}

/// The variables as the attempting function takes them.
fn attempt_arguments(body: &Body<'_>, op: OpId, changed: Option<(usize, &Ident)>) -> Vec<Expr> {
    let argument = |(place, binding): (usize, &Binding)| match (binding, changed) {
        (_, Some((own, name))) if own == place => Expr::prefix("&mut ", Expr::name(name)),
        (Binding::Factory(name), _) => {
            let value = Expr::call(name, Vec::new());
            let shared = super::adapter::is_shared(body.cx, op, place);
            if shared { value.reference() } else { value }
        }
        (binding, _) => Expr::name(binding.name()),
    };
    body.bindings.iter().enumerate().map(argument).collect()
}

/// The call succeeds where the condition holds and nowhere else; where it fails, it leaves its
/// argument as it was.
fn mutating(
    body: &mut Body<'_>,
    clause: &DomainClause<'_>,
    changed: usize,
    checked: impl Fn(Expr) -> Expr,
) -> Vec<Stmt> {
    let cx = body.cx;
    let [after, defined, atoms] = ["after", "defined", "atoms"].map(|name| body.names.fresh(name));
    let made = Expr::call(body.bindings[changed].name(), Vec::new());
    let attempt = cx.names.attempt(clause.op).expect("it changes an argument");
    let attempt = Expr::call(attempt, attempt_arguments(body, clause.op, Some((changed, &after))));
    let mut stmts = vec![
        Stmt::Let(Pattern::Mutable(after.clone()), made.clone()),
        Stmt::Let((&defined).into(), attempt.clone()),
        Stmt::Let((&atoms).into(), checked(Expr::name(&defined))),
    ];
    let sort = body.variables[changed].sort;
    let call = Expr::text(&clause.call);
    let unchanged = match cx.equality(sort) {
        Comparison::Operator => {
            Expr::Macro("unchanged".into(), vec![call, Expr::name(&after), made])
        }
        Comparison::Function(path) => {
            let equal = Expr::Written(cx.instantiate(path));
            Expr::Macro("unchanged".into(), vec![call, Expr::name(&after), made, equal])
        }
        Comparison::Observers => {
            // Observers may use the value up, so each of them gets one that was tried anew.
            let again = Expr::Block(vec![
                Stmt::Let(Pattern::Mutable(after.clone()), made),
                Stmt::Expr(attempt),
                Stmt::Tail(Expr::name(&after)),
            ]);
            let before = Expr::name(body.bindings[changed].name()).reference();
            let again = again.closure(Vec::new()).reference();
            let same = body.compared(sort, again, before);
            Expr::call("argument_is_unchanged", vec![call, same])
        }
    };
    if !cx.function(clause.op).may_change {
        stmts.push(Stmt::If(Expr::name(&defined).negated(), vec![Stmt::Expr(unchanged)]));
    }
    stmts.push(Stmt::Tail(Expr::name(&atoms)));
    stmts
}
