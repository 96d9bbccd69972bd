//! Which operation of a parameter `--order` speaks of.

use crate::theory::{SortId, SortKind, SpecId, Theory};

/// A relation between two elements of a parameter's sort, by whatever stands before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    pub name: String,
    pub arity: usize,
    pub sort: SortId,
    /// Whether the greater element comes first.
    is_descending: bool,
    /// Whether an element is related to itself.
    is_reflexive: bool,
}

/// Words for relations; the greater first, reflexive.
const WORDS: &[(&[&str], bool, bool)] = &[
    (&["geq", "ge", "gte", "atleast", "notbefore", "greaterorequal"], true, true),
    (&["leq", "le", "lte", "atmost", "notafter", "lessorequal"], false, true),
    (&["gt", "greater", "after", "above", "beats"], true, false),
    (&["lt", "less", "before", "below", "precedes"], false, false),
];

impl Order {
    /// Whether the relation holds, by the positions of its last two arguments.
    pub fn holds(&self, first: usize, second: usize) -> bool {
        let (first, second) = if self.is_descending { (second, first) } else { (first, second) };
        if self.is_reflexive { first <= second } else { first < second }
    }
}

/// The only relation of the parameters that is named like an order.
pub fn order(theory: &Theory, subject: SpecId) -> Result<Order, String> {
    let reach = theory.reach(subject);
    let orders: Vec<Order> = theory
        .ops
        .values()
        .filter(|op| reach.contains(&op.spec) && theory.is_parameter(op.spec))
        .filter_map(|op| {
            let [.., first, second] = op.arguments.as_slice() else { return None };
            let is_relation = op.is_predicate() && first == second;
            let is_given = theory.sorts[*first].kind == SortKind::Parameter;
            let (_, is_descending, is_reflexive) = *WORDS
                .iter()
                .find(|(words, ..)| words.contains(&op.name.to_lowercase().as_str()))?;
            let (name, arity, sort) = (op.name.clone(), op.arguments.len(), *first);
            let order = Order { name, arity, sort, is_descending, is_reflexive };
            (is_relation && is_given).then_some(order)
        })
        .collect();
    match orders.as_slice() {
        [order] => Ok(order.clone()),
        [] => Err("no parameter has an order, such as `geq`; state facts by --with".to_owned()),
        [first, second, ..] => Err(format!(
            "both `{}` and `{}` are orders; state facts by --with",
            first.name, second.name
        )),
    }
}
