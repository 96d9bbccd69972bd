//! Instances of Alloy, and what formulas say of them.

use std::collections::{BTreeMap, BTreeSet};

use crate::alloy_syntax::{Declaration, Field, Node};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Atom {
    Start,
    Truth(bool),
    Number(i64),
    /// Of a signature, with its number.
    Of(String, u32),
}

pub type Relation = BTreeSet<Vec<Atom>>;

/// A value for every name.
#[derive(Clone, Debug, Default)]
pub struct Instance {
    names: BTreeMap<String, Relation>,
    predicates: BTreeMap<String, (Vec<String>, Node)>,
    /// The least and the greatest number.
    numbers: [i64; 2],
}

impl Instance {
    pub fn set(&mut self, name: &str, relation: Relation) {
        self.names.insert(name.to_owned(), relation);
    }

    /// Numbers of so many bits, of which the model uses some.
    pub fn count(&mut self, bits: u32, low: i64, size: u32) {
        let half = 1_i64 << (bits - 1);
        self.numbers = [-half, half - 1];
        let set = |numbers: std::ops::Range<i64>| -> Relation {
            numbers.map(|number| vec![Atom::Number(number)]).collect()
        };
        self.set("Int", set(-half..half));
        self.set("Number", set(low..low + i64::from(size)));
    }

    pub fn get(&self, name: &str) -> Relation {
        match name {
            "none" => Relation::new(),
            "BOOLEAN/True" => [vec![Atom::Truth(true)]].into(),
            "BOOLEAN/Bool" => [true, false].map(|truth| vec![Atom::Truth(truth)]).into(),
            _ => self.names.get(name).unwrap_or_else(|| panic!("no value for {name}")).clone(),
        }
    }

    /// With values for variables.
    pub fn with(&self, names: &[String], values: Vec<Atom>) -> Instance {
        let mut inner = self.clone();
        for (name, value) in names.iter().zip(values) {
            inner.set(name, [vec![value]].into());
        }
        inner
    }

    pub fn knowing(&self, predicates: &[(String, Vec<Declaration>, Node)]) -> Instance {
        let mut inner = self.clone();
        for (name, groups, body) in predicates {
            let names = groups.iter().flat_map(|group| group.names.clone()).collect();
            inner.predicates.insert(name.clone(), (names, body.clone()));
        }
        inner
    }

    /// Whether a field has as many results as its declaration says, everywhere.
    pub fn has_multiplicity(&self, signature: &str, field: &Field) -> bool {
        let relation = self.get(&field.name);
        let columns = std::iter::once(signature).chain(field.columns.iter().map(String::as_str));
        let mut rows: Vec<Vec<Atom>> = vec![Vec::new()];
        for column in columns {
            let atoms = self.get(column);
            let longer = |row: &Vec<Atom>| {
                let row = row.clone();
                atoms
                    .iter()
                    .map(move |atom| [row.clone(), atom.clone()].concat())
                    .collect::<Vec<_>>()
            };
            rows = rows.iter().flat_map(longer).collect();
        }
        rows.iter().all(|row| {
            let results = relation.iter().filter(|tuple| tuple.starts_with(row)).count();
            match field.multiplicity.as_str() {
                "one" => results == 1,
                "lone" => results <= 1,
                _ => true,
            }
        })
    }

    fn value(&self, node: &Node) -> Relation {
        match node {
            Node::Name(name) => self.get(name),
            Node::Number(number) => self.number(*number),
            Node::Join(left, right) => join(&self.value(left), &self.value(right)),
            Node::Box(callee, arguments) => {
                let arguments: Vec<Relation> =
                    arguments.iter().map(|argument| self.value(argument)).collect();
                match &**callee {
                    Node::Name(name) if name.starts_with("INTEGER/") => {
                        self.arithmetic(name, &arguments)
                    }
                    callee => arguments
                        .iter()
                        .fold(self.value(callee), |callee, argument| join(argument, &callee)),
                }
            }
            Node::Union(left, right) => &self.value(left) | &self.value(right),
            Node::Closure(sign, inner) => self.closure(*sign, &self.value(inner)),
            Node::Comprehension(groups, body) => {
                let mut rows = Relation::new();
                self.each(groups, &mut |inner, row| {
                    if body.as_ref().is_none_or(|body| inner.holds(body)) {
                        rows.insert(row.to_vec());
                    }
                });
                rows
            }
            Node::Implies(premise, first, Some(second)) => {
                self.value(if self.holds(premise) { first } else { second })
            }
            formula => panic!("{formula:?} is no expression"),
        }
    }

    /// The exporter promises that nothing ever wraps around.
    fn number(&self, number: i64) -> Relation {
        let [low, high] = self.numbers;
        assert!((low..=high).contains(&number), "{number} does not fit the numbers of the command");
        [vec![Atom::Number(number)]].into()
    }

    fn arithmetic(&self, name: &str, arguments: &[Relation]) -> Relation {
        let (left, right) = (sum(&arguments[0]), sum(&arguments[1]));
        self.number(match name {
            "INTEGER/plus" => left + right,
            "INTEGER/minus" => left - right,
            _ => left * right,
        })
    }

    fn closure(&self, sign: char, step: &Relation) -> Relation {
        let mut reached = step.clone();
        loop {
            let longer = &reached | &join(&reached, step);
            if longer == reached {
                break;
            }
            reached = longer;
        }
        if sign == '*' {
            let atoms = self.names.values().flatten().flatten();
            reached.extend(atoms.map(|atom| vec![atom.clone(), atom.clone()]));
        }
        reached
    }

    /// Calls `visit` for all values of the variables.
    fn each(&self, groups: &[Declaration], visit: &mut dyn FnMut(&Instance, &[Atom])) {
        let variables: Vec<(&String, &Node)> = groups
            .iter()
            .flat_map(|group| group.names.iter().map(|name| (name, &group.bound)))
            .collect();
        self.each_from(&variables, &mut Vec::new(), visit);
    }

    fn each_from(
        &self,
        variables: &[(&String, &Node)],
        row: &mut Vec<Atom>,
        visit: &mut dyn FnMut(&Instance, &[Atom]),
    ) {
        let Some(((name, bound), rest)) = variables.split_first() else {
            return visit(self, row);
        };
        for tuple in self.value(bound) {
            let mut inner = self.clone();
            row.push(tuple[0].clone());
            inner.set(name, [tuple].into());
            inner.each_from(rest, row, visit);
            row.pop();
        }
    }

    pub fn holds(&self, node: &Node) -> bool {
        match node {
            Node::Compare(symbol, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                match symbol.as_str() {
                    "=" => left == right,
                    "!=" => left != right,
                    "in" => left.is_subset(&right),
                    "<" => sum(&left) < sum(&right),
                    "<=" => sum(&left) <= sum(&right),
                    ">" => sum(&left) > sum(&right),
                    _ => sum(&left) >= sum(&right),
                }
            }
            Node::Multiplicity(word, inner) => {
                let count = self.value(inner).len();
                match word.as_str() {
                    "some" => count > 0,
                    "no" => count == 0,
                    "one" => count == 1,
                    _ => count <= 1,
                }
            }
            Node::Not(inner) => !self.holds(inner),
            Node::And(left, right) => self.holds(left) && self.holds(right),
            Node::Or(left, right) => self.holds(left) || self.holds(right),
            Node::Iff(left, right) => self.holds(left) == self.holds(right),
            Node::Implies(premise, conclusion, otherwise) => match self.holds(premise) {
                true => self.holds(conclusion),
                false => otherwise.as_ref().is_none_or(|otherwise| self.holds(otherwise)),
            },
            Node::Quantified(word, groups, body) => {
                let mut truths = Vec::new();
                self.each(groups, &mut |inner, _| truths.push(inner.holds(body)));
                match word.as_str() {
                    "all" => truths.iter().all(|truth| *truth),
                    "some" => truths.contains(&true),
                    "no" => !truths.contains(&true),
                    other => panic!("{other} is not used with variables"),
                }
            }
            Node::Box(callee, arguments) => {
                let Node::Name(name) = &**callee else { panic!("{callee:?} is no predicate") };
                let (names, body) = &self.predicates[name];
                let mut inner = self.clone();
                for (name, argument) in names.iter().zip(arguments) {
                    inner.set(name, self.value(argument));
                }
                inner.holds(body)
            }
            expression => panic!("{expression:?} is no formula"),
        }
    }
}

/// The inner product of two relations.
fn join(left: &Relation, right: &Relation) -> Relation {
    let mut rows = Relation::new();
    for first in left {
        let (last, front) = first.split_last().expect("tuples have columns");
        for second in right.iter().filter(|second| second[0] == *last) {
            rows.insert([front, &second[1..]].concat());
        }
    }
    rows
}

/// What a set is as a number: nothing is zero.
fn sum(numbers: &Relation) -> i64 {
    let number = |tuple: &Vec<Atom>| match &tuple[0] {
        Atom::Number(number) => *number,
        other => panic!("{other:?} is no number"),
    };
    numbers.iter().map(number).sum()
}
