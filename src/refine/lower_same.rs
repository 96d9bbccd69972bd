//! Equality by observers: two values are equal when no observer tells them apart.

use super::code::{Expr, Stmt};
use super::lower_term::{Scope, Target};
use super::names::value_name;
use super::{Equality, SortType, Subject};
use crate::arena::Id;
use crate::theory::{Formula, OpId, SortId, SortKind, Term, VarId, Variable};

/// Observers with a number as argument are asked for these.
const NUMBERS: &str = "0..4";

/// A function that compares two values of a sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustSame {
    pub name: String,
    /// The type of what is compared.
    pub rust_type: String,
    pub parameters: Vec<(String, String)>,
    pub body: Vec<Stmt>,
    /// Whether the type's own equality has a say.
    pub with_equality: bool,
}

impl Target<'_> {
    /// The operations that tell values of a sort apart: those that take one such
    /// value beside elements and numbers, and do not construct.
    fn observers(&self, sort: SortId) -> Vec<OpId> {
        let simple = |argument: &SortId| {
            let kind = self.theory.sorts[*argument].kind;
            kind == SortKind::Int || kind == SortKind::Parameter && !self.is_closure(*argument)
        };
        let ops = self.theory.ops.iter().filter(|(_, op)| {
            let own = op.arguments.iter().filter(|argument| **argument == sort).count();
            let others = op.arguments.iter().filter(|argument| **argument != sort);
            !op.is_constructor() && own == 1 && others.into_iter().all(simple)
        });
        ops.map(|(id, _)| id).collect()
    }

    /// The sorts whose elements observations of a sort run over, those of what
    /// observers return included.
    pub fn observed_elements(&self, sort: SortId) -> Vec<SortId> {
        let mut reached = vec![sort];
        let mut elements = Vec::new();
        let mut next = 0;
        while let Some(sort) = reached.get(next).copied() {
            next += 1;
            for op in self.observers(sort) {
                let op = &self.theory.ops[op];
                for argument in op.arguments.iter().filter(|argument| **argument != sort) {
                    if !self.is_int(*argument) && !elements.contains(argument) {
                        elements.push(*argument);
                    }
                }
                let result = op.result.filter(|result| self.names.same.contains_key(result));
                reached.extend(result.filter(|result| !reached.contains(result)));
            }
        }
        elements.sort_unstable();
        elements
    }

    /// Whether anything can tell two values of a sort apart.
    pub fn can_tell_apart(&self, sort: SortId) -> bool {
        self.names.alike.contains_key(&sort) || !self.observers(sort).is_empty()
    }

    /// Whether values of a sort are compared by observers of what observers return: each
    /// level of that takes many times as long.
    pub fn is_compared_deeply(&self, sort: SortId) -> bool {
        let by_observers = self.is_subject(sort) && self.names.same.contains_key(&sort);
        by_observers && self.observers(sort).into_iter().any(|op| goes_deeper(*self, op))
    }

    /// `orderables`
    pub fn elements_name(&self, sort: SortId) -> String {
        let word = crate::goal::snake_case(&self.theory.sorts[sort].name);
        if word.ends_with('s') { format!("{word}es") } else { format!("{word}s") }
    }
}

/// The functions for all sorts that are compared this way.
pub fn lower_same(target: Target<'_>) -> Vec<RustSame> {
    let same = target.names.same.iter().map(|(sort, name)| same(target, *sort, name));
    same.chain(target.names.alike.iter().map(|(sort, name)| alike(target, *sort, name))).collect()
}

/// Compares two values in every way there is.
fn alike(target: Target<'_>, sort: SortId, name: &str) -> RustSame {
    let own = target.names.sort(sort);
    let factory = format!("&dyn Fn() -> {own}");
    let mut parameters = vec![("left".to_owned(), factory.clone()), ("right".to_owned(), factory)];
    for sort in target.observed_elements(sort) {
        let elements = format!("&[{}]", target.names.sort(sort));
        parameters.push((target.elements_name(sort), elements));
    }
    let then = vec![Stmt::Expr(Expr::text("return false"))];
    let mut body = vec![Stmt::If { condition: own_equality(target, sort).negated(), then }];
    for op in target.observers(sort) {
        body.extend(observation(target, sort, op, &parameters, None));
    }
    body.push(Stmt::Tail(Expr::text("true")));
    let rust_type = own.to_owned();
    RustSame { name: name.to_owned(), rust_type, parameters, body, with_equality: true }
}

fn own_equality(target: Target<'_>, sort: SortId) -> Expr {
    compared(target, sort, ["left", "right"].map(|side| Expr::call(side, Vec::new())))
}

/// Two values by the type's own equality.
pub fn compared(target: Target<'_>, sort: SortId, [left, right]: [Expr; 2]) -> Expr {
    match target.refinement.sorts.get(&sort) {
        Some(SortType::Subject(Subject { equality: Equality::Function(path), .. })) => {
            let function = target.names.instantiate(path);
            Expr::call(function, vec![Expr::prefix("&", left), Expr::prefix("&", right)])
        }
        _ => Expr::binary(left, "==", right),
    }
}

/// Whether the type's own equality is `==`, and has a `!=` beside it.
pub fn has_operator(target: Target<'_>, sort: SortId) -> bool {
    let sort_type = target.refinement.sorts.get(&sort);
    !matches!(sort_type, Some(SortType::Subject(Subject { equality: Equality::Function(_), .. })))
}

fn same(target: Target<'_>, sort: SortId, name: &str) -> RustSame {
    let subject = target.is_subject(sort);
    let own = target.names.sort(sort);
    let side = if subject { format!("&dyn Fn() -> {own}") } else { own.to_owned() };
    let mut parameters = vec![("left".to_owned(), side.clone()), ("right".to_owned(), side)];
    if subject {
        parameters.push(("depth".to_owned(), "usize".to_owned()));
    }
    for sort in target.observed_elements(sort) {
        let elements = format!("&[{}]", target.names.sort(sort));
        parameters.push((target.elements_name(sort), elements));
    }
    let observers = target.observers(sort);
    let recursive = observers.iter().any(|op| goes_deeper(target, *op));
    if subject && !recursive {
        parameters[2].0 = "_depth".to_owned();
    }
    let mut body = Vec::new();
    for op in observers {
        body.extend(observation(target, sort, op, &parameters, Some("depth")));
    }
    body.push(Stmt::Tail(Expr::text("true")));
    let rust_type = own.to_owned();
    RustSame { name: name.to_owned(), rust_type, parameters, body, with_equality: false }
}

fn goes_deeper(target: Target<'_>, op: OpId) -> bool {
    let result = target.theory.ops[op].result;
    result.is_some_and(|sort| target.is_subject(sort) && target.names.same.contains_key(&sort))
}

/// `for &e in elements { if left().is_in(&e) != right().is_in(&e) { return false; } }`
fn observation(
    target: Target<'_>,
    sort: SortId,
    op: OpId,
    parameters: &[(String, String)],
    depth: Option<&str>,
) -> Vec<Stmt> {
    let operation = &target.theory.ops[op];
    let mut variables = vec![
        Variable { name: "left".to_owned(), sort },
        Variable { name: "right".to_owned(), sort },
    ];
    let mut bindings = vec!["left".to_owned(), "right".to_owned()];
    let mut sides = [Vec::new(), Vec::new()];
    let mut loops = Vec::new();
    for argument in &operation.arguments {
        let var = |index: usize| Term::Variable(VarId::from_index(index));
        if *argument == sort {
            sides[0].push(var(0));
            sides[1].push(var(1));
            continue;
        }
        let word = value_name(&target.theory.sorts[*argument].name);
        let name = format!("{word}{}", loops.len() + 1);
        sides.iter_mut().for_each(|side| side.push(var(variables.len())));
        variables.push(Variable { name: name.clone(), sort: *argument });
        bindings.push(name.clone());
        loops.push((name, *argument));
    }
    let [left, right] = sides;
    let agree = match operation.result {
        Some(_) => Formula::Equal(Term::Apply(op, left), Term::Apply(op, right)),
        None => Formula::Iff(
            Box::new(Formula::Predicate(op, left)),
            Box::new(Formula::Predicate(op, right)),
        ),
    };
    let mut scope = Scope::new(target, &variables, bindings);
    parameters.iter().for_each(|(name, _)| scope.namer.reserve(name));
    scope.depth = depth.map(str::to_owned);
    let condition = scope.truth(&agree).negated();
    let mut stmts = scope.block;
    let leave = vec![Stmt::Expr(Expr::text("return false"))];
    stmts.push(Stmt::If { condition, then: leave });
    for (name, argument) in loops.into_iter().rev() {
        stmts = vec![if target.is_int(argument) {
            Stmt::For { pattern: name, over: Expr::text(NUMBERS), body: stmts }
        } else {
            let over = Expr::text(target.elements_name(argument));
            Stmt::For { pattern: format!("&{name}"), over, body: stmts }
        }];
    }
    if let (true, Some(depth)) = (goes_deeper(target, op), depth) {
        let condition = Expr::binary(Expr::text(depth), ">", Expr::text("0"));
        stmts = vec![Stmt::If { condition, then: stmts }];
    } else if stmts.len() > 1 {
        // Names of one observation are not seen by the next.
        stmts = vec![Stmt::Block(stmts)];
    }
    stmts
}
