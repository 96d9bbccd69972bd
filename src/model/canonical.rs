//! Canonical terms: one construction for every element of a model.

use super::{Cell, Element, GroundTerm, Model};
use crate::arena::Arena;
use crate::theory::{Operation, SortId, SortKind, Theory};

/// The canonical term of every element: the term with the fewest symbols and, among those,
/// the first in the order of declaration of its constructors, then of its arguments from
/// the left. `None` for elements that no constructor reaches.
///
/// A term costs more than each of its arguments, so the canonical terms are a least
/// fixpoint. Improving terms in any order until nothing improves reaches it (D. Knuth, "A
/// generalization of Dijkstra's algorithm", 1977). Every argument of a canonical term is
/// canonical itself.
pub fn canonical_terms(theory: &Theory, model: &Model) -> Arena<SortId, Vec<Option<GroundTerm>>> {
    let mut terms: Terms =
        theory.sorts.iter().map(|(id, sort)| given_terms(model, id, sort.kind)).collect();
    while improve(theory, model, &mut terms) {}
    let forget_size = |terms: &Vec<Option<Sized>>| {
        terms.iter().map(|sized| sized.as_ref().map(|sized| sized.term.clone())).collect()
    };
    terms.values().map(forget_size).collect()
}

type Terms = Arena<SortId, Vec<Option<Sized>>>;

/// A term, compared by its number of symbols first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Sized {
    symbols: usize,
    term: GroundTerm,
}

/// Elements of parameter sorts and numbers stand for themselves.
fn given_terms(model: &Model, sort: SortId, kind: SortKind) -> Vec<Option<Sized>> {
    let carrier = model.carriers[sort];
    let given = |element: Element| match kind {
        SortKind::Parameter => Some(GroundTerm::Element(sort, element)),
        SortKind::Int => Some(GroundTerm::Int(model.number(sort, element))),
        SortKind::Constructed => None,
    };
    (0..carrier.size).map(|e| given(e).map(|term| Sized { symbols: 1, term })).collect()
}

/// One round over all constructor cells. Returns whether a term was found or improved.
fn improve(theory: &Theory, model: &Model, terms: &mut Terms) -> bool {
    let mut improved = false;
    for (id, op) in theory.ops.iter().filter(|(_, op)| op.is_constructor()) {
        let Some(sort) = op.result else { continue };
        let table = model.table(id);
        for (arguments, cell) in table.tuples().zip(&table.cells) {
            let Cell::Element(element) = cell else { continue };
            let known = &terms[sort][*element as usize];
            let Some(symbols) = count_symbols(op, &arguments, terms) else { continue };
            if known.as_ref().is_some_and(|known| known.symbols < symbols) {
                continue;
            }
            let built = (op.arguments.iter().zip(&arguments))
                .filter_map(|(sort, argument)| terms[*sort][*argument as usize].as_ref())
                .map(|sized| sized.term.clone());
            let found = Sized { symbols, term: GroundTerm::Apply(id, built.collect()) };
            if known.as_ref().is_none_or(|known| found < *known) {
                terms[sort][*element as usize] = Some(found);
                improved = true;
            }
        }
    }
    improved
}

/// The size of a constructor term. `None` while some argument has no term.
fn count_symbols(op: &Operation, arguments: &[Element], terms: &Terms) -> Option<usize> {
    op.arguments.iter().zip(arguments).try_fold(1usize, |symbols, (sort, argument)| {
        Some(symbols.saturating_add(terms[*sort][*argument as usize].as_ref()?.symbols))
    })
}
