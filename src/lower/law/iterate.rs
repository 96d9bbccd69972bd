//! The laws of `Extend`, `FromIterator` and `IntoIterator`: they agree with operations.

use super::subject::{Laws, law_call};
use crate::goal::{GoalFamily, snake_case};
use crate::lower::context::Taking;
use crate::model::{GroundTerm, tuples};
use crate::rust::{Expr, Ident, Integer, Pattern, Stmt, Type, value_name};
use crate::theory::{OpId, SortId};

/// How many items are handed over before the first of them comes again.
const ITEMS: usize = 4;

impl Laws<'_> {
    pub fn iterators(&mut self) {
        if let Some(alike) = self.alike_where_determined() {
            self.extend(&alike);
            self.collect(&alike);
        }
        if let Some(op) = self.subject.trait_operations.into_iterator {
            self.iterate(op);
        }
    }

    fn extend(&mut self, alike: &Expr) {
        let Some(op) = self.subject.trait_operations.extend else { return };
        let name = self.cx.theory.ops[op].name.clone();
        let (declared, items) = self.items(op);
        let arguments =
            vec![Expr::text(&name), self.samples(), items, self.step(op), alike.clone()];
        let doc = format!("`Extend`: does what `{name}` does with each item.");
        self.carried(("extend_is", &name), &doc, declared, arguments);
    }

    fn collect(&mut self, alike: &Expr) {
        let Some([start, op]) = self.subject.trait_operations.from_iterator else { return };
        let name = self.cx.theory.ops[op].name.clone();
        let (declared, items) = self.items(op);
        let start = self.ground.value(&GroundTerm::Apply(start, Vec::new()), false).factory();
        let arguments = vec![Expr::text(&name), start, items, self.step(op), alike.clone()];
        let doc = format!("`FromIterator`: does what `{name}` does with each item.");
        self.carried(("collect_is", &name), &doc, declared, arguments);
    }

    fn carried(
        &mut self,
        (law, op): (&str, &str),
        doc: &str,
        mut body: Vec<Stmt>,
        arguments: Vec<Expr>,
    ) {
        body.push(Stmt::Expr(law_call(law, arguments)));
        let name = format!("{law}_{}", snake_case(op));
        self.test(GoalFamily::Laws, &name, doc, body);
    }

    /// The sorts of the arguments beside the value.
    fn item_sorts(&self, op: OpId) -> Vec<SortId> {
        let arguments = self.cx.theory.ops[op].arguments.iter().copied();
        arguments.filter(|sort| *sort != self.sort()).collect()
    }

    /// `&[(key0, value0), …]`, with the elements that it names.
    fn items(&self, op: OpId) -> (Vec<Stmt>, Expr) {
        let sorts = self.item_sorts(op);
        let size = |sort: &SortId| match self.cx.is_int(*sort) {
            true => ITEMS as u32,
            false => self.sample.parameters.carriers[sort],
        };
        let sizes: Vec<u32> = sorts.iter().map(size).collect();
        let mut chosen: Vec<_> = tuples(&sizes).take(ITEMS).collect();
        chosen.extend(chosen.first().cloned());
        let named =
            chosen.iter().flat_map(|tuple| sorts.iter().copied().zip(tuple.iter().copied()));
        let named = named.filter(|(sort, _)| !self.cx.is_int(*sort));
        let declared = self.ground.declare(&named.collect());
        let item = |tuple: &Vec<u32>| {
            let elements = sorts.iter().zip(tuple);
            let values = elements.map(|(sort, element)| match self.cx.is_int(*sort) {
                true => Expr::Int(i64::from(*element)),
                false => self.ground.element(*sort, *element),
            });
            one_or_tuple(values.collect())
        };
        (declared, Expr::Array(chosen.iter().map(item).collect()).reference())
    }

    /// `insert`, or `|value, (k, v)| put(value, k, v)`. Numbers have the type that the function
    /// takes: `|value, i: u8| insert(value, i as i64)`.
    fn step(&self, op: OpId) -> Expr {
        let (value, names) = self.locals(op);
        let types = self.item_types(op);
        let is_narrow = types.iter().any(Option::is_some);
        let is_plain = names.len() == 1 && self.cx.theory.ops[op].arguments[0] == self.sort();
        if is_plain && !is_narrow && self.cx.taking(op, 0) == Taking::Value {
            return Expr::name(self.cx.names.adapter(op));
        }
        let passed = names.iter().zip(&types).map(|(name, narrow)| match narrow {
            Some(_) => Expr::name(name).cast("i64"),
            None => Expr::name(name),
        });
        let call = self.call(op, Expr::name(&value), &passed.collect::<Vec<_>>());
        let items = one_or_tuple_pattern(names.iter().map(Pattern::from).collect());
        let item = match is_narrow {
            true => Pattern::Typed(Box::new(items), self.item_type(op, &types)),
            false => items,
        };
        call.closure(vec![(&value).into(), item])
    }

    /// For each argument beside the value, the integer type of the function if it is not `i64`.
    fn item_types(&self, op: OpId) -> Vec<Option<Integer>> {
        let arguments = &self.cx.theory.ops[op].arguments;
        let others = (0..arguments.len()).filter(|place| arguments[*place] != self.sort());
        let integer = |place| {
            let mut parameters = self.cx.function(op).parameters.iter();
            parameters.find(|parameter| parameter.argument == place)?.integer
        };
        others.map(|place| integer(place).filter(|integer| *integer != Integer::I64)).collect()
    }

    fn item_type(&self, op: OpId, types: &[Option<Integer>]) -> Type {
        let sorts = self.item_sorts(op).into_iter().zip(types);
        let mut parts: Vec<Type> = sorts
            .map(|(sort, narrow)| narrow.map_or(self.cx.sort_type(sort), Type::named))
            .collect();
        if parts.len() == 1 { parts.remove(0) } else { Type::Tuple(parts) }
    }

    /// Names for the value and for the other arguments: those of the function's parameters.
    fn locals(&self, op: OpId) -> (Ident, Vec<Ident>) {
        let arguments = &self.cx.theory.ops[op].arguments;
        let mut names = self.ground.names.child();
        let value = names.fresh("value");
        let others = (0..arguments.len()).filter(|place| arguments[*place] != self.sort());
        let named = others.map(|place| {
            let mut parameters = self.cx.function(op).parameters.iter();
            let parameter = parameters.find(|parameter| parameter.argument == place);
            names.fresh(&value_name(parameter.map_or("element", |it| it.name.as_str())))
        });
        let named = named.collect();
        (value, named)
    }

    /// The adapter, with a value that is at hand once.
    fn call(&self, op: OpId, value: Expr, others: &[Expr]) -> Expr {
        let mut others = others.iter();
        let arguments = self.cx.theory.ops[op].arguments.iter().enumerate();
        let passed = arguments.map(|(place, sort)| {
            if *sort != self.sort() {
                return others.next().expect("each other argument has a value").clone();
            }
            match self.cx.taking(op, place) {
                Taking::Value => value.clone(),
                Taking::Reference => value.clone().reference(),
                Taking::Factory => value.clone().closure(Vec::new()),
            }
        });
        let passed = passed.collect();
        Expr::call(self.cx.names.adapter(op), passed)
    }

    /// What an observer answers about each item is what iterating yields.
    fn iterate(&mut self, op: OpId) {
        let operation = &self.cx.theory.ops[op];
        let sorts = self.item_sorts(op);
        let is_indexed = sorts.iter().any(|sort| self.cx.is_int(*sort));
        let law = match (operation.result, operation.domain.is_some()) {
            (None, _) => "into_iter_has",
            (Some(_), false) => "into_iter_counts",
            _ if is_indexed => "into_iter_lists",
            _ => "into_iter_maps",
        };
        let name = operation.name.clone();
        let mut names = self.ground.names.child();
        let make = names.fresh("make");
        let (_, items) = self.locals(op);
        let made = Expr::call(&make, Vec::new());
        let asked: Vec<Expr> = items.iter().map(Expr::name).collect();
        let asked = self.call(op, made, &asked);
        let item = match (is_indexed, items.as_slice()) {
            (false, [item]) => Pattern::Reference(item.clone()),
            (true, [item]) => Pattern::Name(item.clone()),
            (_, items) => Pattern::Tuple(items.iter().map(Pattern::from).collect()),
        };
        let ask = asked.closure(vec![(&make).into(), item]);
        let mut arguments = vec![Expr::text(&name), self.samples()];
        if !is_indexed {
            arguments.push(self.candidates(&sorts).reference());
        }
        arguments.push(ask);
        let call = law_call(law, arguments);
        let doc = format!("`IntoIterator`: yields what `{name}` answers.");
        let test = format!("into_iter_agrees_with_{}", snake_case(&name));
        self.test(GoalFamily::Laws, &test, &doc, vec![Stmt::Expr(call)]);
    }

    /// All items that an observer can take.
    fn candidates(&self, sorts: &[SortId]) -> Expr {
        match sorts {
            [sort] => self.every(*sort),
            sorts => {
                let sizes: Vec<u32> =
                    sorts.iter().map(|sort| self.sample.parameters.carriers[sort]).collect();
                let item = |tuple: Vec<u32>| {
                    let elements = sorts.iter().zip(tuple).map(|(sort, element)| {
                        Expr::Index(
                            Box::new(self.every(*sort)),
                            Box::new(Expr::Int(i64::from(element))),
                        )
                    });
                    Expr::Tuple(elements.collect())
                };
                Expr::Array(tuples(&sizes).map(item).collect())
            }
        }
    }
}

fn one_or_tuple(mut values: Vec<Expr>) -> Expr {
    if values.len() == 1 { values.remove(0) } else { Expr::Tuple(values) }
}

fn one_or_tuple_pattern(mut patterns: Vec<Pattern>) -> Pattern {
    if patterns.len() == 1 { patterns.remove(0) } else { Pattern::Tuple(patterns) }
}
