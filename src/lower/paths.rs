//! Tests of every code path that elements can lead to.
//!
//! The elements of these tests have no tables: the runtime decides what they answer. That takes
//! parameters whose operations are relations, or return elements.

use super::context::Context;
use super::mock::{element_array, has_tables, tables, tables_are_current};
use super::observe::plural;
use super::test::RustTest;
use crate::arena::Id;
use crate::goal::{GoalFamily, snake_case};
use crate::refine::{Callee, SortType, is_order};
use crate::rust::{Expr, Fragment, Function, Ident, Names, Pattern, Stmt, Type};
use crate::theory::{OpId, SortId, SortKind};

/// The most elements of each sort.
const ELEMENTS: usize = 8;

/// The static whose tables are empty.
const UNDECIDED: &str = "UNDECIDED";

/// Whether the runtime can decide what elements answer.
pub fn can_be_decided(cx: Context<'_>) -> bool {
    let given: Vec<OpId> = given_ops(cx);
    let mut names: Vec<&str> = given.iter().map(|op| cx.theory.ops[*op].name.as_str()).collect();
    names.sort_unstable();
    let is_table = |op: &OpId| {
        let op = &cx.theory.ops[*op];
        let mut sorts =
            op.arguments.iter().chain(&op.result).map(|sort| cx.theory.sorts[*sort].kind);
        op.domain.is_none()
            && !op.arguments.is_empty()
            && sorts.all(|kind| kind == SortKind::Parameter)
    };
    !given_sorts(cx).is_empty()
        && given.iter().all(is_table)
        && names.windows(2).all(|pair| pair[0] != pair[1])
        && given_sorts(cx).iter().all(|sort| !cx.is_closure(*sort))
        && !tables_are_current(cx)
}

fn given_ops(cx: Context<'_>) -> Vec<OpId> {
    let ops = cx.theory.ops.iter();
    ops.filter(|(_, op)| cx.theory.is_parameter(op.spec)).map(|(id, _)| id).collect()
}

fn given_sorts(cx: Context<'_>) -> Vec<SortId> {
    let sorts = cx.theory.sorts.iter();
    sorts.filter(|(_, sort)| sort.kind == SortKind::Parameter).map(|(id, _)| id).collect()
}

/// `super::support::paths::test(&subject(), 2, &undecided(), Ok("TotalOrder"))`
pub fn path_test(cx: Context<'_>, sort: SortId) -> RustTest {
    let name = &cx.theory.sorts[sort].name;
    let elements = match claim(cx) {
        Ok(claim) => Expr::name("Ok").called(vec![Expr::text(claim)]),
        Err(why) => Expr::name("Err").called(vec![Expr::text(why)]),
    };
    let call = Expr::path(["super", "support", "paths", "test"]).called(vec![
        Expr::call("subject", Vec::new()).reference(),
        Expr::Int(sort.index() as i64),
        Expr::call("undecided", Vec::new()).reference(),
        elements,
    ]);
    let doc = format!("Every path that elements can lead to in `{name}`");
    let name = Ident::new(format!("paths_of_{}", snake_case(name)));
    RustTest::new(GoalFamily::Paths, name, &doc, vec![Stmt::Expr(call)])
}

/// The parameters by name, if a type can learn nothing else of its elements than what these
/// say: a bound without an operation behind it would answer more. Otherwise says why not.
fn claim(cx: Context<'_>) -> Result<String, String> {
    let returns = given_ops(cx).into_iter().find(|op| cx.theory.ops[*op].result.is_some());
    if let Some(op) = returns {
        // A table of all answers need not extend to a type with more elements.
        return Err(format!("`{}` returns elements", cx.theory.ops[op].name));
    }
    let carries = |bound: &String| {
        let functions = given_ops(cx).into_iter();
        let functions = functions.filter_map(|op| cx.refinement.functions.get(&op));
        functions.map(|function| &function.callee).any(|callee| match callee {
            Callee::Trait { path, .. } => {
                let both_order = [&path.to_string(), bound].map(|it| is_order(it));
                path.to_string() == *bound || both_order == [true, true]
            }
            _ => false,
        })
    };
    for sort in given_sorts(cx) {
        let Some(SortType::Mock(mock)) = cx.refinement.sorts.get(&sort) else { continue };
        let telling = mock
            .bounds
            .iter()
            .find(|it| !SILENT.contains(&it.name.as_str()) && !carries(&it.path.to_string()));
        if let Some(bound) = telling {
            return Err(format!("elements have `{}`, which no axiom describes", bound.name));
        }
    }
    let mut specs: Vec<String> = Vec::new();
    for sort in given_sorts(cx) {
        let spec = cx.theory.spec_text(cx.theory.sorts[sort].spec);
        if !specs.contains(&spec) {
            specs.push(spec);
        }
    }
    Ok(specs.join(" and "))
}

/// Bounds by which code learns nothing of an element but whether it equals another.
const SILENT: [&str; 8] = ["Clone", "Copy", "Eq", "PartialEq", "Send", "Sized", "Sync", "Unpin"];

/// The elements, without tables.
pub fn undecided(cx: Context<'_>, names: &Names) -> Function {
    let mut body = Vec::new();
    let mut names = names.child();
    let model = has_tables(cx).then(|| names.fresh(UNDECIDED));
    if let Some(model) = &model {
        let fields = tables(cx).into_iter().flat_map(|tables| tables.fields);
        let fields = fields.map(|field| (field.name, Expr::Written(Fragment::new(field.nothing))));
        let value = Expr::Struct(cx.names.tables.clone(), fields.collect());
        body.push(Stmt::Static(model.clone(), Type::Named(cx.names.tables.clone()), value));
    }
    let mut algebra = Expr::path(["run", "Algebra", "default"]).called(Vec::new());
    for sort in given_sorts(cx) {
        let local = names.fresh(&plural(cx, sort));
        let array = Type::Array(Box::new(cx.sort_type(sort)), ELEMENTS);
        let pattern = Pattern::Typed(Box::new((&local).into()), array);
        body.push(Stmt::Let(pattern, element_array(cx, sort, model.as_ref())));
        let all = Expr::name(local).reference();
        algebra = algebra.method("with_elements", vec![Expr::Int(sort.index() as i64), all]);
    }
    body.push(Stmt::Tail(algebra));
    Function::new("undecided", Vec::new(), Some(Type::Written(Fragment::new("run::Algebra"))))
        .with_body(body)
}
