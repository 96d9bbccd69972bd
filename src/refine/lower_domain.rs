//! Domain conditions as tester functions: a call succeeds inside of the domain, and
//! outside it does what the mapping says.

use super::code::{Expr, Stmt};
use super::lower_axiom::{RustTester, Tester, variable_names};
use super::lower_formula::{Compared, Shown};
use super::lower_term::{Scope, Target, block};
use super::{Function, Outside, Wrapper, Yields};
use crate::arena::Id;
use crate::goal::{GoalKind, Minterms, Side};
use crate::testcase::AbstractTest;
use crate::theory::{Domain, OpId, Term, VarId, Variable};

/// The domain condition of an operation, with what is said of it.
pub struct DomainClause<'t> {
    pub op: OpId,
    pub domain: &'t Domain,
    /// `largest(S) if not isEmpty(S)`
    pub text: String,
}

impl<'t> DomainClause<'t> {
    pub fn of(target: Target<'t>, op: OpId) -> Self {
        let domain = target.theory.ops[op].domain.as_ref().expect("only partial ones have goals");
        let condition = domain.condition.text(target.theory, &domain.variables);
        let call = call_text(target, op, &domain.variables);
        Self { op, domain, text: format!("{call} if {condition}") }
    }

    /// `domain of largest`
    pub fn title(&self, target: Target<'_>) -> String {
        format!("domain of {}", target.theory.ops[self.op].name)
    }
}

/// `largest(S)`
fn call_text(target: Target<'_>, op: OpId, variables: &[Variable]) -> String {
    Term::Apply(op, arguments(variables)).text(target.theory, variables)
}

fn arguments(variables: &[Variable]) -> Vec<Term> {
    (0..variables.len()).map(|index| Term::Variable(VarId::from_index(index))).collect()
}

/// Whether the mapping says enough for a test: nothing is called where nothing is
/// known.
pub fn is_testable(target: Target<'_>, op: OpId, test: &AbstractTest) -> bool {
    target.function(op).outside != Outside::Unspecified
        || test.goal.kind == GoalKind::Domain(Side::Inside)
}

/// Lowers a domain condition. `place` is where it stands, as messages show it.
pub fn lower_domain(
    target: Target<'_>,
    clause: &DomainClause<'_>,
    name: &str,
    place: &str,
) -> RustTester {
    let variables = &clause.domain.variables;
    let bindings = variable_names(target, variables);
    let mut scope = Scope::new(target, variables, bindings);
    let function = target.function(clause.op).clone();
    let mut tester = Tester::new(&mut scope);
    for atom in Minterms::of(&clause.domain.condition).atoms() {
        tester.atom(atom);
    }
    let condition = tester.truth(&clause.domain.condition);
    let first = format!("[{}] {} ({place})", clause.title(target), clause.text);
    let attempt = Attempt { op: clause.op, function: &function };
    tester.scope.block.push(Stmt::Comment(call_text(target, clause.op, variables)));
    match function.outside {
        Outside::Unspecified => attempt.inside_only(&mut tester, condition),
        _ => attempt.both_sides(&mut tester, condition, &first),
    }
    let known: Vec<Expr> = tester.known.iter().map(|(_, name)| Expr::text(name)).collect();
    let returns = known.len();
    scope.block.push(Stmt::Tail(Expr::Array(known)));
    RustTester::new(name, returns, scope)
}

/// A call that may fail.
struct Attempt<'f> {
    op: OpId,
    function: &'f Function,
}

impl Attempt<'_> {
    /// `if condition { call; }`
    fn inside_only(&self, tester: &mut Tester<'_, '_>, condition: Expr) {
        let scope = &mut tester.scope;
        let (mut then, value) = scope.inner(|scope| {
            let values = self.values(scope);
            scope.call(self.op, values)
        });
        if matches!(self.function.yields, Yields::Value(_)) {
            then.push(Stmt::Let { pattern: "_".to_owned(), value });
        }
        scope.block.push(Stmt::If { condition, then });
    }

    /// The call succeeds where the condition holds and nowhere else; where it does
    /// not, it leaves its argument as it was.
    fn both_sides(&self, tester: &mut Tester<'_, '_>, condition: Expr, first: &str) {
        let call = call_text(tester.scope.target, self.op, tester.scope.variables);
        let changed = self.changed(tester.scope);
        let succeeds = self.succeeds(tester.scope, changed.as_ref());
        let defined = tester.scope.namer.fresh("defined");
        tester.scope.block.push(Stmt::Let { pattern: defined.clone(), value: succeeds });
        tester.report.push((format!("defined({call})"), Shown::Truth(defined.clone())));
        let message = tester.message(&[first]);
        let truth = Expr::text(&defined).same_truth(condition);
        tester.scope.block.push(assertion(truth, message));
        let Some(changed) = changed else { return };
        let name = &tester.scope.variables[changed.argument].name;
        let second = format!("{call} fails, and does not leave {name} as it was");
        let (mut then, compared) = tester.scope.inner(|scope| self.compared(scope, &changed));
        let [after, before] = compared.sides;
        let mut report = Tester::new(tester.scope);
        report.report =
            vec![("before the call it".into(), before), ("afterwards it".into(), after)];
        then.push(assertion(compared.holds, report.message(&[first, &second])));
        let condition = Expr::text(defined).negated();
        tester.scope.block.push(Stmt::If { condition, then });
    }

    /// Declares the argument that the call changes.
    fn changed(&self, scope: &mut Scope<'_>) -> Option<Changed> {
        let Yields::Argument { argument, .. } = self.function.yields else { return None };
        let sort = scope.variables[argument].sort;
        let value = scope.side(&Term::Variable(VarId::from_index(argument)), false);
        Some(Changed { argument, place: scope.place(value, sort) })
    }

    fn values(&self, scope: &mut Scope<'_>) -> Vec<Expr> {
        let terms = arguments(scope.variables);
        terms.iter().map(|term| scope.side(term, false)).collect()
    }

    /// `s1.push(e).is_ok()`
    fn succeeds(&self, scope: &mut Scope<'_>, changed: Option<&Changed>) -> Expr {
        let mut values = self.values(scope);
        if let Some(changed) = changed {
            values[changed.argument] = Expr::text(&changed.place);
        }
        let convert = |number: Expr, call| number.method("is_ok_and", vec![call]);
        scope.converted_call(self.function, values, convert, |scope, values| {
            if self.function.outside == Outside::Panics {
                return self.returns(scope, values);
            }
            let call = scope.invocation(self.op, self.function, values);
            match &self.function.yields {
                Yields::Argument { wrapper, .. } => call.method(wrapper.test(), Vec::new()),
                // A map that is asked for a reference only to see whether there is one
                // has a better method for that, as clippy knows.
                Yields::Value(shape) if shape.reference && shape.wrapper == Wrapper::Option => {
                    scope.unshaped_option(self.op, shape, call).method("is_some", Vec::new())
                }
                Yields::Value(shape) => call.method(shape.wrapper.test(), Vec::new()),
            }
        })
    }

    /// `returns(|| s1.remove(i))`
    fn returns(&self, scope: &mut Scope<'_>, values: Vec<Expr>) -> Expr {
        let (stmts, value) = scope.inner(|scope| match self.function.yields {
            Yields::Argument { .. } => scope.invocation(self.op, self.function, values),
            Yields::Value(_) => scope.call(self.op, values),
        });
        let call = Expr::Closure("||".to_owned(), Box::new(block(stmts, value)));
        Expr::call("returns", vec![call])
    }

    /// The changed argument after a call that failed, compared with what it was.
    fn compared(&self, scope: &mut Scope<'_>, changed: &Changed) -> Compared {
        let variable = Term::Variable(VarId::from_index(changed.argument));
        let sort = scope.variables[changed.argument].sort;
        if !scope.target.names.same.contains_key(&sort) {
            let before = scope.side(&variable, false);
            let before = scope.named("before", before);
            return scope.compared(sort, false, Expr::text(&changed.place), before);
        }
        let (mut stmts, again) = scope.inner(|scope| {
            let again = self.changed(scope);
            let call = self.succeeds(scope, again.as_ref());
            scope.block.push(Stmt::Let { pattern: "_".to_owned(), value: call });
            again
        });
        stmts.extend(again.map(|again| Stmt::Tail(Expr::text(again.place))));
        let after = scope.namer.fresh("after");
        let value = Expr::Closure("||".to_owned(), Box::new(Expr::Block(None, stmts)));
        scope.block.push(Stmt::Let { pattern: after.clone(), value });
        let before = scope.bindings[changed.argument].clone();
        let borrowed = |name: &str| Expr::prefix("&", Expr::text(name));
        let holds = scope.same_subject(sort, borrowed(&after), borrowed(&before));
        let shown = |name: String| Shown::Perhaps(Expr::call(name, Vec::new()));
        Compared { holds, sides: [shown(after), shown(before)] }
    }
}

/// An argument that a call changes, and the local that holds it.
struct Changed {
    argument: usize,
    place: String,
}

fn assertion(truth: Expr, message: Vec<Expr>) -> Stmt {
    Stmt::Expr(Expr::Macro("assert", [vec![truth], message].concat()))
}
