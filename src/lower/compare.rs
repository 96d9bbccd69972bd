//! Functions that compare two values by what observers answer.
//!
//! They serve types without an equality of their own, and laws: two values that `==` and every
//! observer agree on are indistinguishable.

use super::context::{Comparison, Context};
use super::observe::{NUMBERS, goes_deeper, is_recursive, observed_elements, observers, plural};
use super::term::{Binding, Body};
use crate::arena::Id;
use crate::rust::{
    Expr, Fragment, Function, Ident, Names, Parameter, Pattern, Stmt, Type, value_name,
};
use crate::theory::{Formula, OpId, SortId, Term, VarId, Variable};

/// The comparisons of all sorts that can be compared this way.
pub fn comparisons(cx: Context<'_>) -> Vec<Function> {
    let sorts = cx.refinement.sorts.keys().copied();
    let compared = sorts.filter(|sort| cx.is_subject(*sort) || cx.is_closure(*sort));
    compared.map(|sort| comparison(cx, sort)).collect()
}

fn comparison(cx: Context<'_>, sort: SortId) -> Function {
    let mut names = cx.names.table.child();
    let [left, right] = ["left", "right"].map(|side| names.fresh(side));
    let side = match cx.is_subject(sort) {
        true => cx.sort_type(sort).dyn_factory(),
        false => cx.sort_type(sort),
    };
    let mut parameters = vec![Parameter::new(&left, side.clone()), Parameter::new(&right, side)];
    let depth = is_recursive(cx, sort).then(|| names.fresh("depth"));
    parameters.extend(depth.iter().map(|depth| Parameter::new(depth, Type::named("usize"))));
    let mut slices = Vec::new();
    for element in observed_elements(cx, sort) {
        let name = names.fresh(&plural(cx, element));
        parameters.push(Parameter::new(&name, cx.sort_type(element).slice()));
        slices.push((element, name));
    }
    let mut agreeing = Vec::new();
    let own = cx.is_subject(sort) && cx.equality(sort) != Comparison::Observers;
    if own {
        let sides = [&left, &right].map(|side| Expr::call(side, Vec::new()));
        agreeing.push(match cx.equality(sort) {
            Comparison::Operator => Expr::call("equal_both_ways", sides.to_vec()),
            _ => own_equality(cx, sort, sides),
        });
    }
    let sides = [left, right];
    for op in observers(cx, sort) {
        let observation = Observation { cx, sort, op, sides: &sides, slices: &slices };
        agreeing.push(observation.agrees(depth.as_ref(), names.child()));
    }
    let all = agreeing.into_iter().reduce(|all, one| Expr::binary(all, "&&", one));
    let mut function = Function::new(cx.comparison(sort), parameters, Some(Type::named("bool")));
    let what = match (own, cx.left_out.is_empty()) {
        (true, true) => "`==` and every observer agree",
        (true, false) => "`==` and every observer that the axioms determine agree",
        (false, true) => "every observer agrees",
        (false, false) => "every observer that the axioms determine agrees",
    };
    function.doc = vec![format!("Whether {what} on two values of `{}`.", cx.names.sort(sort))];
    let all = all.unwrap_or(Expr::Bool(true));
    let all = match may_nest(cx, sort) {
        true => Expr::call("observed", vec![all.closure(Vec::new())]),
        false => all,
    };
    function.with_body(vec![Stmt::Tail(all)])
}

/// Whether a comparison by observers may lead to another one: by what observers return, or by
/// a domain condition that equates values.
fn may_nest(cx: Context<'_>, sort: SortId) -> bool {
    let is_equation = |atom: &&Formula| matches!(atom, Formula::Equal(..));
    let equates = |op: &OpId| {
        let domain = cx.theory.ops[*op].domain.as_ref();
        domain.is_some_and(|domain| domain.condition.atoms().iter().any(is_equation))
    };
    is_recursive(cx, sort)
        || cx.equality(sort) == Comparison::Observers && observers(cx, sort).iter().any(equates)
}

/// Two values by the equality that the mapping gives the type.
pub fn own_equality(cx: Context<'_>, sort: SortId, [left, right]: [Expr; 2]) -> Expr {
    match cx.equality(sort) {
        Comparison::Function(path) => {
            Expr::Written(cx.instantiate(path)).called(vec![left.reference(), right.reference()])
        }
        _ => Expr::binary(left, "==", right),
    }
}

/// One observer, applied to two values.
struct Observation<'a> {
    cx: Context<'a>,
    sort: SortId,
    op: OpId,
    sides: &'a [Ident; 2],
    slices: &'a [(SortId, Ident)],
}

impl Observation<'_> {
    /// `orderables.iter().all(|&e| is_in(&left(), e) == is_in(&right(), e))`
    fn agrees(&self, depth: Option<&Ident>, mut names: Names) -> Expr {
        let operation = &self.cx.theory.ops[self.op];
        let bound = |name: &Ident| match self.cx.is_subject(self.sort) {
            true => Binding::Factory(name.clone()),
            false => Binding::Copied(name.clone()),
        };
        let mut variables =
            vec![Variable { name: String::new(), sort: self.sort }; self.sides.len()];
        let mut bindings: Vec<Binding> = self.sides.iter().map(bound).collect();
        let mut terms = [Vec::new(), Vec::new()];
        let mut loops: Vec<(Ident, SortId)> = Vec::new();
        for argument in &operation.arguments {
            let var = |index: usize| Term::Variable(VarId::from_index(index));
            if *argument == self.sort {
                terms[0].push(var(0));
                terms[1].push(var(1));
                continue;
            }
            let name = names.fresh(&value_name(&self.cx.theory.sorts[*argument].name));
            terms.iter_mut().for_each(|side| side.push(var(variables.len())));
            variables.push(Variable { name: String::new(), sort: *argument });
            bindings.push(Binding::Copied(name.clone()));
            loops.push((name, *argument));
        }
        let [left, right] = terms;
        let agree = match operation.result {
            Some(_) => Formula::Equal(Term::Apply(self.op, left), Term::Apply(self.op, right)),
            None => Formula::Iff(
                Box::new(Formula::Predicate(self.op, left)),
                Box::new(Formula::Predicate(self.op, right)),
            ),
        };
        let mut body = Body::new(self.cx, &variables, bindings, names);
        body.depth = depth.cloned();
        body.elements = self.slices.iter().cloned().collect();
        let agree = body.truth(&agree);
        let all = loops.into_iter().rev().fold(agree, |inner, (name, sort)| {
            let slice = self.slices.iter().find(|(known, _)| *known == sort);
            let (over, pattern) = match slice {
                Some((_, slice)) => {
                    (Expr::name(slice).method("iter", Vec::new()), Pattern::Reference(name))
                }
                None => (numbers(), Pattern::Name(name)),
            };
            over.method("all", vec![inner.closure(vec![pattern])])
        });
        match depth {
            Some(depth) if goes_deeper(self.cx, self.op) => {
                let shallow = Expr::binary(Expr::name(depth), "==", Expr::Int(0));
                Expr::binary(shallow, "||", all)
            }
            _ => all,
        }
    }
}

/// `(0..4)`
fn numbers() -> Expr {
    Expr::Paren(Box::new(Expr::Written(Fragment::new(NUMBERS))))
}
