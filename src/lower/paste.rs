//! How calls look in the user's own Rust, so that a failing sequence can be shown as a test.
//!
//! The runtime has no names of functions and types. It gets them as text, a line for each
//! operation; the module `paste` of the runtime reads it:
//!
//! ```text
//! | use crate_name::VecStack;            an item that every test declares
//! |Stack type Stack = VecStack<Element>; one that a test declares if it mentions `Stack`
//! element 1 Element { id: # }            how an element of sort 1 is made
//! table 0 geq                            the function for the answers of operation 0
//! equal 2 operator                       how values of sort 2 are compared
//! call 3 m- done __0.push(__1)           how operation 3 is called
//! axiom pops (= (5 (3 $0 $1)) $0)        what an axiom says, with operations by number
//! ```

use super::adapter::adapter;
use super::axiom::Tester;
use super::call::{Argument, invocation};
use super::context::{Comparison, Context};
use super::look::Look;
use super::mock::{RustImpl, RustMock, TableField, builders, mocks, tables};
use super::written::{subjects, written_functions};
use crate::arena::Id;
use crate::goal::Property;
use crate::refine::{Callee, Outside, Passing, Wrapper, Yields};
use crate::rules;
use crate::rust::{Expr, Ident, Stmt, function, statements, use_lines};
use crate::theory::{Formula, OpId, Statement};

/// The text. Where a part can't be written without the runtime, what needs it is left out, and
/// the runtime shows no test for a sequence with it.
pub fn source(cx: Context<'_>, testers: &[(&Property, &Tester)], looks: &[Look]) -> String {
    let mut lines = items(cx);
    for mock in mocks(cx) {
        lines.extend(element(cx, &mock));
    }
    for field in tables(cx).iter().flat_map(|tables| &tables.fields) {
        lines.extend(table(cx, field));
    }
    for sort in cx.theory.sorts.ids().filter(|sort| cx.is_subject(*sort)) {
        let how = match cx.equality(sort) {
            Comparison::Operator => "operator".to_owned(),
            Comparison::Function(path) => format!("function {}", cx.instantiate(path)),
            Comparison::Observers => continue,
        };
        lines.push(format!("equal {} {how}", sort.index()));
    }
    lines.extend(cx.theory.ops.ids().filter_map(|op| call(cx, op)));
    let places = cx.theory.ops.len()..;
    lines.extend(places.zip(looks).map(|(place, look)| {
        let (passing, called) = (passing(cx, look.op), printed(&spelled(cx, look.op)));
        format!("call {place} {passing} dropped {} - {called}", look.place)
    }));
    let mut axioms = Vec::new();
    for (property, tester) in testers {
        if let Property::Stated(Statement::Axiom(_)) = property {
            let (_, formula) = property.formula(cx.theory);
            // Where an axiom is violated, its premise holds.
            let claim = match formula {
                Formula::If { conclusion, .. } => conclusion,
                formula => formula,
            };
            let formula = rules::formula_text(&rules::formula(claim));
            axioms.push(format!("{} {formula}", tester.function.name));
        }
    }
    // In one line: nobody reads these, and there are many.
    lines.push(format!("axioms {}", axioms.join("; ")));
    lines.join("\n")
}

fn item(text: &str) -> String {
    item_named("", text)
}

/// An item for tests that mention its name.
fn item_named(name: &str, text: &str) -> String {
    let lines = text.lines().map(|line| format!("|{name} {line}").trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

/// Imports, type aliases, elements, and what the mapping wrote itself.
fn items(cx: Context<'_>) -> Vec<String> {
    let uses: Vec<_> = cx.refinement.uses.iter().map(|one| one.import.clone()).collect();
    let mut lines: Vec<String> = use_lines(&uses).iter().map(|line| item(line)).collect();
    let aliases = subjects(cx).into_iter();
    lines.extend(aliases.map(|one| {
        let alias = format!("type {} = {};", one.alias, one.rust_type);
        item_named(one.alias.as_str(), &alias)
    }));
    let adapters = builders(cx).into_iter().map(|op| adapter(cx, op).function);
    lines.extend(adapters.map(|one| item_named(one.name.as_str(), &function(&one, 0))));
    for mock in mocks(cx) {
        lines.extend(declaration(&mock));
    }
    let preludes = cx.refinement.preludes.iter();
    lines.extend(preludes.map(|prelude| item(prelude.items.as_str())));
    let written = written_functions(cx).into_iter();
    lines.extend(written.map(|one| {
        let function =
            format!("fn {}{} {{ {} }}", one.name, one.signature, one.body.as_str().trim());
        item_named(one.name.as_str(), &function)
    }));
    lines
}

/// The element type, answering by functions instead of tables.
fn declaration(mock: &RustMock) -> Vec<String> {
    if let Some(closure) = &mock.closure {
        let parameters = closure.parameters.iter().map(|(name, of)| format!("{name}: {of}"));
        let parameters: Vec<String> = parameters.collect();
        return vec![
            item(&format!("type {} = {};", mock.name, closure.rust_type)),
            item(&format!(
                "fn {}<const N: usize>({}) -> {} {{ {} }}",
                closure.function,
                parameters.join(", "),
                closure.result,
                printed(&plain(&closure.body))
            )),
        ];
    }
    let mut derives = vec!["Clone", "Copy", "Debug", "PartialEq", "Eq"];
    if mock.hashed.is_none() && !mock.collides {
        derives.push("Hash");
    }
    if mock.default {
        derives.push("Default");
    }
    let mut lines = vec![
        item(&format!("#[derive({})]", derives.join(", "))),
        item(&format!("struct {} {{ id: usize }}", mock.name)),
    ];
    let head = |name: &str| format!("impl {name} for {}", mock.name);
    if mock.collides {
        let hash = "fn hash<H: std::hash::Hasher>(&self, state: &mut H) { (self.id - self.id / 2).hash(state) }";
        lines.push(item(&format!("{} {{ {hash} }}", head("std::hash::Hash"))));
    }
    if mock.display {
        let show = "fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result";
        let body = format!("write!(f, \"{}{{}}\", self.id)", mock.sort);
        lines.push(item(&format!("{} {{ {show} {{ {body} }} }}", head("std::fmt::Display"))));
    }
    lines.extend(mock.impls.iter().map(|one| {
        let own = format!("impl {}", mock.name);
        let head = one.trait_path.as_ref().map_or(own, |path| head(path.as_str()));
        item(&implementation(one, head))
    }));
    lines
}

fn implementation(one: &RustImpl, head: String) -> String {
    let types = one.associated.iter().map(|(name, of)| format!("type {name} = {of};"));
    let methods = one.methods.iter().map(|method| {
        let body = printed(&plain(&method.body));
        let end = if method.is_statement { ";" } else { "" };
        format!("{} {{ {body}{end} }}", method.signature)
    });
    let inside: Vec<String> = types.chain(methods).collect();
    match inside.as_slice() {
        [] => format!("{head} {{}}"),
        parts => format!("{head} {{ {} }}", parts.join(" ")),
    }
}

/// How an element is made from its number, which the runtime writes for `#`.
fn element(cx: Context<'_>, mock: &RustMock) -> Option<String> {
    if mock.listed {
        return None;
    }
    let mut sorts = cx.theory.sorts.iter();
    let (sort, _) = sorts.find(|(sort, _)| cx.names.sort(*sort) == mock.name)?;
    let made = match &mock.closure {
        Some(closure) => format!("{}::<#>", closure.function),
        None => format!("{} {{ id: # }}", mock.name),
    };
    Some(format!("element {} {made}", sort.index()))
}

fn table(cx: Context<'_>, field: &TableField) -> Option<String> {
    let names = super::mock::field_names(cx);
    let (op, _) = names.iter().find(|(_, name)| **name == field.name)?;
    Some(format!("table {} {}", op.index(), field.name))
}

/// `call 3 m- done __0.push(__1)`
fn call(cx: Context<'_>, op: OpId) -> Option<String> {
    // Nothing of the type is called for what only the specification knows.
    let function = cx.refinement.functions.get(&op)?;
    match &function.callee {
        Callee::Definition(_) => return None,
        Callee::Trait { path, .. } if path.last_name() == "Hash" => return None,
        _ => {}
    }
    let called = spelled(cx, op);
    let (result, called) = match &function.yields {
        Yields::Argument { wrapper, returns, .. } => {
            let refuses = function.outside == Outside::Returns;
            let word = match (wrapper, refuses) {
                (Wrapper::Option, true) => "done_some",
                (Wrapper::Result, true) => "done_ok",
                _ if *returns => "dropped",
                _ => "done",
            };
            (word.to_owned(), called)
        }
        Yields::Value(shape) if shape.via.is_some() => {
            ("value".to_owned(), super::call::unshaped(cx, op, shape, called))
        }
        Yields::Value(shape) => {
            let word = match shape.wrapper {
                Wrapper::Option => "some",
                Wrapper::Result => "ok",
                Wrapper::Plain => "value",
            };
            let reference = if shape.reference { "&" } else { "" };
            (format!("{reference}{word}"), called)
        }
    };
    let changed = match function.yields {
        Yields::Argument { argument, .. } => format!("{argument}"),
        Yields::Value(_) => "-".to_owned(),
    };
    let panics = if function.outside == Outside::Panics { "panics" } else { "-" };
    let passing = passing(cx, op);
    Some(format!("call {} {passing} {result} {changed} {panics} {}", op.index(), printed(&called)))
}

/// By argument: how it is passed.
fn passing(cx: Context<'_>, op: OpId) -> String {
    let (operation, function) = (&cx.theory.ops[op], cx.function(op));
    let letter = |place: usize| {
        let parameter = function.parameters.iter().find(|one| one.argument == place);
        match parameter.map(|parameter| parameter.passing) {
            _ if !cx.is_subject(operation.arguments[place]) => '-',
            Some(Passing::Shared) => 's',
            Some(Passing::Mutable) => 'm',
            Some(Passing::Value) | None => 'v',
        }
    };
    let passing: String = (0..operation.arguments.len()).map(letter).collect();
    if passing.is_empty() { "none".to_owned() } else { passing }
}

/// The call, with `__0` for the first argument.
fn spelled(cx: Context<'_>, op: OpId) -> Expr {
    let places =
        (0..cx.theory.ops[op].arguments.len()).map(|place| Ident::new(format!("__{place}")));
    let arguments: Vec<Argument> = places.map(|name| Argument::owned(&name)).collect();
    invocation(cx, op, &arguments)
}

/// On one line.
fn printed(expr: &Expr) -> String {
    let text = statements(&[Stmt::Tail(expr.clone())], 0);
    text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

/// `self.tables.geq(self.id, e.id)` as `geq(self.id, e.id)`: a function stands for the table.
fn plain(expr: &Expr) -> Expr {
    let all = |exprs: &[Expr]| exprs.iter().map(plain).collect::<Vec<Expr>>();
    let boxed = |expr: &Expr| Box::new(plain(expr));
    match expr {
        Expr::Method(receiver, name, arguments) if is_tables(receiver) => {
            Expr::call(name, all(arguments))
        }
        Expr::Method(receiver, name, arguments) => {
            Expr::Method(boxed(receiver), name.clone(), all(arguments))
        }
        Expr::Call(function, arguments) => Expr::Call(boxed(function), all(arguments)),
        Expr::Prefix(symbol, inner) => Expr::Prefix(symbol, boxed(inner)),
        Expr::Cast(inner, of) => Expr::Cast(boxed(inner), of.clone()),
        Expr::Paren(inner) => Expr::Paren(boxed(inner)),
        Expr::Binary(left, symbol, right) => Expr::Binary(boxed(left), symbol, boxed(right)),
        Expr::Tuple(parts) => Expr::Tuple(all(parts)),
        Expr::Match(value, arms) => {
            let arms = arms.iter().map(|(pattern, value)| (pattern.clone(), plain(value)));
            Expr::Match(boxed(value), arms.collect())
        }
        Expr::Struct(name, fields) => {
            let kept = fields.iter().filter(|(field, _)| field.as_str() != "tables");
            let kept = kept.map(|(field, value)| (field.clone(), plain(value)));
            Expr::Struct(name.clone(), kept.collect())
        }
        other => other.clone(),
    }
}

fn is_tables(expr: &Expr) -> bool {
    match expr {
        Expr::Field(_, name) => name.as_str() == "tables",
        Expr::Call(function, arguments) => {
            arguments.is_empty() && **function == Expr::name("current")
        }
        _ => false,
    }
}
