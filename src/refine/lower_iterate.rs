//! The laws of `Extend`, `FromIterator` and `IntoIterator`: they agree with operations.

use std::collections::BTreeSet;

use super::Passing;
use super::code::{Expr, Stmt};
use super::lower_law::Laws;
use super::lower_term::{Scope, block};
use super::names::value_name;
use crate::arena::Id;
use crate::goal::snake_case;
use crate::model::GroundTerm;
use crate::theory::{Formula, OpId, SortId, Term, VarId, Variable};

/// Items that are handed over, before the first of them comes again.
const ITEMS: usize = 4;

/// How an observer tells what a value has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Telling {
    /// `isIn: Set Element`
    Whether,
    /// `count: Bag Element --> int`
    HowOften,
    /// `get: Map Key -->? Value`
    What,
    /// `get: List int -->? Element`
    Where,
}

impl Laws<'_> {
    pub fn iterators(&mut self) {
        if let Some(op) = self.subject.carriers.extend {
            self.extend(op);
        }
        if let Some([start, op]) = self.subject.carriers.from_iterator {
            self.collect(start, op);
        }
        if let Some(op) = self.subject.carriers.into_iterator {
            self.iterate(op);
        }
    }

    fn extend(&mut self, op: OpId) {
        let name = &self.ground.target.theory.ops[op].name;
        let (value, extended, expected) =
            (self.local("value"), self.local("extended"), self.local("expected"));
        let made = Expr::call(&self.make, Vec::new());
        let arguments = vec![Expr::text(format!("&mut {value}")), self.first_items()];
        let stmts = vec![
            Stmt::Let { pattern: format!("mut {value}"), value: made.clone() },
            Stmt::Expr(Expr::call("Extend::extend", arguments)),
            Stmt::Tail(Expr::text(value)),
        ];
        let message = format!("`extend` on {{{}}} does not do what `{name}` does", self.term);
        let compared = vec![
            closure(&extended, Expr::Block(None, stmts)),
            closure(&expected, self.folded(made)),
            self.assert_alike(&extended, &expected, &message),
        ];
        let over = self.over_samples(vec![self.over_counts(compared)]);
        let body = vec![self.items(op), self.step(op), over];
        let law = format!("`Extend`: does what `{name}` does with each item.");
        self.test(&format!("extend_is_{}", snake_case(name)), &law, self.named(op), body);
    }

    fn collect(&mut self, start: OpId, op: OpId) {
        let name = &self.ground.target.theory.ops[op].name;
        let (collected, expected) = (self.local("collected"), self.local("expected"));
        let start = self.ground.factory("value", &GroundTerm::Apply(start, Vec::new())).value;
        let start = Expr::Call(Box::new(start), Vec::new());
        let collect = format!("collect::<{}>", self.alias());
        let compared = vec![
            closure(&collected, self.first_items().method(collect, Vec::new())),
            closure(&expected, self.folded(start)),
            self.assert_alike(
                &collected,
                &expected,
                &format!("`collect` does not do what `{name}` does"),
            ),
        ];
        let body = vec![self.items(op), self.step(op), self.over_counts(compared)];
        let law = format!("`FromIterator`: does what `{name}` does with each item.");
        self.test(&format!("collect_is_{}", snake_case(name)), &law, self.named(op), body);
    }

    fn over_counts(&self, body: Vec<Stmt>) -> Stmt {
        let over = Expr::text(format!("0..={}.len()", self.local("items")));
        Stmt::For { pattern: self.local("count"), over, body }
    }

    /// The elements that items and comparisons name.
    fn named(&self, op: OpId) -> BTreeSet<SortId> {
        let mut sorts = self.observed();
        sorts.extend(self.item_sorts(op));
        sorts
    }

    /// The sorts of the arguments beside the value.
    fn item_sorts(&self, op: OpId) -> Vec<SortId> {
        let arguments = self.ground.target.theory.ops[op].arguments.iter().copied();
        arguments.filter(|sort| *sort != self.sample.sort).collect()
    }

    /// `let items = [(key0, value0), …];`
    fn items(&self, op: OpId) -> Stmt {
        let sorts = self.item_sorts(op);
        let sizes: Vec<u32> =
            sorts.iter().map(|sort| self.sample.parameters.carriers[sort]).collect();
        let mut tuples: Vec<_> = crate::model::tuples(&sizes).take(ITEMS).collect();
        tuples.extend(tuples.first().cloned());
        let item = |tuple: Vec<u32>| {
            let elements = sorts.iter().zip(tuple);
            let names = elements.map(|(sort, element)| self.ground.element(*sort, element));
            one_or_tuple(names.map(Expr::text).collect())
        };
        let value = Expr::Array(tuples.into_iter().map(item).collect());
        Stmt::Let { pattern: self.local("items"), value }
    }

    /// The items as far as they count.
    fn first_items(&self) -> Expr {
        let items = Expr::text(self.local("items")).method("into_iter", Vec::new());
        items.method("take", vec![Expr::text(self.local("count"))])
    }

    /// `items.into_iter().take(count).fold(start, step)`
    fn folded(&self, start: Expr) -> Expr {
        self.first_items().method("fold", vec![start, Expr::text(self.local("step"))])
    }

    /// `let step = |mut value: SortedSet, e: Orderable| { …; value };`
    fn step(&self, op: OpId) -> Stmt {
        let value = self.local("value");
        let names = self.argument_names(op);
        let (variables, bindings) = self.variables(op, &names, &value);
        let target = self.ground.target;
        let mut scope = Scope::new(target, &variables, bindings.clone());
        let changes = target.function(op).parameters.iter().any(|parameter| {
            parameter.passing == Passing::Mutable && bindings[parameter.argument] == value
        });
        if changes {
            scope.declare_mutable(&value);
        }
        let result = scope.call(op, bindings.iter().map(Expr::text).collect());
        let value = if changes { format!("mut {value}") } else { value };
        let sorts = self.item_sorts(op);
        let types: Vec<&str> = sorts.iter().map(|sort| target.names.sort(*sort)).collect();
        let item = match (names.as_slice(), types.as_slice()) {
            ([name], [rust_type]) => format!("{name}: {rust_type}"),
            (names, types) => format!("({}): ({})", names.join(", "), types.join(", ")),
        };
        let parameters = format!("|{value}: {}, {item}|", self.alias());
        let step = Expr::Closure(parameters, Box::new(block(scope.block, result)));
        Stmt::Let { pattern: self.local("step"), value: step }
    }

    /// Names for the arguments beside the value: those of the function's parameters.
    fn argument_names(&self, op: OpId) -> Vec<String> {
        let target = self.ground.target;
        let arguments = &target.theory.ops[op].arguments;
        let mut namer = self.namer.clone();
        let locals = ["value", "items", "item", "count", "key", "step"];
        locals.into_iter().for_each(|name| namer.reserve(name));
        let others = (0..arguments.len()).filter(|place| arguments[*place] != self.sample.sort);
        let named = others.map(|place| {
            let mut parameters = target.function(op).parameters.iter();
            let parameter = parameters.find(|parameter| parameter.argument == place);
            namer.fresh(&value_name(parameter.map_or("element", |it| it.name.as_str())))
        });
        named.collect()
    }

    /// A variable for each argument: the value itself, and the others by their names.
    fn variables(&self, op: OpId, names: &[String], own: &str) -> (Vec<Variable>, Vec<String>) {
        let mut names = names.iter();
        let arguments = &self.ground.target.theory.ops[op].arguments;
        let name = |sort: &SortId| match *sort == self.sample.sort {
            true => own.to_owned(),
            false => names.next().cloned().unwrap_or_default(),
        };
        let bindings: Vec<String> = arguments.iter().map(name).collect();
        let named = bindings.iter().zip(arguments);
        let variables = named.map(|(name, sort)| Variable { name: name.clone(), sort: *sort });
        (variables.collect(), bindings)
    }

    /// What an observer tells of each item is what iterating yields.
    fn iterate(&mut self, op: OpId) {
        let target = self.ground.target;
        let operation = &target.theory.ops[op];
        let sorts = self.item_sorts(op);
        let telling = match (operation.result, operation.domain.is_some()) {
            (None, _) => Telling::Whether,
            (Some(_), false) => Telling::HowOften,
            _ if sorts.iter().any(|sort| target.is_int(*sort)) => Telling::Where,
            _ => Telling::What,
        };
        let names = self.argument_names(op);
        let (variables, bindings) = self.variables(op, &names, &self.make);
        let mut scope = Scope::new(target, &variables, bindings);
        let terms: Vec<Term> =
            (0..variables.len()).map(|at| Term::Variable(VarId::from_index(at))).collect();
        let told = match operation.result {
            None => scope.truth(&Formula::Predicate(op, terms)),
            Some(_) => scope.side(&Term::Apply(op, terms), false),
        };
        let name = &operation.name;
        let message = format!("iterating over {{{}}} disagrees with `{name}`", self.term);
        let mut arguments: Vec<Expr> = self.yielded(telling, &names, told).into();
        arguments.push(Expr::text(format!("{message:?}")));
        let mut stmts = scope.block;
        stmts.push(Stmt::Expr(Expr::Macro("assert_eq", arguments)));
        let items = self.local("items");
        for (name, sort) in names.iter().zip(&sorts).rev() {
            let over = match telling {
                Telling::Where => Expr::text(format!("0..={items}.len() as i64")),
                _ => self.elements(*sort),
            };
            stmts = Stmt::for_each(name, over, stmts);
        }
        let iterated = Expr::call(&self.make, Vec::new())
            .method("into_iter", Vec::new())
            .method("collect", Vec::new());
        stmts.insert(0, Stmt::Let { pattern: format!("{items}: Vec<_>"), value: iterated });
        let elements = sorts.into_iter().filter(|sort| !target.is_int(*sort)).collect();
        let law = format!("`IntoIterator`: yields what `{name}` tells.");
        let test = format!("into_iter_agrees_with_{}", snake_case(name));
        self.for_each(&test, &law, elements, stmts);
    }

    /// What the items say, beside what the observer says.
    fn yielded(&self, telling: Telling, names: &[String], told: Expr) -> [Expr; 2] {
        let items = Expr::text(self.local("items"));
        let item = one_or_tuple(names.iter().map(Expr::text).collect());
        let collected = |list: Expr| list.method("collect::<Vec<_>>", Vec::new());
        match telling {
            Telling::Whether => [items.method("contains", vec![Expr::prefix("&", item)]), told],
            Telling::HowOften => {
                let same = Expr::binary(Expr::text("**item"), "==", item);
                let same = Expr::Closure("|item|".to_owned(), Box::new(same));
                let found = items.method("iter", Vec::new()).method("filter", vec![same]);
                [found.method("count", Vec::new()).cast("i64"), told]
            }
            Telling::What => {
                let same = Expr::binary(Expr::text("*key"), "==", item);
                let same = Expr::Closure("|(key, _)|".to_owned(), Box::new(same));
                let found = items.method("iter", Vec::new()).method("filter", vec![same]);
                let found = found.method("map", vec![Expr::text("|(_, value)| *value")]);
                [collected(found), collected(told.method("into_iter", Vec::new()))]
            }
            Telling::Where => {
                let at = vec![item.cast("usize")];
                [items.method("get", at).method("copied", Vec::new()), told]
            }
        }
    }
}

fn closure(name: &str, value: Expr) -> Stmt {
    let value = Expr::Closure("||".to_owned(), Box::new(value));
    Stmt::Let { pattern: name.to_owned(), value }
}

fn one_or_tuple(mut values: Vec<Expr>) -> Expr {
    match values.len() {
        1 => values.remove(0),
        _ => Expr::Tuple(values),
    }
}
